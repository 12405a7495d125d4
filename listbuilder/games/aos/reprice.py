"""A table of new prices, put into the files of factions with warscrolls.

It has prices of units, of enhancements, and of things that are neither.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.aos.history_catalog import EXTRAS
from listbuilder.history.reprice import (
    Change,
    Json,
    Outcome,
    PricedThing,
    RowPlacer,
    Update,
    add_price_on_date,
    find_called,
    find_or_add,
)
from listbuilder.model.base import Path, fold
from listbuilder.reports.prices import DatasheetPrice, ExtraPrice

ENHANCEMENTS = "enhancements"
NO_UNITS = tuple(kind for kind in EXTRAS if kind != ENHANCEMENTS)
TERRAIN = "faction_terrain"  # of which no source tells since when there is any
RENOWN = "regiments"  # of renown: the game calls them no units and prices each as a whole
UNITS = ("warscrolls", RENOWN)  # what has its price as a unit
_ONLY_OF_DATASHEETS = ("from_copy", "as_ally", "detachment", "of")


def reprice(update: Update) -> Outcome:
    """Return what the price table of `update` changes in the game's files, and its problems.

    The problems are those of rows that can't be placed.
    """
    return _RegimentPrices(update).place_rows()


class _RegimentPrices(RowPlacer):
    """Places the rows of one table of prices in the files of a game of regiments."""

    group_key = "table"

    def place_rows(self) -> Outcome:
        """Place all rows of the price table and return what they change, with the problems.

        Prices of wargear and of detachments are refused: these games have none.
        """
        table = self.table
        self.place_each("datasheets", table.datasheets, self._place_unit_price)
        self.place_each("enhancements", table.enhancements, self.place_enhancement_price)
        self.place_each("extras", table.extras, self._place_extra_price)
        for place, wargear in enumerate(table.wargear):
            self.add_problem("price_no_wargear", ("wargear", place), given=wargear.item)
        for place, bought in enumerate(table.detachments):
            self.add_problem("price_no_dp", ("detachments", place), given=bought.detachment)
        return self.make_outcome()

    # --- what the files have ---

    def _yield_warscrolls(self, place: str) -> Iterator[PricedThing]:
        """Yield the warscrolls of the file `place`: its own, then those of its armies of renown."""
        data = self.files.get_data(place)
        for sheet in data.get("warscrolls", []):
            yield PricedThing(place, sheet, "warscrolls", sheet["id"])
        for army in data.get("armies_of_renown", []):
            for key in ("extra_warscrolls", "copied_warscrolls"):
                for sheet in army.get(key, []):
                    yield PricedThing(place, sheet, "warscrolls", sheet["id"], army=army)

    def yield_units(self, place: str) -> Iterator[Json]:
        """Yield the warscrolls of the file `place` and of its armies of renown."""
        for unit in self._yield_warscrolls(place):
            yield unit.thing

    def yield_enhancements(self, place: str) -> Iterator[PricedThing]:
        """Yield all enhancements of the file `place` and of its armies of renown."""
        data = self.files.get_data(place)
        for army in (None, *data.get("armies_of_renown", [])):
            for table in (army or data).get("enhancement_tables", []):
                for enhancement in table.get("choices", []):
                    own = f"{table['id']}/{enhancement['id']}"
                    yield PricedThing(place, enhancement, ENHANCEMENTS, own, table, army)

    def list_groups(self, place: str) -> list[Json]:
        """Return the tables and armies of renown of the file `place` that have enhancements."""
        groups = {}
        for enhancement in self.yield_enhancements(place):
            for part in (enhancement.group, enhancement.army):
                if part:
                    groups[id(part)] = part
        return sorted(groups.values(), key=lambda group: str(group["name"]))

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
                        yield PricedThing(place, extra, kind, extra["id"], army=army)
        regiments = data.get(RENOWN)
        for regiment in regiments if isinstance(regiments, list) else ():
            if regiment.get("points") is not None:
                yield PricedThing(place, regiment, RENOWN, regiment["id"])

    def describe_thing(self, priced: PricedThing) -> str:
        """Return the id of a thing, with the names of its army of renown and table in brackets."""
        own, names = str(priced.thing["id"]), ", ".join(priced.list_group_names())
        return f"{own} ({names})" if names else own

    # --- rows ---

    def _place_unit_price(self, row: DatasheetPrice, path: Path) -> None:
        """Put the price of the unit in `row` into the data, or report a problem at `path`.

        Reported are an unknown or ambiguous unit, a size that the unit doesn't have, and prices of
        a kind that warscrolls don't have. If the faction and one of its armies of renown have a
        unit of that name, the faction's is meant.
        """
        place = self.find_faction_id(row.faction, (*path, "faction"))
        if place is None:
            return
        candidates = []
        for unit in self._yield_warscrolls(place):
            if find_called([unit.thing], row.datasheet):
                candidates.append(unit)
        candidates = [unit for unit in candidates if unit.army is None] or candidates
        if not candidates:
            self.refuse_unknown_unit(place, row.datasheet, (*path, "datasheet"))
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
        if not self.refuse_repeated_price(path, *unit.get_key()):
            before = unit.thing.get("points", 0)
            if self.set_points(unit, "datasheet", row.points) and unit.army is None:
                self._update_copies(place, unit.thing, before, row.points)

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
        extras = [extra for place in places for extra in self._yield_extras(place)]
        self.place_price(extras, places[0], "extra", row.name, row.points, path)

    # --- into data and history ---

    def _update_copies(self, place: str, sheet: Json, before: int, points: int) -> None:
        """Give the new points to the copies of the warscroll `sheet` in armies of renown.

        Changed are only copies that cost `before`, as the warscroll did, and that have no row of
        their own in the price table.
        """
        own_names = (place, self._names[place])
        rows = [row for row in self.table.datasheets if row.faction in own_names]
        for unit in self._yield_warscrolls(place):
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

    def add_to_history(self, priced: PricedThing, before: int, points: int) -> None:
        """Write the old points `before` and the new `points` into the thing's price history.

        The old points hold up to the new date, the new points from it. The prices of a unit begin
        with its first known price, because it is known that no earlier price is known. The prices
        of terrain begin with the edition, because no source tells since when a terrain was
        available.
        """
        record = self._get_record(priced)
        key = "prices" if priced.kind in UNITS else "points"
        if key not in record and priced.thing.get("same_as"):
            record[key] = self._list_prices_of_original(priced.place, priced.thing)
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

    def _get_record(self, priced: PricedThing) -> Json:
        """Return the history record of the thing.

        If there is none yet, a new record is added to the history and returned.
        """
        if priced.army is None:
            records = self.list_records(priced.place, priced.kind)
        else:
            armies = self.list_records(priced.place, "armies_of_renown")
            army = {"id": priced.army["id"], "name": priced.army["name"], "from": self.began}
            records = find_or_add(armies, army).setdefault(priced.kind, [])
        if priced.kind not in UNITS:
            self._split_shared_record(priced, records)
        return self.find_or_add_record(records, priced)

    def _split_shared_record(self, priced: PricedThing, records: list[Json]) -> None:
        """Give a record of its own to each of several things that share one record by name.

        An example are two seasons' versions of one choice. `records` is the list of records, which
        gets the new ones. Nothing happens unless exactly one record has the name.
        """
        prefix = f"{priced.group['id']}/" if priced.group is not None else ""
        name = fold(priced.thing["name"])
        named = []
        for record in records:
            if record["id"].startswith(prefix) and fold(record["name"]) == name:
                named.append(record)
        if len(named) != 1:
            return
        shared = named[0]
        things = self._yield_extras(priced.place)
        if priced.kind == ENHANCEMENTS:
            things = self.yield_enhancements(priced.place)
        for thing in things:
            if thing.kind != priced.kind or fold(thing.thing["name"]) != name:
                continue
            is_beside = thing.group is priced.group and thing.army is priced.army
            if not is_beside or thing.record_id == shared["id"]:
                continue
            record = {"id": thing.record_id} | {key: shared[key] for key in shared if key != "id"}
            prices = shared.get("points", {})
            points = {day: prices[day] for day in prices if day < self.day}
            if points:
                points[max(points)] = thing.thing.get("points", 0)
                record["points"] = points
            records.append(record)
