from .answers.many import OneOfMany as OneOfMany
from .answers.many import solve_many as solve_many
from .answers.progress import (
    Checked as Checked,
)
from .answers.progress import KataminoChecked as KataminoChecked
from .answers.progress import (
    check_screenshot as check_screenshot,
)
from .answers.progress import (
    hint_screenshot as hint_screenshot,
)
from .drawing.marks import mark_mistakes as mark_mistakes
from .drawing.marks import mark_steps as mark_steps
from .drawing.notebook import show as show
from .drawing.overlay import overlay as overlay
from .errors import ExitCode as ExitCode
from .errors import FixRefusedError as FixRefusedError
from .errors import GridNotFoundError as GridNotFoundError
from .errors import HintsUnreadableError as HintsUnreadableError
from .errors import InputTooLargeError as InputTooLargeError
from .errors import InputUnreadableError as InputUnreadableError
from .errors import MissingPartError as MissingPartError
from .errors import NoAnswerError as NoAnswerError
from .errors import OutputRefusedError as OutputRefusedError
from .errors import PicrosserError as PicrosserError
from .errors import ProblemNotFoundError as ProblemNotFoundError
from .errors import PuzzleFileError as PuzzleFileError
from .errors import TimeLimitError as TimeLimitError
from .formats.files import load_packing as load_packing
from .formats.files import load_puzzle as load_puzzle
from .formats.files import save_packing as save_packing
from .formats.files import save_puzzle as save_puzzle
from .formats.katamino_text import plain_board as plain_board
from .imaging.loading import load_image as load_image
from .imaging.pixels import Lattice as Lattice
from .looks.solve import read as read
from .looks.solve import solve_screenshot as solve_screenshot
from .packing.board_progress import BoardChecked as BoardChecked
from .packing.board_progress import check_board_progress as check_board_progress
from .packing.pack import Packed as Packed
from .packing.pack import count_packings as count_packings
from .packing.pack import pack as pack
from .packing.search import OutOfTimeError as OutOfTimeError
from .pipelines.hungry_cat import HungryCatSolved as HungryCatSolved
from .pipelines.katamino import KataminoSolved as KataminoSolved
from .pipelines.nonogram_solved import NonogramRead as NonogramRead
from .pipelines.nonogram_solved import NonogramSolved as NonogramSolved
from .pipelines.solved import Solved as Solved
from .puzzles.hungry_cat import CountHint as CountHint
from .puzzles.hungry_cat import HungryCat as HungryCat
from .puzzles.katamino import (
    Katamino as Katamino,
)
from .puzzles.katamino import (
    packing_violations as packing_violations,
)
from .puzzles.katamino import (
    parse_piece as parse_piece,
)
from .puzzles.nonogram import Nonogram as Nonogram
from .puzzles.nonogram import Run as Run
from .puzzles.nonogram import StatedRuns as StatedRuns
from .puzzles.picture import Picture as Picture
from .reading.hungry_cat.assemble import Reading as Reading
from .solving.deduce import deductions as deductions
from .solving.deduction import Deduction as Deduction
from .solving.outcome import Outcome as Outcome
from .solving.outcome import Status as Status
from .solving.reasoning import ContradictionError as ContradictionError
from .solving.solve import Counted as Counted
from .solving.solve import count_solutions as count_solutions
from .solving.solve import solve as solve
from .workers.pool import WorkerDiedError as WorkerDiedError
from .workers.pool import WorkersNotStartedError as WorkersNotStartedError

__version__: str
