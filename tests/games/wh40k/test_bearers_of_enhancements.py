"""Every enhancement can be borne by some unit of its army: one that nobody may bear is a mistake of
the data or of the law.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from listbuilder.data.library import Library
from listbuilder.games.registry import get_game
from listbuilder.games.wh40k.catalog import FactionData, Shelf
from listbuilder.games.wh40k.faction import Detachment, Enhancement
from listbuilder.roster.position import Position
from listbuilder.yamlio import reader

LIBRARY = Library()
ABOUT_BEARERS = {"40K-03", "40K-09", "40K-11", "40K-16", "11E-03", "11E-13", "11E-16", "11E-22"}
UNKNOWN = {
    "honoured-fallen"
}  # what grants Character to the vehicles of Solar Spearhead is in no source


def places(shelf: Shelf, faction: FactionData, detachment: Detachment) -> Iterator[tuple[str, str]]:
    """The army's faction and where a unit of it may be from, chapters and guests included."""
    yield faction.head.id, faction.head.id
    if faction.head.parent:
        yield faction.head.id, faction.head.parent
    for include in (faction.head.include, detachment.include):
        if include:
            yield from (
                (faction.head.id, each)
                for each in shelf.list_ids()
                if include.from_ in (None, each)
            )
    for each in shelf.list_ids():
        other = shelf.load_faction(each)
        if other and other.head.parent == faction.head.id:
            yield each, each


def candidates(
    shelf: Shelf, faction: FactionData, detachment: Detachment, wanted: Enhancement
) -> list[tuple[str, str, str]]:
    """Army, home and datasheet of each unit, those first that have most of what is asked."""
    asked = [*wanted.requires.all, *wanted.requires.any]
    words = {
        each.casefold()
        for entry in asked
        for each in ((entry,) if isinstance(entry, str) else entry)
    }
    found = []
    for army, home in dict.fromkeys(places(shelf, faction, detachment)):
        data = shelf.load_faction(home)
        for sheet in data.list_datasheets() if data else ():
            fits = (
                len(words & sheet.tags) + ("character" in sheet.tags) - ("epic hero" in sheet.tags)
            )
            found.append((-fits, army, home, sheet.id))
    return [(army, home, sheet_id) for _, army, home, sheet_id in sorted(found)]


@pytest.mark.parametrize("system_id", ["warhammer-40k-10e", "warhammer-40k-11e"])
def test_every_enhancement_has_a_bearer(system_id: str) -> None:
    game = get_game(system_id)
    shelf: Shelf = game.shelf(LIBRARY)  # type: ignore[assignment]

    def bears(
        detachment: Detachment, enhancement: Enhancement, army: str, home: str, sheet_id: str
    ) -> bool:
        unit = {
            "datasheet": sheet_id if army == home else f"{home}/{sheet_id}",
            "enhancement": enhancement.id,
        }
        roster = {
            "system": system_id,
            "faction": army,
            "battle_size": "strike-force",
            "units": [unit],
        }
        document = reader.read_yaml(
            msgspec.json.encode(roster | game.roster.make_detachment_keys([detachment.id])), "case"
        )
        position = Position(document, LIBRARY)
        errors = {each.code for each in position.findings if each.severity == "error"}
        return not position.problems and not errors & ABOUT_BEARERS

    factions = [found for each in shelf.list_ids() if (found := shelf.load_faction(each))]
    enhancements = [
        (data, each, own)
        for data in factions
        for each in data.head.detachments
        for own in each.enhancements
    ]
    assert len(enhancements) > 800
    refused = [
        (data.head.id, detachment.id, enhancement.id)
        for data, detachment, enhancement in enhancements
        if enhancement.id not in UNKNOWN
        and not any(
            bears(detachment, enhancement, *each)
            for each in candidates(shelf, data, detachment, enhancement)
        )
    ]
    assert refused == []
