"""From a finding to what it is about, to its mending, and to the rule behind it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from listbuilder.law import words as law
from listbuilder.law.offers import opened
from listbuilder.model.base import Path
from listbuilder.model.finding import Stamped
from listbuilder.tui.screens.ask import Info
from listbuilder.tui.screens.base import is_left
from listbuilder.tui.widgets.fields import is_about
from listbuilder.tui.widgets.rows import Line
from listbuilder.tui.widgets.verdict import ORDER

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen

IDLE = 0.4  # seconds


class FindingDeeds:
    @property
    def judged(self) -> BuilderScreen:
        return cast("BuilderScreen", self)

    def do_follow(self) -> None:
        """From a finding to the thing it is about; on a fix: apply it."""
        me = self.judged
        key = me.verdict.cursor
        if not isinstance(key, tuple):
            return
        position = me.session.position
        match key:
            case ("fix", int(place), int(number)):
                self._mend_at(place, number)
            case ("finding", int(place)):
                self._go_to_finding(position.findings[place])
            case ("problem", int(place)):
                self._go_to(position.problems[place].path)
            case ("free", int(place)):
                self._go_to_free(place)
            case ("notes",):
                me.verdict.fold(me.session, me.words)

    def do_mend_here(self) -> None:
        """The fix under the cursor, or the first of the finding there."""
        me = self.judged
        key = me.verdict.cursor
        match key:
            case ("fix", int(place), int(number)):
                self._mend_at(place, number)
            case ("finding", int(place)) if me.session.position.findings[place].fixes:
                self._mend_at(place, 0)
            case _:
                me.notify(me.words("nothing_to_mend"), severity="warning")

    def _mend_at(self, place: int, number: int) -> None:
        me = self.judged
        finding = me.session.position.findings[place]
        fix = finding.fixes[number]
        opens = opened(me.session.position.what_if(fix.edit))
        me.session.apply(fix.edit)
        if opens:
            me.notify(me.words("fix_opens", opens=list(dict.fromkeys(f"{each.code} {each.name}" for each in opens))))

    def do_first_finding(self) -> None:
        """From anywhere to what is worst."""
        me = self.judged
        position = me.session.position
        if position.problems:
            self._go_to(position.problems[0].path)
        elif position.findings and (worst := min(position.findings, key=lambda each: ORDER[each.severity])).severity != "info":
            self._go_to_finding(worst)
        else:
            me.notify(me.words("nothing_wrong"))

    def do_rule(self) -> None:
        """What the rule says, where, and with which numbers; without a finding under the cursor the keys."""
        me = self.judged
        key = me.verdict.cursor
        if not (isinstance(key, tuple) and key[0] in ("finding", "fix")):
            me.do_keys()
            return
        finding = me.session.position.findings[key[1]]
        me.app.push_screen(Info(f"{finding.code} {finding.name}", lambda _: list(self._rule_lines(finding))))

    def _rule_lines(self, finding: Stamped) -> Iterator[Line]:
        me, army = self.judged, self.judged.session.army
        yield Line(left=me.words.finding(finding), look="name", wrap=True)
        rule = (
            next((each for each in army.book.rules if (each.code, each.name) == (finding.code, finding.name)), None)
            if army
            else None
        )
        if army is None or rule is None:
            return
        from listbuilder.law.explain import explained

        lang = me.words.lang
        yield Line()
        yield Line(left=f"{law.title(rule, lang)} ({law.severity(finding.severity, lang)})", look="head")
        yield Line(left=explained(rule, lang), wrap=True)
        yield Line(left=law.citation(army.book, rule.citation, lang), look="dim", wrap=True)

    # --- what is free ---

    def look_for_free(self) -> None:
        """When nobody has typed for a while: what could be chosen for nothing."""
        me = self.judged
        me.run_worker(cast(Any, self._look_for_free), exclusive=True, group="free")

    async def _look_for_free(self) -> None:
        me = self.judged
        await asyncio.sleep(IDLE)
        position = me.session.position
        if position.verdict == "unread":
            return
        from listbuilder.advice.candidates import unspent

        found = await asyncio.to_thread(unspent, position)
        if found and not is_left(me) and position is me.session.position:
            me.verdict.free = found
            me.verdict.refresh_from(me.session, me.words)

    # --- going there ---

    def _go_to_finding(self, finding: Stamped) -> None:
        """The line of the army, and the field in it where the finding speaks of one."""
        me = self.judged
        if self._line_of(finding.path):
            self._go_to(finding.path, finding)
            return
        places = {unit.id: unit.path for unit in me.session.army.units} if me.session.army else {}
        named = [each for each in (*map(str, finding.path[::-1]), *finding.units) if each in places]
        path = next((places[each] for each in named if self._line_of(places[each])), None)
        if path is not None:
            me.to_army(path)
        else:
            self._go_to(finding.path, finding)

    def _line_of(self, path: Path) -> Path:
        """The line of the army at this place or around it."""
        whole, keys = path, self.judged.army_tree.keys
        while whole and whole not in keys:
            whole = whole[:-1]
        return whole

    def _go_to(self, path: Path, finding: Stamped | None = None) -> None:
        me = self.judged
        whole = self._line_of(path)
        me.to_army(whole)
        if whole and len(path) == len(whole) and finding is None:
            return
        fields = me.field_list.fields
        about = [place for place, field in enumerate(fields) if finding is not None and is_about(field, finding, whole)]
        named = [place for place, field in enumerate(fields) if field.key in path[len(whole) :]]
        if not about and not named and whole:
            return
        me.to_fields()
        for place in (*about, *named)[:1]:
            me.field_list.move_to(place)

    def _go_to_free(self, place: int) -> None:
        """To the first that could have it."""
        me = self.judged
        free = me.verdict.free[place]
        for path in ((), *me.army_tree.unit_paths):
            leaf = me.army_tree.leaves.get(path)
            if free.to and (leaf is None or leaf.unit is None or leaf.unit.name not in free.to):
                continue
            me.to_army(path)
            for number, field in enumerate(me.field_list.fields):
                if (field.key, field.args) == (free.key, free.args):
                    me.to_fields()
                    me.field_list.move_to(number)
                    return
