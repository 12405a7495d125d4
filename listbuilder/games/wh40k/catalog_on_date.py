"""The catalog of a game as it was on a past day, which a resolver uses instead of today's.

Windows choose between candidates and forbid nothing: what the roster names by its id is found on
any day, in the state nearest to the day, and `away` says of it since when or until when it was
there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from listbuilder.data import compiled
from listbuilder.games.common.sheets_on_date import SheetsOnDate
from listbuilder.games.game import Findable
from listbuilder.games.wh40k.catalog import FactionData, Shelf, entry
from listbuilder.games.wh40k.faction import Detachment, Enhancement
from listbuilder.games.wh40k.history_catalog import MusterPast, PastFaction
from listbuilder.games.wh40k.history_records import PastDatasheet
from listbuilder.games.wh40k.price import IN_SOME_ARMIES
from listbuilder.games.wh40k.state_on_date import (
    ALL_KEYS,
    build_datasheet_on_date,
    build_detachments_on_date,
    build_enhancement_on_date,
    list_parent_detachments_on,
)
from listbuilder.history.state_on_date import find_state_on
from listbuilder.model.datasheet import Datasheet, Price
from listbuilder.model.windows import (
    GRACE,
    get_last_known_date,
    limit_to_window,
)

DETACHMENT = frozenset({"detachment"})  # what a detachment that is gone granted is not known


class DayFaction(SheetsOnDate[Datasheet, PastFaction], FactionData):
    """The data of a faction as it was on a past date.

    Where the history does not say how something was, today's data is used; `get_unknown_keys` names
    what that concerns.
    """

    past_day = True
    sheet_kind = "datasheets"
    sheet_keys = ALL_KEYS

    def __init__(
        self,
        today: FactionData,
        past: PastFaction | None,
        day: str,
        newest: FactionData | None = None,
        as_printed: bool = False,
        grace: int = GRACE,
    ) -> None:
        """Prepare the faction as of `day` from the book `today` and the history `past`.

        `today` is the book in force on `day`; `newest` is the book of today, if another.
        `as_printed`: no price changed from `day` to the end of that book. `grace`: by how many days
        dates may be wrong (see `DataVersions.get_grace_on`). The head of the faction gets the
        detachments and keyword of `day`.
        """
        super().__init__(today.compiled)
        self.set_date(past, day, grace)
        self.today = today
        self.newest = newest or today
        self.as_printed = as_printed
        self._enhancements: dict[str, tuple[Enhancement, str]] = {}
        self._unknown: dict[str, frozenset[str]] = {}
        self._entries: list[Findable] | None = None
        # The detachments of other days on which something was there, by day and id.
        self._then: dict[str, dict[str, Detachment]] = {}
        if past is not None:
            made = build_detachments_on_date(
                today.head.detachments,
                past.list_detachments(),
                past.list_enhancements(),
                day,
                grace,
            )
            parents = list_parent_detachments_on(past.list_detachments(), day)
            keyword = past.get_faction_keyword_on(day)
            self.head = msgspec.structs.replace(
                today.head,
                detachments=made.detachments,
                parent_detachments=parents or today.head.parent_detachments,
                faction_keyword=keyword or today.head.faction_keyword,
            )
            self._unknown.update(dict.fromkeys(made.unknown, DETACHMENT))

    def get_sheet(self, datasheet_id: str) -> Datasheet | None:
        """Return the datasheet as it was on the date, or on the nearest date on which it existed.

        None if no data has the datasheet.
        """
        if datasheet_id not in self._sheets:
            now = self.today.get_sheet(datasheet_id) or self.newest.get_sheet(datasheet_id)
            then = self._get_past_datasheet(datasheet_id)
            if now is None and (then is None or then.sheet is None):
                return None
            last_known = get_last_known_date(then, self.day) if then else self.day
            sheet, unknown = build_datasheet_on_date(now, then, last_known, self.as_printed)
            if self.today.head.until is not None and self.today.head.as_of <= self.day:
                unknown -= IN_SOME_ARMIES  # the book says its prices of that day whole
            if now is not None and set(sheet.faction_keywords) < set(now.faction_keywords):
                # the app named a chapter's units by the chapter alone
                sheet = msgspec.structs.replace(sheet, faction_keywords=now.faction_keywords)
            self._sheets[datasheet_id], self._unknown[datasheet_id] = sheet, unknown
        return self._sheets[datasheet_id]

    def _get_past_datasheet(self, datasheet_id: str) -> PastDatasheet | None:
        """Return the history of the datasheet, or None if there is none.

        If its book was replaced, prices from that day on (`until`) are left out.
        """
        found = self.past.get_sheet_record(datasheet_id) if self.past else None
        until = self.today.head.until
        if found is None or until is None or self.today.get_sheet(datasheet_id) is None:
            return found
        prices = [state for state in found.prices if state.from_ < until]
        if prices:  # what it kept whole is of the successor's time
            prices[-1] = msgspec.structs.replace(prices[-1], whole=None)
        return msgspec.structs.replace(found, prices=tuple(prices))

    def list_unknown_keys(self, thing_id: str) -> frozenset[str]:
        """Return the keys of a datasheet or detachment whose values on the date are not known.

        Those of a datasheet are known once `get_sheet` has made it.
        """
        return self._unknown.get(thing_id, frozenset())

    def list_names_today(self, kind: str) -> Mapping[str, str]:
        """Return the names of today's datasheets or detachments by id; empty for enhancements."""
        if kind == "detachments":
            return {detachment.id: detachment.name for detachment in self.today.head.detachments}
        return super().list_names_today(kind)

    def find_first_day(self, kind: str, thing_id: str) -> str | None:
        """Return the first date on which a datasheet has a price, or a detachment an enhancement.

        This shows that the thing existed, whatever its record says. None if there is no such date,
        and for enhancements.
        """
        if self.past is None:
            return None
        if kind == "detachments":
            enhancements = self.past.get_things("enhancements").values()
            own = (record for record in enhancements if record.id.startswith(f"{thing_id}/"))
            return min((record.from_ for record in own), default=None)
        sheet = self.past.get_sheet_record(thing_id) if kind == "datasheets" else None
        return sheet.prices[0].from_ if sheet and sheet.prices else None

    def get_datasheet_today(self, datasheet_id: str) -> Datasheet | None:
        """Return the datasheet as it is today, or None if it no longer exists."""
        return self.newest.get_sheet(datasheet_id)

    def is_available(self, datasheet_id: str) -> bool:
        """Return whether the datasheet existed on the date."""
        return self.describe_absence("datasheets", datasheet_id) is None

    def list_entries(self) -> list[Findable]:
        """Return the datasheets that existed on the date, in the form shown by `find` and
        pickers.
        """
        if self._entries is None:
            sheets = map(self.get_sheet, self.list_available_ids())
            self._entries = [entry(sheet) for sheet in sheets if sheet]
        return self._entries

    def find_detachment(self, detachment_id: str) -> Detachment | None:
        """Return the detachment with that id as it was on the date, or None if it is unknown.

        A detachment that did not exist on the date is returned as on the nearest date on which it
        did.
        """
        found = self.head.detachment_by_id.get(detachment_id)
        record = self.get_record("detachments", detachment_id)
        if found is None and record is not None and self.past is not None:
            day = limit_to_window(record, self.day)
            if day not in self._then:
                dated = build_detachments_on_date(
                    self.today.head.detachments,
                    self.past.list_detachments(),
                    self.past.list_enhancements(),
                    day,
                )
                self._then[day] = {detachment.id: detachment for detachment in dated.detachments}
            found = self._then[day].get(detachment_id)
        for data in (self.today, self.newest):
            found = found or data.head.detachment_by_id.get(detachment_id)
        return found

    def find_enhancement(self, enhancement_id: str) -> tuple[Enhancement, str] | None:
        """Return the enhancement with that id, and its id in the history; None if it is unknown.

        An enhancement that did not exist on the date is returned as on the nearest date on which it
        did.
        """
        if enhancement_id not in self._enhancements and self.past is not None:
            now: dict[str, Enhancement] = {}
            for detachment in self.today.head.detachments:
                for enhancement in detachment.enhancements:
                    now[f"{detachment.id}/{enhancement.id}"] = enhancement
            for record in self.past.list_enhancements():
                dated = build_enhancement_on_date(
                    now.get(record.id), record, limit_to_window(record, self.day)
                )
                self._enhancements.setdefault(dated.id, (dated, record.id))
        return (
            self._enhancements.get(enhancement_id)
            or self.today.find_enhancement(enhancement_id)
            or self.newest.find_enhancement(enhancement_id)
        )

    def _find_ally_record(self, reference: str) -> PastDatasheet | None:
        """Return the history that this faction has of a unit of another (`faction/id`), or None."""
        found = self.past.get_sheet_record(reference.rpartition("/")[2]) if self.past else None
        return found if found is not None and found.guest_of == reference else None

    def has_ally(self, reference: str) -> bool:
        """Return whether the faction could once include another's unit, a `faction/id`."""
        return self._find_ally_record(reference) is not None

    def get_ally_prices(self, reference: str) -> tuple[Price, ...] | None:
        """Return the prices then of another faction's unit (`faction/id`) in this faction.

        None if the unit had no prices of its own in this faction, or if they are not known.
        """
        record = self._find_ally_record(reference)
        if record is None:
            return None
        if record.sheet is None:  # its state is its home's, its prices are not
            if record.until and record.until <= self.day:
                return None
            prices_then = find_state_on(record.prices, self.day)
            return prices_then.list_prices() if prices_then else None
        dated = build_datasheet_on_date(None, record, self.day)
        return dated.sheet.points if "points" not in dated.unknown else None


class DayShelf(Shelf):
    """The data of a game as of a past date, made from today's files and the histories."""

    def __init__(self, today: Shelf, past: MusterPast, day: str) -> None:
        super().__init__(today.system, today.library)
        self.today, self._past, self.day = today, past, day
        self.grace = past.load_versions().get_grace_on(day)

    def open_faction(self, faction_id: str) -> FactionData | None:
        """Return the faction as it was on the date, made anew; None if today has no such faction.

        It is made from the book in force on the date.
        """
        now = self.today.load_faction(faction_id)
        if now is None:
            return None
        past = self.past.load_faction(faction_id)
        until = past.get_book_end_on(self.day) if past else None
        if until is None:
            return DayFaction(now, past, self.day, now, False, self.grace)
        book = self.today.open_book_before(faction_id, until)
        as_printed = not any(self.day < day < until for day in self.today.list_release_dates())
        return DayFaction(book or now, past, self.day, now, as_printed, self.grace)

    def list_history_files(self, faction_ids: Iterable[str]) -> list[compiled.Compiled]:
        """Return the history files of these factions, on which the result of a check depends."""
        return self.past.list_files(list(faction_ids))
