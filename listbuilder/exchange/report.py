"""A report of a wrong verdict: a text for people, with the list in it so that anybody can have the same verdict.

Its first line says what it is. Lines that begin with `| ` are the list as it stands in its file, lines with `= ` the same in
base64 (what is no text, or would not come through a chat unchanged); `sha256:` is that of the list.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Iterable

from listbuilder.model.bounds import LIST_BYTES
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.visible import visible

FIRST = "listbuilder report 1"
_TEXT, _BASE64, _SHA256 = "| ", "= ", "sha256: "
_WIDTH = 76


def written(told: Iterable[str], raw: bytes) -> str:
    lines = [FIRST, *(line if visible(line) == line else visible(line) for text in told for line in text.split("\n"))]
    return "\n".join([*lines, f"{_SHA256}{hashlib.sha256(raw).hexdigest()}", *_packed(raw)]) + "\n"


def _packed(raw: bytes) -> list[str]:
    if (text := _plain(raw)) is not None:
        return [f"{_TEXT}{line}" for line in text.split("\n")]
    letters = base64.b64encode(raw).decode()
    return [f"{_BASE64}{letters[start : start + _WIDTH]}" for start in range(0, len(letters), _WIDTH)]


def _plain(raw: bytes) -> str | None:
    """As text, if nothing on the way would change it: no strange characters, no line that ends in a space."""
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return None
    lines = text.split("\n")
    return text if all(line == visible(line) == line.rstrip() for line in lines) else None


def inside(raw: bytes, name: str) -> bytes:
    """The list in a report. One that was changed on the way is not the list whose verdict is in question."""
    lines = raw[: 3 * LIST_BYTES].decode(errors="replace").splitlines()
    stated = next((line.removeprefix(_SHA256).strip() for line in lines if line.startswith(_SHA256)), "")
    plain = [line[len(_TEXT) :] if len(line) > 1 else "" for line in lines if line.startswith(_TEXT.rstrip())]
    letters = "".join(line[len(_BASE64) :].strip() for line in lines if line.startswith(_BASE64))
    try:
        found = base64.b64decode(letters, validate=True) if letters else "\n".join(plain).encode()
    except binascii.Error:
        found = b""
    if hashlib.sha256(found).hexdigest() != stated:
        raise Unreadable([Problem(key="report_changed", file=name)])
    return found
