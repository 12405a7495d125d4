"""Each row of the law cites what the catalogue says it is from; a season's own words cite its handbook."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from listbuilder.data.library import Library
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.i18n import messages
from listbuilder.model.rulebook import Citation
from listbuilder.roster.position import Position

LIBRARY = Library()
AOS = {
    "system": "age-of-sigmar-4e",
    "faction": "seraphon",
    "battle_formation": "eternal-starhost",
    "points_limit": 2000,
}


def cited(roster: dict[str, Any], code: str, key: str) -> Citation:
    done = Position.read(msgspec.json.encode(roster), "roster", LIBRARY)
    assert done.problems == []
    return next(
        finding.citation for finding in done.findings if (finding.code, finding.key) == (code, key)
    )


def test_what_is_of_another_season_cites_a_handbook() -> None:
    hero = {"unit": "saurus-oldblood", "general": True, "enhancements": ["chosen-of-quetzl"]}
    regiments = [{"hero": hero, "units": [{"unit": "stegadon"}]}]
    assert cited({**AOS, "regiments": regiments}, "AOS-27", "only_in_season").book == "GHB"
    assert (
        cited({**AOS, "season": "2026-27", "regiments": regiments}, "AOS-27", "other_season").book
        == "GHB-2026-27"
    )


def test_what_a_season_adds_to_a_rule_of_the_base_book_cites_the_seasons_handbook() -> None:
    regiments = [{"hero": {"unit": "saurus-oldblood"}, "units": [{"unit": "stegadon"}]}]
    roster = {**AOS, "season": "2026-27", "regiments": regiments}
    warmaster = {"unit": "lord-kroak"}
    assert (
        cited({**roster, "auxiliary": [{**warmaster, "general": True}]}, "AOS-15", "must_lead").book
        == "GHB-2026-27"
    )
    assert cited({**roster, "auxiliary": [warmaster]}, "AOS-15", "missing").book == "AOS"


@pytest.mark.parametrize("game", list(SYSTEMS))
def test_every_section_is_a_number_or_a_word_of_the_glossary(game: str) -> None:
    """So that it is read in the reader's language; and what the books have as a number is found by that in any."""
    book = get_game(game).load_rulebook(LIBRARY)
    seasons = (
        override for season in book.seasons.values() for override in season.overrides.values()
    )
    citations = [each for rule in book.rules for each in (rule.citation, *rule.cited.values())]
    citations += [
        each
        for override in seasons
        for each in (override.citation, *override.cited.values())
        if each
    ]
    citations += [mission.citation for mission in book.missions if mission.citation]
    sections = {each.section for each in citations}
    assert [
        each
        for each in sorted(sections)
        if each not in messages.get_terms("en") and not re.fullmatch(r"[\d.]+", each)
    ] == []
    for lang in ("ja", "zh"):
        assert all(
            re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", messages.get_terms(lang)[each])
            for each in sections & set(messages.get_terms("en"))
        )
