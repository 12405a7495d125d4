"""How many battle tactics cards can be chosen, the law says: in one place, for the check and for
the builder."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.data import paths
from listbuilder.data.library import Library
from listbuilder.roster import commands
from listbuilder.workspace.session import Session

ROSTER = "system: age-of-sigmar-4e\nfaction: seraphon\nseason: 2026-27\nregiments: []\n"
LAW = (paths.get_factions_folder() / "age-of-sigmar-4e" / "rules.yaml").read_text(encoding="utf-8")
BEFORE = "params: {max: 2}\n    on: false"  # of AOS-25, which only the seasons have


@pytest.mark.parametrize("most", [2, 3])
def test_a_field_for_each_card_of_the_law(tmp_path: Path, most: int) -> None:
    assert LAW.count(BEFORE) == 1
    own = tmp_path / "factions" / "age-of-sigmar-4e"
    own.mkdir(parents=True)
    (own / "rules.yaml").write_text(
        LAW.replace(BEFORE, BEFORE.replace("2", str(most))), encoding="utf-8"
    )
    file = tmp_path / "list.yaml"
    file.write_text(ROSTER, encoding="utf-8")
    session = Session.open(file, Library([own.parent]))
    numbers = [
        field.args["number"]
        for field in commands.list_fields(session.position, ())
        if field.key == "battle_tactics"
    ]
    assert numbers == list(range(1, most + 1))
    assert {
        len(field.options())
        for field in commands.list_fields(session.position, ())
        if field.key == "battle_tactics"
    } == {7}  # six, or none
