"""The rosters of boxes and heroes under examples/: each legal one is legal, each illegal one for one reason.

What is expected was written by hand from the files of the boxes and the catalogue.
"""

from __future__ import annotations

import pytest

from listbuilder.i18n.messages import LANGS
from listbuilder.roster.position import Position
from listbuilder.rules import messages
from tests import judged

GAMES = ("combat-patrol", "combat-patrol-11e", "spearhead", "space-marine-heroes")

LEGAL = {  # units on the table (a split one as its parts), models, and what is still to be chosen (at the table: an info)
    "combat-patrol/amonhotekhs-guard-bare": (5, 18, []),
    "combat-patrol/armiger-trailblazers": (2, 2, []),
    "combat-patrol/gordrangs-gitstompas-listed": (5, 25, []),
    "combat-patrol/guardians-of-the-throne": (4, 14, []),
    "combat-patrol/rampart-force-torreus": (5, 20, []),
    "combat-patrol/siguards-crusaders": (5, 17, []),
    "combat-patrol-11e/ardmob-listed": (6, 33, []),
    "combat-patrol-11e/assault-force-undecided": (5, 13, ["info CP11-03"]),
    "combat-patrol-11e/crowes-sanctifiers-split": (5, 17, []),
    "combat-patrol-11e/kygharils-protectors": (5, 21, []),
    "combat-patrol-11e/sudden-dawn-cadre": (4, 22, []),
    "combat-patrol-11e/tristraens-gilded-blades": (4, 11, []),
    "spearhead/skyhammer-task-force-listed": (5, 15, []),
    "spearhead/vigilant-brotherhood": (4, 10, []),
    "spearhead/wallsmasher-stomp-undecided": (3, 3, ["info SH-03", "info SH-04"]),
    "space-marine-heroes/five-plague-marines": (5, 5, []),
    "space-marine-heroes/no-slots-yet": (5, 5, ["warning SMH-03"]),
}

ILLEGAL = {  # the one thing that is wrong: the finding's key, and where it stands in the roster
    "combat-patrol/CP-01-resized": ("size", "units.2.models"),
    "combat-patrol/CP-01-missing": ("missing", "units"),
    "combat-patrol/CP-01-twice": ("more", "units.3"),
    "combat-patrol/CP-01-of-another-box": ("not_in_box", "units.3"),
    "combat-patrol/CP-01-of-another-game": ("of_another_game", "units.3"),
    "combat-patrol/CP-01-rearmed": ("wargear", "units.2.models"),
    "combat-patrol/CP-01-nothing-listed": ("nothing_listed", "units"),
    "combat-patrol/CP-01-choice-of-another-box": ("not_offered", "choices.unit"),
    "combat-patrol/CP-02-warlord": ("other", "warlord"),
    "combat-patrol/CP-02-warlord-of-the-other-enhancement": ("with_other", "warlord"),
    "combat-patrol/CP-03-of-another-box": ("of_another_box", "enhancement"),
    "combat-patrol/CP-03-both": ("several", "enhancement"),
    "combat-patrol/CP-04-cannot-be-split": ("cannot", "formations.split.0"),
    "combat-patrol/CP-04-into-other-parts": ("sizes", "formations.split.0.into"),
    "combat-patrol/CP-05-with-another-unit": (
        "not_listed",
        "formations.attached.overlord-amonhotekh",
    ),
    "combat-patrol/CP-05-must-lead": ("alone", ""),
    "combat-patrol/CP-06-not-taken": ("excluded", "formations.embarked.deathshroud-terminators"),
    "combat-patrol/CP-07-without-deep-strike": ("alone", "formations.reserves.0"),
    "combat-patrol-11e/CP11-01-missing": ("missing", "units"),
    "combat-patrol-11e/CP11-01-of-another-box": ("not_in_box", "units.5"),
    "combat-patrol-11e/CP11-01-of-another-edition": ("of_another_game", "units.6"),
    "combat-patrol-11e/CP11-01-rearmed": ("wargear", "units.0.models"),
    "combat-patrol-11e/CP11-01-resized": ("size", "units.1.models"),
    "combat-patrol-11e/CP11-01-twice": ("more", "units.2"),
    "combat-patrol-11e/CP11-02-warlord": ("other", "warlord"),
    "combat-patrol-11e/CP11-03-both": ("several", "enhancement"),
    "combat-patrol-11e/CP11-03-of-another-box": ("of_another_box", "enhancement"),
    "combat-patrol-11e/CP11-04-cannot-be-split": ("cannot", "formations.split.0"),
    "combat-patrol-11e/CP11-04-into-other-parts": ("sizes", "formations.split.0.into"),
    "combat-patrol-11e/CP11-05-two-leaders": ("too_many", "formations.attached.ardmob-weirdboy"),
    "combat-patrol-11e/CP11-05-with-another-unit": (
        "not_listed",
        "formations.attached.sanctuary-canoness-adalya",
    ),
    "combat-patrol-11e/CP11-06-not-taken": (
        "excluded",
        "formations.embarked.maggot-lords-deathshroud-terminators",
    ),
    "combat-patrol-11e/CP11-07-more-than-half": ("over", "formations.strategic_reserves"),
    "combat-patrol-11e/CP11-08-on-the-table": ("by_army_rule", ""),
    "spearhead/SH-01-resized": ("size", "units.3.models"),
    "spearhead/SH-01-missing": ("missing", "units"),
    "spearhead/SH-02-general": ("other", "general"),
    "spearhead/SH-03-of-another-box": ("of_another_box", "regiment_ability"),
    "spearhead/SH-03-both": ("several", "regiment_ability"),
    "spearhead/SH-04-of-another-box": ("of_another_box", "enhancement"),
    "spearhead/SH-05-nothing-to-choose": ("none_offered", "choices.unit"),
    "spearhead/SH-06-of-another-game": ("of_another_game", "units.4"),
    "space-marine-heroes/SMH-01-four-heroes": ("too_few", "heroes"),
    "space-marine-heroes/SMH-01-a-sixth-hero": ("too_many", "heroes.5"),
    "space-marine-heroes/SMH-02-owned-once-taken-twice": ("too_often", "heroes.4"),
    "space-marine-heroes/SMH-03-slot-6": ("unknown", "heroes.4.slot"),
    "space-marine-heroes/SMH-03-two-in-one-slot": ("doubled", "heroes.4.slot"),
}


def of_kind(kind: str) -> set[str]:
    return {f"{game}/{name}" for game in GAMES for name in judged.named(game, kind)}


def example(name: str, kind: str) -> Position:
    game, stem = name.split("/")
    return judged.example(game, kind, stem)


def test_every_example_is_expected() -> None:
    assert of_kind("legal") == set(LEGAL)
    assert of_kind("illegal") == set(ILLEGAL)


@pytest.mark.parametrize("name", LEGAL)
def test_legal(name: str) -> None:
    done = example(name, "legal")
    units, models, still_open = LEGAL[name]
    assert done.verdict == "legal"
    assert done.army is not None
    assert (len(done.army.units), sum(unit.models for unit in done.army.units)) == (units, models)
    assert [
        f"{f.severity} {f.code}" for f in done.findings if f.severity == "warning" or f.fixes
    ] == still_open


@pytest.mark.parametrize("name", ILLEGAL)
def test_illegal_for_one_reason(name: str) -> None:
    done = example(name, "illegal")
    errors = [f for f in done.findings if f.severity != "info"]
    assert done.verdict == "illegal"
    assert [(f.key, ".".join(map(str, f.path))) for f in errors] == [ILLEGAL[name]]
    assert name.split("/")[1].startswith(errors[0].code)
    for lang in LANGS:
        for finding in done.findings:
            texts = [
                messages.say_finding(finding, lang),
                *(messages.say_fix_title(finding, fix, lang) for fix in finding.fixes),
            ]
            assert all(text and "{" not in text for text in texts), (lang, texts)
