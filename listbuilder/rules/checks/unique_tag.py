"""Check that no two of the detachments have the same unique tag."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.wh40k.army import Chosen, Muster
from listbuilder.model.base import Model, fold
from listbuilder.model.finding import Finding, Fix
from listbuilder.rules.check_scope import LooksAt
from listbuilder.rules.checks.detachment_points import drop_detachment, list_paid_detachments

LOOKS_AT: LooksAt = "terms"


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    """Report detachments that share a unique tag.

    If only two do, the fixes drop one or the other.
    """
    tagged: dict[str, list[Chosen]] = {}
    for chosen in list_paid_detachments(army):
        if chosen.detachment and chosen.detachment.unique:
            tagged.setdefault(fold(chosen.detachment.unique), []).append(chosen)
    for tag, sharing in tagged.items():
        if len(sharing) > 1:
            first_detachment = sharing[0].detachment
            args = {
                "tag": first_detachment.unique if first_detachment else tag,
                "detachments": [duplicate.name for duplicate in sharing],
            }
            fixes: tuple[Fix, ...] = ()
            if len(sharing) == 2:
                fixes = tuple(drop_detachment(duplicate) for duplicate in reversed(sharing))
            yield Finding(
                key="shared",
                path=sharing[1].path,
                args=args,
                fixes=fixes,
                about=tag,
                excess=len(sharing) - 1,
            )
