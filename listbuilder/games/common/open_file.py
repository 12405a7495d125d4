"""A compiled data file as it is opened.

The names of its sheets are read at once, each sheet when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from listbuilder.data import compiled
from listbuilder.data.library import get_decoder

if TYPE_CHECKING:
    from listbuilder.model.windows import Gone

Index = dict[str, str]  # id -> name
Sheet = TypeVar("Sheet")


class OpenedSheets(Generic[Sheet]):
    """The datasheets or warscrolls of one file."""

    sheet_type: ClassVar[Any]

    def __init__(self, opened: compiled.Compiled) -> None:
        self.compiled = opened
        self._sheets: dict[str, Sheet] = {}
        self._index: Index | None = None

    @property
    def index(self) -> Index:
        """The name of each sheet by its id."""
        if self._index is None:
            self._index = get_decoder(Index).decode(self.compiled.get_section("index"))
        return self._index

    def get_sheet(self, sheet_id: str) -> Sheet | None:
        """Return the datasheet or warscroll with the id `sheet_id`, or None if there is none.

        It is decoded once.
        """
        sheet = self._sheets.get(sheet_id)
        if sheet is None and sheet_id in self.index:
            sheet = get_decoder(self.sheet_type).decode(
                self.compiled.get_section(f"sheet:{sheet_id}")
            )
            self._sheets[sheet_id] = sheet
        return sheet

    def list_available_ids(self) -> list[str]:
        """Return the ids of the sheets that were available on the date of this data.

        Here, in today's data, these are all sheets.
        """
        return list(self.index)

    def get_unknown_keys(self, thing_id: str) -> frozenset[str]:
        """Return the keys of the sheet or detachment `thing_id` that are unknown on this date.

        Empty here: of today's data everything is known.
        """
        return frozenset()

    def describe_absence(self, kind: str, thing_id: str) -> Gone | None:
        """Return when a thing went or came if it was not available on this data's date, else None.

        `kind` is the kind of the thing. Here it is always None: in today's data everything is
        available.
        """
        return None
