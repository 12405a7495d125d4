"""Tell what a person would say of a list of the corpus, and whether the program said the same.

Two sources: `truth.verdict` and `seen.class` in an index, and tests/corpus/verdicts.yaml, in which each
verdict other than legal has its reasons.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from listbuilder.yamlio import reader

Judgement = Literal["right", "wrong", "undecided", "open"]
REVIEWED = Path(__file__).resolve().parents[1] / "tests" / "corpus" / "verdicts.yaml"
MANY = 10_000_000  # bytes of the file of reviewed verdicts, at most
# `seen.class` says what the program of then said, and whether that was right.
_BY_CLASS = {
    "right LEGAL": "legal",
    "right ILLEGAL": "illegal",
    "wrong LEGAL": "illegal",
    "wrong ILLEGAL": "legal",
}


def load_reviewed_verdicts(file: Path = REVIEWED) -> dict[str, str]:
    """Return the verdicts of `file` that are beyond doubt, by list; empty if it doesn't exist.

    A verdict whose reasons all begin with "doubtful" is left out, and so is "unread".
    """
    if not file.is_file():
        return {}
    verdicts: dict[str, str] = {}
    for row in reader.read_yaml(file.read_bytes(), file.name, limit=MANY).data:
        reasons = [error["reason"] for error in row.get("errors", ())]
        is_certain = not reasons or any(reason.startswith("true") for reason in reasons)
        if row["verdict"] != "unread" and is_certain:
            verdicts[row["list"]] = row["verdict"]
    return verdicts


def find_verdict_of_person(row: dict[str, Any], reviewed: dict[str, str]) -> str | None:
    """Return what a person would say of the list of `row`: legal or illegal; None if unknown.

    `reviewed` are verdicts that a person has looked at, by list.
    """
    stated = (row.get("truth") or {}).get("verdict")
    seen = (row.get("seen") or {}).get("class")
    return stated or _BY_CLASS.get(seen or "") or reviewed.get(row["file"])


def judge_verdict(given: str, person: str | None, is_total_met: bool | None) -> Judgement:
    """Return whether the verdict `given` is right, wrong, undecided or open.

    `person` is the verdict of a person, or None. Without it, a list that is called legal counts as
    right if its stated total is met (`is_total_met`; None: it states none). Every other verdict
    that nobody confirms is open, so that nobody takes it for a success.
    """
    if given == "unread":
        return "undecided"
    if person is not None:
        return "right" if given == person else "wrong"
    return "right" if given == "legal" and is_total_met else "open"


def get_language(row: dict[str, Any]) -> str:
    """Return the language of the list of `row`: as its index has it, else by the form's name.

    A form without a sign of a language counts as English.
    """
    if row.get("language"):
        return str(row["language"])
    return "fr" if "fr" in get_form(row).split("-") else "en"


def get_form(row: dict[str, Any]) -> str:
    """Return the name that the index of `row` has for the form, without the remark behind it."""
    form = str(row.get("format") or row["form"])
    return form.partition(" (")[0].partition(",")[0]


def get_game_name(row: dict[str, Any]) -> str:
    """Return the name of the game of `row`, with its edition."""
    return str(row.get("system") or row["game"])
