"""The rows of a table of Battle Profiles whose columns are kept apart by spaces.

A cell that is wrapped stands on several lines around the line with the numbers of its row, so that
a line between two rows may belong to either. It goes where the cells are most evenly centred and
look whole; where two ways are equally good, the cells are marked as doubtful.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import msgspec

Cells = dict[str, str]
"""The text of each column of a row or of a line, by the key of the column."""


class Row(msgspec.Struct, frozen=True):
    """One row: the text of each column, and the columns whose text may be another row's."""

    cells: dict[str, str]
    line: int
    doubtful: frozenset[str] = frozenset()


_POINTS = re.compile(r"(\d{1,4})(?:\s*\([+\-–−±]?\s*\d+\))?")
_SIZE = re.compile(r"\d{1,2}")
_BASE_SIZE = r"(?:\d+(?:\.\d+)?(?:\s*[×x]\s*\d+(?:\.\d+)?)?\s*mm(?:\s*\[\d+\])?|Use models?)"
BASE_SIZES = re.compile(
    rf"{_BASE_SIZE}(?:(?:,\s*(?:\.\s*)?|\s+or\s+|\s*[/+]\s*|\s+){_BASE_SIZE})*"
    r"(?:\.\s*Champion is \d+mm\.?)?",
    re.I,
)
SENTENCE = re.compile(
    r"\b(?:This (?:Hero|unit|Regiment of Renown)|You (?:can|cannot)|Previously)\b"
)
_FACTIONS = "can be included in the following factions"
_MOST_BLANK = 2  # blank lines after which text is no longer part of the table above
_LONGEST_GAP = 40  # lines between two rows; more is no wrapped cell


def squeeze(text: str) -> str:
    """Return the letters of `text` in upper case, without spaces and signs.

    Why: some documents print headings letter by letter, as in "H E R O E S".
    """
    return "".join(char for char in text if char.isalpha()).upper()


class Segment(msgspec.Struct, frozen=True):
    """A piece of a line between two wide gaps, and where it starts and ends."""

    start: int
    end: int
    text: str


def split_segments(line: str) -> list[Segment]:
    """Return the pieces of `line` that two or more spaces keep apart."""
    found = re.finditer(r"\S+(?: \S+)*", line)
    return [Segment(piece.start(), piece.end(), piece.group()) for piece in found]


def is_title(line: str) -> bool:
    """Return whether a line is the title of a section: capitals only, one piece."""
    letters = squeeze(line)
    return (
        len(letters) >= 4
        and line == line.upper()
        and not any(char.isdigit() for char in line)
        and len(split_segments(line.strip())) == 1
    )


# --- rows ---


def read_columns(
    columns: list[tuple[str, Segment]], body: list[str], line: int
) -> tuple[list[Row], list[str]]:
    """Return the rows of the table with these `columns`, and the text that belongs to no row.

    `body` are the lines below the header, and `line` is the number of lines above them. If no line
    has the numbers of a row, there are no rows, and the first lines are returned as such text.
    """
    borders = _find_borders(columns, body)
    keys = [key for key, _ in columns]
    lines: list[Cells | None] = []  # None: an empty line
    for part in body:
        if not part.strip() or is_title(part) or part.strip().isdigit():  # a page's number
            lines.append(None)
        else:
            lines.append(_cut_cells(part, keys, borders))
    anchors = [place for place, cells in enumerate(lines) if cells and _is_anchor(cells, keys)]
    if not anchors:
        return [], [" ".join(part.split()) for part in body if part.strip()][:3]
    last = _find_last_line(lines, anchors[-1])
    bounds = [0, *anchors, last + 1]
    gaps = [lines[bounds[number] + (number > 0) : end] for number, end in enumerate(bounds[1:])]
    grid = _Grid(keys, [lines[place] or {} for place in anchors], gaps)
    cuts, doubtful = _assign_lines(grid, 0)
    lean = _find_lean(grid, cuts, doubtful)
    if lean:
        cuts, doubtful = _assign_lines(grid, lean)
    rows: list[Row] = []
    for row, place in enumerate(anchors):
        cells = {key: grid.get_cell(key, row, cuts[row], cuts[row + 1]) for key in keys}
        rows.append(Row(cells, line + place + 1, frozenset(doubtful[row])))
    return rows, []


def _find_borders(columns: list[tuple[str, Segment]], body: list[str]) -> list[int]:
    """Return where each column but the first begins: where the fewest lines have text.

    The border between two columns is searched between the middles of their headings. If several
    places are equally good, it is the middle of the widest gap.
    """
    borders: list[int] = []
    for (_, left), (_, right) in pairwise(columns):
        low, high = (left.start + left.end) // 2, (right.start + right.end + 1) // 2
        counts = [sum(_has_text_at(part, place) for part in body) for place in range(low, high + 1)]
        fewest = min(counts, default=0)
        best, run = (0, low), 0
        for offset, count in enumerate([*counts, fewest + 1]):
            if count == fewest:
                run += 1
            else:
                if run > best[0]:
                    best = (run, low + offset - run // 2)
                run = 0
        borders.append(best[1])
    return borders


def _has_text_at(line: str, place: int) -> bool:
    """Return whether `place` is inside of a piece of text: a letter, or one space between words."""
    if place >= len(line):
        return False
    return line[place] != " " or (
        0 < place < len(line) - 1 and "  " not in line[place - 1 : place + 2]
    )


def _cut_cells(line: str, keys: list[str], borders: list[int]) -> Cells:
    """Return the text of each column in a line.

    `keys` are the columns, and `borders` are the places between them. A piece of text that crosses
    a border is cut there, or belongs to the column with most of it.
    """
    cells: dict[str, list[str]] = {}
    edges = [0, *borders, max(len(line), (borders or [0])[-1]) + 1]
    for segment in split_segments(line):
        widths = [
            min(segment.end, edges[place + 1]) - max(segment.start, edges[place])
            for place in range(len(keys))
        ]
        touched = [place for place, width in enumerate(widths) if width > 0]
        if len(touched) > 1:
            pieces = list(_cut_segment(segment, edges, touched))
        else:
            pieces = [(touched[0], segment.text)] if touched else []
        for place, text in pieces:
            cells.setdefault(keys[place], []).append(text)
    return {key: " ".join(parts) for key, parts in cells.items()}


def _cut_segment(
    segment: Segment, edges: list[int], touched: list[int]
) -> Iterator[tuple[int, str]]:
    """Yield (column, text) for a piece of text that crosses borders, cut at the space at each.

    `edges` are where the columns begin and end, and `touched` are the columns that it is in. If a
    border runs through a word, the whole piece belongs to the column with most of it.
    """
    cuts = [edges[place + 1] - segment.start for place in touched[:-1]]
    if all(any(segment.text[at : at + 1] == " " for at in (cut - 1, cut)) for cut in cuts):
        start = 0
        for place, cut in zip(touched, [*cuts, len(segment.text)], strict=True):
            yield place, segment.text[start:cut].strip()
            start = cut
        return
    widths = {
        place: min(segment.end, edges[place + 1]) - max(segment.start, edges[place])
        for place in touched
    }
    yield max(touched, key=lambda place: widths[place]), segment.text


def _is_anchor(cells: Cells, keys: list[str]) -> bool:
    """Return whether a line has the numbers of a row: its points, and its size if there is one."""
    if not _POINTS.fullmatch(cells.get("points", "")):
        return False
    return "size" not in keys or bool(_SIZE.fullmatch(cells.get("size", "")))


def _find_last_line(lines: list[Cells | None], last_anchor: int) -> int:
    """Return the last line of the last row, whose numbers are on the line `last_anchor`.

    Text after several empty lines, or too far below, doesn't belong to the table any more.
    """
    last = last_anchor
    blank = 0
    for place in range(last_anchor + 1, len(lines)):
        blank = blank + 1 if lines[place] is None else 0
        if blank >= _MOST_BLANK or place - last_anchor > _LONGEST_GAP:
            break
        last = place
    return last


# What a row costs with a cut above it and a cut below it.
_RowCosts = dict[tuple[int, int], int]


class _Grid(msgspec.Struct):
    """The lines of a table: those with the numbers of a row, and the gaps between them."""

    keys: list[str]
    own: list[Cells]
    gaps: list[list[Cells | None]]  # None: an empty line

    def list_lines(self, key: str, row: int, above: int, below: int) -> list[str | None]:
        """Return the lines of the cell in column `key` of a row; None for an empty line.

        `above` and `below` are the cuts of the gaps around the row: its own part of each.
        """
        lines = [*self.gaps[row][above:], self.own[row], *self.gaps[row + 1][:below]]
        return [None if cells is None else cells.get(key, "") for cells in lines]

    def get_cell(self, key: str, row: int, above: int, below: int) -> str:
        """Return the text of the cell in column `key` of a row, with the cuts of `list_lines`."""
        return join_lines(self.list_lines(key, row, above, below))

    def list_cuts(self, gap: int) -> list[int]:
        """Return where a gap can be cut between the row above and the row below.

        The gap before the first row and the one after the last row belong whole to these rows.
        """
        lines = self.gaps[gap]
        if gap in (0, len(self.own)):
            return [0 if gap == 0 else len(lines)]
        # a cut after an empty line is the same as before it
        return [cut for cut in range(len(lines) + 1) if cut == 0 or lines[cut - 1] is not None]


def _assign_lines(grid: _Grid, lean: int) -> tuple[list[int], list[set[str]]]:
    """Return where each gap between rows is cut, and the doubtful columns of each row.

    Each cut has a cost (see `_rate_row`), and the cuts with the lowest sum over all rows are taken.
    A column is doubtful if other cuts with the same sum would give it another text. `lean`: see
    `_find_lean`; 0 if unknown.
    """
    count = len(grid.own)
    cuts = [grid.list_cuts(gap) for gap in range(count + 1)]
    costs = [
        {
            (above, below): _rate_row(grid, row, above, below, lean)
            for above in cuts[row]
            for below in cuts[row + 1]
        }
        for row in range(count)
    ]
    before = _sum_costs_before(cuts, costs)
    after = _sum_costs_after(cuts, costs)
    best = min(before[count].values())
    chosen: list[int] = []
    doubtful: list[set[str]] = [set() for _ in range(count)]
    for gap in range(count + 1):
        equal = [cut for cut in cuts[gap] if before[gap][cut] + after[gap][cut] == best]
        fitting = equal
        if chosen:  # keep to one way, where several are as cheap
            so_far = before[gap - 1][chosen[-1]]
            fitting = [
                cut
                for cut in equal
                if so_far + costs[gap - 1][chosen[-1], cut] + after[gap][cut] == best
            ]
        chosen.append(fitting[0])
        for key in grid.keys:
            texts = {
                join_lines([(cells or {}).get(key) for cells in grid.gaps[gap][:cut]])
                for cut in equal
            }
            if len(texts) > 1:
                doubtful[gap - 1].add(key)
                doubtful[gap].add(key)
    return chosen, doubtful


def _sum_costs_before(cuts: list[list[int]], costs: list[_RowCosts]) -> list[dict[int, int]]:
    """Return for each cut of each gap the lowest cost of all rows above it."""
    before = [dict.fromkeys(cuts[0], 0)]
    for row, row_costs in enumerate(costs):
        sums: dict[int, int] = {}
        for below in cuts[row + 1]:
            sums[below] = min(before[row][above] + row_costs[above, below] for above in cuts[row])
        before.append(sums)
    return before


def _sum_costs_after(cuts: list[list[int]], costs: list[_RowCosts]) -> list[dict[int, int]]:
    """Return for each cut of each gap the lowest cost of all rows below it."""
    after = [dict.fromkeys(cuts[-1], 0)]
    for row in reversed(range(len(costs))):
        sums: dict[int, int] = {}
        for above in cuts[row]:
            sums[above] = min(after[0][below] + costs[row][above, below] for below in cuts[row + 1])
        after.insert(0, sums)
    return after


def _find_lean(grid: _Grid, cuts: list[int], doubtful: list[set[str]]) -> int:
    """Return on which side of the numbers of its row a cell of two lines has its other line.

    1: below the numbers; -1: above them; 0: sometimes one and sometimes the other, or unknown. Only
    cells that are not doubtful count, and at least three of them have to agree.
    """
    counts = {1: 0, -1: 0}
    for row, keys in enumerate(doubtful):
        for key in grid.keys:
            if key in keys or not grid.own[row].get(key):
                continue
            over, under = _count_lines(grid, key, row, cuts[row], cuts[row + 1])
            if over + under == 1:
                counts[under - over] += 1
    for lean in (1, -1):
        if counts[lean] >= 3 and not counts[-lean]:
            return lean
    return 0


def _count_lines(grid: _Grid, key: str, row: int, above: int, below: int) -> tuple[int, int]:
    """Return how many lines of a cell are above and below the line with its row's numbers."""
    over = [cells for cells in grid.gaps[row][above:] if cells and cells.get(key)]
    under = [cells for cells in grid.gaps[row + 1][:below] if cells and cells.get(key)]
    return len(over), len(under)


def join_lines(lines: list[str | None]) -> str:
    """Return the lines of a cell as one text; after a hyphen at the end no space is added."""
    text = ""
    for line in lines:
        if line:
            is_open = re.search(r"\w-$", text) is not None and line[0].isalnum()
            text += line if is_open or not text else f" {line}"
    return text


_OPTION = re.compile(r"Any|\d|None|.*\(required")
_UNFINISHED = re.compile(r"(?:,|\b(?:of|on|the|with|and|a|an|in|or|Any|as|from|to)|[-–])$")


def _rate_row(grid: _Grid, row: int, above: int, below: int, lean: int) -> int:
    """Return the cost of cutting the gaps around a row at `above` and `below`.

    The higher, the less likely these lines are one row; 0 if nothing speaks against it.
    """
    inner = grid.gaps[row][above:]
    while inner and inner[0] is None:
        inner.pop(0)
    outer = grid.gaps[row + 1][:below]
    while outer and outer[-1] is None:
        outer.pop()
    cost = 40 * sum(part is None for part in [*inner, *outer])  # empty lines stand between rows
    for key in grid.keys:
        over, under = _count_lines(grid, key, row, above, below)
        if not grid.own[row].get(key):
            cost += 16 * abs(over - under)
        elif abs(over - under) > 1:
            cost += 16 * (abs(over - under) - 1)
        elif lean and under - over == -lean:
            cost += 1
        cost += _rate_text(key, grid.get_cell(key, row, above, below), over + under > 0)
    return cost


def _rate_text(key: str, cell: str, is_wrapped: bool) -> int:
    """Return the cost of the text `cell` as the whole of a cell in the column `key`.

    It is high for text that begins or ends in the middle of a sentence, and for text without the
    form of its column. `is_wrapped`: the cell has several lines.
    """
    if not cell:
        return 0
    cost = 0
    if cell[0].islower() or cell[0] in ",.)]":
        cost += 24
    if _UNFINISHED.search(cell):
        cost += 24
    if key == "notes" and (not SENTENCE.match(cell) or not cell.endswith(".")):
        cost += 6
    if key == "notes" and cell.count(_FACTIONS) != (_FACTIONS.split()[-1] in cell):
        cost += 48
    if key == "options" and is_wrapped and not _OPTION.match(cell):
        cost += 12
    if key == "base" and not BASE_SIZES.fullmatch(cell):
        cost += 12
    if key == "summary" and is_wrapped and not cell.startswith("•"):
        cost += 12
    return cost
