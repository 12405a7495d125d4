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
"""The granted keywords, by the identity of factions and detachments, which stay loaded."""


def place_units(
    army: Muster, faction_head: Callable[[str], Faction | None], settled: Collection[Path] = ()
) -> None:
    """Set for each unit how it belongs to the army, by which rule, and its keywords.

    A unit is the army's own, included by a rule, an ally or an outsider. `faction_head` returns a
    faction by its id. `settled` holds the paths of units for which this is set already; these are
    left as they are, unless a detachment grants something because of the warlord.
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
    """Return the faction keyword of the army's faction, and of its parent, by faction id."""
    return {faction.id: faction.faction_keyword for faction in reversed(army.list_own_factions())}


def list_includes(army: Muster) -> list[Include]:
    """Return the rules by which the army may include units of other factions.

    They are those of its factions and detachments. If a detachment forbids the factions' rules,
    only those of detachments are returned.
    """
    sources: list[Faction | Detachment] = list(army.detachments)
    if not any(detachment.include_forbidden for detachment in army.detachments):
        sources = [*army.list_own_factions(), *sources]
    return [source.include for source in sources if source.include]


def place_own_or_included(
    unit: MusterUnit, own: Mapping[str, str], includes: Iterable[Include]
) -> None:
    """Set whether the unit is the army's own, included or an outsider, and by which rule.

    `own` holds the army's faction keywords (see `map_own_keywords`). The first of `includes` that
    fits the unit counts. An outsider may become an ally later (see `place_ally`).
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
    """Return whether the rule includes units `name` of faction `home` with keywords `tags`.

    A rule that names units includes just those. Otherwise a unit must have all of the rule's
    keywords, or one of them, as the rule says.
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
    """Make the outsider `unit` an ally if its faction `home` allows that in this army.

    `core` are the units of the army that are no outsiders. The unit's standing and rule are
    changed.
    """
    rule = home.as_allies if home else None
    if rule is None or unit.home in {faction.id for faction in army.list_own_factions()}:
        return
    core_tags = [core_unit.datasheet.tags for core_unit in core]
    if may_take_allies(rule, core_tags, army.list_own_factions()):
        unit.standing, unit.rule = "ally", rule


def may_take_allies(rule: AsAllies, army_tags: Iterable[Tags], factions: Iterable[Faction]) -> bool:
    """Return whether an army may take allies by the rule.

    The rule may require a keyword of the army. It is met if one of `factions`, the army's own, has
    a faction keyword that the rule lists, or if all units, with the keywords `army_tags`, share a
    keyword that the rule requires. A rule that requires no keyword allows every army.
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
    """Return the unit's keywords: those of its datasheet and those it gains in this army.

    The faction, the detachments, the rule that includes the unit and the player's choice may add
    some. Also sets `unit.character_by_grant` if a detachment makes the unit a Character.
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
    """Return the keywords `tags` with `gained` and those that factions and detachments grant.

    They may grant Character too. Answers are kept for armies with the same factions and
    detachments, as a search asks the same for hundreds of armies.
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
    """Return the keywords `tags` with `gained` and those that factions and detachments grant.

    This is `add_granted_keywords` without the keeping of answers.
    """
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
    """Give units the keywords that the roster states for them, and note those the data lacks.

    Also, a unit that is the warlord or has an enhancement is made a Character if the army's
    detachment may do so by a rule that no source gives; this is noted as not checked. Such a rule
    must exist if an enhancement is for Characters of a kind of unit that has none in the data.
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
    """Return the keywords of which the unit must choose one, by its datasheet or a detachment.

    Empty if the unit has no keyword to choose.
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
    """Return whether a unit with the keywords `tags` gains the keyword of `grant`."""
    if has_any_tag(tags, grant.none):
        return False
    if grant.units and has_any_tag(tags, grant.units):
        return True
    if not (grant.all or grant.any):
        return False
    return has_all_tags(tags, grant.all) and (not grant.any or has_any_tag(tags, grant.any))


def _has_warlord_with(army: Muster, keywords: Sequence[str]) -> bool:
    """Return whether a warlord of the army has all of `keywords` on its datasheet."""
    warlords = (unit for unit in army.muster_units if unit.warlord)
    return any(has_all_tags(unit.datasheet.tags, keywords) for unit in warlords)
