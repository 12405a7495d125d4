"""The pages of the html as a file: A4, the roster, then a card per datasheet in two columns, and the verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from textwrap import wrap
from typing import Any

from listbuilder.exchange import wording
from listbuilder.exchange.printout import Grid, PrintedCard, PrintedSection, PrintedUnit, Printout
from listbuilder.exchange.writers import qr
from listbuilder.exchange.writers.pdf_text import Styles, made_with, marked, paragraph
from listbuilder.exchange.writers.text import item_text, price
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store.languages import language
from listbuilder.store.words import Lang
from listbuilder.version import VERSION

_MM = 72 / 25.4
_MARGIN, _GAP = 13 * _MM, 5 * _MM
_GOOD, _BAD = "#1c6b3a", "#a3201d"
_BAND, _LINE, _STRIPE = "#2f3b4c", "#bbbbbb", "#f1f0ea"
_PAD = 4
_HANGS = 8  # room behind a line: a ー or a comma hangs over its end
_PIECE = 1_500  # characters of notes in one row: a third of a page
_IN_ONE_ROW = 20  # texts of a card; more of them are rows that may go on in the next column


def write(sheet: Printout) -> bytes:
    about = {"title": sheet.name, "author": sheet.player, "subject": sheet.points, "keywords": sheet.sealed}
    return _built(about, sheet.lang, lambda width, column: _story(sheet, width, column))


def book(contents: Sequence[tuple[list[str], Printout | None]], heads: list[str], title: str, lang: Lang) -> bytes:
    """Several rosters, each on pages of its own, behind a table of them with their pages: of each what the table says of it,
    and the roster where there is one. It holds none for verify or import."""
    from reportlab.platypus import NextPageTemplate, PageBreak

    from listbuilder.exchange.writers.pdf_pages import begins, page_of

    def story(width: float, column: float) -> list[Any]:
        pages = [page_of(place) if sheet is not None else "" for place, (_, sheet) in enumerate(contents)]
        parts = _contents(title, heads, [row for row, _ in contents], pages, lang, width)
        for place, (_, sheet) in enumerate(contents):
            if sheet is not None:
                parts += [NextPageTemplate("roster"), PageBreak(), begins(place), *_story(sheet, width, column)]
        return parts

    return _built({"title": title}, lang, story)


def _built(about: dict[str, str], lang: Lang, story: Callable[[float, float], list[Any]]) -> bytes:
    from reportlab.lib.pagesizes import A4
    from reportlab.platypus.doctemplate import LayoutError

    out = BytesIO()
    document, columns = _document(out, about, lang, A4)
    try:
        document.build(story(A4[0] - 2 * _MARGIN, columns))
    except LayoutError:  # one text, of a player or of a thousand units together, is longer than a page
        raise Unreadable([Problem(key="too_long_for_pages", args={"form": "pdf"})]) from None
    return out.getvalue()


def _document(out: BytesIO, about: dict[str, str], lang: Lang, size: tuple[float, float]) -> tuple[Any, float]:
    """The document with its two kinds of page, and the width of a column of cards."""
    from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate

    width, height = size[0] - 2 * _MARGIN, size[1] - 2 * _MARGIN
    column = (width - _GAP) / 2
    pads = {"leftPadding": 0, "rightPadding": 0, "topPadding": 0, "bottomPadding": 0}
    document = BaseDocTemplate(
        out,
        pagesize=size,
        **about,
        producer=f"listbuilder {VERSION}, {made_with()}",  # verify compares only what was made with the same
        invariant=1,
    )
    document.lang = language(lang).tag

    def footer(canvas: Any, _: Any) -> None:
        line = paragraph(f"{marked(about['title'])} · {canvas.getPageNumber()}", Styles(lang).small)
        line.wrapOn(canvas, width, _MARGIN)
        line.drawOn(canvas, _MARGIN, _MARGIN / 2 - 2)

    frames = [Frame(_MARGIN + place * (column + _GAP), _MARGIN, column, height, **pads) for place in range(2)]
    document.addPageTemplates(
        [
            PageTemplate("roster", [Frame(_MARGIN, _MARGIN, width, height, **pads)], onPage=footer),
            PageTemplate("cards", frames, onPage=footer),
        ]
    )
    return document, column


def _contents(title: str, heads: list[str], rows: list[list[str]], pages: Sequence[Any], lang: Lang, width: float) -> list[Any]:
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import Spacer, Table

    styles = Styles(lang)
    cells: list[list[Any]] = [[paragraph(marked(cell), styles.head) for cell in heads]]
    cells += [[*(paragraph(marked(cell), styles.body) for cell in row), page] for row, page in zip(rows, pages, strict=True)]
    looks: list[Any] = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("LINEBELOW", (0, 0), (-1, -1), 0.4, HexColor(_LINE))]
    shares = (0.35, 0.34, 0.11, 0.13, 0.07)
    table = Table(cells, colWidths=[width * share for share in shares], style=looks, repeatRows=1)
    return [paragraph(marked(title), styles.title), Spacer(1, 6), table]


def _story(sheet: Printout, width: float, column: float) -> list[Any]:
    from reportlab.platypus import KeepTogether, NextPageTemplate, PageBreak, Spacer

    styles = Styles(sheet.lang)
    story = [*_head(sheet, styles), Spacer(1, 6), _roster(sheet, styles, width)]
    reminders = sheet.reminder_lines
    blocks = (("sheet.formations", sheet.formations), ("sheet.reminders", reminders), ("sheet.notes", sheet.note_lines))
    for key, rows in blocks:
        if rows:
            title = paragraph(marked(sheet.say(key)), styles.section)
            story += [Spacer(1, 8), KeepTogether([title, *(paragraph(marked(row), styles.body) for row in rows)])]
    story += [NextPageTemplate("cards"), PageBreak()]
    for card in sheet.cards:
        story += [KeepTogether([_card(card, sheet, styles, column), Spacer(1, 7)])]
    story.append(KeepTogether(_verdict(sheet, styles, column)))
    return story


def _head(sheet: Printout, styles: Styles) -> list[Any]:
    color = _GOOD if sheet.verdict.kind == "legal" else _BAD
    verdict = f'<font color="{color}">{marked(sheet.verdict.word)}</font>'
    points = " · ".join(marked(part) for part in (sheet.points, sheet.left) if part)
    lines = [
        paragraph(marked(sheet.name), styles.title),
        paragraph("   ".join(part for part in (verdict, points) if part), styles.strong),
        *(
            paragraph(f'<b>{each.code}</b> <font color="{_BAD}">{marked(each.message)}</font>', styles.body)
            for each in sheet.verdict.reasons
        ),
        paragraph(marked(" · ".join([sheet.game, *sheet.labels])), styles.body),
    ]
    if sheet.player:
        lines.append(paragraph(marked(sheet.say("sheet.player", name=sheet.player)), styles.body))
    return [*lines, *(paragraph(marked(fact), styles.body) for fact in sheet.facts)]


def _roster(sheet: Printout, styles: Styles, width: float) -> Any:
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import Spacer, Table

    rows: list[list[Any]] = []
    looks: list[Any] = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("LINEBELOW", (0, 0), (-1, -1), 0.4, HexColor(_LINE))]
    for padding in ("LEFTPADDING", "RIGHTPADDING"):
        looks.append((padding, (0, 0), (-1, -1), _PAD))
    for padding in ("TOPPADDING", "BOTTOMPADDING"):
        looks.append((padding, (0, 0), (-1, -1), 2))
    for section in sheet.beside:
        at = len(rows)
        looks += [("BACKGROUND", (0, at), (-1, at), HexColor(_STRIPE)), ("NOSPLIT", (0, at), (-1, at + 1))]
        rows += _section(section, sheet, styles)
    if not rows:  # of a list that only begins; a table cannot be empty
        return Spacer(1, 0)
    return Table(rows, colWidths=[10 * _MM, width - 30 * _MM, 20 * _MM], style=looks)


def _section(section: PrintedSection, sheet: Printout, styles: Styles) -> list[list[Any]]:
    def points(text: str) -> Any:
        return paragraph(marked(text) if sheet.points else "", styles.right)

    rows = [["", paragraph(marked(section.title), styles.section), points(sheet.cost(section.points))]]
    for line in section.lines:
        size = paragraph(str(line.size) if line.size > 1 else "", styles.right)
        notes = wrap(line.notes, _PIECE) or [""]
        rows.append([size, _unit(line, notes[0], sheet, styles), points(price(line, sheet))])
        rows += [["", paragraph(f"<i>{marked(more)}</i>", styles.small), ""] for more in notes[1:]]  # a row cannot be broken
    for name, kind, cost in section.extras:
        text = f"<b>{marked(name)}</b> {marked(kind)}"
        rows.append(["", paragraph(text, styles.body), points(sheet.cost(cost))])
    return rows


def _unit(line: PrintedUnit, notes: str, sheet: Printout, styles: Styles) -> list[Any]:
    english = f' <font size="7" color="#555555">{marked(line.english)}</font>' if line.english else ""
    under = "↳ " if line.under else ""
    parts = [paragraph(f"{marked(under)}<b>{marked(line.title)}</b>{english}", styles.body)]
    details = [*line.remarks, *map(item_text, line.changes), *line.ties]
    if details:
        parts.append(paragraph(marked(wording.join(details, sheet.lang)), styles.small))
    if line.defaults:
        parts.append(paragraph(marked(wording.join(map(item_text, line.defaults), sheet.lang)), styles.tiny))
    parts += [paragraph(f'<font color="{_BAD}">{marked(each)}</font>', styles.small) for each in line.wrong]
    if notes:
        parts.append(paragraph(f"<i>{marked(notes)}</i>", styles.small))
    return parts


def _card(card: PrintedCard, sheet: Printout, styles: Styles, width: float) -> Any:
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import Table

    count = f" ×{card.count}" if card.count > 1 else ""
    english = f'  <font size="7.5">{marked(card.english)}</font>' if card.english else ""
    owners = f'  <font size="8">{marked(wording.join(card.owners, sheet.lang))}</font>' if card.owners else ""
    rows: list[list[Any]] = [[paragraph(f"{marked(card.name + count)}{english}{owners}", styles.card)]]
    rows += [[paragraph(marked(tie), styles.small)] for tie in card.ties]
    rows += [[_grid(grid, styles, width, sheet.lang)] for grid in card.grids]
    words = [
        ("card.wargear", card.wargear),
        ("card.abilities", card.abilities),
        ("card.keywords", card.keywords),
        ("card.faction_keywords", card.faction_keywords),
        ("card.base", [card.base_size] if card.base_size else []),
    ]
    said = [f"<b>{marked(sheet.say(key))}</b> {marked(wording.join(names, sheet.lang))}" for key, names in words if names]
    texts = [paragraph(text, styles.small) for text in (*map(marked, (*card.facts, *card.loads)), *said)]
    rows += [[texts]] if len(texts) <= _IN_ONE_ROW else [[text] for text in texts]
    grids = range(len(card.ties) + 1, len(card.ties) + 1 + len(card.grids))
    looks: list[Any] = [
        ("BOX", (0, 0), (-1, -1), 0.6, HexColor(_LINE)),
        ("BACKGROUND", (0, 0), (0, 0), HexColor(_BAND)),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
        ("LEFTPADDING", (0, 0), (-1, -1), _PAD),
        ("RIGHTPADDING", (0, 0), (-1, -1), _HANGS),
        *((side, (0, at), (0, at), 0) for at in grids for side in ("LEFTPADDING", "RIGHTPADDING", "TOPPADDING", "BOTTOMPADDING")),
    ]
    return Table(rows, colWidths=[width], style=looks)


def _grid(grid: Grid, styles: Styles, width: float, lang: Lang) -> Any:
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import Table

    named = len(grid.rows) > 1 or grid.key != "stats"
    least = 8.2 if len(grid.head) > 4 else 13.5  # few numbers have room for what they are called
    each = (least if named else width / _MM / max(1, len(grid.head))) * _MM
    first = [width - each * len(grid.head)] if named else []
    head = [paragraph(marked(grid.title), styles.head)] if named else []
    rows = [[*head, *(paragraph(marked(word), styles.cell_head) for word in grid.head)]]
    numbers = styles.big if grid.key == "stats" else styles.cell
    for row in grid.rows:
        words = marked(wording.join(row.keywords, lang))
        keywords = f'<br/><font size="6.6" color="#555555">{words}</font>' if words else ""
        name = [paragraph(f"{marked(row.name)}{keywords}", styles.body)] if named else []
        rows.append([*name, *(paragraph(marked(value), numbers) for value in row.values)])
    looks: list[Any] = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("VALIGN", (0, 0), (-1, 0), "BOTTOM")]
    looks += [(side, (0, 0), (-1, -1), 1) for side in ("LEFTPADDING", "RIGHTPADDING", "TOPPADDING")]
    looks += [("BOTTOMPADDING", (0, 0), (-1, -1), 2), ("LINEABOVE", (0, 0), (-1, 0), 0.4, HexColor(_LINE))]
    if named:
        looks += [("LEFTPADDING", (0, 0), (0, -1), _PAD), ("RIGHTPADDING", (0, 0), (0, -1), _HANGS)]
    looks += [("BACKGROUND", (0, at), (-1, at), HexColor(_STRIPE)) for at in range(1, len(rows), 2)]
    return Table(rows, colWidths=[*first, *[each] * len(grid.head)], style=looks)


def _verdict(sheet: Printout, styles: Styles, width: float) -> list[Any]:
    from reportlab.platypus import HRFlowable, Spacer

    color = _GOOD if sheet.verdict.kind == "legal" else _BAD
    first = " · ".join(marked(part) for part in (sheet.verdict.word, sheet.verdict.points) if part)
    parts: list[Any] = [HRFlowable(width="100%", thickness=1, spaceBefore=4, spaceAfter=4)]
    parts.append(paragraph(f'<font color="{color}">{first}</font>', styles.strong))
    for found in sheet.verdict.found:
        parts.append(paragraph(f"<b>{marked(found.label)} {found.code}</b> {marked(found.message)}", styles.body))
    parts += [paragraph(marked(line), styles.small) for line in (*sheet.verdict.footing(), sheet.say("sheet.unofficial"))]
    made = qr.code(sheet)
    if made is None:
        return [*parts, paragraph(marked(sheet.say("sheet.too_big")), styles.small)]
    return [*parts, Spacer(1, 6), _picture(made, min(width, 62 * _MM)), paragraph(marked(sheet.say("sheet.scan")), styles.small)]


def _picture(made: Any, width: float) -> Any:
    """The code as squares, a run of dark ones at a time."""
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
                drawing.add(Rect(at * side, y, (run - at) * side, side, fillColor=black, strokeColor=None, strokeWidth=0))
            at = run + 1
    return drawing
