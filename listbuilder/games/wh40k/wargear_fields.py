"""The fields of the builder for size and wargear of a unit.

Only what the datasheet allows is offered; the exact search decides that.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import msgspec

from listbuilder.games.common.editor import Field, Option, Text
from listbuilder.games.wh40k.army import MusterUnit
from listbuilder.games.wh40k.sizes import (
    count_models,
    find_nearest_composition,
    list_legal_totals,
    make_default_groups,
)
from listbuilder.games.wh40k.wargear_swaps import (
    Items,
    Swap,
    change_count,
    count_taken,
    list_items,
    make_bag,
    merge_swaps,
    yield_swaps,
)
from listbuilder.model.army import Group
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.edit import Edit, Step
from listbuilder.model.limits import MOST_FIELDS
from listbuilder.wargear import check as wargear
from listbuilder.wargear import loadout
from listbuilder.wargear.limits import make_sentence_args


def list_size_options(data: Any, unit: MusterUnit) -> list[Option]:
    """Return an option for each legal size of the unit, and for the size it has."""
    return [
        Option(
            label=Text("models", {"count": total}),
            edit=make_models_edit(unit, resize_unit(unit, total)),
            chosen=total == unit.models,
        )
        for total in sorted({*list_legal_totals(unit.datasheet), unit.models})
    ]


def resize_unit(unit: MusterUnit, total: int) -> int | list[Group]:
    """Return the unit's models at a size of `total`, with their wargear if possible.

    A kind of model keeps its wargear if all its models carried the same and the result is allowed;
    otherwise all models get default wargear. The plain number `total` is returned if the roster
    does not say what the models carry.
    """
    if all(group.wargear is None for group in unit.groups):
        return total
    sheet = unit.datasheet
    before = {fold(group.model): group for group in merge_groups(sheet, unit.groups)}
    groups = []
    for new in make_default_groups(sheet, total):
        old = before.get(fold(new.model))
        items = (old.wargear or {}) if old is not None else {}
        wargear_now: Items | None = None
        if old is not None and all(count % old.count == 0 for count in items.values()):
            wargear_now = {item: count // old.count * new.count for item, count in items.items()}
        groups.append(Group(new.model, new.count, wargear_now))
    if not is_allowed(sheet, groups):
        bare = [Group(group.model, group.count) for group in groups]
        groups = fill_wargear(sheet, bare)
    return fill_wargear(sheet, groups)


def yield_model_count_fields(data: Any, unit: MusterUnit) -> Iterator[Field]:
    """Yield a field for the number of models of each kind that may vary.

    Nothing is yielded if at most one kind may vary and the datasheet has just one composition: then
    the size of the unit decides.
    """
    lines = find_nearest_composition(unit.datasheet, unit.groups)
    free = [line for line in lines if line.min != line.max]
    if len(free) < 2 and len(unit.datasheet.alternatives) < 2:
        return
    counts = count_models(unit.groups)
    every_line = list(chain.from_iterable(unit.datasheet.alternatives))
    varying = {fold(line.name): line for line in every_line if line.min != line.max}
    for key, line in varying.items():
        alike = [other for other in every_line if fold(other.name) == key]
        most = max(other.max for other in alike)
        least = min(other.min for other in alike)
        now = counts[key]

        def list_count_options(
            key: str = key,
            name: str = line.name,
            least: int = least,
            most: int = most,
            now: int = now,
        ) -> list[Option]:
            """Return an option for each number from `least` to `most` of the models of one kind."""
            return [
                Option(
                    label=Text("models", {"count": count}),
                    edit=make_models_edit(unit, _set_model_count(unit, name, count)),
                    chosen=count == now,
                )
                for count in range(least, most + 1)
            ]

        yield Field(
            key="model_count",
            args={"model": line.name},
            value=Text("models", {"count": now}),
            options=list_count_options,
        )


def _set_model_count(unit: MusterUnit, model: str, count: int) -> list[Group]:
    """Return the groups of the unit with `count` models of the kind `model`.

    Models of that kind get default wargear; the others keep theirs.
    """
    merged = merge_groups(unit.datasheet, unit.groups)
    groups = [group for group in merged if fold(group.model) != fold(model)]
    if count:
        groups.append(Group(model, count))
    return fill_wargear(unit.datasheet, groups)


def yield_wargear_fields(data: Any, unit: MusterUnit) -> Iterator[Field]:
    """Yield the fields for what each group of models may carry instead or in addition.

    If the roster lists wargear of the unit, there is a last field to go back to the default.
    """
    sheet = unit.datasheet
    groups = fill_wargear(sheet, unit.groups)
    for place, group in enumerate(groups):
        heading = Text("wargear")
        if len(groups) > 1:
            heading = Text("models_of", {"count": group.count, "name": group.model})
        choice = _GroupChoice(unit, groups, place, heading)
        swaps = list(yield_swaps(sheet, group.model))
        if swaps and group.count == 1:
            yield from _yield_single_model_fields(choice, swaps)
        elif swaps:
            yield from _yield_group_fields(choice, swaps)
    if any(group.wargear is not None for group in unit.groups):
        bare = [Group(group.model, group.count) for group in groups]
        back = make_models_edit(unit, unit.models if unit.size_as_number else bare)
        yield Field(
            key="default_wargear",
            value=Text("changed"),
            options=lambda: [Option(label=Text("back_to_default"), edit=back)],
        )


class _GroupChoice(msgspec.Struct, frozen=True):
    """A group of models in a unit, at index `place` of `groups`, whose wargear can be chosen."""

    unit: MusterUnit
    groups: list[Group]
    place: int
    heading: Text

    @property
    def group(self) -> Group:
        """The group of models whose wargear can be chosen."""
        return self.groups[self.place]

    @property
    def items(self) -> Items:
        """The items that the group carries, in a new dictionary."""
        return dict(self.group.wargear or {})

    def make_option(self, label: Text, items: Items | None, *, chosen: bool) -> Option | None:
        """Return the option that gives the group `items`, or None if it isn't legal.

        `items` is None if there is no such wargear; that is no legal option either. The chosen
        option is returned in any case, with an empty edit if `items` is None.
        """
        after = None
        if items is not None:
            after = [
                *self.groups[: self.place],
                Group(self.group.model, self.group.count, items),
                *self.groups[self.place + 1 :],
            ]
        if not chosen and not (after and is_allowed(self.unit.datasheet, after)):
            return None
        return Option(
            label=label,
            edit=make_models_edit(self.unit, after) if after else Edit(()),
            chosen=chosen,
        )

    def count_taken(self, swap: Swap) -> int:
        """Return how many models of the group have made `swap`, by what the group carries."""
        return count_taken(self.unit.datasheet, self.groups, self.place, swap)


def _yield_single_model_fields(at: _GroupChoice, swaps: Sequence[Swap]) -> Iterator[Field]:
    """Yield the wargear fields of a single model: each replacement and each addition."""
    for swaps_alike in _group_swaps(
        swaps, lambda swap: make_bag(swap.gone) if swap.gone else swap.bullets
    ):
        alike = merge_swaps(swaps_alike)
        yield _make_alternatives_field(at, alike)


def _group_swaps(swaps: Sequence[Swap], key: Callable[[Swap], Hashable]) -> list[list[Swap]]:
    """Return the swaps in lists of equal `key`, in the order in which the keys first occur."""
    found: dict[Hashable, list[Swap]] = {}
    for swap in swaps:
        found.setdefault(key(swap), []).append(swap)
    return list(found.values())


def _list_added_items(swaps: Sequence[Swap]) -> list[str]:
    """Return the items that any of the swaps adds, each once."""
    return list(dict.fromkeys(item for swap in swaps for item in swap.come))


def _make_alternatives_field(at: _GroupChoice, swaps: Sequence[Swap]) -> Field:
    """Return the field in which one of several swaps, or none, is chosen for the models.

    The field is named by the items that the first swap replaces; if it replaces none, by the items
    that the swaps add.
    """
    best = max(swaps, key=lambda swap: (at.count_taken(swap), sum(swap.come.values())))
    current = best if at.count_taken(best) else None
    usual = list_items(swaps[0].gone)

    def list_options() -> list[Option]:
        """Return an option for no swap and for each swap that is allowed, and the one chosen
        now.
        """
        bare = current.apply_to(at.items, -1) if current else at.items
        options: list[Option] = []
        for swap in (None, *swaps):
            items = bare
            if swap and bare is not None:
                items = swap.apply_to(bare, 1)
            option = at.make_option(_label_swap(swap, usual), items, chosen=swap is current)
            if option is not None:
                options.append(option)
        return options

    args = {"gone": usual} if usual else {"gone": usual, "come": _list_added_items(swaps)}
    value = _label_swap(current, usual)
    return Field(
        key="instead_of" if usual else "extra",
        args=args,
        value=value,
        options=list_options,
        group=at.heading,
    )


def _label_swap(swap: Swap | None, usual: list[str]) -> Text:
    """Return the label of a swap, which names the items it adds.

    None stands for no swap; its label names `usual`, the items that the swap would replace.
    """
    if swap is None:
        return Text("as_it_is", {"items": usual}) if usual else Text("none")
    return Text("items", {"items": list_items(swap.come)}) if swap.come else Text("nothing_instead")


def _yield_group_fields(at: _GroupChoice, swaps: Sequence[Swap]) -> Iterator[Field]:
    """Yield the fields for how many models of a group make each swap.

    An option with more than `MOST_FIELDS` swaps gets one field, in which one swap is chosen.
    """
    crowded: list[list[Swap]] = []
    counted: list[Swap] = []
    for alike in _group_swaps(swaps, lambda swap: swap.bullets):
        if len(alike) > MOST_FIELDS:
            crowded.append(alike)
        else:
            counted += alike
    in_order = [swap for swap in swaps if swap in counted]
    for swap in merge_swaps(in_order):
        yield _make_count_field(at, swap)
    for alike in crowded:
        yield _make_alternatives_field(at, merge_swaps(alike))


def _make_count_field(at: _GroupChoice, swap: Swap) -> Field:
    """Return the field for how many models of a group make `swap`, up to the number that may."""
    now, everybody = at.count_taken(swap), at.group.count
    most, rule = _find_swap_limit(at, swap)

    def make_label(count: int) -> Text:
        """Return the label "`count` of all", with the largest number that may make the swap."""
        return Text("of", {"count": count, "all": everybody, "most": max(most, now)})

    def list_options() -> list[Option]:
        """Return an option for each allowed number of models, and the one chosen now."""
        options: list[Option] = []
        for count in range(max(most, now) + 1):
            items = swap.apply_to(at.items, count - now)
            option = at.make_option(make_label(count), items, chosen=count == now)
            if option is not None:
                options.append(option)
        return options

    key = "leave"
    if swap.come:
        key = "swap" if swap.gone else "take"
    args: dict[str, Any] = {"gone": list_items(swap.gone), "come": list_items(swap.come)}
    if rule:
        args["rule"] = rule
    return Field(key=key, args=args, value=make_label(now), options=list_options, group=at.heading)


def _find_swap_limit(at: _GroupChoice, swap: Swap) -> tuple[int, Text | None]:
    """Return how many models may make the swap, and the text of the rule that says so.

    The numbers of several options that allow the swap are added up. The text is None if these have
    different rules, or a rule that needs no text.
    """
    frame = wargear.get_frame_of_groups(at.unit.datasheet, at.groups)
    limits_with_rules: list[tuple[int, Text | None]] = []
    for number in swap.bullets:
        if number not in frame.usable:
            limits_with_rules.append((0, None))
            continue
        bullet = next(kit_bullet for kit_bullet in frame.kit.bullets if kit_bullet.index == number)
        limits = {
            "count": frame.limits[bullet.index],
            "each_max": frame.get_alternative_limit(bullet),
        }
        own = [(limit, rule) for rule, limit in limits.items() if limit is not None]
        if own:
            limit, rule = min(own)
            text = _describe_limit(make_sentence_args(frame, bullet, rule))
            limits_with_rules.append((limit, text))
        else:
            limits_with_rules.append((at.group.count, None))
    most = min(sum(limit for limit, _ in limits_with_rules), at.group.count)
    texts = {repr(text) for _, text in limits_with_rules}
    return most, limits_with_rules[0][1] if len(texts) == 1 else None


def _describe_limit(numbers: Mapping[str, int | str]) -> Text | None:
    """Return the text of a limit such as "1 for every 5 models"; None for other limits."""
    if "per" not in numbers:
        return None
    allowed_number, per = numbers.get("each", numbers.get("count")), numbers["per"]
    if "per_model" in numbers:
        return Text(
            "for_every_model", {"many": allowed_number, "per": per, "model": numbers["per_model"]}
        )
    return Text("for_every", {"many": allowed_number, "per": per})


def is_allowed(sheet: Datasheet, groups: Sequence[Group]) -> bool:
    """Return whether the wargear of the groups is legal, or can't be judged, by the datasheet."""
    given = [loadout.Group(group.model, group.count, group.wargear) for group in groups]
    return wargear.check_wargear(sheet, given, explained=False).status != "illegal"


def merge_groups(sheet: Datasheet, groups: Sequence[Group]) -> list[Group]:
    """Return one group for each kind of model, with the wargear of all its models added up."""
    by_model: dict[str, Group] = {}
    for group in fill_wargear(sheet, groups):
        old = by_model.get(fold(group.model))
        items = dict(old.wargear or {}) if old else {}
        for item, count in (group.wargear or {}).items():
            change_count(items, item, count)
        by_model[fold(group.model)] = Group(
            group.model, group.count + (old.count if old else 0), items
        )
    return list(by_model.values())


def fill_wargear(sheet: Datasheet, groups: Sequence[Group]) -> list[Group]:
    """Return the groups, each with its wargear; a group without any gets the default wargear."""
    given = [loadout.Group(group.model, group.count, group.wargear) for group in groups]
    usual = loadout.get_default_wargear(sheet, given)
    return [
        Group(group.model, group.count, group.wargear if group.wargear is not None else items)
        for group, items in zip(groups, usual, strict=True)
    ]


def make_models_edit(unit: MusterUnit, models: int | Sequence[Group]) -> Edit:
    """Return the edit that sets the `models` of the unit's entry to a number or to groups."""
    value: Any = models
    if not isinstance(models, int):
        value = [
            {"model": group.model, "count": group.count}
            | ({} if group.wargear is None else {"wargear": dict(group.wargear)})
            for group in models
        ]
    return Edit((Step("set", (*unit.path, "models"), value),))
