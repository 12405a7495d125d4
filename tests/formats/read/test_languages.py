"""Lists in other languages, in which some names are unknown: languages.yaml."""

from pathlib import Path
from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.import_list import judge_list
from listbuilder.games.registry import get_game
from listbuilder.games.wh40k.army import Muster
from listbuilder.games.wh40k.name_index import get_name_index
from listbuilder.matching.list_language import find_list_language
from listbuilder.model.base import fold
from listbuilder.rules import messages
from listbuilder.yamlio import reader

FILE = Path(__file__).with_name("languages.yaml")
CASES: list[dict[str, Any]] = reader.read_yaml(FILE.read_bytes(), FILE.name).data


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_list_in_another_language(case: dict[str, Any], library: Library) -> None:
    language = find_list_language(case["list"])
    assert (language.code if language else None) == case["language"]
    assert language is None or language.sure
    position = judge_list(case["list"].encode(), "list.txt", library)
    assert position.imported is not None
    unread = [problem.args.get("given", problem.args) for problem in position.imported.unread]
    assert unread == case.get("unread", [])
    assert position.verdict == case["verdict"]
    if "points" in case:
        assert position.points == position.imported.stated_total == case["points"]
    notes = [note for note in position.not_checked if note.key == "items_unknown_in_language"]
    assert len(notes) <= 1
    assert [name for note in notes for name in note.args["names"]] == case.get("unchecked", [])
    guessed = {
        note.args["given"]: note.args["taken"]
        for note in position.imported.notes
        if note.key == "import_unit_by_points"
    }
    assert guessed == case.get("guessed", {})
    taken = {
        note.args["given"]: note.args["taken"]
        for note in position.imported.notes
        if note.key == "import_taken" and note.args["given"] in case.get("taken", {})
    }
    assert taken == case.get("taken", {})


@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
def test_unknown_names_are_said(lang: str, library: Library) -> None:
    case = next(case for case in CASES if case["language"] == "es")
    position = judge_list(case["list"].encode(), "list.txt", library)
    note = next(note for note in position.not_checked if note.key == "items_unknown_in_language")
    assert "Lanza plásmica del maestro" in messages.say_note(note, lang)
    guess = next(note for note in position.assumed if note.key == "import_unit_by_points")
    assert "Arca fantasmal" in messages.say_note(guess, lang)


def test_one_enhancement_of_two_detachments_is_that_of_the_army(library: Library) -> None:
    """The name in French is one for both detachments; the list's detachment decides."""
    text = """Massacre (75 Points)

Drukhari
Exhibition of Slaughter (2 Points de Détachement)
Force de Frappe (2000 Points)

PERSONNAGES

Succubus (75 Points)
• Seigneur de Guerre
• Optimisations : Périapte des Tourments
"""
    for detachment, home in (
        ("Exhibition of Slaughter", "exhibition-of-slaughter"),
        ("Spectacle of Spite", "spectacle-of-spite"),
    ):
        changed = text.replace("Exhibition of Slaughter", detachment)
        army = judge_list(changed.encode(), "list.txt", library).army
        assert isinstance(army, Muster)
        borne = [enhancement.id for enhancement in army.muster_units[0].enhancements]
        assert borne == [f"{home}-periapt-of-torments"]


def test_names_of_a_language_are_known_in_that_language_only(library: Library) -> None:
    past = get_name_index(get_game("warhammer-40k-11e"), library).today.past
    written = fold("전갈말살자")
    assert written not in past.get_spellings("necrons", "datasheets")
    assert written not in past.get_spellings("necrons", "datasheets", "fr")
    found = past.get_spellings("necrons", "datasheets", "ko")[written]
    assert [candidate.id for candidate in found] == ["skorpekh-destroyers"]
