"""What people type and write wrongly, and the exact sentence that each is told, in three languages.

The cases lie in mistakes/: files and a command in, what is said of it out, with the place in the file. Where a sentence
names a command to go on with, that is typed as it stands there.
"""

from __future__ import annotations

import io
import re
import shlex
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from listbuilder.yamlio import reader
from tests.cli.conftest import Call

FOLDER = Path(__file__).parent / "mistakes"
LOCALES = {"en": "C.UTF-8", "ja": "ja_JP.UTF-8", "zh": "zh_CN.UTF-8"}
HEADS: dict[str, str] = reader.read_yaml_file(FOLDER / "heads.yaml").data
CASES: dict[str, dict[str, Any]] = {
    f"{file.stem}: {name}": case
    for file in sorted(FOLDER.glob("*.yaml"))
    if file.stem != "heads"
    for name, case in reader.read_yaml_file(file).data.items()
}
# What no player is to read: of the YAML parser, of argparse, of Python, of the JSON Schema.
RAW = (
    "Traceback",
    "mapping values",
    "block mapping",
    "expected <",
    "did not find",
    "NoneType",
    "argument ",
    "invalid ",
    "Errno",
    "'str'",
)
BESIDE = "system: warhammer-40k-10e\nfaction: necrons\nbattle_size: incursion\ndetachment: awakened-dynasty\nunits: []\n"


def packed(names: list[str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return out.getvalue()


# What is no text, by the name that a case gives it.
OTHERS = {
    "picture": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\xff\xd8",
    "photo": b"\xff\xd8\xff\xe0\0\x10JFIF",
    "pdf": b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n",
    "docx": packed(["[Content_Types].xml", "word/document.xml"]),
    "xlsx": packed(["[Content_Types].xml", "xl/workbook.xml"]),
    "zip of photos": packed(["photo.jpg", "two.jpg"]),
    "rar": b"Rar!\x1a\x07\x01\0\xff\xfe",
    "huge": b"a: 1\n" * 500_000,
}


def content(given: str) -> bytes:
    if given.startswith("a "):
        return OTHERS[given.removeprefix("a ")]
    encoding, sign, text = given.partition("|")
    if sign and encoding in ("utf-16", "cp932", "gbk"):
        given = text
    else:
        encoding = "utf-8"
    return re.sub(r"\$(\w+)\n?", lambda found: HEADS[found[1]], given).encode(encoding)


def laid_out(case: dict[str, Any], folder: Path) -> None:
    for name, given in case.get("files", {}).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content(given))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def sentences(case: dict[str, Any], lang: str) -> list[str]:
    """As the case has them: the place before each, which is the same in every language."""
    said = case["says"][lang]
    lines: list[str] = [said] if isinstance(said, str) else said
    places = case.get("at", "")
    before = [places] * len(lines) if isinstance(places, str) else places
    return [
        f"{place}: {line}" if place else line for place, line in zip(before, lines, strict=True)
    ]


@pytest.mark.parametrize("lang", LOCALES)
@pytest.mark.parametrize("name", CASES)
@pytest.mark.slow_but(1, "name")
def test_what_is_said(
    name: str, lang: str, here: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = CASES[name]
    laid_out(case, here)
    monkeypatch.setenv("LC_ALL", LOCALES[lang])
    words = shlex.split(case["run"])
    form = (
        ("--format", "json" if "says" in case else "short")
        if words[0] == "check" and "--format" not in words
        else ()
    )  # each sentence on one line
    result = call(*words, *form)
    assert result.code == case.get("code", 2)
    if "shown" in case:  # the list can be read, and its verdict says it
        assert [result.out.count(line) for line in case["shown"][lang]] == [1] * len(
            case["shown"][lang]
        )
        assert result.err == ""
    else:
        assert result.err.splitlines() == sentences(case, lang)
    assert not [piece for piece in RAW if piece in result.err + result.out]


def commands(text: str) -> Iterator[str]:
    """What a sentence tells to type: in backticks, behind "for example", behind "see". Not the command that speaks."""
    for part in re.split(r"[;；()（）]| and ", re.sub(r"^listbuilder(?: \w+)?[:：]", "", text)):
        for found in re.finditer(r"listbuilder(?: [\x21-\x5f\x61-\x7e]+)+", part):
            yield found[0].rstrip(":,")


@pytest.mark.parametrize("name", CASES)
@pytest.mark.slow_but(20)
def test_what_it_tells_to_type_can_be_typed(name: str, here: Path, call: Call) -> None:
    """As it stands there, beside the files of the case; examples of the help speak of files of their own."""
    case = CASES[name]
    laid_out(case, here)
    for each in ("necrons.yaml", "orks.yaml"):
        (here / each).write_text(BESIDE, encoding="utf-8")
    (here / "lists").mkdir(exist_ok=True)
    (here / "mydata" / "warhammer-40k-11e").mkdir(parents=True, exist_ok=True)
    (here / "mydata" / "warhammer-40k-11e" / "necrons.yaml").write_text(
        "datasheets: [{id: overlord, legends: true}]\n", encoding="utf-8"
    )
    (here / "saturday.yaml").write_text("event: Saturday\n", encoding="utf-8")
    said = [
        each
        for lang in LOCALES
        for each in sentences(
            {**case, "at": ""} if "says" in case else {"says": case["shown"]}, lang
        )
    ]
    typed = {command for each in said for command in commands(each)}
    for command in sorted(typed):
        words = shlex.split(command)[1:]
        if not words or words[0] == "edit":  # opens the builder
            continue
        result = call(*words)
        help_asked_for = f"see listbuilder {words[0]} --help"
        assert help_asked_for not in result.err, f"{command}: {result.err}"
        assert result.code in (0, 1) or "no such" not in result.err, f"{command}: {result.err}"
        assert result.out or result.err, command
        assert result.code != 3, f"{command}: {result.err}"


def test_there_are_cases_of_every_kind() -> None:
    """73 of them were counted, by kind, when the sentences were written; every game has its own."""
    assert len(CASES) >= 73
    systems = {
        head
        for case in CASES.values()
        for head in re.findall(r"\$(\w+)", str(case.get("files", "")))
    }
    assert systems >= set(HEADS)
    for case in CASES.values():
        said = case["says"] if "says" in case else case["shown"]
        assert set(said) == set(LOCALES)
        assert len({str(each) for each in said.values()}) == 3, "each language speaks for itself"


def test_two_words_are_one_name(call: Call) -> None:
    """Nothing is wrong with a faction as its book writes it."""
    assert call("new", "age-of-sigmar-4e", "Stormcast", "Eternals") == call(
        "new", "age-of-sigmar-4e", "stormcast-eternals"
    )
