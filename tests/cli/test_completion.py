"""Completions, tried in the shells themselves where they are at hand."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from listbuilder.cli.parser import COMMANDS
from tests.cli.conftest import Call

CASES = {  # what stands on the line, the last word not finished -> some of what Tab offers, what it does not
    "": ({"check", "edit", "completion"}, {"--lang"}),
    "ch": ({"check"}, {"edit"}),
    "check --": ({"--event", "--lang", "--help"}, {"--to"}),
    "export a.yaml --to ": ({"html", "wtc-compact"}, {"check"}),
    "check --lang ": ({"en", "ja", "zh"}, {"--lang"}),
    "new ": ({"spearhead", "warhammer-40k-11e"}, {"necrons"}),
    "new warhammer-40k-10e nec": ({"necrons"}, {"orks"}),
    "new --force age-of-sigmar-4e ": ({"seraphon"}, {"necrons"}),
    "find x --faction ser": ({"seraphon"}, set()),
    "rules 40K-0": ({"40K-06"}, {"AOS-01"}),
    "help di": ({"diff"}, set()),
}


@pytest.mark.parametrize("line", CASES)
def test_bash(call: Call, line: str) -> None:
    script = call("completion", "bash").out
    words = line.split(" ")
    typed = " ".join(f"'{word}'" for word in ("listbuilder", *words))
    ask = f"COMP_WORDS=({typed}); COMP_CWORD={len(words)}; _listbuilder; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    done = subprocess.run(["bash", "-c", f"{script}\n{ask}"], capture_output=True, text=True, check=True)
    offered = set(done.stdout.split())
    wanted, unwanted = CASES[line]
    assert wanted <= offered
    assert not unwanted & offered
    assert all(word.startswith(words[-1]) for word in offered)


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_other_shells_can_read_theirs(call: Call, shell: str) -> None:
    script = call("completion", shell).out
    assert all(command in script for command in COMMANDS) and "necrons" in script and "40K-06" in script
    if program := shutil.which(shell):
        subprocess.run([program, "-n"], input=script, text=True, check=True, capture_output=True)


def test_a_shell_that_there_is_not(call: Call) -> None:
    result = call("completion", "basch")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("listbuilder completion: SHELL: basch is none of bash, zsh, fish; nearest: bash")
