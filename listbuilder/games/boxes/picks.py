"""What a roster chooses of the things its box offers, and who leads it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from listbuilder.games.boxes.army import BoxArmy, Commander, Offer, Part, Pick
from listbuilder.games.boxes.resolve import UnitReader
from listbuilder.games.shared.values import Table, one
from listbuilder.model.base import Path
from listbuilder.model.finding import Note
from listbuilder.store.nearest import nearest

Offers = Callable[[Any], Iterable[Offer]]  # the offers of a box


def read_pick(
    reader: UnitReader, field: str, given: str | tuple[str, ...] | None, offered: Sequence[Offer], offers: Offers
) -> Pick:
    """The things given, each looked up here and then in every other box; one that is nowhere is a problem."""
    pick = Pick(field=field, offered=tuple(offered))
    listed = [given] if isinstance(given, str) else list(given or ())
    own = {offer.id: offer for offer in offered}
    found: list[tuple[Offer, Path, str]] = []
    for place, written in enumerate(listed):
        path: Path = (field,) if isinstance(given, str) else (field, place)
        each = one(written, path, _names(reader, offered, offers), reader.fail)
        if each is None:
            continue
        if each in own:
            found.append((own[each], path, ""))
            continue
        foreign = _elsewhere(reader, each, offers)
        if foreign is None:
            known = list(own)
            reader.fail("unknown_offer", path, given=each, box=reader.contents.name, known=known, near=nearest(each, known))
        else:
            found.append((foreign[0], path, foreign[1]))
    pick.given, pick.paths, pick.homes = (tuple(column) for column in zip(*found, strict=True)) if found else ((), (), ())
    return pick


def _names(reader: UnitReader, offered: Sequence[Offer], offers: Offers) -> Iterator[Table]:
    yield {offer.id: offer.name for offer in offered}
    for box in reader.shelf.others(reader.contents.id):
        yield {offer.id: offer.name for offer in offers(box)}


def _elsewhere(reader: UnitReader, given: str, offers: Offers) -> tuple[Offer, str] | None:
    for box in reader.shelf.others(reader.contents.id):
        for offer in offers(box):
            if offer.id == given:
                return offer, box.name
    return None


def note_doubts(army: BoxArmy, pick: Pick) -> None:
    """A choice that is right or wrong only by what a second source says."""
    if not pick.given:
        return
    foreign = any(pick.homes)
    offers = pick.offered if foreign else pick.given
    for offer in offers:
        if offer.doubt:
            army.not_checked.append(Note(key="doubt_offer", args={"offer": offer.name, "source": offer.doubt}))


def read_commander(reader: UnitReader, army: BoxArmy, field: str, given: str | None, part: Part) -> Commander:
    """The commander of the box, marked on its unit, and the one the roster names."""
    commander = Commander(field=field, part=part)
    if given is not None:
        called = {unit.id: unit.name for unit in army.box_units}
        given = one(given, (field,), chain([called], reader.part_names()), reader.fail) or given
        unit = next((unit for unit in army.box_units if unit.id == given), None)
        commander.given = unit.part.id if unit else given
        commander.given_name = (unit.name if unit else reader.name_of(given, (field,))) or given
    for unit in army.box_units:
        unit.commander = unit.matched and unit.part.id == part.id
    return commander


def note_loadouts(army: BoxArmy) -> None:
    """Where the roster writes wargear that no firm source states."""
    for unit in army.box_units:
        if not any(group.wargear is not None for group in unit.stated or ()):
            continue
        if unit.part.loadout_doubt:
            args = {"unit": unit.name, "source": unit.part.loadout_doubt}
            army.not_checked.append(Note(key="doubt_wargear", args=args, path=unit.path))
        if not unit.part.loadout_told:
            army.not_checked.append(Note(key="wargear_not_told", args={"unit": unit.name}, path=unit.path))
