"""Reads the roster out of our own html, pdf, json and qr exports: exactly as it was, every key of it."""

from __future__ import annotations

import re
import zlib

from listbuilder.exchange import seal
from listbuilder.exchange.seal import Seal

_MOST = 64 << 20
_STREAM = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)


def seal_in(raw: bytes) -> Seal | None:
    """The seal in a file of ours, or in what a phone read from its QR code. None for any other file."""
    if len(raw) > _MOST:
        return None
    found = seal.find(raw.decode("latin-1"))  # a seal is ASCII, whatever is around it
    return found or (_in_pdf(raw) if raw.startswith(b"%PDF-") else None)


def _in_pdf(raw: bytes) -> Seal | None:
    """Programs that save a PDF anew may pack the document's information into a stream."""
    left = _MOST
    for match in _STREAM.finditer(raw):
        try:
            content = zlib.decompressobj().decompress(match[1], left)
        except zlib.error:
            continue
        left -= len(content)
        if (found := seal.find(content.decode("latin-1"))) is not None:
            return found
        if left <= 0:
            return None
    return None
