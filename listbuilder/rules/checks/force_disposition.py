"""Check that the force disposition in the roster is one that a chosen detachment gives."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.wh40k.army import Muster
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.base import Model, make_id_from_name
from listbuilder.model.edit import make_set_edit
from listbuilder.model.finding import Finding, Fix
from listbuilder.model.message_args import Literal, MessageArgs
from listbuilder.model.rulebook import Row, RuleBook, Severity
from listbuilder.rules.check_scope import LooksAt

PATH = ("disposition",)

LOOKS_AT: LooksAt = "terms"


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    """Report a force disposition that is open or unknown, or that no chosen detachment gives.

    An open one is information, or a warning if the roster names a mission, because events record
    the disposition.
    """
    granted = {make_id_from_name(disposition): disposition for disposition in army.dispositions}
    given = army.disposition
    if given is None:
        if granted:
            fixes: tuple[Fix, ...] = ()
            if len(granted) == 1:
                ((only, name),) = granted.items()
                fixes = (_make_set_fix(only, name),)
            # events record one
            severity: Severity = "warning" if army.mission is not None else "info"
            args: MessageArgs = {"granted": list(granted.values())}
            yield Finding(key="open", severity=severity, path=PATH, args=args, fixes=fixes)
        return
    known = {make_id_from_name(disposition): disposition for disposition in army.book.dispositions}
    if make_id_from_name(given) not in known:
        args = {"given": Literal(given), "known": [Literal(disposition) for disposition in known]}
        meant = find_nearest(make_id_from_name(given), granted)
        fixes = (_make_set_fix(meant, granted[meant]),) if meant else ()
        yield Finding(key="unknown", path=PATH, args=args, fixes=fixes, cause="not_granted")
    elif not granted:
        yield Finding(
            key="by_none",
            path=PATH,
            args={"given": known[make_id_from_name(given)]},
            cause="not_granted",
        )
    elif make_id_from_name(given) not in granted:
        args = {"given": known[make_id_from_name(given)], "granted": list(granted.values())}
        fixes = tuple(_make_set_fix(disposition, name) for disposition, name in granted.items())
        yield Finding(key="not_granted", path=PATH, args=args, fixes=fixes)


def _make_set_fix(disposition: str, name: str) -> Fix:
    """Return the fix that sets the force disposition."""
    return Fix(key="set", args={"disposition": name}, edit=make_set_edit(disposition, *PATH))


def yield_table_rows(book: RuleBook, params: Params) -> Iterator[Row]:
    """Yield one row with the names of all force dispositions in the rule book, if it has any."""
    if book.dispositions:
        yield "dispositions", {"names": list(book.dispositions)}
