"""The tables of names that no rule of spelling explains (aliases.yaml, spellings.yaml), scoped by faction and unit."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from listbuilder.games.shared.phrases import data_file

Table = dict[str, dict[str, dict[str, str | None]]]  # scope -> kind -> written -> what it stands for

FILES = ("spellings.yaml", "aliases.yaml")  # gathered by tools/convert_spellings; written by hand, and weighing more


def before(system: str) -> str | None:
    """The game whose spellings hold in this one too (like.yaml)."""
    found = data_file("like.yaml").get(system)
    return str(found) if found else None


@cache
def table(system: str) -> Table:
    earlier = before(system)
    found: Table = {scope: dict(kinds) for scope, kinds in table(earlier).items()} if earlier else {}
    for file in FILES:
        for scope, kinds in (data_file(file).get(system) or {}).items():
            known = found.setdefault(scope, {})
            for kind, names in kinds.items():
                known[kind] = {**known.get(kind, {}), **names}
    return found


def of(system: str, kind: str, scopes: Iterable[str]) -> dict[str, str | None]:
    """Aliases of a kind: those for every faction, over them those of each scope in turn."""
    found: dict[str, str | None] = {}
    for scope in ("*", *scopes):
        found.update(table(system).get(scope, {}).get(kind) or {})
    return found
