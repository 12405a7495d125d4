"""Text measured in terminal cells: Japanese and Chinese characters take two."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from listbuilder.store.cells import cut as cut
from listbuilder.store.cells import wrapped as wrapped

LEAST_WORD = 8  # cells of a column of words, as long as there is room


def padded(text: str, width: int, *, right: bool = False) -> str:
    """Exactly `width` cells."""
    short = cut(text, width)
    space = " " * (width - cell_len(short))
    return space + short if right else short + space


def columns(rows: Sequence[tuple[str, ...]], width: int, gap: int = 2) -> list[str]:
    """A table as lines: numbers to the right, the widest column of words gives way."""
    if not rows:
        return []
    count = max(len(row) for row in rows)
    cells = [[*row, *[""] * (count - len(row))] for row in rows]
    widths = [max(cell_len(row[i]) for row in cells) for i in range(count)]
    numeric = [all(len(row[i]) <= 6 for row in cells[1:]) and i > 0 for i in range(count)]
    while sum(widths) + gap * (count - 1) > width and max(widths) > 4:
        wordy = [i for i in range(count) if not numeric[i] and widths[i] > LEAST_WORD]  # numbers give way last
        widest = max(wordy or range(count), key=widths.__getitem__)
        widths[widest] -= 1
    return [(" " * gap).join(padded(row[i], widths[i], right=numeric[i]) for i in range(count)).rstrip() for row in cells]
