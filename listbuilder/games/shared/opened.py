"""A compiled file of data as it is opened: the names of its sheets at once, each sheet when it is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from listbuilder.store import compiled
from listbuilder.store.library import decoder

if TYPE_CHECKING:
    from listbuilder.model.past import Gone

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
        if self._index is None:
            self._index = decoder(Index).decode(self.compiled.section("index"))
        return self._index

    def sheet(self, sheet_id: str) -> Sheet | None:
        found = self._sheets.get(sheet_id)
        if found is None and sheet_id in self.index:
            found = decoder(self.sheet_type).decode(self.compiled.section(f"sheet:{sheet_id}"))
            self._sheets[sheet_id] = found
        return found

    def there(self) -> list[str]:
        """Ids of what there is, or was that day."""
        return list(self.index)

    def unknown(self, thing_id: str) -> frozenset[str]:
        """Keys of a sheet, or of a detachment, of which the state of the day is not known."""
        return frozenset()

    def away(self, kind: str, thing_id: str) -> Gone | None:
        """What to say of something that was not there that day."""
        return None
