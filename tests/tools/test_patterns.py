"""The check of regular expressions: it sees what is slow, and lets pass what is not. Steps are counted, nothing is timed."""

from __future__ import annotations

import re
from re import _parser as parser  # type: ignore[attr-defined]

import pytest

from tools import patterns
from tools.patterns import Found

SLOW = [
    r"(.+?) ((?:[\dDX+\"/().-]+ ?)+)",  # what hung the program: a value after a name
    r"(a+)+b",
    r"(?:a|a)*b",
    r"(?:\w+\s?)*!",
    r"x(?:[ab]*c?)*y",
    r"\d*\d*\d*x",
]
FAST = [
    r"[\dDX+\"/().-]+",
    r"(.+?) x(\d{1,2})",
    r"(?>a+)+b",
    r"(?:a++)+b",
    r"([a-z]+(?: [a-z]+)*)!",
    r"^[ \t]*\|(.*)\|[ \t]*$",
    r"(\w)\1+x",
    r"(?<=\d) ?p(?=[)\]])",
]


@pytest.mark.parametrize("text", SLOW)
@pytest.mark.slow_but(2)
def test_what_backtracks_without_end_is_seen(text: str) -> None:
    assert patterns.slow_text(Found(text, 0, "", searched=False))


@pytest.mark.parametrize("text", FAST)
def test_what_is_quadratic_at_most_passes(text: str) -> None:
    assert patterns.slow_text(Found(text, 0, "", searched=False)) == ""


def test_a_search_begins_at_every_place() -> None:
    """Two repetitions in a row are quadratic from one place, and cubic from all of them."""
    text = r"a*a*b"
    assert patterns.slow_text(Found(text, 0, "", searched=False)) == ""
    assert patterns.slow_text(Found(text, 0, "", searched=True))


@pytest.mark.parametrize("text", [*FAST, r"(a|b)+?c", r"[^\W\d]x|\bab\b", r"a{2,3}?a", r"(?!ab)a."])
@pytest.mark.parametrize(
    "subject",
    ["abx1", "ab", "aab", "aaab", "overlord x12", "| a |", "aax", "1p)", "ABc", "12", "a b!"],
)
def test_it_matches_as_re_does(text: str, subject: str) -> None:
    tree = list(parser.parse(text))
    ours = next((end for end in patterns.Counted(subject, 0).ends(tree, 0)), None)
    theirs = re.match(text, subject)
    assert ours == (theirs.end() if theirs else None)


@pytest.mark.slow
def test_every_call_in_the_sources_is_found() -> None:
    calls = {(place.rpartition("/")[2], name) for place, _, _, name, _, _ in patterns._calls()}
    assert {
        ("offer_search.py", "_LIMIT"),
        ("flow.py", "_REST_OF_LINE"),
        ("guess_faction.py", "_get_name_pattern"),
    } <= calls
    assert {"_JOINTS", "_DASHES"} <= patterns._searched_names()
