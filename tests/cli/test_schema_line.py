"""What `new` and `import` write names a schema by its own address, or a copy beside it."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from listbuilder.games.registry import SYSTEMS
from listbuilder.yamlio import reader
from tests.cli.conftest import Call

SHIPPED = Path(__file__).resolve().parents[2] / "schemas"
GOLDEN = Path(__file__).parent.parent / "formats" / "write" / "golden"
STARTS = {"warhammer-40k-10e": "necrons", "warhammer-40k-11e": "necrons", "age-of-sigmar-4e": "seraphon",
          "combat-patrol": "amonhotekhs-guard", "combat-patrol-11e": "ardmob", "spearhead": "vigilant-brotherhood", "space-marine-heroes": ""}  # fmt: skip


def named_schema(file: Path) -> Path:
    """As a language server resolves it: the address that a schema has, or a path from the folder of the file."""
    first = file.read_text(encoding="utf-8").split("\n")[0]
    named = first.removeprefix("# yaml-language-server: $schema=")
    assert named != first
    if not named.startswith("https:"):
        return file.parent / named
    [schema] = [
        path for path in SHIPPED.glob("*.json") if f'"$id": "{named}"' in path.read_text("utf-8")
    ]
    return schema


def check(file: Path) -> None:
    schema = json.loads(named_schema(file).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(reader.read_yaml_file(file).data)


@pytest.mark.parametrize("beside", [False, True])
@pytest.mark.parametrize("system", SYSTEMS)
def test_new(call: Call, tmp_path: Path, system: str, beside: bool) -> None:
    place = tmp_path / "a folder" / "my list.yaml"
    place.parent.mkdir()
    start = [STARTS[system]] if STARTS[system] else []
    result = call("new", system, *start, "-o", str(place), *(["--schema"] if beside else []))
    assert result.code == 0, result.err
    check(place)
    assert (named_schema(place).parent == place.parent) is beside


@pytest.mark.parametrize("beside", [False, True])
def test_import(call: Call, tmp_path: Path, beside: bool) -> None:
    place = tmp_path / "list.yaml"
    text = GOLDEN / "age-of-sigmar-4e" / "aos-app.en.txt"
    assert call("import", str(text), "-o", str(place), *(["--schema"] if beside else [])).code == 0
    check(place)
    assert (named_schema(place).parent == place.parent) is beside
