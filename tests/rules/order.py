"""In what order units stand in a roster does not change what is wrong with it: every case of every rule, turned round.

A check that stops at the first unit it has nothing to say of, or that speaks only of the last, is seen here.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from listbuilder.model.army import Army
from listbuilder.model.finding import Stamped
from listbuilder.rules import engine
from tests.rules.case import Case

Data = dict[str, Any]

# Rules in which the first one does count: the first unit of a chapter says which chapter the army is of.
FIRST_COUNTS = {("40K-18", "another"), ("11E-23", "another")}
# Who goes over the limit is the unit with which the sum does, who is left over among slots, or among transports that split a
# unit each, the one that comes last, and of copies that are equally dear the last ones pay more.
LAST_IS_NAMED = {
    *[
        ("40K-02", "over"),
        ("40K-16", "slots"),
        ("11E-02", "over"),
        ("11E-22", "slots"),
        ("11E-20", "copy"),
    ],
    *[("40K-34", "one_each"), ("11E-50", "one_each")],
}


def turned(roster: Data) -> Data:
    """Units, regiments, heroes and what is declared of them, last first; ids are written down before that."""
    found = dict(roster)
    for key in ("units", "auxiliary", "heroes", "detachments", "attached"):
        if found.get(key):
            found[key] = _last_first(found[key])
    if isinstance(found.get("regiments"), list):
        found["regiments"] = [_regiment(each) for each in reversed(found["regiments"])]
    formations = found.get("formations")
    if isinstance(formations, dict):
        found["formations"] = {key: _last_first(value) for key, value in formations.items()}
    return found


def _regiment(regiment: Data) -> Data:
    units = regiment.get("units")
    return {**regiment, "units": list(reversed(units))} if isinstance(units, list) else regiment


def _last_first(value: Any) -> Any:
    if isinstance(value, dict):
        return dict(reversed(value.items()))
    return list(reversed(value)) if isinstance(value, list) else value


def named(roster: Data) -> Data:
    """Every unit of a list with the id it has by its place, for another place may give it another."""
    units = roster.get("units")
    if "datasheet" not in str(units) or not isinstance(units, list):
        return roster
    taken = {unit["id"] for unit in units if "id" in unit}
    found = []
    for unit in units:
        wanted, number = unit["datasheet"].rpartition("/")[2], 1
        name = wanted
        while "id" not in unit and name in taken:
            number += 1
            name = f"{wanted}-{number}"
        taken.add(name)
        found.append({"id": name, **unit})
    return {**roster, "units": found}


def findings(case: Case, roster: Data) -> list[Stamped]:
    if roster == case.roster and str(roster) == str(case.roster):
        return case.findings
    army = case.read(roster).army
    assert isinstance(army, Army)
    return engine.check_army(army)


def kinds(found: list[Stamped]) -> Counter[tuple[object, ...]]:
    counted = Counter((finding.code, finding.key, finding.severity) for finding in found)
    return Counter(
        {
            kind: min(count, 1) if kind[:2] in FIRST_COUNTS else count
            for kind, count in counted.items()
        }
    )


def spoken_of(found: list[Stamped]) -> Counter[tuple[object, ...]]:
    """The units of each finding, where they have names of their own."""
    return Counter(
        (f.code, f.key, frozenset(f.units))
        for f in found
        if (f.code, f.key) not in FIRST_COUNTS | LAST_IS_NAMED
    )


def assert_order_does_not_matter(case: Case) -> bool:
    """Assert that the same is found if everything stands the other way round. Return whether there was anything to turn."""
    roster = named(case.roster)
    other_way = turned(roster)
    if str(other_way) == str(roster):
        return False
    one, other = findings(case, roster), findings(case, other_way)
    assert kinds(one) == kinds(other)
    if all("id" in unit for unit in roster.get("units") or [{}]):
        assert spoken_of(one) == spoken_of(other)
    return True
