"""`why` answers what the law would say, and every offer really admits the thing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from listbuilder.advice import move_text
from listbuilder.advice.fix_plan import Plan
from listbuilder.advice.fix_state import Answer
from listbuilder.advice.marks import mark_all_offers
from listbuilder.advice.things import find_things, find_unit
from listbuilder.advice.why import Why, explain_why
from listbuilder.i18n.messages import LANGS
from listbuilder.model.edit import Edit
from listbuilder.roster import commands
from listbuilder.roster.effect import compute_effect
from listbuilder.roster.position import Position
from listbuilder.yamlio.reader import YamlDocument
from tests.advice.breaking import LEGAL, LIBRARY, ROOT, read_again

NECRONS = ROOT / "examples" / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml"
SERAPHON = ROOT / "examples" / "aos" / "illegal" / "AOS-01-points-limit.yaml"
GUARD = ROOT / "examples" / "40k-10e" / "legal" / "astra-militarum-with-armigers.yaml"
COURTS = ROOT / "examples" / "40k-11e" / "legal" / "necrons-two-detachments.yaml"
HEROES = ROOT / "examples" / "space-marine-heroes" / "legal" / "five-plague-marines.yaml"
PATROL = ROOT / "examples" / "combat-patrol" / "legal" / "amonhotekhs-guard-bare.yaml"


def opened(file: Path) -> Position:
    return Position.read(file.read_bytes(), file.name, LIBRARY)


def asked(file: Path, name: str, to: str | None = None) -> tuple[Position, Why]:
    position = opened(file)
    unit = find_unit(position, to)[0] if to else None
    answer = explain_why(position, find_things(position, name, unit).things)
    assert answer is not None
    return position, answer


def admits(position: Position, answer: Why, edit: Edit) -> bool:
    """By the law alone: the whole edit makes nothing worse than it was."""
    whole = Edit((*answer.way.edit.steps, *edit.steps))
    try:
        return compute_effect(whole, position, position.apply(whole)).allowed
    except IndexError:  # a move that goes on from one that is left out
        return False


def _check(position: Position, answer: Why) -> None:
    for offer in answer.answers:
        assert admits(position, answer, offer.edit)
        for left_out in offer.moves:
            rest = [move for move in offer.moves if move is not left_out]
            assert not admits(position, answer, Plan(answer.added.data, rest).edit), (
                move_text.format_title(left_out, position.system, "en")
            )
    for lang in LANGS:
        for title in (
            move_text.format_title(move, position.system, lang)
            for each in _all(answer)
            for move in each.moves
        ):
            assert title and "{" not in title


def _all(answer: Why) -> Iterator[Answer]:
    yield from answer.answers
    for reason in answer.reasons:
        yield from reason.answers


# file, thing, unit, then: kind, name, the codes in the way, and a line of one of the offers
CASES: list[tuple[Path, str, str | None, str, str, list[str], str | None]] = [
    (NECRONS, "monolith", None, "unit", "Monolith", ["40K-02"], "Remove C'tan Shard of the Nightbringer (-340)"),
    (NECRONS, "silent king", None, "unit", "The Silent King", ["40K-02", "40K-12"], "Make The Silent King the Warlord"),
    (NECRONS, "ネクロン・ウォリアー", None, "unit", "Necron Warriors", ["40K-02"], None),
    (NECRONS, "gauntlet of compression", "plasmancer", "enhancement", "Gauntlet of Compression", ["40K-02", "40K-11"],
     "Detachment: Cryptek Conclave instead of Awakened Dynasty"),
    (NECRONS, "plasmancer", "wraiths", "attached", "Plasmancer", ["40K-20"], None),
    (NECRONS, "immortals", "ghost-ark", "embarked", "Immortals", ["40K-22"], None),
    (NECRONS, "gauss reaper", "phalanx", "wargear", "gauss reaper", [], None),
    (NECRONS, "scythe of the nightbringer", "overlord", "wargear", "Scythe of the Nightbringer", ["40K-14"], None),
    (NECRONS, "obeisance", None, "detachment", "Obeisance Phalanx", ["40K-11", "40K-11"],
     "Remove Veil of Darkness from Overlord (-20)"),
    (SERAPHON, "kroak", None, "unit", "Lord Kroak", ["AOS-01", "AOS-15"], "Make Lord Kroak the general"),
    (SERAPHON, "primal jungles", None, "spell_lore", "Lore of Primal Jungles", [], None),
    (SERAPHON, "drycha", None, "regiment_of_renown", "Drycha's Talons", ["AOS-01"], None),
    (HEROES, "pustus", None, "unit", "Pustus", ["SMH-01"], "Remove Pustus"),  # the collection has one of him
    (PATROL, "resonant", None, "enhancement", "Protocol of Resonant Focus", [], None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "name", "to", "kind", "found", "codes", "line"), CASES, ids=[case[1] for case in CASES]
)
@pytest.mark.slow_but(7)
def test_an_answer(
    file: Path, name: str, to: str | None, kind: str, found: str, codes: list[str], line: str | None
) -> None:
    position, answer = asked(file, name, to)
    assert (answer.thing.kind, answer.thing.name) == (kind, found)
    assert [reason.finding.code for reason in answer.reasons] == codes
    assert answer.is_allowed == (not codes)
    assert answer.has_only_points_against == (bool(codes) and set(codes) <= {"40K-02", "AOS-01"})
    lines = [
        move_text.format_title(move, position.system, "en")
        for each in answer.answers
        for move in each.moves
    ]
    assert line is None or line in lines
    _check(position, answer)


def test_the_selections_that_cause_it_are_named() -> None:
    _, answer = asked(NECRONS, "silent king")
    assert [[unit.name for unit in reason.causes] for reason in answer.reasons] == [
        ["The Silent King"],
        ["Overlord", "The Silent King"],
    ]


def test_what_is_wrong_already_is_no_reason() -> None:
    """The list is ten points over; a lore costs none."""
    position, answer = asked(SERAPHON, "primal jungles")
    assert position.verdict == "illegal"
    assert (answer.is_allowed, answer.reasons) == (True, ())


def test_each_reason_has_what_clears_it_alone() -> None:
    _, answer = asked(NECRONS, "silent king")
    over, warlord = answer.reasons
    for reason, other in ((over, "40K-12"), (warlord, "40K-02")):
        for each in reason.answers:
            assert {found.code for found in each.after.findings if found.severity == "error"} == {
                other
            }


@pytest.mark.parametrize(
    "file", [NECRONS, COURTS, GUARD, SERAPHON, HEROES], ids=lambda file: file.stem
)
@pytest.mark.slow
def test_offers_of_many_things_admit_them(file: Path) -> None:
    position = opened(file)
    assert position.army is not None
    every = position.editor.list_offers(position.army)
    refused = 0
    for offer in every[:: max(1, len(every) // 6)]:
        answer = explain_why(position, find_things(position, offer.name, None).things)
        assert answer is not None
        refused += not answer.is_allowed
        _check(position, answer)
    assert refused


def test_what_does_not_exist_gets_the_nearest() -> None:
    position = opened(NECRONS)
    found = find_things(position, "vail of drakness", None)
    assert [thing.name for thing in found.things] == ["Veil of Darkness"]
    unknown = find_things(position, "zzzzqq", None)
    assert (unknown.things, bool(unknown.near)) == ((), True)


def test_questions_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = opened(NECRONS)
    asked(NECRONS, "silent king")
    assert opened(NECRONS).data == before.data
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.parametrize(
    "file",
    [file for file in LEGAL if file.parent.parent.name != "spearhead"],
    ids=lambda file: file.stem,
)
@pytest.mark.slow_but(10)
def test_marks_are_what_the_law_says_of_each(file: Path) -> None:
    position = opened(file)
    assert position.army is not None
    expected: dict[str, Any] = {}
    for offer in position.editor.list_offers(position.army):
        added = commands.place_addition_with_effect(position, offer.id)
        assert added is not None
        expected[offer.id] = added[1]
    found = {mark.offer.id: mark.effect for mark in mark_all_offers(position)}
    assert list(found) == list(expected)
    for each, effect in expected.items():
        assert (found[each].allowed, found[each].only_points, found[each].points) == (
            effect.allowed,
            effect.only_points,
            effect.points,
        )
        assert [(f.code, f.key, f.path, f.args) for f in found[each].against] == [
            (f.code, f.key, f.path, f.args) for f in effect.against
        ]


def test_an_allowed_thing_can_be_saved() -> None:
    _, answer = asked(SERAPHON, "primal jungles")
    assert read_again(answer.added).points == 980


def test_the_enhancement_of_another_detachment_is_had_with_what_hung_on_this_one_taken_off() -> (
    None
):
    """Another detachment, and off goes what the one there was gave: more moves than one for each reason."""
    data = dict(opened(NECRONS).data)
    borne = {
        "overlord": "veil-of-darkness",
        "royal-warden": "nether-realm-casket",
        "plasmancer": "phasal-subjugator",
    }
    units: list[dict[str, Any]] = [
        {"datasheet": each, "enhancement": gift} for each, gift in borne.items()
    ]
    units[0]["warlord"] = True
    made = Position(
        YamlDocument(
            {**data, "units": [*units, {"datasheet": "overlord"}], "formations": {}},
            {},
            {},
            "",
            b"",
        ),
        LIBRARY,
    )
    assert made.verdict == "legal"
    answer = explain_why(made, find_things(made, "honourable combatant", None).things)
    assert answer is not None and answer.answers
    _check(made, answer)
    assert answer.answers[0].after.data["detachment"] == "obeisance-phalanx"
