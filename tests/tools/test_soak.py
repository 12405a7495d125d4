"""The soak: it writes and reads lists, sees memory that grows, and what is kept of one library goes with it."""

from __future__ import annotations

import gc
import random
import weakref
from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.import_list import import_list
from tests.formats.read import one_list_per_format
from tools import soak

ROSTER = {
    "system": "warhammer-40k-10e",
    "faction": "necrons",
    "units": [{"datasheet": "overlord"}],
    "name": "x",
}


def test_a_list_is_written_and_read_again(tmp_path: Path) -> None:
    done = [soak._round(ROSTER, random.Random(number), tmp_path, number + 1) for number in range(6)]
    assert sum("refused" not in each for each in done) >= 3


def test_no_two_lists_are_alike() -> None:
    dice = random.Random(1)
    made = [soak._changed(ROSTER, dice) for _ in range(50)]
    assert len({each["name"] for each in made}) == 50 and all(
        each["system"] == ROSTER["system"] for each in made
    )


@pytest.mark.parametrize(
    ("memory", "code"),
    [
        ([100, 140, 141, 140, 142, 141], 0),
        ([100, 140, 160, 190, 220, 250], 1),  # it grows
        ([100, 310, 200, 200, 200, 200], 1),  # too much, even if only once
        ([], 1),
    ],
)
def test_what_grows_is_seen(
    memory: list[float], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert soak._verdict(list(enumerate(memory)), 300) == code
    assert capsys.readouterr().out


@pytest.mark.slow
def test_what_was_worked_out_of_a_library_goes_with_it() -> None:
    """Tables keyed by datasheets kept the last thousands of them, and with each the whole library it came from."""

    def read() -> weakref.ref[Library]:
        library = Library()
        assert import_list(one_list_per_format.GW_A.encode(), "a.txt", library).document is not None
        return weakref.ref(library)

    kept = [read() for _ in range(24)]
    gc.collect()
    assert sum(each() is not None for each in kept) <= 10  # those in use at once are 8
