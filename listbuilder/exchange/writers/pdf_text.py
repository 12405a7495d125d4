"""Text for a PDF: which font has which character, and names that stay text in ReportLab's markup."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from listbuilder.store.languages import language
from listbuilder.store.words import Lang

LATIN, BOLD, WIDE = "Helvetica", "Helvetica-Bold", "listbuilder-wide"
MISSING = "□"  # what stands for a character that no font at hand has, such as an emoji


def _wide_file() -> Path:
    return Path(str(files("paperang_p2_fonts_cjk").joinpath("fonts", "wqy-microhei.ttc")))


def made_with() -> str:
    """What decides how a text comes out on paper, beside the text."""
    from reportlab import __version__

    return f"ReportLab {__version__}, font of {_wide_file().stat().st_size} bytes"


@cache
def wide_glyphs() -> Any:
    """Registers the font for Japanese and Chinese (only the glyphs used are put into the file); its characters."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    font = TTFont(WIDE, str(_wide_file()), subfontIndex=0)
    pdfmetrics.registerFont(font)
    return font.face.charToGlyph


@cache
def _simple(character: str) -> bool:
    """Whether every PDF reader's own fonts have it."""
    try:
        character.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def marked(text: str) -> str:
    """Text as ReportLab's markup: escaped, and everything beyond Western letters in the wide font."""
    parts: list[str] = []
    run, wide = "", False
    for character in text:
        if character in "\u2068\u2069\u2060":
            continue
        if not _simple(character) and ord(character) not in wide_glyphs():
            character = MISSING
        if (not _simple(character)) != wide:
            parts.append(_run(run, wide))
            run, wide = "", not wide
        run += character
    return "".join((*parts, _run(run, wide)))


def _run(text: str, wide: bool) -> str:
    if not text:
        return ""
    return f'<font face="{WIDE}">{escape(text)}</font>' if wide else escape(text)


class Styles:
    """Paragraph styles of one document."""

    def __init__(self, lang: Lang) -> None:
        self.lang = lang
        self.title = self._style(16, 20, BOLD)
        self.body = self._style(9, 11.5)
        self.strong = self._style(9, 11.5, BOLD)
        self.small = self._style(7, 8.8, color="#444444")
        self.tiny = self._style(6, 7.4, color="#666666")
        self.head = self._style(7, 8.4, BOLD, color="#444444")
        self.section = self._style(8, 11, BOLD, color="#333333")
        self.card = self._style(10, 12.5, BOLD, color="#ffffff")
        self.cell = self._style(8.5, 10.2, align=1)
        self.big = self._style(10.5, 12.5, BOLD, align=1)
        self.cell_head = self._style(6.4, 7.8, BOLD, align=1, color="#444444")
        self.right = self._style(9, 11.5, BOLD, align=2)

    def _style(self, size: float, leading: float, font: str = LATIN, align: int = 0, color: str = "#000000") -> Any:
        from reportlab.lib.colors import HexColor
        from reportlab.lib.styles import ParagraphStyle

        style = ParagraphStyle(f"{font}{size}{align}{color}", fontName=font, fontSize=size, leading=leading, alignment=align)
        style.textColor = HexColor(color)
        style.splitLongWords = 1
        if not language(self.lang).spaces:
            style.wordWrap = "CJK"
        return style


def paragraph(markup: str, style: Any) -> Any:
    """`markup` is what marked() gave, perhaps with tags of ours around it."""
    from reportlab.platypus import Paragraph

    return Paragraph(markup, style)
