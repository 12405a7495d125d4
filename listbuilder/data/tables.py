"""Tables that people keep: CSV with whatever mark between the cells."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TypeVar

from listbuilder.data.decoding import decode_text, find_first_wrong_byte
from listbuilder.model.limits import LIST_BYTES
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.safe_text import escape_hidden
from listbuilder.yamlio import reader

T = TypeVar("T")


def read_table(path: str) -> list[list[str]]:
    """Return all rows of the CSV file at `path`, with the head row. Raises Unreadable.

    Encoding and separator are guessed.
    """
    raw = reader.read_bytes(Path(path), LIST_BYTES)
    text = decode_text(raw)  # spreadsheets write what their machine is used to
    if text is None:
        line, column = find_first_wrong_byte(raw)
        raise Unreadable([Problem(key="not_utf8", file=path, line=line, column=column)])
    # So that one long cell is a list that is too long, and not the end of the table.
    csv.field_size_limit(LIST_BYTES)
    try:
        head = text[:4000].splitlines()[0]
        delimiter = csv.Sniffer().sniff(head, delimiters=",;\t|").delimiter
    except (csv.Error, IndexError):
        delimiter = csv.excel.delimiter
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        problem = Problem(key="json_damaged", args={"reason": str(error)}, file=path)
        raise Unreadable([problem]) from None


def make_safe_cell(value: T) -> T | str:
    """Return a text as a cell that no spreadsheet runs as a formula; other values unchanged.

    Invisible characters are made visible, because spreadsheets hide what a terminal obeys.
    """
    if not isinstance(value, str):
        return value
    text = escape_hidden(value)
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
