#!/usr/bin/env bash
# Package: nonogram-solver 2.0.0 (npm), as a command and as a library; commander 2.20.3, mkdirp 0.5.6, assert 1.5.1.
#
# One would expect: the command and the library, which run the same strategy on the same file, agree on whether a
#   puzzle was solved; and a command that could not solve one exits with a status other than 0.
# What happens: the depth of guessing is an option of the command, 0 unless told. The library reads it from the parser
#   of the command line, too, where nothing has set it, so there it has no limit, and offers no way to set one. The command
#   gives up on a puzzle of 3 x 3 that the library solves; it exits with 0 all the same, and saves an unfinished drawing.
# Output seen (3 x 3, every clue 1, which has six solutions):
#   command:           Could not solve puzzle, content all 0 (unknown), exit status 0, "Output saved to ..."
#   command with -r 1: Puzzle solved!, exit status 0
#   library:           status 1 (solved), three cells filled
# Why it matters: who checks puzzles with the command takes "could not solve" for a fault of the puzzle, and a script
#   that looks at the exit status or for the drawing takes it for solved; neither answer says anything about uniqueness.
#   To compare results, set -r, and read what the command says on its error output.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --loglevel=error --no-audit --no-fund --ignore-scripts --prefix "$work" \
  nonogram-solver@2.0.0 commander@2.20.3 mkdirp@0.5.6 assert@1.5.1
echo '{"rows": [[1], [1], [1]], "columns": [[1], [1], [1]]}' > ones.json

changed() {
  echo "The behaviour changed: $1" >&2
  exit 1
}

for depth in "" "-r 1"; do
  rm -rf output
  status=0
  # shellcheck disable=SC2086
  node node_modules/nonogram-solver/src/cli.js $depth ones.json > out.txt 2> err.txt || status=$?
  said=$(grep -ao 'Could not solve puzzle\|Puzzle is unsolvable\|Puzzle solved!' err.txt || true)
  drawing=$([ -s output/ones.svg ] && echo saved || echo missing)
  echo "command ${depth:-without -r}: $said, exit status $status, drawing $drawing"
  [ "$status" = 0 ] || changed "the exit status is $status"
  [ "$drawing" = saved ] || changed "no drawing was saved"
  if [ -z "$depth" ]; then
    [ "$said" = "Could not solve puzzle" ] || changed "the command says: $said"
    head -n 1 out.txt
    grep -q '"content":\[0,0,0,0,0,0,0,0,0\]' out.txt || changed "the command found some cells"
  else
    [ "$said" = "Puzzle solved!" ] || changed "the command with $depth says: $said"
  fi
done
cat > try.js <<'JS'
const { status, puzzle } = require("nonogram-solver")("ones.json");
const filled = puzzle.snapshot.filter((cell) => cell === 1).length;
console.log(`library: status ${status}, ${filled} cells filled`);
process.exit(status === 1 && puzzle.isSolved && filled === 3 ? 0 : 1);
JS
node try.js 2> err.txt || changed "the library does not solve it"
echo "As described: the command gives up where the library solves, and exits with 0."
