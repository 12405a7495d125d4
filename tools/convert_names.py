"""Official names in other languages into the data: `python -m tools.convert_names ../shared`.

Japanese and Chinese ones are shown: factions/names.yaml. Those of LANGUAGES_READ are only for reading lists: of each faction
its own, in history/aliases.

All of names.json. Of the publisher's app (names_official.json) and of its Chinese faction packs (names_more.json) those of
detachments, enhancements, dispositions, wargear and core abilities that the editions' data name; what is not official stays out.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from ruamel.yaml import YAML

from listbuilder.games.muster.faction import Faction
from listbuilder.games.muster.sheet_names import every_item
from listbuilder.model.base import fold
from listbuilder.model.rule import NameList
from listbuilder.model.written import FactionAliases
from tools.convert_40k import Json, read, write
from tools.convert_history import NAMES, put

SYSTEM = "warhammer-40k-11e"
LANGS = ("ja", "zh")
LANGUAGES_READ = ("fr", "de", "es", "it")
SOURCE = "app"
FIRST_DAY = "2026-06-17"  # of the edition
PACK = "pack"  # the mark of the faction packs among the sources
Named = dict[str, dict[str, str]]  # folded English name -> kind -> as the data writes it


def named(source: Path) -> Named:
    """What today's books and those before call a detachment, an enhancement, a disposition, an item or a core ability."""
    found: Named = {}
    before = read(source / "books_before.json")
    books = [facts for path in sorted(source.glob("*.json")) if (facts := read(path)).get("id") == path.stem]
    for book in [*books, *(book for key, book in before.items() if key != "about")]:
        for kind, name in _names(book):
            found.setdefault(fold(name), {}).setdefault(kind, name)
    return found


def _names(book: Json) -> Iterator[tuple[str, str]]:
    for detachment in book["detachments"]:
        yield "detachment", detachment["name"]
        yield from (("disposition", each) for each in detachment["dispositions"])
        yield from (("enhancement", each["name"]) for each in detachment["enhancements"])
    for sheet in book["datasheets"]:
        rows = [row["items"] for row in sheet["default_wargear"]] + [row for o in sheet["options"] for row in o.get("with", [])]
        yield from (("item", item if isinstance(item, str) else item["item"]) for row in rows for item in row)
        yield from (("item", weapon["item"]) for weapon in sheet["weapons"])
        yield from (("core ability", re.sub(r" D?\d.*", "", ability)) for ability in sheet["core_abilities"])


def of_this_data(glossary: Json, data: Named, official: Json) -> dict[str, dict[str, str]]:
    """By the data's spelling: entries of a kind that it uses the name for. `official`: languages by name."""
    found: dict[str, dict[str, str]] = {}
    for name, entry in glossary.items():
        kinds = data.get(fold(name), {})
        spelling = next((kinds[kind] for kind in entry["kinds"] if kind in kinds), None)
        texts = {lang: entry[lang] for lang in LANGS if entry.get(lang) and lang in official[name]}
        if spelling and texts:
            found[spelling] = texts
    return found


def all_names(glossary: Path, before: Json, data: Named) -> dict[str, dict[str, str]]:
    """`before`: what the file had from elsewhere (the heroes, whose book is not in the glossary) is kept."""
    app, more = read(glossary / "names_official.json")["names"], read(glossary / "names_more.json")["names"]
    packs = {
        n: [lang for lang in LANGS if e["official"].get(lang) is True and e["source"].get(lang) == PACK] for n, e in more.items()
    }
    printed = {
        name: {lang: e[lang] for lang in LANGS if e.get(lang)} for name, e in read(glossary / "names.json")["names"].items()
    }
    made: dict[str, dict[str, str]] = {}
    spelled: dict[str, str] = {}
    for table in (printed, of_this_data(app, data, dict.fromkeys(app, LANGS)), of_this_data(more, data, packs), before):
        for name, texts in table.items():
            spelling = spelled.setdefault(fold(name), name)
            made[spelling] = {**texts, **made.get(spelling, {})}  # the first says it
    return {name: {lang: made[name][lang] for lang in LANGS if lang in made[name]} for name in sorted(made)}


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
                if kind & set(entry["kinds"]) and fold(name) in english and fold(entry.get(language) or name) not in english:
                    found.setdefault(entry[language], set()).add(
                        next(target for own, target in known.items() if fold(own) == fold(name))
                    )
            if key == "items":
                for unit, rows in _told_by_unit(books, {text: known for text, known in found.items() if len(known) > 1}):
                    items.setdefault(unit, {}).update(rows)
            plain = {written: targets.pop() for written, targets in sorted(found.items()) if len(targets) == 1}
            if plain:
                spoken[key] = plain if key == "items" else {text: {"is": each, "source": SOURCE} for text, each in plain.items()}
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


def _told_by_unit(books: list[Faction], several: dict[str, set[str]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What means several things of the faction, and only one of some datasheet's."""
    sheets = {sheet.id: sheet for faction in reversed(books) for sheet in faction.datasheets}
    for unit, sheet in sorted(sheets.items()) if several else ():
        own = set(every_item(sheet))
        meant = {text: known & own for text, known in several.items()}
        rows = {text: {"is": next(iter(known)), "from": FIRST_DAY} for text, known in sorted(meant.items()) if len(known) == 1}
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
    yield "units", {"datasheet", "model", "keyword"}, {sheet.name: sheet.id for sheet in faction.datasheets}
    yield "detachments", {"detachment"}, {each.name: each.id for each in faction.detachments}
    enhancements = [(each, one) for each in faction.detachments for one in each.enhancements]
    yield "enhancements", {"enhancement"}, {one.name: f"{each.id}/{one.id}" for each, one in enhancements}
    things = [name for sheet in faction.datasheets for name in (*every_item(sheet), *sheet.model_names.values())]
    yield "items", {"item", "model", "datasheet"}, {name: name for name in things}


def main(shared: Path, out: Path) -> None:
    source = shared / "facts" / SYSTEM
    before = YAML(typ="safe").load((out / "names.yaml").read_text(encoding="utf-8"))["names"]
    names = all_names(shared / "glossary", before, named(source))
    as_of = read(source / "army_rules.json")["as_of"]
    app = read(shared / "glossary" / "names_official.json")["names"]
    folder = out / SYSTEM
    for path in sorted(folder.glob("*.yaml")):
        if path.stem == "rules":
            continue
        before = sorted((folder / "history" / "books").glob(f"{path.stem}-20*.yaml"))
        data = aliases([book(each) for each in (path, *before)], app)
        if data is not None:
            put(folder / "history" / "aliases" / path.name, data, FactionAliases, "faction-aliases", (*NAMES, *LANGUAGES_READ))
    write(out / "names.yaml", NameList(as_of=as_of, names=names), "../schemas/names.schema.json", block=("names",))  # type: ignore[arg-type]


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(__file__).resolve().parent.parent / "factions")
