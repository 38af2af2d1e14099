"""The listener that does nothing: what functions call with their progress unless the caller gives another."""


class _Ignore:
    """Unlike a function, it is called by its name in the signatures that `help()` shows."""

    def __call__(self, _: object) -> None:
        """Listen to nothing."""

    def __repr__(self) -> str:
        return "ignore"


ignore = _Ignore()
