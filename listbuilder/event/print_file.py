"""The book of an event: all its lists in one PDF for printing.

It has a table of contents, then each list with the same content as on its clean page.
"""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.data.library import Library
from listbuilder.event.desk_row import DeskRow
from listbuilder.event.files import make_export_wish
from listbuilder.event.message import say
from listbuilder.formats.make_printout import make_printout
from listbuilder.formats.printout import Printout
from listbuilder.formats.write import pdf
from listbuilder.i18n.messages import Lang
from listbuilder.model.problem import Unreadable
from listbuilder.roster.position import Position
from listbuilder.rules import messages


def make_book(
    lists: Iterable[tuple[DeskRow, Position]], title: str, lang: Lang, library: Library
) -> bytes:
    """Return the PDF of all lists of the event, with a table of contents."""
    columns = ("player", "faction", "points", "verdict", "page")
    headers = [say(f"column.{key}", lang) for key in columns]
    contents = [
        (_list_cells(row, lang), _make_printout(row, position, lang, library))
        for row, position in lists
    ]
    return pdf.write_book(contents, headers, title, lang)


def _make_printout(
    row: DeskRow, position: Position, lang: Lang, library: Library
) -> Printout | None:
    """Return the list as it is printed, with the verdict that the desk gave it.

    None if nothing of the list can be read.
    """
    wish = make_export_wish("pdf", position, row.player, lang)
    try:
        sheet = make_printout(position, library, wish)
    except Unreadable:
        return None
    if sheet is not None:
        sheet.verdict.kind = row.entry.verdict
        sheet.verdict.word = messages.say_verdict(row.entry.verdict, lang)
    return sheet


def _list_cells(row: DeskRow, lang: Lang) -> list[str]:
    """Return the cells of a list in the table of contents."""
    entry = row.entry
    points = "" if entry.points is None else str(entry.points)
    verdict = messages.say_verdict(entry.verdict, lang)
    return [row.player or entry.file, entry.faction, points, verdict]
