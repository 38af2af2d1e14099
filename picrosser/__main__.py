"""`python -m picrosser`, and the function behind the `picrosser` command."""

from __future__ import annotations

import sys

from picrosser.cli.start import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
