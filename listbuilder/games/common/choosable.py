"""The things a faction has to choose from on a date, one by one.

Two dates can thus be compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from listbuilder.model.windows import Thing, was_in_force


class Label(msgspec.Struct, frozen=True):
    """The condition of a price: a number of models, a further copy, an item, a kind of army.

    Empty: it is the price of the thing itself.
    """

    models: int | None = None
    copy: int | None = None
    adds: str | None = None  # an item or a model
    of: tuple[tuple[str, int], ...] = ()
    within: str | None = None  # a detachment, or the keyword of an army
    as_ally: bool = False

    @property
    def plain(self) -> bool:
        """True if the price is for a number of models alone, in any army."""
        return self.within is None and not self.as_ally and not self.of and not self.adds


class Choosable(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a faction had to choose from on a date.

    `kind` is a word of the table (changes.<kind>). `prices`: None where nobody knows what it cost
    that date. `facts`: other things that can be compared, by words too; a fact that is not known
    for that date is left out.
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


def get_later_names(thing: Thing | None) -> dict[str, Any]:
    """Return what `thing` was renamed to and replaced by, as arguments for a Choosable.

    Empty if `thing` is None.
    """
    if thing is None:
        return {}
    return {"renamed_to": thing.renamed_to, "replaced_by": thing.replaced_by}


def was_there_on(things: Mapping[str, Thing], thing_id: str, day: str | None) -> bool:
    """Return whether the thing `thing_id` was there on `day`, with no days of grace.

    `things` are the histories by id. A thing without a history was always there. `day` None is
    today, and the answer is yes.
    """
    return day is None or thing_id not in things or was_in_force(things[thing_id], day, 0)
