"""What `check` says of every example in Japanese and Chinese, kept as text that a person has read.

After a change of words, read what is different and write the files again: `python -m tests.cli.test_verdicts_in_words`.
"""

from __future__ import annotations

import io
import os
import re
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest

from listbuilder.cli.main import run
from listbuilder.i18n import messages

from ..i18n.test_words_native import GAP, STUCK, rule_words

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parent / "golden_words"
LANGS = ("ja", "zh")
HASHES = re.compile(r"\b[0-9a-f]{16}\b")
IDS = {"incursion", "strike-force", "onslaught"}  # as a roster writes them
LABEL = re.compile(r"(エラー|警告|情報|错误|警告|提示)[:：\[]|  修正  ")
LATIN = re.compile(r"[A-Za-z][A-Za-z' -]*[A-Za-z]")


def said(lang: str) -> str:
    """Hashes left out: they are of the data, and no words."""
    out = io.StringIO()
    with (
        redirect_stdout(out),
        redirect_stderr(out),
        chdir(ROOT),
        patch.dict(os.environ, COLUMNS="100"),
    ):
        for file in sorted(Path().glob("examples/**/*.yaml")):
            print(f"== {file.as_posix()}")
            run(["check", file.as_posix(), "-v", "--lang", lang, "--no-color"])
    return HASHES.sub("#", out.getvalue())


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.slow
def test_every_example(lang: str) -> None:
    now = said(lang)
    assert now == (GOLDEN / f"verdicts.{lang}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.slow_but(1)
def test_they_read_like_the_language(lang: messages.Lang) -> None:
    """Filled in, with names of either script: no gap between two characters, none missing beside other letters, and no
    English word of the rules (ids and titles of lists, which are literal, stand on lines of their own)."""
    printed = {name for name in messages.get_shown_names(lang).values() if not name.isascii()}
    # names that the publisher prints so; a name before those that are parts of it
    odd = sorted((name for name in printed if GAP.search(name) or STUCK.search(name)), key=len)
    for line in (GOLDEN / f"verdicts.{lang}.txt").read_text(encoding="utf-8").splitlines():
        if (
            line.startswith("==")
            or " · " in line
            or " │ " in line
            or line.lstrip().startswith("listbuilder ")
        ):
            continue
        bare = line
        for name in reversed(odd):
            bare = bare.replace(name, "\ue000")
        for part in re.split(" {2,}", bare):  # two spaces set columns apart
            assert not GAP.search(part), line
            assert not STUCK.search(part), line
        if LABEL.match(line):
            prose = re.sub(
                r"[「“][^」”]*[」”]|(?:使えるキー: |可用的键：).*", "", bare
            )  # keys of a file are literal
            runs = {run.strip().casefold() for run in LATIN.findall(prose)}
            assert not (runs - IDS) & rule_words()[lang], line


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for each in LANGS:
        (GOLDEN / f"verdicts.{each}.txt").write_text(said(each), encoding="utf-8")
