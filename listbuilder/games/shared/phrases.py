"""The scaffolding of lists (phrases.yaml), ready to compare with."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.model.base import fold
from listbuilder.store import compiled, reader

_HERE = Path(__file__).parent
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


def data_file(name: str) -> Any:
    """A YAML file beside this module, from its compiled form where there is one."""
    file = _HERE / name
    raw = file.read_bytes()
    done = compiled.load(file, raw, lambda read: table_sections(reader.read_text(read, str(file)).data), [""])
    return msgspec.json.decode(done.section(""))


def table_sections(data: Any) -> compiled.Sections:
    """Return the compiled sections of a table: the whole of it in one."""
    return {"": compiled.encode(data)}


@cache
def phrases() -> dict[str, Any]:
    return dict(data_file("phrases.yaml"))


@cache
def among(key: str) -> frozenset[str]:
    """The folded words under a key, however they are grouped there."""
    return frozenset(_flat(phrases()[key]))


@cache
def group(key: str) -> dict[str, str]:
    """Folded word -> name of the group it stands in."""
    return {fold(word): str(name) for name, words in phrases()[key].items() for word in words}


def _flat(node: Any) -> list[str]:
    if isinstance(node, str):
        return [fold(node)]
    children = node.values() if isinstance(node, dict) else node
    return [word for child in children for word in _flat(child)]


@lru_cache(maxsize=8192)
def is_attached(words: str) -> bool:
    """Attached Units, Unité 1 Attachée, Attached Unit A [165 pts]: a title over units that are attached to each other."""
    if len(words) > 60:
        return False
    left = [word for word in fold(_BRACKETS.sub(" ", words)).strip(" :-=─—").split() if len(word) > 1 and not word.isdecimal()]
    return " ".join(left) in among("attached")


def is_one_attached(words: str) -> bool:
    """The title over one attached unit: with its number."""
    return is_attached(words) and fold(words).strip(" :-=─—") not in among("attached")


@lru_cache(maxsize=8192)  # each line is asked by whoever may read it
def is_section(words: str) -> bool:
    """CHARACTERS, Battleline:, Battleline / Infantry, Attached Unit 1; a word of its own on the line."""
    if not words or len(words) > 60:
        return False
    if is_attached(words):
        return True
    parts = [part.strip(" :-=─—") for part in fold(words).split("/")]
    return all(part in among("sections") for part in parts)


@cache
def _footers() -> tuple[str, ...]:
    return tuple(sorted(among("footers")))


def is_footer(words: str) -> bool:
    return fold(words).startswith(_footers())


@lru_cache(maxsize=1024)
def are_keywords(label: str) -> bool:
    """Keyword, Faction Keywords, Mots-clés, Houndpack Lance Keyword: a label before keywords of a unit."""
    return len(label) <= 80 and "," not in label and fold(label).rstrip().endswith(tuple(among("keywords")))


def label(words: str) -> tuple[str, str] | None:
    """("Enhancement: X") -> ("enhancement", "X"); the label folded."""
    left, colon, right = words.partition(":")
    return (fold(left), right.strip()) if colon and left.strip() else None
