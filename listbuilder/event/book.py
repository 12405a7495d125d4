"""All lists of an event in one file for the printer: a contents, then each list as its clean page has it."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.event.files import at_the_event
from listbuilder.event.message import say
from listbuilder.event.triage import Row
from listbuilder.exchange.make_printout import printout_of
from listbuilder.exchange.printout import Printout
from listbuilder.exchange.writers import pdf
from listbuilder.law import words
from listbuilder.law.position import Position
from listbuilder.model.problem import Unreadable
from listbuilder.store.library import Library
from listbuilder.store.words import Lang


def made(lists: Iterable[tuple[Row, Position]], title: str, lang: Lang, library: Library) -> bytes:
    heads = [say(f"column.{key}", lang) for key in ("player", "faction", "points", "verdict", "page")]
    return pdf.book([(_said(row, lang), _sheet(row, done, lang, library)) for row, done in lists], heads, title, lang)


def _sheet(row: Row, done: Position, lang: Lang, library: Library) -> Printout | None:
    """None of a list of which nothing could be read."""
    try:
        sheet = printout_of(done, library, at_the_event("pdf", done, row.player, lang))
    except Unreadable:
        return None
    if sheet is not None:
        sheet.verdict.kind, sheet.verdict.word = row.entry.verdict, words.verdict(row.entry.verdict, lang)
    return sheet


def _said(row: Row, lang: Lang) -> list[str]:
    entry = row.entry
    points = "" if entry.points is None else str(entry.points)
    return [row.player or entry.file, entry.faction, points, words.verdict(entry.verdict, lang)]
