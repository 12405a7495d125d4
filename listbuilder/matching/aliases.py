"""The tables of names that no rule of spelling explains, by faction and unit.

They are in aliases.yaml and spellings.yaml.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from listbuilder.matching.phrases import load_data_file

# scope -> kind -> written -> what it stands for
Table = dict[str, dict[str, dict[str, str | None]]]

# gathered by tools/convert_spellings; written by hand, and weighing more
FILES = ("spellings.yaml", "aliases.yaml")


def get_parent_game(system: str) -> str | None:
    """Return the id of the game whose spellings are valid in `system` too (like.yaml), or None."""
    parent = load_data_file("like.yaml").get(system)
    return str(parent) if parent else None


@cache
def load_table(system: str) -> Table:
    """Return all aliases of the game `system`: scope -> kind -> written -> its meaning.

    They replace those of the game whose spellings are valid in `system` too. Aliases written by
    hand (aliases.yaml) replace gathered ones (spellings.yaml).
    """
    parent = get_parent_game(system)
    result: Table = {}
    if parent:
        result = {scope: dict(kinds) for scope, kinds in load_table(parent).items()}
    for file in FILES:
        for scope, kinds in (load_data_file(file).get(system) or {}).items():
            merged = result.setdefault(scope, {})
            for kind, names in kinds.items():
                merged[kind] = {**merged.get(kind, {}), **names}
    return result


def collect_aliases(system: str, kind: str, scopes: Iterable[str]) -> dict[str, str | None]:
    """Return the aliases of `kind`: those for all factions, replaced by those of `scopes`.

    An alias that stands for nothing has the value None.
    """
    result: dict[str, str | None] = {}
    for scope in ("*", *scopes):
        result.update(load_table(system).get(scope, {}).get(kind) or {})
    return result
