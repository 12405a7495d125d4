"""Things that share a name are told apart by the season of the list, and where it names none, by that of its day."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.import_list import import_list, judge_list
from listbuilder.formats.imported_list import Import
from listbuilder.rules import messages

LODGE = """Lodge 300/1000 pts

Fyreslayers
Lords of the Lodge
{season}Drops: 1
Prayer Lore - {lore}

General's Regiment
Auric Runefather on Magmadroth (300)
• General
{mark}
Created with Warhammer Age of Sigmar: The App
App: 1.20.0 | Data: {data}
"""
OF_2025, OF_2026 = (
    345,
    462,
)  # data of September 2025 and of July 2026, by facts/history/versions.json


def read(
    library: Library, data: int, season: str = "", lore: str = "Vulkyn Gifts", mark: str = ""
) -> Import:
    season = f"General's Handbook {season}\n" if season else ""
    text = LODGE.format(season=season, lore=lore, data=data, mark=f"• {mark}\n" if mark else "")
    return import_list(text.encode(), "lodge.txt", library)


def chosen(made: Import, *keys: str) -> list[Any]:
    assert made.document is not None
    assert made.account.unread == []
    return [made.document.data.get(key) for key in keys]


@pytest.mark.parametrize(
    ("data", "season"), [(OF_2025, "2025-26"), (OF_2026, "2026-27"), (OF_2026, "2025-26")]
)
def test_by_the_season_that_the_list_names(library: Library, data: int, season: str) -> None:
    made = read(library, data, season, mark="Thickened Scales")
    assert chosen(made, "season", "prayer_lore") == [season, f"vulkyn-gifts-ghb-{season}"]
    assert made.document is not None
    assert made.document.data["regiments"][0]["hero"]["enhancements"] == [
        f"thickened-scales-ghb-{season}"
    ]


@pytest.mark.parametrize(("data", "season"), [(OF_2025, "2025-26"), (OF_2026, "2026-27")])
def test_by_the_day_where_the_list_names_no_season(
    library: Library, data: int, season: str
) -> None:
    made = read(library, data)
    assert chosen(made, "season", "prayer_lore") == [season, f"vulkyn-gifts-ghb-{season}"]
    said = [
        messages.say_note(note, "en")
        for note in made.account.notes
        if note.key == "import_season_by_things"
    ]
    assert said == [f"the season is General's Handbook {season}, judging by Vulkyn Gifts"]


def test_what_is_for_one_season_alone_tells_the_season(library: Library) -> None:
    """Incandescent Blaze is of 2025-26 alone, whatever the day."""
    made = read(library, OF_2026, lore="Zharrgrim Blessings", mark="Incandescent Blaze")
    assert chosen(made, "season") == ["2025-26"]


def test_what_is_for_every_season_tells_none(library: Library) -> None:
    assert chosen(read(library, OF_2026, lore="Zharrgrim Blessings"), "season") == [None]


@pytest.mark.parametrize("season", ["2025-26", "2026-27"])
def test_a_misspelling_of_the_app_is_no_guess(library: Library, season: str) -> None:
    """Bendictions of Sickness, as the app prints it; two ids have the right name."""
    text = LODGE.replace(
        "Fyreslayers\nLords of the Lodge", "Maggotkin of Nurgle\nTallyband of Nurgle"
    )
    text = text.replace(
        "Auric Runefather on Magmadroth (300)", "Poxbringer, Herald of Nurgle (300)"
    )
    text = text.format(
        season=f"General's Handbook {season}\n",
        lore="Bendictions of Sickness",
        data=OF_2026,
        mark="",
    )
    made = import_list(text.encode(), "tallyband.txt", library)
    assert chosen(made, "prayer_lore") == [f"benedictions-of-sickness-ghb-{season}"]
    assert [note.key for note in made.account.notes if note.key == "import_guess"] == []
    done = judge_list(text.encode(), "tallyband.txt", library)
    assert [finding.code for finding in done.findings if finding.severity == "error"] == []
