"""Random rosters of every game, and edits of them as players, fixes and strange files make them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from listbuilder.model.base import Path as Place
from listbuilder.model.edit import Edit, make_remove_edit, make_set_edit
from listbuilder.roster import commands
from listbuilder.roster.position import Position

from .conftest import ROOT

TAG = "x-tag"
DEEDS = ("add", "duplicate", "remove", "move", "field", "formation", "fix", "take", "spoil")
EXAMPLES = {
    "warhammer-40k-10e": ROOT / "examples" / "40k-10e",
    "age-of-sigmar-4e": ROOT / "examples" / "aos",
    "combat-patrol": ROOT / "examples" / "combat-patrol",
    "combat-patrol-11e": ROOT / "examples" / "combat-patrol-11e",
    "spearhead": ROOT / "examples" / "spearhead",
    "space-marine-heroes": ROOT / "examples" / "space-marine-heroes",
}
deeds = st.lists(st.tuples(st.sampled_from(DEEDS), st.integers(0, 400)), max_size=6)


def files(game: str) -> list[Path]:
    return [
        file
        for kind in ("legal", "illegal")
        for file in sorted((EXAMPLES[game] / kind).glob("*.yaml"))
    ]


def edit_of(position: Position, deed: str, number: int) -> Edit | None:
    """The edit of this kind with this number, counted round; None where there is none."""
    army = position.army
    if army is None:
        return None
    units = [
        leaf.path
        for branch in position.editor.build_outline(army)
        for leaf in branch.leaves
        if leaf.path
    ]
    path = units[number % len(units)] if units else ()
    if deed == "remove" and path:
        return commands.remove_part(position, path)
    if deed == "add" and (offers := position.editor.list_offers(army)):
        added = commands.place_addition(position, offers[number % len(offers)].id, None, path)
        return added.edit if added else None
    if deed == "duplicate" and path:
        added = commands.copy_unit(position, path)
        return added.edit if added else None
    if deed == "move" and path:
        added = commands.move_unit(position, path, 1 if number % 2 else -1)
        return added.edit if added else None
    if deed in ("field", "formation"):
        fields = (
            commands.list_fields(position, path)
            if deed == "field"
            else commands.list_deployment_fields(position)
        )
        options = [option for field in fields for option in field.options()]
        return options[number % len(options)].edit if options else None
    if deed == "fix":
        fixes = [fix for finding in position.findings for fix in finding.fixes]
        return fixes[number % len(fixes)].edit if fixes else None
    return _strange(position.data, deed, number)


def _strange(data: Any, deed: str, number: int) -> Edit | None:
    """What no key of the builder does: anything taken out, or another value in its place."""
    known = places(data)
    if deed == "take":
        return make_remove_edit(*known[number % len(known)])
    if deed == "spoil":
        place = known[number % len(known)]
        return make_set_edit((3, "x", True, 99)[number % 4], *place)
    return None


def places(node: Any, path: Place = ()) -> list[Place]:
    """Every place in it, the tags apart."""
    found = [path] if path else []
    children = (
        node.items()
        if isinstance(node, dict)
        else enumerate(node)
        if isinstance(node, list)
        else ()
    )
    for key, child in children:
        found.extend(places(child, (*path, key)) if key != TAG else ())
    return found


def reached(position: Position, done: list[tuple[str, int]]) -> Position:
    """Where these deeds lead; one that cannot be done, or would leave nothing to read, is left out."""
    for deed, number in done:
        edit = edit_of(position, deed, number)
        if edit is not None and edit.steps:
            after = position.apply(edit)
            position = after if after.army is not None else position
    return position


def tagged(data: Any) -> Any:
    """With a key of its own, which no game reads, in every map: it tells where each map is after an edit."""
    count = iter(range(1_000_000))

    def marked(node: Any, path: Place) -> Any:
        if isinstance(node, dict):
            own = {TAG: next(count)} if _may_have_own_keys(path) else {}
            return own | {key: marked(child, (*path, key)) for key, child in node.items()}
        return (
            [marked(child, (*path, place)) for place, child in enumerate(node)]
            if isinstance(node, list)
            else node
        )

    return marked(data, ())


def _may_have_own_keys(path: Place) -> bool:
    """Units, groups and regiments may; of the maps of names to something only those of units do."""
    return bool(path) and (isinstance(path[-1], int) or path[-1] == "hero")


def tags(data: Any) -> dict[int, list[Place]]:
    found: dict[int, list[Place]] = {}
    for path in places(data):
        node = data
        for part in path:
            node = node[part]
        if isinstance(node, dict) and TAG in node:
            found.setdefault(node[TAG], []).append(path)
    return found
