"""The models of a unit match its composition, and their number has a price."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.sizes import composition_of, count_models, default_groups, legal_totals, spans
from listbuilder.law.looks import LooksAt
from listbuilder.model.base import Model, fold
from listbuilder.model.bounds import GROUPS_KEPT
from listbuilder.model.datasheet import ModelLine
from listbuilder.model.edit import put
from listbuilder.model.finding import Finding, Fix

LOOKS_AT: LooksAt = "each"


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    for unit in army.muster_units:
        models = tuple([(group.model, group.count) for group in unit.groups])
        if models in unit.datasheet.sound and unit.points is not None:
            continue
        found = list(_unit(unit))
        if not found and len(models) <= GROUPS_KEPT:
            unit.datasheet.sound[models] = True
        yield from found


def _unit(unit: MusterUnit) -> Iterator[Finding]:
    sheet = unit.datasheet
    by_number = unit.size_as_number or not unit.stated_size
    if by_number and unit.models in sheet.totals and not sheet.composition_rules and unit.points is not None:
        return  # what stands for a bare number is made by the composition
    totals = legal_totals(sheet)
    path = (*unit.path, "models") if unit.stated_size else unit.path
    base = {"unit": unit.name, "count": unit.models}
    if unit.models not in totals:
        args = {**base, "sizes": spans(totals)}
        excess = min((abs(total - unit.models) for total in totals), default=0)
        fixes, about = _resize(unit, totals), unit.path
        yield Finding(key="total", path=path, args=args, units=(unit.id,), fixes=fixes, about=about, excess=excess)
        return
    counts = count_models(unit.groups)
    wrong = list(_wrong_lines(composition_of(unit.datasheet, unit.groups), counts))
    if wrong:
        line, count = wrong[0]
        allowed = str(line.min) if line.min == line.max else f"{line.min}-{line.max}"
        yield Finding(
            key="composition",
            path=path,
            args={**base, "model": line.name, "models": count, "allowed": allowed},
            units=(unit.id,),
            fixes=_reshape(unit, totals),
            about=unit.path,
        )
        return
    yield from _needs(unit, counts)
    if unit.points is None and not unit.price_unknown:
        yield Finding(key="no_price", path=path, args=base, units=(unit.id,), about=unit.path)


def _wrong_lines(lines: Sequence[ModelLine], counts: Counter[str]) -> Iterator[tuple[ModelLine, int]]:
    for line in lines:
        count = counts[fold(line.name)]
        if not line.min <= count <= line.max:
            yield line, count


def _needs(unit: MusterUnit, counts: Counter[str]) -> Iterator[Finding]:
    for rule in unit.datasheet.composition_rules:
        others = counts[fold(rule.needs.model)]
        if counts[fold(rule.model)] >= rule.count and others < rule.needs.min:
            args = {"unit": unit.name, "model": rule.model, "count": rule.count, "other": rule.needs.model}
            args |= {"min": rule.needs.min, "others": others}
            about, excess = (*unit.path, rule.model), rule.needs.min - others
            yield Finding(key="needs", path=(*unit.path, "models"), args=args, units=(unit.id,), about=about, excess=excess)


def _resize(unit: MusterUnit, totals: list[int]) -> tuple[Fix, ...]:
    """The nearest size, where the roster gives a bare number; the smaller one of two equally near."""
    if not totals or not (unit.size_as_number or not unit.stated_size):
        return ()
    nearest = min(totals, key=lambda total: (abs(total - unit.models), total))
    args = {"unit": unit.name, "count": nearest}
    return (Fix(key="resize", args=args, edit=put(nearest, *unit.path, "models")),)


def _reshape(unit: MusterUnit, totals: list[int]) -> tuple[Fix, ...]:
    """The same number of models in the usual composition, where that is one and no wargear would be lost."""
    if any(group.wargear for group in unit.groups):
        return ()
    groups = default_groups(unit.datasheet, unit.models)
    if list(_wrong_lines(composition_of(unit.datasheet, groups), count_models(groups))):
        return ()
    args = {"unit": unit.name, "count": unit.models}
    return (Fix(key="reshape", args=args, edit=put(unit.models, *unit.path, "models")),)
