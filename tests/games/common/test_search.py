"""One search for the picker, `find` and every other list: first what is written so, then what is written nearly so."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from listbuilder.matching.search import find_matching

NAMES = (
    "Necron Warriors",
    "Overlord",
    "Overlord With Translocation Shroud",
    "Librarian in Terminator Armour",
    "Terminator Squad",
    "Commander Farsight",
    "Commander Shadowsun",
    "C'tan Shard of the Void Dragon",
    "Warden",
)
KEYWORDS = {
    "Necron Warriors": ("Battleline", "Infantry"),
    "Overlord": ("Character", "Infantry", "Overlord"),
}


def found(query: str) -> list[str]:
    return find_matching(query, ((name, (name, *KEYWORDS.get(name, ()))) for name in NAMES))


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("comander farsite", "Commander Farsight"),
        ("terminator libraryan", "Librarian in Terminator Armour"),
        ("necron wariurs", "Necron Warriors"),
        ("overlrd with", "Overlord With Translocation Shroud"),
        ("oberlord", "Overlord"),
        ("c’tan voyd", "C'tan Shard of the Void Dragon"),
        ("ネクロン・ウォリヤー", "Necron Warriors"),  # ヤ for ア
        ("太空死零武士", "Necron Warriors"),  # 零 for 灵
    ],
)
def test_typing_errors_are_forgiven(query: str, first: str) -> None:
    assert found(query)[0] == first


def test_keywords_too() -> None:
    assert found("batlelyne") == ["Necron Warriors"]


def test_a_name_comes_before_a_keyword() -> None:
    assert find_matching("infantri", [("a", ("Boss", "Infantry")), ("b", ("Infantry Squad",))]) == [
        "b",
        "a",
    ]


@pytest.mark.parametrize("query", ["xyzzy", "necron zzzzqqq", "zz", "wqrdx", "-", "・ /"])
def test_nonsense_is_not_forgiven(query: str) -> None:
    assert found(query) == []


def test_what_is_written_so_stands_alone() -> None:
    """`ward` is the beginning of one name, and near to others: nobody who types well sees guesses."""
    assert found("ward") == ["Warden"]
    assert found("overlord") == ["Overlord", "Overlord With Translocation Shroud"]


@pytest.mark.parametrize(
    ("query", "loads"), [("war nec", False), ("ovld", False), ("oberlord", True)]
)
def test_only_typing_errors_load_what_compares_them(query: str, loads: bool) -> None:
    script = (
        "import sys, json; from listbuilder.matching.search import find_matching\n"
        f"find_matching({query!r}, [(n, (n,)) for n in {NAMES!r}]); print(json.dumps('rapidfuzz' in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == loads
