"""The histories of one game's factions.

Each is loaded when a past date or a foreign name first asks for it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from listbuilder.data import compiled
from listbuilder.data.library import DataFileKind, Library, get_decoder
from listbuilder.history.versions import PLACE, VERSIONS, DataVersions
from listbuilder.matching.aliases import get_parent_game
from listbuilder.matching.spellings import Index, index_spellings
from listbuilder.model.aliases import Alias, ItemAlias, Names
from listbuilder.model.windows import Thing

FOLDER = "history"
ALIASES = "history/aliases"
DIGEST = 12  # hex digits: enough to tell the versions of one game apart

Items = dict[str, ItemAlias]  # as written under one unit
R = TypeVar("R")
T = TypeVar("T")


def make_history_kinds(
    history: DataFileKind[Any], aliases: DataFileKind[Any]
) -> dict[str, DataFileKind[Any]]:
    """Return the kinds of the files below history/, by folder and stem.

    `history` and `aliases` are the kinds of a faction's history and of its foreign names; the form
    is that of `get_data_kinds` of a game.
    """
    return {f"{FOLDER}/*": history, f"{ALIASES}/*": aliases, PLACE: VERSIONS}


class PastData(Generic[R]):
    """One loaded history file: the things a faction has or had, with names and dates.

    Kinds of army derive their own classes, which read more of the file, such as prices. `R` is the
    type of the history record of a datasheet or warscroll.
    """

    record_type: ClassVar[Any]

    def __init__(self, opened: compiled.Compiled) -> None:
        self.compiled = opened
        self._things: dict[str, dict[str, Thing]] = {}
        self._records: dict[str, R | None] = {}

    def get_prices_on_date(self, day: str) -> dict[str, Any]:
        """Return the price of everything on `day`, by id.

        Empty here: these files have no prices.
        """
        return {}

    def get_sheet_record(self, sheet_id: str) -> R | None:
        """Return the history of a datasheet or warscroll, decoded once; None if it has none."""
        if sheet_id not in self._records:
            self._records[sheet_id] = self.decode_section(f"sheet:{sheet_id}", self.record_type)
        return self._records[sheet_id]

    def list_change_dates(self, sheet_id: str) -> list[str]:
        """Return the dates on which anything of a sheet but its price changed."""
        record: Any = self.get_sheet_record(sheet_id)
        return [change.until for change in record.changes] if record else []

    def decode_section(self, section: str, model: type[T]) -> T | None:
        """Return the section `section` of the file as a `model`, or None if the file has none."""
        if section not in self.compiled:
            return None
        return get_decoder(model).decode(self.compiled.get_section(section))

    def get_things(self, kind: str) -> dict[str, Thing]:
        """Return everything of one kind in the history, by id, with its names and dates.

        `kind` is for instance `datasheets` or `battle_formations`. Empty if the file has none of
        it.
        """
        if kind not in self._things:
            things = self.decode_section(f"index:{kind}", tuple[Thing, ...])
            self._things[kind] = {thing.id: thing for thing in things or ()}
        return self._things[kind]


class AliasData:
    """One loaded alias file: how other programs and other languages write a faction's names."""

    def __init__(self, opened: compiled.Compiled) -> None:
        self.compiled = opened

    def get_names(self, kind: str, language: str | None = None) -> Names:
        """Return the aliases of things of `kind` in `language`, by how they are written.

        `language` None: the names that other programs use. Empty if the file has none.
        """
        return self._decode_section(f"{language}:{kind}" if language else kind, Names)

    def _decode_section(self, section: str, model: type[dict[str, T]]) -> dict[str, T]:
        """Return the section `section` of the file as a dictionary; empty if it is missing.

        `model` is the type of the dictionary.
        """
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

    def get_translated_items(self, language: str) -> dict[str, str]:
        """Return models and wargear in `language`: translated name -> the data's name."""
        return self._decode_section(f"{language}:items", dict[str, str])

    def get_unit_items(self, unit: str) -> Items:
        """Return the items and models other programs list under `unit`, as they write them."""
        return self._decode_section(f"under:{unit}", Items)

    def get_abbreviations(self) -> dict[str, str]:
        """Return the abbreviations that other programs use, each with what it stands for."""
        return self._decode_section("abbreviations", dict[str, str])


D = TypeVar("D", bound=PastData[Any])

ANY_LANGUAGE = "*"  # for searches: a list is in one language, but people search in any


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
        """Prepare to load the histories and alias files of the game `system` from `library`.

        `data` is the class of a loaded history; `history` and `aliases` are the kinds of the two
        files. If the game takes over spellings of an earlier edition, a shelf of that edition is
        made as well.
        """
        self.system = system
        self.library = library
        self._data = data
        self._history_kind, self._aliases_kind = history, aliases
        self._histories: dict[str, D | None] = {}
        self._aliases: dict[str, AliasData | None] = {}
        self._items: dict[tuple[str, str], Items] = {}
        self._spellings: dict[tuple[str, str, str | None], Index] = {}
        self._versions: DataVersions | None = None
        earlier = get_parent_game(system)
        self._before = PastShelf(earlier, library, data, history, aliases) if earlier else None

    def list_ids(self) -> list[str]:
        """Return the id of every history file, except the file of versions.

        Most are factions; some are other things that have a file of their own.
        """
        files = self.library.list_files(self.system, FOLDER)
        return [stem for stem in files if f"{FOLDER}/{stem}" != PLACE]

    def load_faction(self, faction_id: str) -> D | None:
        """Return the history of the faction `faction_id`, loaded once, or None if it has none."""
        if faction_id not in self._histories:
            place = f"{FOLDER}/{faction_id}"
            opened = None
            if place != PLACE:
                opened = self.library.get_compiled(self.system, place, self._history_kind)
            self._histories[faction_id] = self._data(opened) if opened else None
        return self._histories[faction_id]

    def load_aliases(self, faction_id: str) -> AliasData | None:
        """Return the alias file of the faction `faction_id`, loaded once, or None if it has none.

        An alias file says how other programs and languages write names.
        """
        if faction_id not in self._aliases:
            opened = self.library.get_compiled(
                self.system, f"{ALIASES}/{faction_id}", self._aliases_kind
            )
            self._aliases[faction_id] = AliasData(opened) if opened else None
        return self._aliases[faction_id]

    def get_spellings(self, faction_id: str, kind: str, language: str | None = None) -> Index:
        """Return every known way to write the things of `kind` of a faction, by folded name.

        These are the names of any date, the spellings of other programs, and the names in
        `language`. None stands for English, ANY_LANGUAGE for all. The result is kept.
        """
        key = (faction_id, kind, language)
        if key not in self._spellings:
            past = self.load_faction(faction_id)
            # alias files speak of units where the history speaks of datasheets
            alias_kind = "units" if kind == "datasheets" else kind
            names = self._collect_alias_names(faction_id, alias_kind, language)
            things = past.get_things(kind).values() if past else ()
            self._spellings[key] = index_spellings(things, names)
        return self._spellings[key]

    def _collect_alias_names(self, faction_id: str, kind: str, language: str | None) -> Names:
        """Return the aliases of things of `kind` in other programs and, if given, in `language`.

        Aliases of the earlier edition are included, unless this edition gives the same name another
        meaning.
        """
        names: Names = {}
        if self._before:
            names = self._before._collect_alias_names(faction_id, kind, language)
        aliases = self.load_aliases(faction_id)
        if aliases is None:
            return names
        languages = [language] if language else []
        if language == ANY_LANGUAGE:
            languages = aliases.list_languages()
        for language in languages:
            names = names | aliases.get_names(kind, language)
        return names | aliases.get_names(kind)

    def get_unit_items(self, faction_id: str, unit: str, language: str | None = None) -> Items:
        """Return what other programs list under the unit `unit`, by how they write it.

        The faction's items in `language` and aliases of the earlier edition are included; the
        unit's own aliases go before both.
        """
        aliases = self.load_aliases(faction_id)
        earlier: Items = {}
        if self._before:
            earlier = self._before.get_unit_items(faction_id, unit, language)
        if aliases is None:
            return earlier
        translated = self._get_translated_items(faction_id, language) if language else {}
        return {**translated, **earlier, **aliases.get_unit_items(unit)}

    def _get_translated_items(self, faction_id: str, language: str) -> Items:
        """Return the faction's models and wargear in `language` as aliases, made once."""
        key = (faction_id, language)
        if key not in self._items:
            aliases = self.load_aliases(faction_id)
            names: dict[str, str] = {}
            languages = [language]
            if aliases and language == ANY_LANGUAGE:
                languages = aliases.list_languages()
            for language in languages:
                names |= aliases.get_translated_items(language) if aliases else {}
            self._items[key] = {
                text: ItemAlias(is_=name, model=name, from_="") for text, name in names.items()
            }
        return self._items[key]

    def load_versions(self) -> DataVersions:
        """Return what is known of the versions of other programs' data; loaded once."""
        if self._versions is None:
            self._versions = DataVersions(self.system, self.library)
        return self._versions

    def compute_price_digest(self, day: str) -> str:
        """Return a short hash of all prices of `day`.

        It tells two versions of the data apart that have the same label.
        """
        prices = {}
        for faction_id in sorted(self.list_ids()):
            data = self.load_faction(faction_id)
            if data:
                prices[faction_id] = sorted(data.get_prices_on_date(day).items())
        return hashlib.sha256(msgspec.json.encode(prices)).hexdigest()[:DIGEST]

    def find_former_thing(
        self, faction_ids: Iterable[str], kind: str, thing_id: str
    ) -> Thing | None:
        """Return the first thing of `kind` with the id `thing_id` that has left the data, or None.

        The histories of `faction_ids` are searched in order. The last part of an id (after a slash)
        is enough, as for enhancements. None: nothing with that id has left.
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
        """Return the history files of `faction_ids`; factions without a history are left out.

        They are for the hash of the files on which a verdict rests.
        """
        histories = [self.load_faction(faction_id) for faction_id in faction_ids]
        return [history.compiled for history in histories if history]


def encode_things(things: Mapping[str, tuple[Thing, ...]]) -> compiled.Sections:
    """Return the compiled lists of `things`, one section for each kind that has any.

    Only the fields that all kinds of thing have are written.
    """
    fields = Thing.__struct_fields__
    return {
        f"index:{kind}": compiled.encode_section(
            [Thing(**{name: getattr(thing, name) for name in fields}) for thing in all_of_kind]
        )
        for kind, all_of_kind in things.items()
        if all_of_kind
    }


def encode_names(names: Mapping[str, Mapping[str, Alias]]) -> compiled.Sections:
    """Return the compiled tables of aliases, one section for each kind that has any."""
    return {kind: compiled.encode_section(table) for kind, table in names.items() if table}


def encode_unit_items(items: Mapping[str, Mapping[str, ItemAlias]]) -> compiled.Sections:
    """Return the compiled aliases of items under units, one section for each unit."""
    return {f"under:{unit}": compiled.encode_section(table) for unit, table in items.items()}
