"""The rule of every unit: wargear is the default one, changed only by the datasheet's options."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.limits import GROUPS_KEPT, GUESSES, SPARE_MODELS
from listbuilder.wargear.composition import Cell, Frame
from listbuilder.wargear.encode import CLIP, FIELD, UNIT, WIDTH, Kit, get_kit
from listbuilder.wargear.loadout import LEGAL, Group, Verdict, Violation
from listbuilder.wargear.solve import find_assignment, find_extreme_count

NO_OPTIONS = frozenset({("options", 0)})
UNEXPLAINED = Verdict("illegal")


class EncodedGroups(msgspec.Struct, frozen=True):
    """The groups in the terms of the kit: a vector for each group, and what the unit keeps.

    A vector of None stands for the default wargear.
    """

    groups: tuple[Group, ...]
    keys: tuple[str, ...]
    vectors: tuple[int | None, ...]
    kept: int
    strange: tuple[Violation, ...]  # items that cannot be there at all; they are not in the vectors

    @property
    def counts(self) -> dict[str, int]:
        """The number of models of each kind, over all groups."""
        counts: dict[str, int] = {}
        for key, group in zip(self.keys, self.groups, strict=True):
            counts[key] = counts.get(key, 0) + group.count
        return counts


def check_wargear(sheet: Datasheet, groups: Sequence[Group], *, explained: bool = True) -> Verdict:
    """Return the verdict on whether some use of the options gives exactly this wargear.

    `groups` are the unit's models and what they carry. The unit uses each option once, and the
    order of the options is free. A group without wargear keeps the default of its models untouched.
    Numbers and kinds of models are not judged here. With `explained` false, the verdict has the
    same status, but its violations may be missing: finding them takes a hundred times as long as
    finding that there are some.
    """
    kit = get_kit(sheet)
    written = tuple(
        [
            (g.model, g.count, None if g.wargear is None else tuple(g.wargear.items()))
            for g in groups
        ]
    )
    if written in kit.legal:
        return LEGAL
    reading = read_groups(kit, groups, explained=explained)
    if isinstance(reading, Verdict):
        return reading
    if reading.strange:
        return _judge_reading(kit, reading, explained)
    # what the unit keeps is spoken of where the roster writes it
    where = written if reading.kept else None
    key = (
        tuple((k, g.count) for k, g in zip(reading.keys, groups, strict=True)),
        reading.vectors,
        reading.kept,
        where,
    )
    verdict = kit.verdicts.get(key)
    if verdict is None:
        verdict = _judge_reading(kit, reading, explained)
        if explained or verdict.status != "illegal":
            kit.verdicts[key] = verdict
    if verdict is LEGAL and len(groups) <= GROUPS_KEPT:
        kit.legal[written] = True
    return verdict if explained or verdict.status != "illegal" else UNEXPLAINED


def is_judged_size(sheet: Datasheet, models: int) -> bool:
    """Return whether a unit of `models` models is small enough to be judged model by model.

    A unit far beyond its largest size is refused for its size alone.
    """
    return models <= 2 * sheet.size.max + SPARE_MODELS


def read_groups(
    kit: Kit, groups: Sequence[Group], *, explained: bool = True
) -> EncodedGroups | Verdict:
    """Return the groups in the terms of the kit, or a verdict if they cannot be judged.

    They can't be judged with an unknown kind of model, far too many models, or an item that is both
    kept by the unit and carried by models. Items that cannot be there become violations. An unknown
    item is also counted as the item that was probably meant, so that one slip of the pen is one
    violation. With `explained` false, the first item that cannot be there ends the reading, and the
    verdict is "illegal" without reasons; this is not done if the datasheet's options are not all
    known.
    """
    keys = tuple(fold(group.model) for group in groups)
    if any(key not in kit.kinds for key in keys) or UNIT in keys:
        return Verdict("not_checked", "unknown_model")
    if not is_judged_size(kit.sheet, sum(group.count for group in groups)):
        return Verdict("not_checked", "too_many_models")
    if kit.kept & kit.carried:
        return Verdict("not_checked", "ambiguous_item")
    vectors: list[int | None] = []
    kept = 0
    strange: list[Violation] = []
    for place, (key, group) in enumerate(zip(keys, groups, strict=True)):
        vector = 0
        for item, count in (group.wargear or {}).items():
            index = kit.index.get(fold(item))
            if count and (
                count < 0
                or index is None
                or not (kit.kinds[key].items | kit.kept) >> WIDTH * index & FIELD
            ):
                if not explained and not kit.incomplete:
                    return UNEXPLAINED
                # what explains is loaded only where it is needed
                from listbuilder.wargear.explain import make_foreign_violation

                is_guessed = len(strange) < GUESSES
                violation = make_foreign_violation(kit, place, group, item, count, guess=is_guessed)
                strange.append(violation)
                # Taken for what it was probably meant to be, so that one slip of the pen is one
                # violation.
                index = None
                if violation.nearest and count > 0:
                    index = kit.index.get(fold(violation.nearest))
            if index is not None and kit.kept >> WIDTH * index & FIELD:
                kept += min(count, CLIP) << WIDTH * index
            elif index is not None:
                vector += min(count, CLIP) << WIDTH * index
        vectors.append(None if group.wargear is None else vector)
    return EncodedGroups(tuple(groups), keys, tuple(vectors), kept, tuple(strange))


def _judge_reading(kit: Kit, reading: EncodedGroups, explained: bool) -> Verdict:
    """Return the verdict on `reading`: legal, illegal with its violations, or not checked.

    If not all options of the datasheet are known, a unit is legal if it has its default wargear,
    and otherwise not checked. A datasheet that demands what it does not offer is not checked
    either. With `explained` false, the violations may be left out.
    """
    frame = get_frame(kit, reading.counts)
    if kit.incomplete:
        plain = Frame(kit, reading.counts, NO_OPTIONS)
        untouched = (
            not reading.strange
            and not find_fixed_violations(plain, reading)
            and not find_illegal_islands(plain, reading)
        )
        return LEGAL if untouched else Verdict("not_checked", "options_incomplete")
    constant = find_fixed_violations(frame, reading)
    islands = find_illegal_islands(frame, reading)
    if not (reading.strange or constant or islands):
        return LEGAL
    if not explained and all(
        find_extreme_count(frame, island, {}) is not None for island in islands
    ):
        return UNEXPLAINED
    from listbuilder.wargear.explain import explain_island

    violations = [*reading.strange, *constant]
    for island in islands:
        causes = explain_island(frame, reading.groups, island)
        if not causes:  # the datasheet asks for what it does not offer
            return Verdict("not_checked", "nothing_legal")
        violations.extend(causes)
    return Verdict("illegal", None, tuple(violations))


def get_frame(kit: Kit, counts: dict[str, int]) -> Frame:
    """Return the limits of the options for `counts` of models, made once and kept."""
    key = tuple(counts.items())
    frame = kit.frames.get(key)
    if frame is None:
        frame = kit.frames[key] = Frame(kit, counts)
    return frame


def get_frame_of_groups(sheet: Datasheet, groups: Sequence[Group]) -> Frame:
    """Return the limits of the options of `sheet` for a unit that consists of `groups`."""
    counts: dict[str, int] = {}
    for group in groups:
        counts[fold(group.model)] = counts.get(fold(group.model), 0) + group.count
    return get_frame(get_kit(sheet), counts)


def make_cells(frame: Frame, reading: EncodedGroups) -> list[Cell]:
    """Return the cells to decide: each group in each part, and what the unit keeps.

    A group without wargear makes cells that keep their default.
    """
    kit = frame.kit
    cells = [
        Cell(i, kit.kinds[key], part, group.count, (vector or 0) & part.mask, vector is None)
        for i, (key, group, vector) in enumerate(
            zip(reading.keys, reading.groups, reading.vectors, strict=True)
        )
        for part in kit.kinds[key].parts
    ]
    if UNIT in kit.kinds:
        unit = kit.kinds[UNIT]
        cells.extend(
            Cell(-1, unit, part, 1, reading.kept & part.mask, False) for part in unit.parts
        )
    return cells


def find_illegal_islands(frame: Frame, reading: EncodedGroups) -> list[list[Cell]]:
    """Return the sets of cells that depend on each other and cannot reach their targets.

    Empty if all are legal.
    """
    return [
        island
        for island in frame.split_into_islands(make_cells(frame, reading))
        if find_assignment(frame, island) is None
    ]


def find_fixed_violations(frame: Frame, reading: EncodedGroups) -> list[Violation]:
    """Return the violations of wrong counts of items that no option can change.

    Every model of the kind has such an item, so the number of models gives the right count. Groups
    without wargear are left out.
    """
    violations: list[Violation] = []
    kit = frame.kit
    for place, (key, group, vector) in enumerate(
        zip(reading.keys, reading.groups, reading.vectors, strict=True)
    ):
        if vector is None:
            continue
        kind = kit.kinds[key]
        free = kind.items & ~sum(part.mask for part in kind.parts)
        count = group.count
        bag = kind.bags[frame.rows[key][0][0]] if count else 0
        for shift in kit.list_item_shifts(free):
            given, due = vector >> shift & FIELD, (bag >> shift & FIELD) * count
            if given != due:
                violations.append(
                    Violation(
                        groups=(place,),
                        model=kind.name,
                        items=(kit.get_item_name(shift),),
                        given=given,
                        allowed_min=due,
                        allowed_max=due,
                        reason="too_many" if given > due else "too_few",
                    )
                )
    return violations
