"""Check that the mission named is known and is for the army's battle size."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.common import roster_values
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.army import Army
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.model.rulebook import Mission, Row, RuleBook
from listbuilder.rules.check_scope import LooksAt

LOOKS_AT: LooksAt = "terms"


class Params(Model):
    pass


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report an unknown mission or one for other battle sizes, and the mission's own remarks.

    The remarks are information only.
    """
    if army.mission is None:
        return
    mission = find_mission(army, army.mission)
    if mission is None:
        yield _make_unknown_finding(army, army.mission)
        return
    sizes = army.book.battle_sizes
    own_size = next((size for size in sizes if size.points == army.limit), None)
    if own_size is not None and mission.sizes and own_size.id not in mission.sizes:
        names = [size.name for size in sizes if size.id in mission.sizes]
        args = {"mission": mission.name, "size": own_size.name, "sizes": names}
        yield Finding(key="size", path=("mission",), args=args)
    for key in mission.says:
        yield Finding(key=key, severity="info", path=("mission",), args={"mission": mission.name})


def find_mission(army: Army, given: str) -> Mission | None:
    """Return the mission with the id or name `given`, or None if it is unknown.

    Names in all languages of the program count.
    """
    wanted = roster_values.resolve_mission(given, army.book)
    return next((mission for mission in army.book.missions if mission.id == wanted), None)


def _make_unknown_finding(army: Army, given: str) -> Finding:
    """Return the finding that the mission is unknown, naming the most similar one if any is."""
    names = {mission.id: mission.name for mission in army.book.missions}
    near = find_nearest(given, [*names, *names.values()])
    args = {
        "given": given,
        "near": names.get(near, near) if near else None,
        "known": list(names.values()),
    }
    return Finding(
        key="unknown_near" if near else "unknown", path=("mission",), args=args, cause="unknown"
    )


def yield_table_rows(book: RuleBook, params: Params) -> Iterator[Row]:
    """Yield a row for each mission and battle size, with the smallest battlefield.

    A mission without battlefields has one row.
    """
    for mission in book.missions:
        if not mission.battlefield:
            yield "mission", {"name": mission.name}
        for size, (width, length) in mission.battlefield.items():
            battle_size = book.get_size(size)
            yield (
                "battlefield",
                {
                    "name": mission.name,
                    "size": battle_size.name if battle_size else size,
                    "width": width,
                    "length": length,
                },
            )
