"""Histories and foreign names of factions with datasheets, as loaded from compiled files."""

from __future__ import annotations

from typing import Any

import msgspec

from listbuilder.data import compiled
from listbuilder.data.library import DataFileKind, Library, get_decoder
from listbuilder.games.wh40k.history_records import (
    BookBefore,
    Brackets,
    FactionHistory,
    FormerKeyword,
    OtherSource,
    PastDatasheet,
    PastDetachment,
    PastEnhancement,
)
from listbuilder.history.best_date import Part, Timeline
from listbuilder.history.catalog import (
    PastData,
    PastShelf,
    encode_names,
    encode_things,
    encode_unit_items,
    make_history_kinds,
)
from listbuilder.history.state_on_date import find_state_on
from listbuilder.model.aliases import FactionAliases
from listbuilder.model.base import Model
from listbuilder.model.cache import Memo
from listbuilder.model.datasheet import Price
from listbuilder.model.windows import DayPoints, Thing, get_points_on


class Prices(Model):
    """The prices that everything of a faction had.

    Datasheets have them by brackets, enhancements by `detachment/enhancement`.
    """

    datasheets: dict[str, tuple[Brackets, ...]]
    enhancements: dict[str, DayPoints]
    allies: dict[str, tuple[Brackets, ...]] = {}
    """Prices of datasheets in armies of other factions, where they differ from those at home."""


def _split_history_file(file: FactionHistory) -> compiled.Sections:
    """Return the sections of a compiled history file, each of which can be loaded by itself."""
    prices = Prices(
        datasheets={sheet.id: sheet.prices for sheet in file.datasheets},
        enhancements={enhancement.id: enhancement.points for enhancement in file.enhancements},
        allies={sheet.id: sheet.as_ally.prices for sheet in file.datasheets if sheet.as_ally},
    )
    things: dict[str, tuple[Thing, ...]] = {
        "datasheets": file.datasheets,
        "detachments": file.detachments,
        "enhancements": file.enhancements,
    }
    sections = {
        **encode_things(things),
        "prices": compiled.encode_section(prices),
        "detachments": compiled.encode_section(file.detachments),
        "enhancements": compiled.encode_section(file.enhancements),
        "books": compiled.encode_section(file.books),
    }
    if file.faction_keyword:
        sections["faction_keyword"] = compiled.encode_section(file.faction_keyword)
    sections["not_applied"] = compiled.encode_section(file.not_applied)
    for sheet in file.datasheets:
        sections[f"sheet:{sheet.id}"] = compiled.encode_section(sheet)
    return sections


def _split_alias_file(file: FactionAliases) -> compiled.Sections:
    """Return the sections of a compiled file of names, each of which can be loaded by itself."""
    names = {
        "units": file.units,
        "detachments": file.detachments,
        "enhancements": file.enhancements,
    }
    sections = {**encode_names(names), **encode_unit_items(file.items)}
    for language, spoken in file.languages.items():
        tables = {
            f"{language}:units": spoken.units,
            f"{language}:detachments": spoken.detachments,
            f"{language}:enhancements": spoken.enhancements,
        }
        sections |= encode_names(tables)
        if spoken.items:
            sections[f"{language}:items"] = compiled.encode_section(spoken.items)
    return sections


HISTORY: DataFileKind[FactionHistory] = DataFileKind(
    "faction-history",
    FactionHistory,
    _split_history_file,
    always=("prices", "detachments", "enhancements", "books", "not_applied"),
)
ALIASES: DataFileKind[FactionAliases] = DataFileKind(
    "faction-aliases", FactionAliases, _split_alias_file, always=()
)

PAST_KINDS = make_history_kinds(HISTORY, ALIASES)


class PastFaction(PastData[PastDatasheet]):
    """The history of one faction."""

    record_type = PastDatasheet

    def __init__(self, opened: compiled.Compiled) -> None:
        super().__init__(opened)
        self.prices: Prices = get_decoder(Prices).decode(opened.get_section("prices"))

    def get_prices_on_date(self, day: str) -> dict[str, Any]:
        """Return the cost of everything of the faction on `day`, by id.

        A datasheet's prices as an ally have the id prefix `ally:`, costs of detachments `dp:`. The
        cost is None for a detachment or enhancement that had none that day.
        """
        costs: dict[str, Any] = {}
        for kind, table in (("", self.prices.datasheets), ("ally:", self.prices.allies)):
            for thing_id, states in table.items():
                now = find_state_on(states, day, grace=0)
                if now is not None:  # without its dates, so that equal prices are equal
                    bare = msgspec.structs.replace(now, from_="", whole=None, whole_on="")
                    costs[f"{kind}{thing_id}"] = bare
        for detachment in self.list_detachments():
            state = find_state_on(detachment.states, day, grace=0)
            costs[f"dp:{detachment.id}"] = state.dp if state else None
        for enhancement_id, points in self.prices.enhancements.items():
            costs[enhancement_id] = get_points_on(points, day)
        return costs

    def is_guest(self, datasheet_id: str) -> bool:
        """Return whether the record is of another faction's unit that this one can include.

        The prices of such a record still hold when the faction's own files have no such datasheet.
        """
        record = self.get_sheet_record(datasheet_id)
        return record is not None and record.guest_of is not None

    def list_detachments(self) -> tuple[PastDetachment, ...]:
        """Return the histories of the faction's detachments."""
        return self.decode_section("detachments", tuple[PastDetachment, ...]) or ()

    def list_enhancements(self) -> tuple[PastEnhancement, ...]:
        """Return the histories of the faction's enhancements."""
        return self.decode_section("enhancements", tuple[PastEnhancement, ...]) or ()

    def get_book_end_on(self, day: str) -> str | None:
        """Return the date on which the book in force on `day` was replaced; None for today's book.

        The file of a replaced book is in history/books.
        """
        books = self.decode_section("books", tuple[BookBefore, ...]) or ()
        return min((book.until for book in books if day < book.until), default=None)

    def get_faction_keyword_on(self, day: str) -> str | None:
        """Return the former faction keyword that its armies had on `day`; None if it is today's."""
        former = self.decode_section("faction_keyword", tuple[FormerKeyword, ...]) or ()
        for former_keyword in reversed(former):
            if day < former_keyword.until:
                return former_keyword.was
        return None

    def list_unapplied_sources(self) -> tuple[OtherSource, ...]:
        """Return the sources of prices that no points document confirms."""
        return self.decode_section("not_applied", tuple[OtherSource, ...]) or ()


ASKED = 4_000  # things of which it is kept what they cost: those of an event


class MusterPast(PastShelf[PastFaction]):
    """The histories of a game with datasheets."""

    def __init__(self, system: str, library: Library) -> None:
        super().__init__(system, library, PastFaction, HISTORY, ALIASES)
        self._timelines: Memo[Part, Timeline] = Memo(ASKED)
        self._lists: Memo[tuple[str, str], list[tuple[Price, ...]]] = Memo(ASKED)

    def list_price_lists(self, faction_id: str, thing: str) -> list[tuple[Price, ...]]:
        """Return the price lists that a datasheet had over time, oldest first."""
        key = (faction_id, thing)
        if key not in self._lists:
            past = self.load_faction(faction_id)
            states = past.prices.datasheets.get(thing, ()) if past else ()
            self._lists[key] = [state.list_prices() for state in states]
        return self._lists[key]

    def timeline(self, part: Part) -> Timeline:
        """Return what a datasheet or enhancement cost over time, as (day, points), oldest first.

        `part` names the thing, and the number of models of a datasheet. Prices under former names
        are included. Points are None from the day on which the thing was gone. Answers are kept.
        """
        if part not in self._timelines:
            self._timelines[part] = self._build_timeline(part)
        return self._timelines[part]

    def _build_timeline(self, part: Part) -> Timeline:
        """Return what a datasheet or enhancement cost over time, as (day, points), oldest first.

        This is `timeline` without the keeping of answers. Empty if the faction has no history. An
        ally has its prices as an ally from their first day on, and those of its own faction before.
        """
        past = self.load_faction(part.faction)
        if past is None:
            return ()
        if "/" in part.thing:
            return list(past.prices.enhancements.get(part.thing, {}).items())
        thing = past.get_things("datasheets").get(part.thing)
        states: list[Brackets] = []
        for former_name in thing.formerly if thing else ():
            states += past.prices.datasheets.get(former_name.id or "", ())
        own = past.prices.datasheets.get(part.thing, ())
        as_ally = past.prices.allies.get(part.thing, ()) if part.ally else ()
        for newer in (own, as_ally):  # what is newer counts from its first day on
            if newer:
                states = [state for state in states if state.from_ < newer[0].from_]
                states += newer
        rows = [(state.from_, _find_bracket_points(state, part.size)) for state in states]
        if thing is not None and thing.until is not None and not past.is_guest(part.thing):
            rows = [row for row in rows if row[0] < thing.until]
            rows.append((thing.until, None))
        return sorted(rows, key=lambda row: row[0])


def _find_bracket_points(state: Brackets, size: int) -> int | None:
    """Return the price without conditions of a unit of `size` models in that state.

    None if no price covers so many models.
    """
    enough = [
        (row.models, row.points)
        for row in state.list_prices()
        if row.when is None and row.models and row.models >= size
    ]
    return min(enough)[1] if enough else None
