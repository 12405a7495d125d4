"""New prices into the files of factions with warscrolls: units, enhancements, and what is neither."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from listbuilder.contract.prices import DatasheetPrice, EnhancementPrice, ExtraPrice, PriceTable
from listbuilder.games.regiments.past_data import EXTRAS
from listbuilder.games.shared.repricing import Change, Files, Json, Outcome, Placing, called, dated
from listbuilder.model.base import Path, fold
from listbuilder.store.reader import Document

ENHANCEMENTS = "enhancements"
NO_UNITS = tuple(kind for kind in EXTRAS if kind != ENHANCEMENTS)
RENOWN = "regiments"  # of renown: what the game calls no unit and prices as a whole
_ONLY_OF_DATASHEETS = ("from_copy", "as_ally", "detachment")


class Priced(NamedTuple):
    """A thing with a price, and where the history has the like: of the army of renown, under the kind, by the id."""

    thing: Json
    army: Json | None
    kind: str
    own: str
    table: Json | None = None


def reprice(table: PriceTable, document: Document, files: Files, day: str) -> Outcome:
    return _Regiments(table, document, files, day).placed()


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
            wanted = fold(row.detachment)
            homes = {fold(str(part[key])) for each in every for part in (each.table, each.army) if part for key in ("id", "name")}
            if wanted not in homes:
                names = sorted({str(part["name"]) for each in every for part in (each.table, each.army) if part})
                given, faction = row.detachment, self._names[place]
                self.refuse("price_no_detachment", (*path, "detachment"), names, given=given, faction=faction)
                return
            every = [
                each
                for each in every
                for part in (each.table, each.army)
                if part and wanted in map(fold, (part["id"], part["name"]))
            ]
        self._one(
            place, [each for each in every if called([each.thing], row.enhancement)], row.enhancement, row.points, path, every
        )

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
        found = [(place, each) for place, each in every if called([each.thing], row.name)]
        self._one(
            found[0][0] if found else places[0], [each for _, each in found], row.name, row.points, path, [e for _, e in every]
        )

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

    def _one(self, place: str, found: list[Priced], given: str, points: int, path: Path, every: list[Priced]) -> None:
        exact = [each for each in found if each.thing["id"] == given]
        found = [each for each in exact if each.army is None] or exact or found
        if not found:
            self.refuse(
                "price_no_name", path, [str(each.thing["name"]) for each in every], given=given, faction=self._names[place]
            )
        elif len(found) > 1:
            self.refuse("price_which", path, given=given, names=[_told(each) for each in found])
        elif not self.again(path, place, found[0].army and found[0].army["id"], found[0].kind, found[0].own):
            self._set(place, found[0], "enhancement" if found[0].kind == ENHANCEMENTS else "extra", points)

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
            if each.army and each.thing.get("same_as") == sheet["id"] and each.thing["points"] == before:
                if not self._named_apart(place, each):
                    each.thing["points"] = points
                    change = Change(place, "datasheet", each.thing["name"], {"table": each.army["name"]}, before, points)
                    self.changes.append(change)

    def _named_apart(self, place: str, copy: Priced) -> bool:
        rows = [row for row in self.table.datasheets if called([copy.thing], row.datasheet)]
        return bool(rows) and any(row.faction in (place, self._names[place]) for row in rows)

    def _date_it(self, place: str, priced: Priced, before: int, points: int) -> None:
        record = self._record(place, priced)
        key = "prices" if priced.kind in ("warscrolls", RENOWN) else "points"
        if key not in record and priced.thing.get("same_as"):
            record[key] = self._of_original(place, priced.thing)
        first = self.began if key == "points" else record["from"]
        dated(record.setdefault(key, {}), min(first, record["from"]), before, self.day, points)

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
        fresh = {"id": priced.own, "name": priced.thing["name"], "from": self.began}
        if priced.table is not None:
            fresh |= {"table": priced.table["name"]}
        records: list[Json] = data.setdefault(priced.kind, [])
        prefix = f"{priced.table['id']}/" if priced.table is not None else ""
        alike = [each for each in records if each["id"].startswith(prefix) and fold(each["name"]) == fold(fresh["name"])]
        by_name = priced.kind not in ("warscrolls", RENOWN) and all(each["id"] != priced.own for each in records)
        if by_name and len(alike) == 1:
            return alike[0]
        return _by_id(records, fresh)


def _by_id(records: list[Json], fresh: Json) -> Json:
    """The record of that id, or a new one."""
    found = next((each for each in records if each["id"] == fresh["id"]), None)
    if found is None:
        records.append(found := fresh)
    return found


def _told(priced: Priced) -> str:
    parts = [str(part["name"]) for part in (priced.army, priced.table) if part]
    return f"{priced.thing['id']} ({', '.join(parts)})" if parts else str(priced.thing["id"])
