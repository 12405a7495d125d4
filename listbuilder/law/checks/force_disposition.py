"""The force disposition that the roster writes is one that a chosen detachment gives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.muster.army import Muster
from listbuilder.law.looks import LooksAt
from listbuilder.model.base import Model, kebab
from listbuilder.model.edit import put
from listbuilder.model.finding import Finding, Fix
from listbuilder.model.rule import Row, RuleBook, Severity
from listbuilder.model.said import Literal
from listbuilder.store.nearest import nearest

PATH = ("disposition",)

LOOKS_AT: LooksAt = "terms"


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    granted = {kebab(each): each for each in army.dispositions}
    given = army.disposition
    if given is None:
        if granted:
            fixes = tuple(_set(each, granted[each]) for each in granted) if len(granted) == 1 else ()
            severity: Severity = "warning" if army.mission is not None else "info"  # events record one
            args: dict[str, Any] = {"granted": list(granted.values())}
            yield Finding(key="open", severity=severity, path=PATH, args=args, fixes=fixes)
        return
    known = {kebab(each): each for each in army.book.dispositions}
    if kebab(given) not in known:
        args = {"given": Literal(given), "known": [Literal(each) for each in known]}
        yield Finding(key="unknown", path=PATH, args=args, fixes=_near(given, granted), cause="not_granted")
    elif not granted:
        yield Finding(key="by_none", path=PATH, args={"given": known[kebab(given)]}, cause="not_granted")
    elif kebab(given) not in granted:
        args = {"given": known[kebab(given)], "granted": list(granted.values())}
        fixes = tuple(_set(each, name) for each, name in granted.items())
        yield Finding(key="not_granted", path=PATH, args=args, fixes=fixes)


def _near(given: str, granted: dict[str, str]) -> tuple[Fix, ...]:
    meant = nearest(kebab(given), granted)
    return (_set(meant, granted[meant]),) if meant else ()


def _set(disposition: str, name: str) -> Fix:
    return Fix(key="set", args={"disposition": name}, edit=put(disposition, *PATH))


def numbers(book: RuleBook, params: Params) -> Iterator[Row]:
    """Yield the force dispositions that there are."""
    if book.dispositions:
        yield "dispositions", {"names": list(book.dispositions)}
