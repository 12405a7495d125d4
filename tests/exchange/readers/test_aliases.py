"""The table of aliases names only what there is."""

from __future__ import annotations

import pytest

from listbuilder.games.catalog import SHAPES, system
from listbuilder.games.muster import names as muster_names
from listbuilder.games.muster.sheet_names import SheetNames
from listbuilder.games.regiments import names as regiment_names
from listbuilder.games.shared.aliases import table
from listbuilder.games.shared.names import Names, allowance, key
from listbuilder.model.base import fold
from listbuilder.store.library import Library


def test_aliases_of_datasheets_lead_somewhere(library: Library) -> None:
    game = system(SHAPES["muster"])
    index = muster_names.index(game, library)
    items = {
        fold(name)
        for faction_id in index.shelf.ids()
        for sheet_id in index.data(faction_id).index
        if (sheet := index.data(faction_id).sheet(sheet_id))
        for name in SheetNames(sheet, game.id, []).items.exact
    }
    lost = []
    for scope, kinds in table(game.id).items():
        for written, target in kinds.get("factions", {}).items():
            lost += [written] if target and target not in index.armies else []
        for written, target in kinds.get("units", {}).items():
            lost += [written] if target and index.sheet(target, scope) is None else []
        for written, target in kinds.get("items", {}).items():
            lost += [written] if target and fold(target) not in items else []
    assert lost == []


def test_aliases_of_warscrolls_lead_somewhere(library: Library) -> None:
    game = system(SHAPES["regiments"])
    index = regiment_names.index(game, library)
    lost = []
    for scope, kinds in table(game.id).items():
        for written, target in kinds.get("units", {}).items():
            lost += [written] if target and index.sheet(target, scope) is None else []
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
    names = Names([("Khârn the Betrayer", "kharn"), ("T'au Flamer", "flamer"), ("Wraithlord", "wraithlord")])
    match = names.find(written)
    assert (match.target if match else None) == found


def test_a_guess_has_one_answer_or_none() -> None:
    names = Names([("Knight Paladin", "a"), ("Knight Palatin", "b"), ("Knight Warden", "c")])
    assert names.guess("Knight Paladon") is not None  # one letter from the first, two from the second
    assert names.guess("Knight Palazin") is None  # one letter from each
    assert allowance(key("Boyz")) == 0  # too short to guess


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
    known = ["Heavy Intercessor Squad", "Intercessor Squad", "Bladeguard Veteran Squad", "Captain", "Captain in Gravis Armour"]
    names = Names([(name, name) for name in [*known, "Daemon Prince of Chaos", "Daemon Prince of Chaos with Wings"]])
    match = names.by_words(written)
    assert (match.target if match else None) == found
    assert match is None or match.how == "guess"
