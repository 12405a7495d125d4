"""The roster resolved, for other programs. Documented by schemas/export.schema.json."""

from __future__ import annotations

from typing import Literal

import msgspec

from listbuilder.exchange.sheet import Grid, Line, Section, Sheet, SheetCard
from listbuilder.model.base import Model
from listbuilder.model.visible import escaped
from listbuilder.rules import words
from listbuilder.version import VERSION


class ExportedWargear(Model, kw_only=True):
    """Models of one kind. Counts of items are over all of them; `changed` are those that are not the default."""

    model: str | None
    count: int
    items: dict[str, int]
    changed: dict[str, int]


class ExportedUnit(Model, kw_only=True):
    """`name` is in the language of the export, `datasheet_name` as the data has it, `custom_name` the player's own."""

    id: str
    datasheet: str
    name: str
    datasheet_name: str
    custom_name: str | None
    models: int
    points: int | None
    remarks: tuple[str, ...]
    wargear: tuple[ExportedWargear, ...]
    formations: tuple[str, ...] = ()
    notes: str | None = None


class ExportedExtra(Model, kw_only=True):
    name: str
    kind: str
    points: int


class ExportedSection(Model, kw_only=True):
    key: str
    title: str
    points: int
    units: tuple[ExportedUnit, ...]
    extras: tuple[ExportedExtra, ...]


class ExportedRow(Model, kw_only=True):
    name: str
    values: tuple[str, ...]
    keywords: tuple[str, ...]


class ExportedTable(Model, kw_only=True):
    key: str
    title: str
    head: tuple[str, ...]
    rows: tuple[ExportedRow, ...]


class ExportedCard(Model, kw_only=True):
    """A datasheet with the weapons that are carried."""

    name: str
    count: int
    tables: tuple[ExportedTable, ...]
    loads: tuple[str, ...]
    abilities: tuple[str, ...]
    wargear: tuple[str, ...]
    keywords: tuple[str, ...]
    faction_keywords: tuple[str, ...]
    base_size: str


class ExportedCitation(Model, kw_only=True):
    book: str
    section: str
    page: int | None


class ExportedFinding(Model, kw_only=True):
    code: str
    name: str
    severity: Literal["error", "warning", "info"]
    message: str
    path: tuple[str | int, ...]
    units: tuple[str, ...]
    citation: ExportedCitation | None


class ExportedData(Model, kw_only=True):
    as_of: str
    sha256: str


class ExportedRoster(Model, kw_only=True):
    """Its hash is that of the list itself: the same whatever its layout, comments, notes and formations.

    Of the hash of the file it was made from, the first 16 digits.
    """

    sha256: str
    file_sha256: str


class ExportedGame(Model, kw_only=True):
    """`id` is what a roster file says after `system:`."""

    id: str
    name: str
    edition: str


class Exported(Model, kw_only=True):
    """One roster. `seal` holds the roster itself, for `listbuilder import` and `listbuilder verify`."""

    listbuilder: str
    language: Literal["en", "ja", "zh"]
    game: ExportedGame
    name: str
    player: str
    faction: str
    labels: tuple[str, ...]
    facts: tuple[str, ...]
    points: int | None
    limit: int | None
    sections: tuple[ExportedSection, ...]
    cards: tuple[ExportedCard, ...]
    formations: tuple[str, ...]
    verdict: Literal["legal", "illegal"]
    findings: tuple[ExportedFinding, ...]
    assumed: tuple[str, ...]
    not_checked: tuple[str, ...]
    data: ExportedData
    roster: ExportedRoster
    reminders: dict[str, tuple[str, ...]] = {}
    notes: str = ""
    seal: str


def write(sheet: Sheet) -> bytes:
    return escaped(msgspec.json.format(msgspec.json.encode(exported(sheet)), indent=1).decode()).encode() + b"\n"


def exported(sheet: Sheet) -> Exported:
    army, done = sheet.army, sheet.done
    return Exported(
        listbuilder=VERSION,
        language=sheet.lang,
        game=ExportedGame(id=army.book.system, name=army.book.name, edition=army.book.edition),
        name=sheet.name,
        player=sheet.player,
        faction=army.faction_id,
        labels=tuple(sheet.labels),
        facts=tuple(sheet.facts),
        points=army.points if army.counts_points else None,
        limit=army.limit,
        sections=tuple(_section(section) for section in sheet.sections),
        cards=tuple(_card(card) for card in sheet.cards),
        formations=tuple(sheet.formations),
        verdict="legal" if done.verdict == "legal" else "illegal",
        findings=_findings(sheet),
        assumed=tuple(words.note(note, sheet.lang) for note in done.assumed),
        not_checked=tuple(words.note(note, sheet.lang) for note in done.not_checked),
        data=ExportedData(as_of=army.priced_on, sha256=done.data_sha256),
        roster=ExportedRoster(sha256=sheet.roster_sha256, file_sha256=sheet.file_sha256),
        reminders={name: tuple(units) for name, units in sheet.reminders},
        notes=sheet.notes,
        seal=sheet.sealed,
    )


def _section(section: Section) -> ExportedSection:
    return ExportedSection(
        key=section.key,
        title=section.title,
        points=section.points,
        units=tuple(_unit(line) for line in section.lines),
        extras=tuple(ExportedExtra(name=name, kind=kind, points=points) for name, kind, points in section.extras),
    )


def _unit(line: Line) -> ExportedUnit:
    return ExportedUnit(
        id=line.id,
        datasheet=line.unit.datasheet_id,
        name=line.name,
        datasheet_name=line.unit.name,
        custom_name=line.custom or None,
        models=line.size,
        points=line.points,
        remarks=tuple(line.remarks),
        wargear=tuple(
            ExportedWargear(model=each.model, count=each.count, items=each.items, changed=each.changed) for each in line.carried
        ),
        formations=tuple(line.ties),
        notes=line.notes or None,
    )


def _card(card: SheetCard) -> ExportedCard:
    return ExportedCard(
        name=card.name,
        count=card.count,
        tables=tuple(_table(grid) for grid in card.grids),
        loads=tuple(card.loads),
        abilities=tuple(card.abilities),
        wargear=tuple(card.wargear),
        keywords=tuple(card.keywords),
        faction_keywords=tuple(card.faction_keywords),
        base_size=card.base_size,
    )


def _table(grid: Grid) -> ExportedTable:
    rows = tuple(ExportedRow(name=row.name, values=row.values, keywords=row.keywords) for row in grid.rows)
    return ExportedTable(key=grid.key, title=grid.title, head=grid.head, rows=rows)


def _findings(sheet: Sheet) -> tuple[ExportedFinding, ...]:
    found = []
    for each in sheet.done.findings:
        cited = each.citation
        citation = None
        if cited:
            citation = ExportedCitation(book=cited.book, section=words.section(cited, sheet.lang), page=cited.page)
        found.append(
            ExportedFinding(
                code=each.code,
                name=each.name,
                severity=each.severity or "error",
                message=words.message(each, sheet.lang),
                path=each.path,
                units=each.units,
                citation=citation,
            )
        )
    return tuple(found)
