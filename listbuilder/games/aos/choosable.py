"""Everything a faction of warscrolls has to choose from on a date, with its prices.

These are warscrolls, formations, enhancements, lores, terrain and armies of renown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from listbuilder.games.aos.catalog import FactionData, RenownData, Shelf, Warscrolls
from listbuilder.games.aos.faction import ArmyOfRenown, EnhancementTable
from listbuilder.games.aos.history_records import PastArmyOfRenown
from listbuilder.games.aos.warscroll import Warscroll
from listbuilder.games.common.choosable import Choosable, Label, get_later_names, was_there_on
from listbuilder.games.common.resolve import resolve_asked_date
from listbuilder.model.base import fold
from listbuilder.model.windows import Thing, list_available_on

if TYPE_CHECKING:
    from listbuilder.games.aos.history_catalog import PastAllegiance

GENERIC = "generic"
# Word of the table -> where the faction has them, which is what the history calls them.
EXTRAS = {
    "battle_formation": "battle_formations",
    "spell_lore": "spell_lores",
    "prayer_lore": "prayer_lores",
    "manifestation_lore": "manifestation_lores",
    "faction_terrain": "faction_terrain",
}


def homes(shelf: Shelf) -> list[tuple[str, str]]:
    """Return (id, name) of each file with things to choose, the factions first.

    The files that all factions share come last. The shared files are the regiments of renown and
    the generic manifestation lores.
    """
    factions = []
    for faction_id in shelf.list_ids():
        data = shelf.load_faction(faction_id)
        if data is not None:
            factions.append((faction_id, data.name))
    renown = shelf.load_regiments_of_renown()
    shared = [(RenownData.ID, renown.name)] if renown else []
    return [*factions, *shared, (GENERIC, "Manifestation lore")]


def listed(shelf: Shelf, home: str, day: str | None) -> list[Choosable]:
    """Return what the file `home` has to choose from on `day` (None: today), with prices.

    Empty if there is no such file. Raises Unreadable for a date that is too early.
    """
    if home == GENERIC:
        past_day = _resolve_past_date(shelf, GENERIC, day)
        dated = shelf.get_shelf_on_date(past_day) if past_day else shelf
        records = _list_records(shelf.past.load_faction(GENERIC), "manifestation_lores")
        lores = dated.load_generic_lores()
        return list(_yield_plain_choices("manifestation_lore", lores, records, past_day))
    today = shelf.load_warscrolls(home)
    if today is None:
        return []
    past_day = _resolve_past_date(shelf, home, day)
    data = (shelf.get_shelf_on_date(past_day) if past_day else shelf).load_warscrolls(home)
    assert data is not None, "what is a faction today is one on every day"
    past = shelf.past.load_faction(home)
    choosables = list(_yield_warscrolls(data, past, past_day))
    if isinstance(data, FactionData):
        choosables += _yield_choices(data, past, past_day)
    if isinstance(data, RenownData):
        choosables += _yield_regiments_of_renown(data, past, past_day)
    return choosables


def _resolve_past_date(shelf: Shelf, home: str, day: str | None) -> str | None:
    """Return `day` if it is a past date for the data of `home`, or None if today's data apply.

    The generic file has no date of its own; the newest date of the factions is used for it.
    """
    as_of = shelf.as_of(home) or max(shelf.as_of(faction_id) for faction_id in shelf.list_ids())
    return resolve_asked_date(day, as_of, shelf.list_release_dates)


def _list_records(past: PastAllegiance | None, kind: str) -> dict[str, Thing]:
    """Return the history records of `kind` by id. Empty without a history."""
    return past.get_things(kind) if past else {}


def _yield_warscrolls(
    data: Warscrolls, past: PastAllegiance | None, day: str | None
) -> Iterator[Choosable]:
    """Yield the warscrolls of a file on `day` (None: today).

    If nothing but the name of a warscroll is known, only its name is yielded. Prices are None if
    they aren't known.
    """
    things = _list_records(past, "warscrolls")
    for warscroll_id in list_available_on(data.index, things, day, grace=0) if day else data.index:
        sheet, thing = data.get_sheet(warscroll_id), things.get(warscroll_id)
        if sheet is None:
            if thing is not None:  # its name is all that is known
                yield Choosable(
                    kind="warscroll",
                    id=warscroll_id,
                    name=thing.name,
                    prices=None,
                    **get_later_names(thing),
                )
            continue
        unknown = data.get_unknown_keys(warscroll_id) if day else frozenset()
        prices = None if "points" in unknown else {Label(models=sheet.models): sheet.points}
        facts = _list_comparable_facts(sheet, unknown)
        yield Choosable(
            kind="warscroll",
            id=warscroll_id,
            name=sheet.name,
            prices=prices,
            facts=facts,
            **get_later_names(thing),
        )


def _list_comparable_facts(sheet: Warscroll, unknown: frozenset[str]) -> dict[str, Any]:
    """Return the facts of a warscroll that can be compared between dates.

    They are sizes, keywords, Legends and regiment profile. Facts that depend on one of the keys in
    `unknown` are left out.
    """
    facts: dict[str, tuple[str, Any]] = {
        "sizes": ("can_be_reinforced", (sheet.models, sheet.can_be_reinforced)),
        "keywords": ("keywords", frozenset(map(fold, sheet.keywords))),
        "legends": ("legends", sheet.legends),
        "regiment": (
            "regiment",
            (sheet.regiment.can_lead, sheet.regiment.options, frozenset(sheet.regiment.joins_as)),
        ),
    }
    return {word: value for word, (key, value) in facts.items() if key not in unknown}


def _yield_choices(
    data: FactionData, past: PastAllegiance | None, day: str | None
) -> Iterator[Choosable]:
    """Yield the faction's choices on `day` (None: today), with prices.

    These are formations, lores, terrain, enhancements and armies of renown. After each army of
    renown, its own enhancements and lores are yielded.
    """
    head = data.head
    for word, kind in EXTRAS.items():
        yield from _yield_plain_choices(word, getattr(head, kind), _list_records(past, kind), day)
    yield from _yield_enhancements(
        head.enhancement_tables, _list_records(past, "enhancements"), day
    )
    armies = _list_records(past, "armies_of_renown")
    for army_id, name in data.armies.items():
        if was_there_on(armies, army_id, day):
            yield Choosable(
                kind="army_of_renown", id=army_id, name=name, **get_later_names(armies.get(army_id))
            )
            army = data.load_army_of_renown(army_id)
            if army is not None:
                former = past.load_army_of_renown(army_id) if past else None
                yield from _yield_choices_of_army(army, former, day)


def _yield_choices_of_army(
    army: ArmyOfRenown, past: PastArmyOfRenown | None, day: str | None
) -> Iterator[Choosable]:
    """Yield the enhancements and lores that an army of renown has in place of its faction's.

    Their ids begin with the id of the army.
    """

    def list_army_records(kind: str) -> dict[str, Thing]:
        """Return the history's records of `kind` for the army by id. Empty without a history."""
        return {choosable.id: choosable for choosable in getattr(past, kind, ())}

    choosables = list(
        _yield_enhancements(army.enhancement_tables, list_army_records("enhancements"), day)
    )
    for word in ("spell_lore", "prayer_lore", "manifestation_lore"):
        choosables += _yield_plain_choices(
            word, getattr(army, EXTRAS[word]), list_army_records(EXTRAS[word]), day
        )
    for choosable in choosables:
        yield msgspec.structs.replace(
            choosable,
            id=f"{army.id}/{choosable.id}",
            under=army.name,
            renamed_to=None,
            replaced_by=None,
        )


def _yield_plain_choices(
    word: str, choices: Iterable[Any], things: dict[str, Thing], day: str | None
) -> Iterator[Choosable]:
    """Yield those of `choices` that were there on `day` (None: today), with prices.

    `word` is the kind they are listed as, `things` are their history records.
    """
    for choice in choices:
        if was_there_on(things, choice.id, day):
            yield Choosable(
                kind=word,
                id=choice.id,
                name=choice.name,
                prices={Label(): choice.points},
                **get_later_names(things.get(choice.id)),
            )


def _yield_enhancements(
    tables: Iterable[EnhancementTable], things: dict[str, Thing], day: str | None
) -> Iterator[Choosable]:
    """Yield the enhancements of `tables` that were there on `day` (None: today), with prices."""
    for table in tables:
        for enhancement in table.choices:
            key = f"{table.id}/{enhancement.id}"
            if was_there_on(things, key, day):
                more = get_later_names(things.get(key))
                yield Choosable(
                    kind="enhancement",
                    id=key,
                    name=enhancement.name,
                    under=table.name,
                    prices={Label(): enhancement.points},
                    **more,
                )


def _yield_regiments_of_renown(
    data: RenownData, past: PastAllegiance | None, day: str | None
) -> Iterator[Choosable]:
    """Yield the regiments of renown that were there on `day` (None: today), with prices.

    A regiment whose units are bought one by one has no price.
    """
    things = _list_records(past, "regiments")
    for regiment_id in data.regiments:
        regiment = data.load_regiment(regiment_id)
        if regiment is not None and was_there_on(things, regiment_id, day):
            prices = {Label(): regiment.points} if regiment.points is not None else {}
            yield Choosable(
                kind="regiment_of_renown",
                id=regiment_id,
                name=regiment.name,
                prices=prices,
                **get_later_names(things.get(regiment_id)),
            )
