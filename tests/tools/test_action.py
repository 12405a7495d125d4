"""The GitHub Action and the pre-commit hook, run as they are written in a repository of lists."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tools import action

ROOT = Path(__file__).resolve().parents[2]
LEGAL = ROOT / "examples" / "40k-11e" / "legal" / "necrons-two-detachments.yaml"
ILLEGAL = ROOT / "examples" / "40k-11e" / "illegal" / "11E-10-unit-limit-incursion.yaml"
ACTION: dict[str, Any] = YAML(typ="safe").load(ROOT / "action.yml")
HOOKS: list[dict[str, Any]] = YAML(typ="safe").load(ROOT / ".pre-commit-hooks.yaml")


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=Anna", "-c", "user.email=anna@lists.example")
    done = subprocess.run(
        ["git", *who, *words], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    """A repository with one list, to which a second one was added that is not legal."""
    (tmp_path / "lists").mkdir()
    shutil.copy(LEGAL, tmp_path / "lists" / "anna.yaml")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    shutil.copy(ILLEGAL, tmp_path / "lists" / "ben @team.yaml")
    return tmp_path


def run_step(folder: Path, base: str) -> subprocess.CompletedProcess[str]:
    """Run the step of action.yml that checks, as the runner would."""
    [step] = [step for step in ACTION["runs"]["steps"] if step.get("id") == "check"]
    values = {"LISTS": "lists", "EVENT": "", "MESSAGES": "en", "BASE": base}
    assert set(step["env"]) == set(values)
    environment = {
        **os.environ,
        **values,
        "GITHUB_ACTION_PATH": str(ROOT),
        "GITHUB_OUTPUT": str(folder / "output"),
        "GITHUB_STEP_SUMMARY": str(folder / "summary"),
        "PYTHONPATH": str(ROOT),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    return subprocess.run(
        ["bash", "-c", step["run"]],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_action_comments_on_what_changed(lists: Path) -> None:
    base = git(lists, "rev-parse", "HEAD")
    git(lists, "add", ".")
    git(lists, "commit", "-qm", "second")
    done = run_step(lists, base)
    assert done.returncode == 1, done.stderr
    assert (lists / "output").read_text() == "verdict=illegal\n"
    said = (lists / "comment.md").read_text(encoding="utf-8")
    assert said == (
        "❌ **lists/ben &#64;team.yaml** Necrons · Canoptek Court · 330 / 1000\n"
        "- 3 × Lychguard; the limit is 2 per datasheet\n\n"
    )
    summary = (lists / "summary").read_text(encoding="utf-8")
    assert summary.startswith("✅ **lists/anna.yaml** Necrons · ")
    assert summary.endswith(said)


def test_without_a_change_there_is_no_comment(lists: Path) -> None:
    (lists / "lists" / "ben @team.yaml").unlink()
    done = run_step(lists, git(lists, "rev-parse", "HEAD"))
    assert (done.returncode, done.stdout) == (0, "")
    assert not (lists / "comment.md").exists()
    assert (lists / "output").read_text() == "verdict=legal\n"


def test_what_a_list_says_is_shown_as_it_is() -> None:
    assert action.escape_markdown("<b>[x](y) @all *a*") == "&lt;b>\\[x\\](y) &#64;all \\*a\\*"


def test_the_inputs_of_the_action_are_used() -> None:
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    assert [name for name in ACTION["inputs"] if f"inputs.{name}" not in text] == []


@pytest.mark.parametrize(("file", "code"), [(LEGAL, 0), (ILLEGAL, 1)])
def test_the_hook_refuses_what_is_not_legal(file: Path, code: int) -> None:
    [hook] = HOOKS
    program, *words = shlex.split(hook["entry"])
    assert program == "listbuilder"
    done = subprocess.run(
        [sys.executable, "-m", program, *words, str(file)],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert done.returncode == code
