"""factions/names.yaml out of the glossary: what is shown, what is shown with the English beside it, what is only searched for.

Each name stands with the game whose books print it: the same English word is another one in another game. Of the glossary
is taken what the data of that game names; all that a book prints of the first list is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from listbuilder.model.base import fold
from listbuilder.yamlio import reader
from tools.convert_40k import Json, read
from tools.names_table import yield_names

LANGS = ("ja", "zh")
# Whose words the books of each game use, its own first: sections of terms.yaml and names.yaml.
GAMES = {
    "warhammer-40k-10e": ("40k", "common"),
    "warhammer-40k-11e": ("40k", "common"),
    "combat-patrol": ("combat_patrol", "40k", "common"),
    "combat-patrol-11e": ("combat_patrol", "40k", "common"),
    "age-of-sigmar-4e": ("aos", "common"),
    "spearhead": ("spearhead", "aos", "common"),
    "space-marine-heroes": ("smh", "40k", "common"),
}
SECTIONS = ("40k", "aos", "smh")
OF_SOURCE = {
    "gw09": ("40k",),
    "pack": ("40k",),
    "wiki": ("40k",),
    "jafac": ("40k",),
    "jaaos": ("aos",),
    "jakou": ("aos",),
}
ABILITIES = frozenset(("ability", "weapon ability", "core ability"))
_VALUE = re.compile(r" (?:\(?[D\d+][\dD+\"/().-]*)$")
_AURA = re.compile(r"（オーラ）|（光环）")
# Kinds of the glossary, and of the data (names_table.py), whose names can be spellings of one another.
_GROUPS = {
    **dict.fromkeys(
        (
            "datasheet",
            "model",
            "keyword",
            "datasheets",
            "models",
            "keywords",
            "units",
            "warscrolls",
        ),
        "figures",
    ),
    **dict.fromkeys(("item", "weapons and wargear"), "items"),
    **dict.fromkeys(("enhancement", "enhancements"), "enhancements"),
    **dict.fromkeys(("detachment", "detachments"), "detachments"),
    **dict.fromkeys(("box", "factions and boxes"), "boxes"),
}
_RUBY = re.compile(r"（ルビ[^）]*）")

Tables = dict[
    str, dict[str, dict[str, dict[str, str]]]
]  # official, likely, fan -> section -> name -> language -> text


def spellings(folder: Path) -> dict[str, dict[str, str]]:
    """By section: every text of the data of its games, folded, as the data writes it."""
    found: dict[str, dict[str, str]] = {section: {} for section in SECTIONS}
    for game, sections in GAMES.items():
        section = next(each for each in sections if each in SECTIONS)
        for file in sorted((folder / game).rglob("*.yaml")):
            if "aliases" in file.parts or file.stem == "rules":
                continue
            for text in _texts(
                reader.read_yaml(file.read_bytes(), str(file), reader.DATA_BYTES).data
            ):
                for each in (text, _VALUE.sub("", text)):
                    if (
                        found[section].setdefault(fold(each), each).islower()
                    ):  # an id is not the name
                        found[section][fold(each)] = each
    return found


def _texts(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        for key, child in node.items():
            yield str(key)
            yield from _texts(child)
    elif isinstance(node, list):
        for child in node:
            yield from _texts(child)
    elif isinstance(node, str):
        yield node


class _Made:
    def __init__(self, spelled: dict[str, dict[str, str]]) -> None:
        self.spelled = spelled
        self.tables: Tables = {
            kind: {section: {} for section in SECTIONS} for kind in ("names", "likely", "fan")
        }
        self.keys: dict[tuple[str, str], str] = {}

    def known(self, section: str, name: str) -> bool:
        return fold(name) in self.spelled[section]

    def add(self, kind: str, section: str, name: str, lang: str, text: str) -> None:
        """The first says it; what is printed is not also guessed."""
        folded = fold(name)
        if kind != "names" and lang in self.tables["names"][section].get(
            self.keys.get((section, folded), ""), {}
        ):
            return
        key = self.keys.setdefault((section, folded), self.spelled[section].get(folded, name))
        self.tables[kind][section].setdefault(key, {}).setdefault(lang, _RUBY.sub("", text))


def tables(glossary: Path, data: Path, before: Json) -> Tables:
    """`before`: the names of the file as it was; those that no glossary has (the heroes of a box) are kept."""
    made = _Made(spellings(data))
    printed = read(glossary / "names.json")["names"]
    more = read(glossary / "names_more.json")["names"]
    app = read(glossary / "names_official.json")["names"]
    for name, entry in printed.items():
        for lang in LANGS:
            if entry.get(lang):
                made.add("names", "40k", name, lang, entry[lang])
    for name, entry in more.items():
        _of_more(made, name, entry, official=True)
    for name, entry in app.items():
        for lang in LANGS:
            if entry.get(lang) and made.known("40k", name):
                made.add("names", "40k", name, lang, entry[lang])
    for section, names in before.items():
        for name, texts in names.items():
            for lang, text in texts.items():
                if fold(name) not in {fold(each) for each in (*printed, *more, *app)}:
                    made.add("names", section, name, lang, text)
    _otherwise_spelled(made, [printed, more, app], data)
    for name, entry in more.items():
        _of_more(made, name, entry, official=False)
    _otherwise_spelled(made, [printed, more, app], data)
    return {
        kind: {s: _sorted(names) for s, names in of.items() if names}
        for kind, of in made.tables.items()
    }


def _of_more(made: _Made, name: str, entry: Json, official: bool) -> None:
    for lang in LANGS:
        status = entry["official"].get(lang)
        if not entry.get(lang) or (status is True) is not official:
            continue
        kind = "names" if status is True else "likely" if status == "likely" else "fan"
        for section in _sections_of(entry, lang):
            ability = bool(
                ABILITIES & set(entry["kinds"])
            )  # of the one core book that the glossary has read for them
            if section == "40k" if ability else made.known(section, name):
                made.add(kind, section, name, lang, entry[lang])


def _otherwise_spelled(made: _Made, glossaries: list[Json], data: Path) -> None:
    """What the data spells a little otherwise than the glossary: one model of a unit, `chain flails`, an aura.

    Japanese and Chinese have no plural. Both must be of one kind: Scouts is an ability, and a Scout a model.
    """
    kinds: dict[str, set[str]] = {}
    for glossary in glossaries:
        for name, entry in glossary.items():
            kinds.setdefault(fold(name), set()).update(entry["kinds"])
    for section in SECTIONS:
        known: dict[tuple[str, str], tuple[str, dict[str, str]]] = {}
        for kind, name, texts in _glossed(made, glossaries, section):
            groups = {_GROUPS.get(each) for each in kinds.get(fold(name), ())}
            if len(groups) == 1 and (group := groups.pop()):
                known[group, _loosely(name)] = (kind, texts)
        for group, name in sorted(set(_names(section, data))):
            found = known.get((group, _loosely(name)))
            for lang, text in found[1].items() if found else ():
                made.add(found[0], section, name, lang, _AURA.sub("", text))  # type: ignore[index]


def _glossed(
    made: _Made, glossaries: list[Json], section: str
) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Kind, name and texts of what a glossary has, also where the data does not write it so; what stands last goes before."""
    *_, more, app = glossaries
    for status, kind in (("likely", "likely"), (True, "names")):
        for name, entry in more.items():
            of = {
                lang
                for lang, said in entry["official"].items()
                if said == status and section in _sections_of(entry, lang)
            }
            if of:
                yield kind, name, {lang: entry[lang] for lang in LANGS if lang in of}
        yield from ((kind, name, dict(texts)) for name, texts in made.tables[kind][section].items())
    if section == "40k":
        for name, entry in app.items():
            yield "names", name, {lang: entry[lang] for lang in LANGS if entry.get(lang)}


def _sections_of(entry: Json, lang: str) -> tuple[str, ...]:
    return OF_SOURCE.get(entry["source"][lang], SECTIONS)


def _names(section: str, data: Path) -> Iterator[tuple[str, str]]:
    """Group and name of everything that the data of the section's games has today."""
    for game, sections in GAMES.items():
        if section == next(each for each in sections if each in SECTIONS):
            for file in sorted((data / game).glob("*.yaml")):
                if file.stem != "rules":
                    content = reader.read_yaml(file.read_bytes(), str(file), reader.DATA_BYTES).data
                    yield from (
                        (_GROUPS[kind], name)
                        for kind, name in yield_names(content)
                        if kind in _GROUPS
                    )


def _loosely(name: str) -> str:
    """Without number, hyphens, apostrophes, and that it is an aura."""
    words = (
        fold(name)
        .removesuffix(" (aura)")
        .removeprefix("the ")
        .replace("-", " ")
        .replace("'", "")
        .split()
    )
    return " ".join(word if word.endswith("ss") else word.removesuffix("s") for word in words)


def _sorted(names: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    return {
        name: {lang: names[name][lang] for lang in LANGS if lang in names[name]}
        for name in sorted(names)
        if names[name]
    }
