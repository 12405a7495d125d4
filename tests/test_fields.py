"""Every field of a model is read somewhere in listbuilder, or stands here with the reason why it is kept.

A field is read where code says `.name`, or matches `Model(name=...)`; writing it is not reading it. The look goes by
name: a field that shares its name with one that is read passes, so this finds less than all, and never too much.
"""

from __future__ import annotations

import ast
import pkgutil
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

import listbuilder

PACKAGE = Path(listbuilder.__file__).parent

# Modules whose fields are being put to use: those of the history of data and of the names other programs write.
UNDER_WORK = {
    "listbuilder.model.windows": "issue 13",
    "listbuilder.model.aliases": "issue 13",
    "listbuilder.games.wh40k.history_records": "issue 13",
    "listbuilder.games.aos.history_records": "issue 13",
}

# What the sources state and no rule asks for: it stays in the files for who reads or corrects them, and the tests of
# facts see that none of it is lost.
KEPT = {
    "BoxRosterUnit.keep": "read from the data of the roster, which may be of any game (advice/fix_moves.py)",
    "RosterHero.keep": "as of a box",
    "RosterUnit.keep": "as of a box",
    "Readings.kana": "read by its name as a section of the compiled file (i18n/readings.py); the model is for the schema",
    "Readings.pinyin": "as kana",
    "Readings.traditional": "as kana",
    "Attachment.comes_with": "a thing that is never chosen, but set up with terrain that is",
    "ArmyLimits.ally_points": "the same numbers as `as_allies` of its faction, which are those that count",
    "ArmyLimits.choose_keyword_items": "the weapon that comes with a chosen keyword belongs to an ability, not the wargear",
    "Datasheet.forge_world": "by whom the model is sold; no rule asks",
    "Datasheet.points_source": "where a price is from that the main source does not have",
    "Detachment.enhancement_bearer": "what `requires` and `bearer` of its enhancements say one by one",
    "Detachment.price_changes": "whose prices change; which, the price rows with this detachment say",
    "Include.price_source": "where its prices are from",
    "Answer.err": "read by the page of the browser, in JavaScript",
    "Manifestation.lore": "the heading it stands under; which lore summons it, the lores say",
    "Patrol.anomalies": "what was found odd in the sources",
    "PatrolUnit.damaged_at": "of the battle",
    "Sources.app_export": "which version of it was read",
    "Sources.bsdata": "which version of it was read",
    "SpearheadBox.anomalies": "what was found odd in the sources",
    "SpearheadBox.battle_traits": "each box has its own; there is nothing to choose",
    "SpearheadBox.model_count_checked": "whether a second source has as many models",
    "SpearheadBox.roster_source": "who lists the units of the box, where it is not the usual sources",
    "Correction.evidence": "for whoever reads the file: which page or document says so",
    "SpearheadUnit.tokens": "stand beside the unit and are no models of it",
    "WarscrollFaction.attachments": "never chosen: they come with terrain",
}

# Fields of the 11th edition of 40K, whose data is here before its rules are (issue 14): each leaves when a rule reads it.
ISSUE_14 = {
    "Datasheet.core_incomplete",
    "Datasheet.structure_source",
    "Datasheet.weapons_incomplete",
    "Detachment.rule_basis",
    "IfChapter.own_detachments_bind_to_chapter",
}


def reads_in(tree: ast.AST) -> set[str]:
    """Every name that is read as an attribute, or matched by a pattern."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            found.add(node.attr)
        elif isinstance(node, ast.MatchClass):
            found.update(node.kwd_attrs)
    return found


@cache
def reads() -> frozenset[str]:
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in PACKAGE.rglob("*.py"))
    return frozenset(name for tree in trees for name in reads_in(tree))


def structs() -> Iterable[type[msgspec.Struct]]:
    for found in pkgutil.walk_packages([str(PACKAGE)], "listbuilder."):
        if found.name.endswith("__main__"):
            continue
        for each in vars(import_module(found.name)).values():
            if (
                isinstance(each, type)
                and issubclass(each, msgspec.Struct)
                and each.__module__ == found.name
            ):
                yield each


def unread(models: Iterable[type[msgspec.Struct]], names: frozenset[str] | set[str]) -> list[str]:
    """Fields of these models, each with the model that declares it, whose names are not among those that are read."""
    return [
        f"{each.__name__}.{field}"
        for each in models
        for field in each.__annotations__
        if field not in names
    ]


def test_every_field_is_read_or_kept_for_a_reason() -> None:
    asked = [each for each in structs() if each.__module__ not in UNDER_WORK]
    assert len(asked) > 100
    unknown = sorted(set(unread(asked, reads())) - KEPT.keys() - ISSUE_14)
    assert unknown == [], "read by no code: use them, remove them, or say in KEPT why they stay"


def test_what_is_kept_is_there_and_unread() -> None:
    stale = sorted((KEPT.keys() | ISSUE_14) - set(unread(structs(), reads())))
    assert stale == [], "read by now, or gone: take them out"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("x.size", {"size"}),
        ("x.size = 1", set()),
        ("Model(size=1)", set()),
        ("match x:\n case Model(size=1): pass", {"size"}),
        ("replace(x, size=x.count)", {"count"}),
        ("# x.size\n'x.size'", set()),
    ],
)
def test_what_counts_as_reading(source: str, found: set[str]) -> None:
    assert reads_in(ast.parse(source)) == found


def test_a_field_that_nothing_reads_is_named() -> None:
    class Loose(msgspec.Struct):
        size: int
        forgotten: int = 0

    assert unread([Loose], {"size"}) == ["Loose.forgotten"]
