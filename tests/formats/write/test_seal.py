"""The roster inside an export: what goes in comes out, whatever it is and whatever stands around it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.formats import seal
from listbuilder.formats.seal import Seal
from listbuilder.yamlio import reader
from tests.formats.write.made import EXAMPLES, judged

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
ROSTERS = st.dictionaries(
    WORDS,
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**60), 2**60) | WORDS,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
        max_leaves=8,
    ),
    max_size=4,
)


def sealed(roster: dict[str, Any]) -> Seal:
    return Seal(
        "0.1.0",
        "html",
        "en",
        "opponent",
        "legal",
        1990,
        "0" * 16,
        "2026-05-20",
        None,
        "f" * 16,
        roster,
    )


@given(ROSTERS)
def test_what_is_closed_opens_again(roster: dict[str, Any]) -> None:
    made = sealed(roster)
    text = seal.close_seal(made)
    assert set(text) <= set(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ+-./:"
    )  # letters of a QR code, and of any file
    assert seal.open_seal(text) == made
    wrapped = "\n".join(text[at : at + 40] for at in range(0, len(text), 40))
    found = seal.find_seal(f"BEFORE LB1: {wrapped}\n\nBEHIND: MORE WORDS 123")
    assert found is not None and (found.seal, found.text) == (
        made,
        text,
    )  # without what stands behind it


@given(st.dictionaries(WORDS, st.booleans() | st.integers() | WORDS, max_size=4))
def test_the_canonical_text_is_yaml(roster: dict[str, Any]) -> None:
    """What a seal holds is judged by the reader of roster files."""
    if roster and all(len(str(value)) < 18 for value in roster.values()):
        assert reader.read_yaml(seal.encode_canonically(roster), "x").data == roster


@pytest.mark.parametrize("damage", [slice(0, 60), slice(5, None), slice(0, 4)])
def test_a_damaged_seal_does_not_open(damage: slice) -> None:
    text = seal.close_seal(
        sealed({"units": [{"datasheet": f"unit-{number}"} for number in range(40)]})
    )
    assert seal.open_seal(text[damage]) is None
    assert seal.find_seal(f"x {text[damage]} y") is None


def test_a_bomb_does_not_open() -> None:
    text = seal.close_seal(sealed({"name": "x" * (2 << 20)}))
    assert len(text) < 10_000
    assert seal.open_seal(text) is None


@pytest.mark.parametrize(
    "file", sorted((EXAMPLES / "40k-10e" / "legal").glob("*.yaml")), ids=lambda file: file.stem
)
def test_a_full_army_fits_a_code_that_a_phone_reads(file: Path) -> None:
    """Version 20 of the standard: 97 modules, 1249 of these letters at the lowest level of correction."""
    document = judged(file).document
    assert document is not None
    assert (
        len(
            seal.close_seal(
                sealed(seal.strip_private(document.data, formations=False, notes=False))
            )
        )
        <= 1249
    )


def test_letters_without_end_are_not_all_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is no seal is known by its beginning, however many begin and however long they are."""
    looked: list[int] = []
    real = seal._decode_letters

    def counted(text: str) -> bytes:
        looked.append(len(text))
        return real(text)

    monkeypatch.setattr(seal, "_decode_letters", counted)
    good = seal.close_seal(sealed({"units": list(range(9000))}))
    for text in (
        "LB1:" * 2_000_000,
        ("LB1:" + "A" * 100_000) * 60,
        (good[:200] + "Z" * 100_000) * 60,
    ):
        assert seal.find_seal(text) is None
    assert sum(looked) < 3 * 60 * 2 * 3 * 1024
    found = seal.find_seal(good)
    assert found is not None and found.text == good and len(good) > 3 * 3 * 1024


def test_the_fingerprint_is_of_the_list() -> None:
    """Not of its layout, its notes, its comments, its own keys or its formations; but of everything else."""
    one = {"system": "a", "units": [{"datasheet": "b", "models": 5}]}
    same = {
        "units": [{"models": 5, "datasheet": "b", "notes": "n", "x-mine": 1}],
        "system": "a",
        "formations": {},
        "notes": "m",
    }
    assert seal.compute_fingerprint(one) == seal.compute_fingerprint(same)
    assert seal.compute_fingerprint(one) != seal.compute_fingerprint(
        {"system": "a", "units": [{"datasheet": "b", "models": 6}]}
    )
