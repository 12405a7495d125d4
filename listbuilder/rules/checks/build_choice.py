"""Check that one of several units is chosen where a box offers a choice."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.boxed.army import BoxArmy, UnitChoice
from listbuilder.model.base import Model
from listbuilder.model.edit import Edit, Step, make_remove_edit, make_set_edit
from listbuilder.model.finding import Finding, Fix
from listbuilder.rules.fixes import drop_units


class Params(Model):
    pass


def check(army: BoxArmy, params: Params) -> Iterator[Finding]:
    """Report choices that are open, not on offer, or in conflict with the listed units.

    An open choice has the severity of the rule; everything else is an error.
    """
    is_any_given = any(choice.given is not None for choice in army.choices)
    for choice in army.choices:
        options = [part.name for part in choice.options]
        path = ("choices", choice.slot)
        args = {"given": choice.given_name, "units": options, "box": army.faction_name}
        if not choice.options:
            whole = len([other for other in army.choices if other.given is not None]) == 1
            fix = Fix(
                key="no_choice",
                args=args,
                edit=make_remove_edit("choices") if whole else make_remove_edit(*path),
            )
            yield Finding(
                key="none_offered",
                path=path,
                args=args,
                severity="error",
                fixes=(fix,),
                about=choice.slot,
            )
        elif choice.given is not None and choice.given not in {part.id for part in choice.options}:
            fixes = _make_choose_fixes(choice, is_any_given)
            yield Finding(
                key="not_offered",
                path=path,
                args=args,
                severity="error",
                fixes=fixes,
                about=choice.slot,
            )
        elif army.listed:
            yield from _check_listed(army, choice)
        elif choice.chosen is None:
            yield Finding(
                key="open",
                path=path,
                args=args,
                fixes=_make_choose_fixes(choice, is_any_given),
                about=choice.slot,
            )


def _check_listed(army: BoxArmy, choice: UnitChoice) -> Iterator[Finding]:
    """Yield a finding if the units listed in the roster contradict the choice between them.

    Reported: both units are listed, none is chosen or listed, or another unit is listed than
    chosen. Why: a roster that lists its units has chosen by listing one, so its written choice must
    agree.
    """
    surplus = [unit for unit in choice.listed if unit.surplus]
    listed_names = list(dict.fromkeys(unit.name for unit in choice.listed))
    if surplus:
        args = {"units": listed_names}
        ids = tuple(unit.id for unit in choice.listed)
        fix = drop_units(army, surplus)
        path, about, excess = surplus[0].path, choice.slot, len(surplus)
        yield Finding(
            key="both",
            path=path,
            args=args,
            units=ids,
            severity="error",
            fixes=(fix,),
            about=about,
            excess=excess,
        )
    elif (
        choice.listed
        and choice.given is not None
        and choice.chosen is not None
        and choice.chosen.id != choice.given
    ):
        unit = choice.listed[0]
        mismatch_args = {"unit": unit.name, "given": choice.given_name}
        fix = Fix(
            key="choose",
            args={"unit": unit.name},
            edit=make_set_edit(unit.part.id, "choices", choice.slot),
        )
        yield Finding(
            key="other_listed",
            path=unit.path,
            args=mismatch_args,
            units=(unit.id,),
            severity="error",
            fixes=(fix,),
        )
    elif not choice.listed and choice.given is None:
        fixes = tuple(
            Fix(
                key="add",
                args={"unit": part.name},
                edit=Edit((Step("insert", ("units", army.entries), {"unit": part.id}),)),
            )
            for part in choice.options
        )
        args = {"units": [part.name for part in choice.options]}
        yield Finding(
            key="neither_listed",
            path=("units",),
            args=args,
            severity="error",
            fixes=fixes,
            about=choice.slot,
        )


def _make_choose_fixes(choice: UnitChoice, has_choices: bool) -> tuple[Fix, ...]:
    """Return one fix for each option of `choice`, which writes that option down as chosen.

    `has_choices` says that the roster already has a map of choices; otherwise the fix makes it.
    """
    return tuple(
        Fix(
            key="choose",
            args={"unit": part.name},
            edit=make_set_edit(part.id, "choices", choice.slot)
            if has_choices
            else make_set_edit({choice.slot: part.id}, "choices"),
        )
        for part in choice.options
    )
