"""The units that split in two before the battle, as a roster says, and the ids of the parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from listbuilder.games.common.deployment import BLOCK, LISTS
from listbuilder.games.common.roster import RosterGroup
from listbuilder.games.common.roster_values import resolve_one
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.army import Army, Group, Unit
from listbuilder.model.base import Model, Path, fold
from listbuilder.model.limits import Count, Groups, Units, Word
from listbuilder.model.problem import Problem
from listbuilder.yamlio.reader import YamlDocument

KEY = "split"


class SplitUnit(Model):
    """A unit that is split when battle formations are declared.

    `unit` is its id. `into` gives the parts: a number of models for each part, or its models.
    """

    unit: Word
    into: Groups[Count | Groups[RosterGroup]]


SplitList = Units[Word | SplitUnit]


class Split(msgspec.Struct, kw_only=True):
    """A unit that the roster splits before the battle; `into`: the parts, where it says them."""

    unit: Unit
    path: Path
    # a group without a model's name is a bare number
    into: tuple[tuple[Group, ...], ...] | None = None
    again: bool = False  # named before


def read_splits(
    units: Sequence[Unit],
    given: Sequence[str | SplitUnit],
    document: YamlDocument,
    problems: list[Problem],
) -> list[Split]:
    """Return an entry for each known unit that the roster's list `formations.split` names.

    A unit that is named a second time has a further entry, marked as `again`. Unknown and ambiguous
    names are added to `problems`.
    """
    by_id = {unit.id: unit for unit in units}
    splits: list[Split] = []

    def add_problem(key: str, path: Path, **args: object) -> None:
        """Add the problem `key` at `path` of the roster."""
        problems.append(document.make_problem(key, path, **args))

    for place, entry in enumerate(given):
        path: Path = (BLOCK, KEY, place)
        written = entry if isinstance(entry, str) else entry.unit
        where = path if isinstance(entry, str) else (*path, "unit")
        called: str | None = written
        if written not in by_id:
            names = {unit.id: unit.name for unit in units}
            called = resolve_one(written, where, [names], add_problem)
        if called is None:
            continue
        unit = by_id.get(called)
        if unit is None:
            known = sorted(by_id)
            add_problem(
                "unknown_unit", where, given=written, known=known, near=find_nearest(written, known)
            )
            continue
        is_again = any(unit is split.unit for split in splits)
        into = None if isinstance(entry, str) else tuple(map(_make_part, entry.into))
        splits.append(Split(unit=unit, path=path, into=into, again=is_again))
    return splits


def _make_part(given: int | tuple[RosterGroup, ...]) -> tuple[Group, ...]:
    """Return the groups of models of one part; a bare number is one group without a name."""
    if isinstance(given, int):
        return (Group("", given),)
    return tuple(Group(group.model, group.count, group.wargear) for group in given)


def count_models_in_part(part: Sequence[Group]) -> int:
    """Return the number of models in a part."""
    return sum(group.count for group in part)


def make_part_id(unit_id: str, name: str) -> str:
    """Return the id of a part: `boyz/squad-1`, for the part `Squad 1` of the unit `boyz`."""
    slug = "-".join("".join(c for c in fold(name) if c.isalnum() or c in " -").split())
    return f"{unit_id}/{slug}"


def make_half_ids(unit: Unit) -> tuple[str, str]:
    """Return the ids of the two halves of `unit`, also if it isn't or can't be split."""
    return make_part_id(unit.id, "Squad 1"), make_part_id(unit.id, "Squad 2")


def add_unsplit_mentions(
    army: Army, units: Iterable[Unit], given: Mapping[str, Any], attached_at: Path
) -> None:
    """Add to the army's mentions where the roster names a half of a unit that isn't split.

    `units` are units that cannot be split, and `given` is the roster's `formations` block. Each
    place counts as a mention of the half and of its unit. `attached_at` is the path of the
    attachments.
    """
    wholes = {part: unit.id for unit in units for part in make_half_ids(unit)}

    def add_mention(name: str, path: Path) -> None:
        """Add `path` to the mentions of the half `name` and of its unit, if it is such a half."""
        if name in wholes:
            army.mentions.setdefault(name, []).append(path)
            army.mentions.setdefault(wholes[name], []).append(path)

    for field, place in (("attached", attached_at), ("embarked", (BLOCK, "embarked"))):
        for unit, partner in (given.get(field) or {}).items():
            add_mention(unit, (*place, unit))
            add_mention(partner, (*place, unit))
    for field in LISTS:
        for number, name in enumerate(given.get(field) or ()):
            add_mention(name, (BLOCK, field, number))


def replace_with_first_parts(
    attached: Mapping[str, str] | None, parts: Mapping[str, Sequence[Unit]]
) -> Mapping[str, str] | None:
    """Return `attached` with each split bodyguard replaced by its first part.

    `attached` maps the ids of attached units to those of their bodyguards. `parts` are the parts of
    the split units. The reason: a leader joins one of the parts, not the whole. None stays None.
    """
    if not attached or not parts:
        return attached
    return {
        leader: parts[host][0].id if host in parts else host for leader, host in attached.items()
    }


def add_whole_mentions(
    mentions: dict[str, list[Path]], splits: Sequence[Split], parts: Mapping[str, Sequence[Unit]]
) -> None:
    """Add to each split unit's mentions the path of its split and its parts' mentions.

    `mentions` are paths of the roster by unit; they are changed in place.
    """
    for split in splits:
        mentions.setdefault(split.unit.id, []).append(split.path)
    for whole, halves in parts.items():
        paths = mentions.setdefault(whole, [])
        for half in halves:
            paths.extend(path for path in mentions.get(half.id, ()) if path not in paths)
