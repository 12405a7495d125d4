"""What the books say of the game itself and no rule judges by: battlefield, length, points to spend; each with its place.

Numbers and names only. Most come from `aids` of the game's rules.yaml; a kind of army adds what its own data has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from listbuilder.model.army import Army, Unit
from listbuilder.model.rule import Citation


class Aided(msgspec.Struct, frozen=True):
    """One line: words of the game (`aid.*`) with arguments, and where the book says it."""

    key: str
    args: dict[str, Any] = {}
    citation: Citation | None = None  # None: the box says it
    secret: bool = False  # it tells what is declared before the battle


def aids_of(army: Army) -> Iterator[Aided]:
    """Yield what the books say of a game with this army, in the order in which players need it."""
    yield from _mission(army)
    yield from _recommended(army)
    yield from (Aided(f"aid.{aid.kind}", aid.args, aid.citation) for aid in army.book.aids)
    yield from _length(army)


def _mission(army: Army) -> Iterator[Aided]:
    """Yield the mission that the roster names, and the smallest battlefield of that or the only printed one."""
    named = next((each for each in army.book.missions if each.id == army.mission), None)
    if named is not None:
        yield Aided("aid.mission", {"mission": named.name}, named.citation or army.book.missions_in)
    mission = named or next((each for each in army.book.missions if each.battlefield), None)
    if mission is not None and army.size_id in mission.battlefield:
        width, length = mission.battlefield[army.size_id]
        args = {"mission": mission.name, "width": width, "length": length}
        yield Aided("aid.battlefield_of_mission", args, mission.citation)


def _recommended(army: Army) -> Iterator[Aided]:
    """Yield the battlefield and terrain that a rule recommends for the points limit."""
    for rule in army.book.rules:
        for table in rule.params["tables"] if rule.check == "battlefield" else ():
            if table["points"] == army.limit:
                yield Aided("aid.battlefield", {"width": table["width"], "length": table["length"]}, rule.citation)
                yield Aided("aid.terrain", {"count": table["terrain"]}, rule.citation)


def _length(army: Army) -> Iterator[Aided]:
    size = army.book.size(army.size_id)
    if size is not None and size.hours is not None:
        rule = next((rule for rule in army.book.rules if rule.check == "battle_size"), None)
        yield Aided("aid.hours", {"count": size.hours}, rule.citation if rule else None)


def battle_ready(army: Army, painted: bool | None) -> Iterator[Aided]:
    """Yield what a fully painted army scores, and whether the roster says that it is."""
    rule = next((rule for rule in army.book.rules if rule.check == "battle_ready"), None)
    if rule is not None:
        key = "painted" if painted else "open" if painted is None else "unpainted"
        yield Aided(f"aid.battle_ready_{key}", {"vp": rule.params["vp"]}, rule.citation)


def starting_strengths(army: Army) -> Iterator[Aided]:
    """Yield how many models each attached unit begins with. Nothing where attachments are not told."""
    declarations, cited = army.declarations, army.book.starting_strength
    if declarations is None or cited is None:
        return
    for party in declarations.parties.values():
        units: list[Unit] = [declarations.units[each] for each in party]
        args = {"units": [unit.name for unit in units], "count": sum(unit.models for unit in units)}
        secret = declarations.secret_attachments or any(unit.whole for unit in units)
        yield Aided("aid.starting_strength", args, cited, secret)
