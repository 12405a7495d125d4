"""Sizes and wargear of a unit as fields. Only what the datasheet allows is offered; the exact search decides that."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from listbuilder.games.muster.army import MusterUnit
from listbuilder.games.muster.sizes import composition_of, count_models, default_groups, legal_totals
from listbuilder.games.muster.wargear_swaps import Items, Swap, bag, change, listed, swaps_of, taken, together
from listbuilder.games.shared.choices import Field, Option, Text
from listbuilder.games.shared.wargear import check as wargear
from listbuilder.games.shared.wargear import loadout
from listbuilder.games.shared.wargear.frame import Frame
from listbuilder.games.shared.wargear.kit import Bullet as KitBullet
from listbuilder.games.shared.wargear.limits import words
from listbuilder.model.army import Group
from listbuilder.model.base import fold
from listbuilder.model.bounds import MOST_FIELDS
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.edit import Edit, Step


def sizes(data: Any, unit: MusterUnit) -> list[Option]:
    return [
        Option(label=Text("models", {"count": total}), edit=models_edit(unit, resized(unit, total)), chosen=total == unit.models)
        for total in sorted({*legal_totals(unit.datasheet), unit.models})
    ]


def resized(unit: MusterUnit, total: int) -> int | list[Group]:
    """As many models, armed as before where all models of a kind were armed alike and that is still allowed."""
    if all(group.wargear is None for group in unit.groups):
        return total
    sheet = unit.datasheet
    before = {fold(group.model): group for group in merged(sheet, unit.groups)}
    groups = []
    for new in default_groups(sheet, total):
        old = before.get(fold(new.model))
        even = old is not None and all(count % old.count == 0 for count in (old.wargear or {}).values())
        wargear_now = (
            {item: count // old.count * new.count for item, count in (old.wargear or {}).items()} if old and even else None
        )
        groups.append(Group(new.model, new.count, wargear_now))
    if not allowed(sheet, groups):
        groups = filled(sheet, [Group(each.model, each.count) for each in groups])
    return filled(sheet, groups)


def compositions(data: Any, unit: MusterUnit) -> Iterator[Field]:
    """A field for each kind of model, where more than one kind may vary in number."""
    lines = composition_of(unit.datasheet, unit.groups)
    free = [line for line in lines if line.min != line.max]
    if len(free) < 2 and len(unit.datasheet.alternatives) < 2:
        return
    counts = count_models(unit.groups)
    names = {fold(line.name): line for each in unit.datasheet.alternatives for line in each if line.min != line.max}
    for key, line in names.items():
        most = max(each.max for lines in unit.datasheet.alternatives for each in lines if fold(each.name) == key)
        least = min(each.min for lines in unit.datasheet.alternatives for each in lines if fold(each.name) == key)
        now = counts[key]

        def options(key: str = key, name: str = line.name, least: int = least, most: int = most, now: int = now) -> list[Option]:
            return [
                Option(
                    label=Text("models", {"count": count}),
                    edit=models_edit(unit, _with_count(unit, name, count)),
                    chosen=count == now,
                )
                for count in range(least, most + 1)
            ]

        yield Field(key="model_count", args={"model": line.name}, value=Text("models", {"count": now}), options=options)


def _with_count(unit: MusterUnit, model: str, count: int) -> list[Group]:
    groups = [group for group in merged(unit.datasheet, unit.groups) if fold(group.model) != fold(model)]
    if count:
        groups.append(Group(model, count))
    return filled(unit.datasheet, groups)


def fields(data: Any, unit: MusterUnit) -> Iterator[Field]:
    """What each kind of model may carry instead or in addition, each thing once."""
    sheet = unit.datasheet
    groups = filled(sheet, unit.groups)
    for place, group in enumerate(groups):
        heading = Text("models_of", {"count": group.count, "name": group.model}) if len(groups) > 1 else Text("wargear")
        swaps = list(swaps_of(sheet, group.model))
        if swaps and group.count == 1:
            yield from _of_one_model(_Place(unit, groups, place, heading), swaps)
        elif swaps:
            yield from _of_several(_Place(unit, groups, place, heading), swaps)
    if any(group.wargear is not None for group in unit.groups):
        back = models_edit(unit, unit.models if unit.size_as_number else [Group(g.model, g.count) for g in groups])
        yield Field(
            key="default_wargear",
            value=Text("changed"),
            options=lambda: [Option(label=Text("back_to_default"), edit=back)],
        )


class _Place(msgspec.Struct, frozen=True):
    """A group of a unit whose wargear is chosen."""

    unit: MusterUnit
    groups: list[Group]
    place: int
    heading: Text

    @property
    def group(self) -> Group:
        return self.groups[self.place]

    @property
    def items(self) -> Items:
        return dict(self.group.wargear or {})

    def option(self, label: Text, items: Items | None, *, chosen: bool) -> Option | None:
        """The option that the group carries these; None where that is not allowed."""
        after = None
        if items is not None:
            after = [*self.groups[: self.place], Group(self.group.model, self.group.count, items), *self.groups[self.place + 1 :]]
        if not chosen and not (after and allowed(self.unit.datasheet, after)):
            return None
        return Option(label=label, edit=models_edit(self.unit, after) if after else Edit(()), chosen=chosen)

    def taken(self, swap: Swap) -> int:
        return taken(self.unit.datasheet, self.groups, self.place, swap)


def _of_one_model(at: _Place, swaps: Sequence[Swap]) -> Iterator[Field]:
    """One list for each thing that can go, and each thing that can be added once."""
    for swaps_alike in _grouped(swaps, lambda swap: bag(swap.gone) if swap.gone else swap.bullets):
        alike = together(swaps_alike)
        yield _one_of(at, alike)


def _grouped(swaps: Sequence[Swap], key: Callable[[Swap], Hashable]) -> list[list[Swap]]:
    found: dict[Hashable, list[Swap]] = {}
    for swap in swaps:
        found.setdefault(key(swap), []).append(swap)
    return list(found.values())


def _all(swaps: Sequence[Swap]) -> list[str]:
    return list(dict.fromkeys(item for swap in swaps for item in swap.come))


def _one_of(at: _Place, swaps: Sequence[Swap]) -> Field:
    """What one model carries: as it was, or one of the alternatives."""
    best = max(swaps, key=lambda swap: (at.taken(swap), sum(swap.come.values())))
    current = best if at.taken(best) else None
    usual = listed(swaps[0].gone)

    def options() -> list[Option]:
        bare = current.done(at.items, -1) if current else at.items
        found = []
        for swap in (None, *swaps):
            items = (swap.done(bare, 1) if swap else bare) if bare is not None else None
            found.append(at.option(_swap_label(swap, usual), items, chosen=swap is current))
        return [option for option in found if option is not None]

    args = {"gone": usual} if usual else {"gone": usual, "come": _all(swaps)}
    value = _swap_label(current, usual)
    return Field(key="instead_of" if usual else "extra", args=args, value=value, options=options, group=at.heading)


def _swap_label(swap: Swap | None, usual: list[str]) -> Text:
    if swap is None:
        return Text("as_it_is", {"items": usual}) if usual else Text("none")
    return Text("items", {"items": listed(swap.come)}) if swap.come else Text("nothing_instead")


def _of_several(at: _Place, swaps: Sequence[Swap]) -> Iterator[Field]:
    """How many make each change; an option of very many alternatives is one field."""
    crowded = [alike for alike in _grouped(swaps, lambda swap: swap.bullets) if len(alike) > MOST_FIELDS]
    yield from (_count(at, swap) for swap in together([each for each in swaps if not any(each in alike for alike in crowded)]))
    yield from (_one_of(at, together(alike)) for alike in crowded)


def _count(at: _Place, swap: Swap) -> Field:
    """How many of several models make one change, of how many that may."""
    now, everybody = at.taken(swap), at.group.count
    most, rule = _most(at, swap)

    def label(count: int) -> Text:
        return Text("of", {"count": count, "all": everybody, "most": max(most, now)})

    def options() -> list[Option]:
        counts = range(max(most, now) + 1)
        found = [at.option(label(count), swap.done(at.items, count - now), chosen=count == now) for count in counts]
        return [option for option in found if option is not None]

    key = "swap" if swap.gone and swap.come else "take" if swap.come else "leave"
    args: dict[str, Any] = {"gone": listed(swap.gone), "come": listed(swap.come)} | ({"rule": rule} if rule else {})
    return Field(key=key, args=args, value=label(now), options=options, group=at.heading)


def _most(at: _Place, swap: Swap) -> tuple[int, Text | None]:
    """How many may, by the options alone, and the rule where there is one to tell."""
    frame = wargear.frame_at(at.unit.datasheet, at.groups)
    found: list[tuple[int, Text | None]] = []
    for number in swap.bullets:
        bullet = next(each for each in frame.kit.bullets if each.index == number)
        own = [(limit, rule) for rule in ("count", "each_max") if (limit := _limit(frame, bullet, rule)) is not None]
        if number not in frame.usable:
            found.append((0, None))
            continue
        limit, rule = min(own, default=(at.group.count, ""))
        found.append((limit, _rule(words(frame, bullet, rule)) if rule else None))
    told = found[0][1] if len({repr(rule) for _, rule in found}) == 1 else None
    return min(sum(limit for limit, _ in found), at.group.count), told


def _limit(frame: Frame, bullet: KitBullet, rule: str) -> int | None:
    return frame.limits[bullet.index] if rule == "count" else frame.each_most(bullet)


def _rule(numbers: Mapping[str, int | str]) -> Text | None:
    if "per" not in numbers:
        return None
    many, per = numbers.get("each", numbers.get("count")), numbers["per"]
    if "per_model" in numbers:
        return Text("for_every_model", {"many": many, "per": per, "model": numbers["per_model"]})
    return Text("for_every", {"many": many, "per": per})


def allowed(sheet: Datasheet, groups: Sequence[Group]) -> bool:
    given = [loadout.Group(group.model, group.count, group.wargear) for group in groups]
    return wargear.check(sheet, given, explained=False).status != "illegal"


def merged(sheet: Datasheet, groups: Sequence[Group]) -> list[Group]:
    """One group for each kind of model, with what all of them carry."""
    found: dict[str, Group] = {}
    for group in filled(sheet, groups):
        old = found.get(fold(group.model))
        items = dict(old.wargear or {}) if old else {}
        for item, count in (group.wargear or {}).items():
            change(items, item, count)
        found[fold(group.model)] = Group(group.model, group.count + (old.count if old else 0), items)
    return list(found.values())


def filled(sheet: Datasheet, groups: Sequence[Group]) -> list[Group]:
    """Every group with its wargear written out."""
    given = [loadout.Group(group.model, group.count, group.wargear) for group in groups]
    usual = loadout.default_wargear(sheet, given)
    return [
        Group(group.model, group.count, group.wargear if group.wargear is not None else items)
        for group, items in zip(groups, usual, strict=True)
    ]


def models_edit(unit: MusterUnit, models: int | Sequence[Group]) -> Edit:
    value: Any = models
    if not isinstance(models, int):
        value = [
            {"model": group.model, "count": group.count} | ({} if group.wargear is None else {"wargear": dict(group.wargear)})
            for group in models
        ]
    return Edit((Step("set", (*unit.path, "models"), value),))
