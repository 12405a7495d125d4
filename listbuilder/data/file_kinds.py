"""The kind of a file that is no text, by how it begins.

Whoever hands in a picture is told so, and what to hand in instead.
"""

from __future__ import annotations

import re

from listbuilder.model.problem import Problem
from listbuilder.model.safe_text import quote_for_shell

_BEGINS = (
    (b"\x89PNG\r\n\x1a\n", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"GIF8", "picture"),
    (b"BM", "picture"),
    (b"II*\0", "picture"),
    (b"MM\0*", "picture"),
    (b"%PDF-", "pdf"),
    (b"{\\rtf", "document"),
    (b"\xd0\xcf\x11\xe0", "document"),
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"Rar!", "archive"),
    (b"7z\xbc\xaf\x27\x1c", "archive"),
    (b"\x1f\x8b", "archive"),
    (b"\xff\xfe", "utf16"),
    (b"\xfe\xff", "utf16"),
)
_INSIDE = (
    ("word/", "document"),
    ("content.xml", "document"),
    ("xl/", "spreadsheet"),
    ("ppt/", "document"),
)


_OPEN_SPREADSHEET = (
    b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet"  # the first entry, never packed
)
ZIP = "no_list.zip"
MAIL = "mail"
_HEADER = rb"(?:[A-Za-z][A-Za-z0-9-]{0,60}:[^\n]{0,2000}\r?\n(?:[ \t][^\n]{0,2000}\r?\n){0,60}){3,}"
_OF_A_MAIL = rb"(?im)^(?:Message-ID|MIME-Version|Received|Return-Path|Content-Type):"
_HEAD = 20_000  # bytes in which the head of a mail is looked for


def guess_kind(raw: bytes) -> str | None:
    """Return what kind of file `raw` is by its beginning, or None if not known.

    For instance `picture`, `pdf`, `zip` or `mail`.
    """
    if raw[4:12] in (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypavif") or (
        raw[:4] == b"RIFF" and raw[8:12] == b"WEBP"
    ):
        return "picture"
    kind = next((kind for begin, kind in _BEGINS if raw.startswith(begin)), None)
    if kind is None and (head := re.match(_HEADER, raw[:_HEAD])) and re.search(_OF_A_MAIL, head[0]):
        return MAIL
    return _guess_zip_kind(raw) if kind == "zip" else kind


def _guess_zip_kind(raw: bytes) -> str:
    """Return the kind of a zip file by its entries: a spreadsheet, a document, or just a zip.

    Why: office programs write their files as zips.
    """
    import zipfile  # only where something is one
    from io import BytesIO

    if raw[30:].startswith(_OPEN_SPREADSHEET):
        return "spreadsheet"
    try:
        names = zipfile.ZipFile(BytesIO(raw)).namelist()[:100]
    except Exception:  # what a damaged archive can raise in zipfile is written nowhere
        return "zip"
    for beginning, kind in _INSIDE:
        if any(name.startswith(beginning) for name in names):
            return kind
    return "zip"


def make_no_list_problem(raw: bytes, name: str) -> Problem | None:
    """Return the problem that a file of this kind can't be read as a list; None if its kind is
    unknown.

    None also for a mail, which is text. The problem says what to hand in instead.
    """
    kind = guess_kind(raw)
    if kind is None or kind == MAIL:
        return None
    return Problem(key=f"no_list.{kind}", args={"path": quote_for_shell(name)}, file=name)
