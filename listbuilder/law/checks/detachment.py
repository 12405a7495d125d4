"""The detachments are of the army's own faction, and all they ask for is there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.muster.army import Muster
from listbuilder.games.muster.detachment import available
from listbuilder.games.muster.faction import Detachment
from listbuilder.games.shared.match import matches, matches_any
from listbuilder.law.away import away_findings
from listbuilder.model.base import Model, Path, fold
from listbuilder.model.finding import Finding
from listbuilder.model.rule import Severity


class Params(Model):
    missing: Severity = "error"  # where none is chosen


def check(army: Muster, params: Params) -> Iterator[Finding]:
    yield from away_findings(army, "detachment")
    known = [] if army.chosen else [each.name for each in available(army)]
    if not army.chosen and (known or params.missing == "error"):
        args: dict[str, Any] = {"faction": army.faction_name, "known": known}
        key = "missing" if params.missing == "error" else "missing_allowed"
        yield Finding(key=key, severity=params.missing, path=army.detachments_path, args=args, cause="missing")
    for chosen in army.chosen:
        if army.is_away(chosen.path):
            continue
        if chosen.home is not None:
            args = {"detachment": chosen.name, "home": chosen.home, "faction": army.chapter or army.faction_name}
            yield Finding(key="of_another", path=chosen.path, args=args, about=chosen.given)
        elif chosen.detachment is not None:
            yield from _required(army, chosen.detachment, chosen.path)
            yield from _made_characters(army, chosen.detachment)
            yield from _chosen_keywords(army, chosen.detachment)


def _required(army: Muster, detachment: Detachment, path: Path) -> Iterator[Finding]:
    need = detachment.must_include
    if need:
        units = [unit for unit in army.muster_units if matches(unit.tags, need.keyword)]
        if len(units) < need.min:
            args = {"detachment": detachment.name, "count": len(units), "min": need.min, "keyword": need.keyword}
            ids, excess = tuple(unit.id for unit in units), need.min - len(units)
            yield Finding(key="too_few", path=path, args=args, units=ids, about=detachment.id, excess=excess)
    if detachment.must_include_any and not any(matches_any(unit.tags, detachment.must_include_any) for unit in army.muster_units):
        args = {"detachment": detachment.name, "any": list(detachment.must_include_any)}
        yield Finding(key="needs_one", path=path, args=args, about=detachment.id)


def _made_characters(army: Muster, detachment: Detachment) -> Iterator[Finding]:
    """So many units become CHARACTERs: those that stand as warlord or bear an enhancement are the ones meant."""
    most = detachment.gain_character.max if detachment.gain_character else None
    if most is None:
        return
    made = [unit for unit in army.muster_units if unit.character_by_grant and (unit.warlord or unit.enhancements)]
    if len(made) > most:
        args = {"detachment": detachment.name, "count": len(made), "max": most, "units": [unit.name for unit in made]}
        ids, excess = tuple(unit.id for unit in made), len(made) - most
        path = made[most].path
        yield Finding(key="too_many_characters", path=path, args=args, units=ids, about=detachment.id, excess=excess)


def _chosen_keywords(army: Muster, detachment: Detachment) -> Iterator[Finding]:
    choice = detachment.choose_keyword
    if choice is None:
        return
    of = {fold(keyword): keyword for keyword in choice.of}
    for unit in army.muster_units:
        chosen = unit.chosen_keyword
        if chosen is None or unit.datasheet.army.choose_keyword or unit.standing != "own":
            continue
        args = {"unit": unit.name, "keyword": of.get(fold(chosen), chosen), "detachment": detachment.name}
        path = (*unit.path, "keyword")
        if matches_any(unit.datasheet.tags, choice.not_for):
            yield Finding(key="no_keyword_for", path=path, args={**args, "kinds": list(choice.not_for)}, units=(unit.id,))
        elif fold(chosen) not in of:
            yield Finding(key="not_a_keyword", path=path, args={**args, "known": list(choice.of)}, units=(unit.id,))
        else:
            for ban in choice.forbidden:
                if fold(ban.keyword) == fold(chosen) and matches(unit.datasheet.tags, ban.for_):
                    yield Finding(key="forbidden_keyword", path=path, args={**args, "kind": ban.for_}, units=(unit.id,))
