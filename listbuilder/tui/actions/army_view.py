"""The actions that change how the army is shown: at a glance, with wargear, by role, searched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.games.common.editor import Leaf
from listbuilder.tui.screens.dialogs import Answer, Ask, Info
from listbuilder.tui.widgets.army import format_row_name
from listbuilder.tui.widgets.glance import GlancePane
from listbuilder.workspace import folders

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen


def show_glance(screen: BuilderScreen) -> None:
    """Open a dialog with the army at a glance; a notice says so if it has no units."""
    pane = screen.query_one("#glance", GlancePane)
    lines = pane.make_lines(screen.session, screen.words)
    if lines:
        screen.app.push_screen(Info(screen.words("action.glance"), lambda _: lines))
    else:
        screen.notify(screen.words("no_units"))


def toggle_loadouts(screen: BuilderScreen) -> None:
    """Show below each unit what its models carry, or hide that; the settings keep the choice."""
    tree = screen.army_tree
    tree.shows_loadouts = not tree.shows_loadouts
    folders.change_settings(loadouts=tree.shows_loadouts)
    _show_army_again(screen, "view.loadouts" if tree.shows_loadouts else "view.no_loadouts")


def toggle_grouping(screen: BuilderScreen) -> None:
    """Show leaders below the units that they lead, or by role; the settings keep the choice."""
    tree = screen.army_tree
    tree.is_by_role = not tree.is_by_role
    folders.change_settings(by_role=tree.is_by_role)
    _show_army_again(screen, "view.by_role" if tree.is_by_role else "view.by_leader")


def _show_army_again(screen: BuilderScreen, message: str) -> None:
    """Show the army in its new form, with the cursor on the same line, and a notice about it."""
    screen.army_tree.refresh_from(screen.session, screen.words, screen.path)
    screen.notify(screen.words(message))


def find_in_army(screen: BuilderScreen) -> None:
    """Ask for a unit of the army by name, keyword or wargear, and move the cursor to it."""
    leaves = [leaf for leaf in screen.army_tree.leaves.values() if leaf.unit is not None]
    if not leaves:
        screen.notify(screen.words("no_units"))
        return
    answers = [
        Answer(
            key=str(place),
            left=format_row_name(leaf, screen.words),
            right=str(leaf.points or ""),
            words=_list_search_words(screen, leaf),
            chosen=leaf.path == screen.path,
        )
        for place, leaf in enumerate(leaves)
    ]

    def go_there(answer: str | None) -> None:
        """Move the cursor to the unit chosen; None moves nothing."""
        if answer is not None:
            screen.focus_army(leaves[int(answer)].path)

    screen.app.push_screen(
        Ask(screen.words("action.find_unit"), answers, placeholder=screen.words("view.search")),
        go_there,
    )


def _list_search_words(screen: BuilderScreen, leaf: Leaf) -> tuple[str, ...]:
    """Return the words by which the unit on the line `leaf` is found, besides its shown name.

    These are its English name, keywords and wargear, and the notes on its line.
    """
    unit, army, game = leaf.unit, screen.session.army, screen.session.position.system
    if unit is None or army is None or game is None:
        return ()
    items = [item for group in game.list_carried_wargear(army, unit) for item in group.items]
    translated = [screen.words.translate_name(item) for item in items]
    notes = [screen.words.format_text(note) for note in leaf.notes]
    return (unit.name, *sorted(unit.tags), *items, *translated, *notes)
