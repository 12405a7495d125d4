"""A mission may limit the battle sizes; where one is named, its limits are looked up."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.shared import values
from listbuilder.law.looks import LooksAt
from listbuilder.model.army import Army
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.model.rule import Mission, Row, RuleBook
from listbuilder.store.nearest import nearest

LOOKS_AT: LooksAt = "terms"


class Params(Model):
    pass


def check(army: Army, params: Params) -> Iterator[Finding]:
    if army.mission is None:
        return
    mission = find(army, army.mission)
    if mission is None:
        yield _unknown(army, army.mission)
        return
    size = next((each for each in army.book.battle_sizes if each.points == army.limit), None)
    if size is not None and mission.sizes and size.id not in mission.sizes:
        names = [each.name for each in army.book.battle_sizes if each.id in mission.sizes]
        args = {"mission": mission.name, "size": size.name, "sizes": names}
        yield Finding(key="size", path=("mission",), args=args)
    for key in mission.says:
        yield Finding(key=key, severity="info", path=("mission",), args={"mission": mission.name})


def find(army: Army, given: str) -> Mission | None:
    """By id, or by any of its names in any of our languages."""
    wanted = values.mission(given, army.book)
    return next((mission for mission in army.book.missions if mission.id == wanted), None)


def _unknown(army: Army, given: str) -> Finding:
    names = {mission.id: mission.name for mission in army.book.missions}
    near = nearest(given, [*names, *names.values()])
    args = {"given": given, "near": names.get(near, near) if near else None, "known": list(names.values())}
    return Finding(key="unknown_near" if near else "unknown", path=("mission",), args=args, cause="unknown")


def numbers(book: RuleBook, params: Params) -> Iterator[Row]:
    """Yield the missions that a roster may name, with the smallest battlefield at each battle size."""
    for mission in book.missions:
        if not mission.battlefield:
            yield "mission", {"name": mission.name}
        for size, (width, length) in mission.battlefield.items():
            known = book.size(size)
            yield "battlefield", {"name": mission.name, "size": known.name if known else size, "width": width, "length": length}
