"""Verify an export: whether what it says of its roster still holds, and whether it was changed.

Anyone can make a seal, and copy one from another file. So nothing is believed of a page but what
comes out the same when it is exported anew from the roster inside: all of it, byte for byte (of a
pdf: object for object). Where that cannot be tried, it does not hold, and the units inside are
told, for eyes to compare.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from listbuilder.data.library import Library
from listbuilder.formats import pdf_layout
from listbuilder.formats.make_printout import judge_shown_roster, make_printout
from listbuilder.formats.printout import Audience, Printout, Wish
from listbuilder.formats.read.sealed import guess_form
from listbuilder.formats.registry import WRITERS, export_printout
from listbuilder.formats.seal import Seal, Sealed, open_seal
from listbuilder.formats.write.text import make_list_lines
from listbuilder.i18n.messages import Lang, find_language
from listbuilder.model.problem import Unreadable
from listbuilder.roster.position import Position
from listbuilder.version import VERSION

# same: all that is seen comes out again. alone: nothing is seen but the letters of the seal, as a
# phone reads them. changed: something else comes out. form: a page of one form with the seal of
# another. The others were not compared: around: the seal stands in what is no export of ours;
# version, data, tools: it was made with another one.
Page = Literal["same", "alone", "changed", "form", "around", "version", "data", "tools"]
_HOLDS = ("same", "alone")


class VerifiedExport(msgspec.Struct, kw_only=True):
    """The outcome of verifying an export."""

    seal: Seal
    done: Position
    same_verdict: bool
    same_data: bool
    page: Page
    form: str  # what the file looks like
    made: str = ""
    """The programs it says it was made with, where they are not those at hand."""
    now: str = ""
    """The programs at hand, if the export was made with others; else empty."""

    @property
    def is_confirmed(self) -> bool:
        """Return whether the verdict is still the same and the file is exactly what was
        exported.
        """
        return self.same_verdict and self.page in _HOLDS


def verify(sealed: Sealed, raw: bytes, name: str, library: Library) -> VerifiedExport:
    """Return the outcome of judging the roster in a seal again and exporting it once more.

    `raw` is the file in which the seal was found. The outcome says whether verdict, data and file
    are the same.
    """
    seal = sealed.seal
    with_formations = "formations" in seal.roster
    position = judge_shown_roster(seal.roster, name, library, with_formations, seal.as_of)
    points = position.army.points if position.army else 0
    checked = VerifiedExport(
        seal=seal,
        done=position,
        same_verdict=(position.verdict, points) == (seal.verdict, seal.points),
        same_data=bool(seal.data) and position.data_sha256.startswith(seal.data),
        page="changed",
        form=guess_form(raw),
    )
    if position.verdict != "unread":
        checked.page = _compare_page(sealed, raw, checked, library)
    return checked


def list_roster_lines(checked: VerifiedExport, library: Library, lang: Lang) -> list[str]:
    """Return the roster in the seal as lines: its header, then each unit on a line.

    Empty if the roster can't be read.
    """
    with_formations = "formations" in checked.seal.roster
    wish = Wish("text", lang, "opponent", with_formations, checked.seal.as_of)
    sheet = _make_printout(checked, library, wish)
    return make_list_lines(sheet) if sheet else []


def _compare_page(sealed: Sealed, raw: bytes, checked: VerifiedExport, library: Library) -> Page:
    """Return how the file around a seal compares with the export that the seal speaks of.

    The roster is exported again if the version and data are the same. The form that the file looks
    like is only used to explain why the two differ.
    """
    seal = sealed.seal
    if b"".join(raw.split()) == sealed.text.encode():
        return "alone"
    is_other_form = checked.form != seal.form
    is_sealed_form = seal.form in WRITERS and WRITERS[seal.form].sealed
    comparable = seal.version == VERSION and checked.same_data and is_sealed_form
    if comparable and not (is_other_form and seal.form == "pdf"):
        page = _export_and_compare(sealed, raw, checked, library)
        if page == "same" or not is_other_form:
            return page
    if is_other_form:
        return "form" if checked.form else "around"
    return "data" if seal.version == VERSION else "version"


def _export_and_compare(
    sealed: Sealed, raw: bytes, checked: VerifiedExport, library: Library
) -> Page:
    """Export the sealed roster again, compare it with the file `raw`, and return the outcome.

    "same": the contents are equal. "changed": they differ, or the roster can't be exported, or its
    new seal says something else. "tools": other programs made the PDF, so it can't be compared. The
    text of the old seal is put into the new export first, because another machine may compress the
    same seal differently.
    """
    seal = sealed.seal
    audience: Audience = "me" if seal.audience == "me" else "opponent"
    wish = Wish(
        seal.form,
        find_language(seal.lang) or "en",
        audience,
        "formations" in seal.roster,
        seal.as_of,
        asked=seal.asked,
        page=seal.page,
    )
    sheet = _make_printout(checked, library, wish)
    if sheet is None or open_seal(sheet.sealed) != seal:
        return "changed"  # what it says of itself is not what would be said
    sheet.sealed = sealed.text  # other machines may deflate the same to other letters
    try:
        content = export_printout(sheet)
    except Unreadable:
        return "changed"
    if seal.form == "pdf":
        return _compare_pdf(raw, content, checked)
    return "same" if _normalize_text(content) == _normalize_text(raw) else "changed"


def _make_printout(checked: VerifiedExport, library: Library, wish: Wish) -> Printout | None:
    """Return the printout of the roster inside a seal, or None if it cannot be read."""
    return make_printout(checked.done, library, wish, checked.seal.file)


def _compare_pdf(raw: bytes, content: bytes, checked: VerifiedExport) -> Page:
    """Return "same" if two PDFs have the same objects, else "changed" or "tools".

    "tools" means that different programs made the PDFs. Their names are then written into
    `checked`.
    """
    producer_then, producer_now = pdf_layout.get_producer(raw), pdf_layout.get_producer(content)
    if producer_then != producer_now:
        checked.made, checked.now = producer_then, producer_now
        return "tools"
    if raw == content:
        return "same"
    parts = pdf_layout.split_pdf(content)
    return "same" if parts is not None and pdf_layout.split_pdf(raw) == parts else "changed"


def _normalize_text(content: bytes) -> bytes:
    """Return `content` without differences that a transfer makes.

    These are line ends, a byte-order mark and white space at both ends.
    """
    return content.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").strip()
