"""Every leader beside every datasheet of its faction: attached or refused as the facts say, read here a second time.

The facts are those of ../shared (or $LISTBUILDER_SHARED); where that is not at hand, the shipped files state them.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from listbuilder.games.common.attach import determine_way, find_attach_refusal, find_crowd
from listbuilder.games.wh40k.army import MusterUnit
from listbuilder.model.army import Group
from listbuilder.model.deployment import Declarations
from tests.games.common.deployment.units import (
    FACTIONS,
    Fact,
    every_sheet,
    has,
    own_and_parent,
    same,
    unit,
)

NONE = Declarations()


def names(leader: Fact, target: Fact) -> bool:
    """The leader's datasheet lists the target, or the target's lists the leader."""
    listed = {same(each) for each in leader.get("leads", [])} | {
        same(each["unit"]) for each in leader.get("leads_if", [])
    }
    by_keyword = any(
        all(has(target, keyword) for keyword in row) for row in leader.get("leads_keywords", [])
    )
    return (
        same(target["name"]) in listed
        or by_keyword
        or any(has(leader, each) for each in target.get("led_by", []))
    )


def may_lead(leader: Fact, target: Fact, around: list[tuple[str, Fact]]) -> bool:
    """`leader_as`: whoever may lead that other one, and matches, may lead this one too; and so on from there."""
    if names(leader, target):
        return True
    rule = target.get("leader_as")
    if not rule:
        return False
    if rule.get("leader_any") and not any(has(leader, each) for each in rule["leader_any"]):
        return False
    if any(has(leader, each) for each in rule.get("leader_none", [])):
        return False
    other = next(
        (sheet for _, sheet in around if same(sheet["name"]) == same(rule["unit"])),
        {"name": rule["unit"]},
    )
    return may_lead(leader, {"keywords": [], "faction_keywords": [], **other}, around)


def may_join(unit_fact: Fact, target: Fact) -> bool:
    joins = unit_fact.get("joins") or {}
    by_name = same(target["name"]) in {same(each) for each in joins.get("units", [])}
    return by_name or any(has(target, each) for each in joins.get("keywords", []))


def equipped(leader: Fact, home: str, target: Fact) -> MusterUnit:
    """With every item that the datasheet asks for to lead that target."""
    made = unit(home, leader["id"])
    items = {
        each["item"]: 1 for each in leader.get("leads_if", []) if each["unit"] == target["name"]
    }
    if items:
        made.groups = (Group(made.groups[0].model, 1, items),)
    return made


@pytest.mark.parametrize("faction", FACTIONS)
def test_every_leader_beside_every_datasheet(faction: str) -> None:
    sheets = own_and_parent(faction)
    units = {(home, sheet["id"]): unit(home, sheet["id"]) for home, sheet in sheets}
    able = [
        each
        for each in sheets
        if any(each[1].get(key) for key in ("leads", "leads_keywords", "leads_if", "joins"))
    ]
    wrong, allowed = [], 0
    for home, leader in able:
        for other, target in sheets:
            if (home, leader["id"]) == (other, target["id"]):
                continue
            there = units[other, target["id"]]
            found = find_attach_refusal(NONE, equipped(leader, home, target), there, [there])
            expected = may_lead(leader, target, sheets) or may_join(leader, target)
            allowed += expected
            if (found is None) != expected:
                wrong.append((leader["name"], target["name"], expected, found))
    assert wrong == []
    assert allowed or not able


def test_nobody_else_leads() -> None:
    """A datasheet that lists nobody is attached to nothing, but where the other one invites it."""
    target = unit("space-marines", "intercessor-squad")
    assert find_attach_refusal(NONE, unit("space-marines", "rhino"), target, [target]) is not None
    guard = unit("space-marines", "ultramarines-honour-guard")
    assert (
        find_attach_refusal(
            NONE, unit("space-marines", "marneus-calgar-in-armour-of-antilochus"), guard, [guard]
        )
        is None
    )


ITEMS = [("bladeguard-veteran-squad", "relic shield"), ("hellblaster-squad", "plasma pistol")]


@pytest.mark.parametrize(("place", "item"), ITEMS)
def test_only_when_equipped(place: str, item: str) -> None:
    captain, squad = unit("space-marines", "captain"), unit("space-marines", place)
    refused = find_attach_refusal(NONE, captain, squad, [squad])
    assert refused is not None
    assert (refused.key, refused.args) == ("needs_item", {"item": item})
    captain.groups = (Group("Captain", 1, {item: 1}),)
    assert find_attach_refusal(NONE, captain, squad, [squad]) is None


def test_all_who_join_a_unit_with_a_certain_leader() -> None:
    """Every datasheet with `led_by_keyword`: with such a leader there, and with none."""
    checked = 0
    for faction, sheet in every_sheet():
        keywords = (sheet.get("joins") or {}).get("led_by_keyword", [])
        if not keywords:
            continue
        around = own_and_parent(faction)
        home, leader = next(
            (home, each)
            for home, each in around
            if each.get("leads") and any(has(each, keyword) for keyword in keywords)
        )
        bodyguard = next((home, each) for home, each in around if names(leader, each))
        joiner, host, led_by = (
            unit(faction, sheet["id"]),
            unit(bodyguard[0], bodyguard[1]["id"]),
            unit(home, leader["id"]),
        )
        assert find_attach_refusal(NONE, joiner, host, [host, led_by]) is None, sheet["name"]
        alone = find_attach_refusal(NONE, joiner, host, [host])
        assert alone is not None, sheet["name"]
        assert alone.key == "not_led"
        assert determine_way(joiner, host) == "joins"
        checked += 1
    assert checked == 3  # X-101, Cryptothralls, Canoptek Tomb Crawlers


def beside(one: Fact, other: Fact, host: Fact) -> bool:
    """Whether `one` may come to a unit where `other` is already, by its own `led_with`."""
    allowed, rules = one.get("led_with", []), one.get("led_with_rules", {})
    if not allowed or ("units" in rules and host["name"] not in rules["units"]):
        return False
    if rules.get("not_same") and one["name"] == other["name"]:
        return False
    return "*" in allowed or any(has(other, each) for each in allowed)


def host_allows_two(host: Fact, size: int, pair: tuple[Fact, Fact]) -> bool:
    rule = host.get("bodyguard")
    if not rule or rule["max_leaders"] < 2 or size < rule.get("unit_size", {}).get("min", 0):
        return False
    if rule.get("needs_one_of") and not any(
        has(leader, each) for leader in pair for each in rule["needs_one_of"]
    ):
        return False
    if rule.get("not_same") and pair[0]["name"] == pair[1]["name"]:
        return False
    return all(
        sum(has(leader, key) for leader in pair) <= most
        for key, most in rule.get("max_of_keyword", {}).items()
    )


@pytest.mark.parametrize("faction", FACTIONS)
def test_every_pair_of_leaders_on_every_datasheet(faction: str) -> None:
    """Two leaders (also two of the same) together on a unit that each of them may lead, at its smallest and largest size."""
    sheets = own_and_parent(faction)
    leaders = [each for each in sheets if each[1].get("leads")]
    wrong = []
    for home, host in sheets:
        able = [each for each in leaders if names(each[1], host)]
        made = {(where, each["id"]): unit(where, each["id"]) for where, each in able}
        for size in {host["size"]["min"], host["size"]["max"]}:
            there = unit(home, host["id"], (Group("any", size),))
            for one, other in (*combinations(able, 2), *((each, each) for each in able)):
                pair = (one[1], other[1])
                first, second = made[one[0], one[1]["id"]], made[other[0], other[1]["id"]]
                if first is second:
                    second = unit(other[0], other[1]["id"])
                expected = (
                    beside(*pair, host)
                    or beside(pair[1], pair[0], host)
                    or host_allows_two(host, size, pair)
                )
                if (find_crowd(there, [first, second]) is None) != expected:
                    wrong.append((host["name"], size, one[1]["name"], other[1]["name"], expected))
    assert wrong == []


def test_three_leaders_only_where_their_number_does_not_matter() -> None:
    robots = unit("adeptus-mechanicus", "kastelan-robots")
    assert (
        find_crowd(robots, [unit("adeptus-mechanicus", "cybernetica-datasmith") for _ in range(3)])
        is None
    )
    squad = unit("space-marines", "intercessor-squad")
    three = [unit("space-marines", each) for each in ("captain", "lieutenant", "ancient")]
    found = find_crowd(squad, three)
    assert found is not None
    assert found.key == "not_together"
    assert find_crowd(squad, three[:2]) is None


def test_counts_of_what_has_joined() -> None:
    warriors = unit("necrons", "necron-warriors")
    thralls, crawlers = (
        unit("necrons", each) for each in ("cryptothralls", "canoptek-tomb-crawlers")
    )
    crypteks = [unit("necrons", "technomancer")]
    assert find_crowd(warriors, [*crypteks, thralls]) is None
    assert find_crowd(warriors, [*crypteks, crawlers]) is None
    both = find_crowd(warriors, [*crypteks, thralls, crawlers])
    assert both is not None
    assert (both.key, {each.name for each in both.units}) == (
        "too_many_joined",
        {"Cryptothralls", "Canoptek Tomb Crawlers"},
    )
    guardians = unit("aeldari", "guardian-defenders")
    platforms = [unit("aeldari", each) for each in ("d-cannon-platform", "vibro-cannon-platform")]
    assert find_crowd(guardians, platforms[:1]) is None
    assert find_crowd(guardians, platforms) is not None
