"""Where a box offers one of several units, one of them is chosen."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.boxes.army import BoxArmy, Choice
from listbuilder.law.fixes import drop_units
from listbuilder.model.base import Model
from listbuilder.model.edit import Edit, Step, put, remove
from listbuilder.model.finding import Finding, Fix


class Params(Model):
    pass


def check(army: BoxArmy, params: Params) -> Iterator[Finding]:
    """What is still open is as severe as the rule says; what is wrong is an error."""
    taken = any(choice.given is not None for choice in army.choices)
    for choice in army.choices:
        options = [part.name for part in choice.options]
        path = ("choices", choice.slot)
        args = {"given": choice.given_name, "units": options, "box": army.faction_name}
        if not choice.options:
            whole = len([each for each in army.choices if each.given is not None]) == 1
            fix = Fix(key="no_choice", args=args, edit=remove("choices") if whole else remove(*path))
            yield Finding(key="none_offered", path=path, args=args, severity="error", fixes=(fix,), about=choice.slot)
        elif choice.given is not None and choice.given not in {part.id for part in choice.options}:
            fixes = _choose(choice, taken)
            yield Finding(key="not_offered", path=path, args=args, severity="error", fixes=fixes, about=choice.slot)
        elif army.listed:
            yield from _listed(army, choice)
        elif choice.chosen is None:
            yield Finding(key="open", path=path, args=args, fixes=_choose(choice, taken), about=choice.slot)


def _listed(army: BoxArmy, choice: Choice) -> Iterator[Finding]:
    """A roster that lists its units has chosen by that; its choice says the same."""
    surplus = [unit for unit in choice.listed if unit.surplus]
    here = list(dict.fromkeys(unit.name for unit in choice.listed))
    if surplus:
        args = {"units": here}
        ids = tuple(unit.id for unit in choice.listed)
        fix = drop_units(army, surplus)
        path, about, excess = surplus[0].path, choice.slot, len(surplus)
        yield Finding(key="both", path=path, args=args, units=ids, severity="error", fixes=(fix,), about=about, excess=excess)
    elif choice.listed and choice.given is not None and choice.chosen is not None and choice.chosen.id != choice.given:
        unit = choice.listed[0]
        said = {"unit": unit.name, "given": choice.given_name}
        fix = Fix(key="choose", args={"unit": unit.name}, edit=put(unit.part.id, "choices", choice.slot))
        yield Finding(key="other_listed", path=unit.path, args=said, units=(unit.id,), severity="error", fixes=(fix,))
    elif not choice.listed and choice.given is None:
        fixes = tuple(
            Fix(key="add", args={"unit": part.name}, edit=Edit((Step("insert", ("units", army.entries), {"unit": part.id}),)))
            for part in choice.options
        )
        args = {"units": [part.name for part in choice.options]}
        yield Finding(key="neither_listed", path=("units",), args=args, severity="error", fixes=fixes, about=choice.slot)


def _choose(choice: Choice, taken: bool) -> tuple[Fix, ...]:
    return tuple(
        Fix(
            key="choose",
            args={"unit": part.name},
            edit=put(part.id, "choices", choice.slot) if taken else put({choice.slot: part.id}, "choices"),
        )
        for part in choice.options
    )
