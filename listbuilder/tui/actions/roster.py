"""The actions on the roster as a whole, its file, and the program."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.model.problem import Problem, Unreadable
from listbuilder.tui.actions import export, import_list, open_file, saved_versions
from listbuilder.tui.actions.file_names import ask_file_name, propose_path
from listbuilder.tui.actions.language import make_language_question
from listbuilder.tui.screens.dialogs import Answer, Ask
from listbuilder.tui.screens.export import LINK
from listbuilder.tui.workers import start_worker
from listbuilder.workspace import folders
from listbuilder.workspace.recent_files import find_free_name
from listbuilder.workspace.saving import AlreadyThere, ChangedOnDisk, ReadOnly, Saved
from listbuilder.workspace.session import Session

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen


def undo(screen: BuilderScreen) -> None:
    """Undo the last change, and bring the army's cursor back to where it was made."""
    _report_undo_or_redo(screen, screen.step_history(screen.session.undo, -1), "undo")


def redo(screen: BuilderScreen) -> None:
    """Redo the change that was undone last, with the army's cursor as it was after it."""
    _report_undo_or_redo(screen, screen.step_history(screen.session.redo, 1), "redo")


def _report_undo_or_redo(screen: BuilderScreen, done: bool, action: str) -> None:
    """Tell whether something was undone or redone; `action` is `undo` or `redo`.

    With the keyboard in the picker, it is told there with the new points, because the picker hides
    the army on a small screen. Elsewhere a notice is shown only if there was nothing to undo or
    redo.
    """
    position = screen.session.position
    key = f"nothing_to_{action}"
    if done:
        counts = position.army is not None and position.army.counts_points
        key = f"{action}_done" if counts else f"{action}_done_free"
    text = screen.words(key, points=position.points or 0)
    if screen.pane == "picker":
        screen.picker.show_message(text, "name" if done else "warn")
    elif not done:
        screen.notify(text)


def edit_roster(screen: BuilderScreen) -> None:
    """Select the roster itself, and move the keyboard to the editor with its name, size and
    detachment.
    """
    screen.army_tree.move_cursor_to(())
    screen.focus_fields()


# --- files ---


def start_saving(screen: BuilderScreen) -> None:
    """Start a worker that saves the roster, in place of any other work on files."""
    start_worker(screen, "file", save_roster, screen)


def start_saving_as(screen: BuilderScreen) -> None:
    """Start a worker that asks for another file name and saves the roster there."""
    start_worker(screen, "file", save_roster, screen, choose_path=True)


def start_renaming_file(screen: BuilderScreen) -> None:
    """Start a worker that asks for a new name and renames the roster's file."""
    session = screen.session
    path = session.path or propose_path(session)
    start_worker(
        screen, "file", _write_to_other_file, screen, "rename_title", path, session.rename_file
    )


def start_copying(screen: BuilderScreen) -> None:
    """Start a worker that asks for a file name and saves a copy of the roster there."""
    session = screen.session
    path = _propose_other_path(session)
    start_worker(
        screen, "file", _write_to_other_file, screen, "copy_title", path, session.save_copy
    )


async def save_roster(screen: BuilderScreen, *, choose_path: bool = False) -> bool:
    """Save the roster, and return whether it is saved now.

    `choose_path`: ask for the file even if the roster has one. If the file can't be written, the
    player is asked for another. If it exists, is read-only or was changed by another program, the
    player is asked what to do. Nothing is lost if the player gives up.
    """
    path = None
    if choose_path or screen.session.path is None:
        path = await ask_file_name(
            screen.builder, screen.words("save_as_title"), _propose_other_path(screen.session)
        )
        if path is None:
            return False
    force = False
    while True:
        try:
            saved = await asyncio.to_thread(screen.session.save, path, force=force)
        except Unreadable as error:
            wrong = screen.words.describe_problem(error.problems[0])
            path = await ask_file_name(
                screen.builder,
                screen.words("save_elsewhere"),
                path or screen.session.path or propose_path(screen.session),
                wrong,
            )
            if path is None:
                return False
            force = False
            continue
        except AlreadyThere as error:
            force = await _ask_to_overwrite(screen, error)
            if not force:
                return False
            continue
        except ChangedOnDisk:
            answer = await _ask_about_changed_file(screen)
            if answer == "overwrite":
                force = True
                continue
            if answer == "theirs":
                await _load_changed_file(screen)
            elif answer == "elsewhere":
                return await save_roster(screen, choose_path=True)
            return False
        _report_saved(screen, saved)
        return True


def _propose_other_path(session: Session) -> Path:
    """Return a path that no file has: that of the roster's file with a number, or a new one."""
    return find_free_name(session.path) if session.path else propose_path(session)


def _report_saved(screen: BuilderScreen, saved: Saved) -> None:
    """Show a notice that the roster is saved, and refresh the frame.

    It is a warning if the layout of the file could not be kept.
    """
    if saved.anew:
        screen.notify(screen.words("saved_anew", file=str(saved.path)), severity="warning")
    else:
        screen.notify(screen.words("saved", file=str(saved.path)))
    screen.refresh_names()


async def _ask_to_overwrite(screen: BuilderScreen, error: AlreadyThere) -> bool:
    """Ask whether to overwrite the file that `error` names; return whether the player says yes.

    The file exists already, or is read-only.
    """
    words = screen.words
    file, key = str(error), "read_only" if isinstance(error, ReadOnly) else "exists"
    answers = [
        Answer(key="no", left=words("leave_it"), letter="c"),
        Answer(key="yes", left=words("overwrite"), letter="r"),
    ]
    return await screen.app.push_screen_wait(Ask(words(key, file=file), answers)) == "yes"


async def _ask_about_changed_file(screen: BuilderScreen) -> str | None:
    """Ask what to do about a roster file that another program changed, and return the answer's key.

    The keys are `elsewhere`, `theirs`, `overwrite` and `leave_it`; None for no answer.
    """
    words = screen.words
    letters = {"elsewhere": "n", "theirs": "u", "overwrite": "r", "leave_it": "c"}
    answers = [Answer(key=key, left=words(key), letter=letter) for key, letter in letters.items()]
    return await screen.app.push_screen_wait(
        Ask(words("changed_on_disk", file=str(screen.session.path)), answers)
    )


async def _load_changed_file(screen: BuilderScreen) -> None:
    """Replace the roster by the text that is in its file now, or show why that can't be read.

    Undo brings the former roster back. Without a file, nothing is done.
    """
    if screen.session.path is None:
        return
    try:
        raw = screen.session.path.read_bytes()
        screen.session.replace_text(raw)
        screen.session.accept_text_on_disk(raw)
    except OSError as error:
        screen.notify(error.strerror or str(error), severity="error")
    except Unreadable as error:
        screen.notify(screen.words.describe_problem(error.problems[0]), severity="error")
    screen.refresh_frame()


async def _write_to_other_file(
    screen: BuilderScreen, title: str, proposed: Path, operation: Callable[..., Saved]
) -> None:
    """Ask for a file, and rename the roster's file to it or copy the roster there (`operation`).

    The player is asked before a file is overwritten. The result, or what prevents it, is shown as a
    notice. `title`: the key of the question. `proposed`: the file that is proposed.
    """
    path = await ask_file_name(screen.builder, screen.words(title), proposed)
    if path is None:
        return
    force = False
    while True:
        try:
            saved = await asyncio.to_thread(operation, path, force=force)
        except AlreadyThere as error:
            force = await _ask_to_overwrite(screen, error)
            if force:
                continue
            return
        except Unreadable as error:
            screen.notify(screen.words.describe_problem(error.problems[0]), severity="error")
            return
        _report_saved(screen, saved)
        return


def start_opening(screen: BuilderScreen) -> None:
    """Start the flow that asks for a file and opens it."""
    screen.builder.run_flow(open_file.ask_and_open, screen.builder)


def start_new_list(screen: BuilderScreen) -> None:
    """Start the flow that asks the questions of a new list."""
    screen.builder.run_flow(open_file.start_new_list, screen.builder)


def go_home(screen: BuilderScreen) -> None:
    """Start the flow that closes the roster and shows the first screen."""
    screen.builder.run_flow(screen.builder.go_home)


def start_loading_earlier_save(screen: BuilderScreen) -> None:
    """Start a worker that lets the player replace the roster by an earlier save."""
    start_worker(screen, "file", _load_earlier_save, screen)


async def _load_earlier_save(screen: BuilderScreen) -> None:
    """Let the player choose an earlier save, and replace the roster by it; undo brings the roster
    back.

    If the save can't be read, a notice says why.
    """
    chosen = await saved_versions.choose_save(screen.builder, screen.session.path)
    if chosen is None:
        return
    try:
        screen.session.replace_text(chosen)
    except Unreadable as error:
        screen.notify(screen.words.describe_problem(error.problems[0]), severity="error")


def start_exporting(screen: BuilderScreen) -> None:
    """Start a worker that lets the player choose a form and exports the list in it."""
    start_worker(screen, "file", export.export_list, screen)


def start_sharing(screen: BuilderScreen) -> None:
    """Start a worker that shows the link to the list and its QR code, among the forms of export."""
    start_worker(screen, "file", export.export_list, screen, at=LINK)


def start_importing(screen: BuilderScreen) -> None:
    """Start the flow that asks for a list of another program and imports it."""
    screen.builder.run_flow(import_list.ask_for_list, screen.builder)


def edit_text(screen: BuilderScreen) -> None:
    """Open the roster as text that can be edited; show why if it can't be written as text."""

    def accept_text(text: str) -> list[Problem]:
        """Replace the roster by the edited text; return what is wrong with it, [] if nothing."""
        try:
            if text.encode() != screen.session.build_text():
                screen.session.replace_text(text.encode())
        except Unreadable as error:
            return list(error.problems)
        return []

    from listbuilder.tui.screens.yaml_text import TextScreen

    try:
        text = screen.session.build_text().decode("utf-8-sig", errors="replace")
    except Unreadable as error:
        screen.notify(screen.words.describe_problem(error.problems[0]), severity="error")
        return
    screen.app.push_screen(
        TextScreen(text, screen.words, screen.session.position.problems, accept_text)
    )


# --- the program ---


def go_to_army(screen: BuilderScreen) -> None:
    """Give the keyboard to the army."""
    screen.focus_army()


def go_to_middle(screen: BuilderScreen) -> None:
    """Give the keyboard to the middle pane."""
    screen.focus_middle()


def go_to_verdict(screen: BuilderScreen) -> None:
    """Give the keyboard to the verdict."""
    screen.focus_verdict()


def choose_language(screen: BuilderScreen) -> None:
    """Ask for the language, change to it, and refresh the screen."""

    def apply_answer(answer: str | None) -> None:
        """Change to the language chosen; None changes nothing."""
        if answer is not None:
            screen.builder.change_language(answer)
            screen.refresh_all()

    screen.app.push_screen(make_language_question(screen.words), apply_answer)


def choose_theme(screen: BuilderScreen) -> None:
    """Ask for the theme, change to it, and keep it in the settings.

    Each theme is shown while the cursor is on it; without an answer the old one comes back.
    """
    before = screen.app.theme

    def show_theme(name: str) -> None:
        """Change to the theme `name` until the question is answered."""
        screen.app.theme = name

    def apply_answer(answer: str | None) -> None:
        """Change to the theme chosen, for good; None brings the old one back."""
        screen.app.theme = answer or before
        if answer is not None:
            folders.change_settings(theme=answer)

    answers = [
        Answer(key=name, left=name, chosen=name == before)
        for name in sorted(screen.app.available_themes)
    ]
    screen.app.push_screen(
        Ask(screen.words("action.theme"), answers, point=show_theme), apply_answer
    )


def open_palette(screen: BuilderScreen) -> None:
    """Open the command palette."""
    screen.app.action_command_palette()


def start_leaving(screen: BuilderScreen) -> None:
    """Start the flow that closes the roster and ends the application."""
    screen.builder.run_flow(screen.builder.leave_builder)
