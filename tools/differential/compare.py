"""What both said of one roster, laid beside each other: everything that only one of them says is a disagreement.

Findings are compared by what they are about (a topic) and which unit they speak of; the same fault told twice is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.model.finding import Stamped
from listbuilder.roster.position import Position
from listbuilder.wargear.loadout import Group, get_default_wargear
from tests.wargear.exhaustive import Inconclusive, Oracle

THEIR_TOPICS = {
    # The 18 codes of the roster ...
    "enhancement-wrong-detachment": "enhancement-source",
    "enhancement-on-non-character": "enhancement-bearer",
    "enhancement-keyword-mismatch": "enhancement-bearer",
    "enhancement-excluded-keyword": "enhancement-bearer",
    "enhancement-over-max-targets": "enhancement-once",
    "leader-attachment-illegal": "attachment",
    "leader-must-attach": "support",
    "points-over-limit": "points-limit",
    "detachment-points-over": "detachment-points",
    "disposition-not-picked": "disposition",
    "disposition-invalid": "disposition",
    "detachment-tag-conflict": "unique-tag",
    "detachment-restriction-required": "detachment-demand",
    "detachment-restriction-excluded": "detachment-demand",
    "unit-excluded-from-faction": "chapter",
    "no-warlord": "warlord",
    "multiple-warlords": "warlord",
    "unit-minimum-unmet": "detachment-demand",
    # ... and those of the loadout of a unit.
    "invalid-model-count": "size",
    "exceeds-max": "wargear",
    "below-min": "wargear",
    "swap-conflict": "wargear",
    "exceeds-allowance": "wargear",
}
OUR_TOPICS = {
    "11E-02": "points-limit",
    "11E-04": "detachment-demand",
    "11E-05": "detachment-points",
    "11E-07": "unique-tag",
    "11E-08": "disposition",
    "11E-13": "enhancement-bearer",
    "11E-15": "enhancement-once",
    "11E-16": "enhancement-source",
    "11E-17": "warlord",
    "11E-18": "size",
    "11E-19": "wargear",
    "11E-23": "chapter",
    "11E-30": "attachment",
    "11E-32": "support",
}
"""A code of ours that is not here is a topic of its own, of which they never speak."""

_OF_UNITS = frozenset(
    (
        "enhancement-source",
        "enhancement-bearer",
        "attachment",
        "support",
        "chapter",
        "size",
        "wargear",
    )
)


class Disagreement(msgspec.Struct, kw_only=True):
    """`ours` and `theirs` are what each says about it; one of them says nothing, but for prices."""

    roster: int
    topic: str
    faction: str
    detachments: int = 0  # how many the roster has
    ours: list[str] = []
    theirs: list[str] = []
    names: list[str] = []  # what it is about: datasheets, enhancements, detachments
    beside: list[str] = []  # what else we say of the same unit
    search: str = ""  # of wargear: what the exhaustive search of the tests finds, which shares nothing with the solver
    detail: str = ""


class Said(msgspec.Struct):
    """What one of them says of a topic at one place."""

    codes: list[str]
    names: list[str]
    detail: list[str]


Place = tuple[str, int | None]


def disagreements(
    number: int, position: Position, answer: dict[str, Any]
) -> Iterator[Disagreement]:
    army = position.army
    assert isinstance(army, Muster)
    if not answer["points"] and army.units:
        yield Disagreement(
            roster=number, topic="no-answer", faction=army.faction.id, theirs=answer["unknown"]
        )
        return
    ours, theirs = _ours(position, army), _theirs(answer, army)
    for place in sorted({*ours, *theirs}, key=str):
        mine, other = ours.get(place), theirs.get(place)
        if (mine is None) == (other is None):
            continue
        said = mine or other
        assert said
        yield Disagreement(
            roster=number,
            topic=place[0],
            faction=army.faction.id,
            detachments=len(army.chosen),
            ours=mine.codes if mine else [],
            theirs=other.codes if other else [],
            names=sorted(set(said.names)),
            beside=_beside(ours, place),
            search=searched(army.muster_units[place[1]])
            if place[0] == "wargear" and place[1] is not None
            else "",
            detail="; ".join(said.detail),
        )
    yield from _prices(number, army, answer)
    for unknown in answer["unknown"]:
        code, _, name = unknown.partition(": ")
        yield Disagreement(
            roster=number, topic="names", faction=army.faction.id, theirs=[code], names=[name]
        )


def _beside(ours: dict[Place, Said], place: Place) -> list[str]:
    others = [
        said
        for (topic, unit), said in ours.items()
        if unit is not None and unit == place[1] and topic != place[0]
    ]
    return [code for said in others for code in said.codes]


def searched(unit: MusterUnit) -> str:
    """Whether a player can come to this loadout by using the options one after the other."""
    groups = [each for each in unit.groups if each.count]
    loadout = [
        Group(each.model, each.count, each.wargear if each.wargear is not None else bag)
        for each, bag in zip(groups, get_default_wargear(unit.datasheet, groups), strict=True)
    ]
    if unit.datasheet.options_incomplete:
        return "not tried"
    try:
        return "reachable" if Oracle(unit.datasheet, loadout).finds(loadout) else "unreachable"
    except Inconclusive:
        return "not tried"


def _prices(number: int, army: Muster, answer: dict[str, Any]) -> Iterator[Disagreement]:
    for unit, theirs in zip(army.muster_units, answer["points"], strict=True):
        if theirs is not None and unit.points != theirs:
            yield Disagreement(
                roster=number,
                topic="price",
                faction=army.faction.id,
                ours=["price" if unit.points is not None else "no price"],
                theirs=["price"],
                names=sorted({unit.name, *unit.upgrades}),
                detail=f"{unit.name}, {unit.models} models, copy {unit.copy}: ours {unit.points}, theirs {theirs}",
            )


def _ours(position: Position, army: Muster) -> dict[Place, Said]:
    places = {unit.path: number for number, unit in enumerate(army.units)}
    by_id = {unit.id: number for number, unit in enumerate(army.units)}
    found: dict[Place, Said] = {}
    for finding in position.causes:
        if finding.severity == "error" or finding.code == "11E-08":
            topic = OUR_TOPICS.get(finding.code, finding.code)
            number = _unit_of(finding, places, by_id) if topic in _OF_UNITS else None
            names = (
                [army.units[number].name]
                if number is not None
                else [army.units[by_id[each]].name for each in finding.units]
            )
            names += [
                name
                for key in ("enhancement", "detachment")
                if isinstance(name := finding.args.get(key), str)
            ]
            names += (
                army.muster_units[number].upgrades
                if number is not None and topic.startswith("enhancement")
                else ()
            )
            _note(found, (topic, number), f"{finding.code} {finding.key}", names, str(finding.args))
    return found


def _unit_of(
    finding: Stamped, places: dict[tuple[Any, ...], int], by_id: dict[str, int]
) -> int | None:
    if finding.path[:1] == ("attached",) and len(finding.path) > 1:
        return by_id.get(str(finding.path[1]))
    return places.get(tuple(finding.path[:2]))


def _theirs(answer: dict[str, Any], army: Muster) -> dict[Place, Said]:
    found: dict[Place, Said] = {}
    for each in answer["found"]:
        number = each["unitIndex"]
        topic = THEIR_TOPICS[each["code"]]
        names = (
            [army.units[number].name, *army.muster_units[number].upgrades]
            if number is not None
            else [each["id"]]
        )
        _note(
            found, (topic, number if topic in _OF_UNITS else None), each["code"], names, each["id"]
        )
    return found


def _note(found: dict[Place, Said], place: Place, code: str, names: list[str], detail: str) -> None:
    said = found.setdefault(place, Said([], [], []))
    if code not in said.codes:
        said.codes.append(code)
    said.names += names
    said.detail.append(f"{code} {detail}")
