"""Print the text of the PDF on standard input, in a process of its own.

It is called as `python -m listbuilder.formats.pdf_text BYTES`. What a hostile PDF can cost is
bounded from outside (`documents.py` waits so long and no longer) and here: memory, processor time,
pages, and bytes of text.
"""

from __future__ import annotations

import contextlib
import io
import sys

MEMORY = 1 << 30  # bytes; a list of fifty pages takes a tenth of it
SECONDS = 15  # of the processor
PAGES = 50
TOO_LONG, LOCKED = 3, 4  # what the process ends with, for the one that waits


def print_pdf_text(limit: int) -> int:
    """Print the text of the PDF on standard input and return the exit code.

    At most `limit` bytes are printed.
    """
    limit_resources()
    try:
        text = extract_pages(sys.stdin.buffer.read(), limit)
    except Refused as refused:
        return refused.code
    sys.stdout.buffer.write(text.encode("utf-8", "replace")[:limit])
    return 0


class Refused(Exception):
    """A PDF that is not read, for a reason that can be said."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def limit_resources() -> None:
    """Limit the memory and processor time of this process, if the system allows it."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def extract_pages(raw: bytes, limit: int) -> str:
    """Return the text of all pages of a PDF, joined by line breaks.

    Raises Refused if the PDF needs a password, has more than `PAGES` pages, or has much more text
    than `limit` letters.
    """
    from pypdf import PdfReader  # only where somebody hands in a PDF

    reader = PdfReader(io.BytesIO(raw), strict=False)
    # Most that are locked are only locked against changes.
    if reader.is_encrypted and not reader.decrypt(""):
        raise Refused(LOCKED)
    texts: list[str] = []
    length = 0
    for place, page in enumerate(reader.pages):
        if place >= PAGES or length > limit:
            raise Refused(TOO_LONG)
        texts.append(page.extract_text())
        length += len(texts[-1])
    return "\n".join(texts)


if __name__ == "__main__":
    raise SystemExit(print_pdf_text(int(sys.argv[1])))
