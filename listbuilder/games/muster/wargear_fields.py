"""Sizes and wargear of a unit as fields. Only what the datasheet allows is offered; the exact search decides that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any

from listbuilder.games.muster.army import MusterUnit
from listbuilder.games.muster.sizes import composition_of, count_models, default_groups, legal_totals
from listbuilder.games.shared.choices import Field, Option, Text
from listbuilder.games.shared.wargear import check as wargear
from listbuilder.games.shared.wargear import loadout
from listbuilder.model.army import Group
from listbuilder.model.base import fold
from listbuilder.model.bounds import MOST_COMBINATIONS, MOST_FIELDS
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.edit import Edit, Step
from listbuilder.model.wargear import Item, item_count, item_name
from listbuilder.model.wargear import Option as Bullet

Items = dict[str, int]


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
    """What each kind of model may carry instead or in addition."""
    sheet = unit.datasheet
    groups = filled(sheet, unit.groups)
    kinds = len({fold(group.model) for group in groups})
    for place, group in enumerate(groups):
        heading = Text("models_of", {"count": group.count, "name": group.model}) if kinds > 1 or len(groups) > 1 else None
        title = heading or Text("wargear")
        swaps = list(_swaps(sheet, group.model))
        if not swaps:
            continue
        for bullet_swaps in _by_bullet(swaps).values():
            if group.count == 1:
                yield _single(unit, groups, place, bullet_swaps, title)
            elif len(bullet_swaps) <= MOST_FIELDS:
                yield from (_count(unit, groups, place, swap, title) for swap in bullet_swaps)
            else:
                yield _single(unit, groups, place, bullet_swaps, title)
    if any(group.wargear is not None for group in unit.groups):
        back = models_edit(unit, unit.models if unit.size_as_number else [Group(g.model, g.count) for g in groups])
        yield Field(
            key="default_wargear",
            value=Text("changed"),
            options=lambda: [Option(label=Text("back_to_default"), edit=back)],
        )


class Swap:
    """One way of using an option on one model: what goes and what comes."""

    def __init__(self, bullet: int, gone: Items, come: Items) -> None:
        self.bullet = bullet
        self.gone = gone
        self.come = come

    def done(self, items: Mapping[str, int], times: int) -> Items | None:
        """The items of a group after so many more (or fewer) models have made it; None where there are not enough."""
        after = dict(items)
        for item, count in self.gone.items():
            _change(after, item, -times * count)
        for item, count in self.come.items():
            _change(after, item, times * count)
        return after if all(count > 0 for count in after.values()) else None


def _change(items: Items, item: str, by: int) -> None:
    name = next((each for each in items if fold(each) == fold(item)), item)
    items[name] = items.get(name, 0) + by
    if not items[name]:
        del items[name]


def _swaps(sheet: Datasheet, model: str) -> Iterator[Swap]:
    for number, bullet in enumerate(sheet.options):
        if bullet.unparsed or not bullet.models or not _reaches(sheet, bullet, model):
            continue
        for removal in bullet.replace_any or ((),):
            gone = _items((*bullet.replace, *removal))
            for come in _picks(bullet):
                yield Swap(number, gone, come)
            if not bullet.with_:
                yield Swap(number, gone, {})


def _reaches(sheet: Datasheet, bullet: Bullet, model: str) -> bool:
    which = fold(bullet.models.which) if bullet.models else ""
    if which in ("this", "*", "unit"):
        return True
    return which == fold(model)


def _picks(bullet: Bullet) -> list[Items]:
    alternatives = [_items(each) for each in bullet.with_]
    choose = combinations_with_replacement if bullet.duplicates else combinations
    found: list[Items] = []
    for size in range(bullet.pick_min or 1, bullet.pick + 1):
        for chosen in choose(alternatives, size):
            together: Items = {}
            for each in chosen:
                for item, count in each.items():
                    together[item] = together.get(item, 0) + count
            found.append(together)
            if len(found) >= MOST_COMBINATIONS:
                return found
    return found


def _items(items: Sequence[Item]) -> Items:
    counts: Items = {}
    for item in items:
        counts[item_name(item)] = counts.get(item_name(item), 0) + item_count(item)
    return counts


def _by_bullet(swaps: Sequence[Swap]) -> dict[int, list[Swap]]:
    found: dict[int, list[Swap]] = {}
    for swap in swaps:
        found.setdefault(swap.bullet, []).append(swap)
    return found


def taken(sheet: Datasheet, groups: Sequence[Group], place: int, swap: Swap) -> int:
    """How many models of the group have made the swap, as far as what they carry shows it."""
    group = groups[place]
    usual = loadout.default_wargear(sheet, [loadout.Group(each.model, each.count) for each in groups])[place]
    now = {fold(item): count for item, count in (group.wargear or {}).items()}
    default = {fold(item): count for item, count in usual.items()}
    signs = []
    for item in {fold(each): None for each in (*swap.come, *swap.gone)}:
        by = sum(count for each, count in swap.come.items() if fold(each) == item)
        by -= sum(count for each, count in swap.gone.items() if fold(each) == item)
        if by:  # what goes and comes again tells nothing
            signs.append((now.get(item, 0) - default.get(item, 0)) // by)
    return max(0, min((*signs, group.count))) if signs else 0


def _count(unit: MusterUnit, groups: list[Group], place: int, swap: Swap, heading: Text) -> Field:
    """How many of several models make one swap."""
    now = taken(unit.datasheet, groups, place, swap)
    most = groups[place].count

    def options() -> list[Option]:
        found = []
        for count in range(most + 1):
            items = swap.done(groups[place].wargear or {}, count - now)
            after = _replaced(groups, place, items) if items is not None else None
            if count == now or (after and allowed(unit.datasheet, after)):
                edit = models_edit(unit, after) if after else Edit(())
                found.append(Option(label=Text("of", {"count": count, "all": most}), edit=edit, chosen=count == now))
        return found

    key = "swap" if swap.gone and swap.come else ("take" if swap.come else "leave")
    args = {"gone": _listed(swap.gone), "come": _listed(swap.come)}
    return Field(key=key, args=args, value=Text("of", {"count": now, "all": most}), options=options, group=heading)


def _single(unit: MusterUnit, groups: list[Group], place: int, swaps: Sequence[Swap], heading: Text) -> Field:
    """What one model carries: as it was, or one of the alternatives."""
    sheet = unit.datasheet
    now = max(swaps, key=lambda swap: (taken(sheet, groups, place, swap), sum(swap.come.values())))
    current = now if taken(sheet, groups, place, now) else None
    usual = _listed(swaps[0].gone)

    def options() -> list[Option]:
        items: Items | None = dict(groups[place].wargear or {})
        bare = current.done(items or {}, -1) if current else items
        found = []
        for swap in (None, *swaps):
            items = (swap.done(bare, 1) if swap else bare) if bare is not None else None
            after = _replaced(groups, place, items) if items is not None else None
            if swap is current or (after and allowed(sheet, after)):
                edit = models_edit(unit, after) if after else Edit(())
                found.append(Option(label=_swap_label(swap, usual), edit=edit, chosen=swap is current))
        return found

    key = "instead_of" if swaps[0].gone else "extra"
    return Field(key=key, args={"gone": usual}, value=_swap_label(current, usual), options=options, group=heading)


def _swap_label(swap: Swap | None, usual: list[str]) -> Text:
    if swap is None:
        return Text("as_it_is", {"items": usual}) if usual else Text("none")
    return Text("items", {"items": _listed(swap.come)}) if swap.come else Text("nothing_instead")


def _listed(items: Items) -> list[str]:
    return [name for name, count in items.items() for _ in range(count)]


def allowed(sheet: Datasheet, groups: Sequence[Group]) -> bool:
    given = [loadout.Group(group.model, group.count, group.wargear) for group in groups]
    return wargear.check(sheet, given).status != "illegal"


def _replaced(groups: list[Group], place: int, items: Items) -> list[Group]:
    changed = list(groups)
    changed[place] = Group(groups[place].model, groups[place].count, items)
    return changed


def merged(sheet: Datasheet, groups: Sequence[Group]) -> list[Group]:
    """One group for each kind of model, with what all of them carry."""
    found: dict[str, Group] = {}
    for group in filled(sheet, groups):
        old = found.get(fold(group.model))
        items = dict(old.wargear or {}) if old else {}
        for item, count in (group.wargear or {}).items():
            _change(items, item, count)
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
