"""The card of a unit: what its models carry, and its datasheet as numbers and names."""

from __future__ import annotations

import msgspec

from listbuilder.model.message_args import MessageArgs


class Load(msgspec.Struct, frozen=True):
    """`count` models that carry the same; `items` is what each of them carries."""

    count: int
    items: dict[str, int]


class Carried(msgspec.Struct, frozen=True, kw_only=True):
    """Models of one kind in a unit, with everything they carry.

    Without a model: what the unit has once.
    """

    model: str | None
    count: int
    items: dict[str, int]  # over all of them
    changed: dict[str, int] = {}  # so many of those by choice and not by default
    each: tuple[Load, ...] = ()  # model by model, where that can be told


class Row(msgspec.Struct, frozen=True):
    """A line of numbers.

    `item` is the piece of wargear it belongs to, `mode` one of several ways to use it.
    """

    name: str
    values: tuple[str, ...]
    keywords: tuple[str, ...] = ()
    item: str = ""
    mode: str = ""


class Table(msgspec.Struct, frozen=True):
    """Numbers under one title.

    `key` and the `head` of each number are words of games (table.*, stat.*).
    """

    key: str
    head: tuple[str, ...]
    rows: tuple[Row, ...]


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A datasheet as it counts for these units: only their weapons are on it."""

    name: str
    units: tuple[str, ...]  # ids
    tables: tuple[Table, ...] = ()
    wargear: tuple[str, ...] = ()  # what is carried and has no numbers
    abilities: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    faction_keywords: tuple[str, ...] = ()
    base_size: str = ""
    facts: tuple[tuple[str, MessageArgs], ...] = ()  # words of the game (show.*) with arguments
