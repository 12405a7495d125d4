"""What `data check` says of a faction file that fits its schema and is wrong all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.cli.data import check_file
from listbuilder.data import paths
from listbuilder.data.library import Library

SHIPPED = paths.get_factions_folder() / "warhammer-40k-10e"
KEYWORD = "faction_keyword: Leagues of Votann\n"


@pytest.mark.parametrize(
    ("keyword", "faction"),
    [
        ("Harlequins", "Aeldari"),
        ("HARLEQUINS", "Aeldari"),
        ("Legions of Excess", "Emperor's Children"),
        ("Squats", None),
    ],
)
def test_some_keywords_are_no_faction_of_an_army(
    tmp_path: Path, keyword: str, faction: str | None
) -> None:
    text = (SHIPPED / "leagues-of-votann.yaml").read_text(encoding="utf-8")
    assert KEYWORD in text
    file = tmp_path / "warhammer-40k-10e" / "leagues-of-votann.yaml"
    file.parent.mkdir()
    file.write_text(text.replace(KEYWORD, f"faction_keyword: {keyword}\n"), encoding="utf-8")
    found = [
        problem for problem in check_file(file, Library()) if problem.key == "data_no_army_faction"
    ]
    line = text[: text.index(KEYWORD)].count("\n") + 1
    assert [(each.args["faction"], each.line) for each in found] == (
        [(faction, line)] if faction else []
    )
