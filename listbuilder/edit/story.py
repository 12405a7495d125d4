"""How a recovery file is written: what a roster was when it was opened, and every change since, one line each.

Each line carries a checksum of itself and of all before it. Where that does not hold, something is damaged, missing or
in the wrong place, and the story ends there: what stands behind it belongs to a roster that can no longer be known.
Files from before there were checksums are bare JSON and are read as far as they go; lines with a checksum may follow.
"""

from __future__ import annotations

import base64
import zlib
from typing import Any, Literal

import msgspec

from listbuilder.model.edit import Edit


class Head(msgspec.Struct):
    """The first line."""

    raw: str  # base64, for a roster need not be text
    path: str | None
    disk: str | None  # hash of the file as it was read
    pending: bool = False  # unsaved even without a change: a roster that has no file yet


class StoryLine(msgspec.Struct, omit_defaults=True):
    """A change: an edit, one taken back, one made again, a whole new text, or a save."""

    op: Literal["do", "undo", "redo", "whole", "saved"]
    edit: Edit | None = None
    raw: str | None = None
    path: str | None = None
    disk: str | None = None
    at: int | None = None  # how much of what was done a save holds; changes made meanwhile stand before its line


class Story(msgspec.Struct):
    """What can be believed of a recovery file."""

    head: Head
    lines: list[StoryLine]
    lost: int = 0  # lines behind the last that can be believed
    crc: int = 0
    size: int = 0  # bytes of the whole file
    ended: bool = True  # by the end of a line

    @property
    def sound(self) -> bool:
        """More may be written behind it."""
        return not self.lost and self.ended

    def upto(self, count: int) -> Story:
        """As if everything behind so many lines were damaged."""
        gone = len(self.lines) - count
        return msgspec.structs.replace(self, lines=self.lines[:count], lost=self.lost + gone) if gone else self

    @property
    def unsaved(self) -> bool:
        if not self.lines:
            return self.head.pending
        return self.lines[-1].op != "saved" or self.count > 0

    @property
    def count(self) -> int:
        """Changes since the last save."""
        done = count = 0
        for line in self.lines:
            if line.op != "saved":
                done += -1 if line.op == "undo" else 1
                count += 1
            elif line.at is None:
                count = 0
            elif line.at >= 0:
                count = max(done - line.at, 0)
        return count

    @property
    def all(self) -> int:
        """The same with what was lost."""
        return self.count + self.lost


def encode(value: Head | StoryLine) -> bytes:
    return msgspec.json.encode(value)


def survives(line: StoryLine) -> bool:
    """Whether JSON gives back what was put in: YAML knows keys and numbers that JSON does not."""
    try:
        return _same(_LINE.decode(encode(line)).edit, line.edit)
    except (TypeError, ValueError, RecursionError):
        return False


def _same(one: Edit | None, other: Edit | None) -> bool:
    return repr(one) == repr(other)  # 1, 1.0 and true are equal to each other


def framed(payload: bytes, crc: int) -> tuple[bytes, int]:
    """The line as it is written, and the checksum up to its end."""
    crc = zlib.crc32(payload, crc)
    return b"%08x %s\n" % (crc, payload), crc


def read(content: bytes) -> Story | None:
    """As much of it as can be believed; None if not even its beginning can."""
    pieces = content.split(b"\n")
    ended = not pieces[-1]
    if ended:
        pieces.pop()
    story: Story | None = None
    crc, checked = 0, False
    for place, piece in enumerate(pieces):
        payload = _payload(piece, crc, checked)
        value = _decoded(payload, _HEAD if story is None else _LINE) if payload is not None else None
        if payload is None or value is None:
            if story is not None:
                story.lost = len(pieces) - place
            break
        crc, checked = zlib.crc32(payload, crc), checked or payload is not piece
        if story is None:
            story = Story(value, [], crc=crc, size=len(content), ended=ended)
        else:
            story.lines.append(value)
            story.crc = crc
    return story


_HEAD = msgspec.json.Decoder(Head)
_LINE = msgspec.json.Decoder(StoryLine)


def _payload(piece: bytes, crc: int, checked: bool) -> bytes | None:
    """A line without its checksum, or None where that is wrong."""
    if piece.startswith(b"{"):
        return None if checked else piece
    payload = piece[9:]
    return payload if piece[:9] == b"%08x " % zlib.crc32(payload, crc) else None


def _decoded(payload: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:
    try:
        value = decoder.decode(payload)
        if value.raw is not None:
            unpack(value.raw)
    except (ValueError, RecursionError):
        return None
    empty = {"do": "edit", "whole": "raw"}
    if isinstance(value, StoryLine) and getattr(value, empty.get(value.op, "op")) is None:
        return None
    return value


def pack(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def unpack(text: str) -> bytes:
    """Raises ValueError."""
    return base64.b64decode(text, validate=True)
