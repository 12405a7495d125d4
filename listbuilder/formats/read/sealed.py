"""Reading the roster out of our own html, pdf, json, svg and qr exports.

It comes out exactly as it was, every key of it.
"""

from __future__ import annotations

import re
import zlib

from listbuilder.data.decoding import decode_text
from listbuilder.formats import seal
from listbuilder.formats.seal import Seal, Sealed

_MOST = 64 << 20
_HEAD = 400  # of a text: characters in which its points stand
_STREAM = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)
# The smallest code with its quiet zone is 29 modules wide.
_DRAWN = re.compile("^[█▀▄ ]{29,}$", re.MULTILINE)
# The end of our text and markdown, whatever a chat or a page put around its lines.
_SIGNED_OFF = re.compile(
    r"^[^\w\n]{0,8}?(- )?[^\w\n]{0,8}listbuilder \d[\w.+-]{0,30}\W{1,40}LB1:",
    re.MULTILINE | re.IGNORECASE,
)
_BEGINNINGS = ((b"<!doctype html", "html"), (b"<html", "html"), (b"<svg", "svg"), (b"{", "json"))


def read_seal(raw: bytes) -> Seal | None:
    """Return the seal in a file that listbuilder wrote, or None for any other file.

    `raw` may also be what a phone read from the file's QR code.
    """
    sealed = find_sealed(raw)
    return sealed.seal if sealed else None


def find_sealed(raw: bytes) -> Sealed | None:
    """Return the seal in a file with its encoded letters, or None for a file without one.

    None also for a file that is too large.
    """
    if len(raw) > _MOST:
        return None
    sealed = seal.find_seal(_decode_for_seal(raw))
    if sealed is None and raw.startswith(b"%PDF-"):
        return _find_in_pdf(raw)
    return sealed


def guess_form(raw: bytes) -> str:
    """Return which of the forms that hold a seal a file looks like, or "" for any other.

    The forms are pdf, html, svg, json, qr, markdown and text.
    """
    if raw.startswith(b"%PDF-"):
        return "pdf"
    head = raw[:400].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    for beginning, form in _BEGINNINGS:
        if head.startswith(beginning):
            return form
    text = _decode_for_seal(raw) if b"\0" in raw[:64] else raw.decode("utf-8", "replace")
    text = text.replace("\r\n", "\n")
    if _DRAWN.search(text):
        return "qr"
    signed = _SIGNED_OFF.search(text)
    if signed is None:
        return ""
    return "markdown" if signed[1] else "text"


def read_head(raw: bytes) -> str:
    """Return the beginning of a text, whatever its encoding."""
    if b"\0" in raw[:64]:
        return _decode_for_seal(raw[: 4 * _HEAD])[:_HEAD]
    return raw[:_HEAD].decode("utf-8", "replace")


def _decode_for_seal(raw: bytes) -> str:
    """Return `raw` as text in which a seal can be found, whatever its encoding.

    A seal itself is ASCII, so the other characters may come out wrong.
    """
    wide = decode_text(raw) if b"\0" in raw[:64] else None
    return wide if wide is not None else raw.decode("latin-1")


def _find_in_pdf(raw: bytes) -> Sealed | None:
    """Return the seal in the compressed streams of a PDF, or None.

    Why: a program that saves a PDF anew may compress the document's information into a stream. At
    most _MOST bytes are unpacked.
    """
    left = _MOST
    for match in _STREAM.finditer(raw):
        try:
            content = zlib.decompressobj().decompress(match[1], left)
        except zlib.error:
            continue
        left -= len(content)
        if (sealed := seal.find_seal(content.decode("latin-1"))) is not None:
            return sealed
        if left <= 0:
            return None
    return None
