"""Whatever roster of whatever game, and whatever edit: effects tell the truth, and asking for them changes nothing."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.model.base import Path
from listbuilder.model.edit import Edit
from listbuilder.model.finding import Stamped
from listbuilder.model.path_moves import Moves
from listbuilder.roster.position import Position
from listbuilder.yamlio.reader import YamlDocument

from .conftest import LIBRARY
from .edits import DEEDS, EXAMPLES, deeds, edit_of, files, reached, tagged, tags

GAMES = pytest.mark.parametrize("game", EXAMPLES)
Case = tuple[Position, Edit]


@st.composite
def cases(draw: st.DrawFn, game: str) -> Case:
    """A roster that somebody has worked on, and one more edit."""
    file = draw(st.sampled_from(files(game)))
    position = reached(Position.read(file.read_bytes(), file.name, LIBRARY), draw(deeds))
    return position, edit_of(
        position, draw(st.sampled_from(DEEDS)), draw(st.integers(0, 400))
    ) or Edit(())


def _told(position: Position) -> list[Stamped]:
    return [finding for finding in position.findings if finding.severity != "info"]


@GAMES
@pytest.mark.slow_but(1)
@given(data=st.data())
@settings(max_examples=60)
def test_asking_changes_nothing(game: str, data: st.DataObject) -> None:
    position, edit = data.draw(cases(game))
    before, order = copy.deepcopy(position.data), repr(position.data)
    findings, verdict, points = position.findings, position.verdict, position.points
    position.predict_effect(edit)
    assert position.data == before
    assert repr(position.data) == order  # the order of keys, too
    assert position.findings is findings
    assert (position.verdict, position.points) == (verdict, points)
    again = Position(YamlDocument(before, {}, {}, "", b""), LIBRARY)
    assert _bare(again.findings) == _bare(
        findings
    )  # and what it shares with the position asked about is sound


def _bare(findings: Iterable[Stamped]) -> list[tuple[object, ...]]:
    return [
        (finding.code, finding.key, finding.path, finding.args, finding.units)
        for finding in findings
    ]


@GAMES
@pytest.mark.slow_but(1)
@given(data=st.data())
@settings(max_examples=60)
def test_what_is_told_beforehand_is_what_comes(game: str, data: st.DataObject) -> None:
    position, edit = data.draw(cases(game))
    effect, after = position.predict_effect(edit), position.apply(edit)
    assert effect.points == after.points
    if after.army is None:
        assert not effect.possible
        return
    found, had = _told(after), _told(position)
    assert all(one in _bare(found) for one in _bare(effect.against))
    assert all(one in _bare(had) for one in _bare(effect.cured))
    # Of each way of breaking each rule there are as many afterwards as there were, with what is caused and without what
    # is cured; but for what another finding says already, before or afterwards.
    quiet = {
        finding.what for each in (position, after) for finding in each.causes if finding.silent
    }
    now, then = (Counter(f.what for f in each if f.what not in quiet) for each in (found, had))
    change = Counter(f.what for f in effect.caused if f.what not in quiet)
    change.subtract(Counter(f.what for f in effect.cured if f.what not in quiet))
    severe = _became_told(position, after)
    assert {what: n for what, n in _minus(now, then).items() if n and what not in severe} == {
        what: n for what, n in change.items() if n and what not in severe
    }


def _became_told(position: Position, after: Position) -> set[tuple[str, str, str]]:
    """What was or became a remark only: it is there all along, and not counted where it is one."""
    return {
        finding.what
        for each in (position, after)
        for finding in each.causes
        if finding.severity == "info"
    }


def _minus(
    one: Counter[tuple[str, str, str]], other: Counter[tuple[str, str, str]]
) -> dict[tuple[str, str, str], int]:
    return {what: one[what] - other[what] for what in {*one, *other}}


@GAMES
@pytest.mark.slow_but(1)
@given(data=st.data())
@settings(max_examples=60)
def test_undone_it_is_as_it_was(game: str, data: st.DataObject) -> None:
    position, edit = data.draw(cases(game))
    before = position.apply(edit).undo()
    assert before is not position
    assert repr(before.data) == repr(position.data)
    assert _bare(before.findings) == _bare(position.findings)
    assert (before.verdict, before.points) == (position.verdict, position.points)


@GAMES
@pytest.mark.slow_but(1)
@given(data=st.data())
@settings(max_examples=60)
def test_nothing_is_caused_where_nothing_is_new(game: str, data: st.DataObject) -> None:
    """Where things are after the edit is seen by marks put into the roster, not by what the program believes."""
    file = data.draw(st.sampled_from(files(game)))
    position = reached(Position.read(file.read_bytes(), file.name, LIBRARY), data.draw(deeds))
    position = Position(YamlDocument(tagged(position.data), {}, {}, "", b""), LIBRARY)
    edit = edit_of(
        position, data.draw(st.sampled_from(DEEDS)), data.draw(st.integers(0, 400))
    ) or Edit(())
    effect, after = position.predict_effect(edit), position.apply(edit)
    if position.army is None or after.army is None:
        return
    had: dict[object, list[Stamped]] = {}
    was, now = tags(position.data), tags(after.data)
    for finding in position.causes:
        had.setdefault((finding.what, _followed(finding.whom, was, now)), []).append(finding)
    new = [
        f
        for f in _told(after)
        if not had.get((f.what, f.whom)) or had[f.what, f.whom].pop(0).excess < f.excess
    ]
    if not new and all(
        finding.severity == "error" for finding in (*_told(position), *_told(after))
    ):
        assert effect.against == ()
        assert effect.allowed or effect.problems


def _followed(
    whom: Path | str, was: dict[int, list[Path]], now: dict[int, list[Path]]
) -> Path | str | None:
    """By the mark of the smallest marked part of the roster around it."""
    if isinstance(whom, str):
        return whom
    around = [
        (path, tag) for tag, paths in was.items() for path in paths if whom[: len(path)] == path
    ]
    if not around:
        return whom
    path, tag = max(around, key=lambda each: len(each[0]))
    return (*now[tag][0], *whom[len(path) :]) if tag in now else None


@pytest.mark.slow
@GAMES
@pytest.mark.slow_but(1)
@given(data=st.data())
@settings(max_examples=60)
def test_parts_are_found_where_they_went(game: str, data: st.DataObject) -> None:
    file = data.draw(st.sampled_from(files(game)))
    position = reached(Position.read(file.read_bytes(), file.name, LIBRARY), data.draw(deeds))
    position = Position(YamlDocument(tagged(position.data), {}, {}, "", b""), LIBRARY)
    edit = edit_of(
        position, data.draw(st.sampled_from(DEEDS)), data.draw(st.integers(0, 400))
    ) or Edit(())
    now = tags(edit.apply_to_copy(position.data))
    moves = Moves(edit, position.data)
    for tag, [path] in tags(position.data).items():
        if len(now.get(tag, ())) < 2:  # of a copy nobody knows which is the original
            assert [place for place in [moves(path)] if place is not None] == now.get(tag, []), (
                path,
                edit,
            )


@GAMES
@pytest.mark.slow_but(1)
@given(data=st.data())
@settings(max_examples=60)
def test_what_an_edit_causes_its_inverse_cures(game: str, data: st.DataObject) -> None:
    position, edit = data.draw(cases(game))
    back = edit.apply_in_place(copy.deepcopy(position.data))
    after = position.apply(edit)
    if position.army is None or after.army is None:
        return
    forth, home = position.predict_effect(edit), after.predict_effect(back)
    assert _bare(home.cured) == _bare(forth.caused)
    assert [_causes(home.caused), home.change] == [_causes(forth.cured), -forth.change]


def _causes(findings: Iterable[Stamped]) -> Counter[tuple[str, str, str]]:
    return Counter(finding.what for finding in findings)
