"""The function of each action of the builder's main screen, and why one has nothing to do now.

The keys of the actions are in `tui/keymap.py`, by the same ids.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from listbuilder.roster import commands
from listbuilder.tui.actions import (
    adding,
    army_view,
    deployment,
    fill,
    findings,
    fix,
    help,
    other_date,
    roster,
    typed_counts,
    units,
)

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen

ACTIONS: dict[str, Callable[[BuilderScreen], None]] = {
    # units
    "add": adding.open_picker,
    "edit": units.edit_selected,
    "remove": units.remove_selected,
    "duplicate": units.duplicate_unit,
    "more": units.enlarge_unit,
    "fewer": units.shrink_unit,
    "reinforce": units.toggle_largest_size,
    "warlord": units.toggle_warlord,
    "enhancement": units.choose_enhancement,
    "rename_unit": units.rename_unit,
    "annotate": units.annotate_unit,
    "up": units.move_unit_up,
    "down": units.move_unit_down,
    "sheet": units.show_sheet,
    "lead": deployment.declare_leader,
    "ride": deployment.declare_transport,
    "wait": deployment.declare_reserves,
    "formations": deployment.open_deployment,
    # picker
    "pick": adding.pick_offer,
    "why": adding.explain_offer,
    "fits": adding.toggle_fitting,
    "legends": adding.toggle_legends,
    "role": adding.show_next_role,
    "order": adding.show_next_order,
    "price": adding.toggle_price_limit,
    "favourite": adding.toggle_favourite,
    "sheet_offer": units.show_offer_sheet,
    "back": units.go_back_to_army,
    # fields
    "change": units.change_selected_field,
    "toggle": units.toggle_selected_field,
    "clear": units.clear_selected_field,
    # verdict
    "follow": findings.follow_selected_line,
    "mend_here": findings.apply_selected_fix,
    "rule": findings.show_rule,
    "glance": army_view.show_glance,
    "find_unit": army_view.find_in_army,
    "loadouts": army_view.toggle_loadouts,
    "by_role": army_view.toggle_grouping,
    "first_finding": findings.go_to_worst_finding,
    # the roster
    "undo": roster.undo,
    "redo": roster.redo,
    "save": roster.start_saving,
    "save_as": roster.start_saving_as,
    "roster": roster.edit_roster,
    "day": other_date.start_date_change,
    "fill": fill.start_filling,
    "mend": fix.start_fixing,
    "rename_file": roster.start_renaming_file,
    "copy": roster.start_copying,
    "open": roster.start_opening,
    "new": roster.start_new_list,
    "home": roster.go_home,
    "history": roster.start_loading_earlier_save,
    "export": roster.start_exporting,
    "share": roster.start_sharing,
    "import": roster.start_importing,
    "text": roster.edit_text,
    # the program
    "pane_army": roster.go_to_army,
    "pane_middle": roster.go_to_middle,
    "pane_verdict": roster.go_to_verdict,
    "language": roster.choose_language,
    "theme": roster.choose_theme,
    "messages": lambda screen: screen.builder.show_notices(),
    "palette": roster.open_palette,
    "help": lambda screen: help.show_help(screen.builder),
    "quit": roster.start_leaving,
}

# These are told which key was pressed; the footer presses none.
ACTIONS_OF_SEVERAL_KEYS: dict[str, Callable[[BuilderScreen, str], None]] = {
    "step": lambda screen, key: units.step_selected_field(screen, -1 if key == "left" else 1),
    "most": lambda screen, key: units.step_selected_field_to_end(
        screen, -1 if key in ("less_than_sign", "comma") else 1
    ),
    "count": typed_counts.type_digit,
}

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
DECLARED = {"lead": deployment.LEADS, "ride": deployment.RIDES, "wait": deployment.WAITS}


def execute_action(screen: BuilderScreen, action: str, key: str = "") -> None:
    """Execute the action with the id `action`; `key` is the key pressed, empty if none was."""
    if action in ACTIONS_OF_SEVERAL_KEYS:
        ACTIONS_OF_SEVERAL_KEYS[action](screen, key)
    else:
        ACTIONS[action](screen)


def find_reason_against(screen: BuilderScreen, action: str) -> str | None:
    """Return the reason why `action` can't do anything now; None if it can."""
    if screen.session.army is None and action in (
        *OF_A_UNIT,
        *DECLARED,
        "remove",
        "add",
        "fill",
        "mend",
        "export",
        "share",
        "formations",
    ):
        return screen.words("cannot_edit")
    if action in OF_A_UNIT:
        leaf = screen.army_tree.leaves.get(screen.path)
        is_on_unit = leaf is not None and leaf.unit is not None
        return None if is_on_unit else screen.words("declare.no_unit")
    if action in DECLARED:
        question = deployment.find_declaration(screen, DECLARED[action])
        return question if isinstance(question, str) else None
    reason = _REASONS.get(action)
    return reason(screen) if reason is not None else None


def _make_reason(
    is_possible: Callable[[BuilderScreen], bool], key: str
) -> Callable[[BuilderScreen], str | None]:
    """Return a function that returns None if `is_possible` allows the action, else the message
    `key`.
    """
    return lambda screen: None if is_possible(screen) else screen.words(key)


def _has_points_left(screen: BuilderScreen) -> bool:
    """Return whether the army has points left to spend; True too if it has no limit or no army is
    read.
    """
    army = screen.session.army
    return army is None or not army.counts_points or army.limit is None or army.points < army.limit


def _find_reason_against_fixing(screen: BuilderScreen) -> str | None:
    """Return the reason why nothing can be fixed: the list is legal or can't be read; None if
    illegal.
    """
    verdict = screen.session.position.verdict
    return None if verdict == "illegal" else screen.words(f"mend.{verdict}")


def _has_findings(screen: BuilderScreen) -> bool:
    """Return whether the verdict has errors, warnings or parts that can't be read."""
    position = screen.session.position
    return bool(
        position.problems or position.count_findings("error") or position.count_findings("warning")
    )


def is_offered(screen: BuilderScreen, action: str) -> bool:
    """Return whether the footer shows `action` now: a fix and a rule only where there is one.

    Nothing can be added to a game of complete boxes.
    """
    game = screen.session.position.system
    if action == "add":
        return game is None or game.sells_units
    if action == "mend_here":
        return findings.find_selected_fix(screen) is not None
    if action == "rule":
        key = screen.verdict.cursor
        return isinstance(key, tuple) and key[0] in ("finding", "fix")
    return True


_REASONS: dict[str, Callable[[BuilderScreen], str | None]] = {
    "undo": _make_reason(lambda screen: screen.session.can_undo, "nothing_to_undo"),
    "redo": _make_reason(lambda screen: screen.session.can_redo, "nothing_to_redo"),
    "remove": _make_reason(lambda screen: bool(screen.path), "declare.no_unit"),
    "fill": _make_reason(_has_points_left, "fill.nothing_left"),
    "first_finding": _make_reason(_has_findings, "nothing_wrong"),
    "mend": _find_reason_against_fixing,
    "formations": _make_reason(
        lambda screen: bool(commands.list_deployment_fields(screen.session.position)),
        "no_formations",
    ),
    "history": _make_reason(lambda screen: screen.session.path is not None, "no_history"),
}
