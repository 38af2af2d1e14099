"""How long a person has waited: since the program was started, or since its last work began."""

from time import perf_counter

_began = perf_counter()


def begin() -> None:
    """A person begins to wait for other work, such as the next picture of a watched folder."""
    global _began
    _began = perf_counter()


def waited_s() -> float:
    """How many seconds a person has waited for the answer that is worked on."""
    return perf_counter() - _began
