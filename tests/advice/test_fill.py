"""Ways to spend points, against trying everything there is; what a way says of itself, against the roster it makes."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.advice.candidates import (
    FEW,
    Candidate,
    Candidates,
    apply_candidates,
    find_candidates,
)
from listbuilder.advice.cheapest_combinations import Choice, rank_combinations
from listbuilder.advice.collection import Owned, collect_from_armies
from listbuilder.advice.fill import (
    PURPOSES,
    Purpose,
    Spending,
    _Search,
    calculate_budget,
    fill_points,
)
from listbuilder.advice.gap_coverage import GapChoice, rank_by_gaps
from listbuilder.advice.measure import Measurer, parse_number
from listbuilder.data.library import Library
from listbuilder.roster import commands
from listbuilder.roster.position import Position
from listbuilder.yamlio.reader import YamlDocument

LIBRARY = Library()
ROOT = Path(__file__).resolve().parents[2] / "examples"
FOLDERS = (
    "40k-10e/legal",
    "40k-11e/legal",
    "aos/legal",
    "space-marine-heroes/legal",
    "spearhead/legal",
    "combat-patrol/legal",
    "combat-patrol-11e/legal",
)
LISTS = [file for folder in FOLDERS for file in sorted((ROOT / folder).glob("*.yaml"))]
NECRONS = ROOT / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml"


def of(data: Any) -> Position:
    return Position(YamlDocument(data, {}, {}, "", b""), LIBRARY)


def read(file: Path) -> Position:
    return Position.read(file.read_bytes(), file.name, LIBRARY)


def without(file: Path, *places: int) -> Position:
    """Some of its units taken out, as a player would."""
    position = read(file)
    for place in places:
        units = (
            [unit for unit in position.army.units if unit.removal and not unit.leads_army]
            if position.army
            else []
        )
        if units:
            position = position.apply(
                commands.remove_part(position, units[place % len(units)].path)
            )
    return of(position.data)


# --- against enumeration ---


def few(position: Position, most: int) -> tuple[int, list[Candidate]] | None:
    """A budget for which there are no more than so many candidates, as many as are easily found."""
    assert position.army is not None
    left = calculate_budget(position.army, None)
    everything = find_candidates(position, left).candidates
    costs = sorted(each.cost for each in everything)
    for budget in [left] if len(costs) <= most else sorted(set(costs[:most]), reverse=True)[:4]:
        candidates = find_candidates(position, budget).candidates
        if 2 <= len(candidates) <= most:
            return budget, candidates
    return None


def after(position: Position, members: Sequence[Candidate]) -> Position | None:
    """By the keys of the builder alone."""
    for each in members:
        if each.offer:
            added = commands.place_addition(position, each.offer, each.models)
            if added is None:
                return None
            position = position.apply(added.edit)
        else:
            fields = [
                field
                for field in commands.list_fields(position, each.path)
                if (field.key, field.args) == (each.key, each.args)
            ]
            options = [
                option
                for field in fields
                for option in field.options()
                if option.label == each.label
            ]
            position = position.apply(options[0].edit)
    return position


def kind(members: Sequence[Candidate]) -> list[str]:
    return sorted(
        f"{m.what} {m.label} {m.offer} {'' if m.what == 'enhancement' else m.to}" for m in members
    )


def enumerated(
    position: Position, budget: int, candidates: list[Candidate], purpose: Purpose
) -> list[tuple[int, ...]]:
    """What each legal combination is worth, those that differ in a bearer once."""
    assert position.army is not None
    measurer = Measurer()
    base = measurer.measure_army(position)
    priced = position.army.counts_points
    found: dict[str, tuple[int, ...]] = {}
    for size in range(1, len(candidates) + 1):
        for members in combinations(candidates, size):
            chosen = {(each.slot, each.number) for each in members}
            copies = [each for each in members if each.what == "unit"]
            others = [each.slot for each in members if each.what != "unit"]
            if len(set(others)) < len(others) or any(
                n > 1 and (s, n - 1) not in chosen
                for s, n in chosen
                if s in {c.slot for c in copies}
            ):
                continue
            if sum(each.least for each in members) > budget:
                continue
            made = after(position, members)
            if made is None or made.army is None or made.verdict != "legal":
                continue
            spent = made.army.points - position.army.points if priced else 0
            if spent > budget or len(made.army.units) < len(position.army.units) + len(copies):
                continue
            measured = measurer.measure_army(made)
            gained = {
                "models": measured.models - base.models,
                "wounds": measured.wounds - base.wounds,
                "control": measured.control - base.control,
            }
            first = (
                ()
                if purpose == "closest" and priced
                else (gained["models" if purpose == "closest" else purpose],)
            )
            worth = (*first, spent, -len(members))
            found[str(kind(members))] = max(worth, found.get(str(kind(members)), worth))
    return sorted(found.values(), reverse=True)


@given(
    file=st.sampled_from(
        [
            file
            for file in LISTS
            if file.parent.parent.name not in ("spearhead", "combat-patrol", "combat-patrol-11e")
        ]
    ),
    places=st.lists(st.integers(0, 30), max_size=2),
    purpose=st.sampled_from([each for each in PURPOSES if each != "gaps"]),
)
@settings(max_examples=15, deadline=None)
@pytest.mark.slow
def test_it_finds_what_enumeration_finds(file: Path, places: list[int], purpose: Purpose) -> None:
    position = without(file, *places)
    if position.army is None or position.problems:
        return
    asked = few(position, 7)
    if asked is None:
        return
    budget, candidates = asked
    found = fill_points(position, purpose, budget, most=1000)
    assert found.complete and found.candidates == len(candidates)
    assert [way.worth for way in found.ways] == enumerated(position, budget, candidates, purpose)


def test_it_finds_it_with_as_many_candidates_as_are_all_tried() -> None:
    asked = None
    for file in (NECRONS, *LISTS):
        position = without(file, 9)
        asked = few(position, FEW)
        if asked is not None and len(asked[1]) > 9:
            break
    assert asked is not None and 9 < len(asked[1]) <= FEW
    budget, candidates = asked
    assert [
        way.worth for way in fill_points(position, "closest", budget, most=5000).ways
    ] == enumerated(position, budget, candidates, "closest")


def test_what_stands_better_with_another_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Aetherwings (80) alone are the second auxiliary unit and cost 20 more; a Lord-Aquilor (140) leads them. Both are 220,
    though one and the other promise 240."""
    position = without(ROOT / "aos" / "legal" / "stormcast-thunderhead-season.yaml", 15)
    wanted = {("Lord-Aquilor", 1): 140, ("Aetherwings", 3): 100}
    everything = [each for each in find_candidates(position, 260).candidates if each.number == 1]
    two = [each for each in everything if (each.label.args.get("name"), each.models) in wanted]
    assert sorted(each.cost for each in two) == [100, 140]
    monkeypatch.setattr(
        "listbuilder.advice.fill.find_candidates", lambda *_, **__: Candidates(candidates=two)
    )
    assert [way.worth for way in fill_points(position, "closest", 220).ways] == [
        (220, -2),
        (140, -1),
        (100, -1),
    ]


@pytest.mark.slow
def test_what_grows_dearer_by_the_copy_is_not_passed_off_as_cheap() -> None:
    """3 and 6 Sanguinary Guard are 135 and 275, but the later of two is a further copy: 425 together."""
    position = without(ROOT / "40k-11e" / "legal" / "blood-angels-three-detachments.yaml", 9, 9)
    two = [
        each
        for each in find_candidates(position, 410).candidates
        if each.offer == "sanguinary-guard" and each.number == 1
    ]
    assert [each.cost for each in two] == [135, 275]
    both = after(position, two)
    assert (
        both is not None
        and both.verdict == "legal"
        and (both.points or 0) - (position.points or 0) == 425
    )
    for purpose in PURPOSES:
        assert all(way.spent <= 410 for way in fill_points(position, purpose, 410).ways)
    search = _Search(position, "closest", 410, None, 10)
    search.candidates = two
    search.wanted = {}
    assert search._judge_combination((0, 1)) is None and search._judge_combination((0,)) is not None


def test_two_things_for_one_unit_are_both_given() -> None:
    """A field of each table writes the list of all that the unit bears."""
    position = read(ROOT / "aos" / "legal" / "stormcast-thunderhead-season.yaml")
    assert position.army is not None
    hero = next(unit for unit in position.army.units if unit.name == "Knight-Arcanum")
    fields = [
        field
        for field in commands.list_fields(position, hero.path)
        if field.key == "enhancement_of"
    ]
    members = [
        Candidate(
            what="enhancement", label=option.label, cost=0, least=0, legal=True, slot=(field.key,), after=position,
            edit=option.edit, path=hero.path, key=field.key, args=field.args,
        )
        for field in fields[:2]
        for option in field.options()[1:2]
    ]  # fmt: skip
    made = apply_candidates(position, members)
    assert len(members) == 2 and made.army is not None
    bearer = next(unit for unit in made.army.units if unit.name == "Knight-Arcanum")
    assert len(made.data["regiments"][2]["hero"]["enhancements"]) == 2 and bearer.points is not None


# --- every way is what it says ---


@pytest.mark.parametrize("file", LISTS, ids=lambda file: file.stem)
@pytest.mark.parametrize("purpose", ["closest", "gaps"])
@pytest.mark.slow_but(12)
def test_every_way_is_legal_and_costs_what_it_says(file: Path, purpose: Purpose) -> None:
    position = without(file, 3)
    before = copy.deepcopy(position.data)
    assert position.army is not None
    found = fill_points(position, purpose)
    for way in found.ways:
        made = after(position, way.members)
        assert made is not None and made.army is not None
        again = of(made.data)
        assert again.verdict == "legal" and again.data == way.after.data
        if position.army.counts_points and position.army.limit is not None:
            assert (way.spent, way.left) == (
                again.army.points - position.army.points,  # type: ignore[union-attr]
                found.budget - way.spent,
            )
            assert again.points is not None and again.points <= position.army.limit
    assert [way.worth for way in found.ways] == sorted(
        (way.worth for way in found.ways), reverse=True
    )
    assert position.data == before


def test_what_the_points_would_buy() -> None:
    """85 points are left without the Tomb Blades and with the 10: an Overlord costs 85, as do 5 Lychguard."""
    position = without(NECRONS, 8)
    assert (
        position.army is not None
        and [unit.name for unit in position.army.units].count("Tomb Blades") == 0
    )
    found = fill_points(position)
    assert found.budget == 85
    full = {way.members[0].label.args["name"]: way for way in found.ways if way.spent == 85}
    assert {"Lychguard", "Overlord"} <= set(full) and all(way.left == 0 for way in full.values())


def test_the_points_asked_for_are_not_passed() -> None:
    position = without(NECRONS, 13)
    assert {way.spent <= 60 for way in fill_points(position, points=60).ways} == {True}
    assert fill_points(position, points=10_000).budget == fill_points(position).budget


def test_only_what_is_owned() -> None:
    """Of everything on the list one has as much as is on it, and five Lychguard beside it."""
    position = without(NECRONS, 8)
    assert position.army is not None
    owned = collect_from_armies("x", [position.army])
    game = position.army.book.system
    owned = Owned("x", {game: owned.games[game] | {"lychguard": 5}})
    ways = fill_points(position, owned=owned).ways
    units = {each.offer for way in ways for each in way.members if each.offer}
    assert units == {"lychguard"} and all(
        sum(bool(each.offer) for each in way.members) <= 1 for way in ways
    )


def test_what_is_free_and_not_chosen() -> None:
    position = read(ROOT / "aos" / "legal" / "stormcast-thunderhead-season.yaml")
    assert [
        (each.key, [option.args.get("name") for option in each.options])
        for each in fill_points(position).free
    ] == [("prayer_lore", ["Prayers of the Stormhosts"])]
    undecided = read(ROOT / "spearhead" / "legal" / "wallsmasher-stomp-undecided.yaml")
    assert {each.key for each in fill_points(undecided).free} == {"regiment_ability", "enhancement"}


def test_gaps_are_filled_as_far_as_they_want() -> None:
    """Two units with Deep Strike are wanted for 2,000 points, and the C'tan was the only one."""
    found = fill_points(without(NECRONS, 13), "gaps")
    assert (found.lacking["deep_strike"].before, found.lacking["deep_strike"].wanted) == (0, 2)
    best: Spending = found.ways[0]
    assert best.gaps["deep_strike"].after >= 2
    assert best.gaps["anti_tank"].after > found.lacking["anti_tank"].before


def test_an_army_is_measured_by_its_datasheets() -> None:
    """Datasheets: Necron Warriors W1 OC2; Immortals W1 OC2; a Doomsday Ark W14, M9", its cannon S14+ AP-4; Overlord OC1 W6."""
    position = read(NECRONS)
    assert position.army is not None
    measured = {unit.id: Measurer().measure_unit(position, unit) for unit in position.army.units}
    assert (
        measured["phalanx"].models,
        measured["phalanx"].wounds,
        measured["phalanx"].control,
    ) == (20, 20, 40)
    ark = next(value for unit, value in measured.items() if unit.startswith("doomsday-ark"))
    assert (ark.models, ark.wounds, ark.gaps["anti_tank"]) == (1, 14, 1)
    assert (
        measured["nightbringer"].gaps["deep_strike"] == 1
        and measured["phalanx"].gaps["anti_tank"] == 0
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('12"', 12),
        ("-4", -4),
        ("D6+2", 5.5),
        ("2D3", 4),
        ("3+", 3),
        ("-", 0),
        ("N/A", 0),
        ('20+"', 20),
    ],
)
def test_numbers_as_they_are_printed(text: str, value: float) -> None:
    assert parse_number(text) == value


# --- the search itself ---

CHOICES = st.lists(
    st.lists(st.tuples(st.integers(0, 12), st.integers(0, 9)), min_size=1, max_size=3), max_size=5
)


@given(stages=CHOICES, budget=st.integers(0, 30))
@settings(max_examples=200, deadline=None)
def test_combinations_come_in_the_order_of_their_worth(
    stages: list[list[tuple[int, int]]], budget: int
) -> None:
    count = 0
    made: list[list[Choice]] = []
    for stage in stages:
        choices = [Choice(0, (0, 0))]
        for cost, worth in stage:
            choices.append(Choice(cost * 5, (worth, -1), (count,)))
            count += 1
        made.append(choices)
    worths = {
        choice.members[0]: choice.worth for stage in made for choice in stage if choice.members
    }
    costs = {choice.members[0]: choice.cost for stage in made for choice in stage if choice.members}

    def worth_of(members: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sum(worths[member][place] for member in members) for place in range(2))

    everything: list[tuple[int, ...]] = [()]
    for dealt in made:
        everything = [(*members, *choice.members) for members in everything for choice in dealt]
    wanted = [
        members for members in everything if sum(costs[member] for member in members) <= budget
    ]
    found = list(rank_combinations(made, budget, 2))
    assert sorted(found) == sorted(wanted)
    assert [worth_of(members) for members in found] == sorted(map(worth_of, wanted), reverse=True)


@given(
    parts=st.lists(st.tuples(st.integers(1, 6), st.integers(0, 3), st.integers(0, 3)), max_size=6),
    wanted=st.tuples(st.integers(1, 4), st.integers(1, 4)),
    budget=st.integers(0, 15),
)
@settings(max_examples=200, deadline=None)
def test_what_fills_most_comes_first(
    parts: list[tuple[int, int, int]], wanted: tuple[int, int], budget: int
) -> None:
    stages = [
        [GapChoice(cost, (one, other), (place,))] for place, (cost, one, other) in enumerate(parts)
    ]
    worth = [1000 // each for each in wanted]

    def filled(members: Sequence[int]) -> int:
        sums = (
            sum(parts[member][1] for member in members),
            sum(parts[member][2] for member in members),
        )
        return sum(
            min(count, most) * each for count, most, each in zip(sums, wanted, worth, strict=True)
        )

    affordable = [
        members
        for size in range(len(parts) + 1)
        for members in combinations(range(len(parts)), size)
        if sum(parts[member][0] for member in members) <= budget
    ]
    first = next(rank_by_gaps(stages, wanted, worth, budget))
    assert (
        filled(first) == max(map(filled, affordable))
        and sum(parts[member][0] for member in first) <= budget
    )


def test_the_order_of_candidates_does_not_decide_what_is_legal() -> None:
    """Whatever is bought first of two things that are legal together."""
    position = without(NECRONS, 13)
    best = fill_points(position).ways[0]
    for order in permutations(best.members):
        made = after(position, order)
        assert made is not None and made.verdict == "legal" and made.points == best.after.points


NEARLY_EMPTY: dict[str, tuple[str, dict[str, Any], str]] = {
    "warhammer-40k-11e": (
        "genestealer-cults",
        {"detachments": ["brood-brothers-auxilia"]},
        "primus",
    ),  # guests up to 1000 points
    "warhammer-40k-10e": (
        "death-guard",
        {"detachment": "mortarions-hammer"},
        "lord-of-contagion",
    ),  # of guests few in all
}


@pytest.mark.parametrize("purpose", PURPOSES)
@pytest.mark.parametrize("system", NEARLY_EMPTY)
@pytest.mark.slow_but(2)
def test_of_many_who_may_not_come_together_some_come(system: str, purpose: Purpose) -> None:
    faction, detachment, leader = NEARLY_EMPTY[system]
    units = [{"datasheet": leader, "warlord": True}]
    found = fill_points(
        of(
            {
                "system": system,
                "faction": faction,
                "battle_size": "strike-force",
                **detachment,
                "units": units,
            }
        ),
        purpose,
    )
    assert found.candidates > FEW
    assert found.ways
    assert all(way.after.verdict == "legal" for way in found.ways)
    assert min(way.left for way in found.ways) <= 100
