"""Rosters of Rosterizer: a tree of things with a kind in their names (`Unit§Intercessor Squad`), as a tree of selections."""

from __future__ import annotations

import msgspec

from listbuilder.exchange.trees import MAX_DEPTH, Cost, Force, Roster, Selection, Tree
from listbuilder.model.problem import Problem, Unreadable

SIGN = b'"snapshot"'
_SETTINGS = {"detachment": "Detachment", "battle size": "Battle Size", "force disposition": "Force Disposition"}


class _Value(msgspec.Struct):
    value: float | str = 0.0


class _Assets(msgspec.Struct):
    included: list[_Thing] = []
    traits: list[_Thing] = []


class _Thing(msgspec.Struct):
    item: str = ""
    name: str = ""
    quantity: float = 1.0
    stats: dict[str, _Value] = {}
    assets: _Assets = msgspec.field(default_factory=_Assets)

    @property
    def kind(self) -> str:
        return self.item.partition("§")[0].casefold()


class _Book(msgspec.Struct):
    name: str = ""
    game: str = ""


class _Outer(msgspec.Struct):
    snapshot: _Thing
    rulebook: _Book = msgspec.field(default_factory=_Book)


def tree(raw: bytes, name: str) -> Tree:
    """Raises Unreadable for what is no such roster."""
    try:
        outer = msgspec.json.decode(raw, type=_Outer)
    except (msgspec.DecodeError, RecursionError):
        raise Unreadable([Problem(key="json_no_roster", file=name)]) from None
    things = outer.snapshot.assets.included
    catalogue = next((each.name for each in things if each.kind == "faction"), "")
    force = Force(name="Army Roster", catalogue=catalogue)
    for each in things:
        if each.kind in _SETTINGS:
            force.selections.append(Selection(name=_SETTINGS[each.kind], selections=[Selection(name=each.name)]))
        elif each.kind != "faction":
            force.selections.append(_selection(each, name, 1))
    roster = Roster(name=outer.snapshot.name, system_name=outer.rulebook.game, costs=_costs(outer.snapshot), forces=[force])
    return Tree(roster, "rosterizer")


def _selection(thing: _Thing, name: str, depth: int) -> Selection:
    if depth > MAX_DEPTH:
        raise Unreadable([Problem(key="too_deep", args={"limit": MAX_DEPTH}, file=name)])
    kind = {"unit": "unit", "model": "model"}.get(thing.kind, "upgrade")
    below = [_selection(each, name, depth + 1) for each in (*thing.assets.traits, *thing.assets.included)]
    group = "Enhancements" if thing.kind == "enhancement" else ""
    return Selection(name=thing.name, number=thing.quantity, type=kind, group=group, costs=_costs(thing), selections=below)


def _costs(thing: _Thing) -> list[Cost]:
    found = next((stat for key, stat in thing.stats.items() if key.casefold() in ("points", "pts")), None)
    return [Cost(name="pts", value=found.value)] if found else []
