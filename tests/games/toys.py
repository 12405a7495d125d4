"""Games that there are not: each a manifest and data in a temporary folder, put among the games for one test."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import cast

import pytest

from listbuilder.data import paths
from listbuilder.formats import editions
from listbuilder.games import registry
from listbuilder.games.game import Game

MANIFEST = '''\
"""Toy Wars."""

from listbuilder.games.battlescribe import Signs
from listbuilder.games.wh40k.game import MusterGame


class ToyWars(MusterGame):
    id = "toy-wars"
    signs = Signs(line=(r".*\\btin soldiers\\b.*",))
    forms = ("gw", "wtc", "wtc-compact", "nr-simple")
'''
RULES = """\
system: toy-wars
name: Toy Wars
edition: first edition
books:
  TW: {title: "Toy Wars", language: en}
battle_sizes:
  - {id: carpet, name: Carpet, points: 300, hours: 1}
rules:
  - {code: TW-01, name: points-limit, check: points_limit, severity: error, citation: {book: TW, section: Limits, page: 2}}
  - code: TW-02
    name: three-alike
    check: copies_limit
    severity: error
    citation: {book: TW, section: Limits, page: 2}
    params: {max: 3}
  - {code: TW-03, name: unit-size, check: unit_size, severity: error, citation: {book: TW, section: Units, page: 3}}
  - {code: TW-04, name: wargear, check: wargear, severity: error, citation: {book: TW, section: Units, page: 3}}
"""
FACTION = """\
system: toy-wars
id: tin-soldiers
name: Tin Soldiers
faction_keyword: Tin
as_of: "2026-01-01"
detachments:
  - id: parade-ground
    name: Parade Ground
    enhancements: [{id: brass-drum, name: Brass Drum, points: 10}]
datasheets:
  - id: tin-captain
    name: Tin Captain
    keywords: [Infantry, Character, Tin Captain]
    faction_keywords: [Tin]
    models: [{name: Tin Captain, min: 1, max: 1}]
    size: {min: 1, max: 1}
    points: [{models: 1, points: 50}]
    default_wargear: [{model: "*", items: [sabre]}]
    stats: [{name: Tin Captain, m: 6, t: 3, sv: 4, w: 3, ld: 6, oc: 1}]
    weapons: [{item: sabre, type: melee, a: 4, skill: 3, s: 4, ap: -1, d: 1}]
  - id: grenadiers
    name: Grenadiers
    keywords: [Infantry, Battleline, Grenadiers]
    faction_keywords: [Tin]
    models: [{name: Grenadier, min: 5, max: 10}]
    size: {min: 5, max: 10}
    points: [{models: 5, points: 60}, {models: 10, points: 110}]
    default_wargear: [{model: "*", items: [musket]}]
    stats: [{name: Grenadier, m: 6, t: 3, sv: 5, w: 1, ld: 7, oc: 2}]
    weapons: [{item: musket, type: ranged, range: 24, a: 1, skill: 4, s: 4, ap: 0, d: 1}]
"""
ROSTER = """\
system: toy-wars
name: On the carpet
faction: tin-soldiers
battle_size: carpet
detachment: parade-ground
units:
  - {datasheet: tin-captain, warlord: true, enhancement: brass-drum}
  - {datasheet: grenadiers, models: 10}
"""


def add(
    game: str, manifest: str, files: dict[str, str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """The folder of the data, for --data."""
    module = game.replace("-", "_")
    (folder / f"{module}.py").write_text(manifest, encoding="utf-8")
    data = folder / "data"
    (data / game).mkdir(parents=True)
    for stem, text in files.items():
        (data / game / f"{stem}.yaml").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, module, raising=False)
    name = manifest.partition("class ")[2].partition("(")[0]
    monkeypatch.setitem(
        registry.SYSTEMS, game, lambda: cast(Game, getattr(import_module(module), name)())
    )
    monkeypatch.delitem(registry._made, game, raising=False)
    # the signs of the games are kept: these are not the games that there are
    for function in ("_list_editions", "_find_edition_by_line"):
        kept = getattr(editions, function)
        monkeypatch.setattr(editions, function, getattr(kept, "__wrapped__", kept))
    return data


def copied(game: str, stems: tuple[str, ...], as_game: str) -> dict[str, str]:
    """Files of a shipped game as those of another."""
    texts = {
        stem: (paths.get_factions_folder() / game / f"{stem}.yaml").read_text(encoding="utf-8")
        for stem in stems
    }
    return {
        stem: text.replace(f"system: {game}\n", f"system: {as_game}\n")
        for stem, text in texts.items()
    }
