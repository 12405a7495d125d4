"""Write and read a report of a wrong verdict: a text for people, with the list in it.

So anybody can have the same verdict. Its first line says what it is. Lines that begin with `| ` are
the list as it stands in its file, lines with `= ` the same in base64 (what is no text, or would not
come through a chat unchanged); `sha256:` is that of the list.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Iterable

from listbuilder.model.limits import LIST_BYTES
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.safe_text import escape_hidden

FIRST = "listbuilder report 1"
_TEXT, _BASE64, _SHA256 = "| ", "= ", "sha256: "
_WIDTH = 76


def write_report(texts: Iterable[str], raw: bytes) -> str:
    """Return the text of a report: a first line, `texts`, the list's hash, and the list.

    `raw` is the list's file. Invisible characters in `texts` are written out.
    """
    lines = [FIRST]
    for text in texts:
        lines += map(escape_hidden, text.split("\n"))
    lines.append(f"{_SHA256}{hashlib.sha256(raw).hexdigest()}")
    lines += _pack_list(raw)
    return "\n".join(lines) + "\n"


def _pack_list(raw: bytes) -> list[str]:
    """Return the list as lines of a report: as text if safe to send, else in base64."""
    if (text := _read_as_text(raw)) is not None:
        return [f"{_TEXT}{line}" for line in text.split("\n")]
    letters = base64.b64encode(raw).decode()
    return [
        f"{_BASE64}{letters[start : start + _WIDTH]}" for start in range(0, len(letters), _WIDTH)
    ]


def _read_as_text(raw: bytes) -> str | None:
    """Return the list as text, or None if it is no text or might be changed while it is sent.

    Invisible characters, and spaces at the end of lines, might be changed.
    """
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return None
    lines = text.split("\n")
    return text if all(line == escape_hidden(line) == line.rstrip() for line in lines) else None


def extract_list(raw: bytes, name: str) -> bytes:
    """Return the list that the report in `raw` holds.

    Raises Unreadable if the list doesn't have the stated hash. Why: it was changed on the way, so
    it is not the list whose verdict is in question.
    """
    stated: str | None = None
    letters = ""
    plain: list[str] = []
    for line in raw[: 3 * LIST_BYTES].decode(errors="replace").splitlines():
        if line.startswith(_SHA256):
            if stated is None:
                stated = line.removeprefix(_SHA256).strip()
        elif line.startswith(_BASE64):
            letters += line[len(_BASE64) :].strip()
        elif line.startswith(_TEXT.rstrip()):  # an empty line may have lost its blank
            plain.append(line[len(_TEXT) :])
    try:
        content = base64.b64decode(letters, validate=True) if letters else "\n".join(plain).encode()
    except binascii.Error:
        content = b""
    if hashlib.sha256(content).hexdigest() != stated:
        raise Unreadable([Problem(key="report_changed", file=name)])
    return content
