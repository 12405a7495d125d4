"""The single rules of the options.

It says which of them could stand in the way, and gives the unit with one of them left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from listbuilder.wargear.composition import Frame
from listbuilder.wargear.encode import UNIT, Bullet
from listbuilder.wargear.loadout import Reason


class Limit(msgspec.Struct, frozen=True):
    """One rule of one option, and the reason to give when it is what is broken."""

    reason: Reason
    rule: str
    bullet: Bullet

    @property
    def key(self) -> tuple[str, int]:
        """The rule with its option or shared field, in the form that `Frame.relaxed` contains."""
        if self.rule == "shared":
            return self.rule, self.bullet.shared or 0
        return self.rule, 0 if self.rule == "limits" else self.bullet.index


def list_limits(frame: Frame, bullets: Iterable[Bullet]) -> Iterator[Limit]:
    """Yield every rule of the options `bullets` that could make wargear illegal in this unit.

    The rules that are plainest to explain come first: numbers, unit size, all or none, then what
    excludes what.
    """
    bullets = list(bullets)
    usable = [b for b in bullets if b.index in frame.usable]
    locks = any(b.locks for b in usable)
    for b in bullets:
        limit = frame.limits[b.index]
        if limit is not None and (limit < frame.scopes[b.index] or UNIT in b.kinds):
            yield Limit("too_many", "count", b)
    yield from (Limit("too_many", "each_max", b) for b in usable if b.option.each_max)
    yield from (Limit("too_many", "shared", b) for b in usable if b.shared is not None)
    yield from (
        Limit("unit_size", "size", b)
        for b in bullets
        if b.option.models and b.option.models.unit_size
    )
    yield from (Limit("all_or_none", "all", b) for b in usable if b.is_all_or_none)
    yield from (Limit("team", "team", b) for b in usable if b.option.all_or_none)
    yield from (Limit("required", "required", b) for b in usable if b.option.required)
    yield from (Limit("not_together", "pair", b) for b in usable if b.pair)
    for b in usable:
        if b.has or b.has_any or b.lacks or b.group or locks:
            yield Limit("not_together", "model", b)
    yield from (
        Limit("not_together", "limits", b)
        for b in usable
        if b.limits or b.excludes or b.option.pistol_rule
    )
    for b in usable:
        if not (b.option.each or b.per_item is not None or UNIT in b.kinds):
            yield Limit("too_many", "pick", b)


def omit_limit(frame: Frame, limit: Limit) -> Frame:
    """Return a new frame of the same unit in which the rule `limit` does not apply."""
    counts = {key: n for key, n in frame.counts.items() if key != UNIT}
    return Frame(frame.kit, counts, frozenset((limit.key,)))


def make_sentence_args(frame: Frame, bullet: Bullet, rule: str) -> dict[str, int | str]:
    """Return the numbers of the rule `rule`, to be filled into a sentence about that rule.

    Examples of such sentences: "1 for every 5 models", "2 of each", "only in units of 10". Empty
    for a rule without numbers.
    """
    models, option = bullet.option.models, bullet.option
    args: dict[str, int | str] = {}
    if rule == "each_max" and option.each_max:
        args["each"] = option.each_max.max
        args.update({"per": option.each_max.per} if option.each_max.per else {})
    elif rule == "pick":
        args["pick"] = option.pick
    elif rule == "size" and models and models.unit_size:
        sizes, all_sizes = models.unit_size, frame.kit.sheet.size
        args.update({"min": sizes.min or all_sizes.min, "max": sizes.max or all_sizes.max})
    elif rule in ("count", "shared", "") and models and isinstance(models.count, int):
        args["count"] = models.count
        if models.per:
            args["per"] = models.per
            args.update({"per_model": models.per_model} if models.per_model else {})
    return args
