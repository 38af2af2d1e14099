"""Look for inputs that break a promise of the parsers or of the decoder, led by the code that they reach.

python scripts/fuzz.py --seconds 600
python scripts/fuzz.py xml toml --seconds 60 --keep findings
python scripts/fuzz.py xml --replay findings/xml-KeyError-0a1b2c3d

Needs the extra `fuzz` (atheris, which is libFuzzer for Python; Linux). The targets and their promises are in
fuzz_targets.py; the seeds come from our own fixtures. What is found is written to the folder given
with --keep: inputs with which an exception slips out, one for each place in the code, and inputs that take
over 10 seconds or 2 GB (`timeout-...`, `oom-...`). The exit status is 1 if there are any.
"""

import hashlib
import re
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from time import monotonic

from scoring.output import explained

ROOT = Path(__file__).resolve().parents[1]
INPUT_SECONDS = 10
MEMORY_MB = 2000
MAX_BYTES = 8000  # of an input; the bounds on large files are measured by tests
_CHILD = "--in-this-process"
_UNITS = re.compile(r"stat::number_of_executed_units: +(\d+)")


def main() -> int:
    """Fuzz each target for its time, and return 1 if anything was found."""
    if sys.argv[1:2] == [_CHILD]:
        return _fuzz_here(sys.argv[2], Path(sys.argv[3]), sys.argv[4:])
    parser = explained(__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="all by default")
    parser.add_argument("--seconds", type=float, default=600, metavar="S", help="time for each target")
    parser.add_argument(
        "--keep", type=Path, default=Path("findings"), metavar="DIR", help="for what is found"
    )
    parser.add_argument("--replay", type=Path, metavar="FILE", help="run the target on this input alone")
    args = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    from fuzz_targets import TARGETS, seeds

    if unknown := set(args.targets) - set(TARGETS):
        parser.error(f"no target is called {sorted(unknown)[0]!r}; choose from: {', '.join(TARGETS)}")
    if args.replay:
        for target in args.targets:
            TARGETS[target](args.replay.read_bytes())
        return 0
    if find_spec("atheris") is None:
        parser.error("atheris is not installed: pip install 'picrosser[fuzz]'")
    args.keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        for target in args.targets or TARGETS:
            corpus = Path(temporary) / target
            corpus.mkdir()
            for number, data in enumerate(seeds(target, ROOT / "fixtures")):
                (corpus / str(number)).write_bytes(data)
            print(f"{target}: {_fuzz(target, corpus, args.keep, args.seconds)} inputs", flush=True)
    found = sorted(path.name for path in args.keep.iterdir())
    print(f"{len(found)} findings in {args.keep}", *found, sep="\n  ")
    return int(bool(found))


def _fuzz(target: str, corpus: Path, keep: Path, seconds: float) -> int:
    """Fuzz a target, again after each input that stopped it, and return the number of inputs."""
    end, inputs = monotonic() + seconds, 0
    while (left := int(end - monotonic())) > 0:
        options = [
            f"-max_total_time={left}",
            f"-timeout={INPUT_SECONDS}",
            f"-rss_limit_mb={MEMORY_MB}",
            f"-max_len={MAX_BYTES}",
            f"-artifact_prefix={keep}/{target}-",
            "-print_final_stats=1",
            "-verbosity=0",
        ]
        command = [sys.executable, __file__, _CHILD, target, str(keep), *options, str(corpus)]
        ran = subprocess.run(command, capture_output=True, check=False)
        said = ran.stderr.decode("utf-8", "replace")
        sys.stdout.write(ran.stdout.decode("utf-8", "replace"))
        counted = _UNITS.search(said)
        inputs += int(counted[1]) if counted else 0
        if ran.returncode and not counted:  # it did not even begin
            raise RuntimeError(said[-2000:])
    return inputs


def _fuzz_here(target: str, keep: Path, options: Sequence[str]) -> int:
    """Run libFuzzer in this process, which it ends."""
    import atheris

    sys.path.insert(0, str(ROOT))
    with atheris.instrument_imports(include=["picrosser", "PIL", "tomllib", "json", "defusedxml"]):
        from fuzz_targets import TARGETS
    seen: set[str] = set()

    def one_input(data: bytes) -> None:
        try:
            TARGETS[target](data)
        except Exception as error:  # noqa: BLE001  (each is a finding)
            _keep_finding(target, data, error, keep, seen)

    atheris.Setup([sys.argv[0], *options], one_input)
    atheris.Fuzz()
    return 0


def _keep_finding(target: str, data: bytes, error: Exception, keep: Path, seen: set[str]) -> None:
    """Write an input and tell its traceback, the first time that an exception comes from this place."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    promise = str(error).partition(" ")[0] if type(error).__name__ == "Broken" else ""  # of which format
    place = f"{type(error).__name__} {last.filename}:{last.lineno} {promise}"
    if place in seen:
        return
    seen.add(place)
    digest = hashlib.sha1(place.encode(), usedforsecurity=False).hexdigest()
    name = f"{target}-{type(error).__name__}-{digest[:8]}"
    (keep / name).write_bytes(data)
    print(name, *traceback.format_exception(error), sep="\n", flush=True)


if __name__ == "__main__":
    sys.exit(main())
