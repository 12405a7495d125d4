"""A package that brings a reader, a writer and a check, installed as packages are, and used by the commands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from listbuilder.formats import plugins
from tests.cli.conftest import Call, call  # noqa: F401

ROOT = Path(__file__).resolve().parents[2]
LEGAL = ROOT / "examples" / "40k-11e" / "legal" / "necrons-two-detachments.yaml"
MODULE = '''
def read(raw, name):
    """Knows texts that begin with TELEGRAM and a number of Overlords, and fails at one with BROKEN."""
    words = raw.decode().split()
    if words[:1] != ["TELEGRAM"]:
        return None
    if "BROKEN" in words:
        raise ValueError("it is broken")
    if "ODD" in words:
        return {"units": []}
    units = [{"datasheet": "overlord", "warlord": n == 0} for n in range(int(words[1]))]
    return {"system": "warhammer-40k-11e", "faction": "necrons", "battle_size": "incursion",
            "detachments": ["canoptek-court"], "units": units}

def list_units(document):
    return [unit for section in document["sections"] for unit in section["units"]]

def write(document):
    return "\\n".join(unit["name"] for unit in list_units(document)).encode()

def check(document):
    if any(unit["name"] == "Lychguard" for unit in list_units(document)):
        yield "no Lychguard at our club"
'''
ENTRY_POINTS = """[listbuilder.readers]
telegram = club_plugin:read
[listbuilder.writers]
names = club_plugin:write
[listbuilder.checks]
club = club_plugin:check
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    site = tmp_path / "site"
    (site / "club_plugin-1.0.dist-info").mkdir(parents=True)
    (site / "club_plugin.py").write_text(MODULE, encoding="utf-8")
    info = site / "club_plugin-1.0.dist-info"
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: club-plugin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(str(site))
    plugins.list_plugins.cache_clear()
    yield
    plugins.list_plugins.cache_clear()


def write_list(folder: Path, text: str) -> str:
    file = folder / "list.txt"
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.mark.usefixtures("installed")
def test_a_reader_reads_what_none_of_ours_knows(call: Call, tmp_path: Path) -> None:
    done = call("check", write_list(tmp_path, "TELEGRAM 2"))
    assert done.out.startswith("LEGAL  ")
    assert "Necrons" in done.out
    assert "read as telegram" in " ".join(done.out.split())
    assert "datasheet: overlord" in call("import", write_list(tmp_path, "TELEGRAM 2")).out
    assert call("check", str(LEGAL)).out.startswith("LEGAL")
    asked = call("check", "--from", "telegram", write_list(tmp_path, "TELEGRAM 1"))
    assert asked.out.startswith("LEGAL")


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("TELEGRAM BROKEN", "telegram of the package club-plugin failed: ValueError: it is broken"),
        ("TELEGRAM 1 ODD", "telegram of the package club-plugin failed: returned no roster"),
        ("POSTCARD 2", "no army list found"),
    ],
)
def test_a_reader_that_fails_is_named(call: Call, tmp_path: Path, text: str, sentence: str) -> None:
    done = call("check", write_list(tmp_path, text))
    assert done.code == 2
    assert sentence in " ".join((done.out + done.err).split())


@pytest.mark.usefixtures("installed")
def test_a_writer_is_asked_by_its_name(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "names.txt"
    assert call("export", str(LEGAL), "--to", "names", "-o", str(out)).code == 0
    assert "Overlord" in out.read_text().splitlines()
    wrong = call("export", str(LEGAL), "--to", "nams")
    assert (wrong.code, "did you mean names?" in wrong.err) == (2, True)


@pytest.mark.usefixtures("installed")
def test_an_event_asks_a_check(call: Call, tmp_path: Path) -> None:
    event = tmp_path / "event.yaml"
    event.write_text("event: Club night\nsystem: warhammer-40k-11e\nchecks: [club]\n")
    done = call("check", str(LEGAL), "--event", str(event))
    assert done.out.startswith("ILLEGAL")
    assert "no Lychguard at our club (check club)" in " ".join(done.out.split())
    event.write_text("event: Club night\nsystem: warhammer-40k-11e\nchecks: [pub]\n")
    done = call("check", str(LEGAL), "--event", str(event))
    assert done.code == 2
    assert 'no installed package has a check called "pub"' in done.out + done.err


def test_without_such_packages_there_are_none() -> None:
    assert {group: dict(plugins.list_plugins(group)) for group in ("readers", "writers", "checks")} == {
        "readers": {}, "writers": {}, "checks": {},
    }  # fmt: skip
