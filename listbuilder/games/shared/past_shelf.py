"""The histories of one game's factions, each loaded when a past day or a foreign name first asks for it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from listbuilder.games.shared.aliases import before
from listbuilder.games.shared.spellings import Index, spelling_index
from listbuilder.games.shared.versions import PLACE, DataVersions
from listbuilder.model.past import Thing
from listbuilder.model.written import Alias, ItemAlias, Names
from listbuilder.store import compiled
from listbuilder.store.library import Kind, Library, decoder

FOLDER = "history"
ALIASES = "history/aliases"
DIGEST = 12  # hex digits: enough to tell the versions of one game apart

Items = dict[str, ItemAlias]  # as written under one unit


class PastData:
    """One loaded history file, cut into sections by `cut_things` and its game's own."""

    def __init__(self, opened: compiled.Compiled) -> None:
        self.compiled = opened
        self._things: dict[str, dict[str, Thing]] = {}

    def prices_on(self, day: str) -> dict[str, Any]:
        """Return what everything cost that day, by id. Empty if the data has no prices."""
        return {}

    def things(self, kind: str) -> dict[str, Thing]:
        """Everything of a kind (`datasheets`, `battle_formations`) by id: its names and days."""
        if kind not in self._things:
            found = self.compiled.section(f"index:{kind}") if f"index:{kind}" in self.compiled else b"[]"
            self._things[kind] = {each.id: each for each in decoder(tuple[Thing, ...]).decode(found)}
        return self._things[kind]


class AliasData:
    """One loaded file of names as others write them."""

    def __init__(self, opened: compiled.Compiled) -> None:
        self.compiled = opened

    def names(self, kind: str, language: str | None = None) -> Names:
        section = f"{language}:{kind}" if language else kind
        return decoder(Names).decode(self.compiled.section(section)) if section in self.compiled else {}

    def languages(self) -> list[str]:
        parts = (name.partition(":") for name in self.compiled.names())
        return sorted({language for language, colon, kind in parts if colon and language != "under"})

    def spoken(self) -> dict[str, str]:
        """Models and wargear in other languages: as written -> as the data writes it."""
        return decoder(dict[str, str]).decode(self.compiled.section("spoken")) if "spoken" in self.compiled else {}

    def under(self, unit: str) -> Items:
        """What other programs print under that unit."""
        section = f"under:{unit}"
        return decoder(Items).decode(self.compiled.section(section)) if section in self.compiled else {}

    def abbreviations(self) -> dict[str, str]:
        section = "abbreviations"
        return decoder(dict[str, str]).decode(self.compiled.section(section)) if section in self.compiled else {}


D = TypeVar("D", bound=PastData)


class PastShelf(Generic[D]):
    def __init__(self, system: str, library: Library, data: type[D], history: Kind[Any], aliases: Kind[Any]) -> None:
        self.system = system
        self.library = library
        self._data = data
        self._history_kind, self._aliases_kind = history, aliases
        self._histories: dict[str, D | None] = {}
        self._aliases: dict[str, AliasData | None] = {}
        self._items: dict[str, Items] = {}
        self._spellings: dict[tuple[str, str], Index] = {}
        self._versions: DataVersions | None = None
        earlier = before(system)
        self._before = PastShelf(earlier, library, data, history, aliases) if earlier else None

    def ids(self) -> list[str]:
        """Every faction with a history, and what stands in files of its own beside them."""
        files = self.library.files(self.system, FOLDER)
        return [stem for stem in files if f"{FOLDER}/{stem}" != PLACE]

    def faction(self, faction_id: str) -> D | None:
        if faction_id not in self._histories:
            place = f"{FOLDER}/{faction_id}"
            opened = self.library.open(self.system, place, self._history_kind) if place != PLACE else None
            self._histories[faction_id] = self._data(opened) if opened else None
        return self._histories[faction_id]

    def aliases(self, faction_id: str) -> AliasData | None:
        if faction_id not in self._aliases:
            opened = self.library.open(self.system, f"{ALIASES}/{faction_id}", self._aliases_kind)
            self._aliases[faction_id] = AliasData(opened) if opened else None
        return self._aliases[faction_id]

    def spellings(self, faction_id: str, kind: str) -> Index:
        """Every known way to write the things of a kind: names of any day, spellings of others, other languages."""
        key = (faction_id, kind)
        if key not in self._spellings:
            past, names = self.faction(faction_id), self._names(faction_id, _spoken(kind))
            self._spellings[key] = spelling_index(past.things(kind).values() if past else (), names)
        return self._spellings[key]

    def _names(self, faction_id: str, kind: str) -> Names:
        """As other programs and languages write them; those of the edition before, where this one has no other."""
        aliases = self.aliases(faction_id)
        names: Names = self._before._names(faction_id, kind) if self._before else {}
        for language in aliases.languages() if aliases else ():
            names = names | aliases.names(kind, language) if aliases else names
        return names | aliases.names(kind) if aliases else names

    def under(self, faction_id: str, unit: str) -> Items:
        """What other programs print under that unit."""
        aliases = self.aliases(faction_id)
        earlier = self._before.under(faction_id, unit) if self._before else {}
        return {**self._spoken(faction_id), **earlier, **aliases.under(unit)} if aliases else earlier

    def _spoken(self, faction_id: str) -> Items:
        if faction_id not in self._items:
            aliases = self.aliases(faction_id)
            names = aliases.spoken() if aliases else {}
            self._items[faction_id] = {text: ItemAlias(is_=name, model=name, from_="") for text, name in names.items()}
        return self._items[faction_id]

    def versions(self) -> DataVersions:
        if self._versions is None:
            self._versions = DataVersions(self.system, self.library)
        return self._versions

    def digest(self, day: str) -> str:
        """Return a hash of all prices of that day, which tells two versions with one label apart."""
        prices = {each: sorted(data.prices_on(day).items()) for each in sorted(self.ids()) if (data := self.faction(each))}
        return hashlib.sha256(msgspec.json.encode(prices)).hexdigest()[:DIGEST]

    def went(self, faction_ids: Iterable[str], kind: str, thing_id: str) -> Thing | None:
        """Something that was in the data of one of these factions; enhancements are also known by their last part."""
        for faction_id in faction_ids:
            past = self.faction(faction_id)
            for each in past.things(kind).values() if past else ():
                if not each.today and each.until is not None and thing_id in (each.id, each.id.rpartition("/")[2]):
                    return each
        return None

    def files(self, faction_ids: Mapping[str, object] | list[str]) -> list[compiled.Compiled]:
        """The data files of these histories, for the hash of what a verdict rests on."""
        return [data.compiled for each in faction_ids if (data := self.faction(each))]


def _spoken(kind: str) -> str:
    """The files of names speak of units where those of the history speak of datasheets."""
    return "units" if kind == "datasheets" else kind


def cut_things(things: Mapping[str, tuple[Thing, ...]]) -> compiled.Sections:
    """An index of each kind: what all things have, without what is only theirs."""
    fields = Thing.__struct_fields__
    return {
        f"index:{kind}": compiled.encode([Thing(**{name: getattr(each, name) for name in fields}) for each in all_of_kind])
        for kind, all_of_kind in things.items()
        if all_of_kind
    }


def cut_names(names: Mapping[str, Mapping[str, Alias]]) -> compiled.Sections:
    return {kind: compiled.encode(table) for kind, table in names.items() if table}


def cut_under(items: Mapping[str, Mapping[str, ItemAlias]]) -> compiled.Sections:
    return {f"under:{unit}": compiled.encode(table) for unit, table in items.items()}
