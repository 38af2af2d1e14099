"""Plot solving time, on a logarithmic scale, against the size of the board; needs matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import matplotlib.pyplot as plt

Point = tuple[str, int, float]
"""The series' name, the board's side, seconds."""


def draw_growth(points: Sequence[Point], path: Path) -> None:
    """Draw one line per series from points (series, side, seconds)."""
    figure, axes = plt.subplots(figsize=(9, 5.5), layout="constrained")
    for name in dict.fromkeys(series for series, _, _ in points):
        own = [(side, seconds) for series, side, seconds in points if series == name]
        style = "--" if "z3" in name else "-"
        axes.plot(*zip(*own, strict=True), style, marker="o", markersize=4, label=name)
    axes.set_yscale("log")
    axes.set_xlabel("cells a side")
    axes.set_ylabel("seconds to a proof or a second solution (median)")
    axes.set_xticks(sorted({side for _, side, _ in points}))
    axes.grid(visible=True, which="major", alpha=0.4)
    axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.01, 1))
    figure.savefig(path, dpi=120)
    plt.close(figure)
