"""Every form that import reads is read back: the verdict, the points and the day of the prices, in English and in Japanese.

Texts and tables of our own hold the roster itself, so there it holds of what is illegal too; other programs' forms have no
place for much that can be wrong.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.formats.clean.split_lists import split_paste
from listbuilder.formats.import_list import judge_list
from tests.formats.write.made import EXAMPLES, LIBRARY, exported, forms_of, judged, sheet

LEGAL = sorted(EXAMPLES.glob("*/legal/*.yaml"))
ILLEGAL = sorted(EXAMPLES.glob("*/illegal/*.yaml"))[::9]
OF_OTHERS = {
    "muster": (
        "gw",
        "wtc",
        "wtc-compact",
        "nr-simple",
        "ros",
        "rosz",
        "newrecruit-json",
        "rosterizer-json",
    ),
    "regiments": ("aos-app", "ros", "rosz", "newrecruit-json"),
}


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("form", ["text", "markdown"])
@pytest.mark.parametrize("file", [*LEGAL, *ILLEGAL], ids=lambda file: file.stem)
@pytest.mark.slow_but(24)
def test_our_texts(file: Path, form: str, lang: str) -> None:
    before = sheet(file, form, lang).done  # what is secret is in no text
    after = judge_list(exported(file, form, lang), "x", LIBRARY)
    assert (after.verdict, after.points, after.problems) == (before.verdict, before.points, [])
    assert after.army is not None and before.army is not None
    assert after.army.priced_on == before.army.priced_on


@pytest.mark.parametrize("file", LEGAL, ids=lambda file: file.stem)
@pytest.mark.slow_but(6)
def test_the_day_of_the_prices(file: Path) -> None:
    before = judged(file)
    assert before.army is not None and before.system is not None
    for form in set(OF_OTHERS.get(before.system.kind, ())) & set(forms_of(before.system.id)):
        after = judge_list(exported(file, form), "x", LIBRARY)
        assert after.imported is not None and after.imported.day is not None, form
        assert (after.imported.day.day, after.imported.day.how) == (
            before.army.priced_on,
            "date",
        ), form
        assert (after.verdict, after.points) == (before.verdict, before.points), form


def test_a_text_with_the_seal_of_another_is_refused() -> None:
    """Somebody put the roster of one list under the words of another."""
    own, other = (exported(file, "text").decode() for file in LEGAL[:2])
    forged = own.partition("LB1:")[0] + "LB1:" + other.partition("LB1:")[2]
    points = judged(LEGAL[0]).points, judged(LEGAL[1]).points
    done = judge_list(forged.encode(), "x", LIBRARY)
    assert (done.verdict == "unread") == (points[0] != points[1])


@pytest.mark.parametrize(
    "name",
    [
        "40k-11e/illegal/11E-04-detachment-of-another-faction",
        "40k-10e/illegal/40K-04-detachment-of-another-faction",
    ],
)
def test_a_detachment_that_the_army_may_not_have_is_written_too(name: str) -> None:
    """Else the list would be legal for whoever reads it."""
    file = EXAMPLES / f"{name}.yaml"
    game = judged(file).system
    assert game is not None
    for form in set(OF_OTHERS["muster"]) & set(forms_of(game.id)):
        assert judge_list(exported(file, form), "x", LIBRARY).verdict != "legal", form


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_a_text_that_was_changed_says_so(form: str) -> None:
    """What is judged is the roster inside, and the reader of the text sees another."""
    whole = exported(EXAMPLES / "legal" / "necrons-awakened-dynasty.yaml", form).decode()
    changed = whole.replace("Skorpekh Destroyers", "Ophydian Destroyers")
    said = {
        text: [note.key for note in judge_list(text.encode(), "x", LIBRARY).assumed]
        for text in (whole, changed)
    }
    assert changed != whole and said == {whole: [], changed: ["seal_of_other_text"]}


def test_two_exports_of_ours_in_one_paste() -> None:
    first, second = (
        exported(file, form) for file, form in zip(LEGAL[:2], ("text", "markdown"), strict=True)
    )
    both = b"Hi, here they are!\n\n" + first + b"\n\n" + second + b"\nSee you there\n"
    found = split_paste(both, "x")
    assert [judge_list(raw, name, LIBRARY).points for name, raw in found] == [
        judged(file).points for file in LEGAL[:2]
    ]
    problem = judge_list(both, "x", LIBRARY).problems[0]
    assert (problem.key, problem.line) == (
        "two_lists",
        both[: both.find(second[:40])].count(b"\n") + 1,
    )
