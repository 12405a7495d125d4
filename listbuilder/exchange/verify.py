"""Whether what an export says of its roster still holds, and whether it is still what was exported."""

from __future__ import annotations

from typing import Literal

import msgspec

from listbuilder.exchange.catalog import export
from listbuilder.exchange.make_printout import judged, sheet_of
from listbuilder.exchange.printout import Wish
from listbuilder.exchange.seal import Seal
from listbuilder.law.judge import Judgement
from listbuilder.model.problem import Unreadable
from listbuilder.store.library import Library
from listbuilder.store.words import as_lang
from listbuilder.version import VERSION

Page = Literal["same", "changed", "unknown", "not_compared"]
# Forms that come out byte for byte the same. (A pdf depends on the library that packs it, a scanned code on its reader.)
_COMPARED = ("html", "json")


class Checked(msgspec.Struct, kw_only=True):
    done: Judgement
    same_verdict: bool
    same_data: bool
    page: Page

    @property
    def holds(self) -> bool:
        return self.same_verdict and self.page != "changed"


def verify(seal: Seal, raw: bytes, name: str, library: Library) -> Checked:
    formations = "formations" in seal.roster
    done = judged(seal.roster, name, library, formations, seal.as_of)
    points = done.army.points if done.army else 0
    same_data = done.data_sha256.startswith(seal.data)
    return Checked(
        done=done,
        same_verdict=(done.verdict, points) == (seal.verdict, seal.points),
        same_data=same_data,
        page=_page(seal, raw, done, library, same_data),
    )


def _page(seal: Seal, raw: bytes, done: Judgement, library: Library, same_data: bool) -> Page:
    """Exports it anew and compares, where that can tell."""
    if seal.form not in _COMPARED or done.verdict == "unread":
        return "not_compared"
    if seal.version != VERSION or not same_data:
        return "unknown"
    audience: Literal["opponent", "me"] = "me" if seal.audience == "me" else "opponent"
    wish = Wish(seal.form, as_lang(seal.lang) or "en", audience, "formations" in seal.roster, seal.as_of)
    sheet = sheet_of(done, library, wish, seal.file)
    try:
        content = export(sheet) if sheet else b""
    except Unreadable:
        return "unknown"
    return "same" if _text(content) == _text(raw) else "changed"


def _text(content: bytes) -> bytes:
    """Without what a transfer changes: line ends, a mark of the encoding, the last newline."""
    return content.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").strip()
