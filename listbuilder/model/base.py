"""The base of all models (frozen and strict), and the way names are compared."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Any, ClassVar, dataclass_transform

import msgspec

Path = tuple[str | int, ...]


def get_at_path(data: Any, path: Path) -> Any:
    """Return the value at `path` in nested `data`, or None if nothing is there."""
    for part in path:
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            return None
    return data


@dataclass_transform(
    frozen_default=True, field_specifiers=(msgspec.field,)
)  # else mypy takes subclasses for mutable
class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A frozen value read from data. Unknown keys are an error, defaults are not written back."""

    MOVED: ClassVar[dict[str, str]] = {}
    """Keys of related files that this one does not have, by dotted path, and how each is written
    here.
    """


def make_id_from_name(name: str) -> str:
    """Return `name` in the form of an id of the data: "Take and Hold" becomes "take-and-hold"."""
    return fold(name).replace("'", "").replace(" ", "-")


# Apostrophes and hyphens as people, phones and apps write them.
_SAME = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "´": "'", "`": "'", "‐": "-", "‑": "-", "–": "-", "—": "-"}
)
_SAME.update(str.maketrans({"\u00a0": " ", "\u202f": " "}))


_FIRST_MARK = "\u0300"  # of those that stand above or below the letter before them


def split_lines(text: str) -> list[str]:
    """Return the lines of `text`, which end as in every text editor.

    They end at a line feed, a carriage return, or both together.

    Other characters that end a line for Python stay part of the line.
    """
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@lru_cache(maxsize=65536)
def fold(name: str) -> str:
    """Return the form of `name` used for comparison, in which all its spellings are equal.

    It has no upper case and no accents, and only one kind of apostrophe, hyphen and space.
    """
    text = name.translate(_SAME)
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text)
        for mark in {
            character
            for character in text
            if character >= _FIRST_MARK and unicodedata.combining(character)
        }:
            text = text.replace(mark, "")
    return " ".join(text.casefold().split())
