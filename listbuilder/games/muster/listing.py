"""What a faction of datasheets has to choose from on a day: datasheets, detachments, enhancements, and their prices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.games.muster.data import FactionData, Shelf, entry
from listbuilder.games.muster.faction import Detachment
from listbuilder.games.muster.past import COMPOSITION, LEADS, brackets_on
from listbuilder.games.muster.past_data import PastFaction
from listbuilder.games.muster.price import IN_SOME_ARMIES
from listbuilder.games.shared.listing import Choosable, Label, named_now, strictly
from listbuilder.games.shared.resolving import day_asked
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet, Price
from listbuilder.model.past import Thing, there_on

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
    return [(each, data.name) for each in shelf.ids() if (data := shelf.faction(each))]


def listed(shelf: Shelf, faction_id: str, day: str | None) -> list[Choosable]:
    today = shelf.faction(faction_id)
    if today is None:
        return []
    past_day = day_asked(day, today.as_of, shelf.releases)
    data = shelf.on(past_day).faction(faction_id) if past_day else today
    past = shelf.past.faction(faction_id)
    assert data is not None, "a faction of today is one on every day"
    return [*_datasheets(data, past, past_day), *_detachments(data, past, past_day)]


def _datasheets(data: FactionData, past: PastFaction | None, day: str | None) -> Iterator[Choosable]:
    things: dict[str, Thing] = past.things("datasheets") if past else {}
    for each in there_on(data.index, things, day, grace=0) if day else data.index:
        sheet, thing = data.sheet(each), things.get(each)
        if past is not None and each not in data.index and past.is_guest(each):
            continue
        if sheet is None:
            if thing is not None:  # its name is all that is known
                yield Choosable(kind="datasheet", id=each, name=thing.name, prices=None, **named_now(thing))
            continue
        unknown = data.unknown(each) if day else frozenset()
        yield Choosable(
            kind="datasheet",
            id=each,
            name=sheet.name,
            prices=_prices(sheet, past, unknown, day),
            only_plain=bool(unknown & (IN_SOME_ARMIES | {"points"})),
            facts=_facts(sheet, unknown),
            **named_now(thing),
        )


def _prices(sheet: Datasheet, past: PastFaction | None, unknown: frozenset[str], day: str | None) -> dict[Label, int] | None:
    """Where what some armies pay is not known, the history may still say what the others did."""
    if "points" not in unknown:
        return {_label(row): row.points for row in sheet.points}
    known = brackets_on(past.prices.datasheets.get(sheet.id, ()), day) if past and day else None
    return {_label(row): row.points for row in known.price_list()} if known else None


def _facts(sheet: Datasheet, unknown: frozenset[str]) -> dict[str, object]:
    found: dict[str, object] = {}
    if not unknown & set(COMPOSITION):
        found["sizes"] = entry(sheet).sizes
    for word, keys in FACTS.items():
        if not unknown & set(keys):
            found[word] = tuple(_comparable(getattr(sheet, key)) for key in keys)
    return found


def _comparable(value: object) -> object:
    """Names in another order or spelling are the same names."""
    if isinstance(value, tuple) and all(isinstance(each, str) for each in value):
        return frozenset(map(fold, value))
    return value


def _label(row: Price) -> Label:
    when = row.when
    return Label(
        models=row.models,
        copy=when.copy_from if when else None,
        adds=row.add_item or row.add_model,
        of=tuple(sorted(row.of.items())),
        within=(when.detachment or when.keyword or when.army_faction) if when else None,
        as_ally=bool(when and when.army == "ally"),
    )


def _detachments(data: FactionData, past: PastFaction | None, day: str | None) -> Iterator[Choosable]:
    things = past.things("detachments") if past else {}
    enhancements = past.things("enhancements") if past else {}
    for each in data.head.detachments:
        if not strictly(things, each.id, day):
            continue
        prices = {Label(): each.dp} if each.dp is not None else {}
        yield Choosable(kind="detachment", id=each.id, name=each.name, prices=prices, **named_now(things.get(each.id)))
        yield from _enhancements(each, list(enhancements.values()), day)


def _enhancements(detachment: Detachment, things: Sequence[Thing], day: str | None) -> Iterator[Choosable]:
    known = {each.id: each for each in things}
    for each in detachment.enhancements:
        key = f"{detachment.id}/{each.id}"
        if strictly(known, key, day):
            yield Choosable(
                kind="enhancement",
                id=key,
                name=each.name,
                under=detachment.name,
                prices={Label(): each.points},
                **named_now(known.get(key)),
            )
