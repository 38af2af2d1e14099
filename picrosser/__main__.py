"""`python -m picrosser`, and the function behind the `picrosser` command."""

from picrosser.cli.start import main, run

__all__ = ["main", "run"]

if __name__ == "__main__":
    run()
