"""From the `formations` block of a roster to the army's Formations: every name is looked up, once, for all games."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from listbuilder.games.shared.values import one
from listbuilder.model.army import Army
from listbuilder.model.base import Path
from listbuilder.model.declaration import Declarations
from listbuilder.model.problem import Problem
from listbuilder.store.nearest import nearest
from listbuilder.store.reader import Document

BLOCK = "formations"
LISTS = ("strategic_reserves", "reserves", "hover", "split")


def declare(
    army: Army,
    given: Mapping[str, Any],
    document: Document,
    problems: list[Problem],
    unread: Collection[str] = (),
    attached_at: Path = (BLOCK, "attached"),
    wholes: Collection[str] = (),
) -> None:
    """Fills army.declarations and army.mentions. `unread`: ids of units that were not read; a problem speaks of each.
    `wholes`: ids of units that are split, which their parts are named for.
    """
    known = {unit.id for unit in army.standing_units}
    doubtful: set[str] = set()

    def fail(key: str, path: Path, **args: object) -> None:
        problems.append(document.problem(key, path, **args))

    def called(name: str, path: Path) -> str:
        """A unit may be named by what it is called, where only one is; the keys of a map are ids."""
        found = name if name in known else one(name, path, [{unit.id: unit.name for unit in army.standing_units}], fail)
        if found is None:
            doubtful.add(name)
        return found or name

    def knows(name: str, path: Path, is_key: bool = False) -> bool:
        if name not in known and name not in doubtful and not _of_unread(name, unread):
            line, column = document.key_mark(path) if is_key else document.mark(path) or (None, None)
            args = {"given": name, "known": sorted(known), "near": nearest(name, known)}
            key = "split_unit" if name in wholes else "unknown_unit"
            if name in wholes:
                args = {"given": name, "parts": sorted(each for each in known if each.startswith(f"{name}/"))}
            problems.append(Problem(key=key, args=args, file=document.file, line=line, column=column, path=path))
        return name in known

    declarations = Declarations(attached_at=attached_at)
    army.mentions = {}
    for field, place in (("attached", attached_at), ("embarked", (BLOCK, "embarked"))):
        pairs = _with_odd_keys(given.get(field) or {}, document, place, known)
        pairs = {unit: called(other, (*place, unit)) for unit, other in pairs.items()}
        _pairs(army, place, pairs, knows, getattr(declarations, field))
    for field in LISTS:
        entries = tuple(called(each, (BLOCK, field, number)) for number, each in enumerate(given.get(field) or ()))
        declarations.lengths[field] = len(entries)
        _entries(army, declarations, field, entries, knows)
    declarations.units = {unit.id: unit for unit in army.standing_units}
    army.declarations = declarations


def _pairs(army: Army, place: Path, given: Mapping[str, str], knows: Callable[..., bool], into: dict[str, str]) -> None:
    for unit, other in given.items():
        path = (*place, unit)
        if not (knows(unit, path, is_key=True) & knows(other, path)):
            continue
        into[unit] = other
        for each in {unit, other}:
            army.mentions.setdefault(each, []).append(path)


def _entries(army: Army, declarations: Declarations, field: str, given: Collection[str], knows: Callable[..., bool]) -> None:
    into: dict[str, Path] = getattr(declarations, field)
    for place, unit in enumerate(given):
        path = (BLOCK, field, place)
        if not knows(unit, path):
            continue
        army.mentions.setdefault(unit, []).append(path)
        if unit in into:
            declarations.again[path] = unit
        else:
            into[unit] = path


def _with_odd_keys(given: Mapping[str, str], document: Document, place: Path, known: set[str]) -> Mapping[str, str]:
    """Keys `x-...` are the user's own and left out when a roster is read, but a unit's id may begin like that."""
    written = document.data
    for key in place:
        written = written.get(key) if isinstance(written, dict) else None
    if not isinstance(written, dict) or len(written) == len(given):
        return given
    return {unit: other for unit, other in written.items() if unit in given or (unit in known and isinstance(other, str))}


def _of_unread(name: str, unread: Collection[str]) -> bool:
    """Also `lychguard-2`, which would be the id of a second one."""
    stem, _, number = name.rpartition("-")
    return name in unread or (number.isdigit() and stem in unread)
