"""Make the table of the ids with which rosters for New Recruit and BattleScribe are written, for one game.

    python -m tools.catalogue_entries SYSTEM PATH

PATH is a folder, an archive or a file of the newest catalogues. The table is
`factions/<SYSTEM>/catalogues/entries.yaml`. It has forces, categories, catalogues with what they offer at the top of a
force, and one id for each name of a model, item, detachment or enhancement that our data has.

If a catalogue can't be had, put that of the edition before into the folder: an edition's catalogues begin as copies of
those before and keep their ids. What both have has the newer id, and the table says which catalogues are older.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from listbuilder.games.catalogue_entries import PLACE
from listbuilder.model.base import fold
from listbuilder.update.read.battlescribe import Catalogue, read_catalogues
from listbuilder.update.read.battlescribe_files import Node
from listbuilder.update.read.battlescribe_wh40k_words import load_words
from tools.roster_ids import list_our_words, quote_name

ROOT = Path(__file__).resolve().parent.parent
_HEAD = """\
# The ids that public catalogues of BattleScribe and New Recruit give to what an army has, to write rosters with them.
# Made by tools/catalogue_entries.py; ids are facts, and nothing else of the catalogues is here.
system: {system}
"""
_ENTRIES = ("sharedSelectionEntries", "selectionEntries")
_LINK = "entryLinks"
_TAIL = re.compile(r" \[[^\]]*\]$")  # of the name of a unit: [Legends]
_ORDER = re.compile(r"^\d+\. ")  # before the name of a battle size
_SETTINGS = ("battle size", "detachment", "force disposition")


def main(arguments: list[str]) -> int:
    """Write the table of one game; return the exit code."""
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    system, path = arguments
    catalogues = read_catalogues(Path(path)).catalogues
    ours = list_our_words(system) | set(_SETTINGS)
    text = "".join(format_table(system, catalogues, ours))
    target = ROOT / "factions" / system / f"{PLACE}.yaml"
    target.write_text(text, encoding="utf-8")
    print(f"{target.relative_to(ROOT)}: {text.count(chr(10))} lines, {len(text) // 1000} KB")
    return 0


def format_table(system: str, catalogues: tuple[Catalogue, ...], ours: set[str]) -> Iterator[str]:
    """Yield the lines of the table. `ours`: the folded names that our data has."""
    ignored = load_words().campaign
    force: dict[str, str] = {}
    categories: dict[str, str] = {}
    entries: dict[str, str] = {}
    current, older = split_by_game_system(catalogues)
    for catalogue in (*current, *older):
        for node in catalogue.root.get_list("forceEntries"):
            force.setdefault(node.name, node.id)
        for node in catalogue.root.get_list("categoryEntries"):
            categories.setdefault(node.name.strip(), node.id)
        for node in walk_entries(catalogue.root, ignored):
            name = clean_name(node.name)
            if node.type != "unit" and (fold(name) in ours or _ORDER.match(node.name)):
                entries.setdefault(name, node.id)
    yield _HEAD.format(system=system)
    yield from format_map("force", force)
    yield from format_map("categories", categories)
    yield "catalogues:\n"
    for catalogue in sorted(catalogues, key=lambda catalogue: catalogue.name):
        if catalogue in older:
            yield "  # the ids of this one are those of the edition before\n"
        yield f"  {quote_name(catalogue.name)}:\n    id: {quote_id(catalogue.id)}\n"
        tops = dict(list_tops(catalogue, ours))
        if tops:
            yield "    tops:\n"
            for name in sorted(tops):
                yield f"      {quote_name(name)}: {quote_id(tops[name])}\n"
    yield from format_map("entries", entries)


def split_by_game_system(
    catalogues: tuple[Catalogue, ...],
) -> tuple[list[Catalogue], list[Catalogue]]:
    """Return the catalogues of the game system that is among them, and those of another system."""
    system = next((catalogue.id for catalogue in catalogues if catalogue.is_system), None)
    current: list[Catalogue] = []
    older: list[Catalogue] = []
    for catalogue in catalogues:
        is_current = catalogue.is_system or catalogue.root.get("gameSystemId") in ("", system)
        (current if is_current else older).append(catalogue)
    return current, older


def list_tops(catalogue: Catalogue, ours: set[str]) -> Iterator[tuple[str, str]]:
    """Yield name and id of what a catalogue offers at the top of a force and our data has."""
    for node in catalogue.root.get_list(_LINK):
        if fold(clean_name(node.name)) in ours:
            yield clean_name(node.name), f"{node.id}::{node.target_id}"
    for node in catalogue.root.get_list("selectionEntries"):
        if fold(clean_name(node.name)) in ours:
            yield clean_name(node.name), node.id


def walk_entries(root: Node, ignored: frozenset[str] | set[str]) -> Iterator[Node]:
    """Yield every entry below `root`, without those of campaigns and what is in them."""
    stack = [root]
    while stack:
        node = stack.pop()
        for place, children in (node.lists or {}).items():
            for child in children:
                if child.name.strip() in ignored:
                    continue
                stack.append(child)
                if place in _ENTRIES and child.id and child.name.strip():
                    yield child


def clean_name(name: str) -> str:
    """Return the name of an entry as our data has it."""
    return _TAIL.sub("", _ORDER.sub("", name.strip()))


def format_map(key: str, table: dict[str, str]) -> Iterator[str]:
    """Yield the lines of one map of the table, sorted by name."""
    yield f"{key}:\n"
    for name in sorted(table):
        yield f"  {quote_name(name)}: {quote_id(table[name])}\n"


def quote_id(catalogue_id: str) -> str:
    """Return an id as YAML, in quotes if YAML would take it for something else."""
    is_plain = re.fullmatch(r"[\w-]*[a-z-][\w-]*(::[\w-]+)?", catalogue_id)
    is_number = re.fullmatch(r"[\d-]+|\d+e-?\d+", catalogue_id)
    return catalogue_id if is_plain and not is_number else f'"{catalogue_id}"'


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
