"""Transports and riders made for one question each: who is refused and why, and how full each load is, to the last place."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.games.common.transport import (
    Overfull,
    count_places_of_model,
    find_overload,
    find_transport_refusal,
    get_wounds,
    measure_filling,
)
from listbuilder.model.army import Group, Unit
from listbuilder.model.datasheet import Joins
from listbuilder.model.deployment import Role
from listbuilder.model.transport import (
    ExceptionsWhen,
    ExcludesWounds,
    Load,
    SlotsByWounds,
    Transport,
    WithItem,
)

GROUND = (("Infantry",),)


def rider(name: str, *keywords: str, count: int = 1, model: str = "", **role: Any) -> Unit:
    """A unit of models that are all called so, or as `model`."""
    tags = frozenset(each.casefold() for each in (*keywords, name))
    return Unit(
        id=name, path=("units", 0), name=name, datasheet_id=name, groups=(Group(model or name, count),), tags=tags,
        role=Role(called=name.casefold(), keywords=frozenset(each.casefold() for each in keywords), **role),
    )  # fmt: skip


def carrier(items: dict[str, int] | None = None, **transport: Any) -> Unit:
    made = rider("Barge", "Vehicle", transport=Transport(**transport))
    made.groups = (Group("Barge", 1, items),)
    return made


def reason(transport: Unit, unit: Unit, *others: Unit) -> tuple[str, dict[str, Any]] | None:
    """Why it may not ride; `others`: the attached unit that it is part of, its bodyguard first."""
    found = find_transport_refusal(transport, unit, [*others, unit])
    return None if found is None else (found.key, found.args)


def over(
    transport: Unit, *parties: list[Unit]
) -> tuple[str, int, int, list[str], tuple[str, ...]] | None:
    found: Overfull | None = find_overload(transport, parties)
    return (
        None
        if found is None
        else (
            found.key,
            found.used,
            found.capacity,
            [unit.name for unit in found.units],
            found.kinds,
        )
    )


def test_what_is_no_transport_takes_nobody() -> None:
    assert reason(rider("Rock"), rider("Guard", "Infantry")) == ("no_transport", {})
    assert measure_filling(rider("Rock"), [[rider("Guard", "Infantry")]]) == []


def test_the_kinds_it_takes_are_told_each_once() -> None:
    barge = carrier(
        capacity=5,
        takes=(("Infantry",), ("Beast", "Small")),
        also=(Load(capacity=1, takes=(("Infantry",), ("Walker",))),),
    )
    assert reason(barge, rider("Guard", "Infantry")) is None
    assert reason(barge, rider("Rat", "Beast", "Small")) is None
    assert reason(barge, rider("Horse", "Beast")) == (
        "not_taken",
        {"takes": ["Infantry", "Beast Small", "Walker"]},
    )


def test_those_it_names() -> None:
    """The main load is for named units only; a further one goes by keywords as any does."""
    barge = carrier(
        capacity=5, units=("Old Guard", "New Guard"), also=(Load(capacity=1, takes=(("Walker",),)),)
    )
    assert reason(barge, rider("New Guard", "Infantry")) is None
    assert reason(barge, rider("Strider", "Walker")) is None
    assert reason(barge, rider("Guard", "Infantry")) == (
        "not_taken",
        {"takes": ["Old Guard", "New Guard", "Walker"]},
    )


def test_of_several_reasons_the_nearest_is_told() -> None:
    barge = carrier(
        capacity=5,
        takes=GROUND,
        excludes=(("Jump",),),
        instead=(Load(capacity=1, takes=(("Walker",),), max_wounds=6),),
    )
    assert reason(barge, rider("Flier", "Infantry", "Jump")) == ("excluded", {"keywords": "Jump"})
    assert reason(barge, rider("Strider", "Walker", wounds={"strider": 6})) is None
    assert reason(barge, rider("Strider", "Walker", wounds={"strider": 7})) == (
        "too_strong",
        {"max": 6},
    )


def test_the_exception_is_from_the_last_exclusion_of_the_main_load() -> None:
    barge = carrier(
        capacity=5, takes=GROUND, excludes=(("Jump",), ("Heavy",)), exceptions=(("Heavy", "Old"), ("Jump", "Old")),
        also=(Load(capacity=2, takes=(("Beast",),), excludes=(("Old",),)),),
    )  # fmt: skip
    assert reason(barge, rider("Heavies", "Infantry", "Heavy")) == (
        "excluded",
        {"keywords": "Heavy"},
    )
    assert reason(barge, rider("Heavies", "Infantry", "Heavy", "Old")) is None
    assert reason(barge, rider("Fliers", "Infantry", "Jump", "Old")) == (
        "excluded",
        {"keywords": "Jump"},
    )
    assert reason(barge, rider("Hound", "Beast", "Old")) == ("excluded", {"keywords": "Old"})


def test_an_exception_for_whoever_is_attached() -> None:
    """Not for the bodyguard itself, nor beside one that has the keyword."""
    barge = carrier(
        capacity=9, takes=GROUND, excludes=(("Heavy",),), exceptions=(("Heavy",),),
        exceptions_when=ExceptionsWhen(attached_to_without=("Heavy",)),
    )  # fmt: skip
    lord, guard, heavies = (
        rider(name, "Infantry", *more)
        for name, *more in (("Lord", "Heavy"), ("Guard",), ("Heavies", "Heavy"))
    )
    assert reason(barge, lord) == ("excluded", {"keywords": "Heavy"})
    assert reason(barge, lord, guard) is None
    assert reason(barge, lord, heavies) == ("excluded", {"keywords": "Heavy"})
    assert find_transport_refusal(barge, heavies, [heavies, guard]) is not None


def test_too_strong_for_the_main_load() -> None:
    barge = carrier(
        capacity=5, takes=GROUND, excludes_wounds=ExcludesWounds(min=4, unless=("Hero",))
    )
    assert reason(barge, rider("Ogre", "Infantry", wounds={"ogre": 3})) is None
    assert reason(barge, rider("Ogre", "Infantry", wounds={"ogre": 4})) == (
        "too_strong",
        {"max": 3},
    )
    assert reason(barge, rider("Ogre", "Infantry", "Hero", wounds={"ogre": 4})) is None
    pair = rider("Ogre", "Infantry", wounds={"ogre": 3, "chief": 5})
    assert reason(barge, pair) is None
    pair.groups = (Group("Ogre", 2), Group("Chief", 1))
    assert reason(barge, pair) == ("too_strong", {"max": 3})


def test_a_model_of_which_nothing_is_known_has_one_wound() -> None:
    assert get_wounds(rider("Guard", wounds={"ogre": 3}), "Guard") == 1
    assert get_wounds(rider("Guard", wounds={"ogre": 3}), "Ogre") == 3


def test_whoever_has_joined_rides_where_the_others_may() -> None:
    """A joined unit whose data gives its places; alone, or beside others of its like, it rides nowhere."""
    barge = carrier(capacity=10, takes=GROUND)
    drone, other = (
        rider(name, "Drone", joins=Joins(keywords=("Infantry",), transport_slots=2))
        for name in ("Drone", "Probe")
    )
    guard, rock = rider("Guard", "Infantry"), rider("Rock", "Vehicle")
    takes = ("not_taken", {"takes": ["Infantry"]})
    assert reason(barge, drone, guard) is None
    assert reason(barge, drone, guard, other) is None
    assert reason(barge, drone) == takes
    assert reason(barge, drone, other) == takes
    assert reason(barge, drone, rock) == takes
    plain = rider("Pet", "Drone", joins=Joins(keywords=("Infantry",)))
    assert reason(barge, plain, guard) == takes
    heavy = rider("Heavy", "Infantry", joins=Joins(keywords=("Infantry",), no_transport=True))
    assert reason(barge, heavy, guard) == ("stays_out", {})
    assert reason(barge, heavy) is None


@pytest.mark.parametrize(
    ("unit", "joined", "places"),
    [
        (rider("Guard", "Infantry"), False, 1),
        (rider("Guard", "Infantry", "Jump"), False, 2),
        (rider("Guard", "Infantry", "Jump", "Heavy"), False, 3),
        (rider("Guard", "Infantry", "Heavy", slots={"guard": 0}), False, 0),
        (rider("Ogre", "Infantry", wounds={"ogre": 4}), False, 1),
        (rider("Ogre", "Infantry", wounds={"ogre": 5}), False, 4),
        (rider("Drone", "Jump", joins=Joins(transport_slots=5)), False, 2),
        (rider("Drone", "Jump", joins=Joins(transport_slots=5)), True, 5),
        (rider("Drone", "Jump", joins=Joins()), True, 2),
        (rider("Band", "Infantry", model="Makari", wounds={"makari": 1, "jump": 1}), False, 1),
    ],
)
def test_places_of_one_model(unit: Unit, joined: bool, places: int) -> None:
    data = Transport(
        capacity=9, slots={"Jump": 2, "Heavy": 3}, slots_by_wounds=(SlotsByWounds(min=5, slots=4),)
    )
    assert count_places_of_model(data, unit, unit.groups[0].model, joined) == places


def test_a_name_that_is_a_models_means_that_model_alone() -> None:
    """And a keyword means every model, even where one of them is called so."""
    data = Transport(capacity=9, slots={"Chief": 3})
    wounds = {"chief": 1, "boy": 1}
    band = rider("Chief", "Infantry", wounds=wounds)  # a datasheet and a model of one name
    assert (
        count_places_of_model(data, band, "Chief", False),
        count_places_of_model(data, band, "Boy", False),
    ) == (3, 1)
    chiefs = rider("Band", "Chief", wounds=wounds)
    assert (
        count_places_of_model(data, chiefs, "Chief", False),
        count_places_of_model(data, chiefs, "Boy", False),
    ) == (3, 3)


def test_full_and_one_more() -> None:
    barge = carrier(capacity=5, takes=GROUND)
    four, guard, pair = (
        rider("Four", "Infantry", count=4),
        rider("Guard", "Infantry"),
        rider("Pair", "Infantry", count=2),
    )
    assert over(barge, [four], [guard]) is None
    assert over(barge, [four], [pair]) == ("over", 6, 5, ["Four", "Pair"], ())
    assert measure_filling(barge, [[four], [pair]]) == [(6, 5)]
    assert measure_filling(barge, [[four]]) == [(4, 5)]
    assert measure_filling(barge, []) == [(0, 5)]


def test_an_item_that_takes_room() -> None:
    data: dict[str, Any] = {
        "capacity": 6,
        "takes": GROUND,
        "with_item": (WithItem(item="Cannon", capacity=2), WithItem(item="Crane", capacity=4)),
    }
    three = [rider("Three", "Infantry", count=3)]
    assert over(carrier(**data), three) is None
    assert over(carrier({"Crane": 1}, **data), three) is None
    assert over(carrier({"Cannon": 1}, **data), three) == ("over", 3, 2, ["Three"], ())


def test_a_load_beside_the_main_one_is_told_by_its_kind() -> None:
    barge = carrier(
        capacity=5, takes=GROUND, also=(Load(capacity=1, takes=(("Walker", "Small"),)),)
    )
    guards, strider = rider("Guards", "Infantry", count=5), rider("Strider", "Walker", "Small")
    pair = rider("Pair", "Walker", "Small", count=2)
    assert over(barge, [guards], [strider]) is None
    assert measure_filling(barge, [[guards], [strider]]) == [(5, 5), (1, 1)]
    assert over(barge, [guards], [pair]) == ("over", 2, 1, ["Pair"], ("Walker Small",))
    six = rider("Six", "Infantry", count=6)
    assert over(barge, [six], [strider]) == ("over", 6, 5, ["Six"], ())


def test_of_two_ways_to_use_it_the_one_with_the_least_over_is_told() -> None:
    """Of two that are equally bad the first."""

    def barge(instead: int) -> Unit:
        return carrier(
            capacity=5,
            takes=GROUND,
            instead=(Load(capacity=instead, takes=(("Infantry",), ("Walker",))),),
        )

    eight = [rider("Eight", "Infantry", count=8)]
    assert over(barge(8), eight) is None
    assert over(barge(7), eight) == ("over", 8, 7, ["Eight"], ())
    assert over(barge(4), eight) == ("over", 8, 5, ["Eight"], ())
    assert over(barge(5), eight) == ("over", 8, 5, ["Eight"], ())
    assert measure_filling(barge(7), [eight]) == [(8, 7)]
    assert measure_filling(barge(4), [eight]) == [(8, 5)]
    guard, strider, beast = (
        rider("Guard", "Infantry"),
        rider("Strider", "Walker"),
        rider("Horse", "Beast"),
    )
    assert over(barge(2), [guard], [strider]) is None
    apart = carrier(capacity=5, takes=GROUND, instead=(Load(capacity=2, takes=(("Walker",),)),))
    assert over(apart, [guard], [strider]) == ("not_together", 0, 0, ["Guard", "Strider"], ())
    assert measure_filling(apart, [[guard], [strider]]) == [(2, 5)]
    assert measure_filling(apart, [[beast]]) == [(1, 5)]


def test_a_load_that_takes_from_the_main_one() -> None:
    guards = {count: rider(f"{count} guards", "Infantry", count=count) for count in (4, 5, 7, 8)}
    strider = rider("Strider", "Walker", wounds={"strider": 6})
    by_places = carrier(
        capacity=10, takes=GROUND, also=(Load(capacity=1, takes=(("Walker",),), slots=3),)
    )
    assert over(by_places, [guards[7]], [strider]) is None
    assert over(by_places, [guards[8]], [strider]) == ("over", 11, 10, ["8 guards", "Strider"], ())
    assert measure_filling(by_places, [[guards[7]], [strider]]) == [(10, 10), (1, 1)]
    by_wounds = carrier(
        capacity=10,
        takes=GROUND,
        also=(Load(capacity=1, takes=(("Walker",),), slots_equal_wounds=True),),
    )
    assert over(by_wounds, [guards[4]], [strider]) is None
    assert over(by_wounds, [guards[5]], [strider]) == ("over", 11, 10, ["5 guards", "Strider"], ())
    reduced = carrier(
        capacity=10,
        takes=GROUND,
        also=(Load(capacity=1, takes=(("Walker",),), reduces_capacity_to=4),),
    )
    assert over(reduced, [guards[8]]) is None
    assert over(reduced, [guards[4]], [strider]) is None
    assert over(reduced, [guards[5]], [strider]) == ("over", 5, 4, ["5 guards"], ())
    assert measure_filling(reduced, [[guards[5]], [strider]]) == [(5, 4), (1, 1)]


def test_models_spread_over_two_loads() -> None:
    """What the further load cannot hold goes into the main one; one that takes no space anywhere takes none there either."""
    barge = carrier(capacity=2, takes=GROUND, also=(Load(capacity=3, takes=(("Infantry",),)),))
    assert measure_filling(barge, [[rider("Five", "Infantry", count=5)]]) in ([(2, 2), (3, 3)],)
    assert over(barge, [rider("Five", "Infantry", count=5)]) is None
    six = over(barge, [rider("Six", "Infantry", count=6)])
    assert six is not None and six[:3] == ("over", 3, 2)
    walkers = carrier(capacity=2, takes=GROUND, also=(Load(capacity=1, takes=(("Walker",),)),))
    weightless = rider("Pets", "Walker", count=4, slots={"pets": 0})
    assert measure_filling(walkers, [[weightless]]) == [(0, 2), (0, 1)]
    double = rider("Beast", "Walker", slots={"beast": 2})
    assert measure_filling(walkers, [[double]]) == [(0, 2), (1, 1)]  # a further load counts models


def test_groups_in_place_of_a_main_load() -> None:
    barge = carrier(
        capacity=0, groups=(Load(capacity=2, takes=GROUND), Load(capacity=1, takes=(("Walker",),)))
    )
    assert over(barge, [rider("Pair", "Infantry", count=2)], [rider("Strider", "Walker")]) is None
    assert over(barge, [rider("Three", "Infantry", count=3)]) == (
        "over",
        3,
        2,
        ["Three"],
        ("Infantry",),
    )


def test_a_capacity_in_units() -> None:
    """An attached unit is one, and where one of it may not ride, none of it may."""
    barge = carrier(capacity=1, takes=GROUND, counts="units")
    guards, lord, strider = (
        rider("Guards", "Infantry", count=9),
        rider("Lord", "Infantry"),
        rider("Strider", "Walker"),
    )
    assert over(barge, [guards, lord]) is None
    assert over(barge, [guards], [lord]) == ("over", 2, 1, ["Guards", "Lord"], ())
    assert over(barge, [guards, strider]) == ("not_together", 0, 0, ["Guards", "Strider"], ())
    assert measure_filling(barge, [[guards, lord]]) == [(1, 1)]


def test_a_kind_that_three_loads_take_fills_each_of_them() -> None:
    """What the two further loads cannot hold is in the main one, whichever of the two is filled first."""
    takes = (("Infantry",),)
    barge = carrier(
        capacity=3, takes=takes, also=(Load(capacity=1, takes=takes), Load(capacity=2, takes=takes))
    )
    assert over(barge, [rider("Guard", "Infantry", count=6)]) is None
    assert (
        over(barge, [rider("Guard", "Infantry", count=2)], [rider("Crew", "Infantry", count=4)])
        is None
    )
    found = over(barge, [rider("Guard", "Infantry", count=7)])
    assert found is not None and found[0] == "over"
    walkers = (("Walker",),)
    mixed = carrier(
        capacity=1,
        takes=takes,
        also=(Load(capacity=1, takes=(*takes, *walkers)), Load(capacity=2, takes=takes)),
    )
    assert over(mixed, [rider("Guard", "Infantry", count=3)], [rider("Strider", "Walker")]) is None
    assert (
        over(mixed, [rider("Guard", "Infantry", count=4)], [rider("Strider", "Walker")]) is not None
    )
