"""What a written name may stand for on a datasheet that nobody has: near names are taken, far ones
are not.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from listbuilder.games.wh40k.datasheet_names import SheetNames
from listbuilder.model.datasheet import Datasheet


def sheet(**more: Any) -> Datasheet:
    """Clockwork Lancers: a Winder and his Lancers, with wargear of every kind of name."""
    said: dict[str, Any] = {
        "id": "clockwork-lancers",
        "name": "Clockwork Lancers",
        "keywords": ["Infantry", "Juggernaut", "Clockwork Lancers"],
        "faction_keywords": ["Toys"],
        "models": [{"name": "Winder", "min": 1, "max": 1}, {"name": "Lancer", "min": 4, "max": 9}],
        "size": {"min": 5, "max": 10},
        "points": [{"models": 5, "points": 100}],
        "default_wargear": [
            {
                "model": "Winder",
                "items": ["Juggernaut's bladed horn", "Brass Claw", "spring pistol"],
            },
            {"model": "Lancer", "items": ["chainblade", "spring pistol"]},
        ],
        "options": [
            {
                "models": {"which": "Lancer", "count": 1},
                "replace": ["chainblade"],
                "with": [["sniper crossbow"]],
            },
            {
                "models": {"which": "Lancer", "count": 1},
                "replace": ["spring pistol"],
                "with": [["Ravel's long lance"]],
            },
            {
                "models": {"which": "Lancer", "count": "any"},
                "replace": ["chainblade"],
                "with": [["brass shield", "key"]],
            },
        ],
    }
    return msgspec.convert({**said, **more}, Datasheet)


@pytest.fixture
def names() -> SheetNames:
    return SheetNames(sheet(), "toy-wars", ["toys"])


# --- resembling: whose an item is, and of what kind -----------------------------------------------

FACTION = (
    "heavy flamer",
    "chainblade",
    "twin bolter",
    "lancer blade",
)  # what others of the faction have


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("Bladed horn", "Juggernaut's bladed horn"),  # without its owner
        ("Clockwork chainblade", "chainblade"),  # with the unit's name before it
        ("Lancr's chainblade", "chainblade"),  # with the unit's, one letter in six amiss
        ("Lodger's chainblade", None),
        ("Juggernaut chainblade", "chainblade"),  # with a keyword
        ("Brass Claw heavy flamer", "Brass Claw"),  # with what kind of weapon it is
        ("Brass Claw spring pistol", None),  # two items of its own: neither is the other's kind
        ("Brass Claw of winter", None),  # with words that no weapon of the faction has
        ("Golden chainblade", None),  # somebody else's
        ("Lancer blade", None),  # what the faction calls so is that, and not this unit's
        ("chainblade heavy flamer", None),  # one word is no relic
    ],
)
def test_what_an_item_resembles(names: SheetNames, written: str, found: str | None) -> None:
    match = names.match_similar_item(written, FACTION)
    assert (match.target if match else None) == found
    assert match is None or match.how == "guess"


def test_of_two_that_it_resembles_it_is_neither() -> None:
    rows = [{"model": "*", "items": ["Juggernaut's horn", "Rider's horn"]}]
    assert (
        SheetNames(sheet(default_wargear=rows, options=[]), "toy-wars", []).match_similar_item(
            "Horn", ()
        )
        is None
    )


# --- by one word: only in another language --------------------------------------------------------


def test_the_one_item_with_a_word_of_another_language(names: SheetNames) -> None:
    """`bouclier` is a shield: the one item that has such a word."""
    assert names.is_foreign_name("Lanciers de la Peste")
    found = names.match_foreign_item("Bouclier de laiton")
    assert found is not None
    assert (found.target, found.how) == ("brass shield", "guess")


def test_words_that_every_weapon_has_tell_nothing() -> None:
    rows = [{"model": "*", "items": ["close combat weapon", "key"]}]
    plain = SheetNames(sheet(default_wargear=rows, options=[]), "toy-wars", [])
    assert plain.match_foreign_item("Arme lourde") is None


def test_a_word_of_two_items_tells_nothing() -> None:
    rows = [{"model": "*", "items": ["brass shield", "iron shield"]}]
    plain = SheetNames(sheet(default_wargear=rows, options=[]), "toy-wars", [])
    assert plain.match_foreign_item("Bouclier") is None


# --- bearing: models called by what they bear -----------------------------------------------------


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("Old Ravel", "Lancer"),  # Ravel's long lance
        ("Lancer Sniper", "Lancer"),  # the sniper crossbow
        ("Sergeant Long", None),  # a word of an item is no owner of it
        ("Brass Knight", None),
        ("Lancer Captain", None),  # no wargear's word
        ("Old Ravelin", None),
    ],
)
def test_who_bears_something_of_that_name(
    names: SheetNames, written: str, found: str | None
) -> None:
    match = names.match_model_by_wargear(written)
    assert (match.target if match else None) == found
    assert match is None or match.how == "guess"


# --- told apart by: brackets behind a name of models ----------------------------------------------


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("Lancer (Brass Shield & Key)", ["brass shield", "key"]),
        ("Lancer (Chainblade)", ["chainblade"]),
        ("Lancer (Chainblaed)", []),  # a guess says nothing of what is not listed
        ("Lancer (the tall one)", []),
        ("Lancer", []),
    ],
)
def test_what_tells_models_apart(names: SheetNames, written: str, found: list[str]) -> None:
    assert names.list_bracketed_items(written) == found


# --- so many, and several on a line ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("Chainblade, 2x Brass Shield", [("chainblade", 1), ("brass shield", 2)]),
        ("2 spring pistols", [("spring pistol", 2)]),
        ("Two spring pistols", [("spring pistol", 2)]),
        ("Key and chainblade", [("key", 1), ("chainblade", 1)]),
        ("Key and hammer", []),  # what is not all known is not known
    ],
)
def test_items_on_one_line(names: SheetNames, written: str, found: list[tuple[str, int]]) -> None:
    assert [(match.target, count) for match, count in names.list_items_in(written)] == found


# --- elsewhere: what the unit has on other days ---------------------------------------------------


def test_an_item_of_another_day() -> None:
    then = sheet(
        default_wargear=[{"model": "*", "items": ["spring pistol", "tin trumpet"]}], options=[]
    )
    names = SheetNames(sheet(), "toy-wars", ["toys"], None, lambda: [then])
    found = names.match_item_of_other_date("Tin trumpet")
    assert found is not None
    assert found.target == "tin trumpet"
    assert names.match_item_of_other_date("Spring pistol") is None, "it has that on this day too"
    assert names.match_item_of_other_date("Tin drum") is None
    assert names.match_item_of_other_date("Tin trumpe") is None, "of other days nothing is guessed"
