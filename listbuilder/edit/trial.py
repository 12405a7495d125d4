"""What an edit would bring: tried on the real rules, and compared with how things are."""

from __future__ import annotations

from collections import Counter

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
    """Findings that are new. One that was there already counts again only where it got worse:
    it speaks of more units, or of a total that grew.
    """
    before = Counter((finding.code, finding.key, finding.path, finding.units) for finding in now.findings)
    grown = (then.points or 0) > (now.points or 0)
    found = []
    for finding in then.findings:
        same = (finding.code, finding.key, finding.path, finding.units)
        if before[same]:
            before[same] -= 1
            if not (grown and then.points in finding.args.values()):
                continue
        elif _known(finding, now):
            continue
        found.append(finding)
    return found


def _known(finding: Finding, now: State) -> bool:
    """The same finding at another place of the roster, because units moved up or down; or about fewer units."""
    return any(
        other.code == finding.code and other.key == finding.key and set(finding.units) <= set(other.units) and bool(other.units)
        for other in now.findings
    )


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
