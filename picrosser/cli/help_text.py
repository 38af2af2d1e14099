"""What `picrosser --help` prints, as typer renders it at 80 columns; a test compares them.

Kept as text, since importing typer to render it again takes many times longer than printing it.
"""

from __future__ import annotations

HELP = """\
Usage: picrosser [OPTIONS] SHOT...
       picrosser COMMAND ...

  Solve the puzzles in screenshots (Hungry Cat Picross, nonograms), and draw the
  answers over them.

  Writes SHOT-solved.png beside each SHOT (an answer for stdin goes to stdout),
  shows the picture on stdout and a verdict on stderr. The answer is proved to
  be the only one, or the exit status says otherwise.

Arguments:
  SHOT  Screenshots of puzzles; - reads one from stdin.  [required]

Options:
  -o, --output PLACE    A PNG file, a folder (DIR/), or - for stdout.
  --debug DIR           Write a picture and numbers of every stage here.
  --json                One JSON object per input on stdout, nothing else there.
  -q, --quiet           Tell failures only.
  --time-limit S        Give up solving a puzzle after S seconds.
  --fix HINT            Set a hint by hand, as often as needed: r3:2=5 (row 3,
                        colour 2), 'c10:1=(4)' (circled), r7:3=?; or a
                        nonogram's line: 'r3=2 1 4', 'c2=2/1 3/2' (run/colour),
                        c10=?.
  --kind KIND           hungry-cat or nonogram; found out without this.
  -f, --force           Overwrite outputs that exist.
  --version             Show the version.
  --install-completion  Install completion for the current shell.
  --show-completion     Show completion for the current shell, to copy it or
                        customize the installation.
  -h, --help            Show this message and exit.

Commands:
  solve     Solve puzzle files, and prove that the answer is the only one.
  read      Read the hints of screenshots as puzzles in TOML.
  check     List and mark the mistakes on part-filled boards.
  hint      Explain the next steps on part-filled boards and in puzzle files.
  convert   Write a puzzle file in another format, or say what would be lost.
  draw      Draw a puzzle file with its hints: for paper, a page, a terminal.
  enter     Type a puzzle in, line by line; what cannot fit is told at once.
  make      Make a puzzle of a picture, and say whether it is unique and...
  katamino  Pack pentominoes, or other pieces, into a board; any packing...

Exit statuses:
  0    read, solved, and proved to be the only solution
  2    the command line does not fit, or an output cannot be written
  3    an input cannot be read
  4    no puzzle found in the picture
  5    hints in doubt
  6    no solution
  7    more than one solution
  8    mistakes on the board (check, hint)
  9    gave up at the time limit
  10   some of several inputs failed
  70   internal error
  130  interrupted
"""
