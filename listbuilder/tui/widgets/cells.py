"""Text measured in terminal cells: Japanese and Chinese characters take two."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size

LEAST_WORD = 8  # cells of a column of words, as long as there is room
# What may not begin a line in Japanese and Chinese.
_NOT_FIRST = frozenset("、。，．・：；？！）」』】〉》…ーっゃゅょッャュョ%”’)")


def cut(text: str, width: int) -> str:
    """At most `width` cells; an ellipsis shows that something is missing."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…" if width > 1 else set_cell_size(text, max(width, 0))


def padded(text: str, width: int, *, right: bool = False) -> str:
    """Exactly `width` cells."""
    short = cut(text, width)
    space = " " * (width - cell_len(short))
    return space + short if right else short + space


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most `width` cells, broken between words, or between characters of scripts that have no spaces."""
    lines: list[str] = []
    current = ""
    for piece in _atoms(text):
        if cell_len(current) + cell_len(piece.rstrip()) <= width:
            current += piece
            continue
        if current.strip():
            lines.append(current.rstrip())
        current = piece
        while cell_len(current.rstrip()) > width:
            head = set_cell_size(current, width).rstrip() or current[:1]
            lines.append(head)
            current = current[len(head) :]
    if current.strip() or not lines:
        lines.append(current.rstrip())
    return lines


def _atoms(text: str) -> list[str]:
    """What is not broken: a word with the space behind it, or one wide character with what may not begin a line."""
    atoms: list[str] = []
    for char in text:
        wide = cell_len(char) > 1
        previous = atoms[-1] if atoms else ""
        joins_word = previous and not wide and not previous[-1].isspace() and cell_len(previous[-1]) == 1
        is_space = char.isspace()
        if previous and (joins_word or is_space or char in _NOT_FIRST):
            atoms[-1] += char
        else:
            atoms.append(char)
    return atoms


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
