"""Picture to something to look at: functions that return images or strings and write nothing."""
