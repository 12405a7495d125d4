"""All lists of an event in one file for the printer: a contents, then each list as its clean page has it."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.event.message import say
from listbuilder.event.triage import Row
from listbuilder.exchange.make_printout import printout_of
from listbuilder.exchange.printout import PrintedFinding, Printout, Wish
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
        sheet = printout_of(done, library, Wish("pdf", lang, as_of=done.as_of))
    except Unreadable:
        return None
    if sheet is not None:
        sheet.player = sheet.player or row.player
        _as_at_the_event(sheet, row, done, lang)
    return sheet


def _as_at_the_event(sheet: Printout, row: Row, done: Position, lang: Lang) -> None:
    """The page of a list says what the law says; at the event it is what the desk calls it, and the page says why."""
    asked = [
        PrintedFinding(breach.severity, words.severity(breach.severity, lang), "EVENT", words.note(breach, lang))
        for breach in done.breaches
    ]
    verdict = sheet.verdict
    verdict.found = [*asked, *verdict.found]
    verdict.kind, verdict.word = row.entry.verdict, words.verdict(row.entry.verdict, lang)


def _said(row: Row, lang: Lang) -> list[str]:
    entry = row.entry
    points = "" if entry.points is None else str(entry.points)
    return [row.player or entry.file, entry.faction, points, words.verdict(entry.verdict, lang)]
