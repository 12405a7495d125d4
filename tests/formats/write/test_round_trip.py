"""What is exported is imported again as the same roster: every legal example in every form that import reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.formats.import_list import import_list, judge_list
from listbuilder.formats.seal import strip_private
from listbuilder.games.aos.army import RegimentArmy, RegimentUnit
from listbuilder.games.wh40k.army import Muster
from listbuilder.roster.position import Position
from tests.formats.write.made import EXAMPLES, GAMES, LIBRARY, ROSTERS, exported, forms_of, judged

MUSTERED = sorted((EXAMPLES / "40k-10e" / "legal").glob("*.yaml"))
FORMS = (
    "gw",
    "wtc",
    "atc-2026",
    "wtc-compact",
    "nr-simple",
    "ros",
    "rosz",
    "newrecruit-json",
    "rosterizer-json",
)
OF_REGIMENTS = sorted((EXAMPLES / "aos" / "legal").glob("*.yaml"))


def mustered(done: Position) -> tuple[Any, ...]:
    """Everything the army is: units with what each model carries, and what it is mustered under."""
    army, system = done.army, done.system
    assert isinstance(army, Muster) and system is not None
    units = []
    for unit in army.muster_units:
        models: dict[Any, int] = {}
        for group in system.list_carried_wargear(army, unit):
            for load in group.each:
                key = (group.model, tuple(sorted(load.items.items())))
                models[key] = models.get(key, 0) + load.count
        bought = tuple(enhancement.id for enhancement in unit.enhancements)
        units.append(
            (
                unit.datasheet_id,
                unit.points,
                sorted(models.items()),
                bought,
                unit.warlord,
                unit.chosen_keyword,
            )
        )
    return (
        sorted(units, key=str),
        army.faction_id,
        army.chapter,
        army.size_given,
        [each.given for each in army.chosen],
        army.points,
    )


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("file", MUSTERED, ids=lambda file: file.stem)
def test_mustered(file: Path, form: str) -> None:
    before = judged(file)
    after = judge_list(exported(file, form), "x", LIBRARY)
    assert after.problems == []
    assert mustered(after) == mustered(before)
    assert after.verdict == "legal"
    assert after.army is not None and before.army is not None
    assert after.army.name == (
        "" if form == "atc-2026" else before.army.name
    )  # whose head has no place for it


def unit(each: RegimentUnit) -> tuple[Any, ...]:
    borne = tuple(sorted(each.enhancement.id for each in each.borne))
    return each.datasheet_id, each.points, each.post, each.reinforced, each.general, borne


def of_regiments(done: Position) -> dict[str, Any]:
    army = done.army
    assert isinstance(army, RegimentArmy)
    regiments = [[unit(each) for each in regiment.units] for regiment in army.regiments]
    return {
        "head": (
            army.name,
            army.faction_id,
            army.season and army.season.name,
            army.limit,
            army.points,
            army.renown and army.renown.id,
        ),
        "regiments": sorted(
            regiments, key=lambda units: (not any(each[4] for each in units), str(units))
        ),
        "auxiliary": sorted(unit(each) for each in army.auxiliaries),
        "renown": [
            (taken.regiment.id, [unit(each) for each in taken.units]) for taken in army.renown_taken
        ],
        "chosen": sorted(each.id for each in army.list_choices()),
    }


@pytest.mark.parametrize("form", ["aos-app", "ros", "rosz", "newrecruit-json"])
@pytest.mark.parametrize("file", OF_REGIMENTS, ids=lambda file: file.stem)
def test_of_regiments(file: Path, form: str) -> None:
    before = judged(file)
    day = before.army.priced_on if before.army else None
    after = judge_list(exported(file, form), "x", LIBRARY, as_of=day)
    assert after.problems == []
    assert of_regiments(after) == of_regiments(before)
    assert after.verdict == before.verdict


@pytest.mark.parametrize("form", ["html", "pdf", "json", "svg", "qr"])
@pytest.mark.parametrize("game", GAMES)
def test_our_own_forms_hold_every_key(game: str, form: str) -> None:
    """The roster itself, with its ids, names and notes: not a list that means the same."""
    file = ROSTERS / f"{game}.yaml"
    made = import_list(exported(file, form, audience="me", formations=True), "x", LIBRARY)
    document = judged(file).document
    assert made.document is not None and document is not None
    assert made.document.data == strip_private(document.data, formations=True, notes=True)
    again = judge_list(exported(file, form, audience="me", formations=True), "x", LIBRARY)
    assert (again.verdict, again.problems, again.format) == (
        judged(file).verdict,
        [],
        "listbuilder",
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_form_is_of_a_game(game: str) -> None:
    assert all(exported(ROSTERS / f"{game}.yaml", form) for form in forms_of(game))
