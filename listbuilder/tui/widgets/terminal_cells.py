"""The width of text in terminal cells: Japanese and Chinese characters take two."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from listbuilder.i18n.terminal_width import cut_with_ellipsis as cut_with_ellipsis
from listbuilder.i18n.terminal_width import wrap_lines as wrap_lines

LEAST_WORD = 8  # cells of a column of words, as long as there is room


def pad_text(text: str, width: int, *, right: bool = False) -> str:
    """Return `text` cut or filled up to exactly `width` cells."""
    short = cut_with_ellipsis(text, width)
    space = " " * (width - cell_len(short))
    return space + short if right else short + space


def lay_out_columns(rows: Sequence[tuple[str, ...]], width: int, gap: int = 2) -> list[str]:
    """Return the rows of a table as lines of at most `width` cells, with numbers right-aligned.

    `gap`: the cells between columns. If the table is too wide, the widest columns of words are
    narrowed first, those of numbers last.
    """
    if not rows:
        return []
    count = max(len(row) for row in rows)
    cells = [[*row, *[""] * (count - len(row))] for row in rows]
    widths = [max(cell_len(row[column]) for row in cells) for column in range(count)]
    numeric = [
        all(len(row[column]) <= 6 for row in cells[1:]) and column > 0 for column in range(count)
    ]
    while sum(widths) + gap * (count - 1) > width and max(widths) > 4:
        wordy = [
            column for column in range(count) if not numeric[column] and widths[column] > LEAST_WORD
        ]
        widest = max(wordy or range(count), key=widths.__getitem__)
        widths[widest] -= 1
    return [
        (" " * gap)
        .join(
            pad_text(row[column], widths[column], right=numeric[column]) for column in range(count)
        )
        .rstrip()
        for row in cells
    ]
