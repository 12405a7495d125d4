"""Text measured, cut and broken by terminal cells: Japanese and Chinese characters take two.

Nothing here loads rich for the letters of the three languages: `check` prints its verdict without
it. Emoji, accents that stand alone and other scripts are left to rich, whose tables know them all.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

# Characters of one and of two cells, by their code. The tables of rich say the same
# (tests/i18n/test_cells.py).
_NARROW = (
    "\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0377\u037a-\u037f\u0384-\u038a\u038e-\u03a1"
    "\u03a3-\u0482\u048a-\u052f"
    "\u2010-\u2027\u2030-\u205e\u2190-\u2199\u2200-\u22ff\u2500-\u257f\u25a0-\u25a1\u2713-\u2718"
)
_WIDE = (
    "\u3000-\u3029\u3030-\u303e\u3041-\u3096\u309b-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
    "\uf900-\ufa6d\ufa70-\ufad9\uff01-\uff60"
)

# What may not begin a line in Japanese and Chinese.
_NOT_FIRST = frozenset("、。，．・：；？！）」』】〉》…ーっゃゅょッャュョ%”’)")

_NOT_LAST = frozenset("（「『【《〈“‘")
_LEAST = 8  # cells: what is narrower cannot be read


@cache
def _list_narrow() -> frozenset[str]:
    """Return every character that takes one cell."""
    ranges = re.findall("(.)-(.)", _NARROW)
    return frozenset(
        chr(code) for first, last in ranges for code in range(ord(first), ord(last) + 1)
    )


@cache
def _make_wide_pattern() -> re.Pattern[str]:
    """Return the pattern of a character that takes two cells.

    Made when it is first needed: it takes longer than the rest of a verdict in English.
    """
    return re.compile(f"[{_WIDE}]")


@cache
def _make_other_pattern() -> re.Pattern[str]:
    """Return the pattern of a character that is left to rich. Made when it is first needed."""
    return re.compile(f"[^{_NARROW}{_WIDE}]")


def _is_narrow(text: str) -> bool:
    """Return whether every character of `text` takes one cell."""
    return text.isascii() or _list_narrow().issuperset(text)


def count_cells(text: str) -> int:
    """Return how many terminal cells a text takes."""
    if _is_narrow(text):
        return len(text)
    if _make_other_pattern().search(text) is None:
        return len(text) + len(_make_wide_pattern().findall(text))
    from rich.cells import cell_len as measured

    return measured(text)


def cut_to_cells(text: str, width: int) -> str:
    """Return the longest beginning of `text` that fits into `width` terminal cells."""
    if _is_narrow(text):
        return text[: max(width, 0)]
    if _make_other_pattern().search(text) is None:
        used = 0
        for place, character in enumerate(text):
            used += 2 if _make_wide_pattern().match(character) else 1
            if used > width:
                return text[:place]
        return text
    from rich.cells import set_cell_size

    return text if count_cells(text) <= width else set_cell_size(text, max(width, 0))


def cut_with_ellipsis(text: str, width: int) -> str:
    """Return `text` in at most `width` cells; an ellipsis shows that something is missing."""
    if count_cells(text) <= width:
        return text
    if width > 1:
        return cut_to_cells(text, width - 1).rstrip() + "…"
    return cut_to_cells(text, width).ljust(width)


def wrap_lines(text: str, width: int) -> list[str]:
    """Return `text` in lines of at most `width` cells.

    It is broken between words, or between characters of scripts that have no spaces.
    """
    return list(_wrap_cached(text, width))


@lru_cache(maxsize=1024)  # a screen is drawn again after every key, and most of it says the same
def _wrap_cached(text: str, width: int) -> tuple[str, ...]:
    """Return the lines of `wrap_lines` from a cache.

    Why: the screen is drawn again after every key, and most of it is unchanged.
    """
    lines: list[str] = []
    current = ""
    for piece in _split_atoms(text):
        if count_cells(current) + count_cells(piece.rstrip()) <= width:
            current += piece
            continue
        if current.strip():
            lines.append(current.rstrip())
        current = piece
        while count_cells(current.rstrip()) > width:
            head = cut_to_cells(current, width).rstrip() or current[:1]
            lines.append(head)
            current = current[len(head) :]
    if current.strip() or not lines:
        lines.append(current.rstrip())
    return tuple(lines)


def _split_atoms(text: str) -> list[str]:
    """Return `text` in the parts between which a line may be broken.

    A part is a word with the space after it, or one wide character with signs that may not begin a
    line.
    """
    if text.isascii():
        return re.findall(r"\S*\s+|\S+", text)
    atoms: list[str] = []
    for char in text:
        wide = count_cells(char) > 1
        previous = atoms[-1] if atoms else ""
        joins_word = (
            previous and not wide and not previous[-1].isspace() and count_cells(previous[-1]) == 1
        )
        is_space = char.isspace()
        if previous and (joins_word or is_space or char in _NOT_FIRST or previous[-1] in _NOT_LAST):
            atoms[-1] += char
        else:
            atoms.append(char)
    return atoms


def wrap_indented(text: str, width: int) -> list[str]:
    """Return `text` in lines of at most `width` cells, all indented like the first.

    If little room is left, the indentation is made smaller, so that no line is only a letter wide.
    """
    bare = text.lstrip(" ")
    inset = min(len(text) - len(bare), max(width - _LEAST, 0))
    return [" " * inset + line for line in wrap_lines(bare, max(width - inset, 1))]
