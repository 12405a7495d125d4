"""CONTRIBUTING.md is true: its rule and its form of export are put where it says, in a copy, and do what it says."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

from listbuilder.data import paths
from listbuilder.data.library import Library
from listbuilder.formats import registry
from listbuilder.formats.registry import WRITERS, ExportForm, Writer
from listbuilder.roster.position import Position
from listbuilder.rules import messages
from listbuilder.yamlio import reader
from listbuilder.yamlio.reader import YamlDocument
from tests.cli.conftest import Call, call  # noqa: F401
from tests.sources import ROOT

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
ROSTER = (
    "system: warhammer-40k-10e\nfaction: necrons\nbattle_size: incursion\ndetachment: awakened-dynasty\n"
    "units: [{datasheet: overlord, warlord: true}, {datasheet: necron-warriors, models: 10}]\n"
)


def block(kind: str) -> str:
    (found,) = re.findall(rf"```{kind}\n(.*?)```", PAGE, flags=re.DOTALL)
    return str(found)


def test_the_rule(tmp_path: Path, call: Call) -> None:
    system = "warhammer-40k-10e"
    folder = tmp_path / system
    folder.mkdir()
    shutil.copy(paths.get_factions_folder() / system / "rules.yaml", folder)
    with (folder / "rules.yaml").open("a", encoding="utf-8") as law:
        law.write(block("yaml rule"))
    result = call("rules", "HOUSE-01", "--data", str(tmp_path))
    assert (result.code, result.err) == (0, "") and "two-vehicles" in result.out
    assert call("data", "check", str(folder)).code == 0
    cases = reader.read_yaml(block("yaml cases").encode(), "cases").data
    library = Library([tmp_path])
    for case in cases["cases"]:
        position = Position(
            YamlDocument({**cases["base"], **case["roster"]}, {}, {}, "", b""), library
        )
        assert [
            (each.code, each.key, list(each.path), list(each.units)) for each in position.findings
        ] == [
            (each["code"], each["key"], each["path"], each["units"]) for each in case["findings"]
        ], case["name"]
        for found, wanted in zip(position.findings, case["findings"], strict=True):
            assert [messages.say_fix_title(found, fix, "en") for fix in found.fixes] == [
                fix["title"] for fix in wanted["fixes"]
            ]
            for fix, after in zip(found.fixes, wanted["fixes"], strict=True):
                assert fix.edit is not None
                assert position.apply(fix.edit).data["units"] == after["after"]["units"]


def test_the_form(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = re.findall(r"```python\n(\"\"\"What has to go.*?)```", PAGE, flags=re.DOTALL)[0]
    module = ModuleType("listbuilder.formats.write.packing")
    exec(compile(code, "packing.py", "exec"), module.__dict__)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    names = {"ExportForm": ExportForm, "Writer": Writer}
    exec(block("python writer"), names)
    row = eval(f"{{{block('python row')}}}", names)
    monkeypatch.setattr(registry, "WRITERS", WRITERS)
    for name, form in row.items():
        monkeypatch.setitem(WRITERS, name, form)
    file = tmp_path / "list.yaml"
    file.write_text(ROSTER)
    result = call("export", str(file), "--to", "packing")
    assert (result.code, result.err) == (0, "")
    assert result.out == block("text packing")
