"""The parts that documents share: strict models, and types that several of them use."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, FailFast, Field, WithJsonSchema
from pydantic_core import PydanticCustomError


class Document(BaseModel):
    """A strict model: it allows no key that is not named here, and no value of another kind.

    "2000" is no number. The texts below fields become the descriptions in the schemas, which
    editors show.
    """

    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, use_attribute_docstrings=True
    )


class Written(Document):
    """A document, or a part of one, that people write.

    Keys beginning with x- are their own, everywhere.
    """


class Published(Document):
    """A document, or a part of one, that we write and other programs read."""


def _validate_day(text: str) -> str:
    """Return the text if it is a date such as 2025-06-11. Raises PydanticCustomError if not."""
    try:
        if len(text) == 10:
            date.fromisoformat(text)
            return text
    except ValueError:
        pass
    raise PydanticCustomError("day", "is not a date such as 2025-06-11")


def _validate_moment(text: str) -> str:
    """Return the text if it is a date, or a date with a time such as 2025-06-11 20:00.

    Raises PydanticCustomError if it is neither.
    """
    try:
        if len(text) in (10, 16) and (len(text) == 10 or text[10] in " T"):
            datetime.fromisoformat(text)
            return text
    except ValueError:
        pass
    raise PydanticCustomError("moment", "is not a moment such as 2025-06-11 20:00")


T = TypeVar("T")
Many = Annotated[list[T], FailFast()]  # the first mistake is named: of a million each would be kept
Day = Annotated[
    str, AfterValidator(_validate_day), WithJsonSchema({"type": "string", "format": "date"})
]
Moment = Annotated[str, AfterValidator(_validate_moment)]
Name = Annotated[str, Field(min_length=1)]
Place = Annotated[int, Field(ge=1)]  # a line or column
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
_CODE = "^[a-z]{2,3}$"
Spoken = Annotated[str, Field(pattern=_CODE)]  # a language: any that somebody has added too
Lang = Annotated[
    str, WithJsonSchema({"type": "string", "pattern": _CODE})
]  # as written; which there are is asked elsewhere
Severity = Literal["error", "warning", "info"]


class Citation(Published):
    """The place where the rule is printed."""

    book: str
    section: str
    page: int | None


class Finding(Published):
    """A problem, warning or note that a rule reports.

    All are made by `rules/finding_json.py`, for reports and exports alike.
    """

    code: str
    """Code of the rule; EVENT if only the event forbids it."""
    name: str
    severity: Severity
    message: str
    path: list[str | int]
    """Path from the top of the roster to the problem."""
    units: list[str]
    """Ids of the units involved."""
    citation: Citation | None
