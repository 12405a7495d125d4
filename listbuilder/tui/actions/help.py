"""Help for the current page: its keys first, then those that work everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual.widgets import Input

from listbuilder.tui import keymap
from listbuilder.tui.keymap import Action, Pane
from listbuilder.tui.screens.dialogs import Info, Type
from listbuilder.tui.screens.home import KEYS, HomeScreen
from listbuilder.tui.widgets.keybar import KeyBar
from listbuilder.tui.widgets.rows import Line
from listbuilder.tui.widgets.terminal_cells import pad_text

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder
    from listbuilder.tui.text import Words

PANES: tuple[Pane, ...] = ("army", "picker", "fields", "verdict")
KEY_WIDTH = 18  # cells of the column of keys


def show_help(app: Builder) -> None:
    """Show the help of the screen on top in a dialog."""
    screen = app.screen
    words = app.words
    if screen is app.main:
        lines = list(_yield_pane_lines(words, app.main.pane))
    elif isinstance(screen, HomeScreen):
        lines = [
            _make_line(" ".join(map(keymap.format_key, keys)), words(f"action.{action}"))
            for action, keys in KEYS
        ]
    else:
        lines = list(_yield_screen_lines(app))
    app.push_screen(Info(words("action.help"), lambda _: lines))


def _make_line(keys: str, text: str) -> Line:
    """Return the line that says what `keys` do."""
    return Line(left=f"{pad_text(keys, KEY_WIDTH)} {text}", indent=1)


def _yield_pane_lines(words: Words, pane: Pane) -> Iterator[Line]:
    """Yield the keys of the builder's pages under headings: `pane` first, then everywhere."""
    if words.has_message(f"help.{pane}"):
        yield Line(left=words(f"help.{pane}"), wrap=True)
    yield from _yield_section(words, words(f"pane.{pane}"), pane, everywhere=False)
    yield from _yield_section(words, words("help.everywhere"), pane, everywhere=True)
    for other in PANES:
        if other != pane:
            yield from _yield_section(words, words(f"pane.{other}"), other, everywhere=False)


def _yield_section(words: Words, title: str, pane: Pane, *, everywhere: bool) -> Iterator[Line]:
    """Yield the heading `title` and the keys of `pane`: those that work `everywhere`, or others."""
    yield Line(left=title, look="head")
    for action in keymap.yield_actions(pane):
        if _is_everywhere(action) == everywhere:
            keys = " ".join(keymap.format_key(key) for key in keymap.list_keys(action, pane))
            yield _make_line(keys, words(f"action.{action.id}"))


def _is_everywhere(action: Action) -> bool:
    """Return whether `action` works on every page, except while letters are typed."""
    return set(action.panes) >= set(keymap.LISTS)


def _yield_screen_lines(app: Builder) -> Iterator[Line]:
    """Yield the keys of a dialog or of a screen with a footer."""
    words, screen = app.words, app.screen
    bars = list(screen.query(KeyBar))
    for bar in bars:
        for _, key, label in bar.items:
            yield _make_line(key, label)
    if not bars:
        yield _make_line("⏎", words("help.enter"))
        yield _make_line("Esc", words("action.leave"))
    if not isinstance(screen, Type):
        yield _make_line("↑ ↓", words("help.move"))
        if screen.query(Input):
            yield _make_line(words("help.letters"), words("type_to_narrow"))
    yield _make_line("F1", words("action.help"))
