"""The actions on units: each key is one intention, one edit, one step of undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from listbuilder.games.common.editor import (
    Added,
    Field,
    Option,
    SheetView,
    Text,
    make_name_text,
)
from listbuilder.model.base import Path
from listbuilder.roster import commands
from listbuilder.tui.actions.choose import Question, ask_option
from listbuilder.tui.actions.deployment import change_declaration
from listbuilder.tui.actions.other_date import start_date_change
from listbuilder.tui.screens.dialogs import Info, Type
from listbuilder.tui.widgets.fields import format_label, format_value
from listbuilder.tui.widgets.sheet import list_sheet_lines

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen

DAY = "points_as_of"  # what it changes is shown before it is taken


# --- taking out ---


def _apply_added(screen: BuilderScreen, added: Added) -> None:
    """Apply the edit of `added`, and put the army's cursor on what it added or moved."""
    screen.next_cursor = added.path
    screen.session.apply(added.edit)


def remove_selected(screen: BuilderScreen) -> None:
    """Remove the selected part of the army, and move the cursor to the line that comes next.

    A notice says what was removed, or that the part can't be removed.
    """
    if not screen.path:
        screen.notify(screen.words("not_taken_out"), severity="warning")
        return
    order = screen.army_tree.unit_paths
    edit = commands.remove_part(screen.session.position, screen.path)
    if not edit.steps:
        screen.notify(screen.words("not_taken_out"), severity="warning")
        return
    name = _name_selected(screen)
    screen.next_cursor = commands.find_cursor_after_removal(
        screen.session.position, order, screen.path, edit
    )
    screen.session.apply(edit)
    screen.notify(screen.words("removed", name=name))


def duplicate_unit(screen: BuilderScreen) -> None:
    """Add a copy of the selected unit, and select the copy; a notice says so if it can't be
    copied.
    """
    added = commands.copy_unit(screen.session.position, screen.path)
    if added is None:
        screen.notify(screen.words("not_here"), severity="warning")
    else:
        _apply_added(screen, added)


def move_unit_up(screen: BuilderScreen) -> None:
    """Move the unit under the cursor up."""
    _move_unit(screen, -1)


def move_unit_down(screen: BuilderScreen) -> None:
    """Move the unit under the cursor down."""
    _move_unit(screen, 1)


def _move_unit(screen: BuilderScreen, by: int) -> None:
    """Move the unit under the cursor by `by` places, or say that it is at the end.

    From the end of its regiment it goes on to the next one.
    """
    position, path = screen.session.position, screen.path
    added = commands.move_unit(position, path, by) or commands.move_unit_across(position, path, by)
    if added is None:
        screen.notify(screen.words("at_the_end", name=_name_selected(screen)), severity="warning")
    else:
        _apply_added(screen, added)


def _name_selected(screen: BuilderScreen) -> str:
    """Return the name of what is under the cursor of the army."""
    leaf = screen.army_tree.leaves.get(screen.path)
    if leaf:
        return screen.words.format_text(leaf.label)
    return screen.session.name or screen.words("unnamed")


# --- changing ---


def edit_selected(screen: BuilderScreen) -> None:
    """Move the keyboard to the editor, which shows the fields of the selected part of the army."""
    screen.focus_fields()


def change_selected_field(screen: BuilderScreen) -> None:
    """Let the player change the field under the editor's cursor, if there is a field."""
    field = screen.field_list.field
    if field is None:
        return
    if field.of or field.kind == "several":
        change_declaration(screen, field)
    else:
        change_field(screen, field)


def clear_selected_field(screen: BuilderScreen) -> None:
    """Empty the selected field: its text, or its choice; a notice says so if it can't be empty."""
    field = screen.field_list.field
    if field is None:
        return
    edit = commands.clear_field(screen.session.position, field)
    if edit is None:
        label = format_label(field, screen.words)
        screen.notify(screen.words("not_cleared", field=label), severity="warning")
    elif edit.steps:
        screen.session.apply(edit)


def step_selected_field(screen: BuilderScreen, by: int) -> None:
    """Set the selected field to the next allowed option, or to the previous one if `by` is
    negative.

    Only fields with options are stepped.
    """
    field = screen.field_list.field
    if field is not None and field.kind == "choice":
        step_field(screen, field, by)


def toggle_selected_field(screen: BuilderScreen) -> None:
    """Set the selected field to its next allowed option; after the last comes the first.

    What is not stepped is changed as with Enter.
    """
    field = screen.field_list.field
    if field is None or field.kind != "choice":
        change_selected_field(screen)
        return
    options = field.options()
    chosen = next((place for place, option in enumerate(options) if option.chosen), -1)
    for option in [*options[chosen + 1 :], *options[: max(chosen, 0)]]:
        if screen.session.position.predict_effect(option.edit).allowed:
            screen.session.apply(option.edit)
            return
    _report_no_further(screen, field, options[chosen + 1] if chosen + 1 < len(options) else None)


def step_selected_field_to_end(screen: BuilderScreen, by: int) -> None:
    """Set the selected field to the last allowed option, or to the first one if `by` is negative.

    Only fields with options are stepped.
    """
    field = screen.field_list.field
    if field is not None and field.kind == "choice":
        step_field(screen, field, by, to_the_end=True)


def enlarge_unit(screen: BuilderScreen) -> None:
    """Make the unit under the cursor larger, or the number under the editor's cursor."""
    _change_number(screen, 1)


def shrink_unit(screen: BuilderScreen) -> None:
    """Make the unit under the cursor smaller, or the number under the editor's cursor."""
    _change_number(screen, -1)


def _change_number(screen: BuilderScreen, by: int) -> None:
    """Step the number under the editor's cursor by `by`; elsewhere resize the unit.

    Why: a field such as "gauss reaper 3 / 10" is what the hand is on. The unit's own size is
    changed as in the army, from price to price.
    """
    field = screen.field_list.field if screen.pane == "fields" else None
    size_key = screen.session.position.editor.size_key if screen.session.army else ""
    if field is not None and field.key != size_key and "count" in field.value.args:
        step_field(screen, field, by)
    else:
        _resize_unit(screen, by)


def _resize_unit(screen: BuilderScreen, by: int) -> None:
    """Make the unit larger (`by` > 0) or smaller, to the last size at the next price.

    Smaller: the first size down that has another price. Why: sizes are chosen by their prices. A
    notice says so if it can't be made larger or smaller, or has no size.
    """
    field = _find_size_field(screen)
    if field is None:
        return
    options = field.options()
    chosen = next((place for place, option in enumerate(options) if option.chosen), 0)
    options_left = options[chosen + 1 :] if by > 0 else options[:chosen][::-1]
    if options_left:
        screen.session.apply(_find_bracket_end(screen, options_left, by).edit)
    else:
        _report_no_further(screen, field)


def _find_size_field(screen: BuilderScreen) -> Field | None:
    """Return the field for the selected unit's size; without one show a notice and return None."""
    position, field = screen.session.position, None
    if position.army:
        field = commands.find_field(position, screen.path, position.editor.size_key)
    if field is None:
        screen.notify(screen.words("not_sized", name=_name_selected(screen)), severity="warning")
    return field


def toggle_largest_size(screen: BuilderScreen) -> None:
    """Set the unit to its largest size, or to its smallest if it has the largest already.

    A notice says so if it has no size.
    """
    field = _find_size_field(screen)
    if field is not None:
        options = field.options()
        next_option = options[0] if options[-1].chosen else options[-1]
        screen.session.apply(next_option.edit)


def _report_no_further(
    screen: BuilderScreen, field: Field, next_option: Option | None = None
) -> None:
    """Show a notice that `field` can't be stepped further.

    `next_option`: the option that would have been next; the errors that forbid it are given as the
    reason.
    """
    args = {
        "field": format_label(field, screen.words),
        "value": format_value(field, screen.words),
    }
    reasons: list[str] = []
    if next_option is not None:
        effect = screen.session.position.predict_effect(next_option.edit)
        errors = [finding for finding in effect.against if finding.severity == "error"]
        reasons = [screen.words.describe_finding(finding) for finding in errors]
    key = "not_further" if reasons else "no_further"
    screen.notify(
        screen.words(key, **args, reason=screen.words.join_reasons(reasons)), severity="warning"
    )


def _find_bracket_end(screen: BuilderScreen, options: list[Option], by: int) -> Option:
    """Return the option in `options` to which a unit is resized in direction `by`.

    Larger: the last option with the same price as the first of them. Smaller: the first option
    whose price is not the present one, or else the last option.
    """
    points = [screen.session.position.apply(option.edit).points for option in options]
    same = [option for option, cost in zip(options, points, strict=True) if cost == points[0]]
    if by > 0:
        return same[-1]
    current_points = screen.session.position.points
    return next(
        (option for option, cost in zip(options, points, strict=True) if cost != current_points),
        options[-1],
    )


def step_field(screen: BuilderScreen, field: Field, by: int, *, to_the_end: bool = False) -> None:
    """Set `field` to the next allowed option in direction `by`, or to the furthest if `to_the_end`.

    If no option in that direction is allowed, a notice says why.
    """
    options = field.options()
    chosen = next((place for place, option in enumerate(options) if option.chosen), None)
    options_left = options
    if chosen is not None:
        options_left = options[chosen + 1 :] if by > 0 else options[:chosen][::-1]
    for option in reversed(options_left) if to_the_end else options_left:
        if screen.session.position.predict_effect(option.edit).allowed:
            screen.session.apply(option.edit)
            return
    _report_no_further(screen, field, options_left[0] if options_left else None)


def change_field(screen: BuilderScreen, field: Field) -> None:
    """Let the player change `field`: type a text, or choose one of its options.

    If there is only one option and it is not chosen, it is chosen without asking. For the date of
    the roster, the player first sees what the new date changes.
    """
    if field.key == DAY:
        start_date_change(screen)
        return
    label = format_label(field, screen.words)
    if field.kind == "text":
        value = "" if field.value.key == "none" else screen.words.format_text(field.value)

        def apply_text(text: str | None) -> None:
            """Write the typed text into the field; None changes nothing."""
            if text is not None:
                screen.session.apply(
                    commands.write_text_field(screen.session.position, field, text)
                )

        screen.app.push_screen(Type(label, value), apply_text)
        return
    options = field.options()
    if len(options) == 1 and not options[0].chosen:
        screen.session.apply(options[0].edit)
        return

    ask_option(screen, Question(label, options))


def _change_field_named(screen: BuilderScreen, key: str, path: Path | None = None) -> None:
    """Let the player change the field `key` of the part at `path`, by default of the selected part.

    A notice says so if there is no such field.
    """
    field = commands.find_field(
        screen.session.position,
        screen.path if path is None else path,
        key,
    )
    if field is None:
        screen.notify(screen.words("not_here"), severity="warning")
    else:
        change_field(screen, field)


def _find_fields(screen: BuilderScreen, keys: tuple[str, ...]) -> list[Field]:
    """Return the fields with one of `keys` of the selected part, or of the roster if the part has
    none.

    Some games have these fields on the roster itself. If there are none at all, a notice says so.
    """
    for path in (screen.path, ()):
        fields = [
            field
            for field in commands.list_fields(screen.session.position, path)
            if field.key in keys
        ]
        if fields:
            return fields
    screen.notify(screen.words("not_here"), severity="warning")
    return []


def toggle_warlord(screen: BuilderScreen) -> None:
    """Make the selected unit the Warlord, or no longer the Warlord.

    If there is more than one other choice, the player is asked for it. If several models of the
    unit can be the Warlord, the player is asked which.
    """
    for field in _find_fields(
        screen, screen.session.position.editor.leader_keys if screen.session.army else ()
    )[:1]:
        others = [option for option in field.options() if not option.chosen]
        if len(others) == 1:
            screen.session.apply(others[0].edit)
            _ask_warlord_model(screen)
        else:
            change_field(screen, field)


def _ask_warlord_model(screen: BuilderScreen) -> None:
    """Ask which model of the unit is the warlord, if several can be and none is named yet."""
    if not screen.path:
        return
    field = commands.find_field(screen.session.position, screen.path, "warlord_model")
    if field is not None and field.value.key == "none":
        change_field(screen, field)


def choose_enhancement(screen: BuilderScreen) -> None:
    """Let the player choose an enhancement for the selected unit, from all its tables in one
    list.
    """
    fields = _find_fields(
        screen, screen.session.position.editor.gift_keys if screen.session.army else ()
    )
    if len(fields) == 1:
        change_field(screen, fields[0])
    elif fields:
        _choose_from_fields(screen, fields)


def _choose_from_fields(screen: BuilderScreen, fields: list[Field]) -> None:
    """Let the player choose one option from the options of all `fields`, in one list.

    Each option is shown with the label of its field.
    """
    options = []
    for field in fields:
        label = format_label(field, screen.words)
        for option in field.options():
            value = option.label
            if value.key == "name_points":  # its points stand on the right
                value = make_name_text(value.args["name"])
            text_shown = screen.words.join_name_and_text(label, screen.words.format_text(value))
            text = Text("plain", {"text": text_shown, "name": option.label.args.get("name")})
            options.append(msgspec.structs.replace(option, label=text))
    ask_option(screen, Question(screen.words("action.enhancement"), options))


def rename_unit(screen: BuilderScreen) -> None:
    """Change the player's own name of the unit."""
    _change_field_named(screen, "name")


def annotate_unit(screen: BuilderScreen) -> None:
    """Change the player's notes on the unit."""
    _change_field_named(screen, "notes")


# --- looking ---


def make_selected_sheet(screen: BuilderScreen) -> SheetView | None:
    """Return the datasheet of the offer under the picker's cursor, or of the selected unit.

    The unit's is returned if the picker is closed. None if there is no datasheet.
    """
    position = screen.session.position
    offer = screen.picker.offer if screen.picking else None
    if position.army is None or not (offer or screen.path):
        return None
    if offer:
        return position.editor.make_sheet_view(position.army, offer=offer.id)
    return position.editor.make_sheet_view(position.army, path=screen.path)


def show_sheet(screen: BuilderScreen) -> None:
    """Open the datasheet of the selected unit in a dialog; a notice says so if there is none."""
    position, sheet = screen.session.position, None
    if position.army and screen.path:
        sheet = position.editor.make_sheet_view(position.army, path=screen.path)
    if sheet is None:
        screen.notify(screen.words("not_here"), severity="warning")
    else:
        _open_sheet(screen, sheet)


def show_offer_sheet(screen: BuilderScreen) -> None:
    """Open the datasheet of the offer under the picker's cursor; a message says so if there is
    none.
    """
    position, offer, sheet = screen.session.position, screen.picker.offer, None
    if position.army and offer:
        sheet = position.editor.make_sheet_view(position.army, offer=offer.id)
    if sheet is None:
        screen.picker.show_message(screen.words("not_here"), "warn")
    else:
        _open_sheet(screen, sheet)


def _open_sheet(screen: BuilderScreen, sheet: SheetView) -> None:
    """Open the dialog that shows a datasheet."""
    title = screen.words.name_with_english(sheet.name)
    screen.app.push_screen(Info(title, lambda width: list_sheet_lines(sheet, screen.words, width)))


def go_back_to_army(screen: BuilderScreen) -> None:
    """Go back to the army."""
    screen.focus_army()
