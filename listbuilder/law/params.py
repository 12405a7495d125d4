"""What the parameters of checks are made of. Numbers have bounds, and a text that names something says what it names."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from listbuilder.model.rule import AtLeastNone

Count = AtLeastNone
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
Words = Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
"""At least one."""
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
"""Of a whole."""


def naming(what: str) -> Any:
    """Marks a text as a name, which `validate` looks up: a key of the game's `roster`, or a `finding` of the check."""
    return msgspec.Meta(extra={"naming": what})
