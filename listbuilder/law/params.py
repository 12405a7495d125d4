"""What the parameters of checks are made of. Numbers have bounds, and a text that names something says what it names."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from listbuilder.model.army import Army
from listbuilder.model.rule import AtLeastNone

Count = AtLeastNone
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
Words = Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
"""At least one."""
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
"""Of a whole."""


def naming(what: str) -> Any:
    """Marks a text as a name, which `validate` looks up.

    A key of the game's `roster`, a `finding` of the check, or a `battle_size` of the law.
    """
    return msgspec.Meta(extra={"naming": what})


Limit = Count | dict[Annotated[str, naming("battle_size")], Count]
"""One number, or one for each battle size."""


def limit_in(limit: Limit, army: Army) -> int | None:
    """The number that holds in this army. None where its battle size has none: of that another rule speaks."""
    return limit.get(army.size_id or "") if isinstance(limit, dict) else limit
