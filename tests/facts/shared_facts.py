"""Where the facts are, and how they are read. They live beside the repository, in ../shared or $LISTBUILDER_SHARED."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

REPO = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("LISTBUILDER_SHARED", REPO.parent / "shared"))
FACTS_40K = SHARED / "facts" / "warhammer-40k-10e"
FACTS_40K_11E = SHARED / "facts" / "warhammer-40k-11e"
NOT_FACTIONS_40K = {
    "army_rules",
    "points_history",
    "detachments_history",
    "books_before",
    "prices_of_october_not_applied",
}


@cache
def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def facts_40k(name: str, folder: Path = FACTS_40K) -> Any:
    """One file of the facts: a faction, the army rules or the points history."""
    return _read(folder / f"{name}.json")


def faction_ids_40k(folder: Path = FACTS_40K) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.json") if path.stem not in NOT_FACTIONS_40K)
