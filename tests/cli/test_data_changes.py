"""`data changes OLD NEW`."""

from __future__ import annotations

import pytest

from listbuilder.reports import ChangesReport
from tests.cli.conftest import Call
from tests.cli.reports import report

CITIES = ("data", "changes", "2025-09-20", "2025-09-24", "--faction", "Cities of Sigmar")


def test_a_table(call: Call) -> None:
    """Facts: from 2025-09-24 the Freeguild Command Corps cost 170 for 140, and Veteran Cannoneers 30 for nothing."""
    done = call(*CITIES)
    lines = [line.strip() for line in done.out.splitlines()]
    assert done.code == 0 and "Cities of Sigmar, Age of Sigmar (4th edition)" in lines
    assert any(
        line.startswith("↑") and "Freeguild Command Corps" in line and "140 → 170" in line
        for line in lines
    )
    assert any(
        line.startswith("↑") and "Veteran Cannoneers" in line and "0 → 30" in line for line in lines
    )


def test_as_json(call: Call) -> None:
    found = report(call(*CITIES, "--format", "json").out, ChangesReport, "changes")
    (cities,) = found["factions"]
    corps = next(
        each
        for each in cities["changes"]
        if each["after"] and each["after"]["id"] == "freeguild-command-corps"
    )
    assert corps["way"] == "dearer"
    assert [(price["models"], price["before"], price["after"]) for price in corps["prices"]] == [
        (6, 140, 170)
    ]


@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
@pytest.mark.parametrize(
    "system", ["warhammer-40k-10e", "warhammer-40k-11e", "age-of-sigmar-4e", "spearhead"]
)
@pytest.mark.slow_but(1)
def test_every_game_in_every_language(call: Call, system: str, lang: str) -> None:
    old, new = (
        ("2026-06-20", "2026-07-22") if system.endswith("11e") else ("2025-05-20", "2025-06-30")
    )
    done = call("data", "changes", old, new, "--system", system, "--lang", lang)
    assert done.code == 0 and any(
        old in line and new in line for line in done.out.splitlines()[-2:]
    )


def test_what_came_with_something_is_told_there(call: Call) -> None:
    """Facts: the army of renown Allies of the Free Cities, with its trait Respected Commander, is added on 2026-05-27."""
    done = call("data", "changes", "2026-05-20", "2026-05-28", "--faction", "cities-of-sigmar")
    rows = [line for line in done.out.splitlines() if line.strip().startswith("+")]
    assert any("Allies of the Free Cities" in row and "Army of Renown" in row for row in rows)
    assert not any(
        "+   Respected Commander" in row for row in rows
    ) and "with Respected Commander" in " ".join(done.out.split())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "two dates are needed"),
        (("2026-06-20",), "two dates are needed"),
        (("2026-06-20", "2026-06-20"), "is not before"),
        (("today", "2026-06-20"), "is not before"),
        (("tomorrow", "2026-06-20"), '"tomorrow" is not a date'),
        (
            ("1999-01-01", "2026-06-20"),
            "no points are known for 1999-01-01; the data starts on 2023-06-16",
        ),
        (("2025-01-01", "2026-06-20", "--faction", "necrn"), "did you mean necrons?"),
    ],
)
def test_one_sentence_for_what_cannot_be_asked(
    call: Call, words: tuple[str, ...], said: str
) -> None:
    done = call("data", "changes", *words)
    assert (
        (done.code, done.out) == (2, "")
        and said in done.err
        and len(done.err.strip().splitlines()) == 1
    )


def test_check_takes_one_path(call: Call) -> None:
    done = call("data", "check", "a", "b")
    assert (done.code, done.out) == (2, "") and 'unexpected argument "b"' in done.err
