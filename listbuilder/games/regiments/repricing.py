"""New prices into the files of factions with warscrolls: units, enhancements, and what is neither."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from listbuilder.contract.prices import DatasheetPrice, EnhancementPrice, ExtraPrice
from listbuilder.games.regiments.past_data import EXTRAS
from listbuilder.games.shared.repricing import Change, Json, Outcome, Placing, Update, called, dated
from listbuilder.model.base import Path, fold

ENHANCEMENTS = "enhancements"
NO_UNITS = tuple(kind for kind in EXTRAS if kind != ENHANCEMENTS)
TERRAIN = "faction_terrain"  # of which no source tells since when there is any
RENOWN = "regiments"  # of renown: what the game calls no unit and prices as a whole
_ONLY_OF_DATASHEETS = ("from_copy", "as_ally", "detachment")


class Priced(NamedTuple):
    """A thing with a price, and where the history has the like: of the army of renown, under the kind, by the id."""

    thing: Json
    army: Json | None
    kind: str
    own: str
    table: Json | None = None


def reprice(update: Update) -> Outcome:
    return _Regiments(update).placed()


class _Regiments(Placing):
    def placed(self) -> Outcome:
        for place, row in enumerate(self.table.datasheets):
            self._unit(row, ("datasheets", place))
        for place, enhancement in enumerate(self.table.enhancements):
            self._enhancement(enhancement, ("enhancements", place))
        for place, extra in enumerate(self.table.extras):
            self._extra(extra, ("extras", place))
        for place, wargear in enumerate(self.table.wargear):
            self.refuse("price_no_wargear", ("wargear", place), given=wargear.item)
        for place, bought in enumerate(self.table.detachments):
            self.refuse("price_no_dp", ("detachments", place), given=bought.detachment)
        return self.outcome()

    # --- units ---

    def _unit(self, row: DatasheetPrice, path: Path) -> None:
        place = self.faction(row.faction, (*path, "faction"))
        if place is None:
            return
        found = [each for each in self._units(place) if called([each.thing], row.datasheet)]
        found = [each for each in found if each.army is None] or found
        if not found:
            self._no_unit(place, row.datasheet, (*path, "datasheet"))
            return
        if len(found) > 1:
            self.refuse("price_which", path, given=row.datasheet, names=[each.army["name"] for each in found if each.army])
            return
        unit = found[0]
        models = unit.thing.get("models")
        if row.models is not None and models is not None and row.models != models:
            self.refuse("price_no_size", (*path, "models"), unit=unit.thing["name"], models=row.models, sizes=[str(models)])
            return
        odd = [key for key in _ONLY_OF_DATASHEETS if getattr(row, key)] + (["of"] if row.of else [])
        if odd or row.points is None:
            self.refuse("price_one_a_unit", path, unit=unit.thing["name"])
            return
        if not self.again(path, place, unit.army and unit.army["id"], unit.own):
            self._set(place, unit, "datasheet", row.points)

    def _units(self, place: str) -> Iterator[Priced]:
        data = self.files.data(place)
        for sheet in data.get("warscrolls", []):
            yield Priced(sheet, None, "warscrolls", sheet["id"])
        for army in data.get("armies_of_renown", []):
            for key in ("extra_warscrolls", "copied_warscrolls"):
                for sheet in army.get(key, []):
                    yield Priced(sheet, army, "warscrolls", sheet["id"])

    def _no_unit(self, place: str, given: str, path: Path) -> None:
        faction = self._names[place]
        others = [each for each in self.places() if each != place and any(called([u.thing], given) for u in self._units(each))]
        if others:
            self.refuse("price_elsewhere", path, given=given, faction=faction, others=[self._names[each] for each in others])
            return
        names = [str(each.thing["name"]) for each in self._units(place)]
        self.refuse("price_no_datasheet", path, names, given=given, faction=faction)

    # --- what units bear, and what is no unit ---

    def _enhancement(self, row: EnhancementPrice, path: Path) -> None:
        place = self.faction(row.faction, (*path, "faction"))
        if place is None:
            return
        every = list(self._enhancements(place))
        if row.detachment is not None:
            inside = [each for each in every if called([part for part in (each.table, each.army) if part], row.detachment)]
            if not inside:
                names = sorted({str(part["name"]) for each in every for part in (each.table, each.army) if part})
                given, faction = row.detachment, self._names[place]
                self.refuse("price_no_detachment", (*path, "detachment"), names, given=given, faction=faction)
                return
            every = inside
        self._one([(place, each) for each in every], place, row.enhancement, row.points, path)

    def _enhancements(self, place: str) -> Iterator[Priced]:
        data = self.files.data(place)
        for army in (None, *data.get("armies_of_renown", [])):
            for table in (army or data).get("enhancement_tables", []):
                for each in table.get("choices", []):
                    yield Priced(each, army, ENHANCEMENTS, f"{table['id']}/{each['id']}", table)

    def _extra(self, row: ExtraPrice, path: Path) -> None:
        if row.faction is not None:
            place = self.faction(row.faction, (*path, "faction"))
            places = [place] if place is not None else []
        else:
            places = [each for each in self.places() if self.files.data(each).get("faction_keyword") is None]
        if not places:
            return
        every = [(place, each) for place in places for each in self._extras(place)]
        self._one(every, places[0], row.name, row.points, path)

    def _extras(self, place: str) -> Iterator[Priced]:
        data = self.files.data(place)
        for army in (None, *data.get("armies_of_renown", [])):
            for kind in NO_UNITS:
                for each in (army or data).get(kind, []):
                    if isinstance(each, dict):  # an army of renown names the terrain of its faction
                        yield Priced(each, army, kind, each["id"])
        for each in data.get(RENOWN, []) if isinstance(data.get(RENOWN), list) else ():
            if each.get("points") is not None:
                yield Priced(each, None, RENOWN, each["id"])

    def _one(self, every: list[tuple[str, Priced]], place: str, given: str, points: int, path: Path) -> None:
        """The one of these that is called so; the faction's own before that of an army of renown with the same id."""
        found = [(home, each) for home, each in every if called([each.thing], given)]
        exact = [(home, each) for home, each in found if each.thing["id"] == given]
        found = [(home, each) for home, each in exact if each.army is None] or exact or found
        if not found:
            names = [str(each.thing["name"]) for _, each in every]
            self.refuse("price_no_name", path, names, given=given, faction=self._names[place])
        elif len(found) > 1:
            self.refuse("price_which", path, given=given, names=[_told(each) for _, each in found])
        else:
            home, priced = found[0]
            if not self.again(path, home, priced.army and priced.army["id"], priced.kind, priced.own):
                self._set(home, priced, "enhancement" if priced.kind == ENHANCEMENTS else "extra", points)

    # --- into data and history ---

    def _set(self, place: str, priced: Priced, kind: str, points: int) -> None:
        before = priced.thing.get("points", 0)
        inside = [part["name"] for part in (priced.army, priced.table) if part]
        what = {"table": " / ".join(inside)} if inside else {}
        if not self.note(Change(place, kind, priced.thing["name"], what, before, points)):
            return
        self._date_it(place, priced, before, points)
        priced.thing["points"] = points
        if priced.kind == "warscrolls" and priced.army is None:
            self._copies(place, priced.thing, before, points)

    def _copies(self, place: str, sheet: Json, before: int, points: int) -> None:
        """An army of renown's copy that cost as much as the warscroll it is of, and has no price of its own in the history."""
        for each in self._units(place):
            alike = each.thing.get("same_as") == sheet["id"] and each.thing["points"] == before
            if each.army and alike and not self._named_apart(place, each):
                each.thing["points"] = points
                what = {"table": each.army["name"]}
                self.changes.append(Change(place, "datasheet", each.thing["name"], what, before, points))

    def _named_apart(self, place: str, copy: Priced) -> bool:
        rows = [row for row in self.table.datasheets if called([copy.thing], row.datasheet)]
        return bool(rows) and any(row.faction in (place, self._names[place]) for row in rows)

    def _date_it(self, place: str, priced: Priced, before: int, points: int) -> None:
        record = self._record(place, priced)
        key = "prices" if priced.kind in ("warscrolls", RENOWN) else "points"
        if key not in record and priced.thing.get("same_as"):
            record[key] = self._of_original(place, priced.thing)
        known = record.setdefault(key, {})
        first = self.began if priced.kind == TERRAIN else record["from"]
        if key == "prices" and known:
            first = min(known)  # what a unit cost before that is known to be unknown
        dated(known, first, before, self.day, points)

    def _of_original(self, place: str, copy: Json) -> dict[str, Any]:
        """What a copy cost until it got a price of its own."""
        for each in self.files.data(f"history/{place}").get("warscrolls", []):
            if each["id"] == copy["same_as"]:
                return {day: points for day, points in each.get("prices", {}).items() if day < self.day}
        return {}

    def _record(self, place: str, priced: Priced) -> Json:
        data = self.files.data(f"history/{place}")
        if priced.army is not None:
            armies = data.setdefault("armies_of_renown", [])
            data = _by_id(armies, {"id": priced.army["id"], "name": priced.army["name"], "from": self.began})
        records: list[Json] = data.setdefault(priced.kind, [])
        if priced.kind not in ("warscrolls", RENOWN):
            self._part(place, priced, records)
        return _by_id(records, self._fresh(priced))

    def _fresh(self, priced: Priced) -> Json:
        made = {"id": priced.own, "name": priced.thing["name"], "from": self.began}
        return made | ({"table": priced.table["name"]} if priced.table is not None else {})

    def _part(self, place: str, priced: Priced, records: list[Json]) -> None:
        """Things that the history knows by one name, as two seasons' versions of a choice, get a record each."""
        every = self._enhancements(place) if priced.kind == ENHANCEMENTS else self._extras(place)
        alike = [each for each in every if each.kind == priced.kind and _beside(each, priced)]
        prefix = f"{priced.table['id']}/" if priced.table is not None else ""
        name = fold(priced.thing["name"])
        named = [each for each in records if each["id"].startswith(prefix) and fold(each["name"]) == name]
        known = {each["id"] for each in named}
        for each in alike if len(named) == 1 else ():
            if each.own not in known:
                points = {day: price for day, price in named[0].get("points", {}).items() if day < self.day}
                if points:
                    points[max(points)] = each.thing.get("points", 0)
                shared = {key: value for key, value in named[0].items() if key != "id"}
                records.append({"id": each.own, **shared, **({"points": points} if points else {})})


def _beside(one: Priced, other: Priced) -> bool:
    """Of one name, in the same table of the same army."""
    homes = [(each.army and each.army["id"], each.table and each.table["id"]) for each in (one, other)]
    return homes[0] == homes[1] and fold(one.thing["name"]) == fold(other.thing["name"])


def _by_id(records: list[Json], fresh: Json) -> Json:
    """The record of that id, or a new one."""
    found = next((each for each in records if each["id"] == fresh["id"]), None)
    if found is None:
        records.append(found := fresh)
    return found


def _told(priced: Priced) -> str:
    parts = [str(part["name"]) for part in (priced.army, priced.table) if part]
    return f"{priced.thing['id']} ({', '.join(parts)})" if parts else str(priced.thing["id"])
