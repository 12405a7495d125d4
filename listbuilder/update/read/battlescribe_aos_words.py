"""The words that catalogues of Age of Sigmar use, from `battlescribe_aos.yaml`."""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec


class AosWords(msgspec.Struct, frozen=True):
    """The words of `battlescribe_aos.yaml`, which says what each is."""

    system: str
    campaigns: tuple[str, ...]
    made_by_players: tuple[str, ...]
    renown: str
    universal: str
    army_separator: str
    legends_mark: str
    name_signs: str
    legends: str
    undersize: str
    hero: str
    unique: str
    terrain: str
    manifestation: str
    leader: str
    options: frozenset[str]
    regiment: str
    option_path: str
    too_many: str
    unit_profiles: tuple[str, ...]
    weapon_profiles: tuple[str, ...]
    stats: dict[str, str]
    weapon: dict[str, str]
    base_size: str
    reinforced: str
    season: str
    battlepack: str
    battlepack_id: str
    formations: str
    lores: dict[str, str]
    not_tables: frozenset[str]
    summon: str


@cache
def load_aos_words() -> AosWords:
    """Return the words that catalogues of Age of Sigmar use."""
    from ruamel.yaml import YAML

    text = resources.files(__package__).joinpath("battlescribe_aos.yaml").read_text("utf-8")
    return msgspec.convert(YAML(typ="safe").load(text), AosWords)
