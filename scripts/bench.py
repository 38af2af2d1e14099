"""Measure what picrosser costs.

python scripts/bench.py process                     # whole processes, a warm one, memory
python scripts/bench.py solving --puzzles ../shared/puzzles
python scripts/bench.py peers --pbnsolve ../pbnsolve/pbnsolve  # beside other solvers
nice python scripts/bench.py many --count 1000 --kills 5 --dask
python scripts/bench.py server --clients 30 --seconds 120

Times depend on the machine and on what else it does: compare the ratios, and the processor's time. Nothing
here is a test, but `many` and `server` exit with 1 if an answer is wrong or lost.
"""

import argparse
import sys
from importlib import import_module

from scoring.output import explained

COMMANDS = ("process", "solving", "peers", "many", "server")


def main(words: list[str] | None = None) -> int:
    parser = explained(__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    asked = sys.argv[1:] if words is None else words
    for name in COMMANDS:
        # Only the one that is asked for is imported: some need what others do not have installed.
        if name in asked[:1]:
            module = import_module(f"benching.{name}")
            command = commands.add_parser(
                name, description=module.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
            )
            module.add_arguments(command)
            command.set_defaults(run=module.run)
        else:
            commands.add_parser(name)
    args = parser.parse_args(asked)
    try:
        status: int = args.run(args)
    except ValueError as error:
        parser.error(str(error))
    return status


if __name__ == "__main__":
    sys.exit(main())
