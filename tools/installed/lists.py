"""The lists of the matrix: of each game one that is legal and one that is not, out of the examples."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from listbuilder.data.library import Library
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.roster.position import Position
from listbuilder.yamlio import reader

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


class Listed(msgspec.Struct, frozen=True):
    """One list of the matrix."""

    key: str
    game: str
    faction: str
    file: Path
    other: Path
    legal: bool
    thing: str  # the name of a unit, for `why`
    find: str  # the name of something this game has, for `find`


def choose_lists() -> list[Listed]:
    """Return a legal and an illegal list of each game, the ones with the most units first: they show the most."""
    found: list[Listed] = []
    for game in SYSTEMS:
        legal, illegal = (_largest(game, kind) for kind in ("legal", "illegal"))
        for name, file, other in (("legal", legal, illegal), ("illegal", illegal, legal)):
            found.append(_describe(game, name, file, other))
    return found


def describe(file: Path) -> Listed:
    """Return any example as a list of the matrix. It is compared with the other example of its game that shows most."""
    game, kind = _game_of(file), file.parent.name
    if game not in SYSTEMS:  # the roster's own mistake is that it names no game, or an unknown one
        game = next(iter(SYSTEMS))
    other = _largest(game, "illegal" if kind == "legal" else "legal")
    found = _describe(game, kind, file, other)
    return msgspec.structs.replace(found, key=f"{file.parent.parent.name}-{kind}-{file.stem}")


def _largest(game: str, kind: str) -> Path:
    files = [
        file
        for folder in EXAMPLES.glob(f"*/{kind}")
        for file in sorted(folder.glob("*.yaml"))
        if _game_of(file) == game
    ]
    return max(files, key=lambda file: len(file.read_bytes()))


def _game_of(file: Path) -> Any:
    data = reader.read_yaml_file(file).data
    return data.get("system") if isinstance(data, dict) else None


def _describe(game: str, kind: str, file: Path, other: Path) -> Listed:
    """Return a list with the names that commands about it need."""
    library = Library()
    data = reader.read_yaml_file(file).data
    factions = get_game(game).list_factions(library)
    faction = next((each for each, _ in factions if each in data.values()), factions[0][0])
    named = next(entry.name for entry in get_game(game).list_entries(library, faction))
    army = Position.read(file.read_bytes(), file.name, library).army
    units = [unit.name for unit in army.units] if army is not None else []
    return Listed(
        f"{game}-{kind}",
        game,
        faction,
        file,
        other,
        kind == "legal",
        units[0] if units else named,
        named,
    )
