"""A price is a function of the unit, of the army it is in, and of which copy it is."""

from __future__ import annotations

import msgspec
import pytest

from listbuilder.games.catalog import system
from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.price import copies, unit_price
from listbuilder.model.datasheet import Price, When
from listbuilder.store import reader
from listbuilder.store.library import Library

ROSTER = """
system: warhammer-40k-10e
faction: necrons
battle_size: strike-force
detachment: awakened-dynasty
units:
  - {datasheet: lychguard, models: 5}
  - {datasheet: overlord, warlord: true}
  - {datasheet: lychguard, models: 10}
  - {datasheet: lychguard, models: 5}
"""


@pytest.fixture
def army() -> Muster:
    found = system("warhammer-40k-10e").read(reader.read_text(ROSTER.encode(), "roster"), Library()).army
    assert isinstance(found, Muster)
    return found


def priced(army: Muster, *rows: Price) -> list[int | None]:
    """What the Lychguard cost, in the order of the roster, by these rows."""
    found = []
    for unit, copy in copies(army):
        if unit.name == "Lychguard":
            sheet = msgspec.structs.replace(unit.datasheet, points=rows)
            found.append(unit_price(army, _with(unit, sheet), copy))
    return found


def _with(unit: MusterUnit, sheet: object) -> MusterUnit:
    return msgspec.structs.replace(unit, datasheet=sheet)


PLAIN = (Price(models=5, points=85), Price(models=10, points=170))


def test_plain_rows_are_for_every_copy(army: Muster) -> None:
    assert priced(army, *PLAIN) == [85, 170, 85]


def test_a_later_copy_pays_its_own_row_and_other_sizes_keep_theirs(army: Muster) -> None:
    dearer = Price(models=5, points=95, when=When(copy_from=2))
    assert priced(army, *PLAIN, dearer) == [85, 170, 95]
    assert priced(army, *PLAIN, Price(models=10, points=190, when=When(copy_from=2))) == [85, 190, 85]


def test_the_narrowest_row_that_holds_counts(army: Muster) -> None:
    ours = Price(models=5, points=80, when=When(army_faction="Necrons"))
    ours_later = Price(models=5, points=90, when=When(army_faction="Necrons", copy_from=3))
    assert priced(army, *PLAIN, ours_later, ours) == [80, 170, 90]
    assert priced(army, *PLAIN, Price(models=5, points=1, when=When(army_faction="Orks"))) == [85, 170, 85]


def test_a_detachment_of_the_army_changes_a_price(army: Muster) -> None:
    there = Price(models=5, points=100, when=When(detachment="Awakened Dynasty"))
    elsewhere = Price(models=5, points=1, when=When(detachment="Hypercrypt Legion"))
    assert priced(army, *PLAIN, there, elsewhere) == [100, 170, 100]
