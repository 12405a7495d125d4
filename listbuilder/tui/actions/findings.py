"""The actions on findings: go to what they are about, fix them, read the rule."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from listbuilder.model.base import Path
from listbuilder.model.finding import Stamped
from listbuilder.model.rulebook import rank_severity
from listbuilder.roster.offers import list_caused_errors
from listbuilder.rules import messages as law
from listbuilder.tui.screens.base import is_left
from listbuilder.tui.screens.dialogs import Info
from listbuilder.tui.widgets.fields import is_about
from listbuilder.tui.widgets.rows import Line

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen

IDLE = 0.4  # seconds


class FindingActions:
    """The actions on findings."""

    @property
    def builder_screen(self) -> BuilderScreen:
        """Return the screen that these actions belong to."""
        return cast("BuilderScreen", self)

    def do_follow(self) -> None:
        """Go to what the line under the cursor of the verdict is about; apply it if it is a fix."""
        screen = self.builder_screen
        key = screen.verdict.cursor
        if not isinstance(key, tuple):
            return
        position = screen.session.position
        match key:
            case ("fix", int(place), int(number)):
                self._apply_fix(place, number)
            case ("finding", int(place)):
                self._go_to_finding(position.findings[place])
            case ("problem", int(place)):
                self._go_to_path(position.problems[place].path)
            case ("free", int(place)):
                self._go_to_free_choice(place)
            case ("notes",):
                screen.verdict.toggle_notes(screen.session, screen.words)

    def do_mend_here(self) -> None:
        """Apply the fix under the cursor, or the first fix of the finding there."""
        screen = self.builder_screen
        key = screen.verdict.cursor
        match key:
            case ("fix", int(place), int(number)):
                self._apply_fix(place, number)
            case ("finding", int(place)) if screen.session.position.findings[place].fixes:
                self._apply_fix(place, 0)
            case _:
                screen.notify(screen.words("nothing_to_mend"), severity="warning")

    def _apply_fix(self, place: int, number: int) -> None:
        """Apply a fix of a finding by their places, and tell which errors are new after it."""
        screen = self.builder_screen
        finding = screen.session.position.findings[place]
        fix = finding.fixes[number]
        new_errors = list_caused_errors(screen.session.position.predict_effect(fix.edit))
        screen.session.apply(fix.edit)
        if new_errors:
            screen.notify(
                screen.words(
                    "fix_opens",
                    opens=list(
                        dict.fromkeys(
                            f"{new_error.code} {new_error.name}" for new_error in new_errors
                        )
                    ),
                )
            )

    def do_first_finding(self) -> None:
        """Go to what is worst, from anywhere."""
        screen = self.builder_screen
        position = screen.session.position
        if position.problems:
            self._go_to_path(position.problems[0].path)
        elif (
            position.findings
            and (
                worst := min(
                    position.findings, key=lambda candidate: rank_severity(candidate.severity)
                )
            ).severity
            != "info"
        ):
            self._go_to_finding(worst)
        else:
            screen.notify(screen.words("nothing_wrong"))

    def do_rule(self) -> None:
        """Show what the rule of the finding says, where, and with which numbers; else the keys."""
        screen = self.builder_screen
        key = screen.verdict.cursor
        if not (isinstance(key, tuple) and key[0] in ("finding", "fix")):
            screen.do_keys()
            return
        finding = screen.session.position.findings[key[1]]
        screen.app.push_screen(
            Info(f"{finding.code} {finding.name}", lambda _: list(self._yield_rule_lines(finding)))
        )

    def _yield_rule_lines(self, finding: Stamped) -> Iterator[Line]:
        """Yield the finding, its rule in words and where it is printed."""
        screen, army = self.builder_screen, self.builder_screen.session.army
        yield Line(left=screen.words.describe_finding(finding), look="name", wrap=True)
        rule = (
            next(
                (
                    candidate
                    for candidate in army.book.rules
                    if (candidate.code, candidate.name) == (finding.code, finding.name)
                ),
                None,
            )
            if army
            else None
        )
        if army is None or rule is None:
            return
        from listbuilder.rules.explain import explain_rule

        lang = screen.words.lang
        yield Line()
        yield Line(
            left=f"{law.say_rule_title(rule, lang)} ({law.say_severity(finding.severity, lang)})",
            look="head",
        )
        yield Line(left=explain_rule(rule, lang), wrap=True)
        yield Line(left=law.say_citation(army.book, rule.citation, lang), look="dim", wrap=True)

    # --- what is free ---

    def look_for_free(self) -> None:
        """Start to look for what could be chosen for nothing, when nobody has typed for a while."""
        screen = self.builder_screen
        screen.run_worker(cast(Any, self._find_free_choices), exclusive=True, group="free")

    async def _find_free_choices(self) -> None:
        """Find what could be chosen for nothing and show it in the verdict, if nothing changed
        meanwhile.
        """
        screen = self.builder_screen
        await asyncio.sleep(IDLE)
        position = screen.session.position
        if position.verdict == "unread":
            return
        from listbuilder.advice.candidates import find_free_choices

        free_choices = await asyncio.to_thread(find_free_choices, position)
        if free_choices and not is_left(screen) and position is screen.session.position:
            screen.verdict.free = free_choices
            screen.verdict.refresh_from(screen.session, screen.words)

    # --- going there ---

    def _go_to_finding(self, finding: Stamped) -> None:
        """Go to the line of the army that a finding is about, and to its field there if it is about
        one.
        """
        screen = self.builder_screen
        if self._find_line(finding.path):
            self._go_to_path(finding.path, finding)
            return
        places = (
            {unit.id: unit.path for unit in screen.session.army.units}
            if screen.session.army
            else {}
        )
        names = [name for name in (*map(str, finding.path[::-1]), *finding.units) if name in places]
        path = next((places[name] for name in names if self._find_line(places[name])), None)
        if path is not None:
            screen.focus_army(path)
        else:
            self._go_to_path(finding.path, finding)

    def _find_line(self, path: Path) -> Path:
        """Return the path of the army's line at this path or around it."""
        line_path, keys = path, self.builder_screen.army_tree.keys
        while line_path and line_path not in keys:
            line_path = line_path[:-1]
        return line_path

    def _go_to_path(self, path: Path, finding: Stamped | None = None) -> None:
        """Go to the line of the army at `path`, and to the field that `finding` or the path is
        about.
        """
        screen = self.builder_screen
        line_path = self._find_line(path)
        screen.focus_army(line_path)
        if line_path and len(path) == len(line_path) and finding is None:
            return
        fields = screen.field_list.fields
        concerned = [
            place
            for place, field in enumerate(fields)
            if finding is not None and is_about(field, finding, line_path)
        ]
        named = [place for place, field in enumerate(fields) if field.key in path[len(line_path) :]]
        if not concerned and not named and line_path:
            return
        screen.focus_fields()
        for place in (*concerned, *named)[:1]:
            screen.field_list.move_cursor_to(place)

    def _go_to_free_choice(self, place: int) -> None:
        """Go to the field of the first unit that could have what is free."""
        screen = self.builder_screen
        free = screen.verdict.free[place]
        for path in ((), *screen.army_tree.unit_paths):
            leaf = screen.army_tree.leaves.get(path)
            if free.to and (leaf is None or leaf.unit is None or leaf.unit.name not in free.to):
                continue
            screen.focus_army(path)
            for number, field in enumerate(screen.field_list.fields):
                if (field.key, field.args) == (free.key, free.args):
                    screen.focus_fields()
                    screen.field_list.move_cursor_to(number)
                    return
