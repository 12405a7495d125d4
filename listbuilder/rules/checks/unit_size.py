"""Check that the models of a unit match its composition, and that their number has a price."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.sizes import (
    count_models,
    find_nearest_composition,
    format_spans,
    list_legal_totals,
    make_default_groups,
)
from listbuilder.model.base import Model, fold
from listbuilder.model.datasheet import ModelLine
from listbuilder.model.edit import make_set_edit
from listbuilder.model.finding import Finding, Fix
from listbuilder.model.limits import GROUPS_KEPT
from listbuilder.rules.check_scope import LooksAt

LOOKS_AT: LooksAt = "each"


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    """Report units with a wrong number or mix of models, or a size that has no points cost.

    The datasheet remembers each mix of models without findings, so that it is not checked again.
    """
    for unit in army.muster_units:
        models = tuple([(group.model, group.count) for group in unit.groups])
        if models in unit.datasheet.legality_by_models and unit.points is not None:
            continue
        findings = list(_check_unit(unit))
        if not findings and len(models) <= GROUPS_KEPT:
            unit.datasheet.legality_by_models[models] = True
        yield from findings


def _check_unit(unit: MusterUnit) -> Iterator[Finding]:
    """Yield the findings on the size of one unit.

    A wrong total is reported alone, then a wrong mix of models alone; only then models that others
    require, and a missing price. A mix made from a bare number is made by the composition, so it
    can't contradict the composition.
    """
    sheet = unit.datasheet
    is_bare_number = unit.size_as_number or not unit.stated_size
    has_price = unit.points is not None
    if is_bare_number and has_price and unit.models in sheet.totals and not sheet.composition_rules:
        return  # what stands for a bare number is made by the composition
    totals = list_legal_totals(sheet)
    path = (*unit.path, "models") if unit.stated_size else unit.path
    common_args = {"unit": unit.name, "count": unit.models}
    if unit.models not in totals:
        args = {**common_args, "sizes": format_spans(totals)}
        excess = min((abs(total - unit.models) for total in totals), default=0)
        fixes, about = _make_resize_fixes(unit, totals), unit.path
        yield Finding(
            key="total",
            path=path,
            args=args,
            units=(unit.id,),
            fixes=fixes,
            about=about,
            excess=excess,
        )
        return
    counts = count_models(unit.groups)
    wrong = list(_list_wrong_lines(find_nearest_composition(unit.datasheet, unit.groups), counts))
    if wrong:
        line, count = wrong[0]
        allowed = str(line.min) if line.min == line.max else f"{line.min}-{line.max}"
        yield Finding(
            key="composition",
            path=path,
            args={**common_args, "model": line.name, "models": count, "allowed": allowed},
            units=(unit.id,),
            fixes=_make_reshape_fixes(unit, totals),
            about=unit.path,
        )
        return
    yield from _check_needs(unit, counts)
    if unit.points is None and not unit.has_unknown_price:
        yield Finding(
            key="no_price", path=path, args=common_args, units=(unit.id,), about=unit.path
        )


def _list_wrong_lines(
    lines: Sequence[ModelLine], counts: Counter[str]
) -> Iterator[tuple[ModelLine, int]]:
    """Yield each line of the composition with a wrong number of models, with that number."""
    for line in lines:
        count = counts[fold(line.name)]
        if not line.min <= count <= line.max:
            yield line, count


def _check_needs(unit: MusterUnit, counts: Counter[str]) -> Iterator[Finding]:
    """Yield a finding for each kind of model that requires more models of another kind."""
    for rule in unit.datasheet.composition_rules:
        others = counts[fold(rule.needs.model)]
        if counts[fold(rule.model)] >= rule.count and others < rule.needs.min:
            args = {
                "unit": unit.name,
                "model": rule.model,
                "count": rule.count,
                "other": rule.needs.model,
            }
            args |= {"min": rule.needs.min, "others": others}
            about, excess = (*unit.path, rule.model), rule.needs.min - others
            yield Finding(
                key="needs",
                path=(*unit.path, "models"),
                args=args,
                units=(unit.id,),
                about=about,
                excess=excess,
            )


def _make_resize_fixes(unit: MusterUnit, totals: list[int]) -> tuple[Fix, ...]:
    """Return the fix that sets the nearest legal size; of two equally near, the smaller.

    Empty if the roster lists models by name: only a bare number, or a size left open, is changed.
    """
    if not totals or not (unit.size_as_number or not unit.stated_size):
        return ()
    nearest = min(totals, key=lambda total: (abs(total - unit.models), total))
    args = {"unit": unit.name, "count": nearest}
    return (Fix(key="resize", args=args, edit=make_set_edit(nearest, *unit.path, "models")),)


def _make_reshape_fixes(unit: MusterUnit, totals: list[int]) -> tuple[Fix, ...]:
    """Return the fix that keeps the number of models but uses the usual mix of models.

    Empty if the unit states wargear, which would be lost, or if the usual mix is wrong as well.
    """
    if any(group.wargear for group in unit.groups):
        return ()
    groups = make_default_groups(unit.datasheet, unit.models)
    usual = find_nearest_composition(unit.datasheet, groups)
    if list(_list_wrong_lines(usual, count_models(groups))):
        return ()
    args = {"unit": unit.name, "count": unit.models}
    return (Fix(key="reshape", args=args, edit=make_set_edit(unit.models, *unit.path, "models")),)
