"""What an edition with several detachments and attachments in the roster adds to the forms of other programs is read back."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

from listbuilder.formats import registry
from listbuilder.formats.import_list import judge_list
from listbuilder.formats.write.ros import SPACE
from listbuilder.games.registry import get_game
from listbuilder.games.wh40k.army import Muster
from listbuilder.i18n.messages import Lang
from listbuilder.model.problem import Unreadable
from listbuilder.roster.position import Position
from tests.formats.write.made import EXAMPLES, LIBRARY, ROSTERS, exported, judged
from tests.formats.write.test_round_trip import mustered

ATTACHED = ROSTERS / "attached-40k-11e.yaml"
FILES = [*sorted((EXAMPLES / "40k-11e" / "legal").glob("*.yaml")), ATTACHED]
FORMS = (
    "gw",
    "wtc",
    "wtc-compact",
    "nr-simple",
    "rosterizer-json",
    "ros",
    "rosz",
    "newrecruit-json",
)


def declared(done: Position) -> tuple[Any, ...]:
    """The disposition, who is attached to what, and which model bears."""
    army = done.army
    assert isinstance(army, Muster) and army.declarations is not None
    by_id = {unit.id: unit for unit in army.muster_units}

    def called(unit_id: str) -> tuple[Any, ...]:
        unit = by_id[unit_id]
        return (
            unit.datasheet_id,
            unit.models,
            unit.points,
            tuple(each.id for each in unit.enhancements),
        )

    pairs = sorted(
        (called(unit), called(host)) for unit, host in army.declarations.attached.items()
    )
    bearers = sorted(
        (unit.datasheet_id, unit.bearer or "") for unit in army.muster_units if unit.enhancements
    )
    return army.disposition, pairs, bearers


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_is_exported_is_read_back(file: Path, form: str, lang: Lang) -> None:
    before = judged(file)
    after = judge_list(exported(file, form, lang), "x", LIBRARY)
    assert after.problems == []
    assert mustered(after) == mustered(before)
    assert declared(after) == declared(before)
    assert after.verdict == "legal"
    assert after.army is not None and before.army is not None
    assert after.army.name == before.army.name


def test_the_rosters_have_what_there_is_to_read() -> None:
    found = [declared(judged(file)) for file in FILES]
    assert all(disposition and len(pairs) > 1 for disposition, pairs, _ in found)
    assert any(model for *_, bearers in found for _, model in bearers)
    assert len(FILES) > 2


def test_the_app_s_text_says_it_in_the_app_s_words() -> None:
    lines = (
        exported(EXAMPLES / "40k-11e" / "legal" / "blood-angels-three-detachments.yaml", "gw")
        .decode()
        .splitlines()
    )
    assert (
        "Encarmine Speartip, Wrath of the Doomed and Terminator Storm Force (3 Detachment Points)"
        in lines
    )
    assert lines[lines.index("ATTACHED UNITS") + 2] == "Attached unit 1"
    assert {
        "Purge the Foe",
        "  • Attached as: Leader (Character)",
        "  • Attached as: Bodyguard ()",
    } <= {*lines}
    assert (
        "     ◦ Enhancement: Recon Star (Upgrade)" in exported(ATTACHED, "gw").decode().splitlines()
    )


def test_a_form_that_a_game_does_not_have_is_named() -> None:
    """BattleScribe files are written with the ids of its catalogues, and there are none of boxes."""
    assert "ros" not in registry.get_export_forms(get_game("combat-patrol"))
    with pytest.raises(Unreadable) as error:
        exported(min((EXAMPLES / "combat-patrol" / "legal").glob("*.yaml")), "ros")
    assert [(problem.key, problem.args["form"]) for problem in error.value.problems] == [
        ("form_not_for_game", "ros")
    ]


def test_a_roster_file_has_the_ids_of_public_catalogues() -> None:
    """They are as the catalogues of November 2026 have them."""
    text = exported(EXAMPLES / "40k-11e" / "legal" / "necrons-two-detachments.yaml", "ros")
    root = fromstring(text)
    assert root.get("gameSystemId") == "sys-352e-adc2-7639-d610"
    [force] = root.iter(f"{{{SPACE}}}force")
    assert force.get("entryId") == "bb9d-299a-ed60-2d8a"
    assert force.get("catalogueId") == "b654-a18a-ea1-3bf2"
    ids = {
        (one.get("name"), one.get("type")): one.get("entryId")
        for one in root.iter(f"{{{SPACE}}}selection")
    }
    assert ids["Lychguard", "unit"] == "902b-16a7-8dcf-af6c::c4e3-f6b0-f3aa-9d90"
    assert ids["Lychguard", "model"] == "f5ac-5a05-f1de-5796"
    assert ids["Detachment", "upgrade"] == "b04d-22c1-e41b-3aeb::82f1-b597-7b06-8ba2"
    categories = {one.get("name"): one.get("entryId") for one in root.iter(f"{{{SPACE}}}category")}
    assert categories["Character"] == "9cfd-1c32-585f-7d5c"
