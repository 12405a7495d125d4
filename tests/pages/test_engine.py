"""The engine of the page: the commands of the command line, parts on demand, and libraries in pure Python."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from listbuilder.cli.main import run
from listbuilder.data import paths
from listbuilder.data.library import Library
from listbuilder.games.registry import SYSTEMS
from listbuilder.model.edit import Step
from listbuilder.model.problem import Unreadable
from listbuilder.pages import parts
from listbuilder.pages.engine import COMMANDS, Engine, Fixing, Request
from listbuilder.pages.stand_ins import PureParser
from listbuilder.yamlio import reader
from tests.sources import ROOT

EXAMPLES = ROOT / "examples"
IN_APP = """Three guards (330 Points)

Necrons
Canoptek Court (2 Detachment Points)
Take and Hold
Incursion (1000 Points)

CHARACTERS

Overlord (90 Points)
  • Warlord
  • 1x Overlord's blade
  • 1x Tachyon arrow

OTHER DATASHEETS

Lychguard (80 Points)
  • 5x Lychguard
     ◦ 5x Warscythe

Lychguard (80 Points)
  • 5x Lychguard
     ◦ 5x Warscythe

Lychguard (80 Points)
  • 5x Lychguard
     ◦ 5x Warscythe

Exported with App Version: v2.1.0 (1), Data Version: v980
"""
ILLEGAL = EXAMPLES / "40k-11e" / "illegal" / "11E-04-detachment-of-another-faction.yaml"
TOO_MANY = EXAMPLES / "40k-10e" / "illegal" / "40K-06-rule-of-three.yaml"


@pytest.fixture(autouse=True)
def usual_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put back the width that the engine sets for its texts."""
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
def test_a_command_prints_what_it_prints_in_a_terminal(
    lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["check", str(ILLEGAL), "--format", "json", "--lang", lang]
    code = run(words)
    told = json.loads(Engine(Library()).answer(json.dumps({"words": words})))
    assert told == {"code": code, "out": capsys.readouterr().out}


@pytest.mark.parametrize("words", [[], ["doctor"], ["data", "update"], ["event"], ["--help"]])
def test_nothing_else_of_the_program_runs(words: list[str]) -> None:
    with pytest.raises(ValueError, match="not a command of the page"):
        Engine(Library()).run(Request(words))
    assert not {"serve", "edit", "report", "doctor"} & set(COMMANDS)


def test_a_fix_of_one_finding_is_made_in_the_text(tmp_path: Path) -> None:
    engine = Engine(Library())
    checked = engine.run(Request(["check", str(TOO_MANY), "--format", "json"]))
    fix = json.loads(checked.out)["rosters"][0]["findings"][0]["fixes"][0]
    fixed = engine.run(Request(fixing=Fixing(str(TOO_MANY), 0, 0)))
    file = tmp_path / "fixed.yaml"
    file.write_text(fixed.out, encoding="utf-8")
    after = json.loads(engine.run(Request(["check", str(file), "--format", "json"])).out)
    assert after["rosters"][0]["points"] == fix["points"]
    assert after["rosters"][0]["verdict"] == "legal"


def test_an_offer_of_fix_is_made_and_the_text_keeps_the_form_of_its_app(tmp_path: Path) -> None:
    engine = Engine(Library())
    file = tmp_path / "list.txt"
    file.write_text(IN_APP, encoding="utf-8")
    found = json.loads(engine.run(Request(["fix", str(file), "--format", "json"])).out)
    assert (found["verdict"], found["format"]) == ("illegal", "gw-app-text")
    steps = msgspec.convert(found["offers"][0]["steps"], tuple[Step, ...])
    file.write_text(
        engine.run(Request(fixing=Fixing(str(file), steps=steps))).out, encoding="utf-8"
    )
    after = json.loads(engine.run(Request(["check", str(file), "--format", "json"])).out)[
        "rosters"
    ][0]
    assert (after["verdict"], after["format"]) == ("legal", "gw-app-text")


def test_a_change_that_does_not_fit_the_list_changes_nothing() -> None:
    steps = (Step("set", ("units", 99, "warlord"), True),)
    made = Engine(Library()).run(Request(fixing=Fixing(str(TOO_MANY), steps=steps)))
    assert (made.code, made.out) == (2, "")


@pytest.mark.parametrize(("finding", "fix"), [(99, 0), (0, 99)])
def test_a_fix_that_there_is_not_changes_nothing(finding: int, fix: int) -> None:
    made = Engine(Library()).run(Request(fixing=Fixing(str(TOO_MANY), finding, fix)))
    assert (made.code, made.out) == (2, "")


@pytest.fixture
def without_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The shared data without any game's, as the page has it at its start."""
    factions = tmp_path / "factions"
    factions.mkdir()
    for file in (ROOT / "factions").glob("*.yaml"):
        (factions / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr(paths, "get_factions_folder", lambda: factions)
    yield factions


def test_a_game_is_asked_for_when_its_list_comes(without_games: Path) -> None:
    words = ["check", str(ILLEGAL), "--format", "json"]
    engine = Engine()
    assert engine.run(Request(words)).needs == "game-warhammer-40k-11e"
    game = "warhammer-40k-11e"
    (without_games / game).symlink_to(ROOT / "factions" / game, target_is_directory=True)
    assert json.loads(engine.run(Request(words)).out)["rosters"][0]["verdict"] == "illegal"


def test_a_library_that_is_not_there_is_a_part_to_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.setitem(parts.LIBRARIES, "none", ("no_such_library_of_the_page",))
    parts.watch_imports()
    with pytest.raises(parts.MissingPart) as missing:
        import no_such_library_of_the_page  # type: ignore[import-not-found] # noqa: F401
    assert missing.value.name == "none"
    with pytest.raises(ModuleNotFoundError):
        import no_library_at_all  # type: ignore[import-not-found] # noqa: F401


def test_every_game_has_a_part_of_its_own() -> None:
    assert len({parts.get_game_part(game) for game in SYSTEMS}) == len(SYSTEMS)


def describe_events(parser: object) -> list[tuple[object, ...]]:
    """Return what the reader takes of each event: its kind, places and values."""
    told: list[tuple[object, ...]] = []
    while (event := parser.get_event()) is not None:  # type: ignore[attr-defined]
        told.append(
            (
                type(event).__name__,
                event.start_mark.line,
                event.start_mark.column,
                event.start_mark.index,
                event.end_mark.index,
                getattr(event, "value", None),
                getattr(event, "anchor", None),
                getattr(event, "style", None) or "",
            )
        )
    return told


@pytest.mark.parametrize(
    "file",
    sorted([*EXAMPLES.glob("40k-11e/*/*.yaml"), *EXAMPLES.glob("aos/legal/*.yaml")]),
    ids=lambda file: file.stem,
)
def test_the_pure_parser_finds_what_the_compiled_one_finds(file: Path) -> None:
    from _ruamel_yaml import CParser

    text = file.read_text(encoding="utf-8")
    assert describe_events(PureParser(text)) == describe_events(CParser(text))


def test_the_pure_parser_finds_the_same_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    import _ruamel_yaml

    files = sorted((EXAMPLES / "unreadable").glob("*.yaml"))

    def list_problems() -> list[list[tuple[object, ...]]]:
        """Return key and place of the problems of each file."""
        told: list[list[tuple[object, ...]]] = []
        for file in files:
            try:
                reader.read_yaml(file.read_bytes(), file.name)
                told.append([])
            except Unreadable as error:
                told.append([(problem.key, problem.line) for problem in error.problems])
        return told

    compiled = list_problems()
    monkeypatch.setattr(_ruamel_yaml, "CParser", PureParser)
    assert list_problems() == compiled


def test_importing_the_start_of_the_page_changes_nothing() -> None:
    """Tests and tools import every module; the pure versions are for the page alone."""
    import _ruamel_yaml

    from listbuilder.pages import start

    assert sys.modules["_ruamel_yaml"] is _ruamel_yaml
    assert _ruamel_yaml.CParser is not PureParser
    assert callable(start.start)


def test_the_pure_version_of_rapidfuzz_says_the_same() -> None:
    """In processes of their own, because the version is chosen when it is imported."""
    script = """
import itertools, json
from rapidfuzz import fuzz, process
from rapidfuzz.distance import DamerauLevenshtein, Indel
words = ["necron warriors", "necrn wariors", "monolith", "Ghost Ark", "gost arc", "", "ウォリアー", "太空死灵武士"]
pairs = list(itertools.product(words, words))
print(json.dumps([
    [round(float(fuzz.ratio(*pair)), 6) for pair in pairs],
    [round(float(fuzz.WRatio(*pair)), 6) for pair in pairs],
    [DamerauLevenshtein.distance(*pair) for pair in pairs],
    [round(Indel.normalized_similarity(*pair), 6) for pair in pairs],
    [(word, round(float(score), 6)) for word, score, _ in process.extract("warior", words, limit=3)],
]))
"""
    said = {
        version: subprocess.run(
            [sys.executable, "-c", script],
            env={"RAPIDFUZZ_IMPLEMENTATION": version},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for version in ("cpp", "python")
    }
    assert said["cpp"] == said["python"]
