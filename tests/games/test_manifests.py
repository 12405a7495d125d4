"""What the manifests say of other programs: BattleScribe's ids as the community's files have them, and the forms of each game."""

from __future__ import annotations

import pytest

from listbuilder.formats.registry import WRITERS
from listbuilder.games.battlescribe import BattleScribe, Profile
from listbuilder.games.registry import SYSTEMS, get_game

# Of BSData's wh40k-10e and age-of-sigmar-4th: the `.gst` file of each.
IDS = {
    "warhammer-40k-10e": (
        (
            "sys-352e-adc2-7639-d6a9",
            "Warhammer 40,000 10th Edition",
            ("pts", "51b2-306e-1021-d207"),
        ),
        {
            "stats": ("Unit", "c547-1836-d8a-ff4f", ["M", "T", "SV", "W", "LD", "OC"]),
            "ranged": (
                "Ranged Weapons",
                "f77d-b953-8fa4-b762",
                ["Range", "A", "BS", "S", "AP", "D"],
            ),
            "melee": ("Melee Weapons", "8a40-4aaa-c780-9046", ["A", "WS", "S", "AP", "D"]),
        },
        ("Imperium", "Chaos", "Xenos"),
    ),
    "age-of-sigmar-4e": (
        ("e51d-b1a3-75fc-dc3g", "Age of Sigmar 4.0", ("pts", "points")),
        {
            "stats": ("Unit", "ff03-376e-972f-8ab2", ["Move", "Health", "Save", "Control"]),
            "ranged": (
                "Ranged Weapon",
                "1fd-a42f-41d3-fe05",
                ["Rng", "Atk", "Hit", "Wnd", "Rnd", "Dmg"],
            ),
            "melee": ("Melee Weapon", "9074-76b6-9e2f-81e3", ["Atk", "Hit", "Wnd", "Rnd", "Dmg"]),
        },
        (),
    ),
}
OURS = {
    "warhammer-40k-10e": {
        "stats": ["movement", "toughness", "save", "wounds", "leadership", "objective_control"],
        "ranged": [
            "range",
            "attacks",
            "ballistic_skill",
            "strength",
            "armour_penetration",
            "damage",
        ],
        "melee": ["attacks", "weapon_skill", "strength", "armour_penetration", "damage"],
    },
    "age-of-sigmar-4e": {
        "stats": ["move", "health", "save", "control"],
        "ranged": ["range", "attacks", "hit", "wound", "rend", "damage"],
        "melee": ["attacks", "hit", "wound", "rend", "damage"],
    },
}
FORMS = {
    "warhammer-40k-10e": {
        "gw",
        "wtc",
        "wtc-compact",
        "atc-2026",
        "nr-simple",
        "ros",
        "rosz",
        "newrecruit-json",
        "rosterizer-json",
    },
    "warhammer-40k-11e": {
        "gw",
        "wtc",
        "wtc-compact",
        "atc-2026",
        "nr-simple",
        "rosterizer-json",
        "ros",
        "rosz",
        "newrecruit-json",
    },
    "age-of-sigmar-4e": {"aos-app", "ros", "rosz", "newrecruit-json"},
    "combat-patrol": set(),
    "combat-patrol-11e": set(),
    "spearhead": set(),
    "space-marine-heroes": set(),
}


@pytest.mark.parametrize("game", IDS)
def test_what_battlescribe_calls_it(game: str) -> None:
    known = get_game(game).battlescribe
    assert isinstance(known, BattleScribe)
    head, profiles, alliances = IDS[game]
    assert ((known.id, known.name, known.cost), known.alliances) == (head, alliances)
    for kind, (name, type_id, theirs) in profiles.items():
        profile = known.profiles[kind]
        assert (profile.name, profile.type) == (name, type_id)
        assert profile.theirs_by_ours == dict(zip(OURS[game][kind], theirs, strict=True))
    assert known.profiles.keys() == profiles.keys()


@pytest.mark.parametrize("game", SYSTEMS)
def test_the_forms_of_each_game(game: str) -> None:
    """Those that other programs read; every game has the forms that are ours besides."""
    found = get_game(game)
    assert found.id == game
    assert set(found.forms) == FORMS[game]
    assert all(form in WRITERS for form in found.forms)


def test_a_profile_tells_our_word_for_each_of_theirs() -> None:
    assert Profile("Unit", "1", "movement=M toughness=T").theirs_by_ours == {
        "movement": "M",
        "toughness": "T",
    }
