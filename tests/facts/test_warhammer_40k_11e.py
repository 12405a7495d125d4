"""The files of Warhammer 40,000's 11th edition lose nothing of the facts they were made from.

Compares with ../shared (or $LISTBUILDER_SHARED), and skips where that is not at hand.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from listbuilder.cli.data import check_file
from listbuilder.data.library import Library
from listbuilder.games.registry import get_game
from listbuilder.games.wh40k.faction import Faction
from listbuilder.model.rulebook import RuleBook
from listbuilder.model.wargear import get_item_name
from listbuilder.rules import validate
from listbuilder.yamlio import reader
from tests.facts import from_cards
from tests.facts.lossless import check, differences, expected_detachments, expected_faction, load
from tests.facts.pending import DAY_11E, laid_over_40k_11e
from tests.facts.shared_facts import FACTS_40K_11E as FACTS
from tests.facts.shared_facts import REPO, faction_ids_40k, facts_40k
from tests.needs import needs_shared

EDITION = "warhammer-40k-11e"
FOLDER = REPO / "factions" / "warhammer-40k-11e"
NOT_FACTIONS = {"rules", "corrections"}
faction_ids = partial(faction_ids_40k, FACTS)


def facts(name: str) -> Any:
    """What the sheets say, with what came out after them."""
    found = facts_40k(name, folder=FACTS)
    return laid_over_40k_11e(name, found) | {"as_of": DAY_11E} if "datasheets" in found else found


pytestmark = needs_shared("facts", "warhammer-40k-11e")


@pytest.fixture(scope="module")
def factions() -> dict[str, Faction]:
    paths = (path for path in FOLDER.glob("*.yaml") if path.stem not in NOT_FACTIONS)
    return {path.stem: msgspec.convert(load(path), Faction) for path in paths}


def rules_of(faction_id: str) -> dict[str, Any]:
    return from_cards.rules(
        EDITION, faction_id, facts("army_rules")["factions"].get(faction_id, {})
    )


def test_every_faction_has_its_file(factions: dict[str, Faction]) -> None:
    assert len(factions) == 30
    assert sorted(factions) == faction_ids()
    assert facts("army_rules")["factions"].keys() <= factions.keys()


@pytest.mark.parametrize("faction_id", faction_ids())
def test_faction_itself(factions: dict[str, Faction], faction_id: str) -> None:
    theirs = expected_faction(facts(faction_id), rules_of(faction_id))
    bare_faction = msgspec.structs.replace(
        factions[faction_id], detachments=(), datasheets=(), chapters=()
    )
    check(differences(bare_faction, theirs, faction_id))


UNKNOWN = ("honoured-fallen",)  # Solar Spearhead as in the 10th edition


@pytest.mark.parametrize("faction_id", faction_ids())
def test_detachments_and_enhancements(factions: dict[str, Faction], faction_id: str) -> None:
    theirs = expected_detachments(
        from_cards.enhancements(facts(faction_id)), rules_of(faction_id), UNKNOWN
    )
    check(differences(factions[faction_id].detachments, theirs, faction_id))


@pytest.mark.parametrize("faction_id", faction_ids())
def test_datasheets(factions: dict[str, Faction], faction_id: str) -> None:
    theirs = from_cards.sheets(EDITION, faction_id, without_colons(facts(faction_id)["datasheets"]))
    check(differences(factions[faction_id].datasheets, theirs, faction_id))


def without_colons(sheets: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Three options of the facts offer ":" as a weapon, the end of the line that their list stands under."""
    found = []
    for sheet in sheets:
        options = [
            {**option, "with": [each for each in option["with"] if each != [":"]]}
            for option in sheet.get("options") or ()
        ]
        found.append({**sheet, "options": options} if options else sheet)
    return found


def test_every_item_has_a_name(factions: dict[str, Faction]) -> None:
    """The differential test against wh40kdc found three that had none."""
    sheets = [sheet for faction in factions.values() for sheet in faction.datasheets]
    offered = {
        get_item_name(i)
        for sheet in sheets
        for option in sheet.options
        for choice in option.with_
        for i in choice
    }
    carried = {
        get_item_name(i) for sheet in sheets for row in sheet.default_wargear for i in row.items
    }
    assert len(offered) > 500 and len(carried) > 500
    assert [name for name in offered | carried if not any(map(str.isalnum, name))] == []


def test_nothing_is_left_of_the_counts(factions: dict[str, Faction]) -> None:
    """The counts that the README of the facts names."""
    assert sum(len(faction.datasheets) for faction in factions.values()) == 1271
    detachments = [
        detachment for faction in factions.values() for detachment in faction.detachments
    ]
    assert len(detachments) == 252
    assert sum(len(detachment.enhancements) for detachment in detachments) == 810
    assert {detachment.dp for detachment in detachments} == {1, 2, 3}


def test_chapters_that_live_inside_their_parent(factions: dict[str, Faction]) -> None:
    chapters = {
        faction.id: [chapter.name for chapter in faction.chapters]
        for faction in factions.values()
        if faction.chapters
    }
    inside = [
        "Imperial Fists",
        "Iron Hands",
        "Raven Guard",
        "Salamanders",
        "Ultramarines",
        "White Scars",
    ]
    assert chapters == {"space-marines": inside}
    marines = facts("space-marines")
    spoken_of = {sheet["chapter"] for sheet in marines["datasheets"] if "chapter" in sheet}
    assert spoken_of | {
        each["keyword"] for each in marines["detachments"] if "keyword" in each
    } == set(inside)


def test_what_a_chapter_leaves_out_is_forbidden_to_it_already(factions: dict[str, Faction]) -> None:
    """Two sources say it: the points page of the chapter, and the rule of the parent."""
    parent = factions["space-marines"]
    with_pages = [faction for faction in factions.values() if faction.parent_detachments]
    assert len(with_pages) == 5
    for faction in with_pages:
        limits = parent.if_chapter[faction.name]
        assert set(faction.parent_units_excluded) == set(limits.forbid_units_of_parent)
        own = {detachment.id for detachment in parent.detachments if not detachment.keyword}
        assert own - {each.id for each in faction.parent_detachments} == set(
            limits.forbid_detachments
        ), faction.id


def book() -> RuleBook:
    return msgspec.convert(load(FOLDER / "rules.yaml"), RuleBook)


def test_the_numbers_of_the_battle_sizes() -> None:
    core = facts("army_rules")["core"]
    printed, others = core["battle_sizes"], core["battle_sizes_other"]
    sizes = {size.name: size for size in book().battle_sizes}
    params = {rule.code: rule.params for rule in book().rules}
    assert list(sizes) == [*printed, *others]
    for name, fact in {**printed, **others}.items():
        numbers = {key: getattr(sizes[name], key) for key in ("points", "detachment_points")}
        assert numbers == {key: fact[key] for key in numbers}
        limits = {
            "enhancements": params["11E-12"]["max"],
            "datasheet_limit": params["11E-10"]["max"],
        }
        assert {key: table[sizes[name].id] for key, table in limits.items()} == {
            key: fact[key] for key in limits
        }
        for keyword, factor in core["datasheet_limit_factor"].items():
            assert (
                params["11E-10"]["max_with"][keyword][sizes[name].id]
                == fact["datasheet_limit"] * factor
            )
        assert sizes[name].in_book == (name in printed)
    alone = {
        each["battle_size"]: each["single_detachment_dp"]
        for each in core["detachments"]["exceptions"]
    }
    assert {
        name: size.sole_detachment_points
        for name, size in sizes.items()
        if size.sole_detachment_points
    } == alone
    assert list(book().dispositions) == core["detachments"]["dispositions"]


def test_the_law_is_sound() -> None:
    file = FOLDER / "rules.yaml"
    document = reader.read_yaml(file.read_bytes(), str(file), reader.DATA_BYTES)
    assert validate.list_problems(document, get_game("warhammer-40k-11e")) == []
    core = facts("army_rules")["core"]
    params = {rule.code: rule.params for rule in book().rules}
    assert params["11E-11"] == {
        "max": core["datasheet_limit_fixed"]["Epic Hero"],
        "only": ["Epic Hero"],
    }
    assert [params["11E-43"]["keyword"]] == core["strategic_reserves"]["excluded_keywords"]
    assert [params["11E-44"]["keyword"]] == core["strategic_reserves"]["must_keywords"]
    assert params["11E-42"]["share"] == core["strategic_reserves"]["share_of_points_limit"]
    enhancements = core["enhancements"]
    assert params["11E-13"] == {
        "bearer": enhancements["bearer_keyword"],
        "never": enhancements["not_keyword"],
    }
    assert params["11E-14"]["max"] == enhancements["per_attached_unit"]
    assert params["11E-15"]["max_upgrade"] == enhancements["upgrades"]["max_same"]


def test_a_limit_over_two_books_is_one_of_one_name(factions: dict[str, Faction]) -> None:
    """So the limit of a datasheet's name says it: copies are counted by name, whatever book they are from."""
    limit = {
        rule.params["max"]["strike-force"] for rule in book().rules if rule.name == "unit-limit"
    }
    for fact in facts("army_rules")["shared_limits"]:
        for name in fact["units"]:
            homes = [
                faction.id
                for faction in factions.values()
                for sheet in faction.datasheets
                if sheet.name == name
            ]
            assert len(homes) > 1
            assert {fact["max"]} == limit


# What the facts lack: the attendant of a knight is never bought, Grot Tanks are 4 to 10 and priced up to 8, and a page
# of Legends names a leader that has none.
MISSING = [
    ("astra-militarum", "data_unknown_name", "Death Riders Squadron Commander"),
    ("imperial-knights", "data_no_price", "Sir Hekhtur"),
    ("orks", "data_no_price", "Grot Tanks"),
]


def test_what_is_missing_is_named() -> None:
    library = Library()
    found = []
    for file in sorted(FOLDER.glob("*.yaml")):
        for problem in check_file(file, library):
            assert problem.severity == "warning", problem
            found.append(
                (file.stem, problem.key, problem.args.get("given") or problem.args.get("datasheet"))
            )
    assert found == MISSING


def test_dates_are_strings_and_files_name_their_schema() -> None:
    for path in sorted(FOLDER.glob("*.yaml")):
        first = path.read_text(encoding="utf-8").split("\n", 1)[0]
        if path.stem == "corrections":
            continue
        schema = "rules" if path.stem == "rules" else "faction"
        assert first == f"# yaml-language-server: $schema=../../schemas/{schema}.schema.json", (
            path.name
        )
        assert path.stem == "rules" or load(path)["as_of"] == DAY_11E, path.name
