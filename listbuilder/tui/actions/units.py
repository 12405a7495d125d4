"""The actions on units: each key is one intention, one edit, one step of undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from listbuilder.games.common.editor import Added, Field, Option, SheetView, Text
from listbuilder.model.base import Path
from listbuilder.roster import commands
from listbuilder.tui.actions.choose import Question, ask_option
from listbuilder.tui.actions.other_date import start_date_change
from listbuilder.tui.screens.dialogs import Info, Type
from listbuilder.tui.widgets.fields import format_label, format_value
from listbuilder.tui.widgets.sheet import list_sheet_lines

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen

DAY = "points_as_of"  # what it changes is shown before it is taken


# --- taking out ---


def _apply_added(screen: BuilderScreen, added: Added) -> None:
    """Apply an edit that adds something, and put the cursor on it."""
    screen.next_cursor = added.path
    screen.session.apply(added.edit)


def remove_selected(screen: BuilderScreen) -> None:
    """Remove what is under the cursor of the army; the cursor goes to the next line."""
    if not screen.path:
        screen.notify(screen.words("not_taken_out"), severity="warning")
        return
    order = screen.army_tree.unit_paths
    edit = commands.remove_part(screen.session.position, screen.path)
    if not edit.steps:
        screen.notify(screen.words("not_taken_out"), severity="warning")
        return
    screen.next_cursor = commands.find_cursor_after_removal(
        screen.session.position, order, screen.path, edit
    )
    screen.session.apply(edit)


def duplicate_unit(screen: BuilderScreen) -> None:
    """Add a copy of the unit under the cursor."""
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
    """Move the unit under the cursor by `by` places, or say that it is at the end."""
    added = commands.move_unit(screen.session.position, screen.path, by)
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
    """Edit what is under the cursor of the army."""
    screen.focus_fields()


def change_selected_field(screen: BuilderScreen) -> None:
    """Change the field under the cursor."""
    if (field := screen.field_list.field) is not None:
        change_field(screen, field)


def step_selected_field(screen: BuilderScreen, by: int) -> None:
    """Set the field under the cursor to the next or the previous allowed option."""
    field = screen.field_list.field
    if field is not None and field.kind == "choice":
        step_field(screen, field, by)


def step_selected_field_to_end(screen: BuilderScreen, by: int) -> None:
    """Set the field under the cursor to the last or the first allowed option."""
    field = screen.field_list.field
    if field is not None and field.kind == "choice":
        step_field(screen, field, by, to_the_end=True)


def enlarge_unit(screen: BuilderScreen) -> None:
    """Make the unit under the cursor larger."""
    _resize_unit(screen, 1)


def shrink_unit(screen: BuilderScreen) -> None:
    """Make the unit under the cursor smaller."""
    _resize_unit(screen, -1)


def _resize_unit(screen: BuilderScreen, by: int) -> None:
    """Set the unit's size to the next one that has another price or is the last one.

    Why: prices are what sizes are chosen by.
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
    """Set the unit to its largest size, or to its smallest if it is the largest already."""
    field = _find_size_field(screen)
    if field is not None:
        options = field.options()
        next_option = options[0] if options[-1].chosen else options[-1]
        screen.session.apply(next_option.edit)


def _report_no_further(
    screen: BuilderScreen, field: Field, next_option: Option | None = None
) -> None:
    """Tell that `field` can't be stepped further, and what forbids `next_option` if it is given."""
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
    """Return the last option of the first one's price, or if `by` < 0 the first cheaper one."""
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
    """Set `field` to the next allowed option in direction `by`, or `to_the_end` to the last."""
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
    """Let the player change `field`: type a text, choose an option, or switch the only one on.

    For the date of the roster, what it changes is shown first.
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
    """Let the player change the field `key` of what is at `path`, or else under the cursor."""
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
    """Return the fields with one of `keys`: of the unit under the cursor, else of the roster.

    Some games ask for them there. If there are none, a notice says so.
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
    """Make the selected unit the Warlord or not; ask which if the roster names one of many."""
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
    """Choose an enhancement for the unit under the cursor, from all its tables in one list."""
    fields = _find_fields(
        screen, screen.session.position.editor.gift_keys if screen.session.army else ()
    )
    if len(fields) == 1:
        change_field(screen, fields[0])
    elif fields:
        _choose_from_fields(screen, fields)


def _choose_from_fields(screen: BuilderScreen, fields: list[Field]) -> None:
    """Ask for one option of several fields, in one list."""
    options = []
    for field in fields:
        label = format_label(field, screen.words)
        for option in field.options():
            text_shown = screen.words.join_name_and_text(
                label, screen.words.format_text(option.label)
            )
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
    """Return the datasheet of what is selected in the picker or the army; None without one."""
    position = screen.session.position
    offer = screen.picker.offer if screen.picking else None
    if position.army is None or not (offer or screen.path):
        return None
    if offer:
        return position.editor.make_sheet_view(position.army, offer=offer.id)
    return position.editor.make_sheet_view(position.army, path=screen.path)


def show_sheet(screen: BuilderScreen) -> None:
    """Show the datasheet of the unit under the cursor."""
    position, sheet = screen.session.position, None
    if position.army and screen.path:
        sheet = position.editor.make_sheet_view(position.army, path=screen.path)
    if sheet is None:
        screen.notify(screen.words("not_here"), severity="warning")
    else:
        _open_sheet(screen, sheet)


def show_offer_sheet(screen: BuilderScreen) -> None:
    """Show the datasheet of the offer under the cursor of the picker."""
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
