"""The first screen: begin a roster, go on with one, take back what a crash interrupted."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from listbuilder.edit import folders, journal
from listbuilder.tui.actions import table
from listbuilder.tui.screens.base import Fitting
from listbuilder.tui.widgets.keybar import KeyBar
from listbuilder.tui.widgets.rows import Line, Rows

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder

# With the keys of the builder's own screen; those of a file work where the cursor stands on one.
KEYS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("keys", ("question_mark", "f10")),
    ("new", ("n", "ctrl+n")),
    ("open", ("o", "ctrl+o")),
    ("import", ("i", "I", "ctrl+i")),
    ("duplicate_file", ("d", "C")),
    ("rename_file", ("r", "R")),
    ("delete_file", ("x", "delete")),
    ("take_back", ("u", "ctrl+z")),
    ("language", ("L",)),
    ("quit", ("q", "ctrl+q")),
)
_FOOTER = ("keys", "new", "open", "import", "duplicate_file", "rename_file", "delete_file", "quit")
SHOWN = 12  # recent files
VERDICTS = {"legal": ("✓", "good"), "illegal": ("✗", "bad"), "unread": ("?", "warn")}


class HomeScreen(Fitting, Screen[None]):
    """Keys of the rows are ("do", action), ("recover", place) and ("file", path)."""

    DEFAULT_CSS = "HomeScreen #home { height: 1fr; border: round $primary; padding: 1 2; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(",".join(keys), f"do('{action}')", show=False) for action, keys in KEYS),
        Binding("enter", "choose", show=False),
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
        self.files = [path for path in folders.recent() if folders.is_there(path)][:SHOWN]
        self.seen = folders.known(self.files)
        rows = self.query_one(Rows)
        rows.border_title = "listbuilder"
        rows.show(list(self._lines()))
        keys = dict(KEYS)
        self.query_one(KeyBar).show([(each, table.shown(keys[each][0]), words(f"action.{each}")) for each in _FOOTER])
        if len(self.seen) < len(self.files):
            self.set_timer(1.0, lambda: self.run_worker(self._look(), group="looks", exclusive=True))

    async def _look(self) -> None:
        """What is in files that were changed elsewhere is read when nobody waits."""
        from listbuilder.edit import recent
        from listbuilder.store.library import Library

        if await asyncio.to_thread(recent.look_later, self.files, Library(), self.builder.as_of) and self.is_current:
            self.seen = folders.known(self.files)
            self.query_one(Rows).show(list(self._lines()))

    def _lines(self) -> Iterator[Line]:
        words = self.builder.words
        yield Line(left=words("home.what"), look="dim", wrap=True)
        yield Line()
        yield from self._interrupted()
        yield from self._troubles()
        yield Line(left=words("home.begin"), look="head")
        yield Line(key=("do", "new"), left=words("action.new"), right="n", mark="+", mark_look="good")
        yield Line(key=("do", "open"), left=words("action.open"), right="o", mark="…")
        yield Line(key=("do", "import"), left=words("home.import"), right="i", mark="⇣")
        if self.files:
            yield Line()
            yield Line(left=words("home.recent"), look="head")
            for path in self.files:
                yield from self._file(path)

    def _interrupted(self) -> Iterator[Line]:
        words = self.builder.words
        if not self.found:
            return
        yield Line(left=words("home.interrupted"), look="head")
        for place, each in enumerate(self.found):
            name = str(each.path) if each.path else words("unnamed")
            part = "home.recover_part" if each.story.lost else "home.recover"
            text = words(part, name=name, count=each.count, all=each.all)
            yield Line(key=("recover", place), left=text, mark="↺", mark_look="warn", wrap=True)
        yield Line()

    def _troubles(self) -> Iterator[Line]:
        """Recovery files that can be of no use as they are."""
        words = self.builder.words
        said = [words.aside(aside) for aside in self.builder.set_aside]
        said += [words("recovery_closed", reason=reason, file=str(file)) for file, reason in self.closed]
        for sentence in said:
            yield Line(left=sentence, mark="!", look="warn", wrap=True)
        if said:
            yield Line()

    def _file(self, path: Path) -> Iterator[Line]:
        """Its name, points and verdict as they were when it was last seen; below, game and place."""
        words, seen = self.builder.words, self.seen.get(path)
        name = f"{seen.name}  " if seen is not None and seen.name else ""
        left = f"{name}{path.name}"
        if seen is None:
            yield Line(key=("file", path), left=left, mark="·")
            yield Line(left=_short(path.parent), look="dim", indent=4)
            return
        sign, look = VERDICTS.get(seen.verdict, ("?", "warn"))
        limit = f"/{seen.limit}" if seen.limit is not None else ""
        points = f"{seen.points}{limit}" if seen.points is not None else ""
        right = "  ".join(filter(None, (points, words.verdict(seen.verdict))))
        yield Line(key=("file", path), left=left, right=right, mark=sign, mark_look=look)
        below = (words.name(seen.game), words.name(seen.faction), _short(path.parent))
        yield Line(left=" · ".join(filter(None, below)), look="dim", indent=4)

    # --- keys ---

    def on_rows_chosen(self) -> None:
        self.action_choose()

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        self.action_do(event.action)

    def on_paste(self, event: events.Paste) -> None:
        """A list, or the name of a file that has one."""
        event.stop()
        if event.text.strip():
            from listbuilder.tui.actions import taking_in

            self.builder.flow(taking_in.take_pasted(self.builder, event.text))

    @property
    def file(self) -> Path | None:
        """What the cursor stands on."""
        key = self.query_one(Rows).cursor
        return key[1] if isinstance(key, tuple) and key[0] == "file" else None

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
    home = str(Path.home())
    text = os.fspath(folder)
    return f"~{text[len(home) :]}" if text == home or text.startswith(home + os.sep) else text
