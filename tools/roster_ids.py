"""Make the table by which rosters made with a translated catalogue are read, for one game.

    python -m tools.roster_ids SYSTEM DATE=PATH [DATE=PATH ...]

Each PATH is a folder, an archive or a file of BattleScribe or New Recruit catalogues as they were
on DATE, the newest first: older ones add the ids that were dropped since. The table is
`factions/<SYSTEM>/catalogues/ids.yaml`. Of an id with several names the first counts, but one that
our data has before one that it doesn't have. An id with several names that our data has or had was
given to something else in between: it is written with the dates on which it had each name.
The table also has catalogues, forces, categories, costs and the groups of enhancements, and of each
id only the beginning.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from listbuilder.games.catalogue_ids import PLACE, DatedName, shorten_id
from listbuilder.games.registry import get_game
from listbuilder.model.base import fold
from listbuilder.update.our_books import read_our_books
from listbuilder.update.read.battlescribe import Catalogue, read_catalogues
from listbuilder.update.read.battlescribe_files import Node
from listbuilder.update.read.battlescribe_wh40k_words import load_words

ROOT = Path(__file__).resolve().parent.parent
_HEAD = """\
# The ids that public catalogues of BattleScribe and New Recruit give to what has this name.
# Made by tools/roster_ids.py; ids are facts, and nothing else of the catalogues is here.
system: {system}
names:
"""
_ENTRIES = ("sharedSelectionEntries", "selectionEntries")
_GROUPS = ("sharedSelectionEntryGroups", "selectionEntryGroups")
_CATEGORIES = "categoryEntries"
_SETTINGS = ("forceEntries", "costTypes", "profileTypes")
_PLAIN = re.compile(r"[A-Za-z](?:[\w .,'’/()&!+-]*[\w.'’)!])?")
_NAME = re.compile(r"\bname: \"?([^\",}\n]+)")  # of a thing in a history file
_NUMBER = re.compile(r"\d+e-\d+")  # an id that YAML would take for a number
_WORDS_OF_YAML = ("y", "n", "yes", "no", "on", "off", "true", "false", "null")
Named = tuple[str, str]
"""The list that an element stands in, and its name."""


def main(arguments: list[str]) -> int:
    """Write the table of one game; return the exit code."""
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    system, *paths = arguments
    sources: dict[str, dict[str, Named]] = {}
    for argument in paths:
        day, _, path = argument.partition("=")
        sources[day] = dict(_list_ids(Path(path)))
    table, reused = choose_names(sources, list_our_words(system))
    target = ROOT / "factions" / system / f"{PLACE}.yaml"
    target.parent.mkdir(exist_ok=True)
    text = _HEAD.format(system=system) + "".join(_write_rows(shorten_ids(table)))
    if reused:
        text += "reused:\n" + "".join(_write_reused(reused))
    target.write_text(text, encoding="utf-8")
    size = len(text.encode()) // 1000
    print(f"{target.relative_to(ROOT)}: {len(table)} ids, {len(reused)} used again, {size} KB")
    return 0


def _list_ids(path: Path) -> Iterator[tuple[str, Named]]:
    """Yield the id of everything in the catalogues at `path` that a roster refers to by name."""
    words = load_words()
    for catalogue in read_catalogues(path).catalogues:
        yield catalogue.id, ("catalogues", catalogue.name)
        yield from _list_ids_in(catalogue, lambda name: name in words.campaign)


def _list_ids_in(
    catalogue: Catalogue, is_ignored: Callable[[str], bool]
) -> Iterator[tuple[str, Named]]:
    """Yield the ids in one catalogue, without elements that `is_ignored` and what is in them."""
    kept = (*_ENTRIES, *_GROUPS, *_SETTINGS, _CATEGORIES)
    stack: list[Node] = [catalogue.root]
    while stack:
        node = stack.pop()
        for place, children in (node.lists or {}).items():
            for child in children:
                name = child.name.strip()
                if place in kept and is_ignored(name):
                    continue
                stack.append(child)
                if place in _GROUPS and not fold(name).startswith("enhancement"):
                    continue
                if place in kept and child.id and name:
                    yield child.id, (place, name)


def list_our_words(system: str) -> set[str]:
    """Return the names that our data of a game has or had, folded.

    Where rosters say what models carry, names of models and items are among them.
    """
    words: set[str] = set()
    stack: list[object] = []
    has_wargear = get_game(system).kind == "wh40k"
    for book in read_our_books(ROOT / "factions", system).values():
        words.update(fold(entry.name) for entry in book.entries)
        stack += (entry.raw for entry in book.entries if has_wargear)
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            stack += (*node.keys(), *node.values())
        elif isinstance(node, list):
            stack += node
        elif isinstance(node, str):
            words.add(fold(node))
    for file in sorted((ROOT / "factions" / system / "history").glob("*.yaml")):
        words.update(fold(name) for name in _NAME.findall(file.read_text(encoding="utf-8")))
    return words


def choose_names(
    sources: dict[str, dict[str, Named]], ours: set[str]
) -> tuple[dict[str, str], dict[str, list[DatedName]]]:
    """Return the name of each id, and the ids that were used again with their names on dates.

    `sources` are the catalogues by date, the newest first. Categories named like an entry are left
    out, because they are that unit's own.
    """
    named: dict[str, dict[str, list[tuple[str, Named]]]] = {}
    for day, source in sources.items():
        for catalogue_id, (place, name) in source.items():
            days = named.setdefault(catalogue_id, {}).setdefault(fold(name), [])
            days.append((day, (place, name)))
    entries = {
        folded
        for names in named.values()
        for folded, days in names.items()
        if days[0][1][0] in _ENTRIES
    }
    chosen: dict[str, str] = {}
    reused: dict[str, list[DatedName]] = {}
    newest, oldest = next(iter(sources)), next(reversed(sources))
    for catalogue_id, names in named.items():
        known = [folded for folded in names if folded in ours]
        if len(known) > 1:
            reused[catalogue_id] = [_date_name(names[folded], newest, oldest) for folded in known]
            continue
        folded = known[0] if known else next(iter(names))
        place, name = names[folded][0][1]
        if place != _CATEGORIES or folded not in entries:
            chosen[catalogue_id] = name
    return chosen, reused


def _date_name(days: list[tuple[str, Named]], newest: str, oldest: str) -> DatedName:
    """Return a name with the dates between which catalogues had it, `days` the newest first."""
    until, (_, name) = days[0]
    from_ = days[-1][0]
    dates = {"from_": from_} if from_ != oldest else {}
    if until != newest:
        dates["until"] = until
    return DatedName(name=name, **dates)


def shorten_ids(table: dict[str, str]) -> dict[str, list[str]]:
    """Return the ids by name, each shortened where this names nothing else."""
    meanings: dict[str, set[str]] = {}
    for catalogue_id, name in table.items():
        meanings.setdefault(shorten_id(catalogue_id), set()).add(name)
    ids: dict[str, dict[str, None]] = {}
    for catalogue_id, name in table.items():
        short = shorten_id(catalogue_id)
        is_shortened = catalogue_id.count("-") == 3 and len(meanings[short]) == 1
        ids.setdefault(name, {})[short if is_shortened else catalogue_id] = None
    return {name: sorted(ids[name]) for name in sorted(ids)}


def _write_rows(table: dict[str, list[str]]) -> Iterator[str]:
    """Yield the lines of the table as YAML, one for each name."""
    for name, ids in table.items():
        value = " ".join(ids)
        if _NUMBER.fullmatch(value):
            value = f'"{value}"'
        yield f"  {quote_name(name)}: {value}\n"


def _write_reused(reused: dict[str, list[DatedName]]) -> Iterator[str]:
    """Yield the lines of the ids that were used again as YAML."""
    for catalogue_id in sorted(reused):
        yield f"  {catalogue_id}:\n"
        for dated in reused[catalogue_id]:
            row = f"name: {quote_name(dated.name, always=True)}"
            if dated.from_:
                row += f', from: "{dated.from_}"'
            if dated.until != DatedName(name="").until:
                row += f', until: "{dated.until}"'
            yield f"    - {{{row}}}\n"


def quote_name(name: str, always: bool = False) -> str:
    """Return a name as YAML, in quotes if it needs them, or `always`."""
    if _PLAIN.fullmatch(name) and name.casefold() not in _WORDS_OF_YAML and not always:
        return name
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
