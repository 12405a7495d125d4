"""Every form of every game, compared with a file that was read by a person.

`LISTBUILDER_GOLDEN=write python -m pytest tests/formats/write/test_golden.py` writes them anew; read the difference
before it is committed. Hashes, seals, QR codes and styles are left out: other tests read those.
The text is in three languages for every game, the other forms for the first, which has everything in it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from listbuilder.formats.registry import WRITERS
from tests.formats.write.made import GAMES, LANGS, OWN_WORDS, ROSTERS, exported, forms_of, steady

GOLDEN = Path(__file__).resolve().parent / "golden"
BINARY = {
    "pdf",
    "rosz",
    "newrecruit-json",
    "rosterizer-json",
}  # read by test_pdf.py and test_round_trip.py
CASES = [
    (game, form, lang)
    for game in GAMES
    for form in forms_of(game)
    if form not in BINARY
    for lang in (LANGS if form == "text" or (game == GAMES[0] and form in OWN_WORDS) else LANGS[:1])
]


def path(game: str, form: str, lang: str) -> Path:
    return GOLDEN / game / f"{form}.{lang}{WRITERS[form].ending}"


@pytest.mark.parametrize(("game", "form", "lang"), CASES)
def test_golden(game: str, form: str, lang: str) -> None:
    mine = game == GAMES[0]  # the one with formations, notes and everything else that may be told
    text = steady(
        exported(
            ROSTERS / f"{game}.yaml", form, lang, "me" if mine else "opponent", formations=mine
        )
    )
    file = path(game, form, lang)
    if os.environ.get("LISTBUILDER_GOLDEN") == "write":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


def test_no_golden_file_is_left_over() -> None:
    assert sorted(GOLDEN.rglob("*.*")) == sorted(path(*case) for case in CASES)


def test_every_game_has_the_forms_of_the_issue() -> None:
    every = {"text", "markdown", "html", "pdf", "json", "qr", "svg"}
    mustered = every | {
        "gw",
        "wtc",
        "wtc-compact",
        "atc-2026",
        "nr-simple",
        "ros",
        "rosz",
        "newrecruit-json",
        "rosterizer-json",
    }
    assert {game: set(forms_of(game)) for game in GAMES} == {
        "warhammer-40k-10e": mustered,
        "age-of-sigmar-4e": every | {"aos-app", "ros", "rosz", "newrecruit-json"},
        "combat-patrol": every,
        "combat-patrol-11e": every,
        "spearhead": every,
        "space-marine-heroes": every,
    }
