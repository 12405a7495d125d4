"""The files of Warhammer 40,000's 11th edition lose nothing of the facts they were made from.

Compares with ../shared (or $LISTBUILDER_SHARED), and skips where that is not at hand.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from listbuilder.model.faction import Faction
from tests.facts.lossless import check, differences, expected_detachments, expected_faction, load
from tests.facts.shared_facts import FACTS_40K_11E as FACTS
from tests.facts.shared_facts import REPO, faction_ids_40k, facts_40k

FOLDER = REPO / "factions" / "warhammer-40k-11e"
NOT_FACTIONS = {"rules"}
faction_ids = partial(faction_ids_40k, FACTS)
facts = partial(facts_40k, folder=FACTS)

pytestmark = pytest.mark.skipif(not FACTS.is_dir(), reason=f"the facts are not at hand: {FACTS}")


@pytest.fixture(scope="module")
def factions() -> dict[str, Faction]:
    paths = (path for path in FOLDER.glob("*.yaml") if path.stem not in NOT_FACTIONS)
    return {path.stem: msgspec.convert(load(path), Faction) for path in paths}


def rules_of(faction_id: str) -> dict[str, Any]:
    found: dict[str, Any] = facts("army_rules")["factions"].get(faction_id, {})
    return found


def test_every_faction_has_its_file(factions: dict[str, Faction]) -> None:
    assert len(factions) == 30
    assert sorted(factions) == faction_ids()
    assert facts("army_rules")["factions"].keys() <= factions.keys()


@pytest.mark.parametrize("faction_id", faction_ids())
def test_faction_itself(factions: dict[str, Faction], faction_id: str) -> None:
    theirs = expected_faction(facts(faction_id), rules_of(faction_id))
    bare_faction = msgspec.structs.replace(factions[faction_id], detachments=(), datasheets=(), chapters=())
    check(differences(bare_faction, theirs, faction_id))


# Solar Spearhead as in the 10th edition; no unit of the Thousand Sons has the keyword Spawn, and nothing grants it.
UNKNOWN = ("honoured-fallen", "thicket-of-bladed-bone")


@pytest.mark.parametrize("faction_id", faction_ids())
def test_detachments_and_enhancements(factions: dict[str, Faction], faction_id: str) -> None:
    theirs = expected_detachments(facts(faction_id), rules_of(faction_id), UNKNOWN)
    check(differences(factions[faction_id].detachments, theirs, faction_id))


@pytest.mark.parametrize("faction_id", faction_ids())
def test_datasheets(factions: dict[str, Faction], faction_id: str) -> None:
    check(differences(factions[faction_id].datasheets, facts(faction_id)["datasheets"], faction_id))


def test_nothing_is_left_of_the_counts(factions: dict[str, Faction]) -> None:
    """The counts that the README of the facts names."""
    assert sum(len(faction.datasheets) for faction in factions.values()) == 1271
    detachments = [detachment for faction in factions.values() for detachment in faction.detachments]
    assert len(detachments) == 252
    assert sum(len(detachment.enhancements) for detachment in detachments) == 810
    assert {detachment.dp for detachment in detachments} == {1, 2, 3}
