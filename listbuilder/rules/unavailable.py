"""Findings about things that the roster names and that were not available on its date.

Their words are in findings.yaml.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.model.army import Army, UnavailableThing
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix
from listbuilder.model.message_args import MessageArgs
from listbuilder.rules.fixes import drop_entry, drop_unit

AWAY = "away_since"  # the cause of these findings, whichever way they say it


def report_unavailable(army: Army, *kinds: str) -> Iterator[Finding]:
    """Yield a finding for each thing in the roster that was not available on the army's date.

    Only things of the given `kinds` are reported, such as "unit" or "enhancement".
    """
    for entry in army.away:
        if entry.kind in kinds:
            yield _make_finding(army, entry)


def _make_finding(army: Army, away: UnavailableThing) -> Finding:
    """Return the finding that a thing was not available on the army's date, with its fixes.

    If the thing came later, the finding says since when. Otherwise it names what replaced the
    thing; if nothing did, what could be chosen instead; and if that is unknown too, only since when
    the thing is gone.
    """
    gone = away.gone
    args: MessageArgs = {
        "name": gone.name,
        "day": army.priced_on,
        "since": gone.not_before or gone.until,
    }
    if gone.not_before is not None:
        key = "away_before"
    elif gone.now is not None:
        key, args["now"] = "away_replaced", gone.now
    elif away.known:
        key, args["known"] = "away_choose", list(away.known)
    else:
        key = "away_since"
    return Finding(
        key=key,
        path=away.path,
        args=args,
        units=(away.unit.id,) if away.unit else (),
        fixes=tuple(_yield_fixes(army, away)),
        cause=AWAY,
        silent=away.silent,
    )


def _yield_fixes(army: Army, away: UnavailableThing) -> Iterator[Fix]:
    """Yield the fix that replaces the thing by its successor, and the one that removes it.

    A detachment under the key `detachment` is not removed, because such an army must have one; nor
    is a unit that can't be removed alone.
    """
    gone = away.gone
    successor = gone.renamed_to or gone.replaced_by
    if away.at is not None and gone.now is not None and successor is not None:
        args = {"name": gone.name, "now": gone.now}
        new_id = successor.rpartition("/")[2] if away.kind == "enhancement" else successor
        yield Fix(key="replace", args=args, edit=Edit((Step("set", away.at, new_id),)))
    if away.kind == "unit" and away.unit is not None:
        if away.unit.removal:
            yield drop_unit(army, away.unit)
    elif away.path != ("detachment",):
        yield drop_entry(gone.name, away.path)
