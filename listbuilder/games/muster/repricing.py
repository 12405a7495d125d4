"""New prices into the files of factions with datasheets: price lists, enhancements, detachment points.

A row of the table and a row of a price list are the same price where size, mix, copy and conditions are the same. The
history gets a state of the new day; what of the list until then no state can say, the state before keeps whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from listbuilder.contract.prices import DatasheetPrice
from listbuilder.games.muster.consistency import items_had
from listbuilder.games.muster.past_model import Brackets
from listbuilder.games.muster.sizes import legal_totals, spans
from listbuilder.games.shared.repricing import SOURCE, Change, Json, Outcome, Placing, Update, called, dated
from listbuilder.model.base import Path, fold
from listbuilder.model.datasheet import Datasheet, Price
from listbuilder.model.wargear import item_name
from listbuilder.store.convert import without_own_keys

Row = dict[str, Any]


class PriceList(NamedTuple):
    """The rows under `key` of `holder`. Of a guest it stands with what lets it in, and its datasheet in its home's file."""

    faction: str
    sheet: Json
    holder: Json
    key: str
    guest_of: str | None = None

    @property
    def rows(self) -> list[Row]:
        return list(self.holder.get(self.key, ()))


def reprice(update: Update) -> Outcome:
    return _Muster(update).placed()


class _Muster(Placing):
    def placed(self) -> Outcome:
        self._lists: dict[tuple[str, str], tuple[PriceList, list[Row], set[int]]] = {}
        for place, row in enumerate(self.table.datasheets):
            self._datasheet(row, ("datasheets", place))
        for place, wargear in enumerate(self.table.wargear):
            self._wargear(wargear.faction, wargear.datasheet, wargear.item, wargear.points, ("wargear", place))
        for place, enhancement in enumerate(self.table.enhancements):
            path = ("enhancements", place)
            self._enhancement(enhancement.faction, enhancement.detachment, enhancement.enhancement, enhancement.points, path)
        for place, bought in enumerate(self.table.detachments):
            self._detachment(bought.faction, bought.detachment, bought.dp, ("detachments", place))
        for place, extra in enumerate(self.table.extras):
            self.refuse("price_no_extras", ("extras", place), given=extra.name)
        if not self.problems:
            for price_list, rows, spoken in self._lists.values():
                self._keep_and_date(price_list, rows, spoken)
        return self.outcome()

    # --- datasheets ---

    def _datasheet(self, row: DatasheetPrice, path: Path) -> None:
        found = self._found(row.faction, row.datasheet, path)
        if found is None:
            return
        price_list, rows, spoken = found
        wanted = self._wanted(row, price_list, rows, path)
        if wanted is None or self.again(path, price_list.faction, price_list.sheet["name"], _key(wanted)):
            return
        self._put(price_list, rows, spoken, wanted, "datasheet", _said(wanted), path)

    def _wargear(self, faction: str, datasheet: str, item: str, points: int | None, path: Path) -> None:
        found = self._found(faction, datasheet, path)
        if found is None:
            return
        price_list, rows, spoken = found
        sheet = msgspec.convert(without_own_keys(price_list.sheet), Datasheet)
        models = sheet.model_names
        items = {fold(item_name(each)): item_name(each) for each in items_had(sheet)}
        known = {fold(row[key]): (key, row[key]) for row in rows for key in ("add_item", "add_model") if key in row}
        new = ("add_item", items[fold(item)]) if fold(item) in items else ("add_model", models.get(fold(item), item))
        if fold(item) not in {*known, *items, *models}:
            names = [*items.values(), *models.values()]
            self.refuse("price_no_item", (*path, "item"), names, unit=price_list.sheet["name"], given=item)
            return
        key, name = known.get(fold(item), new)
        wanted = {key: name, "points": points}
        if not self.again(path, price_list.faction, price_list.sheet["name"], _key(wanted)):
            self._put(price_list, rows, spoken, wanted, "wargear", {"item": name}, path)

    def _put(
        self, price_list: PriceList, rows: list[Row], spoken: set[int], wanted: Row, kind: str, what: Row, path: Path
    ) -> None:
        """A price into the list as it will be; `spoken`: the rows the table speaks of."""
        there = next((each for each in rows if _key(each) == _key(wanted)), None)
        if there is None and wanted["points"] is None:
            self.refuse("price_none_there", path, unit=price_list.sheet["name"])
            return
        before = there["points"] if there is not None else None
        if there is None:
            rows.append(there := wanted)
        elif wanted["points"] is None:
            rows.remove(there)
        else:
            there["points"] = wanted["points"]
        spoken.add(id(there))
        self.note(Change(price_list.faction, kind, price_list.sheet["name"], what, before, wanted["points"]))

    def _found(self, faction: str, given: str, path: Path) -> tuple[PriceList, list[Row], set[int]] | None:
        place = self.faction(faction, (*path, "faction"))
        if place is None:
            return None
        lists = [*self._own(place, given), *self._guests(place, given)]
        if not lists:
            self._no_datasheet(place, given, (*path, "datasheet"))
            return None
        first = lists[0]
        key = (first.faction, first.guest_of or first.sheet["id"])
        if key not in self._lists:
            self._lists[key] = (first, [dict(row) for row in first.rows], set())
        return self._lists[key]

    def _own(self, place: str, given: str) -> Iterator[PriceList]:
        for sheet in called(self.files.data(place).get("datasheets", []), given):
            yield PriceList(place, sheet, sheet, "points")

    def _guests(self, place: str, given: str) -> Iterator[PriceList]:
        """Datasheets of others that the faction or a detachment lets in at prices of its own."""
        data = self.files.data(place)
        for part in (data, *data.get("detachments", [])):
            include = part.get("include") or {}
            for name in include.get("prices", {}):
                for sheet in called(self.files.data(include["from"])["datasheets"], given):
                    if fold(sheet["name"]) == fold(name):
                        yield PriceList(place, sheet, include["prices"], name, f"{include['from']}/{sheet['id']}")

    def _no_datasheet(self, place: str, given: str, path: Path) -> None:
        faction = self._names[place]
        others = [each for each in self.places() if each != place and any(self._own(each, given))]
        if others:
            self.refuse("price_elsewhere", path, given=given, faction=faction, others=[self._names[each] for each in others])
            return
        names = [str(each["name"]) for each in self.files.data(place).get("datasheets", [])]
        self.refuse("price_no_datasheet", path, names, given=given, faction=faction)

    def _wanted(self, row: DatasheetPrice, price_list: PriceList, rows: list[Row], path: Path) -> Row | None:
        """The row of a price list that a row of the table is, if there can be one."""
        sheet = msgspec.convert(without_own_keys(price_list.sheet), Datasheet)
        unit, totals = sheet.name, legal_totals(sheet)
        models = row.models or sum(row.of.values()) or (totals[0] if len(totals) == 1 else None)
        sizes = {each["models"] for each in rows if each.get("models")}
        if models is None or (models not in totals and models not in sizes):
            known = spans(sorted({*totals, *sizes}))
            self.refuse("price_no_size", (*path, "models"), unit=unit, models=models or "-", sizes=known)
            return None
        made: Row = {"models": models}
        mix = self._mix(row, sheet, rows, models, path)
        when = self._when(row, price_list, path)
        if mix is None or when is None:
            return None
        return made | ({"of": mix} if mix else {}) | {"points": row.points} | ({"when": when} if when else {})

    def _mix(self, row: DatasheetPrice, sheet: Datasheet, rows: list[Row], models: int, path: Path) -> dict[str, int] | None:
        mixes = [each["of"] for each in rows if each.get("of") and each["models"] == models]
        if not row.of:
            if len({repr(sorted(each.items())) for each in mixes}) > 1:
                said = [", ".join(f"{count} {name}" for name, count in each.items()) for each in mixes]
                self.refuse("price_which_mix", path, unit=sheet.name, models=models, mixes=list(dict.fromkeys(said)))
                return None
            return dict(mixes[0]) if mixes else {}
        unknown = [name for name in row.of if fold(name) not in sheet.model_names]
        if unknown:
            self.refuse("price_no_model", (*path, "of"), sheet.model_names.values(), unit=sheet.name, given=unknown[0])
            return None
        made = {sheet.model_names[fold(name)]: count for name, count in row.of.items()}
        return next((dict(each) for each in mixes if each == made), made)

    def _when(self, row: DatasheetPrice, price_list: PriceList, path: Path) -> Row | None:
        data, when = self.files.data(price_list.faction), Row()
        if row.as_ally:
            keyword = (data.get("as_allies") or {}).get("army_keyword")
            if keyword is None:
                faction = self._names[price_list.faction]
                self.refuse("price_no_ally", (*path, "as_ally"), unit=price_list.sheet["name"], faction=faction)
                return None
            when |= {"army": "ally", "keyword": keyword}
        if row.detachment is not None:
            detachments = list(self._detachments(price_list.faction))
            found = called(detachments, row.detachment)
            if not found:
                names = [str(each["name"]) for each in detachments]
                given, faction = row.detachment, self._names[price_list.faction]
                self.refuse("price_no_detachment", (*path, "detachment"), names, given=given, faction=faction)
                return None
            when["detachment"] = found[0]["name"]
        return when | ({"copy_from": row.from_copy} if row.from_copy else {})

    def _detachments(self, place: str) -> Iterator[Json]:
        """Those of the faction and of its parent."""
        data = self.files.data(place)
        yield from data.get("detachments", [])
        if data.get("parent"):
            yield from self.files.data(data["parent"]).get("detachments", [])

    def _keep_and_date(self, price_list: PriceList, rows: list[Row], spoken: set[int]) -> None:
        """The new list into the data, and into the history what it is from that day and was until then."""
        old = price_list.rows
        if [_price(each) for each in old] == [_price(each) for each in rows]:
            return
        for row in rows:
            if id(row) not in spoken:
                kind = "datasheet" if row.get("models") else "wargear"
                name = price_list.sheet["name"]
                self.kept.append(Change(price_list.faction, kind, name, _said(row), row["points"], row["points"]))
        _record(self._history(price_list, old), old, rows, self.newest, self.day)
        _into(price_list, rows)

    def _history(self, price_list: PriceList, old: list[Row]) -> Json:
        """The record of the datasheet, with states that reach to the list in force."""
        data = self.files.data(f"history/{price_list.faction}")
        own = price_list.sheet["id"]
        records = data.setdefault("datasheets", [])
        alike = (each for each in records if each["id"] == own and each.get("guest_of") == price_list.guest_of)
        found: Json | None = next(alike, None)
        if found is None:
            found = {"id": own, "name": price_list.sheet["name"], "from": self.began}
            if price_list.guest_of:
                found |= {"today": False, "guest_of": price_list.guest_of}
            records.append(found)
        if not found.get("prices"):
            whole = [dict(row) for row in old]  # the rows themselves get the new prices
            found["prices"] = [{"from": found["from"], "whole_on": self.newest, "whole": whole}]
        return found

    # --- enhancements and detachments ---

    def _enhancement(self, faction: str, home: str | None, given: str, points: int, path: Path) -> None:
        place = self.faction(faction, (*path, "faction"))
        if place is None:
            return
        every = self.files.data(place).get("detachments", [])
        homes = called(every, home) if home is not None else every
        if not homes:
            names = [str(each["name"]) for each in every]
            self.refuse("price_no_detachment", (*path, "detachment"), names, given=home, faction=self._names[place])
            return
        found = [(each, one) for each in homes for one in called(each.get("enhancements", []), given)]
        if not found:
            names = [str(one["name"]) for each in homes for one in each.get("enhancements", [])]
            self.refuse("price_no_enhancement", (*path, "enhancement"), names, given=given, faction=self._names[place])
        elif len(found) > 1:
            self.refuse("price_which", path, given=given, names=[str(each["name"]) for each, _ in found])
        else:
            self._priced(place, *found[0], points, path)

    def _priced(self, place: str, home: Json, enhancement: Json, points: int, path: Path) -> None:
        before = enhancement["points"]
        change = Change(place, "enhancement", enhancement["name"], {"detachment": home["name"]}, before, points)
        own = f"{home['id']}/{enhancement['id']}"
        if self.again(path, place, own) or not self.note(change):
            return
        records = self.files.data(f"history/{place}").setdefault("enhancements", [])
        record: Json | None = next((each for each in records if each["id"] == own), None)
        if record is None:
            record = {"id": own, "name": enhancement["name"], "from": self.began, "detachment": home["name"], "source": SOURCE}
            records.append(record)
        dated(record.setdefault("points", {}), record["from"], before, self.day, points)
        enhancement["points"] = points

    def _detachment(self, faction: str, given: str, dp: int, path: Path) -> None:
        place = self.faction(faction, (*path, "faction"))
        if place is None:
            return
        data = self.files.data(place)
        taken = {each["id"]: each for each in data.get("parent_detachments", [])}
        known = [each for each in self._detachments(place) if each in data.get("detachments", []) or each["id"] in taken]
        found = called(known, given)
        if not found:
            names = [str(each["name"]) for each in known]
            self.refuse("price_no_detachment", (*path, "detachment"), names, given=given, faction=self._names[place])
            return
        own = next((each for each in data.get("detachments", []) if each is found[0]), None)
        holder: Json = own if own is not None else taken[found[0]["id"]]
        if holder.get("dp") is None:
            self.refuse("price_no_dp", (*path, "dp"), given=found[0]["name"])
            return
        before = holder["dp"]
        if self.again(path, place, "dp", holder["id"]):
            return
        if self.note(Change(place, "detachment", found[0]["name"], {}, before, dp)):
            self._bought(place, found[0], own is None, before, dp)
            holder["dp"] = dp

    def _bought(self, place: str, detachment: Json, of_parent: bool, before: int, dp: int) -> None:
        records = self.files.data(f"history/{place}").setdefault("detachments", [])
        record: Json | None = next((each for each in records if each["id"] == detachment["id"]), None)
        if record is None:
            record = {"id": detachment["id"], "name": detachment["name"], "from": self.began, "source": SOURCE}
            record |= {"of_parent": True} if of_parent else {}
            records.append(record)
        now = {key: detachment[key] for key in ("dispositions", "unique") if detachment.get(key)}
        states = record.setdefault("states", [])
        if not states:
            states.append({"from": record["from"], "dp": before, "dispositions": [], **now})
        states.append({**states[-1], "from": self.day, "dp": dp})


# --- price lists as rows ----------------------------------------------------------------------------------------------


def _key(row: Row) -> tuple[Any, ...]:
    """What a row is the price of."""
    when = row.get("when") or {}
    item = fold(row.get("add_item") or row.get("add_model") or "")
    mix = tuple(sorted((fold(name), count) for name, count in (row.get("of") or {}).items()))
    return (row.get("models"), mix, item, tuple(sorted(when.items())))


def _said(row: Row) -> Row:
    """The same in the words of a table."""
    when = row.get("when") or {}
    made = {"models": row.get("models"), "of": row.get("of"), "item": row.get("add_item") or row.get("add_model")}
    made |= {"copy": when.get("copy_from"), "as_ally": when.get("army") == "ally", "detachment": when.get("detachment")}
    return {key: value for key, value in made.items() if value}


def _price(row: Row) -> Price:
    return msgspec.convert(row, Price)


def _into(price_list: PriceList, rows: list[Row]) -> None:
    """Row by row, so that what stays keeps its place and comments in the file."""
    new = {_key(row): row for row in rows}
    kept = []
    for row in price_list.holder.get(price_list.key, []):
        if (now := new.pop(_key(row), None)) is not None:
            row["points"] = now["points"]
            kept.append(row)
    made = [*kept, *new.values()]
    if made:
        price_list.holder[price_list.key] = made
    else:
        del price_list.holder[price_list.key]


def _record(record: Json, old: list[Row], new: list[Row], newest: str, day: str) -> None:
    """A state of the new day; what the one before and this one do not say of their lists, is kept whole."""
    ally = record.get("as_ally")
    keyword = ally["keyword"] if ally else None
    then, now = record["prices"][-1], _state(new, day)
    then_ally, now_ally = (ally["prices"][-1], _state(new, day, keyword)) if ally else (None, None)
    if "whole" not in then and not (_says(then, then_ally, keyword, old) and _says(now, now_ally, keyword, new)):
        then |= {"whole_on": newest, "whole": [dict(row) for row in old]}
    record["prices"].append(now)
    if ally and now_ally and {**now_ally, "from": ""} != {**ally["prices"][-1], "from": ""}:
        ally["prices"].append(now_ally)


def _state(rows: Iterable[Row], day: str, ally: str | None = None) -> Row:
    """What a history can say of a price list; of the prices as an ally of that keyword, or of the others."""
    whose = {"army": "ally", "keyword": ally} if ally else {}
    mine = []
    for row in rows:
        when = dict(row.get("when") or {})
        copy = when.pop("copy_from", None)
        if when == whose:
            mine.append((row, copy))
    sized = [(row, copy) for row, copy in mine if row.get("models")]
    made: Row = {"from": day}
    copies = {copy for _, copy in sized if copy}
    if any(row.get("of") for row, _ in sized) or len(copies) > 1:
        made["rows"] = [dict(row) for row, _ in sized]
    else:
        made["points"] = {row["models"]: row["points"] for row, copy in sized if not copy}
        if copies:
            repeated = {row["models"]: row["points"] for row, copy in sized if copy}
            made["repeat"] = {"from_copy": copies.pop(), "points": repeated}
    for key, source in (("add", "add_item"), ("add_model", "add_model")):
        if found := {row[source]: row["points"] for row, copy in mine if row.get(source) and not copy}:
            made[key] = found
    return made


def _says(state: Row, ally: Row | None, keyword: str | None, rows: list[Row]) -> bool:
    """Whether the states say all of a price list."""
    said = [*msgspec.convert(state, Brackets).price_list()]
    said += msgspec.convert(ally, Brackets).price_list(keyword) if ally else ()
    return sorted(map(repr, said)) == sorted(repr(_price(row)) for row in rows)
