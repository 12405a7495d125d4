"""Read rosters of Rosterizer as trees of selections.

Such a roster is a tree of things with a kind in their names: `Unit§Intercessor Squad`.
"""

from __future__ import annotations

import re

import msgspec

from listbuilder.formats.trees import ATTACHMENT, MAX_DEPTH, Cost, Force, Roster, Selection, Tree
from listbuilder.model.problem import Problem, Unreadable

SIGN = b'"snapshot"'
KIND = "§"  # between what a thing is and what it is called
_ATTACHED = re.compile(
    r"attachment: (?:leader|support) -> (.{1,200}?)(?: \[provisional\])?", re.IGNORECASE
)
_SETTINGS = {
    "detachment": "Detachment",
    "battle size": "Battle Size",
    "force disposition": "Force Disposition",
}


class _Value(msgspec.Struct):
    """The value of a stat."""

    value: float | str = 0.0


class _Assets(msgspec.Struct):
    """The things that a thing has, included or as traits."""

    included: list[_Thing] = []
    traits: list[_Thing] = []


class _Thing(msgspec.Struct):
    """A thing of a Rosterizer roster, with its stats and the things below it."""

    item: str = ""
    name: str = ""
    quantity: float = 1.0
    stats: dict[str, _Value] = {}
    assets: _Assets = msgspec.field(default_factory=_Assets)

    @property
    def kind(self) -> str:
        """Return the kind in small letters, such as "unit" for `Unit§Intercessor Squad`."""
        return self.item.partition(KIND)[0].casefold()

    @property
    def title(self) -> str:
        """Return the name that the player gave this thing, else the name in its `item`."""
        return self.name or self.item.partition(KIND)[2]


class _Book(msgspec.Struct):
    """The rulebook that the roster was made with."""

    name: str = ""
    game: str = ""
    revision: str = ""  # of ours: what it was made with, and the day of its prices


class _Outer(msgspec.Struct):
    """The outermost object of a Rosterizer file."""

    snapshot: _Thing
    rulebook: _Book = msgspec.field(default_factory=_Book)


def parse_rosterizer(raw: bytes, name: str) -> Tree:
    """Return the tree of the Rosterizer roster in `raw`.

    Raises Unreadable if the file is no such roster. `name` is the file's name, for the problem.
    """
    try:
        outer = msgspec.json.decode(raw, type=_Outer)
    except (msgspec.DecodeError, RecursionError):
        raise Unreadable([Problem(key="json_no_roster", file=name)]) from None
    things = outer.snapshot.assets.included
    catalogue = next((thing.title for thing in things if thing.kind == "faction"), "")
    force = Force(name="Army Roster", catalogue=catalogue)
    for thing in things:
        if thing.kind in _SETTINGS:
            force.selections.append(
                Selection(name=_SETTINGS[thing.kind], selections=[Selection(name=thing.title)])
            )
        elif thing.kind != "faction":
            force.selections.append(_make_selection(thing, name, 1))
    roster = Roster(
        name=outer.snapshot.name,
        system_name=outer.rulebook.game,
        costs=_make_costs(outer.snapshot),
        forces=[force],
    )
    return Tree(roster, f"rosterizer {outer.rulebook.revision[:100]}")


def _make_selection(thing: _Thing, name: str, depth: int) -> Selection:
    """Return `thing` as a selection, with all that is below it.

    `name` is that of the file, `depth` how deep the thing is. Raises Unreadable if it is too deep.
    """
    if depth > MAX_DEPTH:
        raise Unreadable([Problem(key="too_deep", args={"limit": MAX_DEPTH}, file=name)])
    kind = {"unit": "unit", "model": "model"}.get(thing.kind, "upgrade")
    children = [
        _make_selection(child, name, depth + 1)
        for child in (*thing.assets.traits, *thing.assets.included)
    ]
    group = {"enhancement": "Enhancements", "attachment": ATTACHMENT}.get(thing.kind, "")
    attached = _ATTACHED.fullmatch(thing.title) if group == ATTACHMENT else None
    return Selection(
        name=attached[1] if attached else thing.title,
        number=thing.quantity,
        type=kind,
        group=group,
        costs=_make_costs(thing),
        selections=children,
    )


def _make_costs(thing: _Thing) -> list[Cost]:
    """Return the points of a thing as its costs; empty if it has none."""
    for key, stat in thing.stats.items():
        if key.casefold() in ("points", "pts"):
            return [Cost(name="pts", value=stat.value)]
    return []
