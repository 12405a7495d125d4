"""A position is judged the same wherever it comes from, and no question changes it or touches the disk."""

from __future__ import annotations

import copy

import pytest

from listbuilder.model.edit import Edit, Step, make_remove_edit, make_set_edit
from listbuilder.roster.position import Position

from .conftest import EXAMPLE, LIBRARY, position_of


def test_a_legal_roster(example: Position) -> None:
    assert (example.verdict, example.points, example.problems, example.findings) == (
        "legal",
        1990,
        [],
        [],
    )
    assert len(example.data_sha256) == 64


@pytest.mark.parametrize(
    ("raw", "key"),
    [
        (b"", "empty"),
        (b"units: [", "not_yaml"),
        (b"- a", "not_a_map"),
        (b"units: []", "no_system"),
        (b"system: warhamer", "unknown_system"),
        (b"system: warhammer-40k-10e\nfaction: nobody\nunits: []", "unknown_faction"),
    ],
)
def test_what_is_no_roster_is_unread(raw: bytes, key: str) -> None:
    position = Position.read(raw, "x.yaml", LIBRARY)
    assert (position.verdict, position.army, [problem.key for problem in position.problems]) == (
        "unread",
        None,
        [key],
    )
    assert (position.findings, position.points, position.count_findings("error")) == ([], None, 0)


def test_the_same_under_other_conditions() -> None:
    """What is wrong with it is said once, whatever day or event it is looked at for."""
    for raw in (b"units: [", b"system: warhamer"):
        position = Position.read(raw, "x.yaml", LIBRARY)
        for other in (
            position.copy_on_date("2025-06-11"),
            position.copy_with_demands(lambda _: ()),
            position.hide_secrets(),
        ):
            assert (other.verdict, other.problems, other.sha256) == (
                "unread",
                position.problems,
                position.sha256,
            )
        assert not position.predict_effect(make_set_edit("x", "name")).possible


def test_applied_and_undone(example: Position) -> None:
    after = example.apply(make_remove_edit("units", 14))  # the Nightbringer, 340
    further = after.apply(make_set_edit("Renamed", "name"))
    assert (example.points, after.points, further.points) == (1990, 1650, 1650)
    assert further.undo().data == after.data
    assert further.undo().undo().data == example.data
    assert further.undo().undo().findings == example.findings == []
    with pytest.raises(IndexError):
        example.undo()


def test_a_question_changes_nothing(example: Position) -> None:
    """Not even the order of keys, nor a value that was shared."""
    before, order = copy.deepcopy(example.data), repr(example.data)
    raw = EXAMPLE.read_bytes()
    for edit in (
        make_remove_edit("battle_size"),
        make_set_edit([], "units"),
        Edit(
            (
                Step("remove", ("units", 0, "id")),
                Step("set", ("units", 1, "warlord"), True),
                Step("remove", ("units", 99)),
            )
        ),
        make_remove_edit("formations", "attached", "overlord"),
    ):
        example.predict_effect(edit)
        assert example.data == before
        assert repr(example.data) == order
    assert example.document is not None
    assert example.document.raw == raw


def test_what_the_edit_leaves_alone_is_shared(example: Position) -> None:
    after = example.apply(make_set_edit("Renamed", "units", 3, "name"))
    shared = [
        one is other for one, other in zip(example.data["units"], after.data["units"], strict=True)
    ]
    assert shared == [place != 3 for place in range(15)]


def test_two_places_made_one_by_an_alias_are_each_their_own() -> None:
    text = (
        "system: warhammer-40k-10e\nfaction: necrons\nbattle_size: incursion\ndetachment: awakened-dynasty\n"
        "units:\n  - {datasheet: overlord, models: 1, warlord: true}\n"
        "  - &w {datasheet: necron-warriors, models: 10}\n  - *w\n"
    )
    after = position_of(text).apply(make_set_edit(20, "units", 1, "models"))
    assert [unit["models"] for unit in after.data["units"]] == [1, 20, 10]


def test_formations_stay_at_home() -> None:
    """Others see no finding that speaks of them, and the verdict on the whole."""
    text = EXAMPLE.read_text().replace(
        "reserves: [nightbringer]", "reserves: [nightbringer, scarabs]"
    )
    whole = position_of(text)
    assert whole.verdict == "illegal"
    secret = [finding for finding in whole.findings if finding.secret]
    assert secret
    shown = whole.hide_secrets()
    assert shown.verdict == "illegal"
    assert [finding for finding in whole.findings if finding not in secret] == shown.findings


def test_rules_of_formations_can_be_left_out_of_the_verdict() -> None:
    text = EXAMPLE.read_text().replace(
        "reserves: [nightbringer]", "reserves: [nightbringer, scarabs]"
    )
    assert Position.read(text.encode(), "x", LIBRARY).verdict == "illegal"
    assert Position.read(text.encode(), "x", LIBRARY, secrets=False).verdict == "legal"


def test_another_day(example: Position) -> None:
    """The points of June 2025 are other ones; the roster is the same."""
    then = example.copy_on_date("2025-06-11")
    assert then.data is example.data
    assert then.army is not None
    assert then.army.priced_on == "2025-06-11"
    assert example.army is not None
    assert example.army.priced_on > "2025-06-11"


def test_what_attachments_take_away_is_no_secret_where_they_are_of_the_roster() -> None:
    """11th edition: Typhus with Poxwalkers can be seen by everybody; where they begin is nobody's business yet."""
    roster = """
system: warhammer-40k-11e
faction: death-guard
battle_size: strike-force
detachments: [virulent-vectorium]
attached: {typhus: walkers}
units:
  - {id: typhus, datasheet: typhus, warlord: true}
  - {id: walkers, datasheet: poxwalkers, models: 10}
"""
    told = {"11E-46", "11E-48"}
    for secrets in (True, False):
        done = Position.read(roster.encode(), "x", LIBRARY, secrets=secrets)
        assert {finding.code for finding in done.findings} & told == told
    declared = Position.read(
        f"{roster}formations: {{strategic_reserves: [walkers]}}\n".encode(), "x", LIBRARY
    )
    assert {finding.code for finding in declared.findings} & told == {"11E-46"}
    assert {finding.code for finding in declared.hide_secrets().findings} & told == set()
