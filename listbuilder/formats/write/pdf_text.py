"""Text for a PDF: the font of each character, and names that stay text in ReportLab's markup."""

from __future__ import annotations

from collections.abc import Container
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from listbuilder.i18n.languages import get_language
from listbuilder.i18n.messages import Lang

if TYPE_CHECKING:
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Paragraph

LATIN, BOLD, WIDE = "Helvetica", "Helvetica-Bold", "listbuilder-wide"
MISSING = "□"  # what stands for a character that no font at hand has, such as an emoji


def _find_wide_font() -> Path:
    """Return the path of the font for Japanese and Chinese."""
    return Path(str(files("paperang_p2_fonts_cjk").joinpath("fonts", "wqy-microhei.ttc")))


def describe_maker() -> str:
    """Return ReportLab's version and the font's size, which decide how a PDF is laid out."""
    from reportlab import __version__

    return f"ReportLab {__version__}, font of {_find_wide_font().stat().st_size} bytes"


@cache
def register_wide_font() -> Container[int]:
    """Register the font for Japanese and Chinese; return the code points it has.

    Only the glyphs that a document uses are put into its file. It is registered once.
    """
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    font = TTFont(WIDE, str(_find_wide_font()), subfontIndex=0)
    pdfmetrics.registerFont(font)
    characters: Container[int] = font.face.charToGlyph
    return characters


@cache
def _is_simple(character: str) -> bool:
    """Return whether `character` is Western (cp1252), as every PDF reader's fonts have."""
    try:
        character.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def write_markup(text: str) -> str:
    """Return `text` as ReportLab markup: escaped, non-Western characters in the wide font.

    A character that no font has becomes a box. Invisible direction marks are dropped.
    """
    parts: list[str] = []
    run, wide = "", False
    for character in text:
        if character in "\u2068\u2069\u2060":
            continue
        if not _is_simple(character) and ord(character) not in register_wide_font():
            character = MISSING
        if (not _is_simple(character)) != wide:
            parts.append(_mark_run(run, wide))
            run, wide = "", not wide
        run += character
    return "".join((*parts, _mark_run(run, wide)))


def _mark_run(text: str, wide: bool) -> str:
    """Return `text` as markup in one font: the wide font if `wide`, otherwise the default."""
    if not text:
        return ""
    return f'<font face="{WIDE}">{escape(text)}</font>' if wide else escape(text)


class Styles:
    """Paragraph styles of one document."""

    def __init__(self, lang: Lang) -> None:
        """Make all paragraph styles of a document in this language."""
        self.lang = lang
        self.title = self._make_style(16, 20, BOLD)
        self.body = self._make_style(9, 11.5)
        self.strong = self._make_style(9, 11.5, BOLD)
        self.small = self._make_style(7, 8.8, color="#444444")
        self.tiny = self._make_style(6, 7.4, color="#666666")
        self.head = self._make_style(7, 8.4, BOLD, color="#444444")
        self.section = self._make_style(8, 11, BOLD, color="#333333")
        self.card = self._make_style(10, 12.5, BOLD, color="#ffffff")
        self.cell = self._make_style(8.5, 10.2, align=1)
        self.big = self._make_style(10.5, 12.5, BOLD, align=1)
        self.cell_head = self._make_style(6.4, 7.8, BOLD, align=1, color="#444444")
        self.right = self._make_style(9, 11.5, BOLD, align=2)

    def _make_style(
        self, size: float, leading: float, font: str = LATIN, align: int = 0, color: str = "#000000"
    ) -> ParagraphStyle:
        """Return one paragraph style.

        Lines of Japanese and Chinese may be broken between any characters.
        """
        from reportlab.lib.colors import HexColor
        from reportlab.lib.styles import ParagraphStyle

        style = ParagraphStyle(
            f"{font}{size}{align}{color}",
            fontName=font,
            fontSize=size,
            leading=leading,
            alignment=align,
        )
        style.textColor = HexColor(color)
        style.splitLongWords = 1
        if not get_language(self.lang).spaces:
            style.wordWrap = "CJK"
        return style


def make_paragraph(markup: str, style: ParagraphStyle) -> Paragraph:
    """Return a paragraph of `markup`, made by write_markup(), perhaps with tags around it."""
    from reportlab.platypus import Paragraph

    return Paragraph(markup, style)
