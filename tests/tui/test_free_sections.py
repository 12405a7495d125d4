"""What costs nothing has no number in the army: a lore, a formation, and the section of them."""

from __future__ import annotations

from listbuilder.data.library import Library
from listbuilder.tui.widgets.army import format_heading_points
from listbuilder.workspace.session import Session
from tests.judged import EXAMPLES


def test_a_section_of_free_things_has_no_sum() -> None:
    file = EXAMPLES / "aos" / "legal" / "slaves-to-darkness-despoilers.yaml"
    session = Session.open(file, Library())
    try:
        game, army = session.position.system, session.army
        assert game is not None and army is not None
        shown = [
            (branch.points, format_heading_points(branch))
            for branch in game.make_editor(session.position.library).build_outline(army)
        ]
    finally:
        session.close()
    assert ("0" not in [text for _, text in shown]) and (0, "") in shown
    assert all(text == str(points) for points, text in shown if points)
