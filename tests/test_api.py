"""`import listbuilder`: what is promised, that it says what the command line says, and who may call it."""

from __future__ import annotations

import inspect
import json
import multiprocessing
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import pytest
from ruamel.yaml import YAML

import listbuilder as lb
from listbuilder.games.registry import SYSTEMS
from listbuilder.reports.base import Document
from tests.cli.conftest import Call, call  # noqa: F401

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"
SURFACE: dict[str, Any] = YAML(typ="safe").load(ROOT / "tests" / "api.yaml")
FOLDERS = sorted(
    folder.name for folder in EXAMPLES.iterdir() if (folder / "legal").is_dir()
)  # one for each game
NECRONS = "40k-10e/legal/necrons-awakened-dynasty.yaml"


def first(folder: str, verdict: str) -> Path:
    return min((EXAMPLES / folder / verdict).glob("*.yaml"))


def as_json(report: Document) -> Any:
    return json.loads(report.model_dump_json(exclude_unset=True))


# --- what is promised ---


def test_what_is_promised_changes_only_on_purpose() -> None:
    assert {name: describe(getattr(lb, name)) for name in lb.__all__} == SURFACE
    assert dir(lb) == sorted(SURFACE)


def describe(thing: Any) -> Any:
    """Return arguments and result of a function, or the public parts of a class."""
    if inspect.isclass(thing):
        own = {name for name in vars(thing) if not name.startswith("_")}
        return {"made with": str(inspect.signature(thing)), "has": sorted(own)}
    return str(inspect.signature(thing)) if callable(thing) else type(thing).__name__


def test_a_name_that_is_not_promised() -> None:
    with pytest.raises(AttributeError, match="no attribute 'judge'"):
        lb.judge  # noqa: B018


def test_importing_it_loads_nothing() -> None:
    script = "import sys; import listbuilder; print(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {script}"],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stdout.split())
    assert {"listbuilder", "listbuilder.version"} == {
        name for name in loaded if name.startswith("listbuilder")
    }
    assert loaded.isdisjoint({"typing", "msgspec", "pydantic", "ruamel", "pathlib"})


# --- the same as the command line ---


@pytest.mark.parametrize("verdict", ["legal", "illegal"])
@pytest.mark.parametrize("folder", FOLDERS)
def test_a_verdict_is_that_of_check(call: Call, folder: str, verdict: str) -> None:
    file = first(folder, verdict)
    [told] = json.loads(call("check", str(file), "--format", "json", "--lang", "ja").out)["rosters"]
    report = lb.check(file.read_bytes(), name=str(file), lang="ja")
    assert as_json(report) == told
    assert report.verdict == verdict
    assert report.game and report.faction_name is not None


@pytest.mark.parametrize("folder", FOLDERS)
def test_advice_is_that_of_the_commands(call: Call, folder: str) -> None:
    file = first(folder, "illegal")
    fixed = lb.fix(file.read_text("utf-8"), name=str(file))
    assert as_json(fixed) == json.loads(call("fix", str(file), "--format", "json").out)
    for offer in fixed.offers:
        assert lb.check(json.dumps(offer.roster)).verdict == "legal"
    file = first(folder, "legal")
    marks = lb.why(file.read_text("utf-8"), name=str(file))
    assert as_json(marks) == json.loads(call("why", str(file), "--all", "--format", "json").out)
    filled = lb.fill(file.read_text("utf-8"), name=str(file))
    assert as_json(filled) == json.loads(call("fill", str(file), "--format", "json").out)


def test_why_and_diff_are_those_of_the_commands(call: Call) -> None:
    file = EXAMPLES / NECRONS
    answer = lb.why(file.read_text("utf-8"), "monolith", name=str(file))
    said = json.loads(call("why", str(file), "monolith", "--format", "json").out)
    assert as_json(answer) == said
    other = first("40k-10e", "illegal")
    texts = [path.read_text("utf-8") for path in (file, other)]
    difference = lb.diff(*texts, names=(str(file), str(other)))
    said = json.loads(call("diff", str(file), str(other), "--format", "json").out)
    assert as_json(difference) == said


@pytest.mark.parametrize("form", ["html", "gw", "json"])
def test_an_export_is_that_of_export(call: Call, tmp_path: Path, form: str) -> None:
    file, out = EXAMPLES / NECRONS, tmp_path / "out"
    call("export", str(file), "--to", form, "-o", str(out))
    assert lb.export(file.read_bytes(), form, name=str(file)) == out.read_bytes()


def test_a_list_of_another_program_is_read_as_a_roster() -> None:
    text = lb.export((EXAMPLES / NECRONS).read_bytes(), "gw")
    parsed = lb.parse(text)
    assert (parsed.format, parsed.unread) == ("gw-app-text", [])
    assert parsed.roster is not None
    report = lb.check(json.dumps(parsed.roster), as_of="2025-06-11")
    assert report.faction_name == "Necrons"
    assert report.units[0].name in text.decode()
    ours = lb.parse((EXAMPLES / NECRONS).read_bytes())
    assert ours.format == "roster"
    assert ours.roster == YAML(typ="safe").load(EXAMPLES / NECRONS)


def test_games_have_their_factions() -> None:
    games = {game.id: game for game in lb.games()}
    assert list(games) == list(SYSTEMS)
    necrons = {faction.id: faction.name for faction in games["warhammer-40k-11e"].factions}
    assert necrons["necrons"] == "Necrons"
    assert games["age-of-sigmar-4e"].edition == "4th edition"


def test_messages_have_no_name_of_a_file() -> None:
    text = lb.export((EXAMPLES / NECRONS).read_bytes(), "gw").decode()
    report = lb.check(text + "\nQwolph Oskweld (90 points)\n", name="/home/anna/list.txt")
    assert report.verdict == "unread"
    assert report.unread[0].line
    assert all("anna" not in line.message for line in report.unread)


# --- what can't be used ---


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda text: lb.check(text, as_of="soon"), '"soon" is not a date'),
        (lambda text: lb.check(text, lang="fr"), '"fr" isn\'t valid here; use en, ja or zh'),
        (lambda text: lb.check(text, event="/no/event.yaml"), "no such file"),
        (lambda text: lb.export(text, "htm"), "did you mean html?"),
        (lambda text: lb.why(text, "monolyth of doom"), 'nothing called "monolyth of doom"'),
        (lambda text: lb.fill("hello"), "no army list found"),
        (lambda text: lb.fill(text, purpose=cast(Any, "fame")), "use closest, models"),
        (lambda text: lb.check(b"x" * (64 << 20)), "too large"),
        (lambda text: lb.Library("/no/folder"), "no such"),
    ],
)
def test_what_cannot_be_used_is_said(wrong: Any, sentence: str) -> None:
    with pytest.raises(lb.ListbuilderError) as raised:
        wrong((EXAMPLES / NECRONS).read_text("utf-8"))
    assert sentence in str(raised.value)
    assert " ".join(raised.value.problems) == str(raised.value)


def test_a_bug_of_ours_is_one_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object) -> None:
        raise KeyError("en")

    monkeypatch.setattr("listbuilder.advice.fix.find_fixes", stumble)
    with pytest.raises(lb.ListbuilderError, match="KeyError") as raised:
        lb.fix((EXAMPLES / NECRONS).read_text("utf-8"))
    assert isinstance(raised.value.__cause__, KeyError)


# --- who may call ---


def verdicts_of(file: Path) -> tuple[str, int | None, list[str]]:
    report = lb.check(file.read_bytes())
    return report.verdict, report.points, [finding.message for finding in report.findings]


def test_threads_and_processes_get_what_one_gets() -> None:
    files = [first(folder, verdict) for folder in FOLDERS for verdict in ("legal", "illegal")]
    alone = [verdicts_of(file) for file in files]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(verdicts_of, files * 3)) == alone * 3
    for way in ("fork", "spawn"):
        context = multiprocessing.get_context(way)
        with ProcessPoolExecutor(2, mp_context=context) as processes:
            assert list(processes.map(verdicts_of, files[:4])) == alone[:4]
