"""All that is declared before the battle, at one glance; it stays secret until then. Nothing has to be declared yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from listbuilder.law import commands
from listbuilder.law.position import Position
from listbuilder.tui.screens.base import Fitting, is_left
from listbuilder.tui.widgets.fields import FieldList, marks_of_declared
from listbuilder.tui.widgets.keybar import KeyBar
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.widgets.verdict import status

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen


class FormationsScreen(Fitting, Screen[None]):
    DEFAULT_CSS = """
    FormationsScreen #above { height: 2; background: $panel; }
    FormationsScreen FieldList { height: 1fr; border: round $primary; }
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
        super().__init__()
        self.main = main
        self._stop = main.session.listen(self._on_position)

    def compose(self) -> ComposeResult:
        yield Rows(id="above")
        yield FieldList(id="formations")
        yield KeyBar()

    @property
    def rows(self) -> FieldList:
        return self.query_one(FieldList)

    def on_mount(self) -> None:
        words = self.main.words
        self.rows.border_title = words("pane.formations")
        self.query_one(KeyBar).show(
            [
                ("change", "⏎", words("action.change")),
                ("step", "←→", words("action.step")),
                ("undo", "u", words("action.undo")),
                ("leave", "Esc", words("action.leave")),
            ]
        )
        self.query_one("#above", Rows).can_focus = False
        self._fill()
        self.set_focus(self.rows)

    def on_unmount(self) -> None:
        self._stop()

    def _on_position(self, _: Position) -> None:
        if self.is_mounted and not is_left(self):
            self._fill()

    def _fill(self) -> None:
        main, words = self.main, self.main.words
        position = main.session.position
        above = [status(position, words)]
        if waits := main.reserves():
            above.append(Line(left=waits, indent=2, look="dim"))
        self.query_one("#above", Rows).show(above)
        fields = commands.declarations(position)
        marks = marks_of_declared(fields, position.findings)
        self.rows.refresh_from("", fields, words, words("no_formations"), marks, main.numbers())

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        event.stop()
        self.action_change()

    def on_field_list_stepped(self, event: FieldList.Stepped) -> None:
        self.action_step(event.by)

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        actions = {"change": self.action_change, "undo": self.action_undo, "leave": self.action_leave}
        actions.get(event.action, lambda: self.action_step(1))()

    def action_change(self) -> None:
        if (field := self.rows.field) is not None:
            self.main.declare(field)

    def action_step(self, by: int) -> None:
        if (field := self.rows.field) is not None:
            self.main.step(field, by)

    def action_undo(self) -> None:
        self.main.do_undo()

    def action_redo(self) -> None:
        self.main.do_redo()

    def action_leave(self) -> None:
        self.dismiss()
