"""The rules of docs/style.md that a program can check, in files of words, help and documents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from listbuilder.data import paths
from listbuilder.i18n.messages import fill_template
from tests.i18n.test_words import FILES, read, texts
from tests.rules.case import FILES as CASES
from tests.rules.case import load

ROOT = Path(__file__).resolve().parents[1]
# Idioms that need a second reading, and what to write instead.
IDIOMS = {
    r"\bis no (?!longer\b|more\b)": "is not a",
    r"\bmay not\b": "can't",
    r"\bcannot\b": "can't",
    r"\b(?:do|does) not\b": "don't, doesn't",
    r"\bmend(?:s|ed|ing)?\b|\bput right\b|\bcure[sd]?\b": "fix",
    r"(?<!-)\banew\b": "again",
    r"\bat hand\b": "available",
    r"\bso many\b": "a number",
    r"\bnobody\b": "no other unit, no one",
    r"\bwhat is left\b|\bwhat it takes\b|\bwhat became of\b": "a noun: remaining points, arguments, result",
    r"\b(?:stands|lies)\b": "is",
    r"\bbehind\b": "after",
    r"\bholds (?!objectives)": "contains, is valid, applies",
    r"\bof ours\b": "built-in, listbuilder's",
    r"\bjudge[sd]?\b": "check",
    r"\bwhoever\b": "a unit or a person, named",
    r"\btaken for\b": "means",
}
# Not written by us for players: tables made by tools, and documents that quote what was written before.
NOT_READ = {"mutants.md", "mutations.md", "readings.md", "style.md"}
DOCUMENTS = [
    *(file for file in (ROOT / "README.md", ROOT / "CONTRIBUTING.md") if file.is_file()),
    *(file for file in sorted((ROOT / "docs").glob("*.md")) if file.name not in NOT_READ),
]
MOST_WORDS = 25  # of one sentence: a reader keeps no more in mind
MESSAGES = ("rules/checks", "rules/fixes.yaml", "rules/notes.yaml", "advice/", "i18n/problems.yaml")
# Rules explained in `listbuilder rules` are read at leisure; each of their sentences is bounded all the same.
_PLACE = re.compile(r"\{[^{}]*\}")
_NAME_TWICE = re.compile(r"\b([A-Z][\w'’ -]{3,}?)(?:, | and )(?:\1)(?=$|[,;.:)]| and | are | can)")


def english() -> Iterator[tuple[str, str, str]]:
    for file in FILES:
        for key, text in texts(read(file)):
            yield str(file.relative_to(paths.PACKAGE)), key.removeprefix("."), text["en"]


def prose(file: Path) -> Iterator[tuple[int, str]]:
    """Return the lines of a document outside of code and tables."""
    code = False
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith("```"):
            code = not code
        elif not code and not line.startswith("|"):
            yield number, re.sub(r"`[^`]*`", "", line)


def found(text: str) -> list[tuple[str, str]]:
    return [
        (match[0], right) for idiom, right in IDIOMS.items() if (match := re.search(idiom, text))
    ]


def test_no_idiom_in_words_and_help() -> None:
    assert [(file, key, *wrong) for file, key, text in english() for wrong in found(text)] == []


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_no_idiom_in_documents(file: Path) -> None:
    assert [(number, *wrong) for number, line in prose(file) for wrong in found(line)] == []


@pytest.mark.parametrize(
    "text",
    [
        "which is no transport",
        "it may not be taken",
        "to mend a list",
        "behind the name",
        "he holds it",
    ],
)
def test_an_idiom_is_found(text: str) -> None:
    assert found(text)


@pytest.mark.parametrize(
    "text", ["is no longer valid", "recommend", "`--anew`, --anew", "units that hold objectives"]
)
def test_what_only_looks_like_one_is_not(text: str) -> None:
    assert not found(text)


def words_of(text: str) -> int:
    """Return the number of words in the longest sentence of a text; what is filled in counts as one."""
    sentences = re.split(r"(?<=[.?!]) ", _PLACE.sub("X", text))
    return max(len(sentence.split()) for sentence in sentences)


def test_a_message_is_short() -> None:
    messages = [(file, key, text) for file, key, text in english() if file.startswith(MESSAGES)]
    assert len(messages) > 500
    assert [
        (file, key, words_of(text)) for file, key, text in messages if words_of(text) > MOST_WORDS
    ] == []


def test_long_sentences_are_seen() -> None:
    assert (
        words_of(f"{'word ' * 26}.") > MOST_WORDS >= words_of(f"{'word ' * 25}")
        and words_of("One. And two {x:and}.") == 3
    )


def messages_of(data: object) -> Iterator[str]:
    """Return the messages and titles of a file of cases."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in ("message", "title") and isinstance(value, str):
                yield value
            else:
                yield from messages_of(value)
    elif isinstance(data, list):
        for each in data:
            yield from messages_of(each)


def test_equal_names_are_counted() -> None:
    """Six names that are the same are one name and a number, in every finding and fix of the cases of the rules."""
    said = [message for file in CASES for message in messages_of(load(file))]
    assert len(said) > 1000
    assert [message for message in said if _NAME_TWICE.search(message)] == []


def test_equal_names_that_are_not_counted_are_seen() -> None:
    assert _NAME_TWICE.search("Ghost Ark, Ghost Ark and Overlord") and _NAME_TWICE.search(
        "Venom and Venom"
    )
    assert fill_template("{units:and}", {"units": ["Ghost Ark"] * 6}, "en") == "6 × Ghost Ark"
