"""Is a unit of the army's own faction, let in by a rule, or an outsider? And what keywords does it have there?"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.faction import AsAllies, Detachment, Faction, GainKeyword, Include
from listbuilder.games.shared.match import Tags, fits, matches, matches_all, matches_any
from listbuilder.model.base import Path, fold
from listbuilder.model.finding import Note

GRANTS_KEPT = 32
_GRANTED: dict[tuple[int, ...], tuple[dict[tuple[Tags, frozenset[str]], Tags], tuple[Faction | Detachment, ...]]] = {}
"""By the factions and detachments, which are the same as long as they are loaded."""


def place_units(army: Muster, faction_head: Callable[[str], Faction | None], settled: Collection[Path] = ()) -> None:
    """Fills standing, rule and tags of every unit. `settled`: places of those that have them."""
    includes, own = includes_of(army), own_keywords(army)
    if any(each.if_warlord for each in army.detachments):
        settled = ()
    for unit in army.muster_units:
        if unit.path not in settled:
            place_home(unit, own, includes)
    core = [unit for unit in army.muster_units if unit.standing != "outsider"]
    for unit in army.muster_units:
        if unit.standing == "outsider":
            place_ally(unit, faction_head(unit.home), core, army)
    for unit in army.muster_units:
        if unit.path not in settled:
            unit.tags = effective_tags(army, unit)


def own_keywords(army: Muster) -> dict[str, str]:
    """Keywords of the army's own factions, by their ids."""
    return {faction.id: faction.faction_keyword for faction in reversed(army.own_factions())}


def includes_of(army: Muster) -> list[Include]:
    """The rules of faction and detachments that let in units of others."""
    found: list[Include] = []
    if not any(detachment.include_forbidden for detachment in army.detachments):
        found.extend(faction.include for faction in army.own_factions() if faction.include)
    found.extend(detachment.include for detachment in army.detachments if detachment.include)
    return found


def place_home(unit: MusterUnit, own: Mapping[str, str], includes: Iterable[Include]) -> None:
    """`own`: see `own_keywords`. It is of the army, or let in by a rule, or as yet an outsider."""
    tags = unit.datasheet.tags
    if fold(own.get(unit.home, "")) in tags:
        unit.standing, unit.rule = "own", None
        return
    unit.standing, unit.rule = "outsider", None
    for include in includes:
        if lets_in(include, unit.home, unit.name, tags):
            unit.standing, unit.rule = "included", include
            return


def lets_in(include: Include, home: str, name: str, tags: Tags) -> bool:
    if include.from_ and home != include.from_:
        return False
    if include.none and matches_any(tags, include.none):
        return False
    if include.units:
        return any(fold(each) == fold(name) for each in include.units)
    if include.keywords:
        return matches_all(tags, include.keywords)
    return matches_any(tags, include.keywords_any)


def place_ally(unit: MusterUnit, home: Faction | None, core: Sequence[MusterUnit], army: Muster) -> None:
    """Of an outsider. `core`: those that are none."""
    rule = home.as_allies if home else None
    if rule is None or unit.home in {faction.id for faction in army.own_factions()}:
        return
    if welcomes(rule, [each.datasheet.tags for each in core], army.own_factions()):
        unit.standing, unit.rule = "ally", rule


def welcomes(rule: AsAllies, army_tags: Iterable[Tags], factions: Iterable[Faction]) -> bool:
    """Whether an army of these units may take the allies: all of them have the keyword the rule asks for."""
    tags = list(army_tags)
    if rule.army_keyword_any:
        own = {fold(faction.faction_keyword) for faction in factions}
        if own & set(map(fold, rule.army_keyword_any)):
            return True
        return bool(tags) and any(all(matches(each, keyword) for each in tags) for keyword in rule.army_keyword_any)
    if rule.army_keyword is None:
        return True
    return bool(tags) and all(matches(each, rule.army_keyword) for each in tags)


def effective_tags(army: Muster, unit: MusterUnit) -> Tags:
    """The datasheet's keywords and what faction, detachments and the player's choice add to them."""
    tags = unit.datasheet.tags
    gained: set[str] = set()
    if isinstance(unit.rule, Include) and unit.rule.faction_keyword_becomes:
        gained.add(fold(unit.rule.faction_keyword_becomes))
    if unit.chosen_keyword and fold(unit.chosen_keyword) in map(fold, keyword_choices(army, unit)):
        gained.add(fold(unit.chosen_keyword))
    for each in army.detachments:
        if each.battleline and matches_any(tags, each.battleline) and _warlord_allows(army, each):
            gained.add("battleline")
    result = granted(tags, army.own_factions(), army.detachments, gained)
    if "character" in result and "character" not in tags:
        makers = [each.gain_character for each in army.detachments if each.gain_character]
        unit.character_by_grant = bool(makers) and all(maker.max is not None for maker in makers)
    return result


def granted(tags: Tags, factions: Iterable[Faction], detachments: Sequence[Detachment], gained: Iterable[str] = ()) -> Tags:
    """Keywords with those that faction and detachments grant, CHARACTER among them. What is asked of an army is asked of a
    hundred others with the same detachments: it is kept, as long as it is of the same ones.
    """
    factions = tuple(factions)
    by: tuple[Faction | Detachment, ...] = (*factions, *detachments)
    known, of = _GRANTED.get(key := tuple(map(id, by)), ({}, by))
    if key not in _GRANTED:
        while len(_GRANTED) >= GRANTS_KEPT:
            del _GRANTED[next(iter(_GRANTED))]
        _GRANTED[key] = known, of  # which are held, so that nothing else gets their ids
    asked = (tags, frozenset(gained))
    if asked not in known:
        known[asked] = _granted(tags, factions, detachments, asked[1])
    return known[asked]


def _granted(tags: Tags, factions: Iterable[Faction], detachments: Sequence[Detachment], gained: Iterable[str]) -> Tags:
    grants = [grant for faction in factions for grant in faction.gain_keyword]
    for detachment in detachments:
        grants.extend(detachment.gain_keyword)
    more = {*gained, *[fold(grant.keyword) for grant in grants if _gains(grant, tags)]} if grants else set(gained)
    result = tags | more if more else tags
    makers = [each.gain_character for each in detachments if each.gain_character]
    if makers and any(matches_any(result, to.units) or (to.keywords and matches_all(result, to.keywords)) for to in makers):
        result = result | {"character"}
    return result


def take_as_stated(army: Muster) -> None:
    """Keywords that the roster states are taken, and those that the data does not give it are said.

    What it makes of units by a grant that no source gives is taken as well, and said not to be checked.
    There is such a grant where an enhancement is for Characters of a kind of which the data knows none: the detachment
    makes some of them Characters. Which, only the roster says, by its warlord and the bearers of enhancements.
    """
    said: dict[tuple[str, ...], Note] = {}  # once of all units of a name
    for unit in army.muster_units:
        more = [each for each in unit.stated_keywords if not unit.has(each)]
        if more:
            unit.tags = unit.tags.union(map(fold, more))
            note = Note(key="keyword_stated", args={"unit": unit.name, "keywords": more}, path=unit.path)
            said.setdefault((unit.name, *more), note)
    army.assumed.extend(said.values())
    for detachment in army.detachments:
        unknown = [
            each
            for each in detachment.enhancements
            if each.bearer_unknown and each.requires.all and each.bearer != "unit" and not each.upgrade
        ]
        for unit in army.muster_units if unknown else ():
            stated = unit.standing == "own" and (unit.warlord or unit.enhancements) and not unit.has("Character")
            if stated and any(fits(unit.tags, each.requires) for each in unknown):
                unit.tags = unit.tags | {"character"}
                args = {"unit": unit.name, "detachment": detachment.name}
                army.not_checked.append(Note(key="character_unknown", args=args, path=unit.path))


def keyword_choices(army: Muster, unit: MusterUnit) -> tuple[str, ...]:
    """The keywords of which this unit has to be given one, by its datasheet or by a detachment."""
    own = unit.datasheet.army.choose_keyword
    if own:
        return own
    if unit.standing != "own":
        return ()
    choices = [each.choose_keyword for each in army.detachments if each.choose_keyword]
    return next((choice.of for choice in choices if not matches_any(unit.datasheet.tags, choice.not_for)), ())


def _gains(grant: GainKeyword, tags: Tags) -> bool:
    if matches_any(tags, grant.none):
        return False
    if grant.units and matches_any(tags, grant.units):
        return True
    if not (grant.all or grant.any):
        return False
    return matches_all(tags, grant.all) and (not grant.any or matches_any(tags, grant.any))


def _warlord_allows(army: Muster, detachment: Detachment) -> bool:
    if not detachment.if_warlord:
        return True
    return any(unit.warlord and matches_all(unit.datasheet.tags, detachment.if_warlord) for unit in army.muster_units)
