"""The types that the parameters of checks are made of.

Numbers have bounds, and a text that names something says what it names.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from listbuilder.model.army import Army
from listbuilder.model.rulebook import AtLeastNone

Count = AtLeastNone
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
Words = Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
"""A tuple of at least one text."""
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
"""A share of a whole, from 0 to 1."""


def mark_as_name(kind: str) -> Any:
    """Return the metadata that mark a text parameter as the name of something that must exist.

    `validate` looks the name up. `kind` says what it names: "roster" (a key of the game's roster),
    "finding" (a finding of the check) or "battle_size" (a battle size of the rule book).
    """
    return msgspec.Meta(extra={"naming": kind})


Limit = Count | dict[Annotated[str, mark_as_name("battle_size")], Count]
"""One number, or one for each battle size."""


def get_limit(limit: Limit, army: Army) -> int | None:
    """Return the number that `limit` sets for this army.

    `limit` is a number, or a number for each battle size. None if it has no number for the army's
    battle size: another rule reports that.
    """
    return limit.get(army.size_id or "") if isinstance(limit, dict) else limit
