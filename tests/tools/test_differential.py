"""The comparison with wh40kdc: what it says of recorded rosters is triaged to the last word, and what is new would be seen."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.games.wh40k.army import Muster
from listbuilder.roster.position import Position
from tools import bench_peer, peer
from tools.differential import __main__ as differential
from tools.differential import triage
from tools.differential.breaking import BREAKS, broken
from tools.differential.canonical import canonical
from tools.differential.compare import OUR_TOPICS, THEIR_TOPICS, Disagreement, disagreements
from tools.differential.rosters import FACTIONS, Book, Roster, judged, legal

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "40k-11e" / "illegal"
RECORDED = Path(__file__).with_name("differential_recorded.jsonl")
# As its data/roster.py (ROSTER_VIOLATION_CODES) and data/loadout.py of version 1.4.5 have them.
ROSTER_CODES = [
    "enhancement-wrong-detachment", "enhancement-on-non-character", "enhancement-keyword-mismatch",
    "enhancement-excluded-keyword", "enhancement-over-max-targets", "leader-attachment-illegal", "leader-must-attach",
    "points-over-limit", "detachment-points-over", "disposition-not-picked", "disposition-invalid", "detachment-tag-conflict",
    "detachment-restriction-required", "detachment-restriction-excluded", "unit-excluded-from-faction", "no-warlord",
    "multiple-warlords", "unit-minimum-unmet",
]  # fmt: skip
LOADOUT_CODES = [
    "invalid-model-count",
    "exceeds-max",
    "below-min",
    "swap-conflict",
    "exceeds-allowance",
]


@pytest.fixture(scope="module")
def recorded() -> list[tuple[Position, dict[str, Any]]]:
    return [(judged(line["roster"]), line["answer"]) for line in differential.recorded(RECORDED)]


@pytest.fixture(scope="module")
def book() -> Book:
    return Book("necrons")


def sorted_out(found: list[Disagreement]) -> triage.Sorted:
    return triage.sort(found, triage.load().causes)


def test_every_recorded_disagreement_is_triaged_and_every_cause_is_shown(
    recorded: list[tuple[Position, dict[str, Any]]],
) -> None:
    """A change of the law or the data that makes another one, or takes the last of a cause away, fails here."""
    found = [
        each
        for number, (position, answer) in enumerate(recorded)
        for each in disagreements(number, position, answer)
    ]
    done = sorted_out(found)
    assert done.untriaged == []
    assert set(done.by_cause) == {
        cause.id for cause in triage.load().causes if cause.topic != "no-answer"
    }


def test_what_both_say_is_no_disagreement() -> None:
    """Three detachment points and one, an army of 90 points: without their word on it, ours is a disagreement."""
    file = EXAMPLES / "11E-05-detachment-points-three-and-one.yaml"
    position = Position.read(file.read_bytes(), file.name, Library())
    over = {
        "code": "detachment-points-over",
        "id": "roster",
        "unitIndex": None,
        "severity": "error",
    }
    assert list(disagreements(0, position, {"unknown": [], "found": [over], "points": [90]})) == []
    (found,) = disagreements(0, position, {"unknown": [], "found": [], "points": [90]})
    assert (found.topic, found.ours, found.theirs) == ("detachment-points", ["11E-05 over"], [])
    (price,) = disagreements(0, position, {"unknown": [], "found": [over], "points": [95]})
    assert (price.topic, price.names) == ("price", ["Overlord"])
    assert sorted_out([found, price]).untriaged == [found, price]


def test_a_roster_without_an_answer_is_one_disagreement(
    recorded: list[tuple[Position, dict[str, Any]]],
) -> None:
    position, _ = recorded[0]
    (found,) = disagreements(
        0, position, {"unknown": ["no-answer: 20 s"], "found": [], "points": []}
    )
    assert (found.topic, found.ours, found.theirs) == ("no-answer", [], ["no-answer: 20 s"])
    assert sorted_out([found]).by_cause == {"no-answer-in-time": 1}


def test_every_code_has_a_topic_and_every_topic_of_theirs_a_rule_of_ours() -> None:
    assert len(ROSTER_CODES) == 18
    assert set(THEIR_TOPICS) == {*ROSTER_CODES, *LOADOUT_CODES}
    assert set(THEIR_TOPICS.values()) <= set(OUR_TOPICS.values())
    assert set(OUR_TOPICS) <= rows()


def rows() -> set[str]:
    """The codes of the law."""
    army = judged({"system": "warhammer-40k-11e", "faction": "necrons"}).army
    assert army is not None
    return {rule.code for rule in army.book.rules}


def test_every_cause_names_its_row() -> None:
    known = triage.load()
    assert known.made_for == f"{peer.NAME} {peer.VERSION}"
    assert len({cause.id for cause in known.causes}) == len(known.causes)
    for cause in known.causes:
        assert cause.citation[:6] in rows(), cause.id
        assert cause.topic in {*OUR_TOPICS.values(), *rows(), "price", "no-answer"}, cause.id
        assert len(cause.why) > 40, cause.id


CAUSE = triage.Cause(
    id="x", topic="wargear", only="theirs", theirs=("exceeds-max",), names=("Land Raider",), search=("reachable",), detachments=1,
    beside=("11E-18 too_many",),
    right="ours", why="", citation="",
)  # fmt: skip
FOUND = Disagreement(
    roster=1,
    topic="wargear",
    faction="blood-angels",
    theirs=["exceeds-max"],
    names=["Land Raider"],
    search="reachable",
    detachments=1,
    beside=["11E-18 too_many", "11E-14 attached"],
)


@pytest.mark.parametrize(
    "other",
    [
        {"topic": "size"},
        {"names": ["Rhino"]},
        {"search": "unreachable"},
        {"detachments": 2},
        {"beside": ["11E-14 attached"]},
        {"theirs": ["exceeds-max", "below-min"]},
        {"ours": ["11E-19 too_many"]},
        {"theirs": [], "ours": ["11E-19 too_many"]},
    ],
    ids=str,
)
def test_a_cause_has_only_what_fits_it(other: dict[str, Any]) -> None:
    assert triage.sort([FOUND], [CAUSE]).by_cause == {"x": 1}
    changed = Disagreement(
        **{**{field: getattr(FOUND, field) for field in FOUND.__struct_fields__}, **other}
    )
    assert triage.sort([changed], [CAUSE]).untriaged == [changed]


def test_what_follows_from_another_disagreement_stands_in_the_same_roster() -> None:
    follows = triage.Cause(
        id="total", topic="points-limit", follows=("price",), right="ours", why="", citation=""
    )
    total = Disagreement(
        roster=1, topic="points-limit", faction="orks", theirs=["points-over-limit"]
    )
    here, elsewhere = (Disagreement(roster=n, topic="price", faction="orks") for n in (1, 2))
    assert total not in triage.sort([total, here], [follows]).untriaged
    assert total in triage.sort([total, elsewhere], [follows]).untriaged


@pytest.mark.slow
def test_the_same_seed_makes_the_same_rosters_legal_and_broken() -> None:
    made = list(differential.rosters(7, 30))
    assert made == list(differential.rosters(7, 30)) != list(differential.rosters(8, 30))
    assert [roster["faction"] for roster in made[:6]] == list(FACTIONS)
    verdicts = [judged(roster).verdict for roster in made]
    assert verdicts[:12] == ["legal"] * 12
    assert verdicts[12:].count("illegal") > 9


@pytest.mark.parametrize("breaking", BREAKS, ids=lambda each: each.__name__)
@pytest.mark.slow
def test_every_break_breaks_something(
    breaking: Any, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.differential.breaking.BREAKS", (breaking,))
    codes: set[str] = set()
    for number in range(40):
        dice = Random(number)
        before = legal(book, dice)
        position = judged(broken(book, before, dice))
        assert position.army is not None and not position.problems
        codes |= {finding.code for finding in position.findings if finding.severity == "error"}
    assert codes


def test_an_army_in_their_form() -> None:
    roster: Roster = {
        "system": "warhammer-40k-11e",
        "faction": "necrons",
        "battle_size": "incursion",
        "detachments": ["hand-of-the-dynasty"],
        "disposition": "take-and-hold",
        "attached": {"warden": "immortals"},
        "units": [
            {"id": "warden", "datasheet": "royal-warden", "warlord": True},
            {
                "id": "immortals",
                "datasheet": "immortals",
                "models": 5,
                "enhancement": "tools-of-dominion",
            },
        ],
    }
    army = Position.read(json.dumps(roster).encode(), "roster", Library()).army
    assert isinstance(army, Muster)
    made = canonical(army)
    assert (made["faction_id"], made["battle_size"], made["force_disposition"]) == (
        "Necrons",
        "incursion",
        "take-and-hold",
    )
    assert [each["ref"]["raw_name"] for each in made["detachments"]] == ["Hand of the Dynasty"]
    leader, host = made["units"]
    assert (leader["ref"]["raw_name"], leader["model_count"], leader["is_warlord"]) == (
        "Royal Warden",
        1,
        True,
    )
    assert leader["leader_attachment"]["bodyguard_ref"]["raw_name"] == "Immortals"
    assert (host["enhancement"]["raw_name"], host["leader_attachment"]) == (
        "Tools of Dominion",
        None,
    )
    assert {each["ref"]["raw_name"]: each["count"] for each in host["wargear"]} == {
        "close combat weapon": 5,
        "gauss blaster": 5,
    }


def test_where_it_cannot_be_installed_that_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def refused(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(
            command, 1, "", "WARNING: again\nERROR: no matching distribution\n\n"
        )

    monkeypatch.setattr(peer, "_READY", tmp_path / "none")
    monkeypatch.setattr(peer, "HOME", tmp_path / "venv")
    monkeypatch.setattr(subprocess, "run", refused)
    monkeypatch.setattr("sys.argv", ["differential", "--count", "1"])
    assert differential.main() == 0
    bench_peer.show(Path("nothing is read"))
    said = f"{peer.NAME} {peer.VERSION} cannot be installed: ERROR: no matching distribution"
    assert capsys.readouterr().out == f"nothing compared: {said}\n(beside {peer.NAME}: {said})\n"


def test_the_scripts_of_the_bench_are_programs() -> None:
    theirs = ("_THEIR_LOAD", "_THEIR_CHECK", "_THEIR_WARM", "_THEIR_TEXTS")
    for name in (*theirs, "_OUR_LOAD", "_OUR_WARM", "_OUR_TEXTS"):
        compile(getattr(bench_peer, name).format(which="[]"), name, "exec")


@pytest.mark.skipif(
    not peer._READY.exists(), reason=f"{peer.NAME} is not installed: make bench does that"
)
def test_it_still_answers_as_recorded() -> None:
    lines = differential.recorded(RECORDED)
    assert differential.answers(peer.PYTHON, [judged(line["roster"]) for line in lines]) == [
        line["answer"] for line in lines
    ]
