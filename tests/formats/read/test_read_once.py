"""Forms that read a text alike: it is resolved once for all of them, and each would end the same."""

from __future__ import annotations

from collections import defaultdict

import pytest

from listbuilder.data.library import Library
from listbuilder.formats import import_list as import_list_module
from listbuilder.formats.detect import detect_text
from listbuilder.formats.import_as_game import import_as_game
from listbuilder.formats.other_readings import BODIES
from listbuilder.formats.parsed import TYPED
from listbuilder.formats.read_once import ReadOnce, Signature
from listbuilder.games.registry import get_game
from listbuilder.model.problem import Unreadable

GAME = "warhammer-40k-11e"
TEXT = """Silent dynasty (265 Points)

Necrons
Awakened Dynasty
Strike Force (2,000 Points)

CHARACTERS

Overlord (85 Points)
  • 1x Tachyon arrow

BATTLELINE

Necron Warriors (90 Points)
  • 10x Necron Warrior
     ◦ 10x Gauss flayer

OTHER DATASHEETS

Frogs of the Marsh (90 Points)
  • 5x Frog
"""


def read_in_all_forms(text: str) -> dict[Signature, list[ReadOnce]]:
    found: dict[Signature, list[ReadOnce]] = defaultdict(list)
    for form in (*BODIES, TYPED, "nr-wtc-full", "nr-gw-text"):
        try:
            reading = ReadOnce(detect_text(text, "list.txt", form), "list.txt")
        except Unreadable:
            continue
        found[reading.get_signature()].append(reading)
    return found


def test_readings_with_one_signature_become_one_roster() -> None:
    library, alike = Library(), read_in_all_forms(TEXT)
    assert any(len(readings) > 1 for readings in alike.values())
    for readings in alike.values():
        ends = [
            import_as_game(reading, "list.txt", library, None, get_game(GAME))
            for reading in readings
        ]
        rosters = [end.document.data if end.document else None for end in ends]
        assert all(roster == rosters[0] for roster in rosters)
        assert all(end.account.unread == ends[0].account.unread for end in ends)


def test_the_version_of_the_data_counts_by_the_form() -> None:
    alike = read_in_all_forms(
        f"{TEXT}\nExported with App Version: v1.2.3 (4), Data Version: v567\n"
    )
    for readings in alike.values():
        forms = {reading.found.format for reading in readings}
        stated = {reading.take_copy()[0].data_version for reading in readings}
        assert len(forms) == 1 or stated == {None}


def test_a_list_with_an_unknown_unit_is_resolved_once_for_each_signature(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[Signature] = []

    def count(read: ReadOnce, *args: object) -> object:
        seen.append(read.get_signature())
        return import_as_game(read, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(import_list_module, "import_as_game", count)
    import_list_module.import_list(TEXT.encode(), "list.txt", Library(), None, "today")
    games = 2  # editions that a text without signs may be of
    assert len(seen) <= games * len(set(seen))
    assert any(signature in read_in_all_forms(TEXT) for signature in seen)
