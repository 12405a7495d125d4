"""The datasheets or warscrolls of one file as of a past date: which existed, and which did not.

Dates never make anything unknown: an id in a roster is found for any date, in the nearest state,
and `describe_absence` says since when or until when the thing existed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

from listbuilder.games.common.open_file import OpenedSheets, Sheet
from listbuilder.history.catalog import PastData
from listbuilder.model.windows import Gone, Thing, describe_absence, list_available_on

P = TypeVar("P", bound=PastData[Any])


class SheetsOnDate(OpenedSheets[Sheet], ABC, Generic[Sheet, P]):
    """The sheets of one file as they were on `day`, by the history `past`.

    `past` is None if the file has no history. `grace` is by how many days its dates may be wrong.
    The class of a game makes the sheets.
    """

    sheet_kind: ClassVar[str]
    """The name of the sheets in the history."""
    sheet_keys: ClassVar[frozenset[str]]
    """All keys of a sheet that a history can know."""

    past: P | None
    day: str
    grace: int

    def set_date(self, past: P | None, day: str, grace: int) -> None:
        """Set the date, and the history by which the file is led back to it."""
        self.past, self.day, self.grace = past, day, grace
        self._absences: dict[tuple[str, str], Gone | None] = {}

    # --- what a game says ---

    @abstractmethod
    def list_unknown_keys(self, thing_id: str) -> frozenset[str]:
        """Return the keys of a thing that was there whose values on the date are not known."""

    def list_names_today(self, kind: str) -> Mapping[str, str]:
        """Return the names of today's things of `kind` by id, to say what replaced one."""
        return self.index if kind == self.sheet_kind else {}

    @abstractmethod
    def find_first_day(self, kind: str, thing_id: str) -> str | None:
        """Return the first date for which there is other evidence of the thing, such as a price.

        None if there is no such evidence.
        """

    # --- what follows from it ---

    def get_record(self, kind: str, thing_id: str) -> Thing | None:
        """Return the history record of the thing of `kind` with that id, or None."""
        return self.past.get_things(kind).get(thing_id) if self.past else None

    def describe_absence(self, kind: str, thing_id: str) -> Gone | None:
        """Return since when or until when a thing was there, if it wasn't there on the date.

        None if it was there, or if the history has no record of it. Answers are kept.
        """
        key = (kind, thing_id)
        if key not in self._absences:
            self._absences[key] = None
            record = self.get_record(kind, thing_id)
            if record is not None and self.past is not None:
                self._absences[key] = describe_absence(
                    record,
                    self.day,
                    self.list_names_today(kind),
                    self.past.get_things(kind).values(),
                    self.find_first_day(kind, thing_id),
                    self.grace,
                )
        return self._absences[key]

    def get_unknown_keys(self, thing_id: str) -> frozenset[str]:
        """Return the keys of a sheet or detachment whose values on the date are not known.

        All keys of a sheet that wasn't there on the date: its values are those of another date.
        """
        known = self.list_unknown_keys(thing_id)
        absent = self.describe_absence(self.sheet_kind, thing_id)
        return known | self.sheet_keys if absent else known

    def list_available_ids(self) -> list[str]:
        """Return the ids of the sheets that were available on the date."""
        records = self.past.get_things(self.sheet_kind) if self.past else {}
        return list_available_on(self.index, records, self.day, self.grace)
