"""Completions, tried in the shells themselves where they are at hand."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from listbuilder.cli.commands import COMMANDS
from tests.cli.conftest import Call
from tests.needs import find_program

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
@pytest.mark.slow_but(1)
def test_bash(call: Call, line: str) -> None:
    script = call("completion", "bash").out
    words = line.split(" ")
    typed = " ".join(f"'{word}'" for word in ("listbuilder", *words))
    ask = f"COMP_WORDS=({typed}); COMP_CWORD={len(words)}; __listbuilder; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    done = subprocess.run(
        ["bash", "-c", f"{script}\n{ask}"], capture_output=True, text=True, check=True
    )
    offered = set(done.stdout.split())
    wanted, unwanted = CASES[line]
    assert wanted <= offered
    assert not unwanted & offered
    assert all(word.startswith(words[-1]) for word in offered)


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_other_shells_can_read_theirs(call: Call, shell: str) -> None:
    script = call("completion", shell).out
    assert (
        all(command in script for command in COMMANDS)
        and "necrons" in script
        and "40K-06" in script
    )
    subprocess.run(
        [find_program(shell), "-n"], input=script, text=True, check=True, capture_output=True
    )


def test_fish(call: Call, tmp_path: Path) -> None:
    (tmp_path / "it.fish").write_text(call("completion", "fish").out, encoding="utf-8")
    asked = "; ".join(f"echo ==; complete -C 'listbuilder {line}'" for line in CASES)
    environment = {**os.environ, "HOME": str(tmp_path)}
    command = [find_program("fish"), "--no-config", "-c", f"source {tmp_path / 'it.fish'}; {asked}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    for (line, (wanted, unwanted)), said in zip(
        CASES.items(), done.stdout.split("==\n")[1:], strict=True
    ):
        offered = {each.split("\t")[0] for each in said.splitlines()}
        assert wanted <= offered, line
        assert not unwanted & offered, line


# A zsh of its own, in which somebody types each line and Tab; what then stands on the screen.
ZSH = """\
zmodload zsh/zpty
zpty z "TERM=dumb zsh -f -i"
zpty -w z "PS1='READY>'; fpath=($1 \\$fpath); stty columns 200 rows 200; COLUMNS=200 LINES=200 LISTMAX=10000"
zpty -w z "autoload -Uz compinit; compinit -u -D; unsetopt beep; $2; echo BEG''UN"
zpty -r z out '*BEGUN*'
sleep 1
for line in "${@[3,-1]}"; do
  zpty -w -n z "$line"$'\\t'
  sleep 1
  out=
  while zpty -r -t z more; do out+=$more; done
  print -r -- "== ${out}"
  zpty -w -n z $'\\x15'
  sleep 0.2
done
zpty -d z
"""
TYPED = {  # one word that is meant is written out, of several a list is shown; also at the first Tab of all
    "ch": "check ",
    "check --lan": "--lang ",
    "new warhammer-40k-10e nec": "necrons ",
    "export a.yaml --to ht": "html ",
    "rules 40K-0": "40K-06",
}


@pytest.mark.slow
@pytest.mark.parametrize("way", ["a file in fpath", "sourced"])
def test_zsh(call: Call, tmp_path: Path, way: str) -> None:
    folder = tmp_path / "functions"
    folder.mkdir()
    script = (folder if way.startswith("a file") else tmp_path) / "_listbuilder"
    script.write_text(call("completion", "zsh").out, encoding="utf-8")
    (tmp_path / "type.zsh").write_text(ZSH, encoding="utf-8")
    begin = ":" if way.startswith("a file") else f"source {script}"
    typed = [f"listbuilder {line}" for line in TYPED]
    command = [find_program("zsh"), "-f", str(tmp_path / "type.zsh"), str(folder), begin, *typed]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, errors="replace")
    screens = done.stdout.split("== ")[1:]
    assert len(screens) == len(TYPED), done.stdout + done.stderr
    for (line, wanted), screen in zip(TYPED.items(), screens, strict=True):
        assert wanted in screen, (line, screen)


def test_a_shell_that_there_is_not(call: Call) -> None:
    result = call("completion", "basch")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(
        "listbuilder completion: SHELL can't be basch; did you mean bash? It can be bash, zsh or fish"
    )
