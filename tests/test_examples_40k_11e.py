"""The rosters of the 11th edition under examples/40k-11e: each legal one is legal, each illegal one for one reason.

The points were added by hand from the facts; the additions stand at the head of the files. What a Japanese and a Chinese
player reads of each is in golden_40k_11e/, which a person has read:
`LISTBUILDER_GOLDEN=write python -m pytest tests/test_examples_40k_11e.py` writes it anew; read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from listbuilder.cli.main import run
from tests import judged

ROOT = Path(__file__).resolve().parents[1]
GAME = "40k-11e"
GOLDEN = Path(__file__).resolve().parent / "golden_40k_11e"
GOLDEN_LANGS = ("ja", "zh")

LEGAL = {  # points, units
    "blood-angels-three-detachments": (1840, 12),
    "necrons-two-detachments": (1980, 14),
}

ILLEGAL = {  # the one thing that is wrong: the finding's key, and where it stands in the roster
    "11E-04-detachment-of-another-faction": ("of_another", "detachments.1"),
    "11E-05-detachment-points-beside-a-large-one": ("over_unless_alone", "detachments.0"),
    "11E-05-detachment-points-three-and-one": ("over", "detachments.1"),
    "11E-06-detachment-once": ("again", "detachments.2"),
    "11E-07-unique-tag": ("shared", "detachments.1"),
    "11E-08-force-disposition": ("not_granted", "disposition"),
    "11E-10-unit-limit-incursion": ("too_many", "units.3"),
    "11E-14-one-enhancement-attached": ("attached", "units.2.enhancement"),
    "11E-15-enhancement-once-upgrade": ("too_often", "units.4.enhancement"),
    "11E-31-two-leaders": ("too_many", "attached.warden"),
    "11E-32-support-alone": ("alone", "units.1"),
    "11E-42-half-in-reserve": ("over", "formations.strategic_reserves"),
}


@pytest.mark.parametrize("name", LEGAL)
def test_a_legal_roster(name: str) -> None:
    done = judged.example(GAME, "legal", name)
    judged.sound(done)
    assert done.army is not None
    assert (done.army.points, len(done.army.units)) == LEGAL[name]


@pytest.mark.parametrize("name", ILLEGAL)
def test_an_illegal_roster(name: str) -> None:
    judged.wrong_for_one_reason(judged.example(GAME, "illegal", name), name[:6], *ILLEGAL[name])


def test_every_example_is_expected() -> None:
    for kind, known in (("legal", LEGAL), ("illegal", ILLEGAL)):
        assert judged.named(GAME, kind) == set(known)


CASES = [("legal", name, lang) for name in LEGAL for lang in GOLDEN_LANGS] + [
    ("illegal", name, lang) for name in ILLEGAL for lang in GOLDEN_LANGS
]


@pytest.mark.parametrize(("kind", "name", "lang"), CASES)
def test_what_is_read_of_it(
    kind: str,
    name: str,
    lang: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(ROOT)
    run(["check", "--lang", lang, "--no-color", f"examples/{GAME}/{kind}/{name}.yaml"])
    said = capsys.readouterr()
    assert said.err == ""
    lines = said.out.rstrip("\n").split("\n")
    text = "\n".join(lines[:-1]) + "\n"  # the last one has the hashes of roster and data
    file = GOLDEN / f"{name}.{lang}.txt"
    if os.environ.get("LISTBUILDER_GOLDEN") == "write":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


def test_no_golden_file_is_left_over() -> None:
    assert sorted(file.name for file in GOLDEN.iterdir()) == sorted(
        f"{name}.{lang}.txt" for _, name, lang in CASES
    )
