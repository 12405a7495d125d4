"""Roster files in JSON as New Recruit and ListForge write them.

Only what says something of the army is named here; all else is left alone. These are typed
dictionaries and not models: of a file with 300,000 elements pydantic makes dictionaries in 0.1 s,
models in 3 s. What is optional is left out by its writers; what the core takes it for then is the
core's to say.
"""

from __future__ import annotations

import re
from typing import Required

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic_core import from_json
from typing_extensions import TypedDict

from listbuilder.reports.base import Many
from listbuilder.reports.model_errors import DoesNotFit, list_misfits

MAX_DEPTH = 200  # of lists and maps; the parser's own limit
_PLACED = re.compile(r"(.+) at line (\d+) column (\d+)", re.DOTALL)


class Damaged(Exception):
    """The file is no JSON at all; `reason`, `line` and `column` say why and where."""

    def __init__(self, parser_message: str) -> None:
        """Split the parser's message into its reason and place.

        `too_deep` is True if lists and maps are nested too deep.
        """
        placed = _PLACED.fullmatch(parser_message)
        self.reason: str = placed[1] if placed else parser_message
        self.line: int | None = int(placed[2]) if placed else None
        self.column: int | None = max(1, int(placed[3])) if placed else None
        self.too_deep = "recursion limit" in parser_message
        super().__init__(parser_message)


class Lenient(TypedDict, total=False):
    """A map to which other programs add what they like.

    They leave out what says nothing.
    """

    __pydantic_config__ = ConfigDict(  # type: ignore[misc]
        extra="ignore", strict=True, allow_inf_nan=False
    )


class Cost(Lenient, total=False):
    """A cost of a selection, force or roster, such as its points."""

    name: str
    typeId: str
    value: float | str


class Category(Lenient, total=False):
    """A category that a selection is in."""

    name: str
    entryId: str
    primary: bool | str


class Profile(Lenient, total=False):
    """A profile of a selection."""

    name: str
    typeName: str
    typeId: str


class Selection(Lenient, total=False):
    """A unit, model, item or option, with the selections under it."""

    name: str
    number: float | str
    type: str
    group: str
    entryId: str
    entryGroupId: str
    customName: str | None
    costs: Many[Cost]
    categories: Many[Category]
    profiles: Many[Profile]
    selections: Many[Selection]


class Force(Lenient, total=False):
    """A force of the roster, with its catalogue."""

    name: str
    entryId: str
    catalogueName: str
    catalogueId: str
    catalogueRevision: int | str
    costs: Many[Cost]
    selections: Many[Selection]
    forces: Many[Force]


class Roster(Lenient, total=False):
    """The roster itself."""

    name: str
    gameSystemName: str
    gameSystemId: str
    generatedBy: str
    costs: Many[Cost]
    costLimits: Many[Cost]
    forces: Many[Force]


class RosterFile(Lenient, total=False):
    """The file: a roster with what the program says of it."""

    roster: Required[Roster]
    generatedBy: str
    gameSystemName: str
    name: str


_FILE: TypeAdapter[RosterFile] = TypeAdapter(RosterFile)


def read_roster_file(raw: bytes) -> RosterFile:
    """Return the content of a roster file.

    Raises Damaged if it is no JSON, or DoesNotFit with what is not as in any such file.
    """
    try:
        return _FILE.validate_json(raw)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        if first["type"] == "json_invalid":
            raise Damaged(str(first["ctx"]["error"])) from None
        raise DoesNotFit(list_misfits(error, from_json(raw))) from None
