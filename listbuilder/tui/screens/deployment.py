"""The screen of all that is declared before the battle.

It stays secret until then, and nothing has to be declared yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from listbuilder.roster import commands
from listbuilder.roster.position import Position
from listbuilder.tui.actions.deployment import (
    ask_declaration,
    describe_reserves,
    list_unit_numbers,
)
from listbuilder.tui.actions.roster import redo, undo
from listbuilder.tui.actions.units import step_field
from listbuilder.tui.screens.base import Fitting, is_left
from listbuilder.tui.widgets.fields import FieldList, list_declaration_marks
from listbuilder.tui.widgets.keybar import KeyBar
from listbuilder.tui.widgets.message_line import MessageLine
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.widgets.verdict import make_status_line

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen


class FormationsScreen(Fitting, Screen[None]):
    """All declarations at one glance; each can be changed here."""

    DEFAULT_CSS = """
    FormationsScreen #above { height: 2; background: $panel; }
    FormationsScreen FieldList {
        height: 1fr; border: round $frame-focus; border-title-color: $foreground;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f", "leave", show=False),
        Binding("enter", "change", show=False),
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
        Binding("u,ctrl+z", "undo", show=False),
        Binding("U,ctrl+r", "redo", show=False),
    ]

    def __init__(self, main: BuilderScreen) -> None:
        """Make the screen with the declarations of the roster that `main` shows.

        It follows the changes of the roster.
        """
        super().__init__()
        self.main = main
        self._stop = main.session.add_listener(self._refresh_if_shown)

    def compose(self) -> ComposeResult:
        """Yield the widgets of the screen: status, declarations and footer."""
        yield Rows(id="above")
        yield FieldList(id="formations")
        yield MessageLine()
        yield KeyBar()

    @property
    def rows(self) -> FieldList:
        """Return the list of declarations."""
        return self.query_one(FieldList)

    def on_mount(self) -> None:
        """Show the declarations and the keys."""
        words = self.main.words
        self.rows.border_title = words("pane.formations")
        self.query_one(KeyBar).show_keys(
            [
                ("change", "⏎", words("action.change")),
                ("step", "←→", words("action.step")),
                ("undo", "u", words("action.undo")),
                ("leave", "Esc", words("action.leave")),
            ]
        )
        self.query_one("#above", Rows).can_focus = False
        self._show_declarations()
        self.set_focus(self.rows)

    def on_unmount(self) -> None:
        """Stop listening to the session."""
        self._stop()

    def _refresh_if_shown(self, _: Position) -> None:
        """Show the declarations again after a change of the roster."""
        if self.is_mounted and not is_left(self):
            self._show_declarations()

    def _show_declarations(self) -> None:
        """Show the declarations, with the status and the points in Reserves above them."""
        main, words = self.main, self.main.words
        position = main.session.position
        above = [make_status_line(position, words)]
        if reserves_text := describe_reserves(main):
            above.append(Line(left=reserves_text, indent=2, look="dim"))
        self.query_one("#above", Rows).show_lines(above)
        fields = commands.list_deployment_fields(position)
        marks = list_declaration_marks(fields, position.findings)
        self.rows.refresh_from(
            (), fields, words, words("no_formations"), marks, list_unit_numbers(main)
        )

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """Change the declaration that was clicked."""
        event.stop()
        self.action_change()

    def on_field_list_stepped(self, event: FieldList.Stepped) -> None:
        """Step the selected declaration, after a click on an arrow beside its value."""
        self.action_step(event.by)

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        """Execute the action that was clicked in the footer."""
        actions = {
            "change": self.action_change,
            "undo": self.action_undo,
            "leave": self.action_leave,
        }
        actions.get(event.action, lambda: self.action_step(1))()

    def action_change(self) -> None:
        """Ask for the declaration under the cursor and change it, if there is one."""
        if (field := self.rows.field) is not None:
            ask_declaration(self.main, field)

    def action_step(self, by: int) -> None:
        """Set the selected declaration to the next allowed option, or the previous if `by` is
        negative.
        """
        if (field := self.rows.field) is not None:
            step_field(self.main, field, by)

    def action_undo(self) -> None:
        """Undo the last change."""
        undo(self.main)

    def action_redo(self) -> None:
        """Redo the change that was undone last."""
        redo(self.main)

    def action_leave(self) -> None:
        """Close the screen."""
        self.dismiss()
