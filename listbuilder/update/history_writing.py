"""Writing the state before an update into the histories.

Today's file is the last state, and earlier ones are computed back from it (see the history_records
of each kind of army). So each change of today's file is recorded here as its inverse: the old value
of a changed key, the date of a new entry, the last state of a removed one, the old name of a
renamed one. Not everything has a place in a history; each function returns whether the former state
could be kept completely.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from listbuilder.games.aos.history_records import PastProfile
from listbuilder.games.wh40k.history_records import DetachmentState
from listbuilder.games.wh40k.reprice import make_price_state, record_price_state
from listbuilder.history.reprice import add_price_on_date
from listbuilder.update.data_entries import DataEntries, LiveEntry
from listbuilder.update.fields import get_shape
from listbuilder.update.history_places import PLACES
from listbuilder.update.merge_values import Raw, make_plain, put_key

_SOURCE = "update"  # what a record says of where it is from that only an update told of
_ALIAS_SOURCE = "renamed"
_ALIAS_SOURCE_TEXT = "renamed (data update)"
_FILE_ORDER = (
    "battle_formations", "detachments", "enhancements", "spell_lores", "prayer_lores",
    "manifestation_lores", "faction_terrain", "armies_of_renown", "regiments", "datasheets",
    "units", "warscrolls", "unit_options", "items", "abbreviations", "languages",
)  # fmt: skip
_RECORD_ORDER = (
    "id", "name", "from", "until", "today", "renamed_to", "renamed_why", "replaced_by",
    "spellings", "formerly", "table", "set", "detachment", "source", "prices", "states", "points",
    "units", "factions", "contents", "manifestations", "applies_to", "requires", "bearer",
    "changes", "sheet", "warscroll",
)  # fmt: skip
_NEVER_NULL = frozenset({"keywords", "faction_keywords"})  # without the key they are empty lists


class HistoryWriter:
    """A writer of the histories of a game's books, for one update on `day`.

    `newest` is the date of the newest data before the update, and `began` is the first day of the
    edition.
    """

    def __init__(self, entries: DataEntries, day: str) -> None:
        self.entries, self.day = entries, day
        versions = entries.get_versions() or {}
        releases = cast(list[Raw], versions.get("releases", []))
        dates = [str(versions.get("as_of", "")), *(str(row["day"]) for row in releases)]
        self.newest = max(dates)
        self.began = str(versions.get("edition_began", ""))
        self.shape = get_shape(entries.system)
        self._places = PLACES.get(self.shape, {})
        self.touched: set[str] = set()

    @property
    def is_kept(self) -> bool:
        """Return whether the game keeps a history at all."""
        return bool(self._places) and self.entries.get_versions() is not None

    # --- a changed key ---

    def record_field(self, book: str, entry: LiveEntry, field: str, before: object) -> bool:
        """Record the value `before` that `field` had; return whether it could be kept.

        Call it when the entry already has the new value.
        """
        place = self._places.get(entry.kind)
        if place is None or not self._has_history(book):
            return False
        if field == place.price:
            self._record_price(book, entry, before)
            return True
        if entry.kind == "detachment":
            return self._record_detachment_state(book, entry, field, before)
        if field not in place.states:
            return False
        record = self._find_record(book, entry)
        if str(record["from"]) >= self.day:
            return True  # the entry is new today, so it had no earlier value
        return self._add_change(record, field, before, entry)

    def _add_change(self, record: Raw, field: str, before: object, entry: LiveEntry) -> bool:
        """Add the value that `field` had before to the change of today in `record`.

        Return whether all of it could be kept: a regiment profile is cut to what the history has.
        """
        changes = cast(list[Raw], record.get("changes") or [])
        if not changes or changes[0]["until"] != self.day:
            changes = [{"until": self.day, "was": {}}, *changes]
        was = cast(Raw, changes[0]["was"])
        value = make_plain(before)
        whole = True
        if field == "regiment":
            value, whole = _cut_profile(value), _is_whole_profile(value, entry.raw.get(field))
        elif value is None and field in _NEVER_NULL:
            value = []
        elif value is None and self.shape == "aos":
            value = False  # all keys that may be missing in Age of Sigmar are flags
        was.setdefault(field, value)
        self._put(record, "changes", changes)
        return whole

    def _record_price(self, book: str, entry: LiveEntry, before: object) -> None:
        """Record the price that the entry had before: a number, or the rows of a price list."""
        record = self._find_record(book, entry)
        after = entry.raw.get("points")
        if entry.kind == "datasheet":
            self._record_price_list(record, cast(list[Raw], before or []), cast(list[Raw], after))
            return
        key = PLACES[self.shape][entry.kind].dated_price
        points = cast(Raw, record.get(key) or {})
        self._put(record, key, points)
        if str(record["from"]) >= self.day:
            points[self.day] = after or 0
            return
        first = min(points) if points and key == "prices" else str(record["from"])
        if entry.kind == "terrain":
            first = self.began
        add_price_on_date(points, first, cast(int, before or 0), self.day, cast(int, after or 0))

    def _record_price_list(self, record: Raw, old: list[Raw], new: list[Raw] | None) -> None:
        """Record that a datasheet has the price list `new` from today on, and had `old` before."""
        states = cast(list[Raw], record.get("prices") or [])
        state = make_price_state(_copy_rows(new or []), self.day)
        if states and states[-1]["from"] == self.day:
            states[-1] = state
        elif not states and (not old or str(record["from"]) >= self.day):
            states = [state]
        else:
            whole = {"whole_on": self.newest, "whole": _copy_rows(old)}
            self._put(record, "prices", states or [{"from": record["from"], **whole}])
            record_price_state(
                record, _copy_rows(old), _copy_rows(new or []), self.newest, self.day
            )
            return
        self._put(record, "prices", states)

    def _record_detachment_state(
        self, book: str, entry: LiveEntry, field: str, before: object
    ) -> bool:
        """Record today's state of a detachment, and the former one if there is no state yet.

        Return False for a field that states don't have.
        """
        keys = {"dp": "dp", "dispositions": "dispositions", "unique": "unique"}
        keys["unit_price_changes"] = "raises"
        if field not in keys or entry.raw.get("dp") is None:
            return False
        record = self._find_record(book, entry)
        states = cast(list[Raw], record.get("states") or [])
        if not states:
            states = [
                {**_make_detachment_state({**entry.raw, field: before}), "from": record["from"]}
            ]
        if states[-1]["from"] != self.day:
            states.append({})
        states[-1] = {"from": self.day, **_make_detachment_state(entry.raw)}
        self._put(record, "states", [_order_state(state) for state in states])
        return True

    # --- entries that come, go and get another name ---

    def record_new(self, book: str, entry: LiveEntry) -> bool:
        """Record that the entry is new; return whether the history has a place for it."""
        place = self._places.get(entry.kind)
        if place is None or not self._has_history(book):
            return False
        records = self._get_records(book, entry)
        old = self._get_record(records, self._make_id(entry))
        if old is not None:
            return self._record_return(old, entry)
        record = self._make_record(entry, self.day)
        self._add_price_today(record, entry)
        records.append(record)
        return True

    def _record_return(self, record: Raw, entry: LiveEntry) -> bool:
        """Record that a removed entry is back; return False, as the gap can't be written."""
        for key in ("until", "today", "renamed_to", "renamed_why", "replaced_by"):
            record.pop(key, None)
        last = cast(Raw, record.pop("sheet", None) or record.pop("warscroll", None) or {})
        was = {key: value for key, value in last.items() if key != "points"}
        changes = cast(list[Raw], record.get("changes") or [])
        if was:
            self._put(record, "changes", [{"until": self.day, "was": was}, *changes])
        self._add_price_today(record, entry)
        return False

    def _add_price_today(self, record: Raw, entry: LiveEntry) -> None:
        """Add the price that an entry has from today on to its record."""
        place = self._places[entry.kind]
        points = entry.raw.get("points")
        if entry.kind == "datasheet":
            if points:
                self._record_price_list(record, [], cast(list[Raw], points))
        elif entry.kind == "detachment":
            if entry.raw.get("dp") is not None:
                states = cast(list[Raw], record.get("states") or [])
                today = {"from": self.day, **_make_detachment_state(entry.raw)}
                self._put(record, "states", [*states, _order_state(today)])
        elif place.dated_price and points is not None:
            prices = cast(Raw, record.get(place.dated_price) or {})
            self._put(record, place.dated_price, {**prices, self.day: points})

    def record_removed(self, book: str, entry: LiveEntry, replaced_by: str = "") -> bool:
        """Record the last state of a removed entry; return whether all of it could be kept.

        Call it while the entry is still in the book's data. `replaced_by`: the id of its successor.
        """
        self._follow_successor(book, self._make_id(entry), replaced_by)
        return self._close_record(book, entry, {"replaced_by": replaced_by} if replaced_by else {})

    def _close_record(self, book: str, entry: LiveEntry, successor: Mapping[str, object]) -> bool:
        """End the record of the entry today; return whether its last state is kept completely.

        `successor` is the key and value that say what replaced it, empty if nothing did.
        """
        place = self._places.get(entry.kind)
        if place is None or not self._has_history(book):
            return False
        record = self._find_record(book, entry)
        self._put(record, "until", self.day)
        self._put(record, "today", False)
        for key, value in successor.items():
            self._put(record, key, value)
        raw = cast(Raw, make_plain(entry.raw))
        if place.last_state:
            state = {key: raw[key] for key in raw if key in place.states or key == "points"}
            if "regiment" in state:
                state["regiment"] = _cut_profile(state["regiment"])
            self._put(record, place.last_state, state)
            if entry.kind == "datasheet" and raw.get("legends"):
                record["legends"] = True
        for key in place.kept_when_gone:
            if key in raw:
                self._put(record, key, raw[key])
        if entry.kind == "choice" and entry.holder and entry.holder.get("applies_to"):
            self._put(record, "applies_to", make_plain(entry.holder["applies_to"]))
        self._end_price(record, entry)
        return place.is_whole

    def _end_price(self, record: Raw, entry: LiveEntry) -> None:
        """Record the last price of a removed entry, and that it has none from today on."""
        place = self._places[entry.kind]
        points = entry.raw.get("points")
        if entry.kind == "datasheet":
            if points and not record.get("prices"):
                state = make_price_state(_copy_rows(cast(list[Raw], points)), str(record["from"]))
                self._put(record, "prices", [state])
        elif place.dated_price and points is not None:
            prices = cast(Raw, record.get(place.dated_price) or {str(record["from"]): points})
            if place.dated_price == "prices" or entry.kind in ("enhancement", "choice"):
                prices = {**prices, self.day: None}
            self._put(record, place.dated_price, prices)

    def record_rename(self, book: str, entry: LiveEntry, name: str, new_id: str) -> bool:
        """Record the old name of an entry, also as an alias, and its old id if `new_id` differs.

        Call it while the entry's data still has the old name and id. Return whether all of the
        former state could be kept.
        """
        if entry.kind not in self._places or not self._has_history(book):
            return False
        record_id, old_name = self._make_id(entry), entry.name
        new_record_id = record_id
        is_kept = True
        if new_id == entry.id:
            record = self._find_record(book, entry)
            former = cast(list[Raw], record.get("formerly") or [])
            self._put(record, "formerly", [*former, {"name": old_name, "until": self.day}])
            record["name"] = name
        else:
            new_record_id = f"{record_id.rpartition('/')[0]}/{new_id}".lstrip("/")
            is_kept = self.move_record(book, entry, new_record_id, name)
        self._add_alias(book, entry.kind, old_name, new_record_id)
        return is_kept

    def move_record(self, book: str, entry: LiveEntry, record_id: str, name: str) -> bool:
        """End the record of the entry, and begin one with the `record_id` and `name` today.

        Return False if the last state can't be kept completely, or such a record already exists.
        """
        old_id = self._make_id(entry)
        if entry.kind not in self._places or not self._has_history(book):
            return False
        records = self._get_records(book, entry)
        if self._get_record(records, record_id) is not None:
            return False
        self._follow_successor(book, old_id, record_id)
        is_kept = self._close_record(book, entry, {"renamed_to": record_id})
        fresh = self._make_record(entry, self.day)
        fresh |= {"id": record_id, "name": name}
        former: Raw = {"name": entry.name, "until": self.day, "id": old_id}
        self._put(fresh, "formerly", [former])
        self._add_price_today(fresh, entry)
        records.append(fresh)
        return is_kept

    def _follow_successor(self, book: str, old_id: str, new_id: str) -> None:
        """Replace `old_id` by `new_id` in all records that have it as their successor.

        Both are ids of records of `book`; an empty `new_id` removes the reference. Why: a record
        refers to the entry of today, whatever it was called in between. The records of other books
        refer to it as `book/id`.
        """
        for other in self.entries.list_books():
            given = old_id if other == book else f"{book}/{old_id}"
            replacement = new_id if other == book else f"{book}/{new_id}"
            if other != book and not self._is_successor_in(other, given):
                continue  # most don't have it, and reading one to change it takes long
            history = self.entries.get_history(other)
            for records in (history or {}).values():
                rows = records if isinstance(records, list) else []
                _replace_successor(rows, given, replacement if new_id else "")

    def _is_successor_in(self, book: str, given: str) -> bool:
        """Return whether the text of the history of `book` has `given` as a successor."""
        system, place = self.entries.system, f"history/{book}"
        candidates = self.entries.files.library.find_candidates(system, place)
        text = candidates[0].read_text("utf-8") if candidates else ""
        return f"renamed_to: {given}" in text or f"replaced_by: {given}" in text

    def _add_alias(self, book: str, kind: str, old_name: str, record_id: str) -> None:
        """Add the old name of a renamed entry to the names that lists may use."""
        aliases = self.entries.get_aliases(book)
        key = self._places[kind].aliases
        if aliases is None or not key:
            return
        sources = cast(Raw, aliases.get("sources") or {})
        sources.setdefault(_ALIAS_SOURCE, _ALIAS_SOURCE_TEXT)
        self._put(aliases, "sources", sources, ("units", *_FILE_ORDER))
        names = cast(Raw, aliases.get(key) or {})
        names[old_name] = {"is": record_id, "until": self.day, "source": _ALIAS_SOURCE}
        self._put(aliases, key, names, _list_after(_FILE_ORDER, key))

    # --- records ---

    def _has_history(self, book: str) -> bool:
        """Return whether there is a history of `book`; if so, record that it is written to."""
        if self.entries.get_history(book) is None:
            return False
        self.touched.add(book)
        return True

    def _make_id(self, entry: LiveEntry) -> str:
        """Return the id of the entry's record: its own, after that of its holder if it has one."""
        return f"{entry.holder['id']}/{entry.id}" if entry.holder else entry.id

    def _get_records(self, book: str, entry: LiveEntry) -> list[Raw]:
        """Return the list in the book's history for the entry's record; a missing one is added."""
        data = self.entries.get_history(book)
        assert data is not None
        key = self._places[entry.kind].records or entry.list_name
        if key not in data:
            put_key(data, key, [], _list_after(_FILE_ORDER, key))
        return cast(list[Raw], data[key])

    def _get_record(self, records: Iterable[Raw], record_id: str) -> Raw | None:
        """Return the record with that id, or None; records of guests don't count."""
        for record in records:
            if record["id"] == record_id and not record.get("guest_of"):
                return record
        return None

    def _find_record(self, book: str, entry: LiveEntry) -> Raw:
        """Return the entry's record; a missing one is added, from the beginning of the edition."""
        records = self._get_records(book, entry)
        record = self._get_record(records, self._make_id(entry))
        if record is None:
            record = self._make_record(entry, self.began)
            records.append(record)
        return record

    def _make_record(self, entry: LiveEntry, start: str) -> Raw:
        """Return a new record of the entry, with its id and name, that begins on `start`."""
        record: Raw = {"id": self._make_id(entry), "name": entry.name, "from": start}
        if entry.kind == "enhancement" and entry.holder:
            record |= {"detachment": entry.holder["name"], "source": _SOURCE, "points": {}}
            if start != self.day:
                record["points"] = {start: entry.raw["points"]}
        elif entry.kind == "detachment":
            record["source"] = _SOURCE
        elif entry.kind == "choice" and entry.holder:
            record["table"] = entry.holder["name"]
            if entry.raw.get("set"):
                record["set"] = entry.raw["set"]
        return record

    def _put(
        self, record: Raw, key: str, value: object, later: Iterable[str] | None = None
    ) -> None:
        """Set `key` of `record`; a new key goes before the `later` ones, or to its usual place."""
        if key in record:
            record[key] = value
        else:
            put_key(record, key, value, later or _list_after(_RECORD_ORDER, key))


def _replace_successor(records: list[Raw], given: str, replacement: str) -> None:
    """Replace the successor `given` of `records`; an empty `replacement` removes it."""
    for record in records:
        if not isinstance(record, dict):
            continue
        for key in ("renamed_to", "replaced_by"):
            if record.get(key) != given:
                continue
            if replacement:
                record[key] = replacement
            else:
                del record[key]


def _copy_rows(rows: list[Raw]) -> list[Raw]:
    """Return a copy of the rows of a price list."""
    return cast(list[Raw], make_plain(rows))


def _list_after(order: tuple[str, ...], key: str) -> tuple[str, ...]:
    """Return the names that follow `key` in `order`; none if it isn't in it."""
    return order[order.index(key) + 1 :] if key in order else ()


def _make_detachment_state(raw: Raw) -> Raw:
    """Return the state of a detachment as the history writes it, without its date."""
    state: Raw = {"dp": raw.get("dp"), "dispositions": make_plain(raw.get("dispositions") or [])}
    if raw.get("unique"):
        state["unique"] = raw["unique"]
    raises = cast(list[Raw], raw.get("unit_price_changes") or [])
    if raises:
        state["raises"] = {str(row["name"]): row["points"] for row in raises}
    return state


def _order_state(state: Raw) -> Raw:
    """Return a state of a detachment with its keys in their usual order."""
    fields = ["from", *DetachmentState.__struct_fields__]
    return {key: state[key] for key in fields if key in state}


def _cut_profile(value: object) -> Raw:
    """Return a regiment profile with only the keys that the history keeps."""
    profile = cast(Raw, make_plain(value or {}))
    return {key: profile[key] for key in profile if key in PastProfile.__struct_fields__}


def _is_whole_profile(before: object, after: object) -> bool:
    """Return whether two regiment profiles differ only in keys that the history keeps."""
    kept = set(PastProfile.__struct_fields__)
    old, new = cast(Raw, before or {}), cast(Raw, after or {})
    return all(old.get(key) == new.get(key) for key in {*old, *new} - kept)
