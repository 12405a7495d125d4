"""Lists with one line spoilt: what stands on it becomes nonsense, or loses a letter."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from typing import NamedTuple

NONSENSE = "Zorblax Quentin"
COUNTED = re.compile(r"^(\s*[•◦▪*\-–]?\s*\d+\s?[x×]\s*)([^:(\[]*[^:(\[\s])(.*)$")
LOADOUT = re.compile(r"^(\s*(?:.*: )?\d+ with (?:.*, )?)([^,]+)()$")
BULLET = re.compile(r"^(\s*[•◦▪*]\s*)([^\W\d][^:(\[]*[^:(\[\s])(.*)$")


class Spoilt(NamedTuple):
    text: str
    line: int
    before: str
    after: str  # what the line says now, of what was spoilt


def replaced(text: str) -> Iterator[Spoilt]:
    """Each line that counts something, or has a bullet, once with nonsense for its name and once for all it says."""
    lines = text.split("\n")
    for place, line in enumerate(lines):
        for pattern in (COUNTED, LOADOUT, BULLET):
            found = pattern.match(line)
            if found is None:
                continue
            for rest in dict.fromkeys((found[3], "")):
                made = [*lines[:place], found[1] + NONSENSE + rest, *lines[place + 1 :]]
                yield Spoilt("\n".join(made), place + 1, line.strip(), NONSENSE)
            break


def inserted(text: str) -> Iterator[Spoilt]:
    """A line of nonsense behind each line that counts something and ends its unit, in its manner."""
    lines = text.split("\n")
    for place, line in enumerate(lines):
        found = COUNTED.match(line)
        if found and not found[3] and not "".join(lines[place + 1 : place + 2]).strip():
            made = [*lines[: place + 1], found[1] + NONSENSE, *lines[place + 1 :]]
            yield Spoilt("\n".join(made), place + 2, "", NONSENSE)


def misspelt(text: str) -> Iterator[Spoilt]:
    """Each counted line with a letter less inside the longest word of its name."""
    lines = text.split("\n")
    for place, line in enumerate(lines):
        found = COUNTED.match(line)
        word = max(re.findall(r"[^\W\d_]{5,}", found[2]), key=len, default="") if found else ""
        if found and word:
            name = found[2].replace(word, word[:2] + word[3:], 1)
            made = [*lines[:place], found[1] + name + found[3], *lines[place + 1 :]]
            yield Spoilt("\n".join(made), place + 1, line.strip(), name)


NOT_CONTENT = (
    "Lore",
    "Battle Traits",
    "Show/Hide",
    "Rituals",
)  # what stands below such a choice comes with it


def selections(raw: bytes) -> Iterator[tuple[bytes, str]]:
    """A roster file with the name of one selection after another replaced, and that name."""
    root = ElementTree.fromstring(raw)
    ElementTree.register_namespace("", root.tag.rpartition("}")[0].lstrip("{"))
    space = root.tag.rpartition("}")[0] + "}"

    def below(element: ElementTree.Element) -> Iterator[ElementTree.Element]:
        for child in element:
            kind = child.tag.removeprefix(space)
            if kind == "selection":
                yield child
            if kind != "selection" or not any(
                mark in (child.get("name") or "") for mark in NOT_CONTENT
            ):
                yield from below(child)
            elif kind == "selection":
                yield from (
                    choice
                    for holder in child
                    for choice in holder
                    if choice.tag.removeprefix(space) == "selection"
                )

    for selection in list(below(root)):
        name = selection.get("name") or ""
        known = selection.get("entryId")
        selection.set("name", NONSENSE)
        selection.set("entryId", "0000-0000-0000-0000")  # of no catalogue: it would say what it is
        yield ElementTree.tostring(root), name
        selection.set("name", name)
        selection.set("entryId", known or "")
