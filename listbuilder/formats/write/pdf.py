"""The PDF of a roster: A4, the roster, then a card per datasheet in two columns, the verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO
from textwrap import wrap
from typing import TYPE_CHECKING, TypeAlias

from listbuilder.formats import export_wording
from listbuilder.formats.printout import Grid, PrintedCard, PrintedSection, PrintedUnit, Printout
from listbuilder.formats.write import qr
from listbuilder.formats.write.pdf_text import Styles, describe_maker, make_paragraph, write_markup
from listbuilder.formats.write.text import format_item, format_price
from listbuilder.i18n.languages import get_language
from listbuilder.i18n.messages import Lang
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.version import VERSION

if TYPE_CHECKING:
    from reportlab.graphics.shapes import Drawing
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import BaseDocTemplate, Flowable
    from segno import QRCode

    _Cell: TypeAlias = "Flowable | list[Flowable] | str"
    _Look: TypeAlias = tuple[object, ...]  # a command of ReportLab's table style

_MM = 72 / 25.4
_MARGIN, _GAP = 13 * _MM, 5 * _MM
_GOOD, _BAD = "#1c6b3a", "#a3201d"
_BAND, _LINE, _STRIPE = "#2f3b4c", "#bbbbbb", "#f1f0ea"
_PAD = 4
_HANGS = 8  # room behind a line: a ー or a comma hangs over its end
_ON_ONE_PAGE = 60  # units of a list that is still legible on one page
_PIECE = 1_500  # characters of notes in one row: a third of a page
_IN_ONE_ROW = 20  # texts of a card; more of them are rows that may go on in the next column


def write(sheet: Printout) -> bytes:
    """Return the roster `sheet` as the bytes of a PDF.

    Raises Unreadable if a single text is longer than a page.
    """
    about = {
        "title": sheet.name,
        "author": sheet.player,
        "subject": sheet.points,
        "keywords": sheet.sealed,
    }
    return _build_pdf(about, sheet.lang, partial(_make_roster_story, sheet))


def write_book(
    contents: Sequence[tuple[list[str], Printout | None]],
    heads: list[str],
    title: str,
    lang: Lang,
    *,
    short: bool = False,
) -> bytes:
    """Return one PDF of several rosters: a table of contents, then each on its own pages.

    `contents`: for each list, the cells of its row in the table, and the roster as it is printed,
    or None if it can't be printed. `heads`: the titles of the table's columns. `short`: print each
    roster on one page, without cards. The file has no seal, so verify and import can't use it.
    Raises Unreadable if a single text is longer than a page.
    """
    from reportlab.platypus import NextPageTemplate, PageBreak

    make_story = _make_short_story if short else _make_roster_story

    from listbuilder.formats.write.pdf_pages import make_page_anchor, make_page_number

    def build_story(width: float, column: float) -> list[Flowable]:
        """Return the flowables of the book: the table of contents, then each roster's pages."""
        pages: list[Flowable | str] = []
        for place, (_, sheet) in enumerate(contents):
            pages.append("" if sheet is None else make_page_number(place))
        parts = _make_contents(title, heads, [row for row, _ in contents], pages, lang, width)
        for place, (_, sheet) in enumerate(contents):
            if sheet is not None:
                parts += [
                    NextPageTemplate("roster"),
                    PageBreak(),
                    make_page_anchor(place),
                    *make_story(sheet, width, column),
                ]
        return parts

    return _build_pdf({"title": title}, lang, build_story)


def _build_pdf(
    about: dict[str, str], lang: Lang, make_story: Callable[[float, float], list[Flowable]]
) -> bytes:
    """Return the bytes of the PDF whose content `make_story` returns.

    `about`: the title and other data of the document. `make_story` is called with the width of a
    page and the width of a column. Raises Unreadable if a single text is longer than a page, such
    as a player's note or the names of a thousand units.
    """
    from reportlab.lib.pagesizes import A4
    from reportlab.platypus.doctemplate import LayoutError

    out = BytesIO()
    document, columns = _make_document(out, about, lang, A4)
    try:
        document.build(make_story(A4[0] - 2 * _MARGIN, columns))
    except LayoutError:
        raise Unreadable([Problem(key="too_long_for_pages", args={"form": "pdf"})]) from None
    return out.getvalue()


def _make_document(
    out: BytesIO, about: dict[str, str], lang: Lang, size: tuple[float, float]
) -> tuple[BaseDocTemplate, float]:
    """Return an empty PDF document with two kinds of page, and the width of a card column.

    `out`: where the PDF will be written. `about`: the title and other data of the document. `size`:
    the size of the paper. The kinds of page are "roster", with one column, and "cards", with two.
    """
    from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate

    width, height = size[0] - 2 * _MARGIN, size[1] - 2 * _MARGIN
    column = (width - _GAP) / 2
    pads = {"leftPadding": 0, "rightPadding": 0, "topPadding": 0, "bottomPadding": 0}
    document = BaseDocTemplate(
        out,
        pagesize=size,
        **about,
        # verify compares only what was made with the same
        producer=f"listbuilder {VERSION}, {describe_maker()}",
        invariant=1,
    )
    document.lang = get_language(lang).tag

    def draw_footer(canvas: Canvas, _: BaseDocTemplate) -> None:
        """Draw the title and the page number at the bottom of a page."""
        text = f"{write_markup(about['title'])} · {canvas.getPageNumber()}"
        line = make_paragraph(text, Styles(lang).small)
        line.wrapOn(canvas, width, _MARGIN)
        line.drawOn(canvas, _MARGIN, _MARGIN / 2 - 2)

    whole = Frame(_MARGIN, _MARGIN, width, height, **pads)
    left = Frame(_MARGIN, _MARGIN, column, height, **pads)
    right = Frame(_MARGIN + column + _GAP, _MARGIN, column, height, **pads)
    document.addPageTemplates(
        [
            PageTemplate("roster", [whole], onPage=draw_footer),
            PageTemplate("cards", [left, right], onPage=draw_footer),
        ]
    )
    return document, column


def _make_contents(
    title: str,
    heads: list[str],
    rows: list[list[str]],
    pages: Sequence[Flowable | str],
    lang: Lang,
    width: float,
) -> list[Flowable]:
    """Return the flowables of the table of contents: a title, and a row for each roster.

    `heads`: the titles of the columns. `rows`: the cells of each roster's row. `pages`: the
    flowable that shows each roster's page number, empty for a roster without pages.
    """
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import Spacer, Table

    styles = Styles(lang)
    cells: list[list[_Cell]] = [[make_paragraph(write_markup(cell), styles.head) for cell in heads]]
    for row, page in zip(rows, pages, strict=True):
        words = [make_paragraph(write_markup(cell), styles.body) for cell in row]
        cells.append([*words, page])
    looks: list[_Look] = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LINEBELOW", (0, 0), (-1, -1), 0.4, HexColor(_LINE)),
    ]
    shares = (0.35, 0.34, 0.11, 0.13, 0.07)
    table = Table(cells, colWidths=[width * share for share in shares], style=looks, repeatRows=1)
    return [make_paragraph(write_markup(title), styles.title), Spacer(1, 6), table]


def _make_roster_story(sheet: Printout, width: float, column: float) -> list[Flowable]:
    """Return the flowables of one roster: header, units, notes, cards and verdict."""
    from reportlab.platypus import KeepTogether, NextPageTemplate, PageBreak, Spacer

    styles = Styles(sheet.lang)
    story = _make_front(sheet, styles, width)
    story += [NextPageTemplate("cards"), PageBreak()]
    for card in sheet.cards:
        story.append(KeepTogether([_make_card(card, sheet, styles, column), Spacer(1, 7)]))
    story.append(KeepTogether(_make_verdict(sheet, styles, column)))
    return story


def _make_short_story(sheet: Printout, width: float, column: float) -> list[Flowable]:
    """Return the flowables of one roster on one page: header, units and notes, made smaller to fit.

    A roster with more than `_ON_ONE_PAGE` units takes the pages that it needs, because nobody could
    read it on one.
    """
    from reportlab.lib.pagesizes import A4
    from reportlab.platypus import KeepInFrame

    story = _make_front(sheet, Styles(sheet.lang), width)
    if sum(len(section.lines) for section in sheet.sections) > _ON_ONE_PAGE:
        return story
    return [KeepInFrame(width, A4[1] - 2 * _MARGIN, story, mode="shrink")]


def _make_front(sheet: Printout, styles: Styles, width: float) -> list[Flowable]:
    """Return the flowables of the first page of a roster: header, units and notes."""
    from reportlab.platypus import KeepTogether, Spacer

    story = [*_make_header(sheet, styles), Spacer(1, 6), _make_unit_table(sheet, styles, width)]
    blocks = (
        ("sheet.formations", sheet.formations),
        ("sheet.reminders", sheet.reminder_lines),
        ("sheet.notes", sheet.note_lines),
    )
    for key, rows in blocks:
        if rows:
            title = make_paragraph(write_markup(sheet.say(key)), styles.section)
            lines = [make_paragraph(write_markup(row), styles.body) for row in rows]
            story += [Spacer(1, 8), KeepTogether([title, *lines])]
    return story


def _make_header(sheet: Printout, styles: Styles) -> list[Flowable]:
    """Return the paragraphs above the units: name, verdict, points, reasons, game, facts."""
    color = _GOOD if sheet.verdict.kind == "legal" else _BAD
    verdict = f'<font color="{color}">{write_markup(sheet.verdict.word)}</font>'
    points = " · ".join(write_markup(part) for part in (sheet.points, sheet.left) if part)
    lines = [
        make_paragraph(write_markup(sheet.name), styles.title),
        make_paragraph(f"{verdict}   {points}" if points else verdict, styles.strong),
    ]
    for reason in sheet.verdict.reasons:
        message = f'<font color="{_BAD}">{write_markup(reason.message)}</font>'
        lines.append(make_paragraph(f"<b>{reason.code}</b> {message}", styles.body))
    facts = [" · ".join([sheet.game, *sheet.labels])]
    if sheet.player:
        facts.append(sheet.say("sheet.player", name=sheet.player))
    facts += sheet.facts
    return [*lines, *(make_paragraph(write_markup(fact), styles.body) for fact in facts)]


def _make_unit_table(sheet: Printout, styles: Styles, width: float) -> Flowable:
    """Return the table of all sections with their units; an empty space without units.

    Why: ReportLab's tables can't be empty.
    """
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import Spacer, Table

    rows: list[list[_Cell]] = []
    looks: list[_Look] = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LINEBELOW", (0, 0), (-1, -1), 0.4, HexColor(_LINE)),
        ("LEFTPADDING", (0, 0), (-1, -1), _PAD),
        ("RIGHTPADDING", (0, 0), (-1, -1), _PAD),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
    ]
    for section in sheet.sections_with_attached:
        at = len(rows)
        looks += [
            ("BACKGROUND", (0, at), (-1, at), HexColor(_STRIPE)),
            ("NOSPLIT", (0, at), (-1, at + 1)),
        ]
        rows += _make_section_rows(section, sheet, styles)
    if not rows:
        return Spacer(1, 0)
    return Table(rows, colWidths=[10 * _MM, width - 30 * _MM, 20 * _MM], style=looks)


def _make_section_rows(
    section: PrintedSection, sheet: Printout, styles: Styles
) -> list[list[_Cell]]:
    """Return the table rows of a section: title, units and extras, with their points.

    Long notes of a unit are cut into several rows, because a row can't be broken between two pages.
    """

    def make_points_cell(text: str) -> Flowable:
        """Return the paragraph for a price; it is empty if the game counts no points."""
        return make_paragraph(write_markup(text) if sheet.points else "", styles.right)

    title = make_paragraph(write_markup(section.title), styles.section)
    rows: list[list[_Cell]] = [["", title, make_points_cell(sheet.format_cost(section.points))]]
    for line in section.lines:
        size = make_paragraph(str(line.size) if line.size > 1 else "", styles.right)
        notes = wrap(line.notes, _PIECE) or [""]
        unit = _make_unit_cell(line, notes[0], sheet, styles)
        rows.append([size, unit, make_points_cell(format_price(line, sheet))])
        for more in notes[1:]:
            rows.append(["", make_paragraph(f"<i>{write_markup(more)}</i>", styles.small), ""])
    for name, kind, cost in section.extras:
        text = f"<b>{write_markup(name)}</b> {write_markup(kind)}"
        price = make_points_cell(sheet.format_cost(cost))
        rows.append(["", make_paragraph(text, styles.body), price])
    return rows


def _make_unit_cell(
    line: PrintedUnit, notes: str, sheet: Printout, styles: Styles
) -> list[Flowable]:
    """Return the paragraphs of a unit: title, details, default wargear, mistakes, `notes`.

    `notes`: the first part of the unit's notes, or "".
    """
    title = f"<b>{write_markup(line.title)}</b>"
    if line.under:
        title = write_markup("↳ ") + title
    if line.english:
        title += f' <font size="7" color="#555555">{write_markup(line.english)}</font>'
    parts = [make_paragraph(title, styles.body)]
    details = export_wording.join_list(
        [*line.remarks, *map(format_item, line.changes), *line.ties], sheet.lang
    )
    if details:
        parts.append(make_paragraph(write_markup(details), styles.small))
    if line.defaults:
        defaults = export_wording.join_list(map(format_item, line.defaults), sheet.lang)
        parts.append(make_paragraph(write_markup(defaults), styles.tiny))
    for mistake in line.wrong:
        text = f'<font color="{_BAD}">{write_markup(mistake)}</font>'
        parts.append(make_paragraph(text, styles.small))
    if notes:
        parts.append(make_paragraph(f"<i>{write_markup(notes)}</i>", styles.small))
    return parts


def _make_card(card: PrintedCard, sheet: Printout, styles: Styles, width: float) -> Flowable:
    """Return the table of a datasheet card: name, values, wargear, abilities, keywords.

    If a card has many texts, each text is a row of its own, so that the card can continue in the
    next column.
    """
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import Table

    title = write_markup(f"{card.name} ×{card.count}" if card.count > 1 else card.name)
    if card.english:
        title += f'  <font size="7.5">{write_markup(card.english)}</font>'
    if card.owners:
        owners = write_markup(export_wording.join_list(card.owners, sheet.lang))
        title += f'  <font size="8">{owners}</font>'
    rows: list[list[_Cell]] = [[make_paragraph(title, styles.card)]]
    rows += [[make_paragraph(write_markup(tie), styles.small)] for tie in card.ties]
    rows += [[_make_grid(grid, styles, width, sheet.lang)] for grid in card.grids]
    words = [
        ("card.wargear", card.wargear),
        ("card.abilities", card.abilities),
        ("card.keywords", card.keywords),
        ("card.faction_keywords", card.faction_keywords),
        ("card.base", [card.base_size] if card.base_size else []),
    ]
    lines = [write_markup(text) for text in (*card.facts, *card.loads)]
    for key, names in words:
        if names:
            listed = write_markup(export_wording.join_list(names, sheet.lang))
            lines.append(f"<b>{write_markup(sheet.say(key))}</b> {listed}")
    texts = [make_paragraph(line, styles.small) for line in lines]
    if len(texts) <= _IN_ONE_ROW:
        rows.append([texts])
    else:
        rows += [[text] for text in texts]
    looks: list[_Look] = [
        ("BOX", (0, 0), (-1, -1), 0.6, HexColor(_LINE)),
        ("BACKGROUND", (0, 0), (0, 0), HexColor(_BAND)),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
        ("LEFTPADDING", (0, 0), (-1, -1), _PAD),
        ("RIGHTPADDING", (0, 0), (-1, -1), _HANGS),
    ]
    first_grid = 1 + len(card.ties)
    for at in range(first_grid, first_grid + len(card.grids)):
        for side in ("LEFTPADDING", "RIGHTPADDING", "TOPPADDING", "BOTTOMPADDING"):
            looks.append((side, (0, at), (0, at), 0))
    return Table(rows, colWidths=[width], style=looks)


def _make_grid(grid: Grid, styles: Styles, width: float, lang: Lang) -> Flowable:
    """Return the table of values of a card, with a row for each model or weapon.

    The first column, with the names, is left out if the only row shows a model's statistics.
    """
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import Table

    named = len(grid.rows) > 1 or grid.key != "stats"
    least = 8.2 if len(grid.head) > 4 else 13.5  # few numbers have room for what they are called
    column_width = (least if named else width / _MM / max(1, len(grid.head))) * _MM
    first = [width - column_width * len(grid.head)] if named else []
    rows = [[make_paragraph(write_markup(word), styles.cell_head) for word in grid.head]]
    if named:
        rows[0].insert(0, make_paragraph(write_markup(grid.title), styles.head))
    numbers = styles.big if grid.key == "stats" else styles.cell
    for row in grid.rows:
        cells = [make_paragraph(write_markup(value), numbers) for value in row.values]
        if named:
            name = write_markup(row.name)
            keywords = write_markup(export_wording.join_list(row.keywords, lang))
            if keywords:
                name += f'<br/><font size="6.6" color="#555555">{keywords}</font>'
            cells.insert(0, make_paragraph(name, styles.body))
        rows.append(cells)
    looks: list[_Look] = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
    ]
    looks += [(side, (0, 0), (-1, -1), 1) for side in ("LEFTPADDING", "RIGHTPADDING", "TOPPADDING")]
    looks += [
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
        ("LINEABOVE", (0, 0), (-1, 0), 0.4, HexColor(_LINE)),
    ]
    if named:
        looks += [("LEFTPADDING", (0, 0), (0, -1), _PAD), ("RIGHTPADDING", (0, 0), (0, -1), _HANGS)]
    looks += [("BACKGROUND", (0, at), (-1, at), HexColor(_STRIPE)) for at in range(1, len(rows), 2)]
    return Table(rows, colWidths=[*first, *[column_width] * len(grid.head)], style=looks)


def _make_verdict(sheet: Printout, styles: Styles, width: float) -> list[Flowable]:
    """Return the flowables of the verdict: word, findings, footer, and the QR code if it fits."""
    from reportlab.platypus import HRFlowable, Spacer

    color = _GOOD if sheet.verdict.kind == "legal" else _BAD
    words = filter(None, (sheet.verdict.word, sheet.verdict.points))
    first = " · ".join(map(write_markup, words))
    parts: list[Flowable] = [HRFlowable(width="100%", thickness=1, spaceBefore=4, spaceAfter=4)]
    parts.append(make_paragraph(f'<font color="{color}">{first}</font>', styles.strong))
    for found in sheet.verdict.found:
        label = f"<b>{write_markup(found.label)} {found.code}</b>"
        parts.append(make_paragraph(f"{label} {write_markup(found.message)}", styles.body))
    for line in (*sheet.verdict.list_footer_lines(), sheet.say("sheet.unofficial")):
        parts.append(make_paragraph(write_markup(line), styles.small))
    made = qr.make_code(sheet)
    if made is None:
        return [*parts, make_paragraph(write_markup(sheet.say("sheet.too_big")), styles.small)]
    return [
        *parts,
        Spacer(1, 6),
        _draw_code(made, min(width, 62 * _MM)),
        make_paragraph(write_markup(sheet.say(qr.get_caption_key(sheet))), styles.small),
    ]


def _draw_code(made: QRCode, width: float) -> Drawing:
    """Return the QR code as a drawing `width` wide.

    Neighbouring dark squares of a row are drawn as one rectangle.
    """
    from reportlab.graphics.shapes import Drawing, Rect
    from reportlab.lib.colors import black

    rows = [list(row) for row in made.matrix_iter(border=qr.QUIET)]
    side = width / len(rows)
    drawing = Drawing(width, width)
    for down, row in enumerate(rows):
        at = 0
        while at < len(row):
            run = at
            while run < len(row) and row[run]:
                run += 1
            if run > at:
                y = width - (down + 1) * side
                square = Rect(at * side, y, (run - at) * side, side)
                square.fillColor, square.strokeColor, square.strokeWidth = black, None, 0
                drawing.add(square)
            at = run + 1
    return drawing
