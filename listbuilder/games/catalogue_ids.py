"""The ids of public catalogues and the names they belong to (catalogues/ids.yaml of a game).

A roster file of BattleScribe or New Recruit has the ids of its catalogue, whatever the language of
its names. The table is loaded only for such a file with unknown names.
"""

from __future__ import annotations

from listbuilder.data import compiled
from listbuilder.data.library import DataFileKind, Library
from listbuilder.model.base import Model

PLACE = "catalogues/ids"
_GROUPS = 2  # of the four groups of an id: enough to tell the 16,000 ids of a game apart


class DatedName(Model, kw_only=True, rename={"from_": "from"}):
    """The meaning of an id in catalogues between two dates; no date is no limit."""

    name: str
    from_: str = ""
    until: str = "9999"


class CatalogueIds(Model):
    """The file catalogues/ids.yaml: the names in catalogues, each with its ids.

    An id is shortened to its first two groups of digits. It is written whole if it has another form
    or shares its beginning with an id of another name. Ids of one name are separated by spaces.
    """

    system: str
    names: dict[str, str]
    reused: dict[str, tuple[DatedName, ...]] = {}
    """Ids with several meanings over time, each with its dates."""


def shorten_id(catalogue_id: str) -> str:
    """Return the beginning of an id in a catalogue, under which the table has it."""
    return "-".join(catalogue_id.split("-")[:_GROUPS])


def _encode_ids(file: CatalogueIds) -> compiled.Sections:
    """Return the compiled form of the table: the name of each id, and the ids used again."""
    names = {own_id: name for name, ids in file.names.items() for own_id in ids.split()}
    return {
        "": compiled.encode_section(names),
        "reused": compiled.encode_section(file.reused),
    }


CATALOGUE_IDS: DataFileKind[CatalogueIds] = DataFileKind(
    "catalogue-ids", CatalogueIds, _encode_ids, always=("", "reused"), laid_over=True
)


class CatalogueNames:
    """The names of one game's catalogues by id."""

    def __init__(
        self, name_by_id: dict[str, str], reused: dict[str, tuple[DatedName, ...]] | None = None
    ) -> None:
        """Use the table of one game. `reused`: ids with several meanings."""
        self._name_by_id = name_by_id
        self._reused = reused or {}

    def find_name(self, entry_id: str, day: str | None) -> str | None:
        """Return the name of what `entry_id` meant on `day`, or None if it isn't known.

        A roster has the ids of all links that lead to an entry, separated by `::`; the last one is
        the entry's own. An id with several meanings is known only if `day` is given.
        """
        own = entry_id.rpartition("::")[2]
        if own not in self._reused:
            return self._name_by_id.get(own) or self._name_by_id.get(shorten_id(own))
        for dated in self._reused[own]:
            if day is not None and dated.from_ <= day <= dated.until:
                return dated.name
        return None

    def list_names(self) -> set[str]:
        """Return all names in the table."""
        dated = {row.name for rows in self._reused.values() for row in rows}
        return dated | set(self._name_by_id.values())


def load_catalogue_names(system: str, library: Library) -> CatalogueNames | None:
    """Return the names of the catalogues of a game by id, or None if the game has no table."""
    names = library.load_section(system, PLACE, CATALOGUE_IDS, "", dict[str, str])
    if not names:
        return None
    model = dict[str, tuple[DatedName, ...]]
    return CatalogueNames(
        names, library.load_section(system, PLACE, CATALOGUE_IDS, "reused", model)
    )
