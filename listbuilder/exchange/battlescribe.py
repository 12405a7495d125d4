"""The names and ids of BattleScribe's data, and of the programs that read its files."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from listbuilder.model.army import Army
from listbuilder.store import reader

_FILE = Path(__file__).parent / "battlescribe.yaml"


class Cost(msgspec.Struct, frozen=True):
    name: str
    type: str


class Profile(msgspec.Struct, frozen=True):
    """A kind of profile; `head`: our word for a number -> theirs."""

    name: str
    type: str
    head: dict[str, str]


class GameSystem(msgspec.Struct, frozen=True):
    id: str
    name: str
    cost: Cost
    profiles: dict[str, Profile]


class Alliances(msgspec.Struct, frozen=True):
    keywords: tuple[str, ...]
    otherwise: str


class BattleScribe(msgspec.Struct, frozen=True):
    alliances: Alliances
    systems: dict[str, GameSystem]


@cache
def names() -> BattleScribe:
    return msgspec.convert(reader.read_text(_FILE.read_bytes(), str(_FILE)).data, BattleScribe)


def alliance(army: Army) -> str:
    """The alliance its own units belong to."""
    known = names().alliances
    for keyword in known.keywords:
        if army.units and sum(unit.has(keyword) for unit in army.units) * 2 > len(army.units):
            return keyword
    return known.otherwise
