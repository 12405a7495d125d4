"""What the models of a datasheet carry, and how that may be changed: the grammar of wargear options."""

from __future__ import annotations

from typing import Literal

import msgspec

from listbuilder.model.base import Model, fold


class ItemCount(Model):
    item: str
    count: int


Item = str | ItemCount


def item_name(item: Item) -> str:
    return item if isinstance(item, str) else item.item


def item_count(item: Item) -> int:
    return 1 if isinstance(item, str) else item.count


class SizeRange(Model):
    """Models in the unit. An option with it exists only at those sizes."""

    min: int | None = None
    max: int | None = None


class DefaultWargear(Model):
    """`model` is a model's name, `*` (every model) or `rest` (every model no counted row covers)."""

    model: str
    items: tuple[Item, ...]
    count: int | None = None
    per: int | None = None
    unit_size: SizeRange | None = None
    rest: bool = False
    adds: bool = False

    def is_of(self, model: str) -> bool:
        return fold(self.model) in ("*", fold(model))


class OptionModels(Model):
    """Which models an option reaches, how many of them, and what they must or must not carry."""

    which: str
    count: int | Literal["any", "all"] | None = None
    per: int | None = None
    per_model: str | None = None
    per_item: str | None = None
    unit_size: SizeRange | None = None
    has: tuple[str, ...] = ()
    has_any: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()


class EachMax(Model):
    """Each alternative at most `max` times per unit, or per `per` models."""

    max: int
    per: int | None = None


class Option(Model):
    """One bullet of the wargear options. `unparsed` ones only name items: the datasheet cannot be fully checked."""

    models: OptionModels | None = None
    required: bool = False
    replace: tuple[Item, ...] = ()
    replace_any: tuple[tuple[Item, ...], ...] = ()
    each: bool = False
    with_: tuple[tuple[Item, ...], ...] = msgspec.field(default=(), name="with")
    pick: int = 1
    pick_min: int | None = None
    duplicates: bool = False
    no_duplicates: tuple[str, ...] = ()
    each_max: EachMax | None = None
    model_max: dict[str, int] = {}
    model_excludes: tuple[tuple[str, str], ...] = ()
    pistol_rule: bool = False
    locks: tuple[str, ...] = ()
    all_or_none: bool = False
    exclusive: str | None = None
    exclusive_scope: Literal["unit"] | None = None
    shared_count: bool = False
    unparsed: bool = False
    items: tuple[str, ...] = ()
