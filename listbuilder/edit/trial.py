"""What an edit would bring: tried on the real rules, and compared with how things are."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from listbuilder.edit.session import Session, State
from listbuilder.model.base import Path
from listbuilder.model.edit import Edit
from listbuilder.model.finding import Finding


class Trial(msgspec.Struct, frozen=True):
    points: int | None
    change: int  # of the points
    caused: tuple[Finding, ...]  # what would be found that is not found now, or would get worse
    possible: bool = True  # False: the edit does not fit the roster, or leaves it unreadable

    @property
    def allowed(self) -> bool:
        return self.possible and not any((finding.severity or "error") == "error" for finding in self.caused)


def try_edit(session: Session, edit: Edit) -> Trial:
    now = session.state
    then = session.would_be(edit)
    if then is None or then.army is None:
        return Trial(None, 0, (), possible=False)
    points = then.points
    change = (points or 0) - (now.points or 0)
    worse = len(then.problems) > len(now.problems)
    return Trial(points, change, tuple(caused(now, then)), possible=not worse)


def caused(now: State, then: State) -> list[Finding]:
    """Findings that are new. One that was there already counts again only where it got worse."""
    before = Counter(_same(finding) for finding in now.findings)
    no_worse = then.count("error") <= now.count("error")
    found = []
    for finding in then.findings:
        if finding.severity == "info":
            continue
        if before[_same(finding)]:
            before[_same(finding)] -= 1
            if not _total_grew(finding, now, then):
                continue
        elif any(_was_there(finding, other, then) for other in now.findings):
            continue
        elif no_worse and not finding.units and len(finding.path) < 2:
            continue  # of the roster as a whole, and in place of another: no character before, no warlord now
        found.append(finding)
    return found


def _same(finding: Finding) -> tuple[Any, ...]:
    return (finding.code, finding.key, finding.path, finding.units)


def _total_grew(finding: Finding, now: State, then: State) -> bool:
    """It speaks of a total, and that is more than before."""
    return (then.points or 0) > (now.points or 0) and then.points in finding.args.values()


def _was_there(finding: Finding, other: Finding, then: State) -> bool:
    """The same at another place of the roster, because units moved up or down; or about fewer units; or about more
    units where more is better: nothing that would mend it takes a unit out.
    """
    if (finding.code, finding.key) != (other.code, other.key):
        return False
    if other.units and set(finding.units) <= set(other.units):
        return True
    units = {unit.path for unit in then.army.units} if then.army else set()
    removals = (step.path for fix in finding.fixes for step in fix.edit.steps if step.op == "remove")
    return not units & set(removals)


def marks(state: State) -> dict[Path, str]:
    """The worst severity at each place of the roster that a finding speaks of."""
    order = {"error": 0, "warning": 1, "info": 2}
    found: dict[Path, str] = {}
    places = {unit.id: unit.path for unit in state.army.units} if state.army else {}
    for finding in state.findings:
        severity = finding.severity or "error"
        for path in {finding.path, *(places[unit] for unit in finding.units if unit in places)}:
            if path not in found or order[severity] < order[found[path]]:
                found[path] = severity
    for problem in state.problems:
        found[problem.path] = "error"
    return found
