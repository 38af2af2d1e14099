"""Write the manual page, of what --help says: python scripts/man_page.py > picrosser.1; man ./picrosser.1."""

import contextlib
import io
import os

from picrosser import __version__
from picrosser.__main__ import main
from picrosser.cli.app import app
from picrosser.cli.group import DEFAULT


def man_page() -> str:
    """The page in troff: a section for picrosser itself, and one for each command."""
    names = [command.name for command in app.registered_commands if command.name != DEFAULT]
    sections = [_section("DESCRIPTION"), *(_section(f"PICROSSER {name}".upper(), name) for name in names)]
    head = [
        f'.TH PICROSSER 1 "" "picrosser {__version__}" "User Commands"', ".SH NAME",
        r"picrosser \- solve the puzzles in screenshots, and prove that the solutions are unique",
    ]  # fmt: skip
    return "\n".join([*head, *sections]) + "\n"


def _section(title: str, *command: str | None) -> str:
    os.environ["COLUMNS"] = "80"
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        main([*filter(None, command), "--help"])
    lines = [line.replace("\\", r"\e").replace("-", r"\-") for line in printed.getvalue().splitlines()]
    # A line that begins with a dot or a quote would be an order.
    text = "\n".join(f"\\&{line}" if line[:1] in (".", "'") else line for line in lines)
    return f".SH {title}\n.nf\n{text}\n.fi"


if __name__ == "__main__":
    print(man_page(), end="")
