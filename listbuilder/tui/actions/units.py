"""The actions on units: each key is one intention, one edit, one step of undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import msgspec

from listbuilder.games.common.editor import Added, Field, Option, SheetView, Text
from listbuilder.model.base import Path
from listbuilder.roster import commands
from listbuilder.tui.actions.choose import Question, ask_option
from listbuilder.tui.screens.dialogs import Info, Type
from listbuilder.tui.widgets.fields import format_label, format_value
from listbuilder.tui.widgets.sheet import list_sheet_lines

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen

DAY = "points_as_of"  # what it changes is shown before it is taken


class UnitActions:
    """The actions on units."""

    @property
    def builder_screen(self) -> BuilderScreen:
        """Return the screen that these actions belong to."""
        return cast("BuilderScreen", self)

    # --- taking out ---

    def _apply_added(self, added: Added) -> None:
        """Apply an edit that adds something, and put the cursor on it."""
        self.builder_screen._cursor = added.path
        self.builder_screen.session.apply(added.edit)

    def do_remove(self) -> None:
        """Remove what is under the cursor of the army; the cursor goes to the next line."""
        screen = self.builder_screen
        if not screen.path:
            screen.notify(screen.words("not_taken_out"), severity="warning")
            return
        order = screen.army_tree.unit_paths
        edit = commands.remove_part(screen.session.position, screen.path)
        if not edit.steps:
            screen.notify(screen.words("not_taken_out"), severity="warning")
            return
        screen._cursor = commands.find_cursor_after_removal(
            screen.session.position, order, screen.path, edit
        )
        screen.session.apply(edit)

    def do_duplicate(self) -> None:
        """Add a copy of the unit under the cursor."""
        added = commands.copy_unit(self.builder_screen.session.position, self.builder_screen.path)
        if added is None:
            self.builder_screen.notify(self.builder_screen.words("not_here"), severity="warning")
        else:
            self._apply_added(added)

    def do_up(self) -> None:
        """Move the unit under the cursor up."""
        self._move_unit(-1)

    def do_down(self) -> None:
        """Move the unit under the cursor down."""
        self._move_unit(1)

    def _move_unit(self, by: int) -> None:
        """Move the unit under the cursor by `by` places, or say that it is at the end."""
        added = commands.move_unit(
            self.builder_screen.session.position, self.builder_screen.path, by
        )
        if added is None:
            self.builder_screen.notify(
                self.builder_screen.words("at_the_end", name=self._cursor_name), severity="warning"
            )
        else:
            self._apply_added(added)

    @property
    def _cursor_name(self) -> str:
        """Return the name of what is under the cursor of the army."""
        screen = self.builder_screen
        leaf = screen.army_tree.leaves.get(screen.path)
        return (
            screen.words.format_text(leaf.label)
            if leaf
            else screen.session.name or screen.words("unnamed")
        )

    # --- changing ---

    def do_edit(self) -> None:
        """Edit what is under the cursor of the army."""
        self.builder_screen.focus_fields()

    def do_change(self) -> None:
        """Change the field under the cursor."""
        if (field := self.builder_screen.field_list.field) is not None:
            self.change_field(field)

    def do_step(self, by: int) -> None:
        """Set the field under the cursor to the next or the previous allowed option."""
        field = self.builder_screen.field_list.field
        if field is not None and field.kind == "choice":
            self.step_field(field, by)

    def do_most(self, by: int) -> None:
        """Set the field under the cursor to the last or the first allowed option."""
        field = self.builder_screen.field_list.field
        if field is not None and field.kind == "choice":
            self.step_field(field, by, to_the_end=True)

    def do_more(self) -> None:
        """Make the unit under the cursor larger."""
        self._resize_unit(1)

    def do_fewer(self) -> None:
        """Make the unit under the cursor smaller."""
        self._resize_unit(-1)

    def _resize_unit(self, by: int) -> None:
        """Set the unit's size to the next one that has another price or is the last one.

        Why: prices are what sizes are chosen by.
        """
        screen = self.builder_screen
        field = self._find_size_field()
        if field is None:
            return
        options = field.options()
        chosen = next((place for place, option in enumerate(options) if option.chosen), 0)
        options_left = options[chosen + 1 :] if by > 0 else options[:chosen][::-1]
        if options_left:
            screen.session.apply(self._find_bracket_end(options_left, by).edit)
        else:
            self._report_no_further(field)

    def _find_size_field(self) -> Field | None:
        """Return the field for the size of the unit under the cursor; None, and a notice, if it has
        none.
        """
        screen = self.builder_screen
        field = (
            commands.find_field(
                screen.session.position, screen.path, screen.session.position.editor.size_key
            )
            if screen.session.army
            else None
        )
        if field is None:
            screen.notify(screen.words("not_sized", name=self._cursor_name), severity="warning")
        return field

    def do_reinforce(self) -> None:
        """Set the unit to its largest size, or to its smallest if it is the largest already."""
        field = self._find_size_field()
        if field is not None:
            options = field.options()
            self.builder_screen.session.apply(
                (options[0] if options[-1].chosen else options[-1]).edit
            )

    def _report_no_further(self, field: Field, next_option: Option | None = None) -> None:
        """Tell that a field can't be stepped further, with the reasons that `next_option` is not
        allowed.
        """
        screen = self.builder_screen
        args = {
            "field": format_label(field, screen.words),
            "value": format_value(field, screen.words),
        }
        effect = (
            screen.session.position.predict_effect(next_option.edit)
            if next_option is not None
            else None
        )
        reasons = (
            [
                screen.words.describe_finding(finding)
                for finding in effect.against
                if finding.severity == "error"
            ]
            if effect
            else []
        )
        key = "not_further" if reasons else "no_further"
        screen.notify(
            screen.words(key, **args, reason=screen.words.join_reasons(reasons)), severity="warning"
        )

    def _find_bracket_end(self, options: list[Option], by: int) -> Option:
        """Return the last option that costs as much as the first; going down, the first cheaper
        one.
        """
        points = [
            self.builder_screen.session.position.apply(option.edit).points for option in options
        ]
        same = [option for option, cost in zip(options, points, strict=True) if cost == points[0]]
        if by > 0:
            return same[-1]
        current_points = self.builder_screen.session.position.points
        return next(
            (
                option
                for option, cost in zip(options, points, strict=True)
                if cost != current_points
            ),
            options[-1],
        )

    def step_field(self, field: Field, by: int, *, to_the_end: bool = False) -> None:
        """Set `field` to the next allowed option in the direction `by`; to the last one with
        `to_the_end`.
        """
        screen = self.builder_screen
        options = field.options()
        chosen = next((place for place, option in enumerate(options) if option.chosen), None)
        options_left = (
            options
            if chosen is None
            else (options[chosen + 1 :] if by > 0 else options[:chosen][::-1])
        )
        for option in reversed(options_left) if to_the_end else options_left:
            if screen.session.position.predict_effect(option.edit).allowed:
                screen.session.apply(option.edit)
                return
        self._report_no_further(field, options_left[0] if options_left else None)

    def change_field(self, field: Field) -> None:
        """Let the player change `field`: type a text, choose an option, or switch the only one on.

        For the date of the roster, what it changes is shown first.
        """
        screen = self.builder_screen
        if field.key == DAY:
            screen.do_day()
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

    def _change_field_named(self, key: str, path: Path | None = None) -> None:
        """Let the player change the field `key` of the thing at `path`, or of what is under the
        cursor.
        """
        field = commands.find_field(
            self.builder_screen.session.position,
            self.builder_screen.path if path is None else path,
            key,
        )
        if field is None:
            self.builder_screen.notify(self.builder_screen.words("not_here"), severity="warning")
        else:
            self.change_field(field)

    def _find_fields(self, keys: tuple[str, ...]) -> list[Field]:
        """Return the fields with one of `keys`: of the unit under the cursor, else of the roster.

        Some games ask for them there. If there are none, a notice says so.
        """
        screen = self.builder_screen
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

    def do_warlord(self) -> None:
        """Make the unit under the cursor the Warlord or not; if the roster names one of many, ask
        which.
        """
        screen = self.builder_screen
        for field in self._find_fields(
            screen.session.position.editor.leader_keys if screen.session.army else ()
        )[:1]:
            others = [option for option in field.options() if not option.chosen]
            if len(others) == 1:
                screen.session.apply(others[0].edit)
                self._ask_warlord_model()
            else:
                self.change_field(field)

    def _ask_warlord_model(self) -> None:
        """Ask which model of the unit under the cursor is the warlord, if several can be and none
        is named.
        """
        field = (
            commands.find_field(
                self.builder_screen.session.position, self.builder_screen.path, "warlord_model"
            )
            if self.builder_screen.path
            else None
        )
        if field is not None and field.value.key == "none":
            self.change_field(field)

    def do_enhancement(self) -> None:
        """Choose an enhancement for the unit under the cursor, from all its tables in one list."""
        screen = self.builder_screen
        fields = self._find_fields(
            screen.session.position.editor.gift_keys if screen.session.army else ()
        )
        if len(fields) == 1:
            self.change_field(fields[0])
        elif fields:
            self._choose_from_fields(fields)

    def _choose_from_fields(self, fields: list[Field]) -> None:
        """Ask for one option of several fields, in one list."""
        screen = self.builder_screen
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

    def do_rename_unit(self) -> None:
        """Change the player's own name of the unit."""
        self._change_field_named("name")

    def do_annotate(self) -> None:
        """Change the player's notes on the unit."""
        self._change_field_named("notes")

    # --- looking ---

    def get_sheet_here(self) -> SheetView | None:
        """Return the datasheet of what is under the cursor of the picker or the army; None without
        one.
        """
        screen = self.builder_screen
        position, offer = screen.session.position, screen.picker.offer if screen.picking else None
        if position.army is None or not (offer or screen.path):
            return None
        return (
            position.editor.make_sheet_view(position.army, offer=offer.id)
            if offer
            else position.editor.make_sheet_view(position.army, path=screen.path)
        )

    def do_sheet(self) -> None:
        """Show the datasheet of the unit under the cursor."""
        screen = self.builder_screen
        sheet = (
            screen.session.position.editor.make_sheet_view(screen.session.army, path=screen.path)
            if screen.session.army and screen.path
            else None
        )
        if sheet is None:
            screen.notify(screen.words("not_here"), severity="warning")
        else:
            screen.app.push_screen(
                Info(
                    screen.words.name_with_english(sheet.name),
                    lambda width: list_sheet_lines(sheet, screen.words, width),
                )
            )

    def do_sheet_offer(self) -> None:
        """Show the datasheet of the offer under the cursor of the picker."""
        screen = self.builder_screen
        offer = screen.picker.offer
        sheet = (
            screen.session.position.editor.make_sheet_view(screen.session.army, offer=offer.id)
            if screen.session.army and offer
            else None
        )
        if sheet is None:
            screen.picker.show_message(screen.words("not_here"), "warn")
        else:
            screen.app.push_screen(
                Info(
                    screen.words.name_with_english(sheet.name),
                    lambda width: list_sheet_lines(sheet, screen.words, width),
                )
            )

    def do_formations(self) -> None:
        """Open the screen of everything that is declared before the battle."""
        from listbuilder.tui.screens.deployment import FormationsScreen

        self.builder_screen.app.push_screen(FormationsScreen(self.builder_screen))

    def do_back(self) -> None:
        """Go back to the army."""
        self.builder_screen.focus_army()
