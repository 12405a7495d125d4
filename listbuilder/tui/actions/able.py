"""Why an action has nothing to do now: the command palette says it before anybody tries."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from listbuilder.law import commands
from listbuilder.tui.actions.declare import LEADS, RIDES, WAITS

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen

OF_A_UNIT = ("duplicate", "more", "fewer", "reinforce", "rename_unit", "annotate", "up", "down", "sheet")
DECLARED = {"lead": LEADS, "ride": RIDES, "wait": WAITS}


def why_not_now(me: BuilderScreen, action: str) -> str | None:
    """None: it has."""
    if me.session.army is None and action in (*OF_A_UNIT, *DECLARED, "remove", "add", "fill", "mend", "export", "formations"):
        return me.words("cannot_edit")
    if action in OF_A_UNIT and not _on_unit(me):
        return me.words("declare.no_unit")
    if action in DECLARED:
        asked = me.declarable(DECLARED[action])
        return asked if isinstance(asked, str) else None
    reason = _REASONS.get(action)
    return reason(me) if reason is not None else None


def _on_unit(me: BuilderScreen) -> bool:
    leaf = me.army_tree.leaves.get(me.path)
    return leaf is not None and leaf.unit is not None


def _unless(able: Callable[[BuilderScreen], bool], key: str) -> Callable[[BuilderScreen], str | None]:
    return lambda me: None if able(me) else me.words(key)


def _spare(me: BuilderScreen) -> bool:
    army = me.session.army
    return army is None or not army.counts_points or army.limit is None or army.points < army.limit


def _mend(me: BuilderScreen) -> str | None:
    verdict = me.session.position.verdict
    return None if verdict == "illegal" else me.words(f"mend.{verdict}")


def _wrong(me: BuilderScreen) -> bool:
    position = me.session.position
    return bool(position.problems or position.count("error") or position.count("warning"))


_REASONS: dict[str, Callable[[BuilderScreen], str | None]] = {
    "undo": _unless(lambda me: me.session.can_undo, "nothing_to_undo"),
    "redo": _unless(lambda me: me.session.can_redo, "nothing_to_redo"),
    "remove": _unless(lambda me: bool(me.path), "declare.no_unit"),
    "fill": _unless(_spare, "fill.nothing_left"),
    "first_finding": _unless(_wrong, "nothing_wrong"),
    "mend": _mend,
    "formations": _unless(lambda me: bool(commands.declarations(me.session.position)), "no_formations"),
    "history": _unless(lambda me: me.session.path is not None, "no_history"),
}
