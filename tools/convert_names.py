"""Official names in other languages into the data: `python -m tools.convert_names ../shared`.

Japanese and Chinese ones are shown: factions/names.yaml (`name_tables.py`). Those of LANGUAGES_READ are only for reading lists:
of each faction its own, in history/aliases.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from ruamel.yaml import YAML

from listbuilder.games.wh40k.datasheet_names import collect_item_names
from listbuilder.games.wh40k.faction import Faction
from listbuilder.model.aliases import FactionAliases
from listbuilder.model.base import fold
from listbuilder.model.rulebook import NameList
from tools import name_tables
from tools.convert_40k import Json, read, write
from tools.convert_history import NAMES, put

SYSTEM = "warhammer-40k-11e"
LANGUAGES_READ = ("fr", "de", "es", "it")
SOURCE = "app"
FIRST_DAY = "2026-06-17"  # of the edition


def book(path: Path) -> Faction:
    return msgspec.convert(YAML(typ="safe").load(path.read_text(encoding="utf-8")), Faction)


def aliases(books: list[Faction], app: Json) -> Json | None:
    """What lists in other languages call a faction's detachments, enhancements, datasheets, models and items.

    `books`: those of the faction, today's first.
    """
    languages: dict[str, dict[str, Any]] = {}
    items: dict[str, dict[str, Any]] = {}
    for language in LANGUAGES_READ:
        spoken: dict[str, Any] = {}
        for key, kind, known in _of_books(books):
            english = {fold(name) for name in known}
            found: dict[str, set[str]] = {}
            for name, entry in app.items():
                if (
                    kind & set(entry["kinds"])
                    and fold(name) in english
                    and fold(entry.get(language) or name) not in english
                ):
                    found.setdefault(entry[language], set()).add(
                        next(target for own, target in known.items() if fold(own) == fold(name))
                    )
            if key == "items":
                for unit, rows in _told_by_unit(
                    books, {text: known for text, known in found.items() if len(known) > 1}
                ):
                    items.setdefault(unit, {}).update(rows)
            plain = {
                written: targets.pop()
                for written, targets in sorted(found.items())
                if len(targets) == 1
            }
            if plain:
                spoken[key] = (
                    plain
                    if key == "items"
                    else {text: {"is": each, "source": SOURCE} for text, each in plain.items()}
                )
        if spoken:
            languages[language] = spoken
    sources = {SOURCE: "the publisher's app, in that language"}
    made = {
        "system": SYSTEM,
        "id": books[0].id,
        "sources": sources,
        **({"items": items} if items else {}),
        "languages": languages,
    }
    return made if languages else None


def _told_by_unit(
    books: list[Faction], several: dict[str, set[str]]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """What means several things of the faction, and only one of some datasheet's."""
    sheets = {sheet.id: sheet for faction in reversed(books) for sheet in faction.datasheets}
    for unit, sheet in sorted(sheets.items()) if several else ():
        own = set(collect_item_names(sheet))
        meant = {text: known & own for text, known in several.items()}
        rows = {
            text: {"is": next(iter(known)), "from": FIRST_DAY}
            for text, known in sorted(meant.items())
            if len(known) == 1
        }
        if rows:
            yield unit, rows


def _of_books(books: list[Faction]) -> Iterator[tuple[str, set[str], dict[str, str]]]:
    for rows in zip(*(_of_faction(each) for each in books), strict=True):
        known: dict[str, str] = {}
        for _, _, names in reversed(rows):
            known |= names
        yield rows[0][0], rows[0][1], known


def _of_faction(faction: Faction) -> Iterator[tuple[str, set[str], dict[str, str]]]:
    """Key of the file -> kinds of the glossary, and the faction's own names with what they stand for."""
    yield (
        "units",
        {"datasheet", "model", "keyword"},
        {sheet.name: sheet.id for sheet in faction.datasheets},
    )
    yield "detachments", {"detachment"}, {each.name: each.id for each in faction.detachments}
    enhancements = [(each, one) for each in faction.detachments for one in each.enhancements]
    yield (
        "enhancements",
        {"enhancement"},
        {one.name: f"{each.id}/{one.id}" for each, one in enhancements},
    )
    things = [
        name
        for sheet in faction.datasheets
        for name in (*collect_item_names(sheet), *sheet.model_names.values())
    ]
    yield "items", {"item", "model", "datasheet"}, {name: name for name in things}


def main(shared: Path, out: Path) -> None:
    as_of = read(shared / "facts" / SYSTEM / "army_rules.json")["as_of"]
    app = read(shared / "glossary" / "names_official.json")["names"]
    folder = out / SYSTEM
    for path in sorted(folder.glob("*.yaml")):
        if path.stem == "rules":
            continue
        before = sorted((folder / "history" / "books").glob(f"{path.stem}-20*.yaml"))
        data = aliases([book(each) for each in (path, *before)], app)
        if data is not None:
            put(
                folder / "history" / "aliases" / path.name,
                data,
                FactionAliases,
                "faction-aliases",
                (*NAMES, *LANGUAGES_READ),
            )
    write_names(shared, out, as_of)


def write_names(shared: Path, out: Path, as_of: str) -> None:
    before = YAML(typ="safe").load((out / "names.yaml").read_text(encoding="utf-8"))["names"]
    made = name_tables.tables(shared / "glossary", out, before)
    names = NameList(as_of=as_of, games=name_tables.GAMES, **made)  # type: ignore[arg-type]
    block = ("names", "likely", "fan", "games", *name_tables.SECTIONS)
    write(out / "names.yaml", names, "../schemas/names.schema.json", block)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(__file__).resolve().parent.parent / "factions")
