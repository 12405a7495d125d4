"""Text cut and broken by terminal cells: Japanese and Chinese characters take two."""

from __future__ import annotations

from functools import lru_cache

from rich.cells import cell_len, set_cell_size

# What may not begin a line in Japanese and Chinese.
_NOT_FIRST = frozenset("、。，．・：；？！）」』】〉》…ーっゃゅょッャュョ%”’)")

_NOT_LAST = frozenset("（「『【《〈“‘")
_LEAST = 8  # cells: what is narrower cannot be read


def cut(text: str, width: int) -> str:
    """At most `width` cells; an ellipsis shows that something is missing."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…" if width > 1 else set_cell_size(text, max(width, 0))


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most `width` cells, broken between words, or between characters of scripts that have no spaces."""
    return list(_wrapped(text, width))


@lru_cache(maxsize=1024)  # a screen is drawn again after every key, and most of it says the same
def _wrapped(text: str, width: int) -> tuple[str, ...]:
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
    return tuple(lines)


def _atoms(text: str) -> list[str]:
    """What is not broken: a word with the space behind it, or one wide character with what may not begin a line."""
    atoms: list[str] = []
    for char in text:
        wide = cell_len(char) > 1
        previous = atoms[-1] if atoms else ""
        joins_word = previous and not wide and not previous[-1].isspace() and cell_len(previous[-1]) == 1
        is_space = char.isspace()
        if previous and (joins_word or is_space or char in _NOT_FIRST or previous[-1] in _NOT_LAST):
            atoms[-1] += char
        else:
            atoms.append(char)
    return atoms


def indented(text: str, width: int) -> list[str]:
    """The same of a line that stands further in: what does not fit goes on under it, and no line is a letter wide."""
    bare = text.lstrip(" ")
    inset = min(len(text) - len(bare), max(width - _LEAST, 0))
    return [" " * inset + line for line in wrapped(bare, max(width - inset, 1))]
