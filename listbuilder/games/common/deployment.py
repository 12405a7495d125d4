"""The reading of a roster's `formations` block: every name is looked up, once, for all games."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from listbuilder.games.common.roster_values import resolve_one
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.army import Army
from listbuilder.model.base import Path
from listbuilder.model.deployment import Declarations
from listbuilder.model.problem import Problem
from listbuilder.yamlio.reader import YamlDocument

BLOCK = "formations"
LISTS = ("strategic_reserves", "reserves", "hover", "split")


def read_declarations(
    army: Army,
    given: Mapping[str, Any],
    document: YamlDocument,
    problems: list[Problem],
    unread: Collection[str] = (),
    attached_at: Path = (BLOCK, "attached"),
    wholes: Collection[str] = (),
) -> None:
    """Set the declarations and mentions of `army` from the roster's `formations` block.

    Every unit name is looked up. Unknown or ambiguous names are added to `problems` and left out.
    `unread`: ids of units that could not be read; a problem speaks of each already. `attached_at`:
    the path of the attachments. `wholes`: ids of units that are split, of which only the parts can
    be named.
    """
    unit_ids = {unit.id for unit in army.standing_units}
    doubtful: set[str] = set()

    def add_problem(key: str, path: Path, **args: object) -> None:
        """Add the problem `key` at `path` of the roster."""
        problems.append(document.make_problem(key, path, **args))

    def resolve_unit(name: str, path: Path) -> str:
        """Return the id of the unit called `name`, or `name` itself if it can't be told.

        A unit may be given by its name if only one has that name. If several have, a problem at
        `path` is added.
        """
        if name in unit_ids:
            return name
        names = {unit.id: unit.name for unit in army.standing_units}
        unit_id = resolve_one(name, path, [names], add_problem)
        if unit_id is None:
            doubtful.add(name)
        return unit_id or name

    def is_known(name: str, path: Path, is_key: bool = False) -> bool:
        """Return whether `name` is the id of a unit; if not, add a problem at `path`.

        No problem is added if another one already speaks of that name. `is_key`: the name is a key
        of the map at `path`, not a value.
        """
        if name in unit_ids:
            return True
        if name in doubtful or _is_of_unread(name, unread):
            return False
        args: dict[str, object] = {"given": name}
        if name in wholes:
            key = "split_unit"
            args["parts"] = sorted(
                unit_id for unit_id in unit_ids if unit_id.startswith(f"{name}/")
            )
        else:
            key = "unknown_unit"
            args |= {"known": sorted(unit_ids), "near": find_nearest(name, unit_ids)}
        mark = document.find_key_mark(path) if is_key else document.find_mark(path)
        line, column = mark or (None, None)
        problems.append(
            Problem(key=key, args=args, file=document.file, line=line, column=column, path=path)
        )
        return False

    declarations = Declarations(attached_at=attached_at)
    army.mentions = {}
    for field, place in (("attached", attached_at), ("embarked", (BLOCK, "embarked"))):
        pairs = _restore_odd_keys(given.get(field) or {}, document, place, unit_ids)
        pairs = {unit: resolve_unit(partner, (*place, unit)) for unit, partner in pairs.items()}
        _read_pairs(army, place, pairs, is_known, getattr(declarations, field))
    for field in LISTS:
        entries = tuple(
            resolve_unit(entry, (BLOCK, field, number))
            for number, entry in enumerate(given.get(field) or ())
        )
        declarations.lengths[field] = len(entries)
        _read_list(army, declarations, field, entries, is_known)
    declarations.units = {unit.id: unit for unit in army.standing_units}
    army.declarations = declarations


def _read_pairs(
    army: Army,
    place: Path,
    given: Mapping[str, str],
    is_known: Callable[..., bool],
    into: dict[str, str],
) -> None:
    """Put the pairs of `given` with two known units into `into`, and record mentions.

    `place` is the path of the pairs in the roster. The path of each pair is added to the army's
    mentions of both units. `is_known` adds a problem for an unknown unit.
    """
    for unit, partner in given.items():
        path = (*place, unit)
        if not (is_known(unit, path, is_key=True) & is_known(partner, path)):
            continue
        into[unit] = partner
        for unit_id in {unit, partner}:
            army.mentions.setdefault(unit_id, []).append(path)


def _read_list(
    army: Army,
    declarations: Declarations,
    field: str,
    given: Collection[str],
    is_known: Callable[..., bool],
) -> None:
    """Put the known units of the list `field` into the declarations, and record the mentions.

    The path of each entry is added to the army's mentions of the unit. A unit that is listed a
    second time is recorded in `declarations.again`. `is_known` adds a problem for an unknown unit.
    """
    into: dict[str, Path] = getattr(declarations, field)
    for place, unit in enumerate(given):
        path = (BLOCK, field, place)
        if not is_known(unit, path):
            continue
        army.mentions.setdefault(unit, []).append(path)
        if unit in into:
            declarations.again[path] = unit
        else:
            into[unit] = path


def _restore_odd_keys(
    given: Mapping[str, str], document: YamlDocument, place: Path, known: set[str]
) -> Mapping[str, str]:
    """Return `given`, and the pairs left out of it because the id of a unit begins with `x-`.

    Keys `x-...` are the user's own and left out when a roster is read, but a unit's id may begin
    that way. `known` are the ids of all units, and `place` is the path of the pairs in `document`.
    """
    written = document.data
    for key in place:
        written = written.get(key) if isinstance(written, dict) else None
    if not isinstance(written, dict) or len(written) == len(given):
        return given
    return {
        unit: partner
        for unit, partner in written.items()
        if unit in given or (unit in known and isinstance(partner, str))
    }


def _is_of_unread(name: str, unread: Collection[str]) -> bool:
    """Return whether `name` is the id of a unit in `unread`, which could not be read.

    So is `lychguard-2` if `lychguard` is one: it would be the id of a second such unit.
    """
    stem, _, number = name.rpartition("-")
    return name in unread or (number.isdigit() and stem in unread)
