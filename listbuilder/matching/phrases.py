"""The headings and other fixed phrases of lists (phrases.yaml), ready to compare with."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.data import compiled
from listbuilder.model.base import fold
from listbuilder.yamlio import reader

_HERE = Path(__file__).parent
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


def load_data_file(name: str) -> Any:
    """Return the data of the YAML file `name` beside this module.

    It is taken from the compiled form if there is one.
    """
    file = _HERE / name
    raw = file.read_bytes()
    opened = compiled.load_compiled(
        file, raw, lambda read: encode_table(reader.read_yaml(read, str(file)).data), [""]
    )
    return msgspec.json.decode(opened.get_section(""))


def encode_table(data: Any) -> compiled.Sections:
    """Return the compiled sections of a table: the whole of it in one."""
    return {"": compiled.encode_section(data)}


@cache
def load_phrases() -> dict[str, Any]:
    """Return the data of phrases.yaml."""
    return dict(load_data_file("phrases.yaml"))


@cache
def get_words(key: str) -> frozenset[str]:
    """Return the folded words under `key`, however they are grouped there."""
    return frozenset(_flatten_words(load_phrases()[key]))


@cache
def get_group_by_word(key: str) -> dict[str, str]:
    """Return each folded word under `key` with the name of the group it stands in."""
    return {fold(word): str(name) for name, words in load_phrases()[key].items() for word in words}


def _flatten_words(node: Any) -> list[str]:
    """Return all texts in `node`, however deep, folded."""
    if isinstance(node, str):
        return [fold(node)]
    children = node.values() if isinstance(node, dict) else node
    return [word for child in children for word in _flatten_words(child)]


@lru_cache(maxsize=8192)
def is_attached(words: str) -> bool:
    """Return whether `words` are a title over units that are attached to each other.

    Examples: Attached Units, Unité 1 Attachée, Attached Unit A [165 pts].
    """
    if len(words) > 60:
        return False
    remaining = [
        word
        for word in fold(_BRACKETS.sub(" ", words)).strip(" :-=─—").split()
        if len(word) > 1 and not word.isdecimal()
    ]
    return " ".join(remaining) in get_words("attached")


def is_one_attached(words: str) -> bool:
    """Return whether `words` are the title over one attached unit: with its number."""
    return is_attached(words) and fold(words).strip(" :-=─—") not in get_words("attached")


@lru_cache(maxsize=8192)  # each line is asked by whoever may read it
def is_section(words: str) -> bool:
    """Return whether `words` are a heading of a list: CHARACTERS, Battleline:, Attached Unit 1.

    A line of several headings, as Battleline / Infantry, is one too. It is cached, for each line is
    asked by whoever may read it.
    """
    if not words or len(words) > 60:
        return False
    if is_attached(words):
        return True
    parts = [part.strip(" :-=─—") for part in fold(words).split("/")]
    return all(part in get_words("sections") for part in parts)


@cache
def _list_footers() -> tuple[str, ...]:
    """Return the folded beginnings of lines that programs write at the end of a list, sorted."""
    return tuple(sorted(get_words("footers")))


def is_footer(words: str) -> bool:
    """Return whether `words` begin like a line that programs write at the end of a list."""
    return fold(words).startswith(_list_footers())


@lru_cache(maxsize=1024)
def is_keyword_label(label: str) -> bool:
    """Return whether `label` is one that stands before keywords of a unit.

    Examples: Keyword, Faction Keywords, Mots-clés, Houndpack Lance Keyword.
    """
    return (
        len(label) <= 80
        and "," not in label
        and fold(label).rstrip().endswith(tuple(get_words("keywords")))
    )


def split_label(words: str) -> tuple[str, str] | None:
    """Return the label and the rest of `words`, or None where there is no label.

    ("Enhancement: X") gives ("enhancement", "X"); the label is folded.
    """
    left, colon, right = words.partition(":")
    return (fold(left), right.strip()) if colon and left.strip() else None
