"""Whether what an export says of its roster still holds, and whether it is still what was exported.

Anyone can make a seal, and copy one from another file. So nothing is believed of a page but what comes out the same when
it is exported anew from the roster inside: all of it, byte for byte (of a pdf: object for object). Where that cannot be
tried, it does not hold, and the units inside are told, for eyes to compare.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from listbuilder.exchange import pdf_layout
from listbuilder.exchange.catalog import WRITERS, export
from listbuilder.exchange.make_printout import judged, printout_of
from listbuilder.exchange.printout import Audience, Printout, Wish
from listbuilder.exchange.readers.sealed import form_of
from listbuilder.exchange.seal import Seal, Sealed, open_seal
from listbuilder.exchange.writers.text import section_lines
from listbuilder.law.position import Position
from listbuilder.model.problem import Unreadable
from listbuilder.store.library import Library
from listbuilder.store.words import Lang, as_lang
from listbuilder.version import VERSION

# same: all that is seen comes out again. alone: nothing is seen but the letters of the seal, as a phone reads them.
# changed: something else comes out. form: a page of one form with the seal of another. The others were not compared:
# around: the seal stands in what is no export of ours; version, data, tools: it was made with another one.
Page = Literal["same", "alone", "changed", "form", "around", "version", "data", "tools"]
_HOLDS = ("same", "alone")


class Checked(msgspec.Struct, kw_only=True):
    seal: Seal
    done: Position
    same_verdict: bool
    same_data: bool
    page: Page
    form: str  # what the file looks like
    made: str = ""  # the programs it says it was made with, and those at hand, where they are not the same
    now: str = ""

    @property
    def holds(self) -> bool:
        return self.same_verdict and self.page in _HOLDS


def verify(sealed: Sealed, raw: bytes, name: str, library: Library) -> Checked:
    seal = sealed.seal
    done = judged(seal.roster, name, library, "formations" in seal.roster, seal.as_of)
    points = done.army.points if done.army else 0
    checked = Checked(
        seal=seal,
        done=done,
        same_verdict=(done.verdict, points) == (seal.verdict, seal.points),
        same_data=bool(seal.data) and done.data_sha256.startswith(seal.data),
        page="changed",
        form=form_of(raw),
    )
    if done.verdict != "unread":
        checked.page = _page(sealed, raw, checked, library)
    return checked


def inside(checked: Checked, library: Library, lang: Lang) -> list[str]:
    """The roster in the seal: its head and its units, a line each."""
    sheet = _sheet(checked, library, Wish("text", lang, "opponent", "formations" in checked.seal.roster, checked.seal.as_of))
    return section_lines(sheet) if sheet else []


def _page(sealed: Sealed, raw: bytes, checked: Checked, library: Library) -> Page:
    """Exports it anew and compares, where that can tell. What a file looks like only explains why it did not come out."""
    seal = sealed.seal
    if b"".join(raw.split()) == sealed.text.encode():
        return "alone"
    other = checked.form != seal.form
    comparable = seal.version == VERSION and checked.same_data and seal.form in WRITERS and WRITERS[seal.form].sealed
    if comparable and not (other and seal.form == "pdf"):
        page = _again(sealed, raw, checked, library)
        if page == "same" or not other:
            return page
    if other:
        return "form" if checked.form else "around"
    return "data" if seal.version == VERSION else "version"


def _again(sealed: Sealed, raw: bytes, checked: Checked, library: Library) -> Page:
    """Exports the roster inside as it says it was exported, and compares what comes out."""
    seal = sealed.seal
    audience: Audience = "me" if seal.audience == "me" else "opponent"
    wish = Wish(seal.form, as_lang(seal.lang) or "en", audience, "formations" in seal.roster, seal.as_of, asked=seal.asked)
    sheet = _sheet(checked, library, wish)
    if sheet is None or open_seal(sheet.sealed) != seal:
        return "changed"  # what it says of itself is not what would be said
    sheet.sealed = sealed.text  # other machines may deflate the same to other letters
    try:
        content = export(sheet)
    except Unreadable:
        return "changed"
    return _pdf(raw, content, checked) if seal.form == "pdf" else "same" if _text(content) == _text(raw) else "changed"


def _sheet(checked: Checked, library: Library, wish: Wish) -> Printout | None:
    return printout_of(checked.done, library, wish, checked.seal.file)


def _pdf(raw: bytes, content: bytes, checked: Checked) -> Page:
    made, now = pdf_layout.producer(raw), pdf_layout.producer(content)
    if made != now:
        checked.made, checked.now = made, now
        return "tools"
    parts = pdf_layout.parts(content)
    return "same" if raw == content or (parts is not None and pdf_layout.parts(raw) == parts) else "changed"


def _text(content: bytes) -> bytes:
    """Without what a transfer changes: line ends, a mark of the encoding, the last newline."""
    return content.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").strip()
