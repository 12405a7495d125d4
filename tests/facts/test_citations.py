"""Every row of every law is a row of the catalogue, as severe as it says there, and cites what the catalogue says it is from.

Needs ../shared; without it these tests are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from listbuilder.data.library import Library
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.i18n import messages
from listbuilder.model.rulebook import Rule, RuleBook
from tests.facts.shared_facts import SHARED
from tests.needs import needs_shared

RULES = SHARED / "rules"
pytestmark = needs_shared("rules")

LIBRARY = Library()
# The catalogue has no chapter on these: tests/rules/combat-patrol-11e has the cases of the rules themselves.
NOT_IN_CATALOGUE = {"combat-patrol-11e"}
BOOKS: dict[str, RuleBook] = {
    game: get_game(game).load_rulebook(LIBRARY) for game in SYSTEMS if game not in NOT_IN_CATALOGUE
}
ROWS = [
    pytest.param(book, rule, id=f"{rule.code} {rule.name}")
    for book in BOOKS.values()
    for rule in book.rules
]
PAGES = re.compile(r"\bp(\d+)(?:-(\d+))?")
CODE = re.compile(r"[A-Z0-9]{2,3}-\d\d")


class Row(NamedTuple):
    """A row of the catalogue, by the names of its table's columns, under its headings."""

    code: str
    columns: dict[str, str]
    heading: str
    chapter: str

    @property
    def where(self) -> str:
        """Everything that may say where it is from, the row itself before what stands above it."""
        return f"{self.columns.get('the rule', '')} {self.columns.get('citation, sure', '')} {self.columns.get('parameters', '')}"


def rows() -> Iterator[Row]:
    for file in ("CATALOGUE.md", "CATALOGUE-11e.md"):
        heading = chapter = ""
        columns: list[str] = []
        for line in (RULES / file).read_text(encoding="utf-8").splitlines():
            if line.startswith("## "):
                heading = chapter = line.lstrip("# ")
                columns = []
            elif line.startswith("### "):
                heading = line.lstrip("# ")
            elif line.startswith("Section numbers are"):
                heading = f"{heading} {line}"
            elif line.startswith("|"):
                cells = [cell.strip() for cell in line.strip("|").split("|")]
                if cells[0] in ("code", "touches"):
                    columns = (
                        cells if cells[0] == "code" else []
                    )  # what seasons touch is no table of rows
                elif columns and CODE.fullmatch(cells[0]):
                    yield Row(cells[0], dict(zip(columns, cells, strict=False)), heading, chapter)


CATALOGUE = {row.code: row for row in rows()} if RULES.is_dir() else {}
# Rows that stand in the table of a season, not in that of the edition.
OF_A_SEASON = {"AOS-27"}
OTHERWISE = {
    "CP-01 unit-choice": "a patrol that offers one of two units: open as in SH-05, which only warns",
    "11E-20 copy-price": "the program computes the price and names it; a list that leaves it out has an error by the check",
    "11E-21 wargear-price": "as 11E-20",
    "11E-24 price-by-army": "as 11E-20",
    "11E-26 detachment-prices": "as 11E-20",
}


def ranges(text: str) -> list[tuple[int, int]]:
    return [(int(first), int(last or first)) for first, last in PAGES.findall(text)]


def pages(rule: Rule) -> tuple[int, int]:
    assert rule.citation.page is not None, f"{rule.code} names no page"
    return rule.citation.page, rule.citation.last_page or rule.citation.page


def within(rule: Rule, allowed: list[tuple[int, int]]) -> bool:
    first, last = pages(rule)
    return any(low <= first and last <= high for low, high in allowed)


def test_the_law_has_every_row_of_the_catalogue() -> None:
    known = {rule.code for book in BOOKS.values() for rule in book.rules}
    assert set(CATALOGUE) - known == set()
    assert known - set(CATALOGUE) - OF_A_SEASON == set()


@pytest.mark.parametrize(("book", "rule"), ROWS)
def test_as_severe_as_the_catalogue_says(book: RuleBook, rule: Rule) -> None:
    row = CATALOGUE.get(rule.code)
    if row is None:
        assert rule.code in OF_A_SEASON
        assert re.search(
            rf"\| {rule.code} .*\berror\b", (RULES / "CATALOGUE.md").read_text(encoding="utf-8")
        )
        return
    said = row.columns["severity"]
    if said.startswith("as "):
        said = CATALOGUE[said.removeprefix("as ")].columns["severity"]
    assert (rule.severity in said) != (f"{rule.code} {rule.name}" in OTHERWISE), (
        f"{rule.code}: {said}"
    )


@pytest.mark.parametrize(("book", "rule"), ROWS)
def test_it_cites_a_book_of_the_law(book: RuleBook, rule: Rule) -> None:
    assert rule.citation.book in book.books
    assert all(each.book in book.books for each in rule.cited.values())


def of(prefix: str) -> list[Rule]:
    return [rule for book in BOOKS.values() for rule in book.rules if rule.code.startswith(prefix)]


def test_pages_of_the_core_rules() -> None:
    """Those of the row, else those of its heading; where the heading has pages of a section by name, those of that."""
    wrong = []
    datasheet = ranges(
        CATALOGUE["40K-14"].where
    )  # its numbered parts, which the row says what a datasheet is by
    for rule in of("40K-"):
        row = CATALOGUE[rule.code]
        if "No sentence of the core rules" in row.where:
            assert rule.citation.book != "CR", rule.code
            continue
        called = messages.get_terms("ja").get(rule.citation.section, rule.citation.section)
        of_section = [
            part
            for part in re.split(r"[,;()]", row.heading)
            if called in part and PAGES.search(part)
        ]
        allowed = ranges(" ".join(of_section)) or ranges(row.where) or ranges(row.heading)
        if "datasheet" in row.columns.get("parameters", "") or row.columns["the rule"].startswith(
            "A datasheet's own"
        ):
            allowed = datasheet
        if rule.citation.book != "CR" or not within(rule, allowed):
            wrong.append(f"{rule.code} cites {rule.citation}: {allowed}")
    assert wrong == []


def test_sections_and_pages_of_age_of_sigmar() -> None:
    wrong = []
    for rule in of("AOS-"):
        said = CATALOGUE[rule.code].columns["section"] if rule.code in CATALOGUE else "season"
        if said == "season":
            ok = rule.citation.book == "GHB" and rule.citation.section == "aos.season"
        elif ranges(said):
            ok = rule.citation.book == "AOS" and within(rule, ranges(said))
        else:
            sections = said.split(", ")
            ok = rule.citation.section in sections and within(
                rule, ranges(CATALOGUE[rule.code].heading)
            )
        wrong += [] if ok else [f"{rule.code} cites {rule.citation}: {said}"]
    assert wrong == []


def test_a_season_cites_its_own_handbook() -> None:
    for book in BOOKS.values():
        for season_id, season in book.seasons.items():
            for code, override in season.overrides.items():
                cited = [
                    *override.cited.values(),
                    *([override.citation] if override.citation else []),
                ]
                assert cited, f"{season_id} changes {code} and cites nothing"
                assert {book.books[each.book].title for each in cited} == {season.name}, code


def test_pages_of_combat_patrol() -> None:
    here = [
        rule for rule in BOOKS["combat-patrol"].rules if rule.code.startswith("CP-")
    ]  # CP-08 is of other games too
    assert len(here) > 5
    assert [
        rule.code for rule in here if not within(rule, ranges(CATALOGUE[rule.code].chapter))
    ] == []


@pytest.mark.parametrize("prefix", ["SH-", "SMH-"])
def test_sections_of_books_whose_pages_the_catalogue_does_not_name(prefix: str) -> None:
    """The section of the chapter's heading, or a word of the glossary that the rule is about."""
    wrong = []
    for rule in of(prefix):
        chapter = CATALOGUE[rule.code].chapter
        assert not ranges(chapter), "it names pages now: compare them"
        known = (
            rule.citation.section in messages.get_terms("ja")
            or rule.citation.section.split(" ")[0] in chapter
        )
        wrong += [] if known and rule.citation.page is None else [rule.code]
    assert wrong == []


def test_citations_of_the_11th_edition() -> None:
    """A book that the row names, with the section where it names one; some rows rest on cards alone, and name no book."""
    wrong = []
    for rule in of("11E-"):
        said = CATALOGUE[rule.code].columns["citation, sure"]
        named = [
            book for book in BOOKS["warhammer-40k-11e"].books if re.search(rf"\b{book}\b", said)
        ]
        sections = re.findall(rf"\b{rule.citation.book} (\d\d\.\d\d)", said)
        if (named and rule.citation.book not in named) or (
            sections and rule.citation.section not in said
        ):
            wrong.append(f"{rule.code} cites {rule.citation.book} {rule.citation.section}: {said}")
    assert wrong == []
