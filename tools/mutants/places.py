"""What is mutated and what it is tried against: the one place to change when folders are renamed."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# The law and the games: a mistake there is a false verdict.
MUTATED = (
    "listbuilder/rules/checks",
    "listbuilder/games",
    "listbuilder/history",
    "listbuilder/matching",
    "listbuilder/wargear",
)

# How names are written elsewhere, and found by a few letters: for reading lists and for searching, and no part of the law.
SPELLINGS = (
    "games/*/name_index.py", "games/*/datasheet_names.py", "games/*/warscroll_names.py", "matching/aliases.py",
    "matching/numbers.py",
    "matching/phrases.py", "matching/search.py", "matching/translation.py", "games/game_wording.py",
)  # fmt: skip

# The tests near them; those of the screens, of pictures and of the gate itself test other things, and are slow.
NEAREST = (
    "tests/rules",
    "tests/games",
    "tests/wargear",
    "tests/rules",
    "tests/facts",
    "tests/model",
    "tests/workspace",
    "tests/cli",
    "tests/advice/test_changes.py",
    "tests/advice/test_collection.py",
    "tests/advice/test_diff.py",
    "tests/advice/test_other_day.py",
    "tests/formats/test_plain.py",
    "tests/formats/test_sheet.py",
    "tests/formats/read",
    "tests/formats/write/test_golden.py",
    "tests/formats/write/test_round_trip.py",
    "tests/test_examples.py",
    "tests/test_examples_aos.py",
    "tests/test_examples_boxes.py",
)

CASES = "tests/rules/test_cases.py"  # those of every rule: quick, and about everything

ALLOWED = Path(__file__).parent / "equivalent.yaml"
WORK = ROOT / "build" / "mutants"
QUICK = "LISTBUILDER_QUICK_MUTANTS"  # set: only the quick tests are recorded and tried


def hide_shared() -> None:
    """A clone without ../shared has to be as strong: what is compared with the facts there is left out here too."""
    os.environ["LISTBUILDER_SHARED"] = str(WORK / "nothing-is-shared")


def sources() -> list[Path]:
    found = [file for folder in MUTATED for file in sorted((ROOT / folder).rglob("*.py"))]
    return [file for file in found if file.name != "__init__.py" and not _is_spelling(file)]


def _is_spelling(file: Path) -> bool:
    return any(file.match(pattern) for pattern in SPELLINGS)


def relative(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def module_of(file: str) -> str:
    return file.removesuffix(".py").replace("/", ".")


def import_everything() -> None:
    """Import what the program imports only when it is needed, so that no trial has to. Screens are of no use."""
    for file in sorted((ROOT / "listbuilder").rglob("*.py")):
        name = module_of(relative(file)).removesuffix(".__init__")
        if ".tui" not in name and not name.endswith("__main__"):
            import_module(name)
    from listbuilder.reports import CheckReport, ExportDocument  # noqa: F401  # pydantic's models are made when they are asked for
