"""When only the unit that joins is read, and when the whole roster is: each condition of the
shorter way by itself.
"""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.model.edit import Edit, Step
from listbuilder.roster.position import Position
from tests.rules.test_cases import LIBRARY, as_document
from tests.rules.test_one_more import check_same

Roster = dict[str, Any]

NECRONS: Roster = {
    "system": "warhammer-40k-10e", "faction": "necrons", "battle_size": "incursion",
    "detachment": "awakened-dynasty",
    "units": [{"id": "lord", "datasheet": "overlord", "models": 1}],
}  # fmt: skip
ARK = {"datasheet": "doomsday-ark", "models": 1}
SCIONS: Roster = {
    "system": "warhammer-40k-10e", "faction": "astra-militarum", "detachment": "bridgehead-strike",
    "units": [{"datasheet": "cadian-castellan", "models": 1}],
}  # fmt: skip
SPEARHEAD: Roster = {
    "system": "warhammer-40k-10e", "faction": "adeptus-custodes", "detachment": "solar-spearhead",
    "units": [{"datasheet": "shield-captain", "models": 1}],
}  # fmt: skip
DYNASTY_11E: Roster = {
    "system": "warhammer-40k-11e", "faction": "necrons", "battle_size": "incursion",
    "detachments": ["awakened-dynasty"],
    "units": [{"datasheet": "overlord", "models": 1}],
}  # fmt: skip
SHADOW_LEGION: Roster = {
    "system": "warhammer-40k-10e", "faction": "chaos-daemons", "detachment": "shadow-legion",
    "units": [{"datasheet": "belakor", "models": 1}],
}  # fmt: skip


def insert(entry: Any, place: int) -> Edit:
    return Edit((Step("insert", ("units", place), entry),))


def joined(roster: Roster, entry: Any, as_of: str | None = None) -> bool:
    """Add a unit behind the others; return whether only that unit was read. Either way the army and
    its verdict are the same.
    """
    return edited(roster, insert(entry, len(roster["units"])), as_of)


def edited(roster: Roster, edit: Edit, as_of: str | None = None) -> bool:
    position = Position(as_document(roster), LIBRARY, as_of=as_of)
    position.compute_verdict()
    return check_same(position.apply(edit), str(edit))


def with_units(roster: Roster, *units: Any, **more: Any) -> Roster:
    return {**roster, "units": [*roster["units"], *units], **more}


@pytest.mark.parametrize(
    "entry",
    [
        ARK,
        {**ARK, "warlord": True},
        {**ARK, "warlord": False},
        {"datasheet": "immortals", "models": 5},
    ],
    ids=str,
)
def test_a_plain_unit_is_read_alone(entry: Roster) -> None:
    assert joined(NECRONS, entry)


@pytest.mark.parametrize(
    "entry",
    [
        {"datasheet": "doomsday-ark"},
        {"datasheet": "immortals", "models": [{"model": "Immortal", "count": 5}]},
        {"datasheet": "technomancer", "models": 1, "enhancement": "veil-of-darkness"},
        {**ARK, "id": "ark"},
        {**ARK, "name": "Old one"},
        {"datasheet": "nobody", "models": 1},
        {"datasheet": "orks/warboss", "models": True},
        "doomsday-ark",
    ],
    ids=str,
)
def test_of_whom_more_is_said_the_roster_is_read_whole(entry: Any) -> None:
    assert not joined(NECRONS, entry)


def test_only_behind_all_others_and_by_one_step() -> None:
    assert not edited(NECRONS, insert(ARK, 0))
    assert not edited(NECRONS, Edit((Step("set", ("units", 0), ARK),)))
    assert not edited(NECRONS, Edit((*insert(ARK, 1).steps, *insert(ARK, 2).steps)))
    assert not edited(NECRONS, Edit((*insert(ARK, 1).steps, Step("set", ("name",), "Two at once"))))
    assert edited(NECRONS, insert(ARK, 1))


def test_an_army_of_which_something_is_said_besides_is_read_whole() -> None:
    assert not joined(
        with_units(NECRONS, {"datasheet": "nobody", "models": 1}), ARK
    )  # a unit that cannot be read
    assert not joined(NECRONS, ARK, as_of="2025-07-01")  # another day


def test_a_warlord_who_changes_others_or_what_it_is() -> None:
    """One detachment gives keywords if its warlord is of a kind; of another enhancement no source
    says who bears it.
    """
    for army, unit in ((SCIONS, "cadian-castellan"), (SPEARHEAD, "shield-captain")):
        entry = {"datasheet": unit, "models": 1}
        assert joined(army, entry)
        assert not joined(army, {**entry, "warlord": True})
    assert joined(
        {**SPEARHEAD, "detachment": "shield-host"},
        {"datasheet": "shield-captain", "models": 1, "warlord": True},
    )


def test_a_copy_that_makes_another_dearer() -> None:
    wraiths = {"datasheet": "canoptek-wraiths", "models": 3}
    assert joined(DYNASTY_11E, wraiths)
    assert not joined(with_units(DYNASTY_11E, wraiths), wraiths)
    warriors = {"datasheet": "necron-warriors", "models": 10}
    assert joined(with_units(DYNASTY_11E, warriors), warriors)


def test_guests_share_places_and_a_price_may_be_unknown() -> None:
    guest = {"datasheet": "agents-of-the-imperium/vindicare-assassin", "models": 1}
    other = {"datasheet": "agents-of-the-imperium/callidus-assassin", "models": 1}
    assert joined(SCIONS, guest)
    assert not joined(with_units(SCIONS, guest), other)
    assert joined(with_units(SCIONS, guest), {"datasheet": "cadian-castellan", "models": 1})
    assert not joined(SHADOW_LEGION, {"datasheet": "chaos-space-marines/chaos-lord", "models": 1})
    assert joined(SHADOW_LEGION, {"datasheet": "bloodletters", "models": 10})


def test_a_guest_that_may_no_longer_stay() -> None:
    """The Agents come only where every other unit is of the Imperium."""
    guest = {"datasheet": "agents-of-the-imperium/vindicare-assassin", "models": 1}
    army = with_units(NECRONS, guest)
    assert joined(army, ARK)  # they had no right to be there before either
    stranger = {"datasheet": "necrons/doomsday-ark", "models": 1}
    assert joined(with_units(SCIONS, guest), stranger)


def test_whoever_needs_company_is_read_with_it() -> None:
    """A unit that has to be attached, in an army that declares nothing and in one that does."""
    mechanicus: Roster = {
        "system": "warhammer-40k-10e", "faction": "adeptus-mechanicus",
        "detachment": "rad-zone-corps",
        "units": [{"datasheet": "skitarii-rangers", "models": 10}],
    }  # fmt: skip
    needy = {"datasheet": "cybernetica-datasmith", "models": 1}
    assert not joined(mechanicus, needy)
    assert joined({**mechanicus, "formations": {}}, needy)
    assert joined(with_units(mechanicus, needy), needy)


def test_a_unit_that_is_gone_makes_the_whole_roster_be_read() -> None:
    angels = {
        **DYNASTY_11E,
        "faction": "dark-angels",
        "detachments": ["gladius-task-force"],
        "units": [],
    }
    roster = with_units(angels, {"datasheet": "captain", "models": 1})
    assert not joined(roster, {"datasheet": "tactical-squad", "models": 10})
    assert joined(roster, {"datasheet": "intercessor-squad", "models": 5})
