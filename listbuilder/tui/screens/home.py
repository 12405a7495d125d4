"""The first screen: begin a roster, go on with one, take back what a crash interrupted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from listbuilder.edit import folders, journal
from listbuilder.tui.screens.base import Fitting
from listbuilder.tui.widgets.keybar import KeyBar
from listbuilder.tui.widgets.rows import Line, Rows

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder

_KEYS = (("new", "n"), ("open", "o"), ("import", "i"), ("language", "L"), ("quit", "q"))


class HomeScreen(Fitting, Screen[None]):
    """Keys of the rows are ("do", action), ("recover", place) and ("file", path)."""

    DEFAULT_CSS = "HomeScreen #home { height: 1fr; border: round $primary; padding: 1 2; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(f"{key},ctrl+{key}" if key.islower() else key, f"do('{action}')", show=False) for action, key in _KEYS),
        Binding("enter", "choose", show=False),
        Binding("question_mark", "do('keys')", show=False),
    ]

    @property
    def builder(self) -> Builder:
        return cast("Builder", self.app)

    def compose(self) -> ComposeResult:
        yield Rows(id="home")
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_focus(self.query_one(Rows))

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.refresh_all()

    def refresh_all(self) -> None:
        words = self.builder.words
        looked = journal.look()
        self.found, self.closed = looked.found, looked.closed
        self.builder.set_aside += looked.aside
        rows = self.query_one(Rows)
        rows.border_title = "listbuilder"
        rows.show(list(self._lines()))
        self.query_one(KeyBar).show([(action, key, words(f"action.{action}")) for action, key in _KEYS])

    def _lines(self) -> Iterator[Line]:
        words = self.builder.words
        if self.found:
            yield Line(left=words("home.interrupted"), look="head")
            for place, each in enumerate(self.found):
                name = str(each.path) if each.path else words("unnamed")
                part = "home.recover_part" if each.story.lost else "home.recover"
                yield Line(
                    key=("recover", place),
                    left=words(part, name=name, count=each.count, all=each.all),
                    mark="↺",
                    mark_look="warn",
                    wrap=True,
                )
            yield Line()
        yield from self._troubles()
        yield Line(left=words("home.begin"), look="head")
        yield Line(key=("do", "new"), left=words("action.new"), right="n", mark="+", mark_look="good")
        yield Line(key=("do", "open"), left=words("action.open"), right="o", mark="…")
        yield Line(key=("do", "import"), left=words("action.import"), right="i", mark="⇣")
        known = [path for path in folders.recent() if folders.is_there(path)]
        if known:
            yield Line()
            yield Line(left=words("home.recent"), look="head")
            for path in known[:12]:
                yield Line(key=("file", path), left=path.name, right=_short(path.parent), mark="·")

    def _troubles(self) -> Iterator[Line]:
        """Recovery files that can be of no use as they are."""
        words = self.builder.words
        said = [words.aside(aside) for aside in self.builder.set_aside]
        said += [words("recovery_closed", reason=reason, file=str(file)) for file, reason in self.closed]
        for sentence in said:
            yield Line(left=sentence, mark="!", look="warn", wrap=True)
        if said:
            yield Line()

    def on_rows_chosen(self) -> None:
        self.action_choose()

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        self.action_do(event.action)

    def action_choose(self) -> None:
        key = self.query_one(Rows).cursor
        if not isinstance(key, tuple):
            return
        if key[0] == "do":
            self.action_do(key[1])
        elif key[0] == "recover":
            self.builder.flow(self.builder.recover(self.found[key[1]]))
        else:
            self.builder.flow(self.builder.open_path(key[1]))

    def action_do(self, action: str) -> None:
        self.builder.do_from_home(action)


def _short(folder: Path) -> str:
    try:
        return f"~/{folder.relative_to(Path.home())}"
    except ValueError:
        return str(folder)
