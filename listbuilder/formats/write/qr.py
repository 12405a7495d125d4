"""The QR code that holds the roster itself.

It is for the terminal, for html and pdf, and for a picture of its own.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from listbuilder.formats.printout import Printout
from listbuilder.model.problem import Problem, Unreadable

if TYPE_CHECKING:
    from segno import QRCode

QUIET = 4  # light modules around it, without which many cameras find nothing
_WRAP = 76
_SCALE = 6  # dots of a picture to a module


def make_code(sheet: Printout) -> QRCode | None:
    """Return the QR code that holds the roster `sheet`, or None if the roster is too big.

    With a page's address it holds the link, which a phone's camera opens. The link is encoded in
    two segments, because the letters of a seal take little room by themselves.
    """
    import segno

    content: Any = sheet.sealed  # segno takes several segments too, and its types don't say so
    if sheet.link:
        content = [sheet.link.removesuffix(sheet.sealed), sheet.sealed]
    try:
        return segno.make_qr(content, error="l", boost_error=False)
    except segno.DataOverflowError:
        return None


def write(sheet: Printout) -> bytes:
    """Return the QR code drawn as text, with the letters it contains and the verdict below it.

    Each line of text shows two rows of the code, light on dark as on terminals. Raises Unreadable
    if the roster is too big.
    """
    made = make_code(sheet)
    if made is None:
        raise Unreadable([Problem(key="too_big_for_qr", args={"size": len(sheet.sealed)})])
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    rows = [list(row) for row in made.matrix_iter(border=QUIET)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    lines = [
        "".join(blocks[pair] for pair in zip(*rows[at : at + 2], strict=True))
        for at in range(0, len(rows), 2)
    ]
    letters = [sheet.sealed[at : at + _WRAP] for at in range(0, len(sheet.sealed), _WRAP)]
    if sheet.link:
        letters = [sheet.link]  # in one piece, so that it can be opened
    head = " · ".join(part for part in (sheet.name, sheet.points) if part)
    return "\n".join([head, "", *lines, "", *letters, "", *sheet.verdict.list_lines(), ""]).encode()


LARGEST = 25  # of forty sizes: with more modules than these, phones begin to fail


def make_picture(sheet: Printout, kind: str) -> bytes:
    """Return the bytes of a picture of the QR code alone; `kind` is "png" or "svg".

    Raises Unreadable if the roster is too big for a QR code.
    """
    made = make_code(sheet)
    if made is None:
        raise Unreadable([Problem(key="too_big_for_qr", args={"size": len(sheet.sealed)})])
    out = io.BytesIO()
    made.save(out, kind=kind, border=QUIET, scale=_SCALE, dark="#000", light="#fff")
    return out.getvalue()


def is_large(sheet: Printout) -> bool:
    """Return whether the QR code is so large that many phones can't read it from a screen."""
    made = make_code(sheet)
    return made is not None and int(made.version) > LARGEST


def get_caption_key(sheet: Printout) -> str:
    """Return the key of the sentence below a QR code: how to open what it holds."""
    return "sheet.scan_link" if sheet.link else "sheet.scan"


def make_inline_svg(sheet: Printout) -> str:
    """Return the QR code as SVG for use in a page; empty where the roster is too big for one."""
    made = make_code(sheet)
    if made is None:
        return ""
    return str(
        made.svg_inline(
            border=QUIET, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None
        )
    )
