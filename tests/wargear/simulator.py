"""Wargear by the letter of the grammar: models as bags of items, to which the options are applied one after the other.

Nothing here is shared with the solver, and nothing is clever: it is what a player does at the table. `play` applies
options at random; `reachable` tries everything there is to try.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.wargear import Item, Option
from listbuilder.wargear.loadout import Group

Bag = Counter[str]


class Figure:
    """One model: its kind, what it carries, what is locked on it, and which options it has used."""

    def __init__(self, group: int, kind: str, bag: Bag) -> None:
        self.group, self.kind, self.bag = group, kind, bag
        self.locked: set[str] = set()
        self.used: set[int] = set()
        self.exclusive: set[str] = set()

    def copy(self) -> Figure:
        twin = Figure(self.group, self.kind, Counter(self.bag))
        twin.locked, twin.used, twin.exclusive = (
            set(self.locked),
            set(self.used),
            set(self.exclusive),
        )
        return twin

    @property
    def key(self) -> tuple[Any, ...]:
        marks = (frozenset(self.locked), frozenset(self.used), frozenset(self.exclusive))
        return (tuple(sorted((+self.bag).items())), *marks)


def bag(items: tuple[Item, ...]) -> Bag:
    found: Bag = Counter()
    for item in items:
        found[fold(item if isinstance(item, str) else item.item)] += (
            1 if isinstance(item, str) else item.count
        )
    return found


def start(sheet: Datasheet, groups: list[Group]) -> list[Figure]:
    """The models as they come: counted rows first, then the row of the name, `rest`, `*`; `adds` on top."""
    figures = [
        Figure(i, fold(g.model), Counter()) for i, g in enumerate(groups) for _ in range(g.count)
    ]
    size = len(figures)
    rows = [
        row
        for row in sheet.default_wargear
        if not row.unit_size or (row.unit_size.min or 0) <= size <= (row.unit_size.max or 99)
    ]
    for kind in {figure.kind for figure in figures}:
        waiting = [figure for figure in figures if figure.kind == kind]
        for row in rows:
            if row.count is not None and fold(row.model) == kind:
                for figure in waiting[: row.count * (size // row.per if row.per else 1)]:
                    figure.bag += bag(row.items)
                    waiting.remove(figure)
        plain = {
            fold(row.model): row for row in reversed(rows) if row.count is None and not row.adds
        }
        other = plain.get(kind) or plain.get("rest") or plain.get("*")
        for figure in waiting if other else ():
            assert other
            figure.bag += bag(other.items)
        for row in rows:
            if row.adds and fold(row.model) in (kind, "*"):
                for figure in figures:
                    if figure.kind == kind:
                        figure.bag += bag(row.items)
    return figures


class Table:
    """A datasheet at one size: what each option may do here."""

    def __init__(self, sheet: Datasheet, groups: list[Group]) -> None:
        self.sheet, self.groups = sheet, groups
        self.size = sum(group.count for group in groups)
        self.options = [
            (i, o)
            for i, o in enumerate(sheet.options)
            if o.models and not o.unparsed and self.exists(o)
        ]

    def exists(self, option: Option) -> bool:
        assert option.models
        sizes = option.models.unit_size
        return not sizes or (sizes.min or 0) <= self.size <= (sizes.max or 99)

    def reaches(self, option: Option, figure: Figure) -> bool:
        assert option.models
        which = fold(option.models.which)
        if which == "unit" and self.sheet.size.max > 1:
            return figure.kind == ""
        if option.models.count == "all" and which == "*" and not self.ever(option, figure.kind):
            return False
        return figure.kind != "" and (which in ("this", "*", "unit") or figure.kind == which)

    def ever(self, option: Option, kind: str) -> bool:
        """Whether models of this kind can have what the option replaces; "all models" are those who can."""
        seen: Bag = Counter()
        for row in self.sheet.default_wargear:
            seen += bag(row.items) if fold(row.model) in (kind, "*", "rest") else Counter()
        for other in self.sheet.options:
            if (
                other.models
                and other is not option
                and fold(other.models.which) in (kind, "*", "this")
            ):
                seen += sum((bag(choice) for choice in other.with_), Counter())
        return any(set(goes) <= set(seen) for goes in self.goes(option))

    def limit(self, option: Option) -> int:
        """How many models may take the option."""
        models = option.models
        assert models
        if models.count in ("any", "all"):
            return 99
        assert isinstance(models.count, int)
        if not models.per:
            return models.count
        size = self.size
        if models.per_model:
            size = sum(g.count for g in self.groups if fold(g.model) == fold(models.per_model))
        return models.count * (size // models.per)

    def each_limit(self, option: Option) -> int:
        if not option.each_max:
            return 99
        return option.each_max.max * (
            self.size // option.each_max.per if option.each_max.per else 1
        )

    def may(self, index: int, option: Option, figure: Figure) -> bool:
        """Whether the model may use the option now (apart from having what is replaced)."""
        assert option.models
        condition = option.models
        held = {item for item, n in figure.bag.items() if n > 0}
        own = option.exclusive if option.exclusive_scope is None else None
        return (
            self.reaches(option, figure)
            and index not in figure.used
            and (own is None or own not in figure.exclusive)
            and {fold(i) for i in condition.has} <= held
            and (not condition.has_any or bool({fold(i) for i in condition.has_any} & held))
            and not {fold(i) for i in condition.lacks} & held
        )

    def goes(self, option: Option) -> list[Bag]:
        return [bag((*option.replace, *items)) for items in option.replace_any or ((),)]

    def menus(self, option: Option) -> list[tuple[int, ...]]:
        """Every choice of alternatives one taking of the option allows."""
        never = {fold(item) for item in option.no_duplicates}
        found = []
        for count in range(option.pick_min or 1, option.pick + 1):
            for chosen in itertools.combinations_with_replacement(range(len(option.with_)), count):
                twice = {i for i in chosen if chosen.count(i) > 1}
                if twice and not option.duplicates:
                    continue
                if any(item in never for i in twice for item in bag(option.with_[i])):
                    continue
                found.append(chosen)
        return found

    def times(self, option: Option, figure: Figure) -> int:
        """How often one model may take the option within its one use."""
        assert option.models
        if option.models.per_item:
            return figure.bag[fold(option.models.per_item)]
        if figure.kind == "":
            return self.limit(option)
        if option.each:
            gone = [goes for goes in self.goes(option) if goes]
            return sum(min(figure.bag[item] // n for item, n in goes.items()) for goes in gone)
        return 1

    def take(
        self, index: int, option: Option, figure: Figure, takings: list[tuple[Bag, tuple[int, ...]]]
    ) -> bool:
        """Use the option: all that goes, goes from what the model had before. False: it cannot."""
        gone: Bag = Counter()
        come: Bag = Counter()
        for goes, chosen in takings:
            gone += goes
            for i in chosen:
                come += bag(option.with_[i])
        if any(figure.bag[item] < n or item in figure.locked for item, n in gone.items()):
            return False
        figure.bag -= gone
        figure.bag += come
        figure.used.add(index)
        figure.locked |= {fold(item) for item in option.locks}
        if option.exclusive and option.exclusive_scope is None:
            figure.exclusive.add(option.exclusive)
        return True

    def allowed(self, figure: Figure) -> bool:
        """The limits on one model after all options."""
        weapons = self.sheet.weapons
        ranged = {fold(w.item) for w in weapons if w.type == "ranged"}
        pistols = {fold(w.item) for w in weapons if "Pistol" in w.keywords}
        for _, option in self.options:
            if not self.reaches(option, figure):
                continue
            if any(figure.bag[fold(item)] > n for item, n in option.model_max.items()):
                return False
            if any(figure.bag[fold(item)] > 1 for item in option.no_duplicates):
                return False
            if any(figure.bag[fold(a)] and figure.bag[fold(b)] for a, b in option.model_excludes):
                return False
            if option.pistol_rule:
                guns = sum(n for item, n in figure.bag.items() if item in ranged)
                small = sum(n for item, n in figure.bag.items() if item in pistols)
                if small > 1 or guns > 2 or (guns == 2 and not small):
                    return False
        return True


def play(sheet: Datasheet, groups: list[Group], dice: random.Random) -> list[Group] | None:
    """Apply the options in a random order, each to random models within its limit. None: the dice broke a limit."""
    table = Table(sheet, groups)
    figures = [*start(sheet, groups), Figure(dice.randrange(len(groups)), "", Counter())]
    shared: Counter[str] = Counter()
    taken: set[str] = set()  # exclusive groups of the unit
    order = list(table.options)
    dice.shuffle(order)
    order.sort(key=lambda pair: dice.random() < 0.5 and bool(pair[1].models and pair[1].models.has))
    for index, option in order:
        if option.exclusive_scope == "unit" and option.exclusive in taken:
            continue
        if not option.required and dice.random() < 0.2:
            continue
        able = [figure for figure in figures if table.may(index, option, figure)]
        dice.shuffle(able)
        if option.models and option.models.count == "all":
            if len(able) < sum(table.reaches(option, f) for f in figures) or dice.random() < 0.5:
                continue
            want = len(able)
        else:
            cap = table.limit(option) - (
                shared[option.exclusive or ""] if option.shared_count else 0
            )
            want = max(0, min(cap, len(able))) if unlimited(option) else max(0, cap)
            want = want if option.required or dice.random() < 0.6 else dice.randint(0, want)
        done = _hand_out(table, index, option, able, want, dice)
        if done is None:
            return None
        if done and option.exclusive:
            taken.add(option.exclusive)
            shared[option.exclusive] += done if option.shared_count else 0
    if not all(table.allowed(figure) for figure in figures):
        return None
    return carried(groups, figures)


def unlimited(option: Option) -> bool:
    return bool(option.models and option.models.count in ("any", "all"))


def _hand_out(
    table: Table, index: int, option: Option, able: list[Figure], want: int, dice: random.Random
) -> int | None:
    """Let up to `want` of these models use the option; how many did. None: not all who must could."""
    used: Counter[int] = Counter()
    menus = table.menus(option)
    done = 0
    if option.all_or_none:
        size = len(option.with_)
        teams = min(want // size, len(able) // size, table.each_limit(option))
        for place in range(teams * size):
            if not table.take(
                index, option, able[place], [(table.goes(option)[0], (place % size,))]
            ):
                return None
            done += 1
        return done
    for figure in able:
        if done >= want:
            break
        choices = [
            m for m in menus if all(used[i] + m.count(i) <= table.each_limit(option) for i in m)
        ]
        times = table.times(option, figure)
        if not choices or not times:
            continue
        for _ in range(4):
            room = Counter(used)
            takings: list[tuple[Bag, tuple[int, ...]]] = []
            for _ in range(dice.randint(1, times)):
                chosen = dice.choice(choices)
                if all(room[i] + chosen.count(i) <= table.each_limit(option) for i in chosen):
                    takings.append((dice.choice(table.goes(option)), chosen))
                    room.update(chosen)
            if takings and table.take(index, option, figure, takings):
                used = room
                done += 1
                break
    if option.models and option.models.count == "all" and done < want:
        return None
    if option.required and done < min(table.limit(option), len(able)):
        return None
    return done


def carried(groups: list[Group], figures: list[Figure]) -> list[Group]:
    """The loadout as a roster writes it."""
    sums: list[Bag] = [Counter() for _ in groups]
    for figure in figures:
        sums[figure.group] += figure.bag
    return [
        Group(g.model, g.count, dict(sorted((+s).items())))
        for g, s in zip(groups, sums, strict=True)
    ]
