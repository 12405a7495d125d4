"""The placing of units in an army, and the keywords they have there.

A unit is of the army's own faction, let in by a rule, an ally, or an outsider.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.faction import AsAllies, Detachment, Faction, GainKeyword, Include
from listbuilder.matching.requirements import Tags, has_all_tags, has_any_tag, has_tag, is_eligible
from listbuilder.model.base import Path, fold
from listbuilder.model.finding import Note

GRANTS_KEPT = 32
_GRANTED: dict[
    tuple[int, ...],
    tuple[dict[tuple[Tags, frozenset[str]], Tags], tuple[Faction | Detachment, ...]],
] = {}
"""By the factions and detachments, which are the same as long as they are loaded."""


def place_units(
    army: Muster, faction_head: Callable[[str], Faction | None], settled: Collection[Path] = ()
) -> None:
    """Set standing, rule and tags of every unit of the army.

    `settled` holds the places of units that have them already; they are left as they are unless a
    detachment grants something because of the warlord.
    """
    includes, own = list_includes(army), map_own_keywords(army)
    if any(detachment.if_warlord for detachment in army.detachments):
        settled = ()
    for unit in army.muster_units:
        if unit.path not in settled:
            place_own_or_included(unit, own, includes)
    core = [unit for unit in army.muster_units if unit.standing != "outsider"]
    for unit in army.muster_units:
        if unit.standing == "outsider":
            place_ally(unit, faction_head(unit.home), core, army)
    for unit in army.muster_units:
        if unit.path not in settled:
            unit.tags = compute_effective_tags(army, unit)


def map_own_keywords(army: Muster) -> dict[str, str]:
    """Return the faction keywords of the army's own factions by their ids."""
    return {faction.id: faction.faction_keyword for faction in reversed(army.list_own_factions())}


def list_includes(army: Muster) -> list[Include]:
    """Return the rules of faction and detachments that let units of other factions into the army.

    If a chosen detachment forbids that, only the rules of detachments are left.
    """
    sources: list[Faction | Detachment] = list(army.detachments)
    if not any(detachment.include_forbidden for detachment in army.detachments):
        sources = [*army.list_own_factions(), *sources]
    return [source.include for source in sources if source.include]


def place_own_or_included(
    unit: MusterUnit, own: Mapping[str, str], includes: Iterable[Include]
) -> None:
    """Set standing and rule of a unit: of the own faction, let in by a rule, or an outsider.

    An outsider may become an ally later (see `place_ally`). `own` holds the army's faction
    keywords (see `map_own_keywords`), `includes` the rules, of which the first that fits counts.
    """
    tags = unit.datasheet.tags
    if fold(own.get(unit.home, "")) in tags:
        unit.standing, unit.rule = "own", None
        return
    unit.standing, unit.rule = "outsider", None
    for include in includes:
        if can_include_unit(include, unit.home, unit.name, tags):
            unit.standing, unit.rule = "included", include
            return


def can_include_unit(include: Include, home: str, name: str, tags: Tags) -> bool:
    """Return whether the rule lets in a unit called `name` of faction `home` with keywords `tags`.

    A rule that names units lets in just those; else it is all keywords, or any of some.
    """
    if include.from_ and home != include.from_:
        return False
    if include.none and has_any_tag(tags, include.none):
        return False
    if include.units:
        return any(fold(unit_name) == fold(name) for unit_name in include.units)
    if include.keywords:
        return has_all_tags(tags, include.keywords)
    return has_any_tag(tags, include.keywords_any)


def place_ally(
    unit: MusterUnit, home: Faction | None, core: Sequence[MusterUnit], army: Muster
) -> None:
    """Make an outsider an ally if its faction's rule lets it be one in this army.

    `core` are the units that are no outsiders.
    """
    rule = home.as_allies if home else None
    if rule is None or unit.home in {faction.id for faction in army.list_own_factions()}:
        return
    core_tags = [core_unit.datasheet.tags for core_unit in core]
    if may_take_allies(rule, core_tags, army.list_own_factions()):
        unit.standing, unit.rule = "ally", rule


def may_take_allies(rule: AsAllies, army_tags: Iterable[Tags], factions: Iterable[Faction]) -> bool:
    """Return whether an army may take allies by the rule, which may ask for a keyword of the army.

    It may if one of the army's own factions has a keyword that the rule lists, or if all units
    (`army_tags`) have the keyword, or one and the same of those listed. A rule that asks for no
    keyword allows every army.
    """
    if rule.army_keyword_any:
        own = {fold(faction.faction_keyword) for faction in factions}
        if own & set(map(fold, rule.army_keyword_any)):
            return True
        keywords = rule.army_keyword_any
    elif rule.army_keyword is None:
        return True
    else:
        keywords = (rule.army_keyword,)
    tags = list(army_tags)
    if not tags:
        return False
    return any(all(has_tag(unit_tags, keyword) for unit_tags in tags) for keyword in keywords)


def compute_effective_tags(army: Muster, unit: MusterUnit) -> Tags:
    """Return the datasheet's keywords with those that faction, detachments and the player add.

    Mutates: `unit.character_by_grant`.
    """
    tags = unit.datasheet.tags
    gained: set[str] = set()
    if isinstance(unit.rule, Include) and unit.rule.faction_keyword_becomes:
        gained.add(fold(unit.rule.faction_keyword_becomes))
    if unit.chosen_keyword:
        choices = list_keyword_choices(army, unit)
        if fold(unit.chosen_keyword) in map(fold, choices):
            gained.add(fold(unit.chosen_keyword))
    for detachment in army.detachments:
        if not detachment.battleline or not has_any_tag(tags, detachment.battleline):
            continue
        if not detachment.if_warlord or _has_warlord_with(army, detachment.if_warlord):
            gained.add("battleline")
    result = add_granted_keywords(tags, army.list_own_factions(), army.detachments, gained)
    if "character" in result and "character" not in tags:
        makers = [detachment.gain_character for detachment in army.detachments]
        limits = [maker.max for maker in makers if maker]
        unit.character_by_grant = bool(limits) and None not in limits
    return result


def add_granted_keywords(
    tags: Tags,
    factions: Iterable[Faction],
    detachments: Sequence[Detachment],
    gained: Iterable[str] = (),
) -> Tags:
    """Return the keywords with `gained` and those that faction and detachments grant.

    Character may be among them. What is asked of an army is asked of a hundred others with the same
    detachments: the answer is kept as long as it is of the same ones.
    """
    factions = tuple(factions)
    granters: tuple[Faction | Detachment, ...] = (*factions, *detachments)
    key = tuple(map(id, granters))
    if key not in _GRANTED:
        while len(_GRANTED) >= GRANTS_KEPT:
            del _GRANTED[next(iter(_GRANTED))]
        _GRANTED[key] = {}, granters  # which are held, so that nothing else gets their ids
    answers, _ = _GRANTED[key]
    cache_key = (tags, frozenset(gained))
    if cache_key not in answers:
        answers[cache_key] = _compute_granted_keywords(tags, factions, detachments, cache_key[1])
    return answers[cache_key]


def _compute_granted_keywords(
    tags: Tags,
    factions: Iterable[Faction],
    detachments: Sequence[Detachment],
    gained: Iterable[str],
) -> Tags:
    """Return the keywords with `gained` and those that faction and detachments grant."""
    extra = set(gained)
    granters: list[Faction | Detachment] = [*factions, *detachments]
    for granter in granters:
        for grant in granter.gain_keyword:
            if _is_granted_to(grant, tags):
                extra.add(fold(grant.keyword))
    result = tags | extra if extra else tags
    for detachment in detachments:
        maker = detachment.gain_character
        if maker is None:
            continue
        if has_any_tag(result, maker.units):
            return result | {"character"}
        if maker.keywords and has_all_tags(result, maker.keywords):
            return result | {"character"}
    return result


def take_stated_keywords(army: Muster) -> None:
    """Give units the keywords that the roster states, and note those that the data lacks.

    What the roster makes of units by a grant that no source gives is taken as well, and noted as
    not checked. There is such a grant if an enhancement is for Characters of a kind of which the
    data knows none: the detachment makes some of them Characters. Which, only the roster says, by
    its warlord and the bearers of enhancements.
    """
    notes: dict[tuple[str, ...], Note] = {}  # once of all units of a name
    for unit in army.muster_units:
        extra = [keyword for keyword in unit.stated_keywords if not unit.has_keyword(keyword)]
        if extra:
            unit.tags = unit.tags.union(map(fold, extra))
            note = Note(
                key="keyword_stated", args={"unit": unit.name, "keywords": extra}, path=unit.path
            )
            notes.setdefault((unit.name, *extra), note)
    army.assumed.extend(notes.values())
    for detachment in army.detachments:
        requirements = [
            enhancement.requires
            for enhancement in detachment.enhancements
            if enhancement.bearer_unknown
            and enhancement.requires.all
            and enhancement.bearer != "unit"
            and not enhancement.upgrade
        ]
        if not requirements:
            continue
        for unit in army.muster_units:
            if unit.standing != "own" or unit.has_keyword("Character"):
                continue
            if not (unit.warlord or unit.enhancements):
                continue
            if any(is_eligible(unit.tags, required) for required in requirements):
                unit.tags = unit.tags | {"character"}
                args = {"unit": unit.name, "detachment": detachment.name}
                army.not_checked.append(Note(key="character_unknown", args=args, path=unit.path))


def list_keyword_choices(army: Muster, unit: MusterUnit) -> tuple[str, ...]:
    """Return the keywords of which datasheet or detachment says that the unit has to get one.

    Empty if it has no such choice.
    """
    own = unit.datasheet.army.choose_keyword
    if own:
        return own
    if unit.standing != "own":
        return ()
    for detachment in army.detachments:
        choice = detachment.choose_keyword
        if choice and not has_any_tag(unit.datasheet.tags, choice.not_for):
            return choice.of
    return ()


def _is_granted_to(grant: GainKeyword, tags: Tags) -> bool:
    """Return whether units with these keywords gain what the rule grants."""
    if has_any_tag(tags, grant.none):
        return False
    if grant.units and has_any_tag(tags, grant.units):
        return True
    if not (grant.all or grant.any):
        return False
    return has_all_tags(tags, grant.all) and (not grant.any or has_any_tag(tags, grant.any))


def _has_warlord_with(army: Muster, keywords: Sequence[str]) -> bool:
    """Return whether a warlord of the army has all the keywords by its datasheet."""
    warlords = (unit for unit in army.muster_units if unit.warlord)
    return any(has_all_tags(unit.datasheet.tags, keywords) for unit in warlords)
