"""A table of new prices, put into the files of factions with warscrolls.

It has prices of units, of enhancements, and of things that are neither.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from listbuilder.games.aos.history_catalog import EXTRAS
from listbuilder.history.reprice import (
    Change,
    Json,
    Outcome,
    RowPlacer,
    Update,
    add_price_on_date,
    find_called,
)
from listbuilder.model.base import Path, fold
from listbuilder.reports.prices import DatasheetPrice, EnhancementPrice, ExtraPrice

ENHANCEMENTS = "enhancements"
NO_UNITS = tuple(kind for kind in EXTRAS if kind != ENHANCEMENTS)
TERRAIN = "faction_terrain"  # of which no source tells since when there is any
RENOWN = "regiments"  # of renown: what the game calls no unit and prices as a whole
_ONLY_OF_DATASHEETS = ("from_copy", "as_ally", "detachment")


class PricedThing(NamedTuple):
    """A thing with a price, and where the history has the same thing.

    `army` is the army of renown it belongs to, `kind` the key of the list it is in, `own` its id
    there.
    """

    thing: Json
    army: Json | None
    kind: str
    own: str
    table: Json | None = None


def reprice(update: Update) -> Outcome:
    """Return what the table of prices changes in the game's files, and the problems of its rows."""
    return _RegimentPrices(update).place_rows()


class _RegimentPrices(RowPlacer):
    """Places the rows of one table of prices in the files of a game of regiments."""

    def place_rows(self) -> Outcome:
        """Place all rows of the table and return what they change.

        Prices of wargear and of detachments are refused: these games have none.
        """
        for place, row in enumerate(self.table.datasheets):
            self._place_unit_price(row, ("datasheets", place))
        for place, enhancement in enumerate(self.table.enhancements):
            self._place_enhancement_price(enhancement, ("enhancements", place))
        for place, extra in enumerate(self.table.extras):
            self._place_extra_price(extra, ("extras", place))
        for place, wargear in enumerate(self.table.wargear):
            self.add_problem("price_no_wargear", ("wargear", place), given=wargear.item)
        for place, bought in enumerate(self.table.detachments):
            self.add_problem("price_no_dp", ("detachments", place), given=bought.detachment)
        return self.make_outcome()

    # --- units ---

    def _place_unit_price(self, row: DatasheetPrice, path: Path) -> None:
        """Place the price of one unit.

        Refused are an unknown or ambiguous unit, another size than the unit has, and prices of a
        kind that warscrolls don't have. A faction's own unit comes before one of its armies of
        renown.
        """
        place = self.find_faction_id(row.faction, (*path, "faction"))
        if place is None:
            return
        candidates = [
            priced_unit
            for priced_unit in self._yield_units(place)
            if find_called([priced_unit.thing], row.datasheet)
        ]
        candidates = [
            priced_unit for priced_unit in candidates if priced_unit.army is None
        ] or candidates
        if not candidates:
            self._refuse_unknown_unit(place, row.datasheet, (*path, "datasheet"))
            return
        if len(candidates) > 1:
            self.add_problem(
                "price_which",
                path,
                given=row.datasheet,
                names=[priced_unit.army["name"] for priced_unit in candidates if priced_unit.army],
            )
            return
        unit = candidates[0]
        models = unit.thing.get("models")
        if row.models is not None and models is not None and row.models != models:
            self.add_problem(
                "price_no_size",
                (*path, "models"),
                unit=unit.thing["name"],
                models=row.models,
                sizes=[str(models)],
            )
            return
        unusable_keys = [key for key in _ONLY_OF_DATASHEETS if getattr(row, key)] + (
            ["of"] if row.of else []
        )
        if unusable_keys or row.points is None:
            self.add_problem("price_one_a_unit", path, unit=unit.thing["name"])
            return
        if not self.refuse_repeated_price(path, place, unit.army and unit.army["id"], unit.own):
            self._set_points(place, unit, "datasheet", row.points)

    def _yield_units(self, place: str) -> Iterator[PricedThing]:
        """Yield all warscrolls of the file `place`, its own first, then those of its armies of
        renown.
        """
        data = self.files.get_data(place)
        for sheet in data.get("warscrolls", []):
            yield PricedThing(sheet, None, "warscrolls", sheet["id"])
        for army in data.get("armies_of_renown", []):
            for key in ("extra_warscrolls", "copied_warscrolls"):
                for sheet in army.get(key, []):
                    yield PricedThing(sheet, army, "warscrolls", sheet["id"])

    def _refuse_unknown_unit(self, place: str, given: str, path: Path) -> None:
        """Refuse a row whose unit the file `place` doesn't have. Other factions that have it are
        named.
        """
        faction = self._names[place]
        others = [
            other_place
            for other_place in self.list_places()
            if other_place != place
            and any(
                find_called([candidate.thing], given)
                for candidate in self._yield_units(other_place)
            )
        ]
        if others:
            self.add_problem(
                "price_elsewhere",
                path,
                given=given,
                faction=faction,
                others=[self._names[other_place] for other_place in others],
            )
            return
        names = [str(priced_unit.thing["name"]) for priced_unit in self._yield_units(place)]
        self.add_problem("price_no_datasheet", path, names, given=given, faction=faction)

    # --- what units bear, and what is no unit ---

    def _place_enhancement_price(self, row: EnhancementPrice, path: Path) -> None:
        """Place the price of one enhancement.

        `detachment` of the row can narrow it down to a table or an army of renown.
        """
        place = self.find_faction_id(row.faction, (*path, "faction"))
        if place is None:
            return
        enhancements = list(self._yield_enhancements(place))
        if row.detachment is not None:
            narrowed = [
                enhancement
                for enhancement in enhancements
                if find_called(
                    [part for part in (enhancement.table, enhancement.army) if part], row.detachment
                )
            ]
            if not narrowed:
                names = sorted(
                    {
                        str(part["name"])
                        for enhancement in enhancements
                        for part in (enhancement.table, enhancement.army)
                        if part
                    }
                )
                given, faction = row.detachment, self._names[place]
                self.add_problem(
                    "price_no_detachment",
                    (*path, "detachment"),
                    names,
                    given=given,
                    faction=faction,
                )
                return
            enhancements = narrowed
        self._place_price(
            [(place, enhancement) for enhancement in enhancements],
            place,
            row.enhancement,
            row.points,
            path,
        )

    def _yield_enhancements(self, place: str) -> Iterator[PricedThing]:
        """Yield all enhancements of the file `place` and of its armies of renown."""
        data = self.files.get_data(place)
        for army in (None, *data.get("armies_of_renown", [])):
            for table in (army or data).get("enhancement_tables", []):
                for enhancement in table.get("choices", []):
                    yield PricedThing(
                        enhancement, army, ENHANCEMENTS, f"{table['id']}/{enhancement['id']}", table
                    )

    def _place_extra_price(self, row: ExtraPrice, path: Path) -> None:
        """Place the price of something that isn't a unit or an enhancement.

        Without a faction in the row it is looked for in the files that all factions share.
        """
        if row.faction is not None:
            place = self.find_faction_id(row.faction, (*path, "faction"))
            places = [place] if place is not None else []
        else:
            places = [
                shared_place
                for shared_place in self.list_places()
                if self.files.get_data(shared_place).get("faction_keyword") is None
            ]
        if not places:
            return
        extras = [(place, extra) for place in places for extra in self._yield_extras(place)]
        self._place_price(extras, places[0], row.name, row.points, path)

    def _yield_extras(self, place: str) -> Iterator[PricedThing]:
        """Yield everything with a price in the file `place` that isn't a unit or an enhancement.

        The terrain of an army of renown is left out: it only names that of its faction. So are
        regiments of renown without a price of their own.
        """
        data = self.files.get_data(place)
        for army in (None, *data.get("armies_of_renown", [])):
            for kind in NO_UNITS:
                for extra in (army or data).get(kind, []):
                    if isinstance(
                        extra, dict
                    ):  # an army of renown names the terrain of its faction
                        yield PricedThing(extra, army, kind, extra["id"])
        for regiment in data.get(RENOWN, []) if isinstance(data.get(RENOWN), list) else ():
            if regiment.get("points") is not None:
                yield PricedThing(regiment, None, RENOWN, regiment["id"])

    def _place_price(
        self,
        priced_things: list[tuple[str, PricedThing]],
        place: str,
        given: str,
        points: int,
        path: Path,
    ) -> None:
        """Give the new points to the one thing in `every` called `given`. Refuse none or several.

        The faction's own comes before that of an army of renown with the same id.
        """
        matches = [
            (home, priced_thing)
            for home, priced_thing in priced_things
            if find_called([priced_thing.thing], given)
        ]
        exact = [
            (home, priced_thing)
            for home, priced_thing in matches
            if priced_thing.thing["id"] == given
        ]
        matches = (
            [(home, priced_thing) for home, priced_thing in exact if priced_thing.army is None]
            or exact
            or matches
        )
        if not matches:
            names = [str(priced_thing.thing["name"]) for _, priced_thing in priced_things]
            self.add_problem("price_no_name", path, names, given=given, faction=self._names[place])
        elif len(matches) > 1:
            self.add_problem(
                "price_which",
                path,
                given=given,
                names=[_describe_thing(priced_thing) for _, priced_thing in matches],
            )
        else:
            home, priced = matches[0]
            if not self.refuse_repeated_price(
                path, home, priced.army and priced.army["id"], priced.kind, priced.own
            ):
                self._set_points(
                    home, priced, "enhancement" if priced.kind == ENHANCEMENTS else "extra", points
                )

    # --- into data and history ---

    def _set_points(self, place: str, priced: PricedThing, kind: str, points: int) -> None:
        """Write the new points into data and history. Copies at the old price follow.

        Nothing is written if the points are the same.
        """
        before = priced.thing.get("points", 0)
        containers = [part["name"] for part in (priced.army, priced.table) if part]
        change_args = {"table": " / ".join(containers)} if containers else {}
        if not self.record_change(
            Change(place, kind, priced.thing["name"], change_args, before, points)
        ):
            return
        self._add_to_history(place, priced, before, points)
        priced.thing["points"] = points
        if priced.kind == "warscrolls" and priced.army is None:
            self._update_copies(place, priced.thing, before, points)

    def _update_copies(self, place: str, sheet: Json, before: int, points: int) -> None:
        """Give the new points to copies of the warscroll `sheet` in armies of renown.

        Only those that cost as much as the warscroll did, and that the table doesn't price by
        themselves.
        """
        for copied in self._yield_units(place):
            same_price = (
                copied.thing.get("same_as") == sheet["id"] and copied.thing["points"] == before
            )
            if copied.army and same_price and not self._has_own_row(place, copied):
                copied.thing["points"] = points
                change_args = {"table": copied.army["name"]}
                self.changes.append(
                    Change(place, "datasheet", copied.thing["name"], change_args, before, points)
                )

    def _has_own_row(self, place: str, copy: PricedThing) -> bool:
        """Return whether a row of the table prices the copy of a warscroll by itself."""
        rows = [row for row in self.table.datasheets if find_called([copy.thing], row.datasheet)]
        return bool(rows) and any(row.faction in (place, self._names[place]) for row in rows)

    def _add_to_history(self, place: str, priced: PricedThing, before: int, points: int) -> None:
        """Write the old points up to the new date, and the new ones from it, into the thing's
        history.

        A unit's prices begin with its first known one, because what it cost before is known to be
        unknown. Since when there is any terrain no source tells, so its prices begin with the
        edition.
        """
        record = self._find_or_add_record(place, priced)
        key = "prices" if priced.kind in ("warscrolls", RENOWN) else "points"
        if key not in record and priced.thing.get("same_as"):
            record[key] = self._list_prices_of_original(place, priced.thing)
        prices = record.setdefault(key, {})
        first = self.began if priced.kind == TERRAIN else record["from"]
        if key == "prices" and prices:
            first = min(prices)  # what a unit cost before that is known to be unknown
        add_price_on_date(prices, first, before, self.day, points)

    def _list_prices_of_original(self, place: str, copy: Json) -> dict[str, Any]:
        """Return what a copy cost until it got a price of its own.

        These are the prices of its original before the new date.
        """
        for record in self.files.get_data(f"history/{place}").get("warscrolls", []):
            if record["id"] == copy["same_as"]:
                return {
                    day: points
                    for day, points in record.get("prices", {}).items()
                    if day < self.day
                }
        return {}

    def _find_or_add_record(self, place: str, priced: PricedThing) -> Json:
        """Return the history record of a thing, added to the history if there is none yet."""
        data = self.files.get_data(f"history/{place}")
        if priced.army is not None:
            armies = data.setdefault("armies_of_renown", [])
            data = _find_or_append(
                armies, {"id": priced.army["id"], "name": priced.army["name"], "from": self.began}
            )
        records: list[Json] = data.setdefault(priced.kind, [])
        if priced.kind not in ("warscrolls", RENOWN):
            self._split_shared_record(place, priced, records)
        return _find_or_append(records, self._make_record(priced))

    def _make_record(self, priced: PricedThing) -> Json:
        """Return a new history record of a thing, valid since the edition began."""
        record = {"id": priced.own, "name": priced.thing["name"], "from": self.began}
        return record | ({"table": priced.table["name"]} if priced.table is not None else {})

    def _split_shared_record(self, place: str, priced: PricedThing, records: list[Json]) -> None:
        """Give each of several things that the history knows by one name a record of its own.

        Two seasons' versions of one choice are such things.
        """
        things = (
            self._yield_enhancements(place)
            if priced.kind == ENHANCEMENTS
            else self._yield_extras(place)
        )
        alike = [
            thing
            for thing in things
            if thing.kind == priced.kind and _has_same_name_and_table(thing, priced)
        ]
        prefix = f"{priced.table['id']}/" if priced.table is not None else ""
        name = fold(priced.thing["name"])
        named = [
            record
            for record in records
            if record["id"].startswith(prefix) and fold(record["name"]) == name
        ]
        known_ids = {record["id"] for record in named}
        for thing in alike if len(named) == 1 else ():
            if thing.own not in known_ids:
                points = {
                    day: price
                    for day, price in named[0].get("points", {}).items()
                    if day < self.day
                }
                if points:
                    points[max(points)] = thing.thing.get("points", 0)
                shared = {key: value for key, value in named[0].items() if key != "id"}
                records.append(
                    {"id": thing.own, **shared, **({"points": points} if points else {})}
                )


def _has_same_name_and_table(one: PricedThing, other: PricedThing) -> bool:
    """Return whether two things have the same name and are in the same table of the same army."""
    homes = [
        (thing.army and thing.army["id"], thing.table and thing.table["id"])
        for thing in (one, other)
    ]
    return homes[0] == homes[1] and fold(one.thing["name"]) == fold(other.thing["name"])


def _find_or_append(records: list[Json], fresh: Json) -> Json:
    """Return the record with the id of `fresh`.

    If there is none, `fresh` is appended and returned.
    """
    existing = next((record for record in records if record["id"] == fresh["id"]), None)
    if existing is None:
        records.append(existing := fresh)
    return existing


def _describe_thing(priced: PricedThing) -> str:
    """Return the id of a thing, with the army of renown and the table it is in."""
    parts = [str(part["name"]) for part in (priced.army, priced.table) if part]
    return f"{priced.thing['id']} ({', '.join(parts)})" if parts else str(priced.thing["id"])
