"""What an opponent does not see: battle formations unless they are told, notes, and keys of the user's own."""

from __future__ import annotations

import pytest

from listbuilder.formats.printout import Audience
from listbuilder.formats.read.sealed import read_seal
from tests.formats.write.made import (
    EXAMPLES,
    LANGS,
    OWN_WORDS,
    ROSTERS,
    exported,
    forms_of,
    judged,
    sheet,
)

ROSTER = ROSTERS / "warhammer-40k-10e.yaml"
NOTES = ("Ask about the table", "hand painted")
TIES = {
    "en": "leads Necron Warriors",
    "ja": "ネクロン・ウォリアーを率いる",
    "zh": "率领太空死灵武士",
}


@pytest.mark.parametrize("form", forms_of("warhammer-40k-10e"))
@pytest.mark.parametrize("audience", ["opponent", "me"])
def test_formations_leave_no_trace(form: str, audience: Audience) -> None:
    """The same bytes as if the roster declared none, its own hash apart."""
    bare = ROSTER.read_text(encoding="utf-8").split("formations:")[0]
    whole = sheet(ROSTER, form, "en", audience)
    assert whole.formations == [] and all(
        not line.ties for section in whole.sections for line in section.lines
    )
    from listbuilder.formats.make_printout import make_printout
    from listbuilder.formats.printout import Wish
    from listbuilder.formats.registry import export_printout
    from listbuilder.roster.position import Position
    from tests.formats.write.made import LIBRARY

    without = make_printout(
        Position.read(bare.encode(), "x", LIBRARY),
        LIBRARY,
        Wish(form, "en", audience),
        judged(ROSTER).sha256,
    )
    assert without is not None
    assert export_printout(whole) == export_printout(without)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("form", [form for form in OWN_WORDS if form not in ("pdf", "qr")])
def test_formations_are_told_when_asked_for(form: str, lang: str) -> None:
    told = exported(ROSTER, form, lang, formations=True).decode()
    assert TIES[lang] in told
    assert TIES[lang] not in exported(ROSTER, form, lang).decode()


@pytest.mark.parametrize("form", forms_of("warhammer-40k-10e"))
def test_notes_are_not_for_an_opponent(form: str) -> None:
    content = exported(ROSTER, form, formations=True)
    assert not any(note.encode() in content for note in NOTES)
    seal = read_seal(content)
    if seal is not None:
        assert not any(note in str(seal.roster) for note in NOTES)
        assert "x-source" not in seal.roster


@pytest.mark.parametrize("form", ["text", "markdown", "html", "json", "svg"])
def test_notes_points_left_and_reminders_are_for_me(form: str) -> None:
    mine = exported(ROSTER, form, audience="me").decode()
    assert all(note in mine for note in NOTES)
    assert 'Scouts 9"' in mine.replace("&#34;", '"').replace(
        '\\"', '"'
    )  # the Tomb Blades' datasheet has it
    if form != "json":
        assert "505 points left" in mine
    theirs = exported(ROSTER, form).decode()
    assert "points left" not in theirs


def test_a_fault_of_the_formations_is_told_with_them() -> None:
    """40K-22: the ark holds ten models, and the overlord makes eleven."""
    from listbuilder.formats.make_printout import judge_shown_roster as judge_roster
    from tests.formats.write.made import LIBRARY

    document = judged(ROSTER).document
    assert document is not None
    roster = {**document.data, "formations": {"attached": {"ark": "blades"}}}
    assert judge_roster(roster, "x", LIBRARY, True, None).verdict == "illegal"
    assert judge_roster(roster, "x", LIBRARY, False, None).verdict == "legal"


def test_an_undeclared_roster_is_not_blamed_for_it() -> None:
    """A ghost ark without passengers would be a warning, if the formations were told."""
    file = EXAMPLES / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml"
    assert [found.code for found in sheet(file, "text").verdict.found] == []
