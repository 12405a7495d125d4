"""Why not: the findings that trying it on the real rules brings."""

from __future__ import annotations

from listbuilder.edit import commands
from listbuilder.edit.session import Session
from listbuilder.edit.trial import Trial, marks, try_edit
from listbuilder.model.edit import put, remove
from listbuilder.store.library import Library


def _adding(session: Session, offer: str) -> Trial:
    added = commands.add(session, offer)
    assert added is not None
    return try_edit(session, added.edit)


def test_what_adding_would_break(session: Session) -> None:
    trial = _adding(session, "ctan-shard-of-the-nightbringer")  # 340 more than the 10 left, and there is one of him
    assert [finding.code for finding in trial.caused] == ["40K-02", "40K-07"]
    assert (trial.change, trial.points, trial.allowed) == (340, 2330, False)


def test_what_nothing_speaks_against(session: Session) -> None:
    session.apply(remove("units", 14))
    trial = _adding(session, "necron-warriors")
    assert (trial.caused, trial.allowed, trial.change) == ((), True, 90)


def test_the_fourth_of_a_kind(session: Session) -> None:
    session.apply(put("onslaught", "battle_size"))
    for _ in range(2):
        trial = _adding(session, "overlord")
        assert trial.allowed
        added = commands.add(session, "overlord")
        assert added is not None
        session.apply(added.edit)
    assert [finding.code for finding in _adding(session, "overlord").caused] == ["40K-06"]


def test_what_was_wrong_before_is_not_the_new_unit_s_fault(library: Library) -> None:
    raw = b"system: warhammer-40k-10e\nfaction: necrons\nbattle_size: strike-force\ndetachment: awakened-dynasty\nunits: []\n"
    session = Session(raw, library)
    assert session.state.verdict == "illegal"  # no CHARACTER, no warlord
    assert _adding(session, "necron-warriors").caused == ()


def test_over_the_limit_more_is_worse(session: Session) -> None:
    added = commands.add(session, "doomsday-ark")
    assert added is not None
    session.apply(added.edit)
    assert [finding.code for finding in _adding(session, "necron-warriors").caused] == ["40K-02"]
    fewer = try_edit(session, put(10, "units", 4, "models"))
    assert fewer.allowed


def test_an_edit_that_does_not_fit_is_not_possible(session: Session) -> None:
    assert not try_edit(session, remove("units", 99)).possible
    assert not try_edit(session, put("no-such-thing", "units", 0, "datasheet")).possible


def test_marks_sit_where_findings_do(session: Session) -> None:
    session.apply(put(True, "units", 1, "warlord"))
    found = marks(session.state)
    assert {path for path in found if path in (("units", 0), ("units", 1))} == {("units", 0), ("units", 1)}
    assert set(found.values()) == {"error"}
