"""Findings about what the roster names and that was not available on its day. Their words are in findings.yaml."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.law.fixes import drop_thing, drop_unit
from listbuilder.model.army import Army, Away
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix

AWAY = "away_since"  # the cause of these findings, whichever way they say it


def away_findings(army: Army, *kinds: str) -> Iterator[Finding]:
    """Yield a finding for each thing of these kinds that was not available on the army's day."""
    for each in army.away:
        if each.kind in kinds:
            yield _finding(army, each)


def _finding(army: Army, away: Away) -> Finding:
    gone = away.gone
    args: dict[str, Any] = {"name": gone.name, "day": army.priced_on, "since": gone.not_before or gone.until}
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
        fixes=tuple(_fixes(army, away)),
        cause=AWAY,
        silent=away.silent,
    )


def _fixes(army: Army, away: Away) -> Iterator[Fix]:
    gone = away.gone
    successor = gone.renamed_to or gone.replaced_by
    if away.at is not None and gone.now is not None and successor is not None:
        args = {"name": gone.name, "now": gone.now}
        wanted = successor.rpartition("/")[2] if away.kind == "enhancement" else successor
        yield Fix(key="replace", args=args, edit=Edit((Step("set", away.at, wanted),)))
    if away.kind == "unit" and away.unit is not None:
        if away.unit.removal:
            yield drop_unit(army, away.unit)
    elif away.path != ("detachment",):  # an army of that kind has to have one
        yield drop_thing(gone.name, away.path)
