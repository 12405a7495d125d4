"""Units of one chapter at most, and nothing that the chapter may not take from its parent."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.shared.match import matches_all
from listbuilder.law.fixes import drop_unit
from listbuilder.model.base import Model, fold
from listbuilder.model.finding import Finding


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    law = next((faction for faction in army.own_factions() if faction.max_chapters), None)
    if law is None or law.chapter_keyword_index is None:
        return
    chapter = army.chapter
    strangers: set[str] = set()
    for unit in army.muster_units:
        own = _chapter_of(unit, law.chapter_keyword_index)
        if own is None or unit.standing != "own":
            continue
        if chapter is None:
            chapter = own  # the first chapter in the roster is the army's
        elif fold(own) != fold(chapter):
            args = {"unit": unit.name, "chapter": own, "army": chapter}
            strangers.add(unit.id)
            yield Finding(key="another", path=unit.path, args=args, units=(unit.id,), fixes=(drop_unit(army, unit),))
    yield from _forbidden(army, strangers)


def _chapter_of(unit: MusterUnit, place: int) -> str | None:
    keywords = unit.datasheet.faction_keywords
    return keywords[place] if len(keywords) > place else None


def _forbidden(army: Muster, strangers: Collection[str]) -> Iterator[Finding]:
    """Those that are not of the chapter at all have been named."""
    parent = army.parent or army.faction
    limits = parent.if_chapter.get(army.chapter) if army.chapter else None
    if limits is None:
        return
    for unit in army.muster_units:
        if unit.name in limits.except_units:
            continue
        named = unit.name in limits.forbid_units or (unit.home == parent.id and unit.name in limits.forbid_units_of_parent)
        keywords = next((each for each in limits.forbid_keywords if matches_all(unit.tags, each)), None)
        if not named and keywords is None:
            continue
        args = {"unit": unit.name, "army": army.chapter, "keywords": list(keywords or ()), "home": unit.home_name}
        key = "not_for_chapter" if named else "keywords_not_for_chapter"
        fixes, silent = (drop_unit(army, unit),), unit.id in strangers
        yield Finding(key=key, path=unit.path, args=args, units=(unit.id,), fixes=fixes, silent=silent)
