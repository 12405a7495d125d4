"""The branches of every army of the cases: their points are those of their leaves, and of all of them those of the army."""

from __future__ import annotations

from listbuilder.roster.position import Position
from tests.rules.test_cases import LIBRARY, as_document, cases, roster_of


def test_points_of_the_branches_add_up() -> None:
    free = counted = 0
    for game, (_, code), data, case in (each.values for each in cases()):
        position = Position(as_document(roster_of(data, case)), LIBRARY, as_of=case.get("as_of"))
        assert position.army is not None
        branches = position.editor.build_outline(position.army)
        for branch in branches:
            points = [leaf.points for leaf in branch.leaves]
            free += any(not each for each in points)
            expected = sum(each for each in points if each) if position.army.counts_points else None
            assert branch.points == expected, f"{game} {code}: {case['name']}: {branch}"
        if position.army.counts_points:
            counted += 1
            assert sum(branch.points or 0 for branch in branches) == position.army.points, (
                f"{game} {code}: {case['name']}"
            )
    assert free > 50 and counted > 300
