"""`collection from`, and `check --collection`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from listbuilder.data import paths
from listbuilder.reports import CheckReport
from tests.cli.conftest import Call
from tests.sources import ROOT

LISTS = sorted((ROOT / "examples").glob("*/legal/*.yaml"))
NECRONS = str(ROOT / "examples" / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml")


@pytest.fixture
def owned(call: Call, tmp_path: Path) -> Path:
    """Everything on the lists, but 5 of 30 Necron Warriors."""
    out = tmp_path / "mine.yaml"
    done = call("collection", "from", *map(str, LISTS), "-o", str(out), "--name", "Mine")
    assert (done.code, done.err) == (0, "")
    head, mark, tail = out.read_text(encoding="utf-8").partition("  warhammer-40k-10e:")
    out.write_text(
        head + mark + tail.replace("necron-warriors: 30", "necron-warriors: 25", 1),
        encoding="utf-8",
    )
    return out


@pytest.mark.slow
def test_every_list_can_be_fielded_with_what_was_made_of_all(call: Call, owned: Path) -> None:
    done = call("check", *map(str, LISTS), "--collection", str(owned))
    assert done.code == 0 and len(LISTS) > 30
    assert done.out.count('collection "Mine": you own every model in the list') == len(LISTS) - 1


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ['collection "Mine": 5 models missing', "5 × Necron Warriors: need 30, own 25"]),
        ("ja", ["5 体足りません", "ネクロン・ウォリアー 5 体: 必要 30、所有 25"]),
        ("zh", ["还缺 5 个模型", "太空死灵武士 ×5：需要 30，拥有 25"]),
    ],
)
@pytest.mark.slow_but(1)
def test_what_is_missing(call: Call, owned: Path, lang: str, said: list[str]) -> None:
    done = call("check", NECRONS, "--collection", str(owned), "--lang", lang)
    assert done.code == 0  # the law does not ask what anybody owns
    assert all(each in done.out for each in said)


def test_as_json_also_of_many(call: Call, owned: Path) -> None:
    schema = json.loads(
        (paths.get_schemas_folder() / "check.schema.json").read_text(encoding="utf-8")
    )
    for words in ([NECRONS], [str(Path(NECRONS).parent)]):
        report: dict[str, Any] = json.loads(
            call("check", *words, "--collection", str(owned), "--format", "json").out
        )
        CheckReport.model_validate(report)
        jsonschema.validate(report, schema)
        missing = {roster["file"]: roster["collection"]["missing"] for roster in report["rosters"]}
        need = {
            "datasheet": "necron-warriors",
            "name": "Necron Warriors",
            "needed": 30,
            "owned": 25,
        }
        assert [each for found in missing.values() for each in found] == [need]
    assert (
        "collection" not in json.loads(call("check", NECRONS, "--format", "json").out)["rosters"][0]
    )


def test_nothing_is_written_over(call: Call, owned: Path) -> None:
    before = owned.read_bytes()
    done = call("collection", "from", NECRONS, "-o", str(owned))
    assert done.code == 2 and len(done.err.splitlines()) == 1 and owned.read_bytes() == before
    assert (
        call("collection", "from", NECRONS, "-o", str(owned), "--force").code == 0
        and owned.read_bytes() != before
    )


@pytest.mark.parametrize("words", [("from", "nowhere.yaml"), ("from", str(ROOT / "LICENSE"))])
def test_no_list_no_collection(call: Call, words: tuple[str, ...]) -> None:
    done = call("collection", *words)
    assert (done.code, done.out) == (2, "") and len(done.err.strip().splitlines()) == 1


def test_a_collection_that_cannot_be_read(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "c.yaml"
    file.write_text(
        "collection: Mine\ngames: {spearhead: {vigilant-brotherhod: 1}}\n", encoding="utf-8"
    )
    done = call("check", NECRONS, "--collection", str(file))
    assert (done.code, done.out) == (2, "") and len(done.err.strip().splitlines()) == 1
    assert (
        'c.yaml:2:21: Spearhead has no datasheet "vigilant-brotherhod"' in done.err
        and "vigilant-brotherhood" in done.err
    )
