"""Check that every enhancement is one of a chosen detachment."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.wh40k.army import Muster
from listbuilder.games.wh40k.detachments import get_detachment_name_of
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.rules.check_scope import LooksAt
from listbuilder.rules.fixes import drop_enhancement
from listbuilder.rules.unavailable import report_unavailable

LOOKS_AT: LooksAt = "bearers"


class Params(Model):
    """The demand on armies without a detachment.

    With `none_chosen` enhancements are reported there too: in some games there need be no
    detachment.
    """

    none_chosen: bool = False


def check(army: Muster, params: Params) -> Iterator[Finding]:
    """Report enhancements that were not available, or that belong to no chosen detachment.

    If no detachment is chosen, enhancements are only reported as far as the rule demands. The fix
    takes the enhancement away.
    """
    yield from report_unavailable(army, "enhancement")
    if not army.detachments and (army.chosen or not params.none_chosen):
        return
    own = {
        enhancement.id for detachment in army.detachments for enhancement in detachment.enhancements
    }
    chosen = [detachment.name for detachment in army.detachments]
    for unit, enhancement, path in army.list_borne_enhancements():
        if enhancement.id in own or army.is_unavailable(path):
            continue
        args = {
            "enhancement": enhancement.name,
            "home": get_detachment_name_of(army, enhancement),
            "detachment": chosen,
            "unit": unit.name,
        }
        fix, about = drop_enhancement(unit, enhancement, path), (*path, enhancement.id)
        key = ("of_none", "of_another", "of_several")[min(len(chosen), 2)]
        yield Finding(
            key=key,
            path=path,
            args=args,
            units=(unit.id,),
            fixes=(fix,),
            about=about,
            cause="of_another",
        )
