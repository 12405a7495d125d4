"""The roster resolved, for other programs: `export --to json`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from listbuilder.reports.base import Finding, Published, Sha256, Spoken


class ExportedWargear(Published):
    """Models of one kind, with the number of each item over all of them.

    `changed` are the items that are not the default.
    """

    model: str | None
    count: int
    items: dict[str, int]
    changed: dict[str, int]


class ExportedUnit(Published):
    """A unit of the list, with its names, points and wargear.

    `name` is in the language of the export, `datasheet_name` as in the data, `custom_name` the
    player's own.
    """

    id: str
    datasheet: str
    name: str
    datasheet_name: str
    custom_name: str | None
    models: int
    points: int | None
    remarks: list[str]
    wargear: list[ExportedWargear]
    formations: list[str] = []
    notes: str | None = None


class ExportedExtra(Published):
    """Part of the total that is not a unit."""

    name: str
    kind: str
    points: int


class ExportedSection(Published):
    """A section of the list, such as a role or a regiment, with its units."""

    key: str
    title: str
    points: int
    units: list[ExportedUnit]
    extras: list[ExportedExtra]


class ExportedRow(Published):
    """A row of a table, such as a weapon's profile."""

    name: str
    values: list[str]
    keywords: list[str]


class ExportedTable(Published):
    """A table of a datasheet."""

    key: str
    title: str
    head: list[str]
    rows: list[ExportedRow]


class ExportedCard(Published):
    """Datasheet with the weapons its models carry."""

    name: str
    count: int
    tables: list[ExportedTable]
    loads: list[str]
    abilities: list[str]
    wargear: list[str]
    keywords: list[str]
    faction_keywords: list[str]
    base_size: str


class ExportedData(Published):
    """The data that the points rest on."""

    as_of: str
    """Date of the points, as 2025-06-11; empty in games without points."""
    sha256: Sha256


class ExportedRoster(Published):
    """The hashes of the exported list.

    `sha256` is of the list itself: the same whatever its layout, comments, notes and formations.
    """

    sha256: Sha256
    file_sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
    """First 16 digits of the hash of the source file."""


class ExportedGame(Published):
    """The game; `id` is what a roster file says after `system:`."""

    id: str
    name: str
    edition: str


class ExportDocument(Published):
    """One roster. `seal` holds the roster itself, for `listbuilder import` and `listbuilder
    verify`.
    """

    listbuilder: str
    """Version of listbuilder."""
    language: Spoken
    game: ExportedGame
    name: str
    player: str
    faction: str
    labels: list[str]
    facts: list[str]
    points: int | None
    limit: int | None
    sections: list[ExportedSection]
    cards: list[ExportedCard]
    formations: list[str]
    verdict: Literal["legal", "illegal"]
    findings: list[Finding]
    assumed: list[str]
    not_checked: list[str]
    data: ExportedData
    roster: ExportedRoster
    reminders: dict[str, list[str]] = {}
    notes: str = ""
    seal: str
