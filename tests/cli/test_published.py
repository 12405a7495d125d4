"""What other programs read from us fits the models and the schemas that we publish, and nothing else does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from pydantic import BaseModel, ValidationError

from listbuilder.cli import verdict_json
from listbuilder.data import paths
from listbuilder.formats import registry
from listbuilder.reports import CheckReport, ExportDocument, base, check
from tests.cli.conftest import Call
from tests.formats.read import one_list_per_format
from tests.formats.write.made import GAMES, ROSTERS, sheet

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
NECRONS = EXAMPLES / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml"


def fits_its_schema(document: Any, name: str) -> None:
    schema = json.loads(
        (paths.get_schemas_folder() / f"{name}.schema.json").read_text(encoding="utf-8")
    )
    jsonschema.Draft202012Validator(schema).validate(document)


def checked(call: Call, *words: str) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(call("check", "--format", "json", *words).out)
    return report


@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
@pytest.mark.slow
def test_the_report_on_every_example(call: Call, lang: str) -> None:
    report = checked(call, str(EXAMPLES), "--lang", lang)
    fits_its_schema(report, "check")
    model = CheckReport.model_validate(report)
    assert {roster.verdict for roster in model.rosters} == {"legal", "illegal", "unread"}
    told = [roster.file for roster in model.rosters]
    assert {str(file) for file in EXAMPLES.rglob("*.yaml")} <= set(told) and len(told) == len(
        set(told)
    )
    assert (
        model.model_dump(mode="json", exclude_unset=True) == report
    )  # all of it is read, and nothing made up


def test_the_report_on_a_list_of_another_program(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    text = one_list_per_format.NR_SIMPLE.replace(
        "Overlord [105 pts]", "Overlord [110 pts]"
    ).replace("++ [265 pts]", "++ [270 pts]")
    file.write_text(text, encoding="utf-8")
    report = checked(call, str(file))
    fits_its_schema(report, "check")
    (roster,) = CheckReport.model_validate(report).rosters
    assert (roster.format, roster.verdict, roster.stated_points) == ("nr-simple", "legal", 270)
    assert roster.lines is not None and (roster.lines.all, roster.lines.mapped) == (14, 10)
    assert [each.split(" says ")[0] for each in roster.differences] == ["Overlord: list", "list"]


def test_the_report_with_formations(call: Call) -> None:
    file = str(ROSTERS / "warhammer-40k-10e.yaml")
    report = json.loads(call("show", file, "--formations", "--format", "json").out)
    fits_its_schema(report, "check")
    (roster,) = CheckReport.model_validate(report).rosters
    assert roster.formations is not None
    assert roster.formations.embarked == {"overlord": "ark", "reapers": "ark"}
    assert roster.formations.strategic_reserves == ["blades"]
    (plain,) = CheckReport.model_validate_json(call("show", file, "--format", "json").out).rosters
    assert plain.formations is None


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_finding_is_the_same_in_both(call: Call, lang: str) -> None:
    """But for what only a file has: a place in it, and fixes of it."""
    assert check.CheckedFinding.__bases__ == (base.Finding,)
    seen = 0
    for file in sorted((EXAMPLES / "40k-10e" / "illegal").glob("*.yaml"))[::6]:
        (roster,) = checked(call, str(file), "--lang", lang)["rosters"]
        export = json.loads(
            call("export", str(file), "--to", "json", "--formations", "--lang", lang).out or "null"
        )
        assert (export is None) == (roster["verdict"] == "unread")
        for finding in roster["findings"]:
            del finding["line"], finding["column"], finding["fixes"]
        if export:
            assert [list(row.items()) for row in export["findings"]] == [
                list(row.items()) for row in roster["findings"]
            ]
            seen += len(roster["findings"])
    assert seen > 10


@pytest.mark.parametrize("game", GAMES)
def test_the_export_of_every_game(game: str) -> None:
    made = registry.export_printout(sheet(ROSTERS / f"{game}.yaml", "json", "zh", "me", True))
    fits_its_schema(json.loads(made), "export")
    document = ExportDocument.model_validate_json(made)
    assert (document.game.id, document.language) == (game, "zh")
    assert document.model_dump(mode="json", exclude_unset=True) == json.loads(made)


def changed(document: Any, path: list[str | int], value: Any) -> Any:
    copy = json.loads(json.dumps(document))
    place = copy
    for step in path[:-1]:
        place = place[step]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return copy


def refused(model: type[BaseModel], document: Any) -> bool:
    try:
        model.model_validate(document)
    except ValidationError:
        return True
    return False


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["rosters", 0, "verdicts"], "legal"),
        (["rosters", 0, "verdict"], "LEGAL"),
        (["rosters", 0, "verdict"], "unread"),  # with nothing unread
        (["rosters", 0, "points"], "1990"),
        (["rosters", 0, "points"], 1990.0),
        (["rosters", 0, "sha256"], "3970e40104e1e5c1"),
        (["rosters", 0, "findings"], None),
        (["rosters", 0, "units", 0, "id"], None),
        (["rosters", 0, "units", 0, "wargear"], []),
        (
            ["rosters", 0, "unread"],
            [{"line": 1, "column": 1, "text": "x", "message": "y"}],
        ),  # and yet legal
        (["rosters", 0, "unread"], [{"line": 0, "column": 1, "text": "x", "message": "y"}]),
        (["listbuilder"], None),
    ],
)
def test_another_report_is_refused(call: Call, path: list[str | int], value: Any) -> None:
    report = checked(call, str(NECRONS))
    assert not refused(CheckReport, report)
    assert refused(CheckReport, changed(report, path, value))


def test_a_legal_verdict_with_an_error_is_refused(call: Call) -> None:
    report = checked(call, str(next((EXAMPLES / "40k-10e" / "illegal").glob("40K-06*.yaml"))))
    assert not refused(CheckReport, report)
    assert refused(CheckReport, changed(report, ["rosters", 0, "verdict"], "legal"))
    assert refused(CheckReport, changed(report, ["rosters", 0, "findings", 0, "severity"], "fatal"))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["language"], "french"),  # a word, no language's code
        (["verdict"], "unread"),
        (["seal"], None),
        (["sections", 0, "units", 0, "points"], "105"),
        (["sections", 0, "units", 0, "cost"], 105),
        (["roster", "file_sha256"], ""),
    ],
)
def test_another_export_is_refused(path: list[str | int], value: Any) -> None:
    document = json.loads(
        registry.export_printout(sheet(ROSTERS / "warhammer-40k-10e.yaml", "json"))
    )
    assert not refused(ExportDocument, document)
    assert refused(ExportDocument, changed(document, path, value))


def test_tests_cannot_make_a_report_that_is_not_as_published() -> None:
    """The watch that conftest.py keeps over all tests."""
    with pytest.raises(ValidationError):
        verdict_json.build_document([{"file": "a.yaml", "verdict": "legal"}])
