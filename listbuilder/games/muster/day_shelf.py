"""The factions of a game as they were on a past day: what a resolver finds there instead of today's.

Windows choose between candidates and forbid nothing: what the roster names by its id is found on any day, in the state
nearest to the day, and `away` says of it since when or until when it was there.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from listbuilder.games.base import Findable
from listbuilder.games.muster.data import FactionData, Shelf, entry
from listbuilder.games.muster.faction import Detachment, Enhancement
from listbuilder.games.muster.past import (
    ALL_KEYS,
    brackets_on,
    datasheet_of_day,
    detachments_of_day,
    enhancement_of_day,
    parent_detachments_of_day,
)
from listbuilder.games.muster.past_data import MusterPast, PastFaction
from listbuilder.games.muster.past_model import PastDatasheet
from listbuilder.games.muster.price import IN_SOME_ARMIES
from listbuilder.model.datasheet import Datasheet, Price
from listbuilder.model.past import GRACE, Gone, Thing, clamped, gone, known_on, there_on
from listbuilder.store import compiled

DETACHMENT = frozenset({"detachment"})  # what a detachment that is gone granted is not known


class DayFaction(FactionData):
    """A faction of a day. What the history does not know of it is as today; `unknown` says of which keys that is so."""

    past_day = True

    def __init__(
        self,
        today: FactionData,
        past: PastFaction | None,
        day: str,
        newest: FactionData | None = None,
        as_printed: bool = False,
        grace: int = GRACE,
    ) -> None:
        """`today` is the book that held that day; `newest` the one that took its place, where there is one.

        `as_printed`: from that day to the end of that book no price changed. `grace`: see `DataVersions.grace_on`.
        """
        super().__init__(today.compiled)
        self.today, self.past, self.day = today, past, day
        self.newest = newest or today
        self.as_printed = as_printed
        self.grace = grace
        self._enhancements: dict[str, tuple[Enhancement, str]] = {}
        self._unknown: dict[str, frozenset[str]] = {}
        self._entries: list[Findable] | None = None
        self._away: dict[tuple[str, str], Gone | None] = {}
        self._then: dict[str, dict[str, Detachment]] = {}  # of other days on which something was there
        if past is not None:
            made = detachments_of_day(today.head.detachments, past.detachments(), past.enhancements(), day, grace)
            parents = parent_detachments_of_day(past.detachments(), day) or today.head.parent_detachments
            keyword = past.faction_keyword_on(day) or today.head.faction_keyword
            self.head = msgspec.structs.replace(
                today.head, detachments=made.detachments, parent_detachments=parents, faction_keyword=keyword
            )
            self._unknown.update(dict.fromkeys(made.unknown, DETACHMENT))

    def sheet(self, datasheet_id: str) -> Datasheet | None:
        if datasheet_id not in self._sheets:
            now = self.today.sheet(datasheet_id) or self.newest.sheet(datasheet_id)
            then = self._past_sheet(datasheet_id)
            if now is None and (then is None or then.sheet is None):
                return None
            sheet, unknown = datasheet_of_day(now, then, known_on(then, self.day) if then else self.day, self.as_printed)
            if self.today.head.until is not None and self.today.head.as_of <= self.day:
                unknown -= IN_SOME_ARMIES  # the book says its prices of that day whole
            if now is not None and set(sheet.faction_keywords) < set(now.faction_keywords):
                # the app named a chapter's units by the chapter alone
                sheet = msgspec.structs.replace(sheet, faction_keywords=now.faction_keywords)
            self._sheets[datasheet_id], self._unknown[datasheet_id] = sheet, unknown
        return self._sheets[datasheet_id]

    def _past_sheet(self, datasheet_id: str) -> PastDatasheet | None:
        """Of a book of the past the last prices are those before its successor's."""
        found, until = self.past.datasheet(datasheet_id) if self.past else None, self.today.head.until
        if found is None or until is None or self.today.sheet(datasheet_id) is None:
            return found
        prices = [each for each in found.prices if each.from_ < until]
        if prices:  # what it kept whole is of the successor's time
            prices[-1] = msgspec.structs.replace(prices[-1], whole=None)
        return msgspec.structs.replace(found, prices=tuple(prices))

    def unknown(self, datasheet_id: str) -> frozenset[str]:
        """All of what was not there that day: it is another day's."""
        known = self._unknown.get(datasheet_id, frozenset())
        return known | ALL_KEYS if self.away("datasheets", datasheet_id) else known

    def away(self, kind: str, thing_id: str) -> Gone | None:
        """What to say of something that was not there that day."""
        if (kind, thing_id) not in self._away:
            found = self._thing(kind, thing_id)
            detachments = {each.id: each.name for each in self.today.head.detachments} if kind == "detachments" else {}
            names = self.today.index if kind == "datasheets" else detachments
            others = self.past.things(kind).values() if self.past else ()
            first = self._first_told(kind, thing_id) if found else None
            self._away[kind, thing_id] = gone(found, self.day, names, others, first, self.grace) if found else None
        return self._away[kind, thing_id]

    def _first_told(self, kind: str, thing_id: str) -> str | None:
        """Return the first day on which something beside its record tells that it was there: a price, an enhancement."""
        if self.past is None:
            return None
        if kind == "detachments":
            own = self.past.things("enhancements").values()
            return min((each.from_ for each in own if each.id.startswith(f"{thing_id}/")), default=None)
        record = self.past.datasheet(thing_id) if kind == "datasheets" else None
        return record.prices[0].from_ if record and record.prices else None

    def now(self, datasheet_id: str) -> Datasheet | None:
        return self.newest.sheet(datasheet_id)

    def had(self, datasheet_id: str) -> bool:
        return self.away("datasheets", datasheet_id) is None

    def there(self) -> list[str]:
        return there_on(self.index, self.past.things("datasheets") if self.past else {}, self.day, self.grace)

    def entries(self) -> list[Findable]:
        if self._entries is None:
            self._entries = [entry(sheet) for each in self.there() if (sheet := self.sheet(each))]
        return self._entries

    def _thing(self, kind: str, thing_id: str) -> Thing | None:
        return self.past.things(kind).get(thing_id) if self.past else None

    def detachment(self, detachment_id: str) -> Detachment | None:
        """Also one that was not there that day, as it was on the nearest on which it was."""
        found = self.head.detachment_by_id.get(detachment_id)
        record = self._thing("detachments", detachment_id)
        if found is None and record is not None and self.past is not None:
            day = clamped(record, self.day)
            if day not in self._then:
                then = detachments_of_day(self.today.head.detachments, self.past.detachments(), self.past.enhancements(), day)
                self._then[day] = {each.id: each for each in then.detachments}
            found = self._then[day].get(detachment_id)
        return found or next(
            (known for data in (self.today, self.newest) if (known := data.head.detachment_by_id.get(detachment_id))), None
        )

    def enhancement(self, enhancement_id: str) -> tuple[Enhancement, str] | None:
        """Of any day, with the id that the history has it under."""
        if enhancement_id not in self._enhancements and self.past is not None:
            now = {f"{d.id}/{e.id}": e for d in self.today.head.detachments for e in d.enhancements}
            for record in self.past.enhancements():
                made = enhancement_of_day(now.get(record.id), record, clamped(record, self.day))
                self._enhancements.setdefault(made.id, (made, record.id))
        known = self._enhancements.get(enhancement_id) or self.today.enhancement(enhancement_id)
        return known or self.newest.enhancement(enhancement_id)

    def _guest(self, reference: str) -> PastDatasheet | None:
        found = self.past.datasheet(reference.rpartition("/")[2]) if self.past else None
        return found if found is not None and found.guest_of == reference else None

    def has_guest(self, reference: str) -> bool:
        return self._guest(reference) is not None

    def guest_prices(self, reference: str) -> tuple[Price, ...] | None:
        """What a unit of another faction (`faction/id`) cost in an army of this one, where it had prices of its own."""
        record = self._guest(reference)
        if record is None:
            return None
        if record.sheet is None:  # its state is its home's, its prices are not
            now = brackets_on(record.prices, self.day)
            return now.price_list() if now and not (record.until and record.until <= self.day) else None
        made = datasheet_of_day(None, record, self.day)
        return made.sheet.points if "points" not in made.unknown else None


class DayShelf(Shelf):
    """The shelf of a day: today's files, led back."""

    def __init__(self, today: Shelf, past: MusterPast, day: str) -> None:
        super().__init__(today.system, today.library)
        self.today, self._past, self.day = today, past, day
        self.grace = past.versions().grace_on(day)

    def faction(self, faction_id: str) -> FactionData | None:
        if faction_id not in self._factions:
            now, past = self.today.faction(faction_id), self.past.faction(faction_id)
            until = past.book_on(self.day) if past else None
            book = self.today.book_before(faction_id, until) if until else None
            last = until is not None and not any(self.day < each < until for each in self.today.releases())
            self._factions[faction_id] = DayFaction(book or now, past, self.day, now, last, self.grace) if now else None
        return self._factions[faction_id]

    def past_files(self, faction_ids: Iterable[str]) -> list[compiled.Compiled]:
        return self.past.files(list(faction_ids))
