"""`fix` offers what mends a list, and nothing else."""

from __future__ import annotations

import copy
import re
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from listbuilder.advice import move_text
from listbuilder.advice.fix import find_fixes
from listbuilder.advice.fix_plan import RemovalTitle
from listbuilder.games import game_wording as games
from listbuilder.i18n.messages import LANGS
from listbuilder.model.army import Army
from listbuilder.model.finding import Stamped
from listbuilder.roster.offers import Offers
from listbuilder.roster.position import Position
from listbuilder.rules import engine, messages
from listbuilder.yamlio import reader
from tests.advice.breaking import LIBRARY, ROOT, broken, faults, read_again
from tests.rules import test_cases as rules

CASES = reader.read_yaml(
    (Path(__file__).parent / "fixes.yaml").read_bytes(), "fixes.yaml", reader.DATA_BYTES
).data["cases"]
ILLEGAL = sorted((ROOT / "examples").glob("*/illegal/*.yaml"))


def position_of(roster: dict[str, Any], as_of: str | None = None) -> Position:
    return Position(reader.read_yaml(msgspec.json.encode(roster), "case"), LIBRARY, as_of=as_of)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    position = position_of(case["roster"])
    assert position.verdict == "illegal"
    first, *_ = find_fixes(position).answers
    if "heroes" in case:
        assert sorted(hero["hero"] for hero in first.after.data["heroes"]) == case["heroes"]
    else:
        assert first.after.data == {**case["roster"], **case["first"]}
    assert read_again(first.after).verdict == "legal"
    offers = Offers(position)
    opens = {
        messages.say_fix_title(finding, offer.fix, "en"): [each.code for each in offer.opens]
        for finding in position.findings
        for offer in offers.list_offers(finding)
    }
    assert {title: codes for title, codes in opens.items() if codes} == case.get("alone", {})


def _sound(position: Position, where: str) -> None:
    """Every offer is legal, is what its edit makes, needs all of its moves, and is said in every language; none says
    what another does, and more.
    """
    answers = find_fixes(position).answers
    told = [
        Counter(move_text.format_title(move, position.system, "en") for move in answer.moves)
        for answer in answers
    ]
    assert not [(one, other) for one, other in permutations(told, 2) if one <= other], where
    for answer in answers:
        before = copy.deepcopy(position.data)
        assert position.apply(answer.edit).data == answer.after.data, where
        assert position.data == before, where
        again = Position(
            reader.read_yaml(msgspec.json.encode(answer.after.data), "again"),
            LIBRARY,
            as_of=position.as_of,
        )
        assert again.verdict == "legal", where
        for lang in LANGS:
            titles = [move_text.format_title(move, position.system, lang) for move in answer.moves]
            assert all(title and "{" not in title for title in titles), (where, titles)
            assert not [
                given for given in _ids(position.data) for title in titles if given in title
            ], (where, titles)
        for title in (move.title for move in answer.moves):
            if isinstance(title, RemovalTitle):
                assert any(
                    games.has_words(position.system, f"field.{key}", "en") for key in title.keys
                ), (where, title)


def _ids(data: Any) -> set[str]:
    """What stands in the roster for the program's sake: nothing to be read to a player."""
    if isinstance(data, dict):
        return {
            found
            for key, value in data.items()
            for found in ({key} if "_" in key else set()) | _ids(value)
        }
    if isinstance(data, list):
        return {found for each in data for found in _ids(each)}
    return {data} if isinstance(data, str) and re.fullmatch(r"[a-z]+(-[a-z]+)+", data) else set()


def _offered(file: str) -> list[list[str]]:
    path = ROOT / "examples" / file
    position = Position.read(path.read_bytes(), path.name, LIBRARY)
    return [
        [move_text.format_title(move, position.system, "en") for move in answer.moves]
        for answer in find_fixes(position).answers
    ]


def test_what_a_move_takes_elsewhere_does_not_go_with_the_rest() -> None:
    """Skink Starseer leads the others (700 points of 840 with him): taken into a regiment of his own, he stays."""
    offers = _offered("aos/illegal/AOS-13-regiment-options-full.yaml")
    alone = "Move Skink Starseer to a new regiment"
    assert [alone, "Remove Stegadon, Engine of the Gods and Kroxigor (-700)"] in offers
    moved = _offered("aos/illegal/AOS-04-faction.yaml")
    assert moved == [
        ["Remove Brood Terror (-200)"]
    ]  # not moved to another place first, and removed there


def test_what_belongs_to_another_faction_is_called_by_its_name() -> None:
    said = [line for offer in _offered("aos/illegal/AOS-20-faction-terrain.yaml") for line in offer]
    assert "Faction terrain: Realmshaper Engine instead of Gnawhole" in said
    said = [
        line
        for offer in _offered("40k-11e/illegal/11E-04-detachment-of-another-faction.yaml")
        for line in offer
    ]
    assert "Drop War Horde (Detachment)" in said


def test_two_in_one_slot_are_where_they_are() -> None:
    said = [
        line
        for offer in _offered("space-marine-heroes/illegal/SMH-03-two-in-one-slot.yaml")
        for line in offer
    ]
    assert "Pustus: Slot – (now slot 4)" in said


def test_what_a_box_says_of_its_units_is_called_so() -> None:
    assert ["Remove units from the roster"] in _offered("combat-patrol/illegal/CP-01-missing.yaml")
    assert _offered("spearhead/illegal/SH-05-nothing-to-choose.yaml") == [
        ["Remove the choice Liberators"]
    ]


@pytest.mark.parametrize("file", ILLEGAL, ids=lambda file: file.stem)
@pytest.mark.slow_but(20)
def test_every_illegal_example_is_mended(file: Path) -> None:
    position = Position.read(file.read_bytes(), file.name, LIBRARY)
    assert find_fixes(position).answers
    _sound(position, file.name)


# Nothing of the kinds that are tried mends these: an army is to be made of nothing, the collection has too few,
# and where nobody can be the warlord.
STANDING = {
    "nobody is there",
    "not owned, and nothing to take instead",
    "owned once and taken three times",
    "the only one to take instead is owned once, and taken",
    "two who may never be it, and nobody else",
}


@pytest.mark.slow
def test_every_illegal_rule_case_is_mended() -> None:
    mended = 0
    for game, (_, code), data, case in (each.values for each in rules.cases()):
        position = Position(
            rules.as_document(rules.roster_of(data, case)), LIBRARY, as_of=case.get("as_of")
        )
        if "missions" in case or position.verdict != "illegal":
            continue
        mending = find_fixes(position, answers=1)
        assert bool(mending.answers) != bool(mending.standing)
        assert bool(mending.answers) or case["name"] in STANDING, f"{game} {code}: {case['name']}"
        assert all(answer.after.verdict == "legal" for answer in mending.answers), (
            f"{game} {code}: {case['name']}"
        )
        mended += 1
    assert mended > 400


@pytest.mark.slow
def test_broken_lists_are_mended() -> None:
    """A few of every game; `python -m tools.prove_advice` does the same with hundreds."""
    tried = 0
    for number in range(46):
        legal, position, edit = broken(number)
        if position.verdict == "illegal":  # some lists of a box have little that could be broken
            tried += 1
            assert list(faults(legal, position, edit)) == [], number
    assert tried >= 40


def test_nothing_is_offered_for_what_is_legal_or_unread() -> None:
    legal = ROOT / "examples" / "40k-10e" / "legal" / "orks-war-horde.yaml"
    assert find_fixes(Position.read(legal.read_bytes(), "", LIBRARY)).answers == ()
    unread = position_of({**CASES[0]["roster"], "units": [{"datasheet": "no-such-thing"}]})
    assert unread.verdict == "unread"
    mending = find_fixes(unread)
    assert (mending.answers, mending.standing) == ((), ())


def test_what_stands_is_named() -> None:
    heroes = [
        {"hero": hero, "slot": slot}
        for slot, hero in enumerate(["scabos", "scabos", "scabos", "morslug", "gangrus"], 1)
    ]
    position = position_of(
        {
            "system": "space-marine-heroes",
            "heroes": heroes,
            "collection": {"scabos": 1, "morslug": 1, "gangrus": 1},
        }
    )
    mending = find_fixes(position)
    assert mending.answers == ()
    assert [finding.code for finding in mending.standing] == ["SMH-02"]


IRONJAWZ = (
    ROOT / "examples" / "aos" / "legal" / "ironjawz-five-lone-bosses.yaml"
)  # 1870 points, 320 of them a regiment of renown


def test_what_is_wrong_in_two_ways_is_mended_by_what_helps_against_both() -> None:
    """870 points and three units too many: what is only moved away takes no points off, what goes helps against both."""
    data = copy.deepcopy(Position.read(IRONJAWZ.read_bytes(), "", LIBRARY).data)
    data["points_limit"] = 1960  # 1870 and three times 320
    data["regiments"][0]["units"] += [{"unit": "brutes", "reinforced": True} for _ in range(3)]
    first, *_ = find_fixes(position_of(data)).answers
    assert first.units_lost <= 3
    assert first.things <= 5


def test_units_of_a_regiment_of_renown_are_units() -> None:
    """30 points too many: three units go with the regiment, one is enough."""
    data = copy.deepcopy(Position.read(IRONJAWZ.read_bytes(), "", LIBRARY).data)
    data["regiments"][1]["units"] = [{"unit": "brutes"}]
    answers = find_fixes(position_of(data)).answers
    assert [
        answer.units_lost
        for answer in answers
        if answer.after.data.get("regiment_of_renown") is None
    ] in ([], [3])
    assert answers[0].units_lost <= 1


def test_of_a_very_large_list_little_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    units = [{"datasheet": "lychguard"} for _ in range(300)]
    roster = {**CASES[-1]["roster"], "units": [{"datasheet": "overlord", "warlord": True}, *units]}
    position = position_of(roster)
    assert position.verdict == "illegal"
    judged: list[Army] = []
    known = engine.run_rules

    def counting(army: Army) -> list[Stamped]:
        judged.append(army)
        return known(army)

    monkeypatch.setattr(engine, "run_rules", counting)
    find_fixes(position)
    assert len(judged) < 50


def test_what_another_faction_has_is_called_by_its_name() -> None:
    """A regiment of renown that may not join this army: the choice instead of it says its name, not its id."""
    file = next(
        file
        for file in sorted((ROOT / "examples").rglob("*.yaml"))
        if b"brands-oathbound" in file.read_bytes()
    )
    position = Position.read(file.read_bytes(), "", LIBRARY)
    titles = [
        move_text.format_title(move, position.system, "en")
        for answer in find_fixes(position).answers
        for move in answer.moves
    ]
    assert any(each.endswith("instead of Brand's Oathbound (+200)") for each in titles), titles


def test_of_an_army_that_nobody_plays_it_is_said_that_nothing_was_searched() -> None:
    units = [
        {"datasheet": "overlord", "warlord": True},
        *({"datasheet": "lychguard"} for _ in range(999)),
    ]
    found = find_fixes(position_of({**CASES[-1]["roster"], "units": units}))
    assert found.too_large is not None and found.too_large.args == {"count": 1000, "limit": 100}
    assert found.answers == () and found.standing
    assert find_fixes(position_of({**CASES[-1]["roster"], "units": units[:100]})).too_large is None
