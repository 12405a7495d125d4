"""An army with one unit more is the same, and the law says the same of it, whether it is read whole or only the unit is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from listbuilder.advice.marks import mark_all_offers
from listbuilder.model.army import Army, Unit
from listbuilder.model.edit import Edit
from listbuilder.roster import commands
from listbuilder.roster.effect import compute_effect
from listbuilder.roster.position import Position
from listbuilder.rules import engine
from listbuilder.rules.registry import CHECKS
from tests.advice.breaking import LEGAL, LIBRARY, ROOT, broken
from tests.rules import test_cases as rules
from tests.rules.edits import DEEDS, edit_of

ILLEGAL = sorted((ROOT / "examples").glob("**/illegal/*.yaml"))
NARROW = {check: looks for check in CHECKS if (looks := engine.get_check_scope(check)) != "army"}


def opened(file: Path) -> Position:
    return Position.read(file.read_bytes(), file.name, LIBRARY)


def whole(after: Position) -> Position:
    """The same roster, of which nothing is known."""
    assert after.document is not None
    return after.copy_with_document(after.document, after._past)


def plain(value: Any) -> Any:
    """To be compared: what is equal only to itself by what is in it. Fixes that are found later are found."""
    if isinstance(value, msgspec.Struct):
        return type(value).__name__, {
            field: plain(getattr(value, field)) for field in value.__struct_fields__
        }
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)) or type(value).__name__ == "LazyFixes":
        return [plain(each) for each in value]
    return value


def of_army(army: Army | None) -> Any:
    if army is None:
        return None
    fields = {
        field: getattr(army, field)
        for field in army.__struct_fields__
        if field not in ("book", "faction", "parent")
    }
    units = [bare(unit) for unit in army.units]
    declared = army.declarations and {
        **fields_of(army.declarations),
        "units": list(army.declarations.units),
    }
    kept: dict[str, Any] = {
        "declarations": declared,
        "regiments": None,
        "auxiliaries": None,
        "renown_taken": None,
    }
    halves = {
        own: [bare(half) for half in parts] for own, parts in getattr(army, "halves", {}).items()
    }
    kept |= {
        "halves": halves,
        "splits": [
            {**fields_of(each), "unit": each.unit.id} for each in getattr(army, "splits", ())
        ],
    }
    kept["away"] = [{**fields_of(each), "unit": each.unit and each.unit.id} for each in army.away]
    placed = [
        (each.place, each.path, [unit.id for unit in each.units], each.listed)
        for each in getattr(army, "regiments", ())
    ]
    return {
        **fields,
        **kept,
        "units": units,
        "placed": placed,
        "beside": [unit.id for unit in getattr(army, "auxiliaries", ())],
    }


def bare(unit: Unit) -> dict[str, Any]:
    """Return it without what is kept for later, which is no difference."""
    return {**fields_of(unit), "worked_out": None, "special": None}


def fields_of(thing: Any) -> dict[str, Any]:
    return {field: getattr(thing, field) for field in thing.__struct_fields__}


def check_same(after: Position, where: str) -> bool:
    """Whether the shorter way was gone."""
    other = whole(after)
    assert of_army(after.army) == of_army(other.army), where
    assert (after.problems, after.data_sha256) == (other.problems, other.data_sha256), where
    assert plain(after.causes) == plain(other.causes), where
    assert (after.assumed, after.not_checked, after.verdict) == (
        other.assumed,
        other.not_checked,
        other.verdict,
    ), where
    assert other._read_once().joined is None
    return after._read_once().joined is not None


def additions(position: Position, chance: Random, most: int) -> Iterator[Edit]:
    army = position.army
    if army is None:
        return
    offers, strangers = position.editor.list_offers(army), position.editor.list_foreign_offers(army)
    for offer in chance.sample(offers, min(most, len(offers))) + chance.sample(
        strangers, min(2, len(strangers))
    ):
        for added in position.editor.add_offer(
            position.data, army, offer.id, chance.choice((None, 5, 10)), None
        )[:2]:
            yield added.edit


def check_additions(position: Position, chance: Random, most: int, where: str) -> int:
    position.compute_verdict()
    shorter = 0
    for edit in additions(position, chance, most):
        after = position.apply(edit)
        shorter += check_same(after, f"{where}: {edit}")
    return shorter


@pytest.mark.parametrize(
    "file", [*LEGAL, *ILLEGAL], ids=lambda file: f"{file.parent.parent.name}-{file.stem}"
)
@pytest.mark.slow_but(40)
def test_examples(file: Path) -> None:
    check_additions(opened(file), Random(file.stem), 8 if file in LEGAL else 3, file.name)


@pytest.mark.slow
def test_rule_cases() -> None:
    shorter = 0
    for number, (game, (_, code), data, case) in enumerate(each.values for each in rules.cases()):
        position = Position(
            rules.as_document(rules.roster_of(data, case)), LIBRARY, as_of=case.get("as_of")
        )
        if number % 3 == 0:
            shorter += check_additions(
                position, Random(number), 2, f"{game} {code}: {case['name']}"
            )
    assert shorter > 150


@pytest.mark.slow
def test_broken_lists_and_one_unit_after_another() -> None:
    shorter = 0
    for number in range(40):
        position = broken(number)[1]
        chance = Random(number)
        shorter += check_additions(position, chance, 2, str(number))
        for edit in list(additions(position, chance, 3)):
            after = position.apply(edit)
            if (
                after.army is not None
                and not after.problems
                and check_same(after, f"{number}: {edit}")
            ):
                shorter += check_additions(after, chance, 1, f"{number}: then")
    assert shorter > 50


@pytest.mark.parametrize("file", LEGAL, ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
@pytest.mark.slow_but(20)
def test_any_edits_one_after_another(file: Path) -> None:
    """Most of the units are as they were read before; what is said of them is not."""
    chance = Random(file.stem)
    position = opened(file)
    position.compute_verdict()
    for number in range(10):
        edit = edit_of(position, chance.choice(DEEDS), chance.randrange(10_000))
        if edit is None or not edit.steps:
            continue
        try:
            after = position.apply(edit)
        except (KeyError, IndexError, TypeError):
            continue
        check_same(after, f"{file.name} {number}: {edit}")
        if after.army is not None and not after.problems:
            position = after


@pytest.mark.slow
def test_marks_are_what_is_said_of_each_roster_read_whole() -> None:
    """Also of lists that break rules."""
    for file in [*LEGAL, *ILLEGAL]:
        position = opened(file)
        if position.army is None or (file in ILLEGAL and Random(file.stem).random() < 0.6):
            continue
        every = {mark.offer.id: mark for mark in mark_all_offers(position)}
        for offer_id in Random(file.stem).sample(sorted(every), min(3, len(every))):
            added = commands.place_addition_with_effect(position, offer_id)
            assert added is not None
            after = whole(position.apply(added[0].edit))
            effect = compute_effect(added[0].edit, whole(position), after)
            assert plain(every[offer_id].effect) == plain(effect), (file, offer_id)


@pytest.mark.parametrize(("check", "looks"), NARROW.items())
@pytest.mark.slow_but(8)
def test_a_check_looks_at_no_more_than_it_says(check: str, looks: str) -> None:
    """Asked of armies from which everything is taken that it does not look at."""
    for army in _armies():
        for rule, function, params in engine.prepare_rules(army.book):
            if rule.check == check:
                _check_looks(army, looks, lambda of, f=function, p=params: plain(list(f(of, p))))


@cache
def _armies() -> list[Army]:
    positions = [opened(file) for file in [*LEGAL, *ILLEGAL]]
    for _game, _code, data, case in (each.values for each in rules.cases()):
        positions.append(
            Position(
                rules.as_document(rules.roster_of(data, case)), LIBRARY, as_of=case.get("as_of")
            )
        )
    return [army for position in positions if (army := position.army) is not None]


def _check_looks(army: Army, looks: str, found: Any) -> None:
    if looks != "each":
        left = {
            "bearers": [unit for unit in army.units if unit.upgrades],
            "declared": [unit for unit in army.units if unit.id in army.mentions],
            "terms": [],
        }[looks]
        assert found(_only(army, left)) == found(army)
        return
    wrong = [unit for unit in army.units if found(_only(army, [unit]))]
    assert found(_only(army, wrong)) == found(army)
    assert bool(wrong) == bool(found(army))


def _only(army: Army, units: list[Unit]) -> Army:
    less = msgspec.structs.replace(army, units=units)
    if army.declarations is not None:
        there = army.standing_units  # the halves of a unit that is split
        kept = {unit.id: unit for unit in there if unit in units or unit.id in army.mentions}
        less.declarations = msgspec.structs.replace(army.declarations, units=kept)
    return less


def test_what_cannot_be_otherwise_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    position = opened(ROOT / "examples" / "legal" / "ultramarines-blade-of-ultramar.yaml")
    position.compute_verdict()
    assert position.army is not None
    after = position.apply(
        position.editor.add_offer(position.data, position.army, "tactical-squad")[0].edit
    )
    joined = after._read_once().joined
    assert joined is not None and joined.name == "Tactical Squad"
    asked: list[tuple[str, int]] = []

    def listening(check: str, function: Any) -> Any:
        def asks(army: Army, params: Any) -> Any:
            asked.append((check, len(army.units)))
            return function(army, params)

        return asks

    law = [
        (rule, listening(rule.check, function), params)
        for rule, function, params in engine.prepare_rules(position.army.book)
    ]
    engine._prepare_rules_with_scope.cache_clear()
    monkeypatch.setattr(engine, "prepare_rules", lambda _: law)
    found = after.causes
    engine._prepare_rules_with_scope.cache_clear()
    monkeypatch.undo()
    size = len(position.army.units)
    assert ("copies_limit", size + 1) in asked and ("unit_size", 1) in asked
    assert not {"one_leader", "enhancement_cap", "mission_limits"} & {check for check, _ in asked}
    assert plain(found) == plain(whole(after).causes)
