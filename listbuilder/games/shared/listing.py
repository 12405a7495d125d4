"""What a faction has to choose from on a day, thing by thing, so that two days can be compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from listbuilder.model.past import Thing, held


class Label(msgspec.Struct, frozen=True):
    """What a price is for: so many models, of a further copy, with an item, in such an army. Empty: the thing itself."""

    models: int | None = None
    copy: int | None = None
    adds: str | None = None  # an item or a model
    of: tuple[tuple[str, int], ...] = ()
    within: str | None = None  # a detachment, or the keyword of an army
    as_ally: bool = False

    @property
    def plain(self) -> bool:
        """For so many models, in any army."""
        return self.within is None and not self.as_ally and not self.of and not self.adds


class Choosable(msgspec.Struct, frozen=True, kw_only=True):
    """`kind` is a word of the table (changes.<kind>). `prices`: None where nobody knows what it cost that day. `facts`: what
    else can be compared, by words too; what of it is not known that day is not there.
    """

    kind: str
    id: str
    name: str
    under: str = ""  # name of what it belongs to: a detachment, a table
    prices: dict[Label, int] | None = {}
    only_plain: bool = False  # of its prices only the plain ones are known
    facts: dict[str, Any] = {}
    renamed_to: str | None = None
    replaced_by: str | None = None


def named_now(thing: Thing | None) -> dict[str, Any]:
    """What became of it."""
    return {"renamed_to": thing.renamed_to, "replaced_by": thing.replaced_by} if thing is not None else {}


def strictly(things: Mapping[str, Thing], thing_id: str, day: str | None) -> bool:
    """Whether it was there that very day, as far as the history tells. None: today, when all is there that is found."""
    return day is None or thing_id not in things or held(things[thing_id], day, 0)
