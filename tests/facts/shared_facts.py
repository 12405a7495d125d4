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
NOT_FACTIONS_40K = {"army_rules", "points_history"}


@cache
def facts_40k(name: str) -> Any:
    """One file of the facts: a faction, the army rules or the points history."""
    return json.loads((FACTS_40K / f"{name}.json").read_text(encoding="utf-8"))


def faction_ids_40k() -> list[str]:
    return sorted(path.stem for path in FACTS_40K.glob("*.json") if path.stem not in NOT_FACTIONS_40K)
