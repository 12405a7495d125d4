"""The form of a recovery file: the roster as it was opened, and every change since, one line each.

Each line carries a checksum of itself and of all before it. If that doesn't hold, something is
damaged, missing or in the wrong place, and the story ends there: what comes after it belongs to a
roster that can no longer be known. Files from before there were checksums are bare JSON and are
read as far as they go; lines with a checksum may follow.
"""

from __future__ import annotations

import base64
import zlib
from typing import Any, Literal

import msgspec

from listbuilder.model.edit import Edit


class Head(msgspec.Struct):
    """The first line: the roster as it was opened."""

    raw: str  # base64, for a roster need not be text
    path: str | None
    disk: str | None  # hash of the file as it was read
    pending: bool = False  # unsaved even without a change: a roster that has no file yet


class StoryLine(msgspec.Struct, omit_defaults=True):
    """A line of the recovery file about one step.

    The step is an edit, an undo, a redo, a whole new text, or a save.
    """

    op: Literal["do", "undo", "redo", "whole", "saved"]
    edit: Edit | None = None
    raw: str | None = None
    path: str | None = None
    disk: str | None = None
    # how much of what was done a save holds; changes made meanwhile stand before its line
    at: int | None = None


class Story(msgspec.Struct):
    """The part of a recovery file that can be trusted, and how much comes after it."""

    head: Head
    lines: list[StoryLine]
    lost: int = 0  # lines behind the last that can be believed
    crc: int = 0
    size: int = 0  # bytes of the whole file
    ended: bool = True  # by the end of a line

    @property
    def is_sound(self) -> bool:
        """True if no line is lost and the last line is complete, so that lines may be appended."""
        return not self.lost and self.ended

    def cut_to(self, count: int) -> Story:
        """Return the story with only its first `count` lines; the others are counted as lost."""
        gone = len(self.lines) - count
        if not gone:
            return self
        return msgspec.structs.replace(self, lines=self.lines[:count], lost=self.lost + gone)

    @property
    def unsaved(self) -> bool:
        """True if the recovery file holds changes, or a new roster, that were not saved."""
        if not self.lines:
            return self.head.pending
        return self.lines[-1].op != "saved" or self.count > 0

    @property
    def count(self) -> int:
        """The number of changes since the last save, as far as they can be recovered."""
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
        """The number of changes since the last save, including lines that are lost."""
        return self.count + self.lost


def encode_line(value: Head | StoryLine) -> bytes:
    """Return a line of the recovery file as JSON, without its checksum."""
    return msgspec.json.encode(value)


def can_be_encoded(line: StoryLine) -> bool:
    """Return whether the edit of `line` stays the same when written as JSON and read back.

    It may not, because YAML has keys and numbers that JSON doesn't have.
    """
    try:
        decoded = _LINE.decode(encode_line(line)).edit
    except (TypeError, ValueError, RecursionError):
        return False
    return repr(decoded) == repr(line.edit)  # 1, 1.0 and true are equal to each other


def format_line(payload: bytes, crc: int) -> tuple[bytes, int]:
    """Return the line as it is written to the file, and the checksum up to its end.

    `payload`: the line as JSON. `crc`: the checksum up to the line before.
    """
    crc = zlib.crc32(payload, crc)
    return b"%08x %s\n" % (crc, payload), crc


def read_story(content: bytes) -> Story | None:
    """Return the part of a recovery file that can be trusted; None if not even its first line.

    The number of lines after that part is counted as lost.
    """
    pieces = content.split(b"\n")
    ended = not pieces[-1]
    if ended:
        pieces.pop()
    story: Story | None = None
    crc, checked = 0, False
    for place, piece in enumerate(pieces):
        payload, value = _check_payload(piece, crc, checked), None
        if payload is not None:
            value = _decode_line(payload, _HEAD if story is None else _LINE)
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


def _check_payload(piece: bytes, crc: int, checked: bool) -> bytes | None:
    """Return a line without its checksum, or None if the checksum is wrong.

    `crc`: the checksum up to the line before. `checked`: an earlier line had a checksum, so a line
    without one is wrong.
    """
    if piece.startswith(b"{"):
        return None if checked else piece
    payload = piece[9:]
    return payload if piece[:9] == b"%08x " % zlib.crc32(payload, crc) else None


def _decode_line(payload: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:
    """Return the line as a `Head` or `StoryLine`, or None if it is damaged.

    It is damaged if it is not valid JSON of that kind, or lacks the edit or text that its kind of
    change needs.
    """
    try:
        value = decoder.decode(payload)
        if value.raw is not None:
            decode_base64(value.raw)
    except (ValueError, RecursionError):
        return None
    empty = {"do": "edit", "whole": "raw"}
    if isinstance(value, StoryLine) and getattr(value, empty.get(value.op, "op")) is None:
        return None
    return value


def encode_base64(raw: bytes) -> str:
    """Return `raw` in base64, as text that JSON can hold."""
    return base64.b64encode(raw).decode()


def decode_base64(text: str) -> bytes:
    """Return the bytes that `text` stands for. Raises ValueError if it is not base64."""
    return base64.b64decode(text, validate=True)
