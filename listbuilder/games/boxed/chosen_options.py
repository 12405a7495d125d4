"""The picks of a roster among the things its box offers, and its commander."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from listbuilder.games.boxed.army import BoxArmy, BoxOffer, BoxPart, BoxPick, Commander
from listbuilder.games.boxed.resolve import UnitReader
from listbuilder.games.common.roster_values import Table, resolve_one
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.base import Path
from listbuilder.model.finding import Note

Offers = Callable[[Any], Iterable[BoxOffer]]  # the offers of a box


def read_pick(
    reader: UnitReader,
    field: str,
    given: str | tuple[str, ...] | None,
    offered: Sequence[BoxOffer],
    offers: Offers,
) -> BoxPick:
    """Return what the roster picks under the key `field` among the things that the box offers.

    `given` are the names or ids in the roster, `offered` the offers of this box, and `offers`
    returns those of any box. Each thing is looked up in this box and then in all others; a thing
    that no box offers is reported.
    """
    pick = BoxPick(field=field, offered=tuple(offered))
    listed = [given] if isinstance(given, str) else list(given or ())
    own = {offer.id: offer for offer in offered}
    picked: list[tuple[BoxOffer, Path, str]] = []
    for place, written in enumerate(listed):
        path: Path = (field,) if isinstance(given, str) else (field, place)
        offer_id = resolve_one(
            written, path, _yield_offer_names(reader, offered, offers), reader.report_problem
        )
        if offer_id is None:
            continue
        if offer_id in own:
            picked.append((own[offer_id], path, ""))
            continue
        foreign = _find_offer_in_other_boxes(reader, offer_id, offers)
        if foreign is not None:
            picked.append((foreign[0], path, foreign[1]))
            continue
        args = {"box": reader.contents.name, "known": list(own)}
        near = find_nearest(offer_id, own)
        reader.report_problem("unknown_offer", path, given=offer_id, **args, near=near)
    pick.given = tuple(offer for offer, _, _ in picked)
    pick.paths = tuple(path for _, path, _ in picked)
    pick.homes = tuple(home for _, _, home in picked)
    return pick


def _yield_offer_names(
    reader: UnitReader, offered: Sequence[BoxOffer], offers: Offers
) -> Iterator[Table]:
    """Yield for each box a table of its offers, name by id: this box first, then others.

    The other boxes are only loaded if this box doesn't offer the name that is looked for.
    """
    yield {offer.id: offer.name for offer in offered}
    for box in reader.shelf.load_other_boxes(reader.contents.id):
        yield {offer.id: offer.name for offer in offers(box)}


def _find_offer_in_other_boxes(
    reader: UnitReader, given: str, offers: Offers
) -> tuple[BoxOffer, str] | None:
    """Return the offer with the id `given` in another box and that box's name, or None."""
    for box in reader.shelf.load_other_boxes(reader.contents.id):
        for offer in offers(box):
            if offer.id == given:
                return offer, box.name
    return None


def note_doubtful_picks(army: BoxArmy, pick: BoxPick) -> None:
    """Add a note to `army` for each picked offer whose data is doubtful.

    If something of another box was picked, the doubtful offers of this box are noted instead. Why:
    whether that pick is wrong depends on them.
    """
    if not pick.given:
        return
    is_foreign = any(pick.homes)
    for offer in pick.offered if is_foreign else pick.given:
        if offer.doubt:
            army.not_checked.append(
                Note(key="doubt_offer", args={"offer": offer.name, "source": offer.doubt})
            )


def read_commander(
    reader: UnitReader, army: BoxArmy, field: str, given: str | None, part: BoxPart
) -> Commander:
    """Return the commander that the box names (`part`), with the unit that the roster names.

    `field` is the roster's key for the commander, `given` the unit there (None: no unit is named).
    Each unit of the army is marked as the commander or not, by what the box names. An unknown unit
    is reported.
    """
    commander = Commander(field=field, part=part)
    if given is not None:
        names_by_id = {unit.id: unit.name for unit in army.box_units}
        tables = chain([names_by_id], reader.yield_unit_names())
        given = resolve_one(given, (field,), tables, reader.report_problem) or given
        named = next((unit for unit in army.box_units if unit.id == given), None)
        if named:
            commander.given, commander.given_name = named.part.id, named.name or given
        else:
            commander.given = given
            commander.given_name = reader.find_unit_name(given, (field,)) or given
    for unit in army.box_units:
        unit.commander = unit.matched and unit.part.id == part.id
    return commander


def note_doubtful_loadouts(army: BoxArmy) -> None:
    """Add a note to `army` for each unit whose stated wargear can't be checked for certain.

    Either the box's wargear is from a doubtful source, or no source says which model carries what.
    """
    for unit in army.box_units:
        if not any(group.wargear is not None for group in unit.stated or ()):
            continue
        if unit.part.loadout_doubt:
            args = {"unit": unit.name, "source": unit.part.loadout_doubt}
            army.not_checked.append(Note(key="doubt_wargear", args=args, path=unit.path))
        if not unit.part.loadout_told:
            army.not_checked.append(
                Note(key="wargear_not_told", args={"unit": unit.name}, path=unit.path)
            )
