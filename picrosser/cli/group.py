"""The typer group of all commands, in which the command may be left out: `picrosser SHOT...`.

Then a hidden default command gets the arguments; the help shows its options as the application's own.
"""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

from typer.core import TyperCommand, TyperGroup

from picrosser.cli.inout.inputs import PICTURE_SUFFIXES
from picrosser.cli.inout.report import printable
from picrosser.errors import ExitCode

DEFAULT = "solve-screenshots"  # the command that takes screenshots if none is named

EXAMPLES = (
    ("picrosser shot.png", "writes shot-solved.png"),
    ("picrosser *.png -o answers/", "many at once"),
    ("picrosser --fix 'r3:2=(6)' shot.png", "corrects a hint that was misread"),
    ("picrosser --debug look shot.png", "shows how it was read: look/index.html"),
    ("picrosser solve puzzle.toml", "shows the solution"),
    ("picrosser solve puzzle.toml -o solution.svg", "draws it"),
    ("picrosser solve --steps puzzle.toml", "explains how to find it"),
    ("picrosser read shot.png", "prints the puzzle"),
    ("picrosser read shot.png -o puzzle.toml", "writes it to a file"),
    ("picrosser check shot.png", "lists the mistakes, and writes shot-check.png"),
    ("picrosser hint shot.png", "explains the next step; writes shot-hint.png"),
    ("picrosser hint --nudge shot.png", "says only where to look"),
    ("picrosser hint -n 3 puzzle.toml", "explains the first three steps"),
    ("picrosser watch Screenshots -o answers/", "solves every screenshot that arrives"),
    ("picrosser phone", "solves what the phone shows"),
    ("picrosser phone --fill --dry-run", "prints the taps that would fill it in"),
    ("picrosser phone --fill", "fills it in"),
    ("picrosser convert puzzle.toml puzzle.non", "for another solver"),
    ("picrosser convert shot.png puzzle.xml", "from a screenshot"),
    ("picrosser draw puzzle.toml -o puzzle.png", "the puzzle with its hints"),
    ("picrosser draw puzzle.toml --solve -o solving.gif", "how it is solved"),
    ("picrosser enter -o new.toml", "asks for one line after the other"),
    ("picrosser make photo.png --size 10x10 -o new.toml", "a puzzle that shows it"),
    ("picrosser make photo.png --kind nonogram --change", "makes it unique"),
    ("picrosser serve", "shows the page at http://127.0.0.1:8765/"),
    ("picrosser serve --lan", "for a phone on the same network: scan the QR code"),
    ("picrosser katamino 2 3 10 6 11", "a packing of these five pieces"),
    ("picrosser katamino --count 2 3 10 6 11", "how many there are"),
    ("picrosser katamino card.png --row a", "the problems in one row of a card"),
)
"""What to type, and what it does. The second word is the command, unless `picrosser` itself does it."""

# What typer says of the values that it takes: "[required]", "[x>=0]", or after a default "; 2<=x<=400".
_CHECKS = re.compile(r"\s*\[(?:required|[^\];]*x[<>][^\]]*)\]|;\s*[\d<=]*x[<>][^\];]*(?=\])")
MAX_COMMAND = 20  # letters: a longer word is no mistyped command


class PlainCommand(TyperCommand):
    """A command whose help names arguments and values as people write them, and ends with examples."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        arguments = [str(param.metavar) for param in self.params if param.param_type_name == "argument"]
        formatter.write_usage(ctx.command_path, " ".join(["[OPTIONS]", *arguments]))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        _write_options(ctx, formatter, self.get_params(ctx))

    def format_epilog(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        _write_examples(formatter, [example for example in EXAMPLES if named_by(example) == self.name])


def _write_options(ctx: Any, formatter: Any, params: list[Any]) -> None:
    for title, kind in (("Arguments", "argument"), ("Options", "option")):
        records = [
            (param.metavar if kind == "argument" else record[0], _CHECKS.sub("", record[1]))
            for param in params
            if param.param_type_name == kind and (record := param.get_help_record(ctx)) is not None
        ]
        if records:
            with formatter.section(title):
                formatter.write_dl(records)


def named_by(example: tuple[str, str]) -> str:
    """The word of an example that may be a command."""
    return example[0].split()[1]


def _write_examples(formatter: Any, examples: list[tuple[str, str]]) -> None:
    width = max(len(typed) for typed, _ in examples)
    lines = [f"  {typed:{width}}  {does}".rstrip() for typed, does in examples]
    formatter.write("\n".join(["\nExamples:", *lines, ""]))


class ScreenshotsOrCommand(TyperGroup):
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args and not ctx.resilient_parsing:
            ctx.fail("no screenshot given")
        if args[:1] == ["help"]:
            args = [*args[1:], "--help"]
        elif args == ["version"]:
            args = ["--version"]
        elif args[:1] in (["--version"], ["-V"]) and args[1:] == ["-v"]:
            args = ["--versions"]
        own = {option for param in self.get_params(ctx) for option in param.opts}
        if args and args[0] not in self.commands and args[0].split("=")[0] not in own:
            self._refuse_mistyped(ctx, args[0])
            self._refuse_late_command(ctx, args)
            before = args[: args.index("--")] if "--" in args else args
            args = ["--help"] if {"--help", "-h"} & set(before) else [DEFAULT, *args]
        return super().parse_args(ctx, args)

    def _refuse_late_command(self, ctx: Any, args: list[str]) -> None:
        """Fail if a command comes after something else: it would be taken for a screenshot."""
        params = [param for command in self.commands.values() for param in command.params]
        valued = {name for param in params if not getattr(param, "is_flag", True) for name in param.opts}
        for at, (before, word) in enumerate(pairwise(args), 1):
            if word in self.commands and before not in {*valued, "--"} and not Path(word).exists():
                rest = [printable(word) for word in (*args[:at], *args[at + 1 :])]
                ctx.fail(f"the command comes first: picrosser {word} {' '.join(rest)}")

    def _refuse_mistyped(self, ctx: Any, word: str) -> None:
        if {".", "/"} & set(word) or word[:1] == "-" or len(word) > MAX_COMMAND or Path(word).exists():
            return
        from difflib import get_close_matches

        if near := get_close_matches(word, self.commands.keys() - {DEFAULT}, n=1):
            ctx.fail(f"there is no command or file {word!r}; did you mean {near[0]}?")

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        formatter.write_usage(ctx.command_path, "[OPTIONS] SHOT...")
        formatter.write_usage(ctx.command_path, "COMMAND ...", prefix="       ")

    def format_options(self, ctx: Any, formatter: Any) -> None:
        _write_options(ctx, formatter, [*self.commands[DEFAULT].params, *self.get_params(ctx)])
        self.format_commands(ctx, formatter)
        with formatter.section("Exit statuses"):
            formatter.write_dl([(str(int(code)), code.meaning) for code in ExitCode])

    def format_epilog(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        own = [example for example in EXAMPLES if named_by(example) not in self.commands]
        _write_examples(formatter, own)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Complete commands, and what the default command takes as its first word."""
        default = self.commands[DEFAULT]
        found = super().shell_complete(ctx, incomplete)
        if incomplete.startswith("-"):
            return found + [item for item in default.shell_complete(ctx, incomplete) if item not in found]
        return [*found, *default.params[0].shell_complete(ctx, incomplete)]  # the screenshots


# What typer and its parser say of a wrong value, and what we say.
_PLAIN_WORDS = (
    (r"Invalid value for (.*?): Input should be greater than or equal to (\S+)", r"\1 takes \2 or more"),
    (r"Invalid value for (.*?): Input should be less than or equal to (\S+)", r"\1 takes at most \2"),
    (r"Invalid value for (.*?): Input should be a valid integer.*", r"\1 takes a whole number"),
    (r"Invalid value for (.*?): ", r"\1: "),
    (r"No such option: (\S+) \(Possible options: ([^,)]*).*", r"there is no option \1; did you mean \2?"),
    (r"No such option: (\S+)", r"there is no option \1"),
    (r"Option (\S+) requires an argument", r"\1 needs a value"),
    (r"Missing argument '(.*?)'", r"\1 is missing"),
)


def in_plain_words(text: str) -> str:
    """Return the message of a usage error without the words of the libraries that found it."""
    plain = " ".join(text.split()).removesuffix(".").replace("' / '", ", ")
    plain = re.sub(r"'(-[\w, -]+)'", r"\1", plain)
    for theirs, ours in _PLAIN_WORDS:
        plain = re.sub(theirs, ours, plain, flags=re.DOTALL)
    return plain


def complete_screenshots(incomplete: str) -> list[str]:
    typed = Path(incomplete)
    folder = typed if incomplete.endswith("/") or not incomplete else typed.parent
    if not folder.is_dir():
        return []
    names = [
        f"{path}/" if path.is_dir() else str(path)
        for path in sorted(folder.iterdir())
        if path.is_dir() or path.suffix.lower() in PICTURE_SUFFIXES
    ]
    # The shell would print the others as they are.
    return [name for name in names if name.startswith(incomplete) and printable(name) == name]
