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
        """Return the sheet with the id `sheet_id`, decoded once, or None if there is none.

        It is a datasheet or a warscroll.
        """
        sheet = self._sheets.get(sheet_id)
        if sheet is None and sheet_id in self.index:
            sheet = get_decoder(self.sheet_type).decode(
                self.compiled.get_section(f"sheet:{sheet_id}")
            )
            self._sheets[sheet_id] = sheet
        return sheet

    def list_available_ids(self) -> list[str]:
        """Return the ids of the sheets that there are, or were on the date of this data."""
        return list(self.index)

    def get_unknown_keys(self, thing_id: str) -> frozenset[str]:
        """Return the keys of a sheet or detachment whose state on this date is not known.

        Today everything is known, so it is empty.
        """
        return frozenset()

    def describe_absence(self, kind: str, thing_id: str) -> Gone | None:
        """Return what to say of a thing that was not available on the date of this data, or None.

        Today everything is available, so it is None.
        """
        return None
