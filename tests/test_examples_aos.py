"""The Age of Sigmar rosters under examples/aos: each legal one is legal, each illegal one for the one reason its name says.

The points were added by hand from the facts; the additions stand at the head of the files.
"""

from __future__ import annotations

import pytest

from listbuilder.games.aos.army import RegimentArmy
from listbuilder.games.registry import get_game
from tests import judged

GAME = "aos"
SYSTEM = "age-of-sigmar-4e"

LEGAL = {  # points, drops
    "cities-of-sigmar-command-corps": (1970, 4),
    "gloomspite-gitz-da-kings-gitz": (1970, 3),
    "ironjawz-five-lone-bosses": (1870, 6),
    "nighthaunt-prices-of-2025": (820, 2),
    "ogor-mawtribes-hunger-filled": (1970, 4),
    "seraphon-eternal-starhost": (1970, 3),
    "skaven-warpcog-convocation": (1920, 3),
    "slaves-to-darkness-despoilers": (1880, 3),
    "soulblight-gravelords-with-mask-of-the-deceiver": (1900, 4),
    "stormcast-thunderhead-season": (1920, 4),
}

ILLEGAL = {  # the one thing that is wrong: the finding's key, and where it stands in the roster
    "AOS-01-points-limit": ("over", "regiments.0.units.3"),
    "AOS-01-points-limit-season": ("over", "manifestation_lore"),
    "AOS-02-half-on-one-unit": ("over", "regiments.0.units.1"),
    "AOS-04-faction": ("foreign", "regiments.0.units.3"),
    "AOS-05-battle-formation-of-another-faction": ("foreign", "battle_formation"),
    "AOS-05-battle-formation-two": ("several", "battle_formation.1"),
    "AOS-06-army-of-renown-formation": ("left_out", "battle_formation"),
    "AOS-06-army-of-renown-ratio": ("too_many_of", "regiments.0.units.3"),
    "AOS-06-army-of-renown-unit-left-out": ("left_out", "regiments.0.units.2"),
    "AOS-10-regiment-count-none": ("too_few", "regiments"),
    "AOS-10-regiment-count-six": ("too_many", "regiments.5"),
    "AOS-11-regiment-hero-missing": ("missing", "regiments.1"),
    "AOS-11-regiment-hero-no-hero": ("no_hero", "regiments.1.hero"),
    "AOS-12-regiment-size": ("too_many_without_general", "regiments.1.units.3"),
    "AOS-13-regiment-options-companion-missing": ("missing", "regiments.0.hero"),
    "AOS-13-regiment-options-full": ("too_many", "regiments.0.units.1"),
    "AOS-13-regiment-options-not-listed": ("not_listed_elsewhere_fits", "regiments.1.units.0"),
    "AOS-14-joining-hero": ("not_as", "regiments.0.units.0"),
    "AOS-15-general-missing": ("missing", "regiments"),
    "AOS-15-general-not-the-warmaster": ("must_be", "regiments.1.hero.general"),
    "AOS-15-general-of-renown": ("of_renown", "regiment_of_renown.units.0.general"),
    "AOS-15-general-twice": ("several", "regiments.1.hero.general"),
    "AOS-16-reinforced-hero": ("one_model", "regiments.0.hero.reinforced"),
    "AOS-16-reinforced-profile": ("profile", "regiments.0.units.3.reinforced"),
    "AOS-17-unique-once": ("too_many", "auxiliary.0"),
    "AOS-18-regiment-of-renown-changed": ("missing", "regiment_of_renown"),
    "AOS-18-regiment-of-renown-not-for-the-faction": ("not_for_faction", "regiment_of_renown"),
    "AOS-19-auxiliary": ("only_with", "auxiliary.0"),
    "AOS-20-faction-terrain": ("foreign", "faction_terrain"),
    "AOS-21-enhancement-tables-bearer": ("needs", "regiments.0.units.3.enhancements.0"),
    "AOS-21-enhancement-tables-two-artefacts": ("several", "regiments.1.hero.enhancements.0"),
    "AOS-21-enhancement-tables-unique": ("never", "regiments.0.hero.enhancements.0"),
    "AOS-22-lores-of-another-faction": ("foreign", "spell_lore"),
    "AOS-22-lores-two": ("several", "spell_lore.1"),
    "AOS-25-battle-tactics": ("several", "battle_tactics.2"),
    "AOS-26-legends": ("not_allowed", "regiments.0.units.3"),
    "AOS-27-season": ("only_in_season", "regiments.0.hero"),
}
ONLY_INFO = {"AOS-03", "AOS-23", "AOS-24"}  # rules that forbid nothing


@pytest.mark.parametrize("name", LEGAL)
def test_a_legal_roster(name: str) -> None:
    done = judged.example(GAME, "legal", name)
    judged.sound(done)
    assert isinstance(done.army, RegimentArmy)
    assert (done.army.points, done.army.drops) == LEGAL[name]


@pytest.mark.parametrize("name", ILLEGAL)
def test_an_illegal_roster(name: str) -> None:
    done = judged.example(GAME, "illegal", name)
    judged.wrong_for_one_reason(done, name[:6], *ILLEGAL[name])
    assert judged.of_severity(done, "warning") == []


def test_every_example_is_expected() -> None:
    for kind, known in (("legal", LEGAL), ("illegal", ILLEGAL)):
        assert judged.named(GAME, kind) == set(known)


def test_every_rule_that_forbids_something_has_an_illegal_example() -> None:
    codes = {rule.code for rule in get_game(SYSTEM).load_rulebook(judged.LIBRARY).rules}
    assert codes - ONLY_INFO == {name[:6] for name in ILLEGAL}


def test_the_legal_ones_are_of_many_kinds() -> None:
    armies = [judged.example(GAME, "legal", name).army for name in LEGAL]
    regimental = [army for army in armies if isinstance(army, RegimentArmy)]
    assert len({army.faction_id for army in regimental}) >= 8
    assert any(army.renown for army in regimental)
    assert any(army.renown_taken for army in regimental)
    assert any(army.season for army in regimental)
