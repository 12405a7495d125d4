"""Large rosters with much wrong in them: the verdict is whole, and what helps to mend them is looked for within bounds.

Nothing here looks at a clock: what is counted are calls of functions, tries of searches and readings of the roster.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from listbuilder.cli import verdict_json, verdict_text
from listbuilder.cli.context import Context
from listbuilder.data.library import Library
from listbuilder.i18n.messages import LANGS
from listbuilder.model.edit import Edit
from listbuilder.model.finding import LazyFixes
from listbuilder.model.limits import MAX_EXPLAINED, NODES_READ_AGAIN, PROOF, REPAIR_TRIES
from listbuilder.roster.position import Position
from listbuilder.rules import messages
from listbuilder.wargear import repair
from listbuilder.wargear.nearest import Nearest, find_nearest

LIBRARY = Library()
CONTEXT = Context("en", "text", None, LIBRARY, False)
NECRONS = {
    "system": "warhammer-40k-10e",
    "faction": "necrons",
    "battle_size": "strike-force",
    "detachment": "awakened-dynasty",
}
Roster = dict[str, Any]


def judged(roster: Roster, library: Library = LIBRARY) -> Position:
    return Position.read(json.dumps(roster).encode(), "a.yaml", library)


def misarmed(count: int, alike: bool = False) -> Roster:
    """Immortals with wargear that no use of their options gives, in each unit another."""
    rng = random.Random(5)
    units = []
    for number in range(count):
        wrong = {"gauss blaster": 7, "tesla carbine": 7, "close combat weapon": 10}
        if not alike:
            wrong = {
                "gauss blaster": rng.randint(1, 9),
                "tesla carbine": rng.randint(1, 9),
                "close combat weapon": 11 + number,
            }
        units.append(
            {
                "datasheet": "immortals",
                "models": [{"model": "Immortal", "count": 10, "wargear": wrong}],
            }
        )
    return {**NECRONS, "units": units}


def hard(count: int) -> Roster:
    """A datasheet with many options, so that explaining and mending take long."""
    rng = random.Random(5)
    items = [
        "accursed weapon",
        "chainfist",
        "power fist",
        "combi-bolter",
        "combi-weapon",
        "heavy flamer",
        "reaper autocannon",
    ]
    groups = [("Terminator Champion", 1), ("Chaos Terminator", 9)]
    units = [
        {
            "datasheet": "chaos-terminator-squad",
            "models": [
                {
                    "model": model,
                    "count": size,
                    "wargear": {item: rng.randint(1, size) for item in rng.sample(items, 4)},
                }
                for model, size in groups
            ],
        }
        for _ in range(count)
    ]
    return {
        **NECRONS,
        "faction": "chaos-space-marines",
        "detachment": "pactbound-zealots",
        "units": units,
    }


def strange(count: int) -> Roster:
    wargear = {f"gauss blastor {number}": 1 for number in range(60)}
    unit = {
        "datasheet": "immortals",
        "models": [{"model": "Immortal", "count": 10, "wargear": wargear}],
    }
    units = [
        {**unit, "models": [{"model": "Immortal", "count": 10, "wargear": {**wargear, f"x{n}": 1}}]}
        for n in range(count)
    ]
    return {**NECRONS, "units": units}


def crowded(count: int) -> Roster:
    """All attached to one, all aboard another, all in both reserves."""
    ids = [f"u{number}" for number in range(count)]
    sheets = ["necron-warriors", "ghost-ark", "overlord", "doom-scythe", "royal-warden"]
    return {
        **NECRONS,
        "units": [{"id": each, "datasheet": sheets[place % 5]} for place, each in enumerate(ids)],
        "formations": {
            "attached": dict.fromkeys(ids[2::5] + ids[4::5], "u0"),
            "embarked": dict.fromkeys(ids[::5], "u1"),
            "strategic_reserves": ids,
            "reserves": ids,
            "hover": ids[3::5],
        },
    }


def led_by_all(count: int) -> Roster:
    ids = [f"u{number}" for number in range(count)]
    units = [
        {"id": each, "datasheet": "overlord" if place else "necron-warriors"}
        for place, each in enumerate(ids)
    ]
    return {**NECRONS, "units": units, "formations": {"attached": dict.fromkeys(ids[1:], "u0")}}


def unknown_ids(count: int) -> Roster:
    units = [{"id": f"immortals-no-{number}", "datasheet": "immortals"} for number in range(count)]
    attached = {f"immortal-no-{number}": f"imortals-no-{number}" for number in range(count)}
    return {**NECRONS, "units": units, "formations": {"attached": attached}}


def unknown_units(count: int) -> Roster:
    return {
        **NECRONS,
        "faction": "space-marines",
        "units": [{"datasheet": f"tactical-squid-{n}"} for n in range(count)],
    }


def regiments(count: int) -> Roster:
    hero = {
        "unit": "lord-vigilant-on-gryph-stalker",
        "general": True,
        "enhancements": ["no-such-thing"],
    }
    lost = {"unit": "lord-vigilant-on-gryph-stalker"}
    return {
        "system": "age-of-sigmar-4e",
        "faction": "stormcast-eternals",
        "regiments": [{"hero": hero, "units": [lost]} for _ in range(count // 2)],
    }


def led_by_troops(count: int) -> Roster:
    one = {"hero": {"unit": "liberators"}, "units": [{"unit": "lord-vigilant-on-gryph-stalker"}]}
    return {
        "system": "age-of-sigmar-4e",
        "faction": "stormcast-eternals",
        "regiments": [one] * (count // 2),
    }


def unknown_scrolls(count: int) -> Roster:
    units = [{"hero": {"unit": f"clanrots-{number}"}, "units": []} for number in range(count)]
    return {"system": "age-of-sigmar-4e", "faction": "skaven", "regiments": units}


def boxed(count: int) -> Roster:
    units = [{"unit": "immortals", "models": number % 30 + 1} for number in range(count)]
    return {"system": "combat-patrol", "patrol": "amonhotekhs-guard", "units": units}


LARGE = [
    misarmed, hard, strange, crowded, led_by_all, unknown_ids, unknown_units, regiments, led_by_troops, unknown_scrolls, boxed,
]  # fmt: skip


def calls_of(work: Callable[[], object]) -> int:
    """Functions called, Python's own and those of C: an operation count that no busy machine changes."""
    count = 0

    def seen(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def work(roster: Roster) -> tuple[int, int]:
    """What judging takes, and what showing the verdict takes."""
    done = judged(roster)
    return calls_of(done.compute_verdict), calls_of(
        lambda: verdict_text.build_verdict_text(done, CONTEXT, everything=True)
    )


@pytest.mark.parametrize("make", LARGE, ids=lambda make: make.__name__)
@pytest.mark.slow
def test_the_work_grows_with_the_roster_and_not_with_its_square(
    make: Callable[[int], Roster],
) -> None:
    """Four times the units are at most six times the work. A square would be sixteen times, and hundreds of millions."""
    work(make(10))  # data and words are loaded once
    (judging, showing), (more_judging, more_showing) = work(make(100)), work(make(400))
    budget = (
        10_000_000  # calls in which all that is allowed for fixes is spent: reading and searching
    )
    assert more_judging < 6 * judging + 100_000, (judging, more_judging)
    assert more_judging < 5_000_000
    assert more_showing < 6 * showing + budget, (showing, more_showing)


@pytest.mark.slow
def test_what_is_shown_of_a_usual_army_is_not_bounded() -> None:
    """Twenty units, every one wrong: all explained, all with fixes and the points after them."""
    done = judged(misarmed(20))
    assert len({finding.path[:2] for finding in done.findings if finding.code == "40K-14"}) == 20
    assert all(finding.key != "not_explained" for finding in done.findings)
    assert all(len(finding.fixes) == 1 for finding in done.findings if finding.code == "40K-14")
    text = verdict_text.build_verdict_text(done, CONTEXT, everything=True)
    assert text.count("error[40K-14]: ") >= 20
    assert text.count("\n  fix   ") == text.count(
        "\nerror["
    )  # a fix of its own, or the one above that solves it too
    assert "fixes are shown for the first" not in text
    assert "fixes_shown_for" not in verdict_json.build_roster(done, CONTEXT)


def test_no_fix_is_looked_for_before_somebody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    real = repair.find_nearest_legal

    def counted(*given: Any) -> Any:
        asked.append(given)
        return real(*given)

    monkeypatch.setattr(repair, "find_nearest_legal", counted)
    done = judged(misarmed(800))
    assert (done.verdict, asked) == ("illegal", [])
    finding = next(finding for finding in done.findings if finding.code == "40K-14")
    assert len(finding.fixes) == len(finding.fixes) == 1
    assert len(asked) == 1


@pytest.mark.parametrize("alike", [False, True])
def test_every_wrong_unit_has_a_finding_whether_it_is_explained_or_not(alike: bool) -> None:
    found = [
        finding for finding in judged(misarmed(800, alike)).findings if finding.code == "40K-14"
    ]
    assert {finding.path[:2] for finding in found} == {("units", place) for place in range(800)}
    explained = {finding.path[:2] for finding in found if finding.key != "not_explained"}
    assert len(explained) == (
        800 if alike else MAX_EXPLAINED
    )  # the same slip 800 times is explained 800 times
    for finding in found:
        assert finding.severity == "error"
        if finding.key == "not_explained":
            said = "Immortals: the options don't allow this wargear (reasons shown for the first 60 such units only)"
            assert messages.say_finding(finding, "en") == said
            assert all("60" in messages.say_finding(finding, lang) for lang in LANGS)


def test_what_is_explained_does_not_hang_on_what_was_judged_before() -> None:
    """The solver remembers loadouts; a roster judged a second time must read the same."""
    roster = misarmed(200)
    first = [messages.say_finding(finding, "en") for finding in judged(roster).findings]
    half = {**roster, "units": list(reversed(roster["units"]))}
    judged(half)
    assert [messages.say_finding(finding, "en") for finding in judged(roster).findings] == first


def test_unexplained_and_explained_are_one_verdict() -> None:
    """Every loadout of the hard datasheet, judged both ways."""
    from listbuilder.wargear.check import check_wargear

    army = judged(hard(40)).army
    assert army is not None
    for unit in army.units:
        sheet = unit.datasheet  # type: ignore[attr-defined]
        short, whole = (
            check_wargear(sheet, unit.groups, explained=False),
            check_wargear(sheet, unit.groups),
        )
        assert (short.status, short.reason) == (whole.status, whole.reason)
        assert short.violations == ()


def test_the_tries_of_a_roster_are_bounded_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spent: list[int] = []
    real = find_nearest

    def counted(*given: Any) -> Nearest | None:
        near = real(*given)
        spent.append(near.tries if near else 0)
        return near

    monkeypatch.setattr(repair, "find_nearest", counted)
    fresh = Library()  # whose datasheets remember nothing
    found = [
        finding.fixes for finding in judged(hard(300), fresh).findings if finding.code == "40K-14"
    ]
    assert all(isinstance(fixes, LazyFixes) for fixes in found)
    helped = [len(fixes) for fixes in found]
    assert 0 < sum(spent) <= REPAIR_TRIES + PROOF
    ended = helped.index(0)
    assert ended > 0 and not any(helped[ended:])
    assert [isinstance(fixes, LazyFixes) and fixes.given_up for fixes in found] == [
        not helpful for helpful in helped
    ]


@pytest.mark.parametrize(("make", "count"), [(misarmed, 800), (led_by_troops, 800), (hard, 300)])
@pytest.mark.slow_but(1)
def test_the_readings_of_a_roster_are_bounded_and_that_is_said(
    make: Callable[[int], Roster], count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    real = Position.apply

    def counted(done: Position, edit: Edit) -> Position:
        assert done.document is not None
        read.append(len(done.document.marks))
        return real(done, edit)

    monkeypatch.setattr(Position, "apply", counted)
    done = judged(make(count))
    text = verdict_text.build_verdict_text(done, CONTEXT, everything=True)
    assert 0 < sum(read) <= NODES_READ_AGAIN
    assert 0 < text.count("\n  fix   ") <= len(read)
    (said,) = [line for line in text.splitlines() if "fixes are shown for the first" in line]
    number = int("".join(letter for letter in said if letter.isdigit()))
    assert text[: text.rindex("\n  fix   ")].count("\nerror[") <= number

    told = verdict_json.build_roster(judged(make(count)), CONTEXT)
    with_fixes = [place for place, finding in enumerate(told["findings"]) if finding["fixes"]]
    assert 0 < len(with_fixes) < len(told["findings"])
    assert max(with_fixes) < told["fixes_shown_for"]
    assert len(told["findings"]) == len(done.findings)
