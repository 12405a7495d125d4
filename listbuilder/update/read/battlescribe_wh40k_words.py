"""The words that catalogues of Warhammer 40,000 use, from `battlescribe_wh40k.yaml`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from listbuilder.yamlio import reader


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of `battlescribe_wh40k.yaml`, which says what each is for."""

    campaign: frozenset[str]
    roles: frozenset[str]
    ignored_comments: frozenset[str]
    chosen: frozenset[str]
    not_units: frozenset[str]
    legends_mark: str
    skipped_marks: tuple[str, ...]
    faction_prefix: str
    detachment_entries: frozenset[str]
    detachment_points: str
    dispositions: frozenset[str]
    enhancement_groups: frozenset[str]
    enhancement_tags: tuple[str, ...]
    save_ability: str
    save_characteristic: str
    weapon_keywords: dict[str, str]
    abilities_with_number: frozenset[str]
    core_abilities: dict[str, str]
    not_keywords: frozenset[str] = frozenset()
    not_keyword_prefixes: tuple[str, ...] = ()

    @property
    def ignored(self) -> frozenset[str]:
        """Return the names of entries and groups that aren't part of a unit."""
        return self.campaign | self.roles


@cache
def load_words() -> Words:
    """Return the words that catalogues use."""
    file = Path(__file__).with_name("battlescribe_wh40k.yaml")
    document = reader.read_yaml(file.read_bytes(), str(file), reader.DATA_BYTES)
    return msgspec.convert(document.data, Words)
