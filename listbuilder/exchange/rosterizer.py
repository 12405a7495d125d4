"""Rosters of Rosterizer: a tree of things with a kind in their names (`Unit§Intercessor Squad`), as a tree of selections."""

from __future__ import annotations

import re

import msgspec

from listbuilder.exchange.trees import ATTACHMENT, MAX_DEPTH, Cost, Force, Roster, Selection, Tree
from listbuilder.model.problem import Problem, Unreadable

SIGN = b'"snapshot"'
KIND = "§"  # between what a thing is and what it is called
_ATTACHED = re.compile(r"attachment: (?:leader|support) -> (.{1,200}?)(?: \[provisional\])?", re.IGNORECASE)
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
        return self.item.partition(KIND)[0].casefold()

    @property
    def title(self) -> str:
        """The name it was given, else what it is."""
        return self.name or self.item.partition(KIND)[2]


class _Book(msgspec.Struct):
    name: str = ""
    game: str = ""
    revision: str = ""  # of ours: what it was made with, and the day of its prices


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
    catalogue = next((each.title for each in things if each.kind == "faction"), "")
    force = Force(name="Army Roster", catalogue=catalogue)
    for each in things:
        if each.kind in _SETTINGS:
            force.selections.append(Selection(name=_SETTINGS[each.kind], selections=[Selection(name=each.title)]))
        elif each.kind != "faction":
            force.selections.append(_selection(each, name, 1))
    roster = Roster(name=outer.snapshot.name, system_name=outer.rulebook.game, costs=_costs(outer.snapshot), forces=[force])
    return Tree(roster, f"rosterizer {outer.rulebook.revision[:100]}")


def _selection(thing: _Thing, name: str, depth: int) -> Selection:
    if depth > MAX_DEPTH:
        raise Unreadable([Problem(key="too_deep", args={"limit": MAX_DEPTH}, file=name)])
    kind = {"unit": "unit", "model": "model"}.get(thing.kind, "upgrade")
    below = [_selection(each, name, depth + 1) for each in (*thing.assets.traits, *thing.assets.included)]
    group = {"enhancement": "Enhancements", "attachment": ATTACHMENT}.get(thing.kind, "")
    found = _ATTACHED.fullmatch(thing.title) if group == ATTACHMENT else None
    return Selection(
        name=found[1] if found else thing.title,
        number=thing.quantity,
        type=kind,
        group=group,
        costs=_costs(thing),
        selections=below,
    )


def _costs(thing: _Thing) -> list[Cost]:
    found = next((stat for key, stat in thing.stats.items() if key.casefold() in ("points", "pts")), None)
    return [Cost(name="pts", value=found.value)] if found else []
