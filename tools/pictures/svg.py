"""Draw a screen of the builder as SVG, every character in its own cells, and read such a picture again.

Rich's own pictures give a text its length by the number of characters, so Japanese and Chinese, which take two cells each,
are squeezed on top of each other. Here wide characters are texts of their own, lines and blocks are drawn and not written,
and a sign that a font may have in another width stands alone in the middle of its cell. No font is loaded from anywhere.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from rich.cells import cell_len
from rich.color import blend_rgb
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style

CELL, LINE, FONT = 12, 25, 20  # pixels: a cell's width and height, and the letters in it
MARGIN, BAR = 10, 40
BACK, FORE = ColorTriplet(0x12, 0x12, 0x12), ColorTriplet(0xE0, 0xE0, 0xE0)
FONTS = "ui-monospace,Menlo,Consolas,DejaVu Sans Mono"
WIDE_FONTS = {
    "ja": "Hiragino Sans,Yu Gothic,Noto Sans CJK JP",
    "zh": "PingFang SC,Microsoft YaHei,Noto Sans CJK SC",
}
# Where the lines of a character go from the middle of its cell: left, right, up, down.
_BOXES = {
    "─": "lr",
    "│": "ud",
    "╭": "rd",
    "╮": "ld",
    "╰": "ru",
    "╯": "lu",
    "┌": "rd",
    "┐": "ld",
    "└": "ru",
    "┘": "lu",
}
_SOLID = {
    "█": 1.0,
    "░": 0.25,
    "▒": 0.5,
    "▓": 0.75,
    "▚": 0.6,
}  # how much of the cell is the letter's colour
_TEXT = re.compile(
    r'<text class="(\w+)" x="([\d.]+)" y="([\d.]+)"(?: textLength="(\d+)")?[^>]*>([^<]*)</text>'
)


class Run(msgspec.Struct, frozen=True):
    """Letters of one look that stand side by side in a line."""

    x: int  # cell
    text: str
    kind: str  # text, wide, sign or drawn


def runs(text: str, x: int) -> Iterator[Run]:
    """Split a piece of a line that begins at cell `x` into runs. Two spaces and more belong to none."""
    kind, start, letters = "", x, ""
    for letter in text:
        size = cell_len(letter)
        now = _kind(letter, size)
        goes_on = (
            size == 0
            or (now == kind and kind in ("text", "wide"))
            or (letter == " " and kind == "text")
        )
        if not goes_on:
            if letters.strip():
                yield Run(start, letters.rstrip(), kind)
            kind, start, letters = now, x, ""
        letters += letter
        x += size
        if letters.endswith("  "):
            if letters.strip():
                yield Run(start, letters.rstrip(), kind)
            kind, letters = "space", ""
    if letters.strip():
        yield Run(start, letters.rstrip(), kind)


def _kind(letter: str, size: int) -> str:
    if letter == " ":
        return "space"
    if letter in _BOXES or letter in _SOLID:
        return "drawn"
    return "wide" if size == 2 else "text" if letter < "\u02b0" else "sign"


def draw(lines: Sequence[Iterable[Segment]], size: tuple[int, int], lang: str, title: str) -> str:
    """Return the picture of a screen of `size` cells."""
    width, height = size[0] * CELL + 2 * MARGIN, size[1] * LINE + BAR + MARGIN
    looks: dict[str, str] = {}
    body: list[str] = []
    for y, line in enumerate(lines):
        body += _line(line, y, looks)
    fonts = ",".join(filter(None, (FONTS, WIDE_FONTS.get(lang), "monospace")))
    rules = "".join(f".{name}{{{rule}}}" for rule, name in looks.items())
    dots = "".join(
        f'<circle cx="{24 + 22 * n}" cy="20" r="7" fill="{color}"/>'
        for n, color in enumerate(("#ff5f57", "#febc2e", "#28c840"))
    )
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" xml:lang="{lang}" viewBox="0 0 {width} {height}" width="{width}">',
            f"<title>{html.escape(title)}</title>",
            f"<style>text{{font:{FONT}px {fonts}}}{rules}path{{fill:none;stroke-width:1.6}}</style>",
            f'<rect width="{width}" height="{height}" rx="9" fill="{BACK.hex}" stroke="#666"/>{dots}',
            f'<g transform="translate({MARGIN} {BAR})">',
            *body,
            "</g>",
            "</svg>",
            "",
        )
    )


def _line(line: Iterable[Segment], y: int, looks: dict[str, str]) -> Iterator[str]:
    """First what is behind the letters, then the letters: a background reaches over the next cell by a hair otherwise."""
    x, behind, letters = 0, [], []
    for segment in line:
        size = cell_len(segment.text)
        fore, back, style = _colors(segment.style)
        if back != BACK and size:
            behind.append((x, size, back.hex))
        letters += [(run, fore, style) for run in runs(segment.text, x)]
        x += size
    for start, size, ground in _joined(behind):
        yield f'<rect x="{start * CELL}" y="{y * LINE}" width="{size * CELL}" height="{LINE}" fill="{ground}"/>'
    for run, color, style in letters:
        yield (
            _drawn(run, y, color.hex)
            if run.kind == "drawn"
            else _written(run, y, _look(color.hex, style, run.kind, looks))
        )


def _joined(pieces: Iterable[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    found: list[tuple[int, int, str]] = []
    for start, size, color in pieces:
        if found and found[-1][2] == color and sum(found[-1][:2]) == start:
            found[-1] = (found[-1][0], found[-1][1] + size, color)
        else:
            found.append((start, size, color))
    return found


def _colors(style: Style | None) -> tuple[ColorTriplet, ColorTriplet, Style]:
    style = style or Style()
    fore = style.color.get_truecolor() if style.color and not style.color.is_default else FORE
    back = (
        style.bgcolor.get_truecolor(foreground=False)
        if style.bgcolor and not style.bgcolor.is_default
        else BACK
    )
    if style.reverse:
        fore, back = back, fore
    return (blend_rgb(fore, back, 0.4) if style.dim else fore), back, style


def _look(color: str, style: Style, kind: str, looks: dict[str, str]) -> str:
    rule = f"fill:{color}"
    rule += ";font-weight:700" if style.bold else ""
    rule += ";font-style:italic" if style.italic else ""
    rule += ";text-decoration:underline" if style.underline else ""
    rule += ";text-anchor:middle" if kind == "sign" else ""
    return looks.setdefault(rule, f"c{len(looks)}")


def _written(run: Run, y: int, look: str) -> str:
    cells = cell_len(run.text)
    x = run.x * CELL + (CELL / 2 if run.kind == "sign" else 0)
    length = "" if run.kind == "sign" else f' textLength="{cells * CELL}"'
    return f'<text class="{look}" x="{x:g}" y="{y * LINE + 19}"{length}>{html.escape(run.text, quote=False)}</text>'


def _drawn(run: Run, y: int, color: str) -> str:
    x, top, width = run.x * CELL, y * LINE, cell_len(run.text) * CELL
    letter = run.text[0]
    if letter in _SOLID:
        return f'<rect x="{x}" y="{top}" width="{width}" height="{LINE}" fill="{color}" fill-opacity="{_SOLID[letter]:g}"/>'
    middle, ends = (x + CELL / 2, top + LINE / 2), _BOXES[letter]
    to = {
        "l": (x, middle[1]),
        "r": (x + CELL, middle[1]),
        "u": (middle[0], top),
        "d": (middle[0], top + LINE),
    }
    first, second = (to[end] for end in ends)
    turn = "" if letter in "─│" else f"Q{middle[0]:g} {middle[1]:g} "
    return (
        f'<path d="M{first[0]:g} {first[1]:g} {turn}{second[0]:g} {second[1]:g}" stroke="{color}"/>'
    )


# --- reading ---


def read(picture: str) -> list[str]:
    """Return the lines of a picture as text, each run in its cells. Raise ValueError where one run is drawn over another."""
    rows: dict[int, list[tuple[int, int, str]]] = {}
    for _, x, y, length, escaped in _TEXT.findall(picture):
        text = html.unescape(escaped)
        cells = int(length) // CELL if length else cell_len(text)
        if cells != cell_len(text):
            raise ValueError(f"{text!r} takes {cell_len(text)} cells and was given {cells}")
        rows.setdefault((int(y) - 19) // LINE, []).append((int(float(x)) // CELL, cells, text))
    return [_row(sorted(rows.get(y, []))) for y in range(max(rows, default=-1) + 1)]


def _row(found: list[tuple[int, int, str]]) -> str:
    line, at = "", 0
    for x, cells, text in found:
        if x < at:
            raise ValueError(f"{text!r} is drawn over {line[-20:]!r}")
        line += " " * (x - at) + text
        at = x + cells
    return line
