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
    """Yield a finding for each thing of these kinds that was not available on the army's date."""
    for entry in army.away:
        if entry.kind in kinds:
            yield _make_finding(army, entry)


def _make_finding(army: Army, away: UnavailableThing) -> Finding:
    """Return the finding that something was not available, with the best advice there is.

    It says what replaced it, else what could be chosen instead, else only the date; or that it came
    later.
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

    A detachment under the key `detachment` is not removed: an army of that kind has to have one.
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
