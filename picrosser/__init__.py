"""Solve puzzles from screenshots: Hungry Cat Picross, nonograms and Katamino.

    import picrosser

    image = picrosser.load_image(Path("shot.png"))
    solved = picrosser.solve_screenshot(image)
    picrosser.overlay(image, solved.lattice, solved.outcome.picture).save("solved.png")

`__init__.pyi` lists the public names and the modules that define them. Each is imported when it is first
used: importing numpy alone takes longer than `picrosser --help`.
"""

from __future__ import annotations


def __getattr__(name: str) -> object:
    """Read the list of public names and return one of them.

    Only on first use: parsing takes about 6 ms, half of a bare Python's start, and the
    command line never needs it.
    """
    import lazy_loader

    attached = lazy_loader.attach_stub(__name__, __file__)
    globals().update(zip(("__getattr__", "__dir__", "__all__"), attached, strict=True))
    return globals()[name] if name == "__all__" else attached[0](name)


def __dir__() -> list[str]:
    return list(__getattr__("__all__"))
