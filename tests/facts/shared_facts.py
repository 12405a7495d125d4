"""Where the facts are, and how they are read. They live beside the repository, in ../shared or $LISTBUILDER_SHARED."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from tests.facts import stand_in
from tests.needs import SHARED as SHARED

REPO = Path(__file__).resolve().parents[2]
FACTS_40K = SHARED / "facts" / "warhammer-40k-10e"
FACTS_40K_11E = SHARED / "facts" / "warhammer-40k-11e"
NOT_FACTIONS_40K = {
    "army_rules",
    "points_history",
    "detachments_history",
    "books_before",
    "prices_of_october_not_applied",
}
FACTS_AOS = SHARED / "facts" / "age-of-sigmar-4e"
NOT_FACTIONS_AOS = {"index", "generic", "regiments-of-renown", "points_history"}


@cache
def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def facts_40k(name: str, folder: Path = FACTS_40K) -> Any:
    """One file of the facts: a faction, the army rules or the points history."""
    return _read(folder / f"{name}.json")


def faction_ids_40k(folder: Path = FACTS_40K) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.json") if path.stem not in NOT_FACTIONS_40K)


@cache
def stated_40k(name: str) -> Any:
    """What the facts state of a faction; where they are not at hand, what the shipped file does. So also of army rules."""
    if FACTS_40K.is_dir():
        return facts_40k(name)
    return stand_in.army_rules() if name == "army_rules" else stand_in.mustered(name)


def stated_ids_40k() -> list[str]:
    return faction_ids_40k() if FACTS_40K.is_dir() else stand_in.mustered_ids()


@cache
def stated_aos(name: str) -> Any:
    """A faction, or the regiments of renown, in the same way."""
    file = FACTS_AOS / f"{name}.json"
    return (
        json.loads(file.read_text(encoding="utf-8"))
        if FACTS_AOS.is_dir()
        else stand_in.regimental(name)
    )


def stated_ids_aos() -> list[str]:
    if not FACTS_AOS.is_dir():
        return stand_in.regimental_ids()
    return sorted(
        path.stem for path in FACTS_AOS.glob("*.json") if path.stem not in NOT_FACTIONS_AOS
    )
