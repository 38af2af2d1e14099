"""An Android phone on a cable, through adb: screenshots come from it, pictures and taps go to it."""
