"""Prints the text of the PDF on standard input. A process of its own: `python -m listbuilder.exchange.pdf_text BYTES`.

What a hostile PDF can cost is bounded from outside (`documents.py` waits so long and no longer) and here: memory,
processor time, pages, and bytes of text.
"""

from __future__ import annotations

import contextlib
import io
import sys

MEMORY = 1 << 30  # bytes; a list of fifty pages takes a tenth of it
SECONDS = 15  # of the processor
PAGES = 50
TOO_LONG, LOCKED = 3, 4  # what the process ends with, for the one that waits


def main(most: int) -> int:
    bound()
    try:
        text = text_of(sys.stdin.buffer.read(), most)
    except Refused as refused:
        return refused.code
    sys.stdout.buffer.write(text.encode("utf-8", "replace")[:most])
    return 0


class Refused(Exception):
    """A PDF that is not read, for a reason that can be said."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def bound() -> None:
    """Limit what this process may use, where the system has such limits."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def text_of(raw: bytes, most: int) -> str:
    """Return the text of all pages, one after the other. Raises Refused if it is locked, or longer than is read."""
    from pypdf import PdfReader  # only where somebody hands in a PDF

    reader = PdfReader(io.BytesIO(raw), strict=False)
    if reader.is_encrypted and not reader.decrypt(""):  # most that are locked are only locked against changes
        raise Refused(LOCKED)
    found: list[str] = []
    length = 0
    for place, page in enumerate(reader.pages):
        if place >= PAGES or length > most:
            raise Refused(TOO_LONG)
        found.append(page.extract_text())
        length += len(found[-1])
    return "\n".join(found)


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1])))
