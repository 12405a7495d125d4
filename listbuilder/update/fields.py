"""The description of what `data update` compares, read from fields.yaml."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from listbuilder.yamlio import reader

Compare = Literal["text", "amount", "flag", "set", "list", "rows", "items", "options", "regiment"]
Decide = Literal["price", "structure", "profile", "by_hand"]


class Field(msgspec.Struct, frozen=True):
    """How one field of an entry is compared, and who may change it."""

    compare: Compare
    decide: Decide
    absent_is: object = None
    only: tuple[str, ...] = ()


class EntryKind(msgspec.Struct, frozen=True):
    """One kind of entry: the lists of a book (or of the entry it is `inside`) that hold it.

    `required` are the fields without which an entry can't be added.
    """

    lists: tuple[str, ...]
    fields: dict[str, Field]
    inside: str = ""
    required: tuple[str, ...] = ()


class _Description(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of fields.yaml: the shape of each game's books, and the shapes by name."""

    games: dict[str, str]
    shapes: dict[str, dict[str, EntryKind]]


@cache
def _load_description() -> _Description:
    """Return the content of fields.yaml."""
    file = Path(__file__).with_name("fields.yaml")
    document = reader.read_yaml(file.read_bytes(), str(file), reader.DATA_BYTES)
    return msgspec.convert(document.data, _Description)


def list_games() -> list[str]:
    """Return the ids of the games that `data update` can bring up to date."""
    return list(_load_description().games)


def get_shape(system: str) -> str:
    """Return the shape of the books of `system`, such as `wh40k`; "" for other games."""
    return _load_description().games.get(system, "")


def get_entry_kinds(system: str) -> dict[str, EntryKind]:
    """Return the kinds of entries in the books of `system`, by name; empty for other games."""
    description = _load_description()
    return description.shapes.get(description.games.get(system, ""), {})
