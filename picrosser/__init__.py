"""Solve puzzles from screenshots: Hungry Cat Picross, nonograms and Katamino.

    import picrosser

    solved = picrosser.solve_screenshot("shot.png")
    if not solved.doubts:
        solved.save("solved.png")

`__init__.pyi` lists the public names and the modules that define them. Each is imported when it is first
used: importing numpy alone takes longer than `picrosser --help`.
"""

from __future__ import annotations


def __getattr__(name: str) -> object:
    """Return a public name, or the version of the installed package.

    The list of public names is read on first use: parsing it takes about 6 ms, half of a bare Python's start,
    and the command line never needs it. From then on notebooks draw the values.
    """
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("picrosser")
        except PackageNotFoundError:  # run from a checkout that is not installed
            return "0+unknown"
    if "__all__" not in globals():
        import lazy_loader

        from picrosser.puzzles.displayed import draw_with

        draw_with(_notebook)
        attached = lazy_loader.attach_stub(__name__, __file__)
        globals().update(zip(("_attached", "_", "__all__"), attached, strict=True))
    return globals()["__all__"] if name == "__all__" else globals()["_attached"](name)


def __dir__() -> list[str]:
    return [*__getattr__("__all__"), "__version__"]


def _notebook() -> object:
    from picrosser.drawing import notebook

    return notebook
