"""The wargear of a datasheet: what its models carry by default, and the options that change it."""

# Without `from __future__ import annotations`: msgspec would compile each of these annotations
# again in every process, which takes a `check` longer than reading its data.

from typing import Literal

import msgspec

from listbuilder.model.base import Model, fold


class ItemCount(Model):
    item: str
    count: int


Item = str | ItemCount


def get_item_name(item: Item) -> str:
    """Return the name of `item`, which is either a name alone or a name with a count."""
    return item if isinstance(item, str) else item.item


def get_item_count(item: Item) -> int:
    """Return the count of `item`; 1 if it is a name alone."""
    return 1 if isinstance(item, str) else item.count


class SizeRange(Model):
    """The unit sizes to which this applies, in models.

    Without `min` or `max`, there is no limit on that side.
    """

    min: int | None = None
    max: int | None = None


class DefaultWargear(Model):
    """The wargear that models carry unless an option changes it.

    `model` is a model's name, `*` for every model, or `rest` for the models that no row with a
    `count` covers. With `count`, only that number of models carry the `items`; with `per` as
    well, that number for every `per` models in the unit. With `adds: true`, the items are added
    to those of the other rows.
    """

    model: str
    items: tuple[Item, ...]
    count: int | None = None
    per: int | None = None
    unit_size: SizeRange | None = None
    rest: bool = False
    adds: bool = False

    def is_for_model(self, model: str) -> bool:
        """Return whether this row applies to models called `model`, or to every model."""
        return fold(self.model) in ("*", fold(model))


class OptionModels(Model):
    """The models that can take an option.

    `which` is a model's name, `this` or `*` for any model, or `unit` for items of the whole
    unit. `count` is the maximum number of models (default: 1). `any` means no limit; `all`
    means that all of them take the option or none. With `per`, the limit applies for every
    `per` models in the unit. A model must carry all items in `has`, one of those in `has_any`,
    and none of those in `lacks`.
    """

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
    """The unit can take each alternative of the option at most `max` times.

    With `per`, the limit applies for every `per` models in the unit.
    """

    max: int
    per: int | None = None


class Option(Model):
    """One wargear option of the datasheet.

    A model gives up all items in `replace` and one set from `replace_any`, and gets from
    `pick_min` to `pick` of the sets in `with` (default for both: 1). `unparsed: true` marks an
    option that is only known by the names of its items; the wargear of such a datasheet can't
    be fully checked.
    """

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
