"""The QR code as a terminal shows it, and what a reader of codes makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.formats import seal
from listbuilder.formats.read.sealed import read_seal
from listbuilder.model.problem import Unreadable
from tests.formats.write.made import EXAMPLES, GAMES, LIBRARY, ROSTERS, exported, sheet
from tests.formats.write.tools import codes_in

SMALLEST = 21 + 8  # modules of the smallest code with its quiet zone


def modules(text: str) -> list[list[bool]]:
    """The dark modules of a code drawn with half blocks: what the terminal leaves dark."""
    rows: list[list[bool]] = []
    for line in (
        line for line in text.split("\n") if len(line) >= SMALLEST and set(line) <= set("█▀▄ ")
    ):
        rows.append([character in " ▄" for character in line])
        rows.append([character in " ▀" for character in line])
    return rows


def picture(rows: list[list[bool]], to: Path, scale: int = 4) -> Path:
    """As a grey picture in the simplest of formats."""
    lines = [
        b"".join((b"\0" if dark else b"\xff") * scale for dark in row)
        for row in rows
        for _ in range(scale)
    ]
    to.write_bytes(b"P5 %d %d 255\n" % (len(lines[0]), len(lines)) + b"".join(lines))
    return to


@pytest.mark.parametrize("game", GAMES)
def test_a_reader_of_codes_reads_the_terminal(tmp_path: Path, game: str) -> None:
    file = ROSTERS / f"{game}.yaml"
    text = exported(file, "qr").decode()
    (code, *_) = codes_in(picture(modules(text), tmp_path / "code.pgm"))
    assert code == sheet(file, "qr").sealed
    assert read_seal(code.encode()) == read_seal(text.encode())


def test_its_edge_is_light_and_its_corners_are_marked() -> None:
    rows = modules(exported(ROSTERS / "spearhead.yaml", "qr").decode())
    width = len(rows[0])
    assert not any(any(row) for row in rows[:4]) and not any(
        any(row[:4]) or any(row[-4:]) for row in rows
    )
    assert all(rows[4][at] for at in range(4, 11)) and all(
        rows[4][at] for at in range(width - 11, width - 4)
    )


def test_an_army_of_2000_points_fits_a_terminal() -> None:
    """Version 20 of the standard is 97 modules and 8 of the quiet zone wide."""
    text = exported(
        EXAMPLES / "40k-10e" / "legal" / "ultramarines-blade-of-ultramar.yaml", "qr"
    ).decode()
    assert max(len(line) for line in text.split("\n")) <= 105


def test_what_is_too_big_says_so() -> None:
    from listbuilder.formats.make_printout import make_printout
    from listbuilder.formats.printout import Wish
    from listbuilder.formats.registry import export_printout
    from listbuilder.roster.position import Position

    names = [
        {
            "datasheet": "monolith",
            "name": "".join(chr(33 + (at * at * 7 + n) % 90) for at in range(90)),
        }
        for n in range(90)
    ]
    roster = {"system": "warhammer-40k-10e", "faction": "necrons", "units": names}
    done = Position.read(seal.encode_canonically(roster), "x", LIBRARY)
    made = make_printout(done, LIBRARY, Wish("qr"))
    assert made is not None
    with pytest.raises(Unreadable) as raised:
        export_printout(made)
    assert [problem.key for problem in raised.value.problems] == ["too_big_for_qr"]
    page = make_printout(done, LIBRARY, Wish("html"))
    assert page is not None
    assert (
        "too big for a QR code" in export_printout(page).decode()
    )  # the page is made all the same
