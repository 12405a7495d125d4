"""Rule of every unit: its wargear is the default one, changed only by the options of its datasheet."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from listbuilder.games.shared.wargear.frame import Cell, Frame
from listbuilder.games.shared.wargear.kit import CLIP, FIELD, UNIT, WIDTH, Kit, kit_of
from listbuilder.games.shared.wargear.loadout import LEGAL, Group, Verdict, Violation
from listbuilder.games.shared.wargear.solve import most, reach
from listbuilder.model.base import fold
from listbuilder.model.bounds import GROUPS_KEPT, GUESSES, SPARE_MODELS
from listbuilder.model.datasheet import Datasheet

NO_OPTIONS = frozenset({("options", 0)})
UNEXPLAINED = Verdict("illegal")


class Reading(msgspec.Struct, frozen=True):
    """The groups in the terms of the kit: a vector for each group (None = default), and what the unit keeps."""

    groups: tuple[Group, ...]
    keys: tuple[str, ...]
    vectors: tuple[int | None, ...]
    kept: int
    strange: tuple[Violation, ...]  # items that cannot be there at all; they are not in the vectors

    @property
    def counts(self) -> dict[str, int]:
        counts: dict[str, int] = {}
        for key, group in zip(self.keys, self.groups, strict=True):
            counts[key] = counts.get(key, 0) + group.count
        return counts


def check(sheet: Datasheet, groups: Sequence[Group], *, explained: bool = True) -> Verdict:
    """Whether some use of the options, each used once by the unit, in any order, gives exactly this wargear.

    A group without wargear keeps the default of its models untouched. Sizes and kinds of models are not judged here.
    Finding the reasons takes a hundred times as long as finding that there are some: not `explained`, the verdict is
    the same and may be without them.
    """
    kit = kit_of(sheet)
    written = tuple([(g.model, g.count, None if g.wargear is None else tuple(g.wargear.items())) for g in groups])
    if written in kit.legal:
        return LEGAL
    reading = read(kit, groups, explained=explained)
    if isinstance(reading, Verdict):
        return reading
    if reading.strange:
        return _judge(kit, reading, explained)
    where = written if reading.kept else None  # what the unit keeps is spoken of where the roster writes it
    key = (tuple((k, g.count) for k, g in zip(reading.keys, groups, strict=True)), reading.vectors, reading.kept, where)
    verdict = kit.verdicts.get(key)
    if verdict is None:
        verdict = _judge(kit, reading, explained)
        if explained or verdict.status != "illegal":
            kit.verdicts[key] = verdict
    if verdict is LEGAL and len(groups) <= GROUPS_KEPT:
        kit.legal[written] = True
    return verdict if explained or verdict.status != "illegal" else UNEXPLAINED


def judged_size(sheet: Datasheet, models: int) -> bool:
    """Whether so many models are looked at one by one; a unit far beyond its largest size is refused for that alone."""
    return models <= 2 * sheet.size.max + SPARE_MODELS


def read(kit: Kit, groups: Sequence[Group], *, explained: bool = True) -> Reading | Verdict:
    keys = tuple(fold(group.model) for group in groups)
    if any(key not in kit.kinds for key in keys) or UNIT in keys:
        return Verdict("not_checked", "unknown_model")
    if not judged_size(kit.sheet, sum(group.count for group in groups)):
        return Verdict("not_checked", "too_many_models")
    if kit.kept & kit.carried:
        return Verdict("not_checked", "ambiguous_item")
    vectors: list[int | None] = []
    kept = 0
    strange: list[Violation] = []
    for place, (key, group) in enumerate(zip(keys, groups, strict=True)):
        vector = 0
        for item, count in (group.wargear or {}).items():
            at = kit.index.get(fold(item))
            if count and (count < 0 or at is None or not (kit.kinds[key].items | kit.kept) >> WIDTH * at & FIELD):
                if not explained and not kit.incomplete:
                    return UNEXPLAINED
                violation = _strange(kit, place, group, item, count, guess=len(strange) < GUESSES)
                strange.append(violation)
                # Taken for what it was probably meant to be, so that one slip of the pen is one violation.
                at = kit.index.get(fold(violation.nearest)) if violation.nearest and count > 0 else None
            if at is not None and kit.kept >> WIDTH * at & FIELD:
                kept += min(count, CLIP) << WIDTH * at
            elif at is not None:
                vector += min(count, CLIP) << WIDTH * at
        vectors.append(None if group.wargear is None else vector)
    return Reading(tuple(groups), keys, tuple(vectors), kept, tuple(strange))


def _strange(kit: Kit, place: int, group: Group, item: str, count: int, *, guess: bool) -> Violation:
    from listbuilder.games.shared.wargear.explain import foreign

    return foreign(kit, place, group, item, count, guess=guess)


def _judge(kit: Kit, reading: Reading, explained: bool) -> Verdict:
    frame = frame_of(kit, reading.counts)
    if kit.incomplete:
        plain = Frame(kit, reading.counts, NO_OPTIONS)
        untouched = not reading.strange and not fixed(plain, reading) and not failing(plain, reading)
        return LEGAL if untouched else Verdict("not_checked", "options_incomplete")
    constant = fixed(frame, reading)
    islands = failing(frame, reading)
    if not (reading.strange or constant or islands):
        return LEGAL
    if not explained and all(most(frame, island, {}) is not None for island in islands):
        return UNEXPLAINED
    from listbuilder.games.shared.wargear.explain import explain

    found = [*reading.strange, *constant]
    for island in islands:
        causes = explain(frame, reading.groups, island)
        if not causes:
            return Verdict("not_checked", "nothing_legal")  # the datasheet asks for what it does not offer
        found.extend(causes)
    return Verdict("illegal", None, tuple(found))


def frame_of(kit: Kit, counts: dict[str, int]) -> Frame:
    key = tuple(counts.items())
    frame = kit.frames.get(key)
    if frame is None:
        frame = kit.frames[key] = Frame(kit, counts)
    return frame


def frame_at(sheet: Datasheet, groups: Sequence[Group]) -> Frame:
    """What the options allow at this composition."""
    counts: dict[str, int] = {}
    for group in groups:
        counts[fold(group.model)] = counts.get(fold(group.model), 0) + group.count
    return frame_of(kit_of(sheet), counts)


def cells_of(frame: Frame, reading: Reading) -> list[Cell]:
    """What has to be decided: each group in each part of its wargear, and what the unit keeps."""
    kit = frame.kit
    cells = [
        Cell(i, kit.kinds[key], part, group.count, (vector or 0) & part.mask, vector is None)
        for i, (key, group, vector) in enumerate(zip(reading.keys, reading.groups, reading.vectors, strict=True))
        for part in kit.kinds[key].parts
    ]
    if UNIT in kit.kinds:
        unit = kit.kinds[UNIT]
        cells.extend(Cell(-1, unit, part, 1, reading.kept & part.mask, False) for part in unit.parts)
    return cells


def failing(frame: Frame, reading: Reading) -> list[list[Cell]]:
    return [island for island in frame.islands(cells_of(frame, reading)) if reach(frame, island) is None]


def fixed(frame: Frame, reading: Reading) -> list[Violation]:
    """Items no option touches and every model of the kind has: their count is given."""
    found: list[Violation] = []
    kit = frame.kit
    for place, (key, group, vector) in enumerate(zip(reading.keys, reading.groups, reading.vectors, strict=True)):
        if vector is None:
            continue
        kind = kit.kinds[key]
        free = kind.items & ~sum(part.mask for part in kind.parts)
        count = group.count
        bag = kind.bags[frame.rows[key][0][0]] if count else 0
        for shift in kit.items_in(free):
            given, due = vector >> shift & FIELD, (bag >> shift & FIELD) * count
            if given != due:
                found.append(
                    Violation(
                        groups=(place,), model=kind.name, items=(kit.name_at(shift),), given=given,
                        allowed_min=due, allowed_max=due, reason="too_many" if given > due else "too_few",
                    )
                )  # fmt: skip
    return found
