"""A new game on a kind of army that is there: a manifest and data, and everything works; what it lacks is said in a sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.formats import registry as forms
from listbuilder.formats.import_list import import_list, judge_list
from listbuilder.formats.make_printout import make_printout
from listbuilder.formats.printout import Wish
from listbuilder.games.registry import get_game
from listbuilder.matching.phrases import load_data_file
from listbuilder.roster.position import Position
from listbuilder.workspace.draft import Draft
from listbuilder.workspace.session import Session
from listbuilder.yamlio.schema_line import make_schema_line
from tests.cli.conftest import Call, call  # noqa: F401
from tests.formats.read import one_list_per_format
from tests.games import toys

OTHERS = (
    "gw",
    "wtc",
    "wtc-compact",
    "nr-simple",
)  # forms of other programs that the manifest names
OURS = ("text", "markdown", "html", "pdf", "json", "qr", "svg")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LISTBUILDER_STATE", str(tmp_path / "state"))
    files = {"rules": toys.RULES, "tin-soldiers": toys.FACTION}
    return toys.add("toy-wars", toys.MANIFEST, files, tmp_path, monkeypatch)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "carpet.yaml"
    path.write_text(toys.ROSTER, encoding="utf-8")
    return path


def exported(form: str, data: Path, roster: str = toys.ROSTER) -> bytes:
    library = Library([data])
    sheet = make_printout(
        Position.read(roster.encode(), "carpet.yaml", library), library, Wish(form, "en")
    )
    assert sheet is not None
    return forms.export_printout(sheet)


def test_the_manifest_is_short() -> None:
    assert len(toys.MANIFEST.splitlines()) <= 30


def test_it_is_checked(call: Call, data: Path, file: Path) -> None:
    done = call("check", str(file), "--data", str(data), "--format", "json")
    (row,) = json.loads(done.out)["rosters"]
    assert (done.code, row["system"], row["verdict"], row["points"]) == (
        0,
        "toy-wars",
        "legal",
        50 + 10 + 110,
    )
    file.write_text(toys.ROSTER + "  - {datasheet: grenadiers, models: 10}\n" * 2)
    done = call("check", str(file), "--data", str(data))
    assert done.code == 1
    assert "TW-01" in done.out and "390 points" in done.out


def test_a_new_roster_begins_with_a_character_or_with_nobody(
    call: Call,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    head = "system: toy-wars\nname: Tin Soldiers\nfaction: tin-soldiers\nbattle_size: carpet\ndetachment: parade-ground\n"
    first_line = make_schema_line("roster-toy-wars") + "\n"
    leader = "units:\n  - {datasheet: tin-captain, models: 1, warlord: true}\n"
    for number, (faction, units) in enumerate(
        {toys.FACTION: leader, toys.FACTION.replace("Character, ", ""): "units: []\n"}.items()
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        own = toys.add(
            "toy-wars",
            toys.MANIFEST,
            {"rules": toys.RULES, "tin-soldiers": faction},
            folder,
            monkeypatch,
        )
        done = call("new", "toy-wars", "tin soldiers", "--data", str(own))
        assert (done.code, done.out) == (0, first_line + head + units)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("new", "toy-wars", "tin soldiers"),
            "faction: tin-soldiers\nbattle_size: carpet\ndetachment: parade-ground\n",
        ),
        (("find", "grenadiers", "--system", "toy-wars"), "tin-soldiers/grenadiers"),
        (("rules", "toy-wars"), "TW-02"),
        (("data", "check"), "0 errors, 0 warnings"),
    ],
)
def test_every_command_knows_it(call: Call, data: Path, words: tuple[str, ...], said: str) -> None:
    path = [str(data)] if words[0] == "data" else []
    done = call(*words, *path, "--data", str(data))
    assert (done.code, done.err) == (0, "")
    assert said in done.out


def test_it_is_shown(call: Call, data: Path, file: Path) -> None:
    done = call("show", str(file), "--data", str(data))
    assert done.code == 0
    assert "Grenadiers" in done.out and "110" in done.out and "Brass Drum" in done.out


def test_a_mistake_in_its_roster_is_named_with_its_place(
    call: Call,
    data: Path,
    file: Path,
) -> None:
    """Nobody has written a schema for it."""
    file.write_text(toys.ROSTER.replace("battle_size", "battle_sise"))
    done = call("check", str(file), "--data", str(data), "--format", "short")
    assert done.code == 2
    assert "carpet.yaml:4:" in done.out
    assert '"battle_sise"' in done.out and "battle_size" in done.out


def test_it_is_built(data: Path) -> None:
    library = Library([data])
    draft = Draft(library)
    draft.choose_game("toy-wars")
    draft.choose_faction("tin-soldiers")
    size, detachment = draft.fields
    assert size.key == "battle_size"
    draft.choose_option(detachment.options()[0])
    session = Session.create(draft.data, library)
    assert session.data["detachment"] == "parade-ground"
    assert session.army is not None
    assert [offer.id for offer in session.position.editor.list_offers(session.army)] == [
        "tin-captain",
        "grenadiers",
    ]
    (added,) = session.position.editor.add_offer(session.data, session.army, "grenadiers", 10)
    session.apply(added.edit)
    assert (session.army.points, session.army.units[0].name) == (110, "Grenadiers")
    session.undo()
    assert (session.army.points, session.data["units"]) == (0, [])


def test_it_has_the_forms_that_its_manifest_names(data: Path) -> None:
    assert sorted(forms.get_export_forms(get_game("toy-wars"))) == sorted((*OURS, *OTHERS))


@pytest.mark.parametrize("form", [*OURS, *OTHERS])
def test_each_form_is_written(form: str, data: Path) -> None:
    content = exported(form, data)
    if form != "pdf":
        assert b"Grenadiers" in content or form in ("qr", "svg")
    assert len(content) > 100


@pytest.mark.parametrize("form", OTHERS)
def test_a_list_of_it_is_read_as_its_own(form: str, data: Path) -> None:
    library = Library([data])
    text = exported(form, data)
    made = import_list(text, "carpet.txt", library)
    assert made.document is not None
    read: dict[str, Any] = made.document.data
    assert {key: read[key] for key in ("system", "faction", "battle_size", "detachment")} == {
        "system": "toy-wars",
        "faction": "tin-soldiers",
        "battle_size": "carpet",
        "detachment": "parade-ground",
    }
    done = judge_list(text, "carpet.txt", library)
    assert (done.verdict, done.problems, done.army and done.army.points) == ("legal", [], 170)


@pytest.mark.parametrize("form", ["ros", "rosz", "aos-app"])
def test_a_form_it_has_not_is_refused_in_a_sentence(
    call: Call,
    data: Path,
    file: Path,
    form: str,
) -> None:
    done = call(
        "export", str(file), "--to", form, "--data", str(data), "-o", str(file.parent / "out")
    )
    assert done.code == 2 and done.out == ""
    assert done.err.startswith(
        f'Toy Wars can\'t be exported as "{form}"; use text, markdown, html, pdf, json, gw, wtc, '
    )
    assert not (file.parent / "out").exists()


# --- lists of others -----------------------------------------------------------------------------------------------

COPY = """\
from listbuilder.games.battlescribe import Signs
from listbuilder.games.wh40k.game import MusterGame


class Copy(MusterGame):
    id = "toy-40k"
    signs = Signs({signs})
    forms = ("gw",)
"""
NINTH = "Warhammer 40,000, 9th edition"


def test_a_game_with_the_signs_of_an_edition_reads_its_lists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lists that are refused as another edition's are read once that edition is among the games."""
    ros = one_list_per_format.ROS.replace("{by}", "").replace("10th", "9th").encode()
    text = one_list_per_format.GW_A.replace(
        "Awakened Dynasty", "Awakened Dynasty\n+ Battalion Detachment 3CP [50 PL, 265pts] +"
    ).encode()
    library = Library()
    for raw in (ros, text):
        assert [problem.key for problem in judge_list(raw, "x", library).problems] == [
            "edition_not_read"
        ]
    (row,) = (row for row in load_data_file("editions.yaml") if row["edition"] == NINTH)
    signs = ", ".join(f"{key}={tuple(words)!r}" for key, words in row.items() if key != "edition")
    files = toys.copied("warhammer-40k-10e", ("rules", "necrons"), "toy-40k")
    own = toys.add("toy-40k", COPY.format(signs=signs), files, tmp_path, monkeypatch)
    library = Library([own])
    done = judge_list(ros, "x", library)
    assert done.army is not None and done.army.book.system == "toy-40k"
    assert done.verdict == judge_list(ros.replace(b"9th", b"10th"), "x", library).verdict == "legal"
    made = import_list(text, "x", library)
    assert made.document is not None and made.document.data["system"] == "toy-40k"
    forced = import_list(text, "x", library, "gw-app-text")
    assert forced.document is not None and forced.document.data["system"] == "toy-40k"
    assert (
        import_list(one_list_per_format.GW_A.encode(), "x", library).document.data["system"]  # type: ignore[union-attr]
        == "warhammer-40k-10e"
    )


BOX = """\
from listbuilder.games.boxed.spearhead_game import SpearheadGame
from listbuilder.games.battlescribe import Signs


class ToyBox(SpearheadGame):
    id = "toy-box"
    signs = Signs(line=("toy box.*",))
    forms = ("gw", "ros")
"""


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LISTBUILDER_STATE", str(tmp_path / "state"))
    files = toys.copied("spearhead", ("rules", "sources", "vigilant-brotherhood"), "toy-box")
    return toys.add("toy-box", BOX, files, tmp_path, monkeypatch)


def test_a_new_game_of_boxes(call: Call, box: Path, tmp_path: Path) -> None:
    made = call("new", "toy-box", "vigilant-brotherhood", "--data", str(box))
    assert (made.code, made.err) == (0, "")
    file = tmp_path / "box.yaml"
    file.write_text(made.out)
    assert call("check", str(file), "--data", str(box)).code == 0
    assert call("export", str(file), "--to", "html", "--data", str(box)).code == 0
    session = Session.open(file, Library([box]))
    assert session.army is not None and session.army.units
    fields = session.position.editor.list_fields(session.data, session.army, ())
    assert {"enhancement", "regiment_ability", "general"} <= {field.key for field in fields}


def test_what_a_kind_of_army_has_not_is_said(call: Call, box: Path, tmp_path: Path) -> None:
    """Whatever its manifest claims: no program writes boxes in those forms, and lists of boxes are not read."""
    file, text = tmp_path / "box.yaml", tmp_path / "list.txt"
    file.write_text(call("new", "toy-box", "vigilant-brotherhood", "--data", str(box)).out)
    for form in ("gw", "ros"):
        done = call("export", str(file), "--to", form, "--data", str(box))
        assert (done.code, done.out) == (2, "")
        assert (
            done.err
            == f'Spearhead can\'t be exported as "{form}"; use text, markdown, html, pdf, json, qr or svg\n'
        )
    text.write_text("Toy box of tin\n" + one_list_per_format.GW_A)
    done = call("import", str(text), "--data", str(box))
    said = "this list is for Spearhead; listbuilder can't read other apps' lists for this game. Start a roster with"
    assert (done.code, done.out) == (2, "")
    assert done.err == f"{text}: {said} `listbuilder new toy-box`\n"


REGIMENTS = """\
from listbuilder.games.battlescribe import Signs
from listbuilder.games.aos.game import RegimentGame


class ToyRegiments(RegimentGame):
    id = "toy-regiments"
    signs = Signs(line=("toy regiments",))
"""


def test_a_form_that_lists_of_a_game_never_have(
    call: Call,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files = toys.copied(
        "age-of-sigmar-4e", ("rules", "generic", "stormcast-eternals"), "toy-regiments"
    )
    data = toys.add("toy-regiments", REGIMENTS, files, tmp_path, monkeypatch)
    text = tmp_path / "list.txt"
    text.write_text("Toy regiments\n" + one_list_per_format.GW_A)
    done = call("import", str(text), "--data", str(data))
    assert done.code == 2
    said = 'this list is for Age of Sigmar, which can\'t be read as "gw-app-text"; use '
    assert done.err.startswith(f"{text}: {said}")
    assert done.err.endswith("nr-aos-text, scrollcaster-text or sigdex-text\n")
    text.write_text("Toy regiments\n" + one_list_per_format.AOS_PLAIN)
    made = call("import", str(text), "--data", str(data))
    assert "system: toy-regiments\n" in made.out
