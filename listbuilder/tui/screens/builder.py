"""The builder's main screen: army, picker or editor, verdict.

It renders the session and turns keys into actions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.screen import Screen

from listbuilder.model.base import Path
from listbuilder.roster.position import Position
from listbuilder.tui import keymap
from listbuilder.tui.actions import by_id as actions
from listbuilder.tui.actions.adding import add_offer
from listbuilder.tui.actions.deployment import list_unit_fields
from listbuilder.tui.actions.findings import look_for_free
from listbuilder.tui.actions.follow_sheet import SheetFollower
from listbuilder.tui.actions.typed_counts import enter_digit, forget_digits
from listbuilder.tui.actions.units import step_selected_field
from listbuilder.tui.actions.watch_file import SECONDS, FileWatch
from listbuilder.tui.keymap import Pane
from listbuilder.tui.screens.base import Fitting, is_left, set_subtitle, set_title
from listbuilder.tui.text import Words
from listbuilder.tui.widgets.army import ArmyTree
from listbuilder.tui.widgets.fields import (
    FieldList,
    list_declaration_marks,
    list_marks,
    yield_aid_lines,
)
from listbuilder.tui.widgets.glance import GlancePane
from listbuilder.tui.widgets.header import Header
from listbuilder.tui.widgets.keybar import KeyBar
from listbuilder.tui.widgets.message_line import MessageLine
from listbuilder.tui.widgets.picker import Picker
from listbuilder.tui.widgets.recovery_warning import RecoveryWarning
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.widgets.sheet import LiveSheet
from listbuilder.tui.widgets.tabs import Tabs
from listbuilder.tui.widgets.typing import Typed
from listbuilder.tui.widgets.unit_head import yield_head_lines
from listbuilder.tui.widgets.verdict import (
    VerdictPane,
    list_basis,
    make_status_line,
)
from listbuilder.workspace.session import Session

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder

WIDE = 110  # cells: from here on all three panes stand side by side
SHORT = 22  # lines: below that, nothing is shown under what is found
FEW = 5  # offers: with as few on a narrow terminal, the datasheet of one is shown below them
TALL = 30  # lines: from here on the header has two
WIDEST = 160  # ... and the datasheet has one of its own
HIGH = 36  # lines: from here on the army at a glance is below the verdict


class BuilderScreen(Fitting, Screen[None]):
    """The screen of an open roster: the army, what is edited or added, and the verdict."""

    DEFAULT_CSS = """
    BuilderScreen #tabs { height: 1; display: none; background: $panel; }
    BuilderScreen.-narrow #tabs { display: block; }
    BuilderScreen #panes { height: 1fr; }
    BuilderScreen .pane {
        height: 1fr; width: 1fr; border: round $frame; background: $surface;
        border-title-color: $foreground; border-title-style: bold;
        border-subtitle-color: $text-muted;
    }
    BuilderScreen .pane:focus-within { border: round $frame-focus; }
    BuilderScreen .pane:focus { border: round $frame-focus; }
    BuilderScreen #army { width: 12fr; }
    BuilderScreen #middle { width: 12fr; }
    BuilderScreen #below { height: 45%; display: none; border-top: solid $frame;
        border-title-color: $text-muted;
    }
    BuilderScreen.-wide #below { display: block; }
    BuilderScreen.-narrow.-few #below { display: block; }
    BuilderScreen.-narrow #below.-empty, BuilderScreen.-wide #below.-empty { display: none; }
    BuilderScreen #sheet { width: 12fr; display: none; }
    BuilderScreen.-widest #sheet { display: block; }
    BuilderScreen.-widest #below { display: none; }
    BuilderScreen #judgement { width: 10fr; }
    BuilderScreen #verdict { height: 1fr; }
    BuilderScreen #glance {
        height: auto; max-height: 55%; display: none; border-top: solid $frame;
    }
    BuilderScreen.-roomy #glance.-filled { display: block; }
    BuilderScreen #basis { height: auto; max-height: 5; }
    BuilderScreen.-widest .pane { padding: 0 1; }
    BuilderScreen.-narrow .pane { display: none; border: none; }
    BuilderScreen.-narrow.-at-army #army, BuilderScreen.-narrow.-at-middle #middle,
    BuilderScreen.-narrow.-at-verdict #judgement { display: block; width: 1fr; }
    BuilderScreen #fields { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"press('{key}')", show=False) for key in keymap.list_all_keys()),
        Binding("tab", "next_pane(1)", show=False, priority=True),
        Binding("shift+tab", "next_pane(-1)", show=False, priority=True),
    ]

    AUTO_FOCUS = ""
    session: Session

    def __init__(self, session: Session) -> None:
        """Prepare the screen of `session`, and follow the changes of the roster.

        If the roster has no units, the screen begins with the picker.
        """
        super().__init__()
        self.session = session
        self.picking = not session.army or not session.army.units
        self._stop_listening = session.add_listener(self.on_position)
        self._watch = FileWatch(self)
        self.next_cursor: Path | None = None  # where the army's cursor goes with the next refresh
        self._depth = session.depth
        # the army's cursor when each change was made, by the number of changes before it
        self._cursors: dict[int, Path] = {}
        self._is_stepping_back = False
        self.typed_digits = ""  # one after the other, on one field
        self.typed_on: object = None  # that field
        self._fields_of: Path | None = None
        self.sheets = SheetFollower(self)

    @property
    def builder(self) -> Builder:
        """Return the application."""
        return cast("Builder", self.app)

    @property
    def words(self) -> Words:
        """Return the messages in the current language, for the game of the open roster."""
        return self.builder.words.get_for_game(self.session.position.system)

    def compose(self) -> ComposeResult:
        """Yield the widgets of the screen: header, panes, status line and footer."""
        yield Header(id="top")
        yield RecoveryWarning(id="unsafe")
        yield Tabs(id="tabs")
        with Horizontal(id="panes"):
            yield ArmyTree(id="army", classes="pane")
            with Vertical(id="middle", classes="pane"):
                yield Picker(id="picker")
                yield FieldList(id="fields")
                yield LiveSheet(id="below")
            yield LiveSheet(id="sheet", classes="pane")
            with Vertical(id="judgement", classes="pane"):
                yield VerdictPane(id="verdict")
                yield GlancePane(id="glance")
                yield Rows(id="basis")
        yield MessageLine()
        yield KeyBar()

    # --- parts ---

    @property
    def army_tree(self) -> ArmyTree:
        """Return the tree of the army."""
        return self.query_one("#army", ArmyTree)

    @property
    def picker(self) -> Picker:
        """Return the picker of what can be added."""
        return self.query_one("#picker", Picker)

    @property
    def field_list(self) -> FieldList:
        """Return the editor of the selected thing."""
        return self.query_one("#fields", FieldList)

    @property
    def verdict(self) -> VerdictPane:
        """Return the pane of the verdict."""
        return self.query_one("#verdict", VerdictPane)

    @property
    def path(self) -> Path:
        """Return the path of what is under the cursor of the army."""
        return self.army_tree.path

    @property
    def pane(self) -> Pane:
        """Return the name of the pane that has the keyboard; the army if nothing has it."""
        focused = self.focused
        if focused is self.verdict:
            return "verdict"
        if focused is self.army_tree or focused is None:
            return "army"
        return "fields" if focused is self.field_list else "picker"

    # --- showing ---

    def on_mount(self) -> None:
        """Fill all panes, and focus the picker if the roster has no units, else the army."""
        for name in ("#basis", "#below", "#sheet", "#glance"):
            self.query_one(name, Rows).can_focus = False
        self._lay_out_panes(self.size)
        self.refresh_all()
        if self.picking:
            self.open_picker()
        else:
            self.focus_army()
        self._watch.mark_file()
        self.set_interval(SECONDS, self._watch.look)

    def on_unmount(self) -> None:
        """Stop listening to the session, and watching its file."""
        self._stop_listening()
        self._watch.stop()

    def on_resize(self, event: events.Resize) -> None:
        """Lay the panes out for the new width."""
        self._lay_out_panes(event.size)
        self._show_glance()

    def _lay_out_panes(self, size: Size) -> None:
        """Set for the terminal's `size` which panes are seen side by side, and how high what is
        above them is.
        """
        width, height = size
        self.query_one(Header).set_class(height >= TALL, "-tall")
        self.set_class(width < WIDE, "-narrow")
        self.set_class(width >= WIDE, "-wide")
        self.set_class(width >= WIDEST, "-widest")
        self.set_class(width >= WIDE and height >= HIGH, "-roomy")
        self.sheets.schedule_refresh()
        if not any(self.has_class(f"-at-{name}") for name in ("army", "middle", "verdict")):
            self.add_class("-at-army")

    def on_position(self, _: Position) -> None:
        """Refresh the screen after a change of the roster, unless the screen is closed."""
        if self.is_mounted and not is_left(self):
            self.builder.drop_outdated_notice()
            before, self._depth = self._depth, self.session.depth
            if self._is_stepping_back:
                self.refresh_all()
                return
            self._cursors[before] = self.path
            self.refresh_all()
            self._cursors[self._depth] = self.path

    def step_history(self, step: Callable[[], bool], by: int) -> bool:
        """Undo or redo with `step`, and return whether there was a change to undo or redo.

        `by`: -1 to undo, 1 to redo. The army's cursor goes to where that change was made.
        """
        self.next_cursor = self._cursors.get(self.session.depth + by)
        self._is_stepping_back = True
        try:
            return step()
        finally:
            self._is_stepping_back = False
            self.next_cursor = None

    def refresh_all(self) -> None:
        """Refresh every pane and the frame from the session.

        Also start to look for options without a price.

        The army's cursor goes to `next_cursor` if it is set.
        """
        words = self.words
        self.army_tree.refresh_from(self.session, words, self.next_cursor)
        self.next_cursor = None
        self.verdict.free = ()
        self.verdict.refresh_from(self.session, words)
        look_for_free(self)
        self.sheets.schedule_refresh()
        self.refresh_middle()
        self.refresh_frame()

    def refresh_frame(self) -> None:
        """Refresh what is above and below the panes: header, titles, status line and keys."""
        words, session = self.words, self.session
        self.query_one(Header).refresh_from(session, words)
        self.query_one("#basis", Rows).show_lines(list_basis(session.position, words))
        self._show_glance()
        self.query_one("#unsafe", RecoveryWarning).refresh_from(session, words)
        self.query_one(Tabs).show_tabs(self)
        set_title(self.army_tree, words("pane.army"))
        set_title(
            self.query_one("#middle"), words("pane.picker" if self.picking else "pane.fields")
        )
        set_title(self.query_one("#judgement"), words("pane.verdict"))
        self._refresh_subtitles()
        self.refresh_keys()

    def refresh_names(self) -> None:
        """Refresh all that shows the list's name, which is that of its file if it has none."""
        self.army_tree.refresh_from(self.session, self.words)
        self.refresh_middle()
        self.refresh_frame()

    def _refresh_subtitles(self) -> None:
        """Show on the lower borders how large the army is, and how many offers are shown."""
        words, army = self.words, self.session.army
        subtitle = ""
        if army is not None and army.units:
            models = sum(unit.models for unit in army.units)
            subtitle = words("pane.army_size", units=len(army.units), models=models)
        set_subtitle(self.army_tree, subtitle)
        subtitle = ""
        if self.picking and (offers := self.picker.shown.offers):
            subtitle = words("picker.counted", shown=len(self.picker.rows.keys), all=len(offers))
        set_subtitle(self.query_one("#middle"), subtitle)
        is_roomy = self.size.height >= SHORT and len(self.picker.rows.keys) <= FEW
        self.set_class(self.picking and is_roomy, "-few")

    def _show_glance(self) -> None:
        """Show the army at a glance below the verdict, if there is room for it."""
        if self.has_class("-roomy"):
            self.query_one("#glance", GlancePane).refresh_from(self.session, self.words)

    def refresh_keys(self) -> None:
        """Show the keys of the current pane in the footer, and the status above them.

        The status is shown only where the pane of the verdict can't be seen.
        """
        status = Line()
        if self.has_class("-narrow"):
            picking = self.pane == "picker"
            status = make_status_line(self.session.position, self.words, picking=picking)
        self.query_one(MessageLine).show_usual(status)
        items = [
            (action.id, key, self.words(f"action.{action.id}"))
            for action, key in keymap.list_footer(self.pane)
            if actions.is_offered(self, action.id)
        ]
        self.query_one(KeyBar).show_keys(items)

    def refresh_middle(self) -> None:
        """Show the picker or the editor in the middle pane, and refresh it."""
        self.picker.display, self.field_list.display = self.picking, not self.picking
        if self.picking:
            self.picker.shown.owned = self.builder.owned
            self.picker.refresh_from(self.session, self.words, self.path)
        else:
            self.picker.store_uses()
            self.refresh_fields()

    def refresh_fields(self) -> None:
        """Refresh the editor with the fields of what is under the army's cursor.

        If that is another thing than before, the editor's cursor goes to the top. Without an army,
        a text says that nothing can be edited.
        """
        leaf = self.army_tree.leaves.get(self.path)
        head = [Line(left=self.session.name or self.words("unnamed"), look="name", wrap=True)]
        if leaf is not None:
            head = list(yield_head_lines(self.session.position, leaf, self.words))
        if self.session.army is None:
            self.field_list.refresh_from(head, [], self.words, self.words("cannot_edit"))
            return
        fields = list_unit_fields(self, self.path)
        if self.path != self._fields_of:  # of another thing: from the top
            self._fields_of = self.path
            self.field_list.cursor = None
        findings = self.session.position.findings
        marks = list_declaration_marks(fields, findings) | list_marks(fields, findings, self.path)
        below = [] if self.path else list(yield_aid_lines(self.session.position, self.words))
        self.field_list.refresh_from(
            head, fields, self.words, self.words("nothing_to_change"), marks, below=below
        )

    # --- where the keyboard is ---

    def show_pane(self, name: str) -> None:
        """Bring the pane `name` into sight on a terminal that shows only one, without moving the
        focus.
        """
        for pane_name in ("army", "middle", "verdict"):
            self.set_class(pane_name == name, f"-at-{pane_name}")
        self.query_one(Tabs).show_tabs(self)

    def focus_army(self, path: Path | None = None) -> None:
        """Close the picker and focus the army, with its cursor at `path`.

        The cursor stays if that is None.
        """
        self.picking = False
        self.show_pane("army")
        if path is not None:
            self.army_tree.move_cursor_to(path)
        self.sheets.schedule_refresh()  # no longer that of a candidate
        self.set_focus(self.army_tree)
        self.refresh_middle()
        self.refresh_frame()

    def focus_fields(self) -> None:
        """Give the keyboard to the editor, and close the picker."""
        self.picking = False
        self.refresh_middle()
        self.show_pane("middle")
        self.set_focus(self.field_list)
        self.refresh_frame()

    def open_picker(self) -> None:
        """Open the picker and give it the keyboard."""
        self.picking = True
        self.refresh_middle()
        self.show_pane("middle")
        self.set_focus(self.picker.input)
        self.refresh_frame()

    def focus_verdict(self) -> None:
        """Give the keyboard to the verdict."""
        self.show_pane("verdict")
        self.set_focus(self.verdict)

    def focus_middle(self) -> None:
        """Give the keyboard to the middle pane as it is: picker or editor."""
        self.show_pane("middle")
        self.set_focus(self.picker.input if self.picking else self.field_list)

    def action_next_pane(self, by: int) -> None:
        """Move the focus by `by` panes to the right; after the last pane comes the first."""
        order = ("army", "middle", "verdict")
        now = {"army": 0, "picker": 1, "fields": 1, "verdict": 2}[self.pane]
        {"army": self._focus_army_only, "middle": self.focus_middle, "verdict": self.focus_verdict}[
            order[(now + by) % 3]
        ]()

    def _focus_army_only(self) -> None:
        """Give the keyboard to the army and leave the middle pane as it is."""
        self.show_pane("army")
        self.set_focus(self.army_tree)

    def on_descendant_focus(self) -> None:
        """Show the keys of the pane that now has the keyboard."""
        self.refresh_keys()

    # --- what the widgets say ---

    def on_rows_highlighted(self, event: Rows.Highlighted) -> None:
        """Refresh the datasheet when the army's cursor moves, and the editor unless the picker is
        open.
        """
        if event.rows is self.army_tree:
            self.sheets.schedule_refresh()
            if not self.picking:
                self.refresh_fields()
        elif event.rows is self.verdict:
            self.refresh_keys()

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """Do what Enter does, after a click on the line that already has the cursor."""
        if event.rows in (self.army_tree, self.field_list, self.verdict):
            self.action_press("enter")

    def on_field_list_stepped(self, event: FieldList.Stepped) -> None:
        """Focus the editor and step the value of its field, after a click on an arrow beside the
        value.
        """
        self.focus_middle()
        step_selected_field(self, event.by)

    def on_picker_pointed(self) -> None:
        """Refresh the datasheet when the cursor of the picker may have moved, and the counts."""
        self._refresh_subtitles()
        self.sheets.schedule_refresh()

    def on_picker_wanted(self, event: Picker.Wanted) -> None:
        """Add what was chosen in the picker."""
        add_offer(self, event.offer, event.models)

    def on_filter_helped(self) -> None:
        """Show the list of keys when a question mark is typed in the search."""
        self.execute_action("help")

    def on_input_submitted(self) -> None:
        """Add the offer under the picker's cursor, after Enter in the search field."""
        self.picker.pick_offer()

    def on_click(self, event: events.Click) -> None:
        """Go to the verdict after a click on the line above or below the panes that shows it."""
        is_message = isinstance(event.widget, MessageLine)
        if is_message or (event.widget is not None and event.widget.id == "top"):
            self.focus_verdict()

    def on_paste(self, event: events.Paste) -> None:
        """Open the list that was pasted, as the home screen does; a message says how otherwise."""
        event.stop()
        if len(event.text.strip().splitlines()) > 1:
            self._open_pasted(event.text)
        elif event.text.strip():
            self.notify(self.words("paste_a_list"))

    def on_typed_pasted(self, event: Typed.Pasted) -> None:
        """Open the list that was pasted into the search of the picker."""
        self._open_pasted(event.text)

    def _open_pasted(self, text: str) -> None:
        """Start the flow that opens the pasted list `text`, asking about unsaved changes first."""
        from listbuilder.tui.actions import import_list

        self.builder.run_flow(import_list.open_pasted, self.builder, text)

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        """Execute the action that was clicked in the footer."""
        self.execute_action(event.action)

    def on_tabs_pressed(self, event: Tabs.Pressed) -> None:
        """Give the keyboard to the pane whose tab was clicked."""
        {"army": self._focus_army_only, "middle": self.focus_middle, "verdict": self.focus_verdict}[
            event.name
        ]()

    def action_press(self, key: str) -> None:
        """Execute the action that `key` has in the current pane, if any.

        In the editor, a digit is first taken as a number typed into a field that counts.
        """
        if not key.isdigit():
            forget_digits(self)
        elif self.pane == "fields" and enter_digit(self, key):
            return
        action = keymap.on_key(key, self.pane)
        if action is not None:
            self.execute_action(action.id, key)

    def execute_action(self, action: str, key: str = "") -> None:
        """Execute the action with the id `action`.

        `key`: the key pressed; empty if it comes from the footer or the command palette.
        """
        actions.execute_action(self, action, key)

    def find_reason_against(self, action: str) -> str | None:
        """Return the reason why the action can't do anything now, or None if it can."""
        return actions.find_reason_against(self, action)
