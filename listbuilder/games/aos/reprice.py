"""A table of new prices, put into the files of factions with warscrolls.

It has prices of units, of enhancements, and of things that are neither.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

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
RENOWN = "regiments"  # of renown: the game calls them no units and prices each as a whole
_ONLY_OF_DATASHEETS = ("from_copy", "as_ally", "detachment", "of")


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

    def list_containers(self) -> list[Json]:
        """Return the table and the army of renown that contain the thing; empty for neither."""
        return [part for part in (self.table, self.army) if part]


def reprice(update: Update) -> Outcome:
    """Return what the price table of `update` changes in the game's files, and its problems.

    The problems are those of rows that can't be placed.
    """
    return _RegimentPrices(update).place_rows()


class _RegimentPrices(RowPlacer):
    """Places the rows of one table of prices in the files of a game of regiments."""

    def place_rows(self) -> Outcome:
        """Place all rows of the price table and return what they change, with the problems.

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
        """Put the price of the unit in `row` into the data, or report a problem at `path`.

        Reported are an unknown or ambiguous unit, a size that the unit doesn't have, and prices of
        a kind that warscrolls don't have. If the faction and one of its armies of renown have a
        unit of that name, the faction's is meant.
        """
        place = self.find_faction_id(row.faction, (*path, "faction"))
        if place is None:
            return
        units = self._yield_units(place)
        candidates = [unit for unit in units if find_called([unit.thing], row.datasheet)]
        candidates = [unit for unit in candidates if unit.army is None] or candidates
        if not candidates:
            self._refuse_unknown_unit(place, row.datasheet, (*path, "datasheet"))
            return
        if len(candidates) > 1:
            names = [unit.army["name"] for unit in candidates if unit.army]
            self.add_problem("price_which", path, given=row.datasheet, names=names)
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
        if row.points is None or any(getattr(row, key) for key in _ONLY_OF_DATASHEETS):
            self.add_problem("price_one_a_unit", path, unit=unit.thing["name"])
            return
        if not self.refuse_repeated_price(path, place, unit.army and unit.army["id"], unit.own):
            self._set_points(place, unit, "datasheet", row.points)

    def _yield_units(self, place: str) -> Iterator[PricedThing]:
        """Yield the warscrolls of the file `place`: its own, then those of its armies of renown."""
        data = self.files.get_data(place)
        for sheet in data.get("warscrolls", []):
            yield PricedThing(sheet, None, "warscrolls", sheet["id"])
        for army in data.get("armies_of_renown", []):
            for key in ("extra_warscrolls", "copied_warscrolls"):
                for sheet in army.get(key, []):
                    yield PricedThing(sheet, army, "warscrolls", sheet["id"])

    def _refuse_unknown_unit(self, place: str, given: str, path: Path) -> None:
        """Report at `path` that the file `place` has no unit called `given`.

        If other factions have such a unit, the message names those factions; otherwise it names the
        nearest units of the file.
        """
        faction = self._names[place]
        others = []
        for other in self.list_places():
            units = self._yield_units(other) if other != place else ()
            if any(find_called([unit.thing], given) for unit in units):
                others.append(self._names[other])
        if others:
            self.add_problem("price_elsewhere", path, given=given, faction=faction, others=others)
            return
        names = [str(unit.thing["name"]) for unit in self._yield_units(place)]
        self.add_problem("price_no_datasheet", path, names, given=given, faction=faction)

    # --- what units bear, and what is no unit ---

    def _place_enhancement_price(self, row: EnhancementPrice, path: Path) -> None:
        """Put the price of the enhancement in `row` into the data, or report a problem at `path`.

        `row.detachment` can name the table or the army of renown that the enhancement is in.
        """
        place = self.find_faction_id(row.faction, (*path, "faction"))
        if place is None:
            return
        enhancements = list(self._yield_enhancements(place))
        if row.detachment is not None:
            names: set[str] = set()
            narrowed = []
            for enhancement in enhancements:
                names.update(str(part["name"]) for part in enhancement.list_containers())
                if find_called(enhancement.list_containers(), row.detachment):
                    narrowed.append(enhancement)
            if not narrowed:
                self.add_problem(
                    "price_no_detachment",
                    (*path, "detachment"),
                    sorted(names),
                    given=row.detachment,
                    faction=self._names[place],
                )
                return
            enhancements = narrowed
        placed = [(place, enhancement) for enhancement in enhancements]
        self._place_price(placed, place, row.enhancement, row.points, path)

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
        """Put the price of a thing that is neither unit nor enhancement into the data.

        If that isn't possible, a problem is reported at `path`. If `row` names no faction, the
        thing is looked for in the files that all factions share.
        """
        if row.faction is not None:
            place = self.find_faction_id(row.faction, (*path, "faction"))
            places = [place] if place is not None else []
        else:
            places = []
            for file_id in self.list_places():
                if self.files.get_data(file_id).get("faction_keyword") is None:
                    places.append(file_id)
        if not places:
            return
        extras = [(place, extra) for place in places for extra in self._yield_extras(place)]
        self._place_price(extras, places[0], row.name, row.points, path)

    def _yield_extras(self, place: str) -> Iterator[PricedThing]:
        """Yield everything with a price in the file `place` that isn't a unit or an enhancement.

        The terrain of an army of renown is left out, because the army only lists ids of its
        faction's terrain. Regiments of renown without a price of their own are left out too.
        """
        data = self.files.get_data(place)
        for army in (None, *data.get("armies_of_renown", [])):
            for kind in NO_UNITS:
                for extra in (army or data).get(kind, []):
                    if isinstance(extra, dict):
                        yield PricedThing(extra, army, kind, extra["id"])
        regiments = data.get(RENOWN)
        for regiment in regiments if isinstance(regiments, list) else ():
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
        """Give the new points to the one of `priced_things` called `given`; report none or several.

        An exact id comes before a name, and the faction's own thing before that of an army of
        renown with the same id. `place` is the file to name if nothing matches.
        """
        matches = [placed for placed in priced_things if find_called([placed[1].thing], given)]
        exact = [placed for placed in matches if placed[1].thing["id"] == given]
        own = [placed for placed in exact if placed[1].army is None]
        matches = own or exact or matches
        if not matches:
            names = [str(priced.thing["name"]) for _, priced in priced_things]
            self.add_problem("price_no_name", path, names, given=given, faction=self._names[place])
            return
        if len(matches) > 1:
            names = [_describe_thing(priced) for _, priced in matches]
            self.add_problem("price_which", path, given=given, names=names)
            return
        home, priced = matches[0]
        army_id = priced.army and priced.army["id"]
        if not self.refuse_repeated_price(path, home, army_id, priced.kind, priced.own):
            kind = "enhancement" if priced.kind == ENHANCEMENTS else "extra"
            self._set_points(home, priced, kind, points)

    # --- into data and history ---

    def _set_points(self, place: str, priced: PricedThing, kind: str, points: int) -> None:
        """Write the new points of a thing into the data and into the history.

        Copies of a warscroll that cost as much as it did get the new points too. Nothing is written
        if the points are the same. `place` is the file, `kind` the kind of thing in the report of
        the change.
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
        """Give the new points to the copies of the warscroll `sheet` in armies of renown.

        Changed are only copies that cost `before`, as the warscroll did, and that have no row of
        their own in the price table.
        """
        own_names = (place, self._names[place])
        rows = [row for row in self.table.datasheets if row.faction in own_names]
        for unit in self._yield_units(place):
            copy = unit.thing
            if not unit.army or copy.get("same_as") != sheet["id"] or copy["points"] != before:
                continue
            if any(find_called([copy], row.datasheet) for row in rows):
                continue
            copy["points"] = points
            change_args = {"table": unit.army["name"]}
            self.changes.append(
                Change(place, "datasheet", copy["name"], change_args, before, points)
            )

    def _add_to_history(self, place: str, priced: PricedThing, before: int, points: int) -> None:
        """Write the old points `before` and the new `points` into the thing's price history.

        The old points hold up to the new date, the new points from it. The prices of a unit begin
        with its first known price, because it is known that no earlier price is known. The prices
        of terrain begin with the edition, because no source tells since when a terrain was
        available.
        """
        record = self._find_or_add_record(place, priced)
        key = "prices" if priced.kind in ("warscrolls", RENOWN) else "points"
        if key not in record and priced.thing.get("same_as"):
            record[key] = self._list_prices_of_original(place, priced.thing)
        prices = record.setdefault(key, {})
        first = self.began if priced.kind == TERRAIN else record["from"]
        if key == "prices" and prices:
            first = min(prices)
        add_price_on_date(prices, first, before, self.day, points)

    def _list_prices_of_original(self, place: str, copy: Json) -> Json:
        """Return the prices by date that the original of `copy` had before the new date.

        Why: until it gets a price of its own, a copy costs what its original costs. Empty if the
        history has no record of the original.
        """
        for record in self.files.get_data(f"history/{place}").get("warscrolls", []):
            if record["id"] == copy["same_as"]:
                prices = record.get("prices", {})
                return {day: prices[day] for day in prices if day < self.day}
        return {}

    def _find_or_add_record(self, place: str, priced: PricedThing) -> Json:
        """Return the history record of the thing.

        If there is none yet, a new record is added to the history and returned.
        """
        data = self.files.get_data(f"history/{place}")
        if priced.army is not None:
            armies = data.setdefault("armies_of_renown", [])
            fresh = {"id": priced.army["id"], "name": priced.army["name"], "from": self.began}
            data = _find_or_append(armies, fresh)
        records: list[Json] = data.setdefault(priced.kind, [])
        if priced.kind not in ("warscrolls", RENOWN):
            self._split_shared_record(place, priced, records)
        fresh = {"id": priced.own, "name": priced.thing["name"], "from": self.began}
        if priced.table is not None:
            fresh["table"] = priced.table["name"]
        return _find_or_append(records, fresh)

    def _split_shared_record(self, place: str, priced: PricedThing, records: list[Json]) -> None:
        """Give a record of its own to each of several things that share one record by name.

        An example are two seasons' versions of one choice. `records` is the list of records, which
        gets the new ones. Nothing happens unless exactly one record has the name.
        """
        prefix = f"{priced.table['id']}/" if priced.table is not None else ""
        name = fold(priced.thing["name"])
        named = []
        for record in records:
            if record["id"].startswith(prefix) and fold(record["name"]) == name:
                named.append(record)
        if len(named) != 1:
            return
        shared = named[0]
        things = self._yield_extras(place)
        if priced.kind == ENHANCEMENTS:
            things = self._yield_enhancements(place)
        containers = [part["id"] for part in priced.list_containers()]
        for thing in things:
            if thing.kind != priced.kind or fold(thing.thing["name"]) != name:
                continue
            is_beside = [part["id"] for part in thing.list_containers()] == containers
            if not is_beside or thing.own == shared["id"]:
                continue
            record = {"id": thing.own} | {key: shared[key] for key in shared if key != "id"}
            prices = shared.get("points", {})
            points = {day: prices[day] for day in prices if day < self.day}
            if points:
                points[max(points)] = thing.thing.get("points", 0)
                record["points"] = points
            records.append(record)


def _find_or_append(records: list[Json], fresh: Json) -> Json:
    """Return the record with the id of `fresh`.

    If there is none, `fresh` is appended and returned.
    """
    for record in records:
        if record["id"] == fresh["id"]:
            return record
    records.append(fresh)
    return fresh


def _describe_thing(priced: PricedThing) -> str:
    """Return the id of a thing, with the names of its army of renown and table in brackets."""
    parts = [str(part["name"]) for part in (priced.army, priced.table) if part]
    return f"{priced.thing['id']} ({', '.join(parts)})" if parts else str(priced.thing["id"])
