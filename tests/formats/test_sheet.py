"""What an opponent sees: why a list is illegal and where, all that a unit carries, and who stands with whom."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from listbuilder.formats.make_printout import make_printout
from listbuilder.formats.printout import Printout, Wish
from listbuilder.roster.position import Position
from tests.formats.write.made import EXAMPLES, LANGS, LIBRARY, exported, sheet

FOUR = EXAMPLES / "40k-10e" / "illegal" / "40K-06-rule-of-three.yaml"
JOINED = EXAMPLES / "40k-11e" / "legal" / "blood-angels-three-detachments.yaml"
ATTACHED = EXAMPLES / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml"
HEROES = EXAMPLES / "space-marine-heroes" / "legal" / "five-plague-marines.yaml"


def text_of(file: Path, form: str, **more: object) -> str:
    content = exported(file, form, **more).decode()  # type: ignore[arg-type]
    return re.sub(
        r"\s+", " ", re.sub(r"<(style|script|title).*?</\1>|<[^>]+>", " ", content, flags=re.DOTALL)
    )


@pytest.mark.parametrize("form", ["html", "svg"])
def test_the_reason_stands_below_the_head_and_at_each_unit(form: str) -> None:
    text, reason = text_of(FOUR, form), "4 × Lychguard; the limit is 3 per datasheet"
    assert text.count(reason) == 1 + 4 + 1  # below the head, at four units, in the verdict
    assert text.index(reason) < text.index("Overlord")
    lines = {
        line.name: line.wrong for section in sheet(FOUR, form).sections for line in section.lines
    }
    assert lines == {"Overlord": [], "Lychguard": [reason]}


@pytest.mark.parametrize("form", ["html", "svg"])
def test_all_wargear_is_there_the_default_too(form: str) -> None:
    text = text_of(JOINED, form)
    for item in (
        "2× thunder hammer",
        "2× storm shield",
        "3× twin lightning claws",
        "Redemptor fist",
    ):
        assert item in text or item.replace("×", "x") in text


def names(made: Printout) -> list[tuple[str, bool]]:
    return [
        (line.name, line.under) for section in made.sections_with_attached for line in section.lines
    ]


def test_attached_units_stand_below_theirs() -> None:
    made = sheet(JOINED, "html")
    shown = names(made)
    at = shown.index(("Sanguinary Guard", False))
    assert shown[at + 1] == ("Captain with Jump Pack", True)
    assert sorted(name for name, _ in shown) == sorted(
        line.name for section in made.sections for line in section.lines
    )
    assert sum(section.points for section in made.sections_with_attached) == made.army.points


def test_whom_a_leader_joins_is_told_only_where_formations_are() -> None:
    assert not any(under for _, under in names(sheet(ATTACHED, "html")))
    told = names(sheet(ATTACHED, "html", audience="me", formations=True))
    assert [name for name, under in told if under] != []


@pytest.mark.parametrize("lang", LANGS)
def test_no_card_of_a_hero_is_empty(lang: str) -> None:
    made = sheet(HEROES, "html", lang)
    assert len(made.cards) == 5 and all(len(card.facts) >= 3 for card in made.cards)


def test_warscrolls_have_their_own_words() -> None:
    aos = text_of(EXAMPLES / "aos" / "legal" / "ogor-mawtribes-hunger-filled.yaml", "html")
    assert (
        "Warscrolls" in aos
        and "Save" in aos
        and "Atk" in aos
        and "Datasheets" not in aos
        and " SV " not in aos
    )
    forty = text_of(FOUR, "html")
    assert "Datasheets" in forty and " SV " in forty and "Atk" not in forty
    assert "Hero cards" in text_of(HEROES, "html")


def test_the_english_name_stands_beside_another_once() -> None:
    """Also where no book is known to print the other, which has the English behind it wherever it is listed."""
    made = sheet(EXAMPLES / "aos" / "legal" / "stormcast-thunderhead-season.yaml", "html", "ja")
    lines = [line for section in made.sections for line in section.lines]
    likely = next(line for line in lines if "Knight-Vexillor" in f"{line.name}{line.english}")
    assert f"{likely.name} {likely.english}".count("Knight-Vexillor") == 1
    printed = next(line for line in lines if line.english)
    assert printed.english not in printed.name


def test_a_list_that_only_begins_has_a_title() -> None:
    """Heroes without a hero are of no faction yet: they are called as their game is."""
    done = Position.read(b"system: space-marine-heroes\nheroes: []\n", "a.yaml", LIBRARY)
    made = make_printout(done, LIBRARY, Wish("html", "en"))
    assert made is not None and made.name == "Space Marine Heroes"
