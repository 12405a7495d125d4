"""The table of names that no rule of spelling explains (aliases.yaml), scoped by faction."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from listbuilder.games.shared.phrases import data_file

Table = dict[str, dict[str, dict[str, str | None]]]  # scope -> kind -> written -> what it stands for


@cache
def table(system: str) -> Table:
    return dict(data_file("aliases.yaml").get(system) or {})


def of(system: str, kind: str, scopes: Iterable[str]) -> dict[str, str | None]:
    """Aliases of a kind: those for every faction, over them those of each scope in turn."""
    found: dict[str, str | None] = {}
    for scope in ("*", *scopes):
        found.update(table(system).get(scope, {}).get(kind) or {})
    return found
