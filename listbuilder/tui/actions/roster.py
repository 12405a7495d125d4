"""What a player does to the roster as a whole, to its file, and to the program."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

from listbuilder.edit import folders
from listbuilder.edit.saving import AlreadyThere, ChangedOnDisk, ReadOnly, Saved
from listbuilder.edit.session import Session
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.tui.actions import earlier, table, taking_in, transfer
from listbuilder.tui.actions.speaking import which_language
from listbuilder.tui.screens.ask import Answer, Ask, Info, Type
from listbuilder.tui.widgets.cells import padded
from listbuilder.tui.widgets.rows import Line

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen


class RosterDeeds:
    @property
    def it(self) -> BuilderScreen:
        return cast("BuilderScreen", self)

    def do_undo(self) -> None:
        self._back_or_forth(self.it.session.undo(), "undo")

    def do_redo(self) -> None:
        self._back_or_forth(self.it.session.redo(), "redo")

    def _back_or_forth(self, done: bool, deed: str) -> None:
        """The picker hides the army on a small screen: there it is said."""
        me = self.it
        text = me.words(f"{deed}_done" if done else f"nothing_to_{deed}", points=me.session.position.points or 0)
        if me.pane == "picker":
            me.picker.say(text, "name" if done else "warn")
        elif not done:
            me.notify(text)

    def do_roster(self) -> None:
        """The roster itself: its name, size, detachment."""
        self.it.army_tree.move_to(())
        self.it.to_fields()

    # --- files ---

    def do_save(self) -> None:
        self.it.run_worker(self.save(), group="file", exclusive=True)

    def do_save_as(self) -> None:
        self.it.run_worker(self.save(ask=True), group="file", exclusive=True)

    def do_rename_file(self) -> None:
        self.it.run_worker(self._rename(), group="file", exclusive=True)

    def do_copy(self) -> None:
        self.it.run_worker(self._copy(), group="file", exclusive=True)

    async def save(self, *, ask: bool = False) -> bool:
        """Whether it is saved now. Whatever goes wrong is said, and nothing is lost by it."""
        me = self.it
        path = (
            None
            if me.session.path and not ask
            else await self._ask_path("save_as_title", me.session.path or _suggested(me.session))
        )
        if path is None and (ask or me.session.path is None):
            return False
        force = False
        while True:
            try:
                saved = await asyncio.to_thread(me.session.save, path, force=force)
            except Unreadable as error:
                wrong = me.words.problem(error.problems[0])
                path = await self._ask_path("save_elsewhere", path or me.session.path or _suggested(me.session), wrong)
                if path is None:
                    return False
                force = False
                continue
            except AlreadyThere as error:
                force = await self._overwrite(error)
                if not force:
                    return False
                continue
            except ChangedOnDisk:
                answer = await self._changed_on_disk()
                if answer == "overwrite":
                    force = True
                    continue
                if answer == "theirs":
                    await self._take_theirs()
                elif answer == "elsewhere":
                    return await self.save(ask=True)
                return False
            self._say_saved(saved)
            return True

    def _say_saved(self, saved: Saved) -> None:
        me = self.it
        if saved.anew:
            me.notify(me.words("saved_anew", file=str(saved.path)), severity="warning", timeout=20)
        else:
            me.notify(me.words("saved", file=str(saved.path)))
        me.refresh_frame()

    async def _ask_path(self, title: str, path: Path, wrong: str = "") -> Path | None:
        me = self.it
        typed = await me.app.push_screen_wait(Type(me.words(title), str(path), self._wrong_path, wrong))
        return Path(typed.strip()).expanduser() if typed and typed.strip() else None

    def _wrong_path(self, typed: str) -> str | None:
        path = Path(typed.strip()).expanduser()
        if not typed.strip() or path.is_dir():
            return self.it.words.problem(Problem(key="is_a_folder"))
        if not path.parent.is_dir():
            return self.it.words("no_such_folder", folder=str(path.parent))
        return None

    async def _overwrite(self, error: AlreadyThere) -> bool:
        me, words = self.it, self.it.words
        file, key = str(error), "read_only" if isinstance(error, ReadOnly) else "exists"
        answers = [Answer(key="no", left=words("leave_it")), Answer(key="yes", left=words("overwrite"))]
        return await me.app.push_screen_wait(Ask(words(key, file=file), answers)) == "yes"

    async def _changed_on_disk(self) -> str | None:
        words = self.it.words
        answers = [Answer(key=key, left=words(key)) for key in ("elsewhere", "theirs", "overwrite", "leave_it")]
        return await self.it.app.push_screen_wait(Ask(words("changed_on_disk", file=str(self.it.session.path)), answers))

    async def _take_theirs(self) -> None:
        """The file's own text in place of ours; ours is one undo away."""
        me = self.it
        if me.session.path is None:
            return
        try:
            raw = me.session.path.read_bytes()
            me.session.replace(raw)
            me.session.now_on_disk(raw)
        except OSError as error:
            me.notify(error.strerror or str(error), severity="error")
        except Unreadable as error:
            me.notify(me.words.problem(error.problems[0]), severity="error", timeout=10)
        me.refresh_frame()

    async def _rename(self) -> None:
        me = self.it
        path = await self._ask_path("rename_title", me.session.path or _suggested(me.session))
        if path is not None:
            await self._to_other_name(path, me.session.rename)

    async def _copy(self) -> None:
        me = self.it
        path = await self._ask_path("copy_title", me.session.path or _suggested(me.session))
        if path is not None:
            await self._to_other_name(path, me.session.copy_to)

    async def _to_other_name(self, path: Path, deed: Callable[..., Saved]) -> None:
        me, force = self.it, False
        while True:
            try:
                saved = await asyncio.to_thread(deed, path, force=force)
            except AlreadyThere as error:
                force = await self._overwrite(error)
                if force:
                    continue
                return
            except Unreadable as error:
                me.notify(me.words.problem(error.problems[0]), severity="error", timeout=10)
                return
            self._say_saved(saved)
            return

    def do_open(self) -> None:
        self.it.builder.run_worker(self.it.builder.ask_and_open(), group="flow", exclusive=True)

    def do_new(self) -> None:
        self.it.builder.run_worker(self.it.builder.start_new(), group="flow", exclusive=True)

    def do_history(self) -> None:
        self.it.run_worker(self._history(), group="file", exclusive=True)

    async def _history(self) -> None:
        me = self.it
        chosen = await earlier.choose(me.builder, me.session.path)
        if chosen is None:
            return
        try:
            me.session.replace(chosen)
        except Unreadable as error:
            me.notify(me.words.problem(error.problems[0]), severity="error")

    def do_export(self) -> None:
        self.it.run_worker(transfer.export(self.it), group="file", exclusive=True)

    def do_import(self) -> None:
        self.it.builder.run_worker(taking_in.ask_for_list(self.it.builder), group="flow", exclusive=True)

    def do_text(self) -> None:
        me = self.it

        def accept(text: str) -> list[Problem]:
            try:
                if text.encode() != me.session.text():
                    me.session.replace(text.encode())
            except Unreadable as error:
                return list(error.problems)
            return []

        from listbuilder.tui.screens.text import TextScreen

        try:
            text = me.session.text().decode("utf-8-sig", errors="replace")
        except Unreadable as error:
            me.notify(me.words.problem(error.problems[0]), severity="error")
            return
        me.app.push_screen(TextScreen(text, me.words, me.session.position.problems, accept))

    # --- the program ---

    def do_pane_army(self) -> None:
        self.it.to_army()

    def do_pane_middle(self) -> None:
        self.it.to_middle()

    def do_pane_verdict(self) -> None:
        self.it.to_verdict()

    def do_language(self) -> None:
        me = self.it

        def answered(answer: str | None) -> None:
            if answer is not None:
                me.builder.speak(answer)
                me.refresh_all()

        me.app.push_screen(which_language(me.words), answered)

    def do_theme(self) -> None:
        me = self.it

        def answered(answer: str | None) -> None:
            if answer is not None:
                me.app.theme = answer
                folders.change_settings(theme=answer)

        answers = [Answer(key=name, left=name, chosen=name == me.app.theme) for name in sorted(me.app.available_themes)]
        me.app.push_screen(Ask(me.words("action.theme"), answers, placeholder=me.words("search")), answered)

    def do_palette(self) -> None:
        self.it.app.action_command_palette()

    def do_keys(self) -> None:
        me, words = self.it, self.it.words

        def lines(width: int) -> list[Line]:
            found = []
            for pane in ("army", "picker", "fields", "verdict"):
                found.append(Line(left=words(f"pane.{pane}"), look="head"))
                for action in table.in_pane(pane):
                    if pane == "army" or action.panes != table.BY_ID["save"].panes:
                        keys = " ".join(table.shown(key) for key in table.keys_in(action, pane))
                        found.append(Line(left=f"{padded(keys, 18)} {words(f'action.{action.id}')}", indent=1))
            return found

        me.app.push_screen(Info(words("action.keys"), lines))

    def do_quit(self) -> None:
        self.it.builder.run_worker(self.it.builder.leave(), group="flow", exclusive=True)


def _suggested(session: Session) -> Path:
    """A file name for a roster that has none."""
    from listbuilder.model.base import fold

    letters = "".join(c if c.isalnum() else "-" for c in fold(session.name)).strip("-")
    return Path.cwd() / f"{letters or 'roster'}.yaml"
