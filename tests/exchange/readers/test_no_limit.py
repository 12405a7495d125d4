"""A limit that the list does not name makes no error: of 40K the size is assumed aloud, of Age of Sigmar there is none."""

from __future__ import annotations

from listbuilder.exchange.imports import import_list, judge_list
from listbuilder.law import words
from listbuilder.store.library import Library

# Thirteen squads of Terminators and a Grand Master, at 150 and 95 points: by the data they cost more than the list says,
# and on no day did a squad cost 150 in an army of at most 2000.
HOST = """Host (2045 points)

Grey Knights
Warpbane Task Force
{size}
CHARACTERS

Grand Master (95 points)
  • Warlord

OTHER DATASHEETS

"""
SQUAD = "Brotherhood Terminator Squad (150 points)\n  • 5x Brotherhood Terminator\n\n"


def over(library: Library, size: str, squads: int = 13) -> list[str]:
    raw = (HOST.format(size=size).replace("2045", str(95 + 150 * squads)) + squads * SQUAD).encode()
    done = judge_list(raw, "host.txt", library)
    assert done.document is not None
    assert done.document.assumed == (frozenset() if size else {"battle_size"})
    return [finding.severity for finding in done.findings if finding.code == "40K-02"]


def test_a_size_that_was_assumed_makes_no_error(library: Library) -> None:
    """Twelve squads of 150 say 1895 points, so Strike Force; by the data they are more than 2000."""
    assert over(library, "", 12) == ["warning"]
    assert over(library, "Strike Force (2000 points)\n", 12) == ["error"]


def test_a_regimental_list_without_a_limit_has_none(library: Library) -> None:
    text = """Host

Stormcast Eternals
Vanguard Wing

General's Regiment
Knight-Questor (110)
• General
Liberators (90)
"""
    made = import_list(text.encode(), "host.txt", library, "aos-app-text")
    assert made.document is not None
    assert "points_limit" not in made.document.data
    done = judge_list(text.encode(), "host.txt", library, format_name="aos-app-text")
    assert done.army is not None
    assert done.army.limit is None
    assert "points against a limit: the roster names none" in [words.note(note, "en") for note in done.not_checked]
    assert [finding.code for finding in done.findings if finding.code in ("AOS-01", "AOS-02", "AOS-03")] == []
