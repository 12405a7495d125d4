"""The histories of one game's factions.

Each is loaded when a past date or a foreign name first asks for it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from listbuilder.data import compiled
from listbuilder.data.library import DataFileKind, Library, get_decoder
from listbuilder.history.versions import PLACE, DataVersions
from listbuilder.matching.aliases import get_parent_game
from listbuilder.matching.spellings import Index, index_spellings
from listbuilder.model.aliases import Alias, ItemAlias, Names
from listbuilder.model.windows import Thing

FOLDER = "history"
ALIASES = "history/aliases"
DIGEST = 12  # hex digits: enough to tell the versions of one game apart

Items = dict[str, ItemAlias]  # as written under one unit
T = TypeVar("T")


class PastData:
    """One loaded history file, cut into sections by `cut_things` and its game's own."""

    def __init__(self, opened: compiled.Compiled) -> None:
        self.compiled = opened
        self._things: dict[str, dict[str, Thing]] = {}

    def get_prices_on_date(self, day: str) -> dict[str, Any]:
        """Return what everything cost on `day`, by id. Empty if the data has no prices."""
        return {}

    def get_things(self, kind: str) -> dict[str, Thing]:
        """Return everything of a kind by id, with its names and dates.

        Kinds are for instance `datasheets` and `battle_formations`.
        """
        if kind not in self._things:
            section = f"index:{kind}"
            things: tuple[Thing, ...] = ()
            if section in self.compiled:
                raw = self.compiled.get_section(section)
                things = get_decoder(tuple[Thing, ...]).decode(raw)
            self._things[kind] = {thing.id: thing for thing in things}
        return self._things[kind]


class AliasData:
    """One loaded file of names as other programs and languages write them."""

    def __init__(self, opened: compiled.Compiled) -> None:
        self.compiled = opened

    def get_names(self, kind: str, language: str | None = None) -> Names:
        """Return the names of one kind of thing in `language`, or as other programs write them.

        `language` None: the names that other programs use. Empty where the file has none.
        """
        return self._decode_section(f"{language}:{kind}" if language else kind, Names)

    def _decode_section(self, section: str, model: type[dict[str, T]]) -> dict[str, T]:
        """Return the section of that name as a dictionary; empty where the file has none."""
        if section not in self.compiled:
            return {}
        return get_decoder(model).decode(self.compiled.get_section(section))

    def list_languages(self) -> list[str]:
        """Return the languages that the file has names in, sorted."""
        languages = set()
        for name in self.compiled.list_names():
            language, colon, _ = name.partition(":")
            if colon and language != "under":
                languages.add(language)
        return sorted(languages)

    def get_translated_items(self) -> dict[str, str]:
        """Return the names of models and wargear in other languages, with the data's own."""
        return self._decode_section("spoken", dict[str, str])

    def get_unit_items(self, unit: str) -> Items:
        """Return what other programs print under the unit `unit`, by how they write it."""
        return self._decode_section(f"under:{unit}", Items)

    def get_abbreviations(self) -> dict[str, str]:
        """Return the abbreviations that other programs use, to what they stand for."""
        return self._decode_section("abbreviations", dict[str, str])


D = TypeVar("D", bound=PastData)


class PastShelf(Generic[D]):
    """The histories and alias files of one game, each file loaded when it is first needed."""

    def __init__(
        self,
        system: str,
        library: Library,
        data: type[D],
        history: DataFileKind[Any],
        aliases: DataFileKind[Any],
    ) -> None:
        """Keep what is needed to load the histories of the game `system` from `library`.

        `data` is the class of a loaded history; `history` and `aliases` are the kinds of the two
        files. The spellings of the edition before, if any, are kept beside.
        """
        self.system = system
        self.library = library
        self._data = data
        self._history_kind, self._aliases_kind = history, aliases
        self._histories: dict[str, D | None] = {}
        self._aliases: dict[str, AliasData | None] = {}
        self._items: dict[str, Items] = {}
        self._spellings: dict[tuple[str, str], Index] = {}
        self._versions: DataVersions | None = None
        earlier = get_parent_game(system)
        self._before = PastShelf(earlier, library, data, history, aliases) if earlier else None

    def list_ids(self) -> list[str]:
        """Return the id of every faction with a history.

        What has a file of its own beside the factions is among them.
        """
        files = self.library.list_files(self.system, FOLDER)
        return [stem for stem in files if f"{FOLDER}/{stem}" != PLACE]

    def load_faction(self, faction_id: str) -> D | None:
        """Return the history of the faction `faction_id`, or None if it has none."""
        if faction_id not in self._histories:
            place = f"{FOLDER}/{faction_id}"
            opened = None
            if place != PLACE:
                opened = self.library.get_compiled(self.system, place, self._history_kind)
            self._histories[faction_id] = self._data(opened) if opened else None
        return self._histories[faction_id]

    def load_aliases(self, faction_id: str) -> AliasData | None:
        """Return the file of the faction's names as others write them, or None if there is none."""
        if faction_id not in self._aliases:
            opened = self.library.get_compiled(
                self.system, f"{ALIASES}/{faction_id}", self._aliases_kind
            )
            self._aliases[faction_id] = AliasData(opened) if opened else None
        return self._aliases[faction_id]

    def get_spellings(self, faction_id: str, kind: str) -> Index:
        """Return every known way to write the things of a kind, by folded name.

        These are the names of any date, the spellings of other programs, and other languages.
        """
        key = (faction_id, kind)
        if key not in self._spellings:
            past = self.load_faction(faction_id)
            # alias files speak of units where the history speaks of datasheets
            alias_kind = "units" if kind == "datasheets" else kind
            names = self._collect_alias_names(faction_id, alias_kind)
            things = past.get_things(kind).values() if past else ()
            self._spellings[key] = index_spellings(things, names)
        return self._spellings[key]

    def _collect_alias_names(self, faction_id: str, kind: str) -> Names:
        """Return the names of things of a kind as other programs and languages write them.

        The names of the edition before are included, where this one has no other.
        """
        names: Names = self._before._collect_alias_names(faction_id, kind) if self._before else {}
        aliases = self.load_aliases(faction_id)
        if aliases is None:
            return names
        for language in aliases.list_languages():
            names = names | aliases.get_names(kind, language)
        return names | aliases.get_names(kind)

    def get_unit_items(self, faction_id: str, unit: str) -> Items:
        """Return what other programs print under the unit `unit`, by how they write it.

        It includes the translated items of the faction and the aliases of the edition before.
        """
        aliases = self.load_aliases(faction_id)
        earlier = self._before.get_unit_items(faction_id, unit) if self._before else {}
        if aliases is None:
            return earlier
        return {
            **self._get_translated_items(faction_id),
            **earlier,
            **aliases.get_unit_items(unit),
        }

    def _get_translated_items(self, faction_id: str) -> Items:
        """Return the translated models and wargear of the faction as aliases, made once."""
        if faction_id not in self._items:
            aliases = self.load_aliases(faction_id)
            names = aliases.get_translated_items() if aliases else {}
            self._items[faction_id] = {
                text: ItemAlias(is_=name, model=name, from_="") for text, name in names.items()
            }
        return self._items[faction_id]

    def load_versions(self) -> DataVersions:
        """Return what is known of the versions of other programs' data, loaded once."""
        if self._versions is None:
            self._versions = DataVersions(self.system, self.library)
        return self._versions

    def compute_price_digest(self, day: str) -> str:
        """Return a hash of all prices of `day`, which tells two versions with one label apart."""
        prices = {}
        for faction_id in sorted(self.list_ids()):
            data = self.load_faction(faction_id)
            if data:
                prices[faction_id] = sorted(data.get_prices_on_date(day).items())
        return hashlib.sha256(msgspec.json.encode(prices)).hexdigest()[:DIGEST]

    def find_former_thing(
        self, faction_ids: Iterable[str], kind: str, thing_id: str
    ) -> Thing | None:
        """Return the thing `thing_id` of a kind that left the data of these factions, or None.

        Enhancements are also known by the last part of their id.
        """
        for faction_id in faction_ids:
            past = self.load_faction(faction_id)
            for thing in past.get_things(kind).values() if past else ():
                if (
                    not thing.today
                    and thing.until is not None
                    and thing_id in (thing.id, thing.id.rpartition("/")[2])
                ):
                    return thing
        return None

    def list_files(self, faction_ids: Mapping[str, object] | list[str]) -> list[compiled.Compiled]:
        """Return the data files of these histories, for the hash of what a verdict rests on."""
        histories = [self.load_faction(faction_id) for faction_id in faction_ids]
        return [history.compiled for history in histories if history]


def encode_things(things: Mapping[str, tuple[Thing, ...]]) -> compiled.Sections:
    """Return the compiled index of each kind of thing, with the fields that all kinds have."""
    fields = Thing.__struct_fields__
    return {
        f"index:{kind}": compiled.encode_section(
            [Thing(**{name: getattr(thing, name) for name in fields}) for thing in all_of_kind]
        )
        for kind, all_of_kind in things.items()
        if all_of_kind
    }


def encode_names(names: Mapping[str, Mapping[str, Alias]]) -> compiled.Sections:
    """Return the compiled tables of names, one section for each kind that has any."""
    return {kind: compiled.encode_section(table) for kind, table in names.items() if table}


def encode_unit_items(items: Mapping[str, Mapping[str, ItemAlias]]) -> compiled.Sections:
    """Return the compiled tables of what other programs print under each unit."""
    return {f"under:{unit}": compiled.encode_section(table) for unit, table in items.items()}
