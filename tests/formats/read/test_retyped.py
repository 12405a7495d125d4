"""Lists typed again by hand lose the signs that programs write, and say the same without them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.clean.typed import rewrite_typed
from listbuilder.formats.import_list import judge_list
from listbuilder.formats.make_printout import make_printout
from listbuilder.formats.printout import Wish
from listbuilder.formats.registry import export_printout
from listbuilder.roster.position import Position
from tests.formats.read import one_list_per_format as lists

Outcome = tuple[str, int | None, list[tuple[str, int, int | None]]]

_TWO = lists.GW_B.replace(
    "Necron Warriors (90 Points)",
    "Immortals (70 Points)\n• 5x Immortal\n\nNecron Warriors (90 Points)",
).replace("265", "335")


def judge(text: str, library: Library) -> Outcome:
    """Return the verdict, the points, and the units with their models and points."""
    done = judge_list(text.encode(), "list.txt", library)
    units = done.army.units if done.army else []
    return (
        done.verdict,
        done.points,
        sorted((unit.datasheet_id, unit.models, unit.points) for unit in units),
    )


def take_signs(text: str) -> str:
    """Return the text with `5 Immortal` for `5x Immortal` on lines with a bullet."""
    return re.sub(r"^(\s*[•◦] \d+)x ", r"\1 ", text, flags=re.MULTILINE)


def take_second_price(text: str) -> str:
    """Return a flat text in which the second of two equal units has lost its points."""
    flat = "\n".join(line.strip() for line in text.split("\n") if line.strip())
    first, second, rest = flat.partition("• 5x Immortal\nImmortals (70 Points)")
    assert not second, "items stand between the two"
    head, found, rest = flat.rpartition("Immortals (70 Points)")
    return f"{head}Immortals{rest}" if found else first


def take_last_price(text: str) -> str:
    """Return the text without blank lines, in which the last unit has lost its points."""
    lines = [line for line in text.split("\n") if line.strip()]
    return re.sub(r"^(Necron Warriors) \(.*\)$", r"\1", "\n".join(lines), flags=re.MULTILINE)


def join_two(text: str) -> str:
    """Return the text with a unit that has nothing below it and the next one on a line."""
    return text.replace("(70 Points)\n• 5x Immortal\n\nNecron", "(70 Points), Necron")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le"])
def test_export_of_ours_in_utf_16_is_its_roster(encoding: str, library: Library) -> None:
    """The points in its head are found in any encoding, and so the seal counts."""
    file = Path(__file__).parents[3] / "examples/40k-10e/legal/necrons-awakened-dynasty.yaml"
    roster = Position.read(file.read_bytes(), file.name, library)
    sheet = make_printout(roster, library, Wish("text", "en"))
    assert sheet is not None
    text = export_printout(sheet).decode()
    assert judge_list(text.encode(encoding), "list.txt", library).verdict == "legal"


@pytest.mark.parametrize(
    ("text", "retype"),
    [
        pytest.param(lists.GW_B, take_signs, id="bare counts of the app"),
        pytest.param(lists.NR_SIMPLE, take_signs, id="bare counts of New Recruit"),
        pytest.param(lists.LISTFORGE, take_signs, id="bare counts of List Forge"),
        pytest.param(_TWO, take_second_price, id="points lost in a flat text"),
        pytest.param(lists.GW_A, take_last_price, id="points lost between items"),
        pytest.param(lists.LISTFORGE, take_last_price, id="points lost in List Forge"),
        pytest.param(_TWO, join_two, id="two units on a line"),
        pytest.param(lists.GW_B, lambda text: f"||{text.strip()}||\n", id="spoilers"),
    ],
)
def test_retyped_list_says_the_same(
    text: str, retype: Callable[[str], str], library: Library
) -> None:
    """Verdict, points and units are those of the text as the program wrote it."""
    retyped = retype(text)
    assert retyped != text
    whole = judge(text, library)
    assert whole[0] != "unread"
    assert judge(retyped, library) == whole


def test_what_is_a_price() -> None:
    """`[SoG]` is part of a name, the first of two numbers counts models, a season is no price."""
    lines = ("Wolves (20) (285 pts) 1x Axe", "Bear, 60pts", "Elk, 45pts", "Season 2025-26")
    typed = "\n".join(("Witch [SoG]: 250 pts", *lines))
    assert rewrite_typed(typed).splitlines() == [
        "Witch [SoG] (250 points)",
        "Wolves (20) (285 pts) 1x Axe",
        "Bear (60 points)",
        "Elk (45 points)",
        "Season 2025-26",
    ]
