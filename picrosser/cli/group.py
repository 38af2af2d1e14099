"""The group of all commands, in which a command may be left out; its help, its completion.

Screenshots may be given without a command: arguments that do not begin with a command's name or an option
of the application itself go to a hidden default command, whose options the help shows as the
application's own.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from typer.core import TyperGroup

from picrosser.puzzles import KINDS

DEFAULT = "solve-shots"
"""The command that takes screenshots where none is named."""

_PICTURES = (".png", ".jpg", ".jpeg", ".webp")
_EXITS = [
    ("0", "read, solved, and proved to be the only solution"),
    ("2", "the command line does not fit, or an output cannot be written"),
    ("3", "an input cannot be read"),
    ("4", "no puzzle found in the picture"),
    ("5", "hints in doubt"),
    ("6", "no solution"),
    ("7", "more than one solution"),
    ("8", "mistakes on the board (check, hint)"),
    ("9", "gave up at the time limit"),
    ("10", "some of several inputs failed"),
    ("70", "internal error"),
    ("130", "interrupted"),
]


class ShotsOrCommand(TyperGroup):
    """A group in which a command may be left out."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the default command's name before arguments that name none."""
        own = {option for param in self.get_params(ctx) for option in param.opts}
        if args and args[0] not in self.commands and args[0].split("=")[0] not in own:
            args = [DEFAULT, *args]
        return super().parse_args(ctx, args)

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Both ways to call it."""
        formatter.write_usage(ctx.command_path, "[OPTIONS] SHOT...")
        formatter.write_usage(ctx.command_path, "COMMAND ...", prefix="       ")

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The default command's arguments and options, then the group's, then the commands."""
        default = self.commands[DEFAULT]
        records: dict[str, list[tuple[str, str]]] = {"argument": [], "option": []}
        for param in [*default.params, *self.get_params(ctx)]:
            record = param.get_help_record(ctx)
            if record is not None:
                name, text = record
                records[param.param_type_name].append((name.removesuffix(" <list[str]>"), text))
        for title, kind in (("Arguments", "argument"), ("Options", "option")):
            with formatter.section(title):
                formatter.write_dl(records[kind])
        self.format_commands(ctx, formatter)
        with formatter.section("Exit statuses"):
            formatter.write_dl(_EXITS)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Commands, and what the default command takes as its first word."""
        default = self.commands[DEFAULT]
        found = super().shell_complete(ctx, incomplete)
        if incomplete.startswith("-"):
            return found + [item for item in default.shell_complete(ctx, incomplete) if item not in found]
        return [*found, *default.params[0].shell_complete(ctx, incomplete)]  # the screenshots


def complete_shots(incomplete: str) -> list[str]:
    """Pictures and folders that begin with what was typed."""
    typed = Path(incomplete)
    folder = typed if incomplete.endswith("/") or not incomplete else typed.parent
    if not folder.is_dir():
        return []
    names = [
        f"{path}/" if path.is_dir() else str(path)
        for path in sorted(folder.iterdir())
        if path.is_dir() or path.suffix.lower() in _PICTURES
    ]
    return [name for name in names if name.startswith(incomplete)]


def complete_kinds(incomplete: str) -> list[str]:
    """Kinds of puzzles that begin with what was typed."""
    return [kind for kind in KINDS if kind.startswith(incomplete)]
