"""Rosters in disorder: nothing fails, every fix mends what it was offered for, can be taken back,
and leaves a list that can be read."""

from __future__ import annotations

import copy
import random
from functools import cache
from typing import Any

import pytest

from listbuilder.games.registry import get_game
from listbuilder.i18n.messages import LANGS
from listbuilder.rules import messages
from tests.games.boxed.box_data import BOXES, Data, bare, complete, judged, listed, load


@cache
def every_unit() -> list[str]:
    return [unit["id"] for game, box in BOXES for unit in load(game, box)["units"]]


def disorder(dice: random.Random) -> Data:
    game, box = dice.choice(BOXES)
    data = load(game, box)
    own = [unit["id"] for unit in data["units"]]
    roster = dice.choice([bare, complete, listed])(game, box)
    units: list[Data] = roster.get("units") or []
    for _ in range(dice.randint(0, 4) if dice.random() < 0.6 else 0):
        change_units(dice, units, own)
        roster["units"] = units
    if game == "combat-patrol" and dice.random() < 0.7:
        roster["formations"] = formations(dice, [*own, f"{own[0]}-2", f"{own[-1]}/squad-1"])
    for field in ("warlord" if game == "combat-patrol" else "general", "enhancement", "choices"):
        if dice.random() < 0.1:
            several = [data["enhancements"][0]["id"]] * 2
            roster[field] = (
                {"unit": own[0]}
                if field == "choices"
                else several
                if field == "enhancement"
                else dice.choice(own)
            )
    return roster


def change_units(dice: random.Random, units: list[Data], own: list[str]) -> None:
    kind = dice.random()
    if kind < 0.3 and units:
        units.pop(dice.randrange(len(units)))
    elif kind < 0.6:
        units.insert(
            dice.randint(0, len(units)), {"unit": dice.choice([*own, dice.choice(every_unit())])}
        )
    elif units:
        unit = dice.choice(units)
        if isinstance(unit.get("models"), list) and dice.random() < 0.7:
            group = dice.choice(unit["models"])
            group["count"] = dice.randint(1, 6)
            group["wargear"][dice.choice(["Butter knife", *group["wargear"]])] = dice.randint(1, 5)
        else:
            unit["models"] = dice.choice([1, 3, 5, None])


def formations(dice: random.Random, pool: list[str]) -> Data:
    found: dict[str, Any] = {}
    for field in ("attached", "embarked"):
        found[field] = {dice.choice(pool): dice.choice(pool) for _ in range(dice.randint(0, 3))}
    for field in ("reserves", "split"):
        found[field] = [dice.choice(pool) for _ in range(dice.randint(0, 3))]
    if found["split"] and dice.random() < 0.3:
        found["split"][0] = {"unit": found["split"][0], "into": dice.choice([[5, 5], [3, 3], []])}
    return found


@pytest.mark.parametrize("seed", range(400))
@pytest.mark.slow_but(150)
def test_disorder(seed: int) -> None:
    roster = disorder(random.Random(seed))
    done = judged(roster)
    for finding in done.findings:
        assert all("{" not in messages.say_finding(finding, lang) for lang in LANGS)
        for fix in finding.fixes:
            mended = copy.deepcopy(roster)
            back = fix.edit.apply_in_place(mended)
            after = judged(mended)
            if done.verdict != "unread":
                assert after.verdict != "unread", (finding.key, fix.key, after.problems)
                left = [(each.key, each.args, each.units) for each in after.findings]
                assert (finding.key, finding.args, finding.units) not in left, (roster, fix.key)
            back.apply_in_place(mended)
            assert mended == roster
    if done.army is not None:
        game = get_game(done.army.book.system)
        assert sum(len(column.units) for column in game.group_units_by_role(done.army)) == len(
            done.army.list_known_units()
        ) - splits(done.army)
        assert all(game.list_remarks(done.army, unit) is not None for unit in done.army.units)


def splits(army: Any) -> int:
    """Parts of split units: on the table their whole stands for them."""
    return sum(unit.whole is not None for unit in army.units)
