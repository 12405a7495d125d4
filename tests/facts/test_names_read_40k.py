"""Names in French, German, Spanish and Italian: what the publisher's app prints is read as what it means, and never shown.

Compares with ../shared (or $LISTBUILDER_SHARED), and skips where that is not at hand.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import msgspec
import pytest

from listbuilder.data.library import Library
from listbuilder.games.registry import get_game
from listbuilder.games.wh40k import name_index as muster_names
from listbuilder.games.wh40k.datasheet_names import SheetNames
from listbuilder.games.wh40k.name_index import MusterNameIndex
from listbuilder.history.catalog import ANY_LANGUAGE
from listbuilder.matching.phrases import get_group_by_word
from listbuilder.model.base import fold, make_id_from_name
from listbuilder.model.rulebook import NameList
from tests.facts.lossless import load
from tests.facts.shared_facts import REPO, SHARED
from tests.needs import needs_shared

GAME = "warhammer-40k-11e"
LANGUAGES = ("fr", "de", "es", "it")

pytestmark = needs_shared("glossary")


@cache
def glossary() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(
        (SHARED / "glossary" / "names_official.json").read_text(encoding="utf-8")
    )["names"]
    return found


@cache
def index() -> MusterNameIndex:
    return (muster_names.get_name_index(get_game(GAME), Library())).get_index_in_language(
        ANY_LANGUAGE
    )


def spoken(kind: str, known: dict[str, str]) -> dict[str, set[str]]:
    """What is written in one of the languages -> what it means of these: folded name -> id."""
    found: dict[str, set[str]] = {}
    for name, entry in glossary().items():
        if kind in entry["kinds"] and fold(name) in known:
            for language in LANGUAGES:
                if entry.get(language) and fold(entry[language]) not in known:
                    found.setdefault(entry[language], set()).add(known[fold(name)])
    return found


FACTIONS = sorted(each for each, _ in get_game(GAME).list_factions(Library()))


@pytest.mark.parametrize("faction_id", FACTIONS)
def test_detachments_and_enhancements(faction_id: str) -> None:
    data = index().get_faction_data(faction_id)
    detachments = {fold(each.name): each.id for each in data.head.detachments}
    enhancements = {
        fold(one.name): one.id for each in data.head.detachments for one in each.enhancements
    }
    for kind, known, names in (
        ("detachment", detachments, muster_names.make_detachment_names(index(), [data])),
        ("enhancement", enhancements, muster_names.get_enhancement_names(index(), [data], ())[1]),
    ):
        for written, targets in spoken(kind, known).items():
            match = names.find_exact(written)
            assert match is not None and (len(targets) > 1 or match.target in targets), (
                written,
                match,
            )


@pytest.mark.parametrize("faction_id", FACTIONS)
def test_datasheets(faction_id: str) -> None:
    known = {
        fold(name): sheet_id
        for sheet_id, name in index().get_faction_data(faction_id).index.items()
    }
    for written, targets in spoken("datasheet", known).items():
        found = index().find_unit(written, faction_id)
        assert found is not None and (len(targets) > 1 or found[0] in targets), (written, found)


@pytest.mark.parametrize("faction_id", FACTIONS)
def test_models_and_wargear(faction_id: str) -> None:
    """Under every datasheet that has them."""
    data = index().get_faction_data(faction_id)
    wrong = []
    for sheet_id in data.index:
        sheet = data.get_sheet(sheet_id)
        assert sheet is not None
        by_language = [
            SheetNames(
                sheet,
                GAME,
                [faction_id],
                index().get_index_in_language(language).get_printed_items(faction_id, sheet_id),
            )
            for language in (None, *LANGUAGES)
        ]
        items = dict(by_language[0].items.exact)
        for written, targets in spoken("item", items).items():
            matches = [names.items.find_exact(written) for names in by_language]
            found = {match.target for match in matches if match is not None}
            if len(targets) == 1 and not found & targets and means_one_item(written):
                wrong.append((sheet_id, written, found))
    assert wrong == []


def means_one_item(written: str) -> bool:
    """Return whether one item alone is called so; aliases can hold only one of several."""
    names = {
        fold(name)
        for name, entry in glossary().items()
        if any(fold(entry.get(language) or "") == fold(written) for language in LANGUAGES)
    }
    return len(names) == 1


def test_dispositions() -> None:
    wanted = {
        fold(text): make_id_from_name(name)
        for name, entry in glossary().items()
        if "disposition" in entry["kinds"]
        for text in (name, *(entry[language] for language in LANGUAGES if entry.get(language)))
    }
    assert len(wanted) > 15
    assert {text: get_group_by_word("dispositions").get(text) for text in wanted} == wanted


def test_they_are_never_shown() -> None:
    names = msgspec.convert(load(REPO / "factions" / "names.yaml"), NameList)
    kinds = (names.names, names.likely, names.fan)
    assert {
        str(lang)
        for kind in kinds
        for of in kind.values()
        for texts in of.values()
        for lang in texts
    } == {"ja", "zh"}
