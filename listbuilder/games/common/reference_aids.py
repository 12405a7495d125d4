"""The facts that players need before the battle and no rule checks.

Examples are the battlefield, the length and the points to spend. Each has its place in a book. They
are numbers and names only. Most come from `aids` of the game's rules.yaml; a kind of army adds what
its own data has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from listbuilder.model.army import Army, Unit
from listbuilder.model.rulebook import Citation


class AidLine(msgspec.Struct, frozen=True):
    """One fact that players need, and its place in a book.

    It is words of the game (`aid.*`) with arguments.
    """

    key: str
    args: dict[str, Any] = {}
    citation: Citation | None = None  # None: the box says it
    secret: bool = False  # it tells what is declared before the battle


def list_aids(army: Army) -> Iterator[AidLine]:
    """Yield the facts that the books state about a game with this army, as players need them.

    They are the mission, the battlefield, the facts (`aids`) of the rulebook, and the length of the
    game.
    """
    yield from _make_mission_aids(army)
    yield from _make_battlefield_aids(army)
    yield from (AidLine(f"aid.{aid.kind}", aid.args, aid.citation) for aid in army.book.aids)
    yield from _make_length_aid(army)


def _make_mission_aids(army: Army) -> Iterator[AidLine]:
    """Yield the roster's mission and that mission's smallest battlefield for the army's size.

    If the roster names no mission, it is the battlefield of the first mission that has one. Nothing
    is yielded for what the book doesn't state.
    """
    missions = army.book.missions
    mission = next((mission for mission in missions if mission.id == army.mission), None)
    if mission is not None:
        yield AidLine(
            "aid.mission", {"mission": mission.name}, mission.citation or army.book.missions_in
        )
    else:
        mission = next((mission for mission in missions if mission.battlefield), None)
    if mission is not None and army.size_id in mission.battlefield:
        width, length = mission.battlefield[army.size_id]
        args = {"mission": mission.name, "width": width, "length": length}
        yield AidLine("aid.battlefield_of_mission", args, mission.citation)


def _make_battlefield_aids(army: Army) -> Iterator[AidLine]:
    """Yield the battlefield and number of terrain pieces recommended for the army's limit.

    Nothing if no rule has a row for exactly the army's points limit.
    """
    for rule in army.book.rules:
        for table in rule.params["tables"] if rule.check == "battlefield" else ():
            if table["points"] == army.limit:
                yield AidLine(
                    "aid.battlefield",
                    {"width": table["width"], "length": table["length"]},
                    rule.citation,
                )
                yield AidLine("aid.terrain", {"count": table["terrain"]}, rule.citation)


def _make_length_aid(army: Army) -> Iterator[AidLine]:
    """Yield how many hours a game of the army's battle size takes, if the book says so."""
    size = army.book.get_size(army.size_id)
    if size is not None and size.hours is not None:
        rule = next((rule for rule in army.book.rules if rule.check == "battle_size"), None)
        yield AidLine("aid.hours", {"count": size.hours}, rule.citation if rule else None)


def make_battle_ready_aid(army: Army, painted: bool | None) -> Iterator[AidLine]:
    """Yield what a fully painted army scores, and whether the roster says that it is one.

    `painted` None: the roster does not say. Nothing if the book has no such rule.
    """
    rule = next((rule for rule in army.book.rules if rule.check == "battle_ready"), None)
    if rule is not None:
        keys = {True: "painted", False: "unpainted", None: "open"}
        yield AidLine(f"aid.battle_ready_{keys[painted]}", {"vp": rule.params["vp"]}, rule.citation)


def list_starting_strengths(army: Army) -> Iterator[AidLine]:
    """Yield with how many models each attached unit begins.

    Nothing if the roster declares no attachments, or the book has no rule on starting strength. A
    line is marked as secret if attachments are secret, or if a part of a split unit belongs to it.
    """
    declarations, cited = army.declarations, army.book.starting_strength
    if declarations is None or cited is None:
        return
    for party in declarations.parties.values():
        units: list[Unit] = [declarations.units[unit_id] for unit_id in party]
        args = {"units": [unit.name for unit in units], "count": sum(unit.models for unit in units)}
        secret = declarations.secret_attachments or any(unit.whole for unit in units)
        yield AidLine("aid.starting_strength", args, cited, secret)
