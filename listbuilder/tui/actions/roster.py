"""The actions on the roster as a whole, its file, and the program."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

from listbuilder.model.problem import Problem, Unreadable
from listbuilder.tui import keymap
from listbuilder.tui.actions import export, import_list, saved_versions
from listbuilder.tui.actions.language import make_language_question
from listbuilder.tui.screens.dialogs import Answer, Ask, Info, Type
from listbuilder.tui.widgets.rows import Line
from listbuilder.tui.widgets.terminal_cells import pad_text
from listbuilder.workspace import folders
from listbuilder.workspace.saving import AlreadyThere, ChangedOnDisk, ReadOnly, Saved
from listbuilder.workspace.session import Session

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen


class RosterActions:
    """The actions on the roster as a whole, its file, and the program."""

    @property
    def builder_screen(self) -> BuilderScreen:
        """Return the screen that these actions belong to."""
        return cast("BuilderScreen", self)

    def do_undo(self) -> None:
        """Undo the last change."""
        self._report_undo_or_redo(self.builder_screen.session.undo(), "undo")

    def do_redo(self) -> None:
        """Redo the change that was undone last."""
        self._report_undo_or_redo(self.builder_screen.session.redo(), "redo")

    def _report_undo_or_redo(self, done: bool, action: str) -> None:
        """Tell whether something was undone or redone.

        It is told in the picker, because that hides the army on a small screen.
        """
        screen = self.builder_screen
        text = screen.words(
            f"{action}_done" if done else f"nothing_to_{action}",
            points=screen.session.position.points or 0,
        )
        if screen.pane == "picker":
            screen.picker.show_message(text, "name" if done else "warn")
        elif not done:
            screen.notify(text)

    def do_roster(self) -> None:
        """Edit the roster itself: its name, size, detachment."""
        self.builder_screen.army_tree.move_cursor_to(())
        self.builder_screen.focus_fields()

    # --- files ---

    def do_save(self) -> None:
        """Start to save the roster."""
        self.builder_screen.run_worker(self.save_roster(), group="file", exclusive=True)

    def do_save_as(self) -> None:
        """Start to save the roster under another name."""
        self.builder_screen.run_worker(
            self.save_roster(choose_path=True), group="file", exclusive=True
        )

    def do_rename_file(self) -> None:
        """Start to rename the roster's file."""
        self.builder_screen.run_worker(self._rename_file(), group="file", exclusive=True)

    def do_copy(self) -> None:
        """Start to save a copy of the roster."""
        self.builder_screen.run_worker(self._save_copy(), group="file", exclusive=True)

    async def save_roster(self, *, choose_path: bool = False) -> bool:
        """Save the roster and return whether it is saved now.

        `choose_path`: ask for the file even if there is one. Whatever goes wrong is shown, and
        nothing is lost by it.
        """
        screen = self.builder_screen
        path = (
            None
            if screen.session.path and not choose_path
            else await self._ask_path(
                "save_as_title", screen.session.path or _suggest_path(screen.session)
            )
        )
        if path is None and (choose_path or screen.session.path is None):
            return False
        force = False
        while True:
            try:
                saved = await asyncio.to_thread(screen.session.save, path, force=force)
            except Unreadable as error:
                wrong = screen.words.describe_problem(error.problems[0])
                path = await self._ask_path(
                    "save_elsewhere",
                    path or screen.session.path or _suggest_path(screen.session),
                    wrong,
                )
                if path is None:
                    return False
                force = False
                continue
            except AlreadyThere as error:
                force = await self._ask_to_overwrite(error)
                if not force:
                    return False
                continue
            except ChangedOnDisk:
                answer = await self._ask_about_changed_file()
                if answer == "overwrite":
                    force = True
                    continue
                if answer == "theirs":
                    await self._load_changed_file()
                elif answer == "elsewhere":
                    return await self.save_roster(choose_path=True)
                return False
            self._report_saved(saved)
            return True

    def _report_saved(self, saved: Saved) -> None:
        """Tell that the roster is saved, and warn if the file's own layout could not be kept."""
        screen = self.builder_screen
        if saved.anew:
            screen.notify(
                screen.words("saved_anew", file=str(saved.path)), severity="warning", timeout=20
            )
        else:
            screen.notify(screen.words("saved", file=str(saved.path)))
        screen.refresh_frame()

    async def _ask_path(self, title: str, path: Path, wrong: str = "") -> Path | None:
        """Ask for a file and return it; None if the player gives none.

        `wrong`: what was wrong with the last one.
        """
        screen = self.builder_screen
        typed = await screen.app.push_screen_wait(
            Type(screen.words(title), str(path), self._refuse_bad_path, wrong)
        )
        return Path(typed.strip()).expanduser() if typed and typed.strip() else None

    def _refuse_bad_path(self, typed: str) -> str | None:
        """Return what is wrong with a typed path; None if a file can be written there."""
        path = Path(typed.strip()).expanduser()
        if not typed.strip() or path.is_dir():
            return self.builder_screen.words.describe_problem(Problem(key="is_a_folder"))
        if not path.parent.is_dir():
            return self.builder_screen.words("no_such_folder", folder=str(path.parent))
        return None

    async def _ask_to_overwrite(self, error: AlreadyThere) -> bool:
        """Return whether the player wants to overwrite a file that exists or is read-only."""
        screen, words = self.builder_screen, self.builder_screen.words
        file, key = str(error), "read_only" if isinstance(error, ReadOnly) else "exists"
        answers = [
            Answer(key="no", left=words("leave_it")),
            Answer(key="yes", left=words("overwrite")),
        ]
        return await screen.app.push_screen_wait(Ask(words(key, file=file), answers)) == "yes"

    async def _ask_about_changed_file(self) -> str | None:
        """Ask what to do about a file that another program has changed; return the key of the
        answer.
        """
        words = self.builder_screen.words
        answers = [
            Answer(key=key, left=words(key))
            for key in ("elsewhere", "theirs", "overwrite", "leave_it")
        ]
        return await self.builder_screen.app.push_screen_wait(
            Ask(words("changed_on_disk", file=str(self.builder_screen.session.path)), answers)
        )

    async def _load_changed_file(self) -> None:
        """Replace the roster by the file's own text.

        The former state is one undo away.
        """
        screen = self.builder_screen
        if screen.session.path is None:
            return
        try:
            raw = screen.session.path.read_bytes()
            screen.session.replace_text(raw)
            screen.session.accept_text_on_disk(raw)
        except OSError as error:
            screen.notify(error.strerror or str(error), severity="error")
        except Unreadable as error:
            screen.notify(
                screen.words.describe_problem(error.problems[0]), severity="error", timeout=10
            )
        screen.refresh_frame()

    async def _rename_file(self) -> None:
        """Ask for a name and rename the roster's file."""
        screen = self.builder_screen
        path = await self._ask_path(
            "rename_title", screen.session.path or _suggest_path(screen.session)
        )
        if path is not None:
            await self._write_to_path(path, screen.session.rename_file)

    async def _save_copy(self) -> None:
        """Ask for a name and save a copy of the roster."""
        screen = self.builder_screen
        path = await self._ask_path(
            "copy_title", screen.session.path or _suggest_path(screen.session)
        )
        if path is not None:
            await self._write_to_path(path, screen.session.save_copy)

    async def _write_to_path(self, path: Path, operation: Callable[..., Saved]) -> None:
        """Run `operation`, a renaming or copying, for `path`; ask before a file is overwritten."""
        screen, force = self.builder_screen, False
        while True:
            try:
                saved = await asyncio.to_thread(operation, path, force=force)
            except AlreadyThere as error:
                force = await self._ask_to_overwrite(error)
                if force:
                    continue
                return
            except Unreadable as error:
                screen.notify(
                    screen.words.describe_problem(error.problems[0]), severity="error", timeout=10
                )
                return
            self._report_saved(saved)
            return

    def do_open(self) -> None:
        """Start to ask for a roster and open it."""
        self.builder_screen.builder.run_worker(
            self.builder_screen.builder.ask_and_open(), group="flow", exclusive=True
        )

    def do_new(self) -> None:
        """Start a new list."""
        self.builder_screen.builder.run_worker(
            self.builder_screen.builder.start_new_list(), group="flow", exclusive=True
        )

    def do_history(self) -> None:
        """Start to choose an earlier save."""
        self.builder_screen.run_worker(self._load_earlier_save(), group="file", exclusive=True)

    async def _load_earlier_save(self) -> None:
        """Let the player choose an earlier save and put it in place of the roster; that can be
        undone.
        """
        screen = self.builder_screen
        chosen = await saved_versions.choose_save(screen.builder, screen.session.path)
        if chosen is None:
            return
        try:
            screen.session.replace_text(chosen)
        except Unreadable as error:
            screen.notify(screen.words.describe_problem(error.problems[0]), severity="error")

    def do_export(self) -> None:
        """Start to export the list."""
        self.builder_screen.run_worker(
            export.export_list(self.builder_screen), group="file", exclusive=True
        )

    def do_import(self) -> None:
        """Start to import a list."""
        self.builder_screen.builder.run_worker(
            import_list.ask_for_list(self.builder_screen.builder), group="flow", exclusive=True
        )

    def do_text(self) -> None:
        """Show the roster as text to edit."""
        screen = self.builder_screen

        def accept_text(text: str) -> list[Problem]:
            """Put the edited text in place of the roster; return what is wrong with it, empty if
            nothing is.
            """
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

    def do_pane_army(self) -> None:
        """Give the keyboard to the army."""
        self.builder_screen.focus_army()

    def do_pane_middle(self) -> None:
        """Give the keyboard to the middle pane."""
        self.builder_screen.focus_middle()

    def do_pane_verdict(self) -> None:
        """Give the keyboard to the verdict."""
        self.builder_screen.focus_verdict()

    def do_language(self) -> None:
        """Ask for the language and change to it."""
        screen = self.builder_screen

        def apply_answer(answer: str | None) -> None:
            """Change to the language chosen; None changes nothing."""
            if answer is not None:
                screen.builder.change_language(answer)
                screen.refresh_all()

        screen.app.push_screen(make_language_question(screen.words), apply_answer)

    def do_theme(self) -> None:
        """Ask for the theme and change to it."""
        screen = self.builder_screen

        def apply_answer(answer: str | None) -> None:
            """Change to the theme chosen, for good; None changes nothing."""
            if answer is not None:
                screen.app.theme = answer
                folders.change_settings(theme=answer)

        answers = [
            Answer(key=name, left=name, chosen=name == screen.app.theme)
            for name in sorted(screen.app.available_themes)
        ]
        screen.app.push_screen(
            Ask(screen.words("action.theme"), answers, placeholder=screen.words("search")),
            apply_answer,
        )

    def do_palette(self) -> None:
        """Open the command palette."""
        self.builder_screen.app.action_command_palette()

    def do_keys(self) -> None:
        """Show the list of all keys."""
        screen, words = self.builder_screen, self.builder_screen.words

        def list_key_lines(width: int) -> list[Line]:
            """Return the lines of the list of keys, pane by pane."""
            key_lines = []
            for pane in ("army", "picker", "fields", "verdict"):
                key_lines.append(Line(left=words(f"pane.{pane}"), look="head"))
                for action in keymap.yield_actions(pane):
                    if pane == "army" or action.panes != keymap.BY_ID["save"].panes:
                        keys = " ".join(
                            keymap.format_key(key) for key in keymap.list_keys(action, pane)
                        )
                        key_lines.append(
                            Line(
                                left=f"{pad_text(keys, 18)} {words(f'action.{action.id}')}",
                                indent=1,
                            )
                        )
            return key_lines

        screen.app.push_screen(Info(words("action.keys"), list_key_lines))

    def do_quit(self) -> None:
        """Start to leave the builder."""
        self.builder_screen.builder.run_worker(
            self.builder_screen.builder.leave_builder(), group="flow", exclusive=True
        )


def _suggest_path(session: Session) -> Path:
    """Return a file in the current folder for a roster that has none, made of its name."""
    from listbuilder.model.base import fold

    letters = "".join(
        character if character.isalnum() else "-" for character in fold(session.name)
    ).strip("-")
    return Path.cwd() / f"{letters or 'roster'}.yaml"
