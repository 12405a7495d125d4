"""The writing of new prices into the files of factions with datasheets.

Prices of datasheets (in price lists), of enhancements, and detachment points.

A row of the table and a row of a price list are the same price if size, mix, copy and conditions
are the same. The history gets a state of the new day; what no state can say of the list until then,
the state before keeps whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, NamedTuple

import msgspec

from listbuilder.games.wh40k.check_data import yield_possible_items
from listbuilder.games.wh40k.history_records import Brackets
from listbuilder.games.wh40k.sizes import format_spans, list_legal_totals
from listbuilder.history.reprice import (
    SOURCE,
    Change,
    Json,
    Outcome,
    PricedThing,
    RowPlacer,
    Update,
    find_called,
    find_or_add,
)
from listbuilder.model.base import Path, fold
from listbuilder.model.datasheet import Datasheet, Price
from listbuilder.model.wargear import get_item_name
from listbuilder.reports.prices import DatasheetPrice, DetachmentPrice, WargearPrice
from listbuilder.yamlio.convert import drop_own_keys

Row = dict[str, Any]


class PriceList(NamedTuple):
    """A price list in the data files: the rows under `key` of the mapping `holder`.

    `faction` is the faction whose file has the list, `sheet` the datasheet that it prices. The
    prices of an ally are kept with the rule that lets the ally in. The datasheet then comes from
    the ally's own faction, and `guest_of` is its `faction/id`.
    """

    faction: str
    sheet: Json
    holder: Json
    key: str
    guest_of: str | None = None

    @property
    def rows(self) -> list[Row]:
        """Return the rows of the price list as they are in the file; empty if it has none."""
        return list(self.holder.get(self.key, ()))


def reprice(update: Update) -> Outcome:
    """Return the changes, new files and problems that the price table in `update` leads to.

    No file is written to disk here. If there are problems, the outcome has no files.
    """
    return _DatasheetRepricing(update).place_rows()


class _DatasheetRepricing(RowPlacer):
    """The rows of one price table, placed into the files of factions with datasheets."""

    group_key = "detachment"
    unknown_thing = ("price_no_enhancement", ("enhancement",))
    record_origin: ClassVar = {"source": SOURCE}

    def place_rows(self) -> Outcome:
        """Place every row of the price table and return the changes, new files and problems.

        New datasheet and wargear prices are put into the files only if there are no problems. Rows
        for extras are always a problem, as games with datasheets have no extras.
        """
        self._lists: dict[tuple[str, str], tuple[PriceList, list[Row], set[int]]] = {}
        table = self.table
        self.place_each("datasheets", table.datasheets, self._place_datasheet_price)
        self.place_each("wargear", table.wargear, self._place_wargear_price)
        self.place_each("enhancements", table.enhancements, self.place_enhancement_price)
        self.place_each("detachments", table.detachments, self._place_detachment_price)
        for place, extra in enumerate(table.extras):
            self.add_problem("price_no_extras", ("extras", place), given=extra.name)
        if not self.problems:
            for price_list, rows, mentioned in self._lists.values():
                self._record_and_write(price_list, rows, mentioned)
        return self.make_outcome()

    # --- what the files have ---

    def yield_units(self, place: str) -> Iterator[Json]:
        """Yield the datasheets of the faction `place`."""
        yield from self.files.get_data(place).get("datasheets", [])

    def list_groups(self, place: str) -> list[Json]:
        """Return the detachments of the faction `place`."""
        return list(self.files.get_data(place).get("detachments", []))

    def yield_enhancements(self, place: str) -> Iterator[PricedThing]:
        """Yield the enhancements of the faction `place`, by its detachments."""
        for detachment in self.list_groups(place):
            for enhancement in detachment.get("enhancements", []):
                own = f"{detachment['id']}/{enhancement['id']}"
                yield PricedThing(place, enhancement, "enhancements", own, detachment)

    # --- datasheets ---

    def _place_datasheet_price(self, row: DatasheetPrice, path: Path) -> None:
        """Put a table row that prices a datasheet into the price list of that datasheet.

        A row that can't be placed becomes a problem at `path`.
        """
        price_list_rows = self._find_price_list(row.faction, row.datasheet, path)
        if price_list_rows is None:
            return
        price_list, rows, mentioned = price_list_rows
        new_row = self._make_row(row, price_list, rows, path)
        if new_row is None or self.refuse_repeated_price(
            path, price_list.faction, price_list.sheet["name"], _get_row_key(new_row)
        ):
            return
        self._put_price(
            price_list, rows, mentioned, new_row, "datasheet", _describe_row(new_row), path
        )

    def _place_wargear_price(self, row: WargearPrice, path: Path) -> None:
        """Put the price of wargear or of a kind of model into the price list of its datasheet.

        Points None take it out. If the price list has a row of that name already, the row decides
        which of the two is meant; otherwise wargear goes before a kind of model. If the datasheet
        or the item is unknown, or an earlier row stated the same price, a problem is added at
        `path`.
        """
        item, price_list_rows = row.item, self._find_price_list(row.faction, row.datasheet, path)
        if price_list_rows is None:
            return
        price_list, rows, mentioned = price_list_rows
        sheet = msgspec.convert(drop_own_keys(price_list.sheet), Datasheet)
        models = sheet.model_names
        items = {
            fold(get_item_name(sheet_item)): get_item_name(sheet_item)
            for sheet_item in yield_possible_items(sheet)
        }
        known_rows = {
            fold(known[key]): (key, known[key])
            for known in rows
            for key in ("add_item", "add_model")
            if key in known
        }
        new = (
            ("add_item", items[fold(item)])
            if fold(item) in items
            else ("add_model", models.get(fold(item), item))
        )
        if fold(item) not in {*known_rows, *items, *models}:
            names = [*items.values(), *models.values()]
            self.add_problem(
                "price_no_item", (*path, "item"), names, unit=price_list.sheet["name"], given=item
            )
            return
        key, name = known_rows.get(fold(item), new)
        new_row = {key: name, "points": row.points}
        if not self.refuse_repeated_price(
            path, price_list.faction, price_list.sheet["name"], _get_row_key(new_row)
        ):
            self._put_price(price_list, rows, mentioned, new_row, "wargear", {"item": name}, path)

    def _put_price(
        self,
        price_list: PriceList,
        rows: list[Row],
        mentioned: set[int],
        wanted: Row,
        kind: str,
        details: Row,
        path: Path,
    ) -> None:
        """Put the row `wanted` into `rows`, the price list as it will be, and record the change.

        If the points of `wanted` are None, the row is taken out; a problem is added at `path` if
        there is no such row. The row's id() is added to `mentioned`, the rows that the price table
        mentions. `kind` and `details` describe the price in the recorded change.
        """
        existing = next((row for row in rows if _get_row_key(row) == _get_row_key(wanted)), None)
        if existing is None and wanted["points"] is None:
            self.add_problem("price_none_there", path, unit=price_list.sheet["name"])
            return
        before = existing["points"] if existing is not None else None
        if existing is None:
            rows.append(existing := wanted)
        elif wanted["points"] is None:
            rows.remove(existing)
        else:
            existing["points"] = wanted["points"]
        mentioned.add(id(existing))
        self.record_change(
            Change(
                price_list.faction,
                kind,
                price_list.sheet["name"],
                details,
                before,
                wanted["points"],
            )
        )

    def _find_price_list(
        self, faction: str, given: str, path: Path
    ) -> tuple[PriceList, list[Row], set[int]] | None:
        """Return the price list of the datasheet `given`, its new rows and the rows mentioned.

        The second part holds copies of the rows, which are changed to the new prices. The third
        part holds the id() of each row that the price table mentions. Calls for the same price list
        return the same three objects. None, with a problem at `path`, if the faction or the
        datasheet is unknown.
        """
        place = self.find_faction_id(faction, (*path, "faction"))
        if place is None:
            return None
        lists = [
            *self._yield_own_price_lists(place, given),
            *self._yield_ally_price_lists(place, given),
        ]
        if not lists:
            self.refuse_unknown_unit(place, given, (*path, "datasheet"))
            return None
        first = lists[0]
        key = (first.faction, first.guest_of or first.sheet["id"])
        if key not in self._lists:
            self._lists[key] = (first, [dict(row) for row in first.rows], set())
        return self._lists[key]

    def _yield_own_price_lists(self, place: str, given: str) -> Iterator[PriceList]:
        """Yield the price lists of the datasheets of faction `place` with the id or name
        `given`.
        """
        for sheet in find_called(self.yield_units(place), given):
            yield PriceList(place, sheet, sheet, "points")

    def _yield_ally_price_lists(self, place: str, given: str) -> Iterator[PriceList]:
        """Yield the price lists that faction `place` has for the allied datasheet `given`.

        Allies are datasheets of other factions, named here by id or name. The rule that lets them
        in, with prices of its own, belongs to the faction or to one of its detachments.
        """
        data = self.files.get_data(place)
        for part in (data, *data.get("detachments", [])):
            include = part.get("include") or {}
            for name in include.get("prices", {}):
                for sheet in find_called(self.yield_units(include["from"]), given):
                    if fold(sheet["name"]) == fold(name):
                        yield PriceList(
                            place,
                            sheet,
                            include["prices"],
                            name,
                            f"{include['from']}/{sheet['id']}",
                        )

    def _make_row(
        self, row: DatasheetPrice, price_list: PriceList, rows: list[Row], path: Path
    ) -> Row | None:
        """Return `row` of the price table in the form of a row of a price list.

        `rows` are the rows the price list has so far. None, with a problem at `path`, if the unit
        can't have that size, the mix of models is unknown or unclear, or the condition of the price
        is unknown.
        """
        sheet = msgspec.convert(drop_own_keys(price_list.sheet), Datasheet)
        unit, totals = sheet.name, list_legal_totals(sheet)
        models = row.models or sum(row.of.values()) or (totals[0] if len(totals) == 1 else None)
        sizes = {price_row["models"] for price_row in rows if price_row.get("models")}
        if models is None or (models not in totals and models not in sizes):
            sizes_known = format_spans(sorted({*totals, *sizes}))
            self.add_problem(
                "price_no_size",
                (*path, "models"),
                unit=unit,
                models=models or "-",
                sizes=sizes_known,
            )
            return None
        price: Row = {"models": models}
        mix = self._choose_mix(row, sheet, rows, models, path)
        when = self._make_condition(row, price_list, path)
        if mix is None or when is None:
            return None
        if mix:
            price["of"] = mix
        price["points"] = row.points
        if when:
            price["when"] = when
        return price

    def _choose_mix(
        self, row: DatasheetPrice, sheet: Datasheet, rows: list[Row], models: int, path: Path
    ) -> dict[str, int] | None:
        """Return how many models of each kind `row` is for, with the kinds named as in the data.

        Empty if the price is for any mix. If `row` states no mix, it gets the mix that all rows for
        `models` models with a mix have in common. None, with a problem at `path`, if those rows
        have different mixes or `row` names an unknown kind of model.
        """
        mixes = [known["of"] for known in rows if known.get("of") and known["models"] == models]
        if not row.of:
            if len({repr(sorted(mix.items())) for mix in mixes}) > 1:
                texts: list[str] = []
                for mix in mixes:
                    texts.append(", ".join(f"{count} {name}" for name, count in mix.items()))
                self.add_problem(
                    "price_which_mix",
                    path,
                    unit=sheet.name,
                    models=models,
                    mixes=list(dict.fromkeys(texts)),
                )
                return None
            return dict(mixes[0]) if mixes else {}
        unknown = [name for name in row.of if fold(name) not in sheet.model_names]
        if unknown:
            self.add_problem(
                "price_no_model",
                (*path, "of"),
                sheet.model_names.values(),
                unit=sheet.name,
                given=unknown[0],
            )
            return None
        named_mix = {sheet.model_names[fold(name)]: count for name, count in row.of.items()}
        return next((dict(mix) for mix in mixes if mix == named_mix), named_mix)

    def _make_condition(self, row: DatasheetPrice, price_list: PriceList, path: Path) -> Row | None:
        """Return the condition of the price in `row`: as an ally, in a detachment, from a copy on.

        Empty if the price has no condition. None, with a problem at `path`, if the faction has no
        prices as allies, or there is no such detachment.
        """
        data, when = self.files.get_data(price_list.faction), Row()
        if row.as_ally:
            keyword = (data.get("as_allies") or {}).get("army_keyword")
            if keyword is None:
                faction = self._names[price_list.faction]
                self.add_problem(
                    "price_no_ally",
                    (*path, "as_ally"),
                    unit=price_list.sheet["name"],
                    faction=faction,
                )
                return None
            when |= {"army": "ally", "keyword": keyword}
        if row.detachment is not None:
            place = price_list.faction
            found = self.find_groups(self._yield_detachments(place), row.detachment, place, path)
            if not found:
                return None
            when["detachment"] = found[0]["name"]
        if row.from_copy:
            when["copy_from"] = row.from_copy
        return when

    def _yield_detachments(self, place: str) -> Iterator[Json]:
        """Yield the detachments of the faction `place`, then those of its parent faction."""
        data = self.files.get_data(place)
        yield from self.list_groups(place)
        if data.get("parent"):
            yield from self.list_groups(data["parent"])

    def _record_and_write(
        self, price_list: PriceList, rows: list[Row], mentioned: set[int]
    ) -> None:
        """Write the new `rows` into the price list, and the old and new prices into the history.

        Does nothing if no price changes. Rows that the price table does not mention are recorded in
        `kept`, as prices that stay. `mentioned` holds the id() of the rows that the table mentions.
        """
        old = price_list.rows
        if list(map(_convert_to_price, old)) == list(map(_convert_to_price, rows)):
            return
        for row in rows:
            if id(row) not in mentioned:
                kind = "datasheet" if row.get("models") else "wargear"
                name = price_list.sheet["name"]
                self.kept.append(
                    Change(
                        price_list.faction,
                        kind,
                        name,
                        _describe_row(row),
                        row["points"],
                        row["points"],
                    )
                )
        record_price_state(
            self._get_history_record(price_list, old), old, rows, self.newest, self.day
        )
        _write_rows(price_list, rows)

    def _get_history_record(self, price_list: PriceList, old: list[Row]) -> Json:
        """Return the history record of the datasheet, made anew if there is none.

        A record without any prices gets a first state that holds the whole price list `old`.
        """
        sheet = price_list.sheet
        fresh = {"id": sheet["id"], "name": sheet["name"], "from": self.began}
        if price_list.guest_of:
            fresh |= {"today": False, "guest_of": price_list.guest_of}
        records = self.list_records(price_list.faction, "datasheets")
        sheet_record = find_or_add(records, fresh, "guest_of")
        if not sheet_record.get("prices"):
            whole = [dict(row) for row in old]  # the rows themselves get the new prices
            sheet_record["prices"] = [
                {"from": sheet_record["from"], "whole_on": self.newest, "whole": whole}
            ]
        return sheet_record

    # --- detachments ---

    def _place_detachment_price(self, row: DetachmentPrice, path: Path) -> None:
        """Set the cost of a detachment in detachment points, also in the history.

        A detachment of the parent faction gets its cost where this faction lists the parent's
        detachments. A problem is added at `path` if the faction or detachment is unknown, the
        detachment has no cost in detachment points, or an earlier row stated its cost.
        """
        place = self.find_faction_id(row.faction, (*path, "faction"))
        if place is None:
            return
        own = self.list_groups(place)
        of_parent = {
            detachment["id"]: detachment
            for detachment in self.files.get_data(place).get("parent_detachments", [])
        }
        choosable = [
            detachment
            for detachment in self._yield_detachments(place)
            if detachment in own or detachment["id"] in of_parent
        ]
        matches = self.find_groups(choosable, row.detachment, place, path)
        if not matches:
            return
        detachment = matches[0]
        is_own = any(known is detachment for known in own)
        holder: Json = detachment if is_own else of_parent[detachment["id"]]
        if holder.get("dp") is None:
            self.add_problem("price_no_dp", (*path, "dp"), given=detachment["name"])
            return
        before = holder["dp"]
        if self.refuse_repeated_price(path, place, "dp", holder["id"]):
            return
        if self.record_change(Change(place, "detachment", detachment["name"], {}, before, row.dp)):
            self._record_detachment_price(place, detachment, not is_own, before, row.dp)
            holder["dp"] = row.dp

    def _record_detachment_price(
        self, place: str, detachment: Json, of_parent: bool, before: int, dp: int
    ) -> None:
        """Add a state with the new cost `dp` of the detachment to the faction's history.

        The record is made if there is none. A record without states first gets a state with the old
        cost `before`. `of_parent`: the detachment belongs to the parent faction.
        """
        fresh = {"id": detachment["id"], "name": detachment["name"], "from": self.began}
        fresh |= self.record_origin
        fresh |= {"of_parent": True} if of_parent else {}
        record = find_or_add(self.list_records(place, "detachments"), fresh)
        now = {key: detachment[key] for key in ("dispositions", "unique") if detachment.get(key)}
        states = record.setdefault("states", [])
        if not states:
            states.append({"from": record["from"], "dp": before, "dispositions": [], **now})
        states.append({**states[-1], "from": self.day, "dp": dp})


# --- price lists as rows ---


def _get_row_key(row: Row) -> tuple[Any, ...]:
    """Return a key of what a row prices: models, mix, item or kind of model, and conditions.

    Rows with equal keys state the same price.
    """
    when = row.get("when") or {}
    item = fold(row.get("add_item") or row.get("add_model") or "")
    mix = tuple(sorted((fold(name), count) for name, count in (row.get("of") or {}).items()))
    return (row.get("models"), mix, item, tuple(sorted(when.items())))


def _describe_row(row: Row) -> Row:
    """Return what a row prices, in the terms of a price table.

    Keys without a value are left out.
    """
    when = row.get("when") or {}
    details = {
        "models": row.get("models"),
        "of": row.get("of"),
        "item": row.get("add_item") or row.get("add_model"),
    }
    details |= {
        "copy": when.get("copy_from"),
        "as_ally": when.get("army") == "ally",
        "detachment": when.get("detachment"),
    }
    return {key: value for key, value in details.items() if value}


def _convert_to_price(row: Row) -> Price:
    """Return the row as a price of the data model."""
    return msgspec.convert(row, Price)


def _write_rows(price_list: PriceList, rows: list[Row]) -> None:
    """Write `rows` into the price list of the data file; if no row is left, remove the list.

    Existing rows are changed one by one, so that they keep their place and comments in the file.
    """
    new = {_get_row_key(row): row for row in rows}
    written = []
    for row in price_list.holder.get(price_list.key, []):
        if (now := new.pop(_get_row_key(row), None)) is not None:
            row["points"] = now["points"]
            written.append(row)
    result = [*written, *new.values()]
    if result:
        price_list.holder[price_list.key] = result
    else:
        del price_list.holder[price_list.key]


def record_price_state(record: Json, old: list[Row], new: list[Row], newest: str, day: str) -> None:
    """Add a state that begins on `day` and has the prices of `new` to the history record.

    If the record has prices as an ally, and these change, they get a new state too. A state can't
    express every price list. If the last state can't express `old`, or the new state can't express
    `new`, all rows of `old` are kept in the last state, with the date `newest`.
    """
    then, now = record["prices"][-1], make_price_state(new, day)
    ally = record.get("as_ally")
    keyword: str | None = None
    then_ally: Row | None = None
    now_ally: Row | None = None
    if ally:
        keyword = ally["keyword"]
        then_ally, now_ally = ally["prices"][-1], make_price_state(new, day, keyword)
    if "whole" not in then:
        is_old_stated = _is_fully_stated(then, then_ally, keyword, old)
        if not is_old_stated or not _is_fully_stated(now, now_ally, keyword, new):
            then |= {"whole_on": newest, "whole": [dict(row) for row in old]}
    record["prices"].append(now)
    if ally and then_ally and now_ally and now_ally | {"from": ""} != then_ally | {"from": ""}:
        ally["prices"].append(now_ally)


def make_price_state(rows: Iterable[Row], day: str, ally: str | None = None) -> Row:
    """Return the price state of a history record from `day` on, made from price list `rows`.

    With `ally`, it has only the prices of an ally with that keyword, otherwise only unconditional
    ones. Prices under other conditions are left out.
    """
    condition = {"army": "ally", "keyword": ally} if ally else {}
    own_rows = []
    for row in rows:
        when = dict(row.get("when") or {})
        copy = when.pop("copy_from", None)
        if when == condition:
            own_rows.append((row, copy))
    sized = [(row, copy) for row, copy in own_rows if row.get("models")]
    state: Row = {"from": day}
    copies = {copy for _, copy in sized if copy}
    if any(row.get("of") for row, _ in sized) or len(copies) > 1:
        state["rows"] = [dict(row) for row, _ in sized]
    else:
        state["points"] = {row["models"]: row["points"] for row, copy in sized if not copy}
        if copies:
            repeated = {row["models"]: row["points"] for row, copy in sized if copy}
            state["repeat"] = {"from_copy": copies.pop(), "points": repeated}
    for key, source in (("add", "add_item"), ("add_model", "add_model")):
        added = [row for row, copy in own_rows if row.get(source) and not copy]
        if added:
            state[key] = {row[source]: row["points"] for row in added}
    return state


def _is_fully_stated(state: Row, ally: Row | None, keyword: str | None, rows: list[Row]) -> bool:
    """Return whether two history states together hold exactly the prices of the list `rows`.

    `state` has the prices without conditions. `ally` has the prices as an ally of armies with
    `keyword`, or is None.
    """
    stated = [*msgspec.convert(state, Brackets).list_prices()]
    stated += msgspec.convert(ally, Brackets).list_prices(keyword) if ally else ()
    return sorted(map(repr, stated)) == sorted(repr(_convert_to_price(row)) for row in rows)
