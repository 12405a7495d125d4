"""Moments as forms write them.

For instance 2026-05-30 20:05, 30.05.2026 20:05:11, 5/30/2026 8:05 PM, 2026/05/30 下午 8:05.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime

# Titles of the column that says when a row was handed in, folded.
TITLES = (
    "timestamp",
    "submitted at",
    "submitted",
    "handed in",
    "date",
    "time",
    "horodateur",
    "zeitstempel",
    "marca temporal",
    "informazioni cronologiche",
    "タイムスタンプ",
    "时间戳记",
    "時間戳記",
    "提交时间",
)
# A time as a file is called that is handed in: 2026-11-20T2014, 2026-11-20T20-14-33, 20261120_2014.
_STAMP = re.compile(
    r"(\d{4})-?(\d{2})-?(\d{2})[T_ -](\d{2})[.:h-]?(\d{2})(?:[.:-]?\d{2})?(?:\D.{0,80})?", re.DOTALL
)
_DATE = re.compile(r"\s*(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})")
_TIME = re.compile(r"(\d{1,2}):(\d{2})")
_LATER = re.compile(r"\bp\.?m\b|下午|午後|晚上", re.IGNORECASE)
_EARLIER = re.compile(r"\ba\.?m\b|上午|午前|凌晨", re.IGNORECASE)


def parse_moments(cells: Iterable[str]) -> list[str]:
    """Return each cell of a column as `2026-05-30 20:05`, or "" if it is no date and time.

    Whether day or month comes first is found from the whole column. If it can't be found, dates
    with slashes that begin with day or month become "".
    """
    dated_cells = [(cell, _DATE.match(cell)) for cell in cells]
    slashed = [
        (int(date[1]), int(date[3]))
        for _, date in dated_cells
        if date and date[2] == "/" and int(date[1]) < 32
    ]
    day_first = any(first > 12 for first, _ in slashed)
    month_first = any(second > 12 for _, second in slashed)
    order = ""
    if day_first != month_first:
        order = "dm" if day_first else "md"
    return [_parse_moment(cell, date, order) if date else "" for cell, date in dated_cells]


def parse_stamp(stem: str) -> str:
    """Return the time in the name of a file, as `2026-11-20 20:14`, or "" for any other name.

    `stem`: the name of the file without its ending.
    """
    found = _STAMP.fullmatch(stem)
    if found is None:
        return ""
    year, month, day, hour, minute = map(int, found.groups())
    try:
        return datetime(year, month, day, hour, minute).strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return ""


def _parse_moment(cell: str, date: re.Match[str], order: str) -> str:
    """Return the date and time in one cell, or "".

    `date`: the match of its date. `order`: `dm` or `md` for dates with slashes. It is "" if there
    is no such day, or if the order is needed and unknown.
    """
    first, second, third = int(date[1]), int(date[3]), int(date[4])
    if len(date[1]) == 4:
        year, month, day = first, second, third
    elif date[2] != "/" or order == "dm":
        year, month, day = third, second, first
    elif order == "md":
        year, month, day = third, first, second
    else:
        return ""
    rest = cell[date.end() :]
    time = _TIME.search(rest)
    hour, minute = (int(time[1]), int(time[2])) if time else (0, 0)
    if _LATER.search(rest) and hour < 12:
        hour += 12
    elif _EARLIER.search(rest) and hour == 12:
        hour = 0
    try:
        return datetime(year, month, day, hour, minute).strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return ""
