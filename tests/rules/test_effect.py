"""Why not: what an edit brings on the real rules. Prices and limits are those the example's comments and the books state."""

from __future__ import annotations

from listbuilder.model.edit import Edit, Step, make_remove_edit, make_set_edit
from listbuilder.reports.event import EventFile
from listbuilder.roster import commands
from listbuilder.roster.effect import Effect
from listbuilder.roster.position import Position

from .conftest import ROOT, position_of

EMPTY = "system: warhammer-40k-10e\nfaction: necrons\nbattle_size: strike-force\ndetachment: awakened-dynasty\nunits: []\n"


def _added(position: Position, offer: str) -> Position:
    added = commands.place_addition(position, offer)
    assert added is not None
    return position.apply(added.edit)


def _adding(position: Position, offer: str) -> Effect:
    added = commands.place_addition(position, offer)
    assert added is not None
    return position.predict_effect(added.edit)


def _codes(effect: Effect) -> tuple[list[str], list[str], list[str]]:
    """Caused, worsened, cured."""
    kinds = (effect.caused, effect.worsened, effect.cured)
    caused, worsened, cured = ([finding.code for finding in findings] for findings in kinds)
    return caused, worsened, cured


def test_what_adding_would_break(example: Position) -> None:
    effect = _adding(
        example, "ctan-shard-of-the-nightbringer"
    )  # 340 more than the 10 left, and there is one of him
    assert _codes(effect) == (["40K-02", "40K-07"], [], [])
    assert (effect.change, effect.points, effect.allowed) == (340, 2330, False)


def test_what_nothing_speaks_against(example: Position) -> None:
    effect = _adding(example.apply(make_remove_edit("units", 14)), "necron-warriors")
    assert (effect.against, effect.allowed, effect.change) == ((), True, 90)


def test_the_fourth_of_a_kind(example: Position) -> None:
    position = example.apply(make_set_edit("onslaught", "battle_size"))
    for _ in range(2):
        assert _adding(position, "overlord").allowed
        position = _added(position, "overlord")
    assert _codes(_adding(position, "overlord")) == (["40K-06"], [], [])
    five = _adding(_added(position, "overlord"), "overlord")
    assert _codes(five) == ([], ["40K-06"], [])  # a fifth makes worse what the fourth has caused
    assert not five.allowed


def test_another_kind_is_another_cause(example: Position) -> None:
    """Four Overlords are there already; the fourth Royal Warden is no part of that."""
    position = example.apply(make_set_edit("onslaught", "battle_size"))
    for offer in (
        "overlord",
        "overlord",
        "overlord",
        "royal-warden",
        "royal-warden",
        "royal-warden",
    ):
        position = _added(position, offer)
    effect = _adding(position, "royal-warden")
    assert [(f.code, f.args["unit"]) for f in effect.caused] == [("40K-06", "Royal Warden")]
    assert effect.worsened == ()


def test_what_was_wrong_before_is_not_the_new_unit_s_fault() -> None:
    position = position_of(EMPTY)
    assert position.verdict == "illegal"  # no CHARACTER, no warlord
    assert _adding(position, "necron-warriors").against == ()


def test_a_first_character_that_is_no_warlord_is_only_better() -> None:
    """There was none before; that was not told only because there was no CHARACTER at all."""
    position = position_of(EMPTY)
    assert [finding.code for finding in position.findings if finding.severity == "error"] == [
        "40K-05"
    ]
    edit = Edit((Step("insert", ("units", 0), {"datasheet": "overlord", "models": 1}),))
    assert [
        finding.code for finding in position.apply(edit).findings if finding.severity == "error"
    ] == ["40K-12"]
    effect = position.predict_effect(edit)
    assert _codes(effect) == ([], [], ["40K-05"])
    assert effect.allowed


def test_over_the_limit_more_is_worse_and_less_is_better(example: Position) -> None:
    over = _added(example, "doomsday-ark")
    effect = _adding(over, "necron-warriors")
    assert _codes(effect) == ([], ["40K-02"], [])
    assert effect.only_points
    assert [finding.code for finding in effect.against] == ["40K-02"]
    fewer = over.predict_effect(
        make_set_edit(10, "units", 4, "models")
    )  # 110 points less, and it was 180 over
    assert fewer.allowed
    assert _codes(fewer) == ([], [], [])
    assert _codes(over.predict_effect(make_remove_edit("units", 15))) == ([], [], ["40K-02"])


def test_only_over_the_points_is_told_apart(example: Position) -> None:
    assert not _adding(
        example, "ctan-shard-of-the-nightbringer"
    ).only_points  # there is one of him, too
    assert _adding(example, "doomsday-ark").only_points
    assert not _adding(
        example.apply(make_remove_edit("units", 14)), "necron-warriors"
    ).only_points  # nothing stands in its way


def test_a_finding_that_moves_up_is_the_same(example: Position) -> None:
    """What stands behind a unit that goes has another place; its fault was there before."""
    wrong = example.apply(
        make_set_edit(7, "units", 7, "models")
    )  # there are three to six Canoptek Wraiths
    [finding] = wrong.findings
    assert (finding.code, finding.path) == ("40K-13", ("units", 7, "models"))
    effect = wrong.predict_effect(make_remove_edit("units", 3))
    assert [(f.code, f.path) for f in wrong.apply(make_remove_edit("units", 3)).findings] == [
        ("40K-13", ("units", 6, "models"))
    ]
    assert _codes(effect) == ([], [], [])
    assert _codes(wrong.predict_effect(make_set_edit(8, "units", 7, "models"))) == (
        [],
        ["40K-13"],
        [],
    )
    assert _codes(wrong.predict_effect(make_set_edit(3, "units", 7, "models"))) == (
        [],
        [],
        ["40K-13"],
    )
    assert _codes(wrong.predict_effect(make_remove_edit("units", 7))) == ([], [], ["40K-13"])


def test_a_unit_in_place_of_another_answers_for_itself(example: Position) -> None:
    other = {"datasheet": "immortals", "models": 4}
    wrong = example.apply(make_set_edit(7, "units", 7, "models"))
    effect = wrong.predict_effect(make_set_edit(other, "units", 7))
    assert [f.args["unit"] for f in effect.caused] == ["Immortals"]
    assert [f.args["unit"] for f in effect.cured] == ["Canoptek Wraiths"]


def test_a_unit_put_elsewhere_takes_its_faults_along() -> None:
    """From one place of the roster to another, whichever is written first: it is no new fault there."""
    text = (ROOT / "examples" / "aos" / "legal" / "stormcast-thunderhead-season.yaml").read_text()
    path = ("regiments", 0, "units", 1)  # the Knight-Vexillor, one model
    wrong = position_of(text).apply(make_set_edit(True, *path, "reinforced"))
    assert [f.path for f in wrong.findings if f.code == "AOS-16"] == [(*path, "reinforced")]
    entry = {"enhancements": ["null-pendant"], "reinforced": True, "unit": "knight-vexillor"}
    leave, enter = Step("remove", path), Step("insert", ("auxiliary", 1), entry)
    for steps in ((leave, enter), (enter, leave)):
        edit = Edit(steps)
        assert [f.path for f in wrong.apply(edit).findings if f.code == "AOS-16"] == [
            ("auxiliary", 1, "reinforced")
        ]
        effect = wrong.predict_effect(edit)
        assert "AOS-16" not in {f.code for f in (*effect.caused, *effect.worsened, *effect.cured)}
    assert [f.code for f in wrong.predict_effect(Edit((leave,))).cured] == [
        "AOS-01",
        "AOS-16",
    ]  # and it was over the points


def test_an_edit_that_does_not_fit_is_not_possible(example: Position) -> None:
    for edit in (
        make_remove_edit("units", 99),
        make_set_edit("x", "name", "deeper"),
        make_remove_edit("nothing"),
    ):
        effect = example.predict_effect(edit)
        assert (effect.possible, effect.allowed, effect.points, effect.change) == (
            False,
            False,
            None,
            0,
        )
    unknown = example.predict_effect(make_set_edit("no-such-thing", "units", 0, "datasheet"))
    assert [problem.key for problem in unknown.problems] == ["unknown_datasheet"]
    assert not unknown.possible


def test_what_could_not_be_read_before_is_no_new_problem(example: Position) -> None:
    unread = example.apply(make_set_edit("no-such-thing", "units", 12, "datasheet"))
    assert unread.verdict == "unread"
    assert unread.predict_effect(
        make_remove_edit("units", 8)
    ).possible  # it stands a place further up
    assert not unread.predict_effect(make_set_edit("nor-this", "units", 11, "datasheet")).possible


def test_what_an_event_asks_counts_as_well(example: Position) -> None:
    from functools import partial

    from listbuilder.event.event_file import find_breaches

    strict = example.copy_with_demands(
        partial(find_breaches, EventFile(event="cup", points_limit=1900, banned=["monolith"]))
    )
    assert [breach.key for breach in strict.breaches] == ["event_points"]
    assert strict.verdict == "illegal"
    assert strict.predict_effect(
        make_set_edit(10, "units", 4, "models")
    ).allowed  # 90 over, then 20 less than the limit
    worse = strict.predict_effect(
        Edit((Step("insert", ("units", 15), {"datasheet": "monolith", "models": 1}),))
    )
    assert [breach.key for breach in worse.breaches] == ["event_points", "event_banned"]
    assert not worse.allowed
    assert not worse.only_points


def test_marks_sit_where_findings_do(example: Position) -> None:
    found = example.apply(make_set_edit(True, "units", 1, "warlord")).get_worst_severities()
    assert {path for path in found if path in (("units", 0), ("units", 1))} == {
        ("units", 0),
        ("units", 1),
    }
    assert set(found.values()) == {"error"}
