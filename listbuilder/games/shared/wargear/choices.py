"""What a builder may offer: for each option and alternative, how many models of a group could still take it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from listbuilder.games.shared.wargear.check import Reading, failing, fixed, frame_of, read
from listbuilder.games.shared.wargear.frame import Frame
from listbuilder.games.shared.wargear.kit import FIELD, UNIT, Bullet, Kit, kit_of
from listbuilder.games.shared.wargear.loadout import Group, Verdict, default_wargear
from listbuilder.model.datasheet import Datasheet

Items = dict[str, int]


class Choice(msgspec.Struct, frozen=True):
    """Swapping `replaces` for `items` once per model, up to `more` models, leaves the unit legal.

    `alternative` is None for a weapons team, whose alternatives come together. For an option of every model or none,
    `everyone` is true and `more` is the number of models of the group that change with all the others in its reach.
    """

    option: int
    alternative: int | None
    replaces: Items
    items: Items
    more: int
    everyone: bool = False


def choices(sheet: Datasheet, groups: Sequence[Group], group_index: int) -> list[Choice]:
    """Every swap the options of this group name, with everything else the unit carries staying as it is.

    Empty where the datasheet cannot be checked or the unit is not legal as it stands.
    """
    kit = kit_of(sheet)
    plain = default_wargear(sheet, groups)
    spelled = [g if g.wargear is not None else Group(g.model, g.count, d) for g, d in zip(groups, plain, strict=True)]
    reading = read(kit, spelled)
    if kit.incomplete or isinstance(reading, Verdict) or reading.strange:
        return []
    frame = frame_of(kit, reading.counts)
    if fixed(frame, reading) or failing(frame, reading):
        return []
    return list(_Offer(kit, frame, reading, group_index).choices())


class _Offer:
    def __init__(self, kit: Kit, frame: Frame, reading: Reading, group: int) -> None:
        self.kit, self.frame, self.reading, self.group = kit, frame, reading, group

    def choices(self) -> Iterator[Choice]:
        key = self.reading.keys[self.group]
        for bullet in self.kit.bullets:
            if bullet.index not in self.frame.usable or not {key, UNIT} & bullet.kinds:
                continue
            team = bullet.option.all_or_none
            gains = [(None, sum(bullet.gains))] if team else list(enumerate(bullet.gains))
            for removal in bullet.removals:
                gone = removal.vector * (len(bullet.gains) if team else 1)
                for alternative, gain in gains:
                    gain &= self.kit.item_mask
                    if gain != gone:
                        more = self.everyone(bullet, gain, gone) if bullet.every else self.more(bullet, gain, gone)
                        yield Choice(bullet.index, alternative, self.items(gone), self.items(gain), more, bullet.every)

    def more(self, bullet: Bullet, gain: int, gone: int) -> int:
        """How often the swap can be made, one model after the other."""
        place = -1 if UNIT in bullet.kinds else self.group
        most = self.frame.takes.get(bullet.index, self.frame.size * 8)
        times = 0
        while times < most and self.legal({place: (gain * (times + 1), gone * (times + 1))}):
            times += 1
        return times

    def everyone(self, bullet: Bullet, gain: int, gone: int) -> int:
        groups = self.reading.groups
        changes = {
            place: (gain * groups[place].count, gone * groups[place].count)
            for place, key in enumerate(self.reading.keys)
            if key in bullet.kinds
        }
        return groups[self.group].count if self.legal(changes) else 0

    def legal(self, changes: dict[int, tuple[int, int]]) -> bool:
        """Whether the unit is legal with this gained and that gone (place -1: of what the unit keeps)."""
        vectors = list(self.reading.vectors)
        kept = self.reading.kept
        for place, (gain, gone) in changes.items():
            before = (kept if place < 0 else vectors[place]) or 0
            if any(gone >> s & FIELD > before >> s & FIELD for s in self.kit.items_in(gone)):
                return False
            if place < 0:
                kept = before - gone + gain
            else:
                vectors[place] = before - gone + gain
        reading = msgspec.structs.replace(self.reading, vectors=tuple(vectors), kept=kept)
        return not failing(self.frame, reading)

    def items(self, vector: int) -> Items:
        return {self.kit.name_at(s): vector >> s & FIELD for s in self.kit.items_in(vector)}
