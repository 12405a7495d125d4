"""The reasons why an action has nothing to do now.

The command palette shows them before anybody tries.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from listbuilder.roster import commands
from listbuilder.tui.actions.deployment import LEADS, RIDES, WAITS

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen

OF_A_UNIT = (
    "duplicate",
    "more",
    "fewer",
    "reinforce",
    "rename_unit",
    "annotate",
    "up",
    "down",
    "sheet",
)
DECLARED = {"lead": LEADS, "ride": RIDES, "wait": WAITS}


def find_reason_against(screen: BuilderScreen, action: str) -> str | None:
    """Return why `action` has nothing to do now; None if it has."""
    if screen.session.army is None and action in (
        *OF_A_UNIT,
        *DECLARED,
        "remove",
        "add",
        "fill",
        "mend",
        "export",
        "formations",
    ):
        return screen.words("cannot_edit")
    if action in OF_A_UNIT and not _is_on_unit(screen):
        return screen.words("declare.no_unit")
    if action in DECLARED:
        question = screen.find_declaration(DECLARED[action])
        return question if isinstance(question, str) else None
    reason = _REASONS.get(action)
    return reason(screen) if reason is not None else None


def _is_on_unit(screen: BuilderScreen) -> bool:
    """Return whether the cursor of the army is on a unit."""
    leaf = screen.army_tree.leaves.get(screen.path)
    return leaf is not None and leaf.unit is not None


def _make_reason(
    is_possible: Callable[[BuilderScreen], bool], key: str
) -> Callable[[BuilderScreen], str | None]:
    """Return a function that returns the message `key` unless `is_possible` says otherwise."""
    return lambda me: None if is_possible(me) else me.words(key)


def _has_points_left(screen: BuilderScreen) -> bool:
    """Return whether the army has points left, or no limit to reach."""
    army = screen.session.army
    return army is None or not army.counts_points or army.limit is None or army.points < army.limit


def _find_reason_against_fixing(screen: BuilderScreen) -> str | None:
    """Return why there is nothing to fix, by the verdict; None if the list is illegal."""
    verdict = screen.session.position.verdict
    return None if verdict == "illegal" else screen.words(f"mend.{verdict}")


def _has_findings(screen: BuilderScreen) -> bool:
    """Return whether anything is wrong or worth a warning."""
    position = screen.session.position
    return bool(
        position.problems or position.count_findings("error") or position.count_findings("warning")
    )


_REASONS: dict[str, Callable[[BuilderScreen], str | None]] = {
    "undo": _make_reason(lambda me: me.session.can_undo, "nothing_to_undo"),
    "redo": _make_reason(lambda me: me.session.can_redo, "nothing_to_redo"),
    "remove": _make_reason(lambda me: bool(me.path), "declare.no_unit"),
    "fill": _make_reason(_has_points_left, "fill.nothing_left"),
    "first_finding": _make_reason(_has_findings, "nothing_wrong"),
    "mend": _find_reason_against_fixing,
    "formations": _make_reason(
        lambda me: bool(commands.list_deployment_fields(me.session.position)), "no_formations"
    ),
    "history": _make_reason(lambda me: me.session.path is not None, "no_history"),
}
