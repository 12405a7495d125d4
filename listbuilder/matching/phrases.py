"""The headings and other fixed phrases of lists, ready to compare with.

They are in phrases.yaml, and in list_languages.yaml for languages other than English.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, cast

import msgspec

from listbuilder.data import compiled
from listbuilder.model.base import fold
from listbuilder.yamlio import reader

_HERE = Path(__file__).parent
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


def load_data_file(name: str) -> Any:
    """Return the data of the YAML file `name`, which is in the folder of this module.

    It is taken from the file's compiled form if there is one.
    """
    file = _HERE / name
    raw = file.read_bytes()
    opened = compiled.load_compiled(
        file, raw, lambda read: encode_table(reader.read_yaml(read, str(file)).data), [""]
    )
    return msgspec.json.decode(opened.get_section(""))


def encode_table(data: Any) -> compiled.Sections:
    """Return the compiled form of the table `data`: one section with all of it."""
    return {"": compiled.encode_section(data)}


@cache
def load_phrases() -> dict[str, Any]:
    """Return the data of phrases.yaml, with the words of all languages of list_languages.yaml."""
    phrases = dict(load_data_file("phrases.yaml"))
    for language in load_data_file("list_languages.yaml").values():
        for key, words in language.get("words", {}).items():
            _get_row(phrases, key).extend(words)
    return phrases


def _get_row(phrases: dict[str, Any], key: str) -> list[str]:
    """Return the list of words that `key` names: a group, or `group.part`.

    In a group of several lists, a part is called by a word of its list.
    """
    group, _, part = key.partition(".")
    rows: Any = phrases[group]
    if isinstance(rows, dict):
        row = rows[part]
    elif part:
        row = next(words for words in rows if part in words)
    else:
        row = rows[0] if isinstance(rows[0], list) else rows
    return cast(list[str], row)


@cache
def get_words(key: str) -> frozenset[str]:
    """Return all words under `key` in phrases.yaml, folded, whatever their groups."""
    return frozenset(_flatten_words(load_phrases()[key]))


@cache
def get_group_by_word(key: str) -> dict[str, str]:
    """Return the name of the group for each folded word under `key` in phrases.yaml."""
    return {fold(word): str(name) for name, words in load_phrases()[key].items() for word in words}


def _flatten_words(node: Any) -> list[str]:
    """Return all texts in `node`, folded, however deep they are in lists and dictionaries."""
    if isinstance(node, str):
        return [fold(node)]
    children = node.values() if isinstance(node, dict) else node
    return [word for child in children for word in _flatten_words(child)]


@lru_cache(maxsize=8192)
def is_attached(words: str) -> bool:
    """Return whether `words` are a title above units that are attached to each other.

    Examples: Attached Units, Unité 1 Attachée, Attached Unit A [165 pts]. Brackets, numbers and
    single letters are ignored.
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
    """Return whether `words` are the title above one attached unit, such as Attached Unit 1.

    The title above all attached units has no number or letter.
    """
    return is_attached(words) and fold(words).strip(" :-=─—") not in get_words("attached")


@lru_cache(maxsize=8192)  # each line is asked by whoever may read it
def is_section(words: str) -> bool:
    """Return whether `words` are a heading of a list: CHARACTERS, Battleline:, and so on.

    So is a line of several headings, such as Battleline / Infantry. The result is cached, because
    several readers ask about each line.
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
    """Return whether `words` are a line that programs write at the end of a list.

    It begins with known words, or has the address of a page: where the list comes from.
    """
    return fold(words).startswith(_list_footers()) or "://" in words


@lru_cache(maxsize=1024)
def is_keyword_label(label: str) -> bool:
    """Return whether `label` stands before a unit's keywords on a line of a list.

    Examples: Keyword, Faction Keywords, Mots-clés, Houndpack Lance Keyword.
    """
    return (
        len(label) <= 80
        and "," not in label
        and fold(label).rstrip().endswith(tuple(get_words("keywords")))
    )


def split_label(words: str) -> tuple[str, str] | None:
    """Return (label, rest) of `words`, cut at the first colon, or None if there is no label.

    `Enhancement: X` gives ("enhancement", "X"); the label is folded.
    """
    left, colon, right = words.partition(":")
    return (fold(left), right.strip()) if colon and left.strip() else None
