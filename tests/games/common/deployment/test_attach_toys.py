"""Leaders, supports and those who join, made for one question each: who may be attached to whom, and how many."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.games.common.attach import (
    can_be_attached,
    can_lead_unit,
    determine_way,
    find_attach_refusal,
    find_crowd,
    find_intruders,
    get_role,
    has_to_be_attached,
    is_without_leader,
    list_led_names,
    may_share_keyword,
)
from listbuilder.model.army import Group, Unit
from listbuilder.model.datasheet import Bodyguard, Joins, LeaderAs, LeadsIf, LedWithRules
from listbuilder.model.deployment import Declarations, LedAs
from listbuilder.model.wargear import SizeRange
from tests.games.common.deployment.test_transport_toys import rider

NONE = Declarations()
SQUAD, OTHERS = rider("Squad", "Infantry", count=5), rider("Others", "Infantry", count=5)


def leader(name: str, *keywords: str, leads: tuple[str, ...] = ("squad",), **more: Any) -> Unit:
    return rider(
        name,
        "Character",
        *keywords,
        leads=frozenset(leads),
        shown=tuple(each.title() for each in leads),
        **more,
    )


def joiner(name: str, *keywords: str, **joins: Any) -> Unit:
    return rider(name, *keywords, joins=Joins(**joins))


def refused(
    unit: Unit, target: Unit, *others: Unit, must_share: tuple[str, ...] = ()
) -> tuple[str, dict[str, Any]] | None:
    """`others`: the attached unit as it is, its bodyguard first."""
    found = find_attach_refusal(
        Declarations(leader_must_share=must_share), unit, target, others or [target]
    )
    return None if found is None else (found.key, found.args)


def crowded(host: Unit, *attached: Unit) -> tuple[str, list[str], dict[str, Any]] | None:
    found = find_crowd(host, attached)
    return None if found is None else (found.key, [unit.name for unit in found.units], found.args)


# --- who may lead whom ---


def test_whom_a_leader_lists() -> None:
    lord = leader("Lord")
    assert refused(lord, SQUAD) is None
    assert refused(lord, OTHERS) == ("not_listed", {"known": ["Squad"]})
    assert refused(rider("Clerk"), SQUAD) == ("no_leader", {})
    assert (
        can_lead_unit(lord, SQUAD)
        and not can_lead_unit(lord, OTHERS)
        and not can_lead_unit(SQUAD, SQUAD)
    )


def test_leading_by_keywords_that_must_all_be_there() -> None:
    lord = leader("Lord", leads=(), leads_keywords=(("Infantry", "Small"), ("Beast",)))
    assert refused(lord, rider("Imps", "Infantry", "Small")) is None
    assert refused(lord, rider("Hounds", "Beast")) is None
    assert refused(lord, SQUAD) == ("not_listed", {"known": ["Infantry Small", "Beast"]})


def test_a_unit_may_name_its_leaders() -> None:
    guard = rider("Guard", "Infantry", led_by=("Noble",))
    assert refused(leader("Lord", "Noble", leads=()), guard) is None
    assert refused(leader("Lord", leads=()), guard) == ("no_leader", {})


def test_leading_with_an_item() -> None:
    def lord(items: dict[str, int] | None) -> Unit:
        made = leader("Lord", leads=(), leads_if=(LeadsIf(unit="Squad", item="Jump Pack"),))
        made.groups = (Group("Lord", 1, items),)
        return made

    assert refused(lord({"jump pack": 1}), SQUAD) is None
    assert refused(lord({"sword": 1}), SQUAD) == ("needs_item", {"item": "Jump Pack"})
    assert refused(lord(None), SQUAD) == ("needs_item", {"item": "Jump Pack"})
    assert refused(lord({"jump pack": 1}), OTHERS) == ("no_leader", {})


def test_leading_in_place_of_another_datasheet() -> None:
    """Those who match every condition on the way there."""
    face = LedAs(
        called="squad",
        conditions=(LeaderAs(unit="Squad", leader_any=("Old", "Grey"), leader_none=("Mounted",)),),
    )
    kin = rider("Kin", "Infantry", led_as=(face,))
    assert refused(leader("Lord", "Old"), kin) is None
    assert refused(leader("Lord", "Grey"), kin) is None
    assert refused(leader("Lord"), kin) == ("not_listed", {"known": ["Squad"]})
    assert refused(leader("Lord", "Old", "Mounted"), kin) == ("not_listed", {"known": ["Squad"]})
    free = rider(
        "Kin",
        "Infantry",
        led_as=(
            LedAs(called="squad", conditions=(LeaderAs(unit="Squad", leader_none=("Mounted",)),)),
        ),
    )
    assert refused(leader("Lord"), free) is None
    by_tag = rider("Kin", led_as=(LedAs(called="x", tags=frozenset({"beast"})),))
    assert refused(leader("Lord", leads=(), leads_keywords=(("Beast",),)), by_tag) is None


def test_a_keyword_in_common() -> None:
    keywords = ("Khorne", "Nurgle")
    red, green, plain = (leader("Lord", *more) for more in (("Khorne",), ("Nurgle",), ()))
    squad = rider("Squad", "Infantry", "Khorne")
    assert refused(red, squad, must_share=keywords) is None
    assert refused(plain, squad, must_share=keywords) is None
    assert refused(red, SQUAD, must_share=keywords) is None
    assert refused(green, squad, must_share=keywords) == (
        "not_shared",
        {"keywords": ["Khorne", "Nurgle"]},
    )
    assert refused(green, OTHERS, must_share=keywords) == ("not_listed", {"known": ["Squad"]})
    assert may_share_keyword((), red, green) and not may_share_keyword(keywords, green, squad)


def test_supports_beside_a_leader() -> None:
    medic = leader("Medic", leads=(), supports=frozenset({"squad"}))
    both = leader("Both", supports=frozenset({"squad"}))
    assert refused(medic, SQUAD) is None and refused(medic, OTHERS) == ("no_leader", {})
    assert (
        determine_way(medic, SQUAD),
        determine_way(both, SQUAD),
        determine_way(leader("Lord"), SQUAD),
    ) == ("supports", "leads", "leads")
    face = LedAs(called="squad", conditions=(LeaderAs(unit="Squad", leader_any=("Old",)),))
    kin = rider("Kin", led_as=(face,))
    assert refused(medic, kin) == ("no_leader", {})
    assert refused(leader("Medic", "Old", leads=(), supports=frozenset({"squad"})), kin) is None


# --- who may join ---


def test_joining_by_name_or_keyword() -> None:
    drone = joiner("Drone", units=("Squad",), keywords=("Beast",))
    assert refused(drone, SQUAD) is None
    assert refused(drone, rider("Hound", "Beast")) is None
    assert refused(drone, OTHERS) == ("not_listed", {"known": ["Squad", "Beast"]})
    assert (
        determine_way(drone, SQUAD),
        determine_way(drone, OTHERS),
        determine_way(rider("Clerk"), OTHERS),
    ) == ("joins", "joins", "leads")
    assert list_led_names(get_role(drone)) == ["Squad", "Beast"]
    both = leader("Lord", joins=Joins(units=("Others",)))
    assert list_led_names(get_role(both)) == ["Squad", "Others"]
    assert refused(both, SQUAD) is None and refused(both, OTHERS) is None


def test_naming_another_of_the_party_means_the_same_unit() -> None:
    drone = joiner("Drone", units=("Squad",))
    lord = leader("Lord")
    assert refused(drone, lord, SQUAD, lord) is None
    assert refused(drone, lord, OTHERS, lord) == ("not_listed", {"known": ["Squad"]})
    assert refused(drone, SQUAD, OTHERS) is None


def test_joining_whatever_such_a_leader_leads() -> None:
    drone = joiner("Drone", led_by_keyword=("Priest",))
    priest, lord = leader("Father", "Priest"), leader("Lord")
    assert refused(drone, SQUAD, SQUAD, priest) is None
    assert refused(drone, SQUAD, SQUAD, lord, priest) is None
    assert refused(drone, SQUAD, SQUAD, lord) == ("not_led", {"keywords": ["Priest"]})
    assert refused(drone, SQUAD) == ("not_led", {"keywords": ["Priest"]})
    assert refused(drone, priest, priest) == (
        "not_led",
        {"keywords": ["Priest"]},
    )  # it leads nobody itself


def test_what_is_missing_for_leading_is_said_before_what_is_for_joining() -> None:
    lord = leader(
        "Lord",
        leads=(),
        leads_if=(LeadsIf(unit="Squad", item="Jump Pack"),),
        joins=Joins(units=("Others",)),
    )
    assert refused(lord, SQUAD) == ("needs_item", {"item": "Jump Pack"})
    assert refused(lord, OTHERS) is None
    assert refused(lord, rider("Beasts")) == ("not_listed", {"known": ["Others"]})


def test_who_may_not_be_beside_one_that_has_joined() -> None:
    shy = joiner("Shy", units=("Squad",), not_attached=True, only_with=("Friend",))
    friend, lord = leader("Pal", "Friend"), leader("Lord")
    assert list(find_intruders(SQUAD, [shy, friend])) == []
    assert [
        (one.name, other.name) for one, other in find_intruders(SQUAD, [lord, shy, friend])
    ] == [("Shy", "Lord")]
    assert list(find_intruders(SQUAD, [joiner("Drone", units=("Squad",)), lord])) == []
    leading = leader("Shy", joins=Joins(units=("Squad",), not_attached=True))
    assert list(find_intruders(SQUAD, [leading, lord])) == []  # it leads, it has not joined
    after = [joiner("Drone", units=("Squad",)), shy, lord]
    assert [(one.name, other.name) for one, other in find_intruders(SQUAD, after)] == [
        ("Shy", "Drone"),
        ("Shy", "Lord"),
    ]


# --- how many ---


def test_one_leader() -> None:
    lord, captain = leader("Lord"), leader("Captain")
    assert crowded(SQUAD, lord) is None and crowded(SQUAD) is None
    assert crowded(SQUAD, lord, captain) == ("too_many", ["Lord", "Captain"], {"max": 1})
    speaking = leader("Aide", led_with=("Warden",))
    assert crowded(SQUAD, lord, speaking) == ("not_together", ["Lord", "Aide"], {"max": 1})


def test_one_that_may_join_beside_another() -> None:
    aide = leader("Aide", led_with=("Noble",))
    noble, lord, other = (
        leader("King", "Noble"),
        leader("Lord"),
        leader("Second", led_with=("Noble",)),
    )
    assert crowded(SQUAD, noble, aide) is None and crowded(SQUAD, aide, noble) is None
    assert crowded(SQUAD, lord, aide) == ("not_together", ["Lord", "Aide"], {"max": 1})
    assert crowded(SQUAD, noble, aide, other) == (
        "not_together",
        ["King", "Aide", "Second"],
        {"max": 1},
    )
    anyone = leader("Aide", led_with=("*",))
    assert crowded(SQUAD, lord, anyone) is None
    many = leader("Third", led_with=("*",), led_with_rules=LedWithRules(unlimited=True))
    assert crowded(SQUAD, noble, aide, many) is None
    twin = leader("Fourth", led_with=("Noble", "Aide"), led_with_rules=LedWithRules(unlimited=True))
    assert crowded(SQUAD, noble, aide, twin) is None
    strange = leader("Fifth", led_with=("Noble",), led_with_rules=LedWithRules(unlimited=True))
    assert crowded(SQUAD, noble, anyone, strange) == (
        "not_together",
        ["King", "Aide", "Fifth"],
        {"max": 1},
    )


def test_one_that_may_join_only_in_some_units_or_not_twice() -> None:
    bound = leader(
        "Aide",
        led_with=("*",),
        led_with_rules=LedWithRules(units=("Others",)),
        leads=("squad", "others"),
    )
    lord = leader("Lord", leads=("squad", "others"))
    assert crowded(OTHERS, lord, bound) is None
    assert crowded(SQUAD, lord, bound) == ("not_together", ["Lord", "Aide"], {"max": 1})
    single = leader("Aide", led_with=("*",), led_with_rules=LedWithRules(not_same=True))
    double = leader("Aide", led_with=("*",), led_with_rules=LedWithRules(not_same=True))
    assert crowded(SQUAD, lord, single) is None
    assert crowded(SQUAD, single, double) == ("not_together", ["Aide", "Aide"], {"max": 1})
    loose = [leader("Aide", led_with=("*",)) for _ in range(2)]
    assert crowded(SQUAD, *loose) is None


def guard(count: int = 5, **rule: Any) -> Unit:
    return rider("Squad", "Infantry", count=count, bodyguard=Bodyguard(**rule))


@pytest.mark.parametrize("count", [9, 10, 20, 21])
def test_more_leaders_for_a_unit_of_some_size(count: int) -> None:
    lord, captain, third = leader("Lord"), leader("Captain"), leader("Third")
    host = guard(count, max_leaders=2, unit_size=SizeRange(min=10, max=20))
    small = {"max": 1, "more": 2, "size": count, "min": 10}
    fits = 10 <= count <= 20
    assert crowded(host, lord, captain) == (
        None if fits else ("too_small", ["Lord", "Captain"], small)
    )
    names = ["Lord", "Captain", "Third"]
    assert crowded(host, lord, captain, third) == (
        ("too_many", names, {"max": 2}) if fits else ("too_small", names, small)
    )
    assert crowded(host, lord) is None
    least = guard(count, max_leaders=2, unit_size=SizeRange(min=10))
    assert (crowded(least, lord, captain) is None) == (count >= 10)
    most = crowded(guard(count, max_leaders=2, unit_size=SizeRange(max=20)), lord, captain)
    assert most == (
        None if count <= 20 else ("too_small", ["Lord", "Captain"], {**small, "min": 0})
    )


def test_what_a_unit_says_of_its_leaders() -> None:
    lord, captain, second = (
        leader("Lord", "Noble"),
        leader("Captain", "Officer"),
        leader("Captain", "Officer"),
    )
    needs = guard(max_leaders=2, needs_one_of=("Noble",))
    assert crowded(needs, lord, captain) is None
    assert crowded(needs, captain, second) == (
        "needs_one_of",
        ["Captain", "Captain"],
        {"needs": ["Noble"]},
    )
    different = guard(max_leaders=3, not_same=True)
    assert crowded(different, lord, captain) is None
    assert crowded(different, lord, captain, second) == ("same", ["Captain", "Captain"], {})
    few = guard(max_leaders=3, max_of_keyword={"Officer": 1})
    assert crowded(few, lord, captain) is None
    assert crowded(few, lord, captain, second) == (
        "too_many_of",
        ["Captain", "Captain"],
        {"max": 1, "keyword": "Officer"},
    )


def test_one_support() -> None:
    medic, nurse = (
        leader(name, leads=(), supports=frozenset({"squad"})) for name in ("Medic", "Nurse")
    )
    lord, either, other = (
        leader("Lord"),
        *(leader(name, supports=frozenset({"squad"})) for name in ("Either", "Other")),
    )
    assert crowded(SQUAD, lord, medic) is None
    assert crowded(SQUAD, lord, medic, nurse) == (
        "too_many_supports",
        ["Medic", "Nurse"],
        {"max": 1},
    )
    assert crowded(SQUAD, lord, either) is None  # as a support
    assert crowded(SQUAD, either, other) is None
    assert crowded(SQUAD, either, lord) is None
    assert crowded(SQUAD, lord, either, medic) == ("too_many", ["Lord", "Either"], {"max": 1})
    assert crowded(SQUAD, lord, either, other) == ("too_many", ["Lord", "Either"], {"max": 1})


def test_how_many_of_a_kind_may_join() -> None:
    drones = [
        joiner(f"Drone {n}", "Drone", units=("Squad",), max_per_unit=1, counts_with=("Drone",))
        for n in range(2)
    ]
    assert crowded(SQUAD, leader("Lord"), drones[0]) is None
    assert crowded(SQUAD, *drones) == (
        "too_many_joined",
        ["Drone 0", "Drone 1"],
        {"max": 1, "what": ["Drone"]},
    )
    alike = [joiner("Pet", units=("Squad",), max_per_unit=2) for _ in range(3)]
    assert crowded(SQUAD, *alike[:2], drones[0]) is None
    assert crowded(SQUAD, drones[0], *alike) == (
        "too_many_joined",
        ["Pet"] * 3,
        {"max": 2, "what": ["Pet"]},
    )
    free = [joiner("Rat", units=("Squad",)) for _ in range(9)]
    assert crowded(SQUAD, *free) is None
    assert crowded(SQUAD, *free, *alike) == (
        "too_many_joined",
        ["Pet"] * 3,
        {"max": 2, "what": ["Pet"]},
    )


def test_whom_a_unit_needs() -> None:
    needy = rider("Needy", needs_leader=("Priest",))
    assert is_without_leader(needy, []) and is_without_leader(needy, [leader("Lord")])
    assert not is_without_leader(needy, [leader("Lord"), leader("Father", "Priest")])
    assert not is_without_leader(SQUAD, [])
    assert has_to_be_attached(leader("Aide", must_attach=True)) and has_to_be_attached(
        joiner("Pet", must=True)
    )
    assert not has_to_be_attached(leader("Lord")) and not has_to_be_attached(joiner("Pet"))


def test_whether_anybody_could_take_it() -> None:
    lord, priest = leader("Lord"), leader("Father", "Priest")
    assert can_be_attached(lord, [lord, SQUAD]) and not can_be_attached(lord, [lord, OTHERS])
    assert not can_be_attached(lord, [lord]) and not can_be_attached(lord, [])
    pet = joiner("Pet", units=("Others",), keywords=("Beast",), led_by_keyword=("Priest",))
    assert can_be_attached(pet, [pet, OTHERS]) and can_be_attached(
        pet, [rider("Hound", "Beast"), pet]
    )
    assert not can_be_attached(pet, [pet, SQUAD, lord])
    assert can_be_attached(pet, [pet, SQUAD, priest])
    assert not can_be_attached(pet, [pet, priest]) and not can_be_attached(
        pet, [pet, rider("Rocks"), priest]
    )
    assert not can_be_attached(rider("Clerk"), [SQUAD, priest])
