"""Check that the units are of one chapter at most, and that it takes nothing it may not.

A chapter may not take everything that its parent faction has.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from listbuilder.games.wh40k.army import Muster
from listbuilder.matching.requirements import has_all_tags
from listbuilder.model.base import Model, fold
from listbuilder.model.finding import Finding
from listbuilder.rules.fixes import drop_unit


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    """Report units of another chapter than the army's, and units its chapter may not take.

    If the roster names no chapter, the chapter of the first unit that has one is the army's.
    """
    limiting_faction = next(
        (faction for faction in army.list_own_factions() if faction.max_chapters), None
    )
    if limiting_faction is None or limiting_faction.chapter_keyword_index is None:
        return
    place_of_chapter = limiting_faction.chapter_keyword_index
    chapter = army.chapter
    strangers: set[str] = set()
    for unit in army.muster_units:
        keywords = unit.datasheet.faction_keywords
        if unit.standing != "own" or len(keywords) <= place_of_chapter:
            continue
        unit_chapter = keywords[place_of_chapter]
        if chapter is None:
            chapter = unit_chapter  # the first chapter in the roster is the army's
        elif fold(unit_chapter) != fold(chapter):
            args = {"unit": unit.name, "chapter": unit_chapter, "army": chapter}
            strangers.add(unit.id)
            yield Finding(
                key="another",
                path=unit.path,
                args=args,
                units=(unit.id,),
                fixes=(drop_unit(army, unit),),
            )
    yield from _check_forbidden_units(army, strangers)


def _check_forbidden_units(army: Muster, strangers: Collection[str]) -> Iterator[Finding]:
    """Yield a finding for each unit that the army's chapter may not take.

    The chapter's rules forbid it by name or by keywords.

    The finding is silent for units whose ids are in `strangers`: they are of another chapter and
    already reported.
    """
    parent = army.parent or army.faction
    limits = parent.if_chapter.get(army.chapter) if army.chapter else None
    if limits is None:
        return
    for unit in army.muster_units:
        if unit.name in limits.except_units:
            continue
        is_named = unit.name in limits.forbid_units or (
            unit.home == parent.id and unit.name in limits.forbid_units_of_parent
        )
        forbidden = [
            keywords for keywords in limits.forbid_keywords if has_all_tags(unit.tags, keywords)
        ]
        if not is_named and not forbidden:
            continue
        args = {
            "unit": unit.name,
            "army": army.chapter,
            "keywords": list(forbidden[0]) if forbidden else [],
            "home": unit.home_name,
        }
        key = "not_for_chapter" if is_named else "keywords_not_for_chapter"
        fixes, silent = (drop_unit(army, unit),), unit.id in strangers
        yield Finding(
            key=key, path=unit.path, args=args, units=(unit.id,), fixes=fixes, silent=silent
        )
