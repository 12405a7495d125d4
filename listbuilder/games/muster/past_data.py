"""Histories and foreign names of factions with datasheets, as they are loaded."""

from __future__ import annotations

from typing import Any

import msgspec

from listbuilder.games.muster.past_model import (
    BookBefore,
    Brackets,
    FactionHistory,
    FormerKeyword,
    OtherSource,
    PastDatasheet,
    PastDetachment,
    PastEnhancement,
)
from listbuilder.games.shared.best_day import Part, Timeline
from listbuilder.games.shared.past_shelf import ALIASES as ALIASES_FOLDER
from listbuilder.games.shared.past_shelf import FOLDER, PastData, PastShelf, cut_names, cut_things, cut_under
from listbuilder.games.shared.versions import PLACE, VERSIONS
from listbuilder.model.base import Model
from listbuilder.model.datasheet import Price
from listbuilder.model.memo import Memo
from listbuilder.model.past import DayPoints, Thing, points_on
from listbuilder.model.written import FactionAliases
from listbuilder.store import compiled
from listbuilder.store.library import Kind, Library, decoder


class Prices(Model):
    """What everything of a faction cost: datasheets by brackets, enhancements by `detachment/enhancement`."""

    datasheets: dict[str, tuple[Brackets, ...]]
    enhancements: dict[str, DayPoints]
    allies: dict[str, tuple[Brackets, ...]] = {}
    """Prices of datasheets in armies of other factions, where they differ from those at home."""


def _cut_history(file: FactionHistory) -> compiled.Sections:
    prices = Prices(
        datasheets={each.id: each.prices for each in file.datasheets},
        enhancements={each.id: each.points for each in file.enhancements},
        allies={each.id: each.as_ally.prices for each in file.datasheets if each.as_ally},
    )
    things: dict[str, tuple[Thing, ...]] = {
        "datasheets": file.datasheets,
        "detachments": file.detachments,
        "enhancements": file.enhancements,
    }
    return {
        **cut_things(things),
        "prices": compiled.encode(prices),
        "detachments": compiled.encode(file.detachments),
        "enhancements": compiled.encode(file.enhancements),
        "books": compiled.encode(file.books),
        **({"faction_keyword": compiled.encode(file.faction_keyword)} if file.faction_keyword else {}),
        "not_applied": compiled.encode(file.not_applied),
        **{f"sheet:{each.id}": compiled.encode(each) for each in file.datasheets},
    }


def _cut_aliases(file: FactionAliases) -> compiled.Sections:
    names = {"units": file.units, "detachments": file.detachments, "enhancements": file.enhancements}
    sections = {**cut_names(names), **cut_under(file.items)}
    for language, spoken in file.languages.items():
        tables = {"units": spoken.units, "detachments": spoken.detachments, "enhancements": spoken.enhancements}
        sections |= cut_names({f"{language}:{kind}": table for kind, table in tables.items()})
    if spoken_of := {written: name for spoken in file.languages.values() for written, name in spoken.items.items()}:
        sections["spoken"] = compiled.encode(spoken_of)
    return sections


HISTORY: Kind[FactionHistory] = Kind(
    "faction-history", FactionHistory, _cut_history, always=("prices", "detachments", "enhancements", "books", "not_applied")
)
ALIASES: Kind[FactionAliases] = Kind("faction-aliases", FactionAliases, _cut_aliases, always=())

# Kinds of data file by folder and stem, as data_kinds() of a game has them.
PAST_KINDS: dict[str, Kind[Any]] = {f"{FOLDER}/*": HISTORY, f"{ALIASES_FOLDER}/*": ALIASES, PLACE: VERSIONS}


class PastFaction(PastData):
    """The history of one faction."""

    def __init__(self, opened: compiled.Compiled) -> None:
        super().__init__(opened)
        self.prices: Prices = decoder(Prices).decode(opened.section("prices"))
        self._datasheets: dict[str, PastDatasheet | None] = {}

    def prices_on(self, day: str) -> dict[str, Any]:
        def state(states: tuple[Brackets, ...]) -> Brackets | None:
            return next((each for each in reversed(states) if each.from_ <= day), None)

        found: dict[str, Any] = {}
        for kind, table in (("", self.prices.datasheets), ("ally:", self.prices.allies)):
            for each, states in table.items():
                if (now := state(states)) is not None:
                    found[f"{kind}{each}"] = msgspec.structs.replace(now, from_="", whole=None, whole_on="")
        bought = {
            f"dp:{each.id}": next((state.dp for state in reversed(each.states) if state.from_ <= day), None)
            for each in self.detachments()
        }
        return {**found, **bought, **{each: points_on(points, day) for each, points in self.prices.enhancements.items()}}

    def datasheet(self, datasheet_id: str) -> PastDatasheet | None:
        if datasheet_id not in self._datasheets:
            section = f"sheet:{datasheet_id}"
            known = decoder(PastDatasheet).decode(self.compiled.section(section)) if section in self.compiled else None
            self._datasheets[datasheet_id] = known
        return self._datasheets[datasheet_id]

    def changed(self, datasheet_id: str) -> list[str]:
        """The days on which something but its price did."""
        found = self.datasheet(datasheet_id)
        return [each.until for each in found.changes] if found else []

    def is_guest(self, datasheet_id: str) -> bool:
        """Of another faction, which this one lets in. What it costs here holds when its datasheet is no longer printed here."""
        found = self.datasheet(datasheet_id)
        return found is not None and found.guest_of is not None

    def detachments(self) -> tuple[PastDetachment, ...]:
        return decoder(tuple[PastDetachment, ...]).decode(self.compiled.section("detachments"))

    def enhancements(self) -> tuple[PastEnhancement, ...]:
        return decoder(tuple[PastEnhancement, ...]).decode(self.compiled.section("enhancements"))

    def book_on(self, day: str) -> str | None:
        """Until when the book of that day held, which is then in history/books; None for today's."""
        books = decoder(tuple[BookBefore, ...]).decode(self.compiled.section("books"))
        return min((book.until for book in books if day < book.until), default=None)

    def faction_keyword_on(self, day: str) -> str | None:
        """The one of its armies that day; None where it is today's."""
        if "faction_keyword" not in self.compiled:
            return None
        former = decoder(tuple[FormerKeyword, ...]).decode(self.compiled.section("faction_keyword"))
        return next((each.was for each in reversed(former) if day < each.until), None)

    def not_applied(self) -> tuple[OtherSource, ...]:
        return decoder(tuple[OtherSource, ...]).decode(self.compiled.section("not_applied"))


ASKED = 4_000  # things of which it is kept what they cost: those of an event


class MusterPast(PastShelf[PastFaction]):
    def __init__(self, system: str, library: Library) -> None:
        super().__init__(system, library, PastFaction, HISTORY, ALIASES)
        self._timelines: Memo[Part, Timeline] = Memo(ASKED)
        self._lists: Memo[tuple[str, str], list[tuple[Price, ...]]] = Memo(ASKED)

    def price_lists(self, faction_id: str, thing: str) -> list[tuple[Price, ...]]:
        """Those that a datasheet had over time."""
        key = (faction_id, thing)
        if key not in self._lists:
            past = self.faction(faction_id)
            self._lists[key] = [state.price_list() for state in past.prices.datasheets.get(thing, ())] if past else []
        return self._lists[key]

    def timeline(self, part: Part) -> Timeline:
        """What the thing cost over time, under its former names too: a datasheet at that many models, or an enhancement."""
        if part not in self._timelines:
            self._timelines[part] = self._timeline(part)
        return self._timelines[part]

    def _timeline(self, part: Part) -> Timeline:
        past = self.faction(part.faction)
        if past is None:
            return ()
        if "/" in part.thing:
            return list(past.prices.enhancements.get(part.thing, {}).items())
        found = past.things("datasheets").get(part.thing)
        own = past.prices.datasheets.get(part.thing, ())
        first = own[0].from_ if own else None
        former = [row for each in (found.formerly if found else ()) for row in past.prices.datasheets.get(each.id or "", ())]
        earlier = [state for state in former if not first or state.from_ < first]
        states = [*earlier, *own]
        if part.ally and (as_ally := past.prices.allies.get(part.thing)):
            states = [*(state for state in states if state.from_ < as_ally[0].from_), *as_ally]
        rows = [(state.from_, _bracket(state, part.size)) for state in states]
        if found is not None and found.until is not None and not past.is_guest(part.thing):
            rows = [*(row for row in rows if row[0] < found.until), (found.until, None)]
        return sorted(rows, key=lambda row: row[0])


def _bracket(state: Brackets, size: int) -> int | None:
    enough = [(row.models, row.points) for row in state.price_list() if row.when is None and row.models and row.models >= size]
    return min(enough)[1] if enough else None
