"""The choices that a faction of datasheets has on a day.

These are datasheets, detachments and enhancements, with their prices.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.common.choosable import Choosable, Label, get_later_names, was_there_on
from listbuilder.games.common.resolve import resolve_asked_date
from listbuilder.games.wh40k.catalog import FactionData, Shelf, entry
from listbuilder.games.wh40k.history_catalog import PastFaction
from listbuilder.games.wh40k.price import IN_SOME_ARMIES
from listbuilder.games.wh40k.state_on_date import COMPOSITION, LEADS
from listbuilder.history.state_on_date import find_state_on
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet, Price
from listbuilder.model.windows import Thing, list_available_on

# Word of the table -> keys of a datasheet that are different together.
FACTS: dict[str, tuple[str, ...]] = {
    "keywords": ("keywords", "faction_keywords"),
    "abilities": ("core_abilities",),
    "wargear": ("default_wargear", "options"),
    "leads": LEADS,
    "transport": ("transport",),
    "legends": ("legends",),
}


def homes(shelf: Shelf) -> list[tuple[str, str]]:
    """Return (id, name) of each faction whose choices can be listed."""
    names: list[tuple[str, str]] = []
    for faction_id in shelf.list_ids():
        data = shelf.load_faction(faction_id)
        if data:
            names.append((faction_id, data.name))
    return names


def listed(shelf: Shelf, faction_id: str, day: str | None) -> list[Choosable]:
    """Return the faction's datasheets, detachments and enhancements on `day`, with prices.

    `day` None means today. Empty if there is no such faction today.
    """
    today = shelf.load_faction(faction_id)
    if today is None:
        return []
    past_day = resolve_asked_date(day, today.as_of, shelf.list_release_dates)
    data = shelf.get_shelf_on_date(past_day).load_faction(faction_id) if past_day else today
    past = shelf.past.load_faction(faction_id)
    assert data is not None, "a faction of today is one on every day"
    return [*_yield_datasheets(data, past, past_day), *_yield_detachments(data, past, past_day)]


def _yield_datasheets(
    data: FactionData, past: PastFaction | None, day: str | None
) -> Iterator[Choosable]:
    """Yield the datasheets that existed on `day`, with what is known of prices and facts.

    Units of other factions that this one can include are left out. If only the name of a datasheet
    is known, the datasheet is listed without prices.
    """
    things: dict[str, Thing] = past.get_things("datasheets") if past else {}
    sheet_ids = list_available_on(data.index, things, day, grace=0) if day else list(data.index)
    for sheet_id in sheet_ids:
        sheet, thing = data.get_sheet(sheet_id), things.get(sheet_id)
        if past is not None and sheet_id not in data.index and past.is_guest(sheet_id):
            continue
        if sheet is None:
            if thing is not None:  # its name is all that is known
                yield Choosable(
                    kind="datasheet",
                    id=sheet_id,
                    name=thing.name,
                    prices=None,
                    **get_later_names(thing),
                )
            continue
        unknown = data.get_unknown_keys(sheet_id) if day else frozenset()
        yield Choosable(
            kind="datasheet",
            id=sheet_id,
            name=sheet.name,
            prices=_map_prices(sheet, past, unknown, day),
            only_plain=bool(unknown & (IN_SOME_ARMIES | {"points"})),
            facts=_collect_facts(sheet, unknown),
            **get_later_names(thing),
        )


def _map_prices(
    sheet: Datasheet, past: PastFaction | None, unknown: frozenset[str], day: str | None
) -> dict[Label, int] | None:
    """Return the prices of the datasheet by label, or None if they are not known for `day`.

    If only prices in some armies are unknown, the history may still have the others; these are then
    returned.
    """
    if "points" not in unknown:
        return {_label_price(row): row.points for row in sheet.points}
    if past is None or day is None:
        return None
    bracket = find_state_on(past.prices.datasheets.get(sheet.id, ()), day)
    if bracket is None:
        return None
    return {_label_price(row): row.points for row in bracket.list_prices()}


def _collect_facts(sheet: Datasheet, unknown: frozenset[str]) -> dict[str, object]:
    """Return what is known of the datasheet for the date, by fact, in a form to be compared.

    Facts are its sizes, keywords, abilities, wargear and the like. Facts that depend on an
    `unknown` key are left out.
    """
    facts: dict[str, object] = {}
    if not unknown & set(COMPOSITION):
        facts["sizes"] = entry(sheet).sizes
    for word, keys in FACTS.items():
        if not unknown & set(keys):
            facts[word] = tuple(_make_comparable(getattr(sheet, key)) for key in keys)
    return facts


def _make_comparable(value: object) -> object:
    """Return a tuple of names as a set of folded names, and any other value unchanged.

    The order and spelling of names are no difference between two dates.
    """
    if isinstance(value, tuple) and all(isinstance(item, str) for item in value):
        return frozenset(map(fold, value))
    return value


def _label_price(row: Price) -> Label:
    """Return a label of what the price is for: size, copy, wargear, mix, and conditions."""
    adds, mix = row.add_item or row.add_model, tuple(sorted(row.of.items()))
    when = row.when
    if when is None:
        return Label(models=row.models, adds=adds, of=mix)
    return Label(
        models=row.models,
        copy=when.copy_from,
        adds=adds,
        of=mix,
        within=when.detachment or when.keyword or when.army_faction,
        as_ally=when.army == "ally",
    )


def _yield_detachments(
    data: FactionData, past: PastFaction | None, day: str | None
) -> Iterator[Choosable]:
    """Yield the detachments that existed on `day`, each followed by its enhancements of then."""
    things = past.get_things("detachments") if past else {}
    enhancements = past.get_things("enhancements") if past else {}
    for detachment in data.head.detachments:
        if not was_there_on(things, detachment.id, day):
            continue
        prices = {Label(): detachment.dp} if detachment.dp is not None else {}
        yield Choosable(
            kind="detachment",
            id=detachment.id,
            name=detachment.name,
            prices=prices,
            **get_later_names(things.get(detachment.id)),
        )
        for enhancement in detachment.enhancements:
            key = f"{detachment.id}/{enhancement.id}"
            if was_there_on(enhancements, key, day):
                yield Choosable(
                    kind="enhancement",
                    id=key,
                    name=enhancement.name,
                    under=detachment.name,
                    prices={Label(): enhancement.points},
                    **get_later_names(enhancements.get(key)),
                )
