"""The table of aliases names only what there is."""

from __future__ import annotations

import json

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.editions import get_games_of_kind
from listbuilder.games.aos import name_index as regiment_names
from listbuilder.games.wh40k import name_index as muster_names
from listbuilder.games.wh40k.datasheet_names import SheetNames
from listbuilder.matching.aliases import load_table
from listbuilder.matching.likeness import count_slips, make_singular_key
from listbuilder.matching.names import Names
from listbuilder.model.base import fold
from tests.needs import SHARED, needs_shared


def test_aliases_of_datasheets_lead_somewhere(library: Library) -> None:
    game = get_games_of_kind("wh40k")[0]
    index = muster_names.get_name_index(game, library)
    items = {
        fold(name)
        for faction_id in index.shelf.list_ids()
        for sheet_id in index.get_faction_data(faction_id).index
        if (sheet := index.get_faction_data(faction_id).get_sheet(sheet_id))
        for name in SheetNames(sheet, game.id, []).items.exact
    }
    lost = []
    for scope, kinds in load_table(game.id).items():
        for written, target in kinds.get("factions", {}).items():
            lost += [written] if target and target not in index.armies else []
        for written, target in kinds.get("units", {}).items():
            lost += [written] if target and index.find_datasheet(target, scope) is None else []
        for written, target in kinds.get("items", {}).items():
            lost += [written] if target and fold(target) not in items else []
    assert lost == []


def test_aliases_of_models_lead_to_models_of_the_datasheet(library: Library) -> None:
    game = get_games_of_kind("wh40k")[0]
    index = muster_names.get_name_index(game, library)
    lost = []
    for scope, kinds in load_table(game.id).items():
        for written, target in kinds.get("models", {}).items():
            faction, _, sheet_id = scope.partition("/")
            found = index.find_datasheet(sheet_id, faction)
            lost += (
                []
                if found and target in (None, *found[0].model_names.values())
                else [(scope, written)]
            )
    assert lost == []


def test_aliases_of_warscrolls_lead_somewhere(library: Library) -> None:
    game = get_games_of_kind("aos")[0]
    index = regiment_names.get_index(game, library)
    lost = []
    for scope, kinds in load_table(game.id).items():
        for written, target in kinds.get("units", {}).items():
            lost += [written] if target and index.load_warscroll(target, scope) is None else []
    assert lost == []


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("Khârn the Betrayer", "kharn"),
        ("KHARN THE BETRAYER", "kharn"),
        ("T’au Flamers", "flamer"),
        ("Wraith lord", None),
        ("Wraithlords", "wraithlord"),
    ],
)
def test_spelling_does_not_matter_and_words_do(written: str, found: str | None) -> None:
    names = Names(
        [("Khârn the Betrayer", "kharn"), ("T'au Flamer", "flamer"), ("Wraithlord", "wraithlord")]
    )
    match = names.find_exact(written)
    assert (match.target if match else None) == found


def test_a_guess_has_one_answer_or_none() -> None:
    names = Names([("Knight Paladin", "a"), ("Knight Palatin", "b"), ("Knight Warden", "c")])
    assert (
        names.guess("Knight Paladon") is not None
    )  # one letter from the first, two from the second
    assert names.guess("Knight Palazin") is None  # one letter from each
    assert (
        count_slips(make_singular_key("Boyz"), make_singular_key("Toyz")) is None
    )  # too short to guess


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("Escouade Lourde Intercessor", "Heavy Intercessor Squad"),
        ("Vétérans Bladeguard", "Bladeguard Veteran Squad"),
        ("Primaris Captain", "Captain"),
        ("Prince Démon du Chaos ailé", "Daemon Prince of Chaos with Wings"),
        ("Captain Squad of Bladeguard", None),
    ],
)
def test_names_by_their_words(written: str, found: str | None) -> None:
    known = [
        "Heavy Intercessor Squad",
        "Intercessor Squad",
        "Bladeguard Veteran Squad",
        "Captain",
        "Captain in Gravis Armour",
    ]
    names = Names(
        [
            (name, name)
            for name in [*known, "Daemon Prince of Chaos", "Daemon Prince of Chaos with Wings"]
        ]
    )
    match = names.guess_by_words(written)
    assert (match.target if match else None) == found
    assert match is None or match.how == "guess"


SHEETS = {
    "champions": ("space-marines", "company-heroes"),
    "intercessors": ("space-marines", "intercessor-squad"),
    "heavy": ("space-marines", "heavy-intercessor-squad"),
    "veterans": ("deathwatch", "deathwatch-veterans"),
    "deathshroud": ("death-guard", "deathshroud-terminators"),
    "overlord": ("necrons", "overlord"),
    "jakhals": ("world-eaters", "jakhals"),
    "cultists": ("chaos-space-marines", "cultist-mob"),
}


@pytest.mark.parametrize(
    ("sheet", "written", "found", "how"),
    [
        ("champions", "Banana Champion", None, None),
        ("champions", "Champion", "Company Champion", "guess"),
        ("intercessors", "Techmarine Overlord", None, None),
        ("intercessors", "Infantry", None, None),
        ("intercessors", "Intercessor", "Intercessor", "exact"),
        ("intercessors", "Intercessors", "Intercessor", "exact"),
        ("intercessors", "Intercesor", "Intercessor", "guess"),
        ("heavy", "Intercessor Sergeant", "Heavy Intercessor Sergeant", "guess"),
        ("heavy", "Banana Intercessor", None, None),
        ("veterans", "Sgt", "Watch Sergeant", "guess"),
        ("veterans", "Veteran", "Deathwatch Veteran", "guess"),
        ("deathshroud", "Deathshroud Terminator Champion", "Deathshroud Champion", "guess"),
        ("overlord", "Techmarine Overlord", None, None),
        ("jakhals", "Jakhal w/ mauler chainblade", "Jakhal", "exact"),
        ("jakhals", "Jakhal w/ Zorblax", None, None),
        ("jakhals", "Zorblax w/ mauler chainblade", None, None),
        ("cultists", "Cultist", "Chaos Cultist", "guess"),
    ],
)
def test_a_model_is_taken_by_a_likeness_alone(
    sheet: str, written: str, found: str | None, how: str | None, library: Library
) -> None:
    game = get_games_of_kind("wh40k")[0]
    faction, sheet_id = SHEETS[sheet]
    known = muster_names.get_name_index(game, library).find_datasheet(sheet_id, faction)
    assert known is not None
    match = SheetNames(known[0], game.id, [faction]).match_model(written)
    assert ((match.target, match.how) if match else (None, None)) == (found, how)


@pytest.mark.parametrize(
    ("written", "known", "count"),
    [
        ("khorne berserkers", "khorne berzerkers", 1),
        ("absolver bolt pistol", "absolvor bolt pistol", 1),
        ("aethwrought machineries", "aetherwrought machineries", 2),
        ("monsterous scything talons", "monstrous scything talons", 1),
        ("pan spectral scanner", "panspectral scanner", 1),
        ("captain", "chaplain", None),  # two letters of eight
        ("lore of maw magic", "lore of gut magic", None),
        ("banana champion", "chapter champion", None),
        ("champion", "chapter champion", None),
        ("weapon mk 10", "weapon mk 11", None),  # numbers are right or wrong
    ],
)
def test_how_near_is_near(written: str, known: str, count: int | None) -> None:
    assert count_slips(written, known) == count == count_slips(known, written)


FACTS = SHARED / "facts" / "history" / "warhammer-40k-10e" / "aliases.json"
# The facts say "Hoplite", "Peltast", "Terminator".
BETTER = {"Secutarii Hoplite Alpha", "Secutarii Peltast Alpha", "Deathshroud Terminator Champion"}


@pytest.mark.slow
@needs_shared("facts", "history", "warhammer-40k-10e", "aliases.json")
def test_names_that_programs_print_under_units_mean_no_other_model(library: Library) -> None:
    """Variants of models as BattleScribe's data has them: found, or not; never taken for another."""
    game = get_games_of_kind("wh40k")[0]
    index = muster_names.get_name_index(game, library)
    wrong, found, rows = [], 0, 0
    for faction, kinds in json.loads(FACTS.read_text(encoding="utf-8"))["factions"].items():
        for sheet_id, names in kinds.get("items", {}).items():
            sheet = (
                index.get_faction_data(faction).get_sheet(sheet_id)
                if faction in index.shelf.list_ids()
                else None
            )
            known = SheetNames(sheet, game.id, [faction]) if sheet else None
            for written, row in names.items():
                if (
                    known is None
                    or not row.get("model")
                    or not known.models.find_exact(row["model"])
                ):
                    continue
                match = known.match_model(written)
                rows += 1
                found += match is not None
                if (
                    match
                    and fold(match.target or "") != fold(row["model"])
                    and written not in BETTER
                ):
                    wrong.append((sheet_id, written, match.target))
    assert wrong == []
    assert found >= 0.9 * rows
