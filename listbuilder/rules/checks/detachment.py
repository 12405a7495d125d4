"""Check that the detachments are of the army's own faction, and that all they ask for is there."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.wh40k.army import Muster
from listbuilder.games.wh40k.detachments import yield_available_detachments
from listbuilder.games.wh40k.faction import Detachment
from listbuilder.matching.requirements import has_any_tag, has_tag
from listbuilder.model.base import Model, Path, fold
from listbuilder.model.finding import Finding
from listbuilder.model.message_args import MessageArgs
from listbuilder.model.rulebook import Severity
from listbuilder.rules.unavailable import report_unavailable


class Params(Model):
    """The severity of a roster without a detachment."""

    missing: Severity = "error"  # where none is chosen


def check(army: Muster, params: Params) -> Iterator[Finding]:
    """Report detachments that are missing, unavailable, of another faction or not met.

    A detachment is not met if units that it requires are missing, if too many units are CHARACTER
    because of it, or if the roster chooses keywords that it does not give.
    """
    yield from report_unavailable(army, "detachment")
    names = []
    if not army.chosen:
        names = [detachment.name for detachment in yield_available_detachments(army)]
    if not army.chosen and (names or params.missing == "error"):
        args: MessageArgs = {"faction": army.faction_name, "known": names}
        key = "missing" if params.missing == "error" else "missing_allowed"
        yield Finding(
            key=key, severity=params.missing, path=army.detachments_path, args=args, cause="missing"
        )
    for chosen in army.chosen:
        if army.is_unavailable(chosen.path):
            continue
        if chosen.home is not None:
            args = {
                "detachment": chosen.name,
                "home": chosen.home,
                "faction": army.chapter or army.faction_name,
            }
            yield Finding(key="of_another", path=chosen.path, args=args, about=chosen.given)
        elif chosen.detachment is not None:
            yield from _check_required_units(army, chosen.detachment, chosen.path)
            yield from _check_granted_characters(army, chosen.detachment)
            yield from _check_chosen_keywords(army, chosen.detachment)


def _check_required_units(army: Muster, detachment: Detachment, path: Path) -> Iterator[Finding]:
    """Yield findings if the army lacks units that `detachment` requires.

    It may require a number of units with a keyword, and at least one of several units.
    """
    need = detachment.must_include
    if need:
        units = [unit for unit in army.muster_units if has_tag(unit.tags, need.keyword)]
        if len(units) < need.min:
            args = {
                "detachment": detachment.name,
                "count": len(units),
                "min": need.min,
                "keyword": need.keyword,
            }
            ids, excess = tuple(unit.id for unit in units), need.min - len(units)
            yield Finding(
                key="too_few", path=path, args=args, units=ids, about=detachment.id, excess=excess
            )
    if detachment.must_include_any and not any(
        has_any_tag(unit.tags, detachment.must_include_any) for unit in army.muster_units
    ):
        args = {"detachment": detachment.name, "any": list(detachment.must_include_any)}
        yield Finding(key="needs_one", path=path, args=args, about=detachment.id)


def _check_granted_characters(army: Muster, detachment: Detachment) -> Iterator[Finding]:
    """Yield a finding if more units count as CHARACTER because of `detachment` than it allows.

    Counted are units that are the Warlord or bear an enhancement and are CHARACTER only because of
    a detachment.
    """
    most = detachment.gain_character.max if detachment.gain_character else None
    if most is None:
        return
    granted = [
        unit
        for unit in army.muster_units
        if unit.character_by_grant and (unit.warlord or unit.enhancements)
    ]
    if len(granted) > most:
        args = {
            "detachment": detachment.name,
            "count": len(granted),
            "max": most,
            "units": [unit.name for unit in granted],
        }
        ids, excess = tuple(unit.id for unit in granted), len(granted) - most
        path = granted[most].path
        yield Finding(
            key="too_many_characters",
            path=path,
            args=args,
            units=ids,
            about=detachment.id,
            excess=excess,
        )


def _check_chosen_keywords(army: Muster, detachment: Detachment) -> Iterator[Finding]:
    """Yield a finding for each unit whose chosen keyword `detachment` can't give to it.

    Units of other factions, and units whose own datasheet offers keywords, are skipped.
    """
    choice = detachment.choose_keyword
    if choice is None:
        return
    offered = {fold(keyword): keyword for keyword in choice.of}
    for unit in army.muster_units:
        chosen = unit.chosen_keyword
        if chosen is None or unit.datasheet.army.choose_keyword or unit.standing != "own":
            continue
        args = {
            "unit": unit.name,
            "keyword": offered.get(fold(chosen), chosen),
            "detachment": detachment.name,
        }
        path = (*unit.path, "keyword")
        if has_any_tag(unit.datasheet.tags, choice.not_for):
            yield Finding(
                key="no_keyword_for",
                path=path,
                args={**args, "kinds": list(choice.not_for)},
                units=(unit.id,),
            )
        elif fold(chosen) not in offered:
            yield Finding(
                key="not_a_keyword",
                path=path,
                args={**args, "known": list(choice.of)},
                units=(unit.id,),
            )
        else:
            for ban in choice.forbidden:
                if fold(ban.keyword) == fold(chosen) and has_tag(unit.datasheet.tags, ban.for_):
                    yield Finding(
                        key="forbidden_keyword",
                        path=path,
                        args={**args, "kind": ban.for_},
                        units=(unit.id,),
                    )
