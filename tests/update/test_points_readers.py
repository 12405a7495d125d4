"""Points documents as sources: what each reader makes of the small ones in sources/points."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from listbuilder.update.fields import get_entry_kinds
from listbuilder.update.fit_points import complete_rows, fit_points
from listbuilder.update.our_books import OurBook, list_entries
from listbuilder.update.read import own_data, points_listing, points_text
from listbuilder.update.registry import list_readers
from listbuilder.update.tree import Book, Entry, Place, Source, Value
from listbuilder.yamlio import reader
from listbuilder.yamlio.reader import YamlDocument

SOURCES = Path(__file__).with_name("sources") / "points"
TENTH, ELEVENTH = "warhammer-40k-10e", "warhammer-40k-11e"
KINDS = get_entry_kinds(ELEVENTH)
CASES = [
    ("points_yaml", "yaml", ELEVENTH, "expected-yaml"),
    ("points_page", "pages", ELEVENTH, "expected-page"),
    ("points_text", "page-as-text.txt", ELEVENTH, "expected-text-11e"),
    ("points_text", "manual.txt", TENTH, "expected-text-10e"),
    ("points_table", "table.csv", ELEVENTH, "expected-table"),
]


def load(file: Path) -> YamlDocument:
    """Return a YAML file of the tests."""
    return reader.read_yaml(file.read_bytes(), str(file), reader.DATA_BYTES)


def describe(source: Source) -> dict[str, Any]:
    """Return a source in the form of the expected-*.yaml files."""
    books: dict[str, Any] = {}
    odd: dict[str, Any] = {}
    for book in source.books:
        books[book.name] = {}
    for book, entry in source.list_entries():
        fields = {name: value.data for name, value in entry.fields.items()}
        books[book.name][f"{entry.kind} {entry.name}"] = fields
        for name, value in entry.fields.items():
            if value.not_understood:
                odd.setdefault(f"{entry.name} {name}", list(value.not_understood))
    unread = [
        f"{Path(one.place.file).name} {one.place.where}: {one.reason}" for one in source.unread
    ]
    return {"label": source.label, "unread": unread, "books": books, "not_understood": odd}


@pytest.mark.parametrize(("name", "file", "system", "expected"), CASES)
def test_document_is_read(name: str, file: str, system: str, expected: str) -> None:
    """Each document is recognised by its own reader alone, and read into the tree."""
    path = SOURCES / file
    readers = list_readers()
    assert [known for known in readers if readers[known].recognise(path)] == [name]
    assert describe(readers[name].read(path, system)) == load(SOURCES / f"{expected}.yaml").data


@pytest.mark.parametrize(("name", "file", "system", "expected"), CASES)
def test_every_value_has_a_line(name: str, file: str, system: str, expected: str) -> None:
    """Every entry says in which line of which file it stands."""
    source = list_readers()[name].read(SOURCES / file, system)
    for _, entry in source.list_entries():
        for place in (entry.place, *(value.place for value in entry.fields.values())):
            assert Path(place.file).is_file()
            line = int(place.where.removeprefix("line ").partition(":")[0])
            text = Path(place.file).read_text(encoding="utf-8").splitlines()[line - 1]
            word = place.where.partition(": ")[2].split()[0]
            assert word.casefold() in text.casefold()


@pytest.mark.parametrize("name", ["points_yaml", "points_page", "points_text"])
def test_another_game_is_refused(name: str) -> None:
    """A document of another game than the one asked for gives no book, and says so."""
    file = next(file for known, file, _, _ in CASES if known == name)
    source = list_readers()[name].read(SOURCES / file, "age-of-sigmar-4e")
    assert not source.books
    assert any("not of age-of-sigmar-4e" in one.reason for one in source.unread)


def test_page_with_few_prices_understood_is_refused(tmp_path: Path) -> None:
    """A page of which less than nine prices in ten are understood is another layout."""
    html = (SOURCES / "pages" / "crows.html").read_text(encoding="utf-8")
    page = tmp_path / "page.html"
    page.write_text(html.replace("</main>", "<p>80 pts</p><p>90 pts</p></main>"), encoding="utf-8")
    source = list_readers()["points_page"].read(page, ELEVENTH)
    assert not source.books
    assert source.unread[0].reason == "only 10 of its 12 prices were understood"


def test_page_saved_as_one_file_is_read(tmp_path: Path) -> None:
    """A page saved as MHTML is the same page."""
    html = (SOURCES / "pages" / "crows.html").read_bytes()
    import base64

    page = tmp_path / "crows.mhtml"
    page.write_bytes(
        b'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="b"\n\n--b\n'
        b"Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
        + base64.encodebytes(html)
        + b"\n--b--\n"
    )
    points_page = list_readers()["points_page"]
    assert points_page.recognise(page)
    books = points_page.read(page, ELEVENTH).books
    assert [len(book.entries) for book in books] == [6]


def test_page_that_hides_legends_says_nothing_of_who_leads(tmp_path: Path) -> None:
    """Without Legends the lists of units to join lack some, so they are not read."""
    html = (SOURCES / "pages" / "crows.html").read_text(encoding="utf-8")
    page = tmp_path / "page.html"
    page.write_text(html.replace("<h3>LEGENDS</h3>", ""), encoding="utf-8")
    source = list_readers()["points_page"].read(page, ELEVENTH)
    for _, entry in source.list_entries():
        assert "leads" not in entry.fields


def make_pdf(lines: list[str]) -> bytes:
    """Return a PDF with one page of text."""
    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    canvas = Canvas(stream)
    for number, line in enumerate(lines):
        canvas.drawString(50, 800 - 12 * number, line)
    canvas.save()
    return stream.getvalue()


PDF_LINES = ["MUNITORUM", "VERSION 9.1", "CODEX: CROWS", "Peckers", "5 models ...... 80 pts"]


def test_pdf_is_read(tmp_path: Path) -> None:
    """The PDF itself is read as its text is."""
    pdf = tmp_path / "manual.pdf"
    pdf.write_bytes(make_pdf(PDF_LINES))
    assert points_text.recognise(pdf)
    expected = {
        "Crows": {"datasheet Peckers": {"points": [{"models": 5, "points": 80}], "legends": False}}
    }
    assert describe(points_text.read(pdf, TENTH))["books"] == expected


def test_pdf_without_the_library_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without pypdf the reason says how to go on."""
    pdf = tmp_path / "manual.pdf"
    pdf.write_bytes(make_pdf(PDF_LINES))
    monkeypatch.setitem(sys.modules, "pypdf", None)
    assert points_text.recognise(pdf)
    (unread,) = points_text.read(pdf, TENTH).unread
    assert unread.reason.startswith("a PDF needs pypdf")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00",
        b"%PDF-1.4 broken",
        b"just a text",
        b"\x00" * 100,
        b"<html><body>x</body>",
        b"a: [}",
    ],
)
@pytest.mark.parametrize("ending", ["txt", "pdf", "html", "csv", "yaml", "json", "mhtml"])
def test_other_files_are_not_recognised_and_do_no_harm(
    content: bytes, ending: str, tmp_path: Path
) -> None:
    """A file of no known kind is nobody's, and a reader that is given it anyway names it."""
    file = tmp_path / f"file.{ending}"
    file.write_bytes(content)
    for known in list_readers().values():
        if known.name in ("points_page", "points_yaml", "points_table", "points_text", "own_data"):
            assert not known.recognise(file)
            assert not known.read(file, ELEVENTH).books


@pytest.mark.parametrize(
    ("printed", "written"),
    [
        ("C’TAN SHARD OF THE VOID DRAGON", "C'tan Shard of the Void Dragon"),
        ("Hand Of The Dynasty", "Hand of the Dynasty"),
        ("The Phaeron'S Armoury", "The Phaeron's Armoury"),
        ("VOIDSMEN-AT-ARMS", "Voidsmen-at-Arms"),
        ("’EADSTOMPA", "'Eadstompa"),
        ("UR-025", "UR-025"),
        ("Nether-realm Casket", "Nether-realm Casket"),
        ("THE OLD CROW", "The Old Crow"),
    ],
)
def test_names_get_the_case_of_our_data(printed: str, written: str) -> None:
    """Names in capitals are written as our data writes names."""
    assert points_listing.format_name(printed) == written


@pytest.mark.parametrize(
    ("label", "copies"),
    [
        ("Your Unit Costs", (1, None)),
        ("YOUR 1ST UNIT COSTS", (1, 1)),
        ("YOUR 1ST TO 2ND UNITS COST", (1, 2)),
        ("YOUR 3RD + UNIT COSTS", (3, None)),
        ("YOUR 3RD TO 1ST UNITS COST", None),
        ("WARGEAR OPTIONS", None),
    ],
)
def test_headings_say_which_copies_are_priced(
    label: str, copies: tuple[int, int | None] | None
) -> None:
    """The heading of a tier says the first and the last copy that it prices."""
    assert points_listing.read_tier(label) == copies


# --- fitting to our books ---


def make_ours() -> dict[str, OurBook]:
    """Return our book of crows."""
    document = load(SOURCES / "ours.yaml")
    data = document.data
    entries = tuple(list_entries(data, KINDS, data["id"]))
    return {"crows": OurBook("crows", "Crows", Path("crows"), document, entries)}


def make_source(reader_name: str, *entries: Entry) -> Source:
    """Return a source of one book of crows."""
    return Source(reader_name, Path("x"), (Book("Crows", Place("x"), entries),))


def make_entry(kind: str, name: str, inside: str = "", **fields: object) -> Entry:
    """Return an entry of a source."""
    values = {key: Value(value, Place("x", "line 1")) for key, value in fields.items()}
    return Entry(kind, name, Place("x", "line 1"), values, inside=inside)


def test_surcharge_of_a_detachment_is_no_enhancement() -> None:
    """What is printed as an enhancement and is a surcharge of ours changes the prices there."""
    source = make_source(
        "points_page",
        make_entry(
            "datasheet",
            "Old Crow",
            points=[
                {"models": 1, "points": 1210},
                {"models": 1, "points": 1260, "when": {"army": "ally", "keyword": "Bird"}},
            ],
        ),
        make_entry("detachment", "Flight of Rooks", dp=2),
        make_entry("enhancement", "Shiny Thing", "Flight of Rooks", points=20),
        make_entry("enhancement", "Black Feather", "Flight of Rooks", points=20),
    )
    crow, rooks, feather = fit_points(source, make_ours(), KINDS).books[0].entries
    assert crow.fields["points"].data == [
        {"models": 1, "points": 1210},
        {"models": 1, "points": 1260, "when": {"army": "ally", "keyword": "Bird"}},
        {"models": 1, "points": 1230, "when": {"detachment": "Flight of Rooks"}},
        {
            "models": 1,
            "points": 1280,
            "when": {"army": "ally", "keyword": "Bird", "detachment": "Flight of Rooks"},
        },
    ]
    assert rooks.fields["unit_price_changes"].data == [
        {"name": "Shiny Thing", "unit": "Old Crow", "points": 20}
    ]
    assert feather.name == "Black Feather"


def make_chapter() -> dict[str, OurBook]:
    """Return our book of crows, and a chapter of it without units of its own."""
    chick = {"id": "chick", "name": "Chick", "points": [{"models": 1, "points": 10}]}
    data: dict[str, object] = {"id": "fledglings", "name": "Fledglings", "datasheets": [chick]}
    entries = tuple(list_entries(data, KINDS, "fledglings"))
    document = YamlDocument(data, {}, {}, "fledglings", b"")
    book = OurBook("fledglings", "Fledglings", Path("x"), document, entries, "Fledglings", "crows")
    return {**make_ours(), "fledglings": book}


CHAPTER_PAGE = (
    make_entry(
        "datasheet", "Peckers", points=[{"models": 5, "points": 75}, {"models": 10, "points": 160}]
    ),
    make_entry("detachment", "Flight of Rooks", dp=3, dispositions=["Disruption"]),
)


def test_chapter_page_alone_changes_no_price_of_its_parent() -> None:
    """Without the parent's page a chapter's price is one for its armies, beside ours."""
    book = Book("Fledglings", Place("x"), CHAPTER_PAGE)
    source = Source("points_page", Path("x"), (book,))
    peckers, rooks = fit_points(source, make_chapter(), KINDS).books[0].entries
    rows = peckers.fields["points"].data
    assert isinstance(rows, list)
    ours = load(SOURCES / "ours.yaml").data["datasheets"][0]["points"]
    assert rows == [*ours, {"models": 5, "points": 75, "when": {"army_faction": "Fledglings"}}]
    assert (rooks.kind, rooks.name) == ("parent_detachment", "flight-of-rooks")
    assert {name: value.data for name, value in rooks.fields.items()} == {"dp": 3}


def test_chapter_page_beside_its_parents_adds_rows_there() -> None:
    """With the parent's page the chapter's price goes into the parent's price list."""
    parent = make_entry("datasheet", "Peckers", points=[{"models": 5, "points": 85}])
    books = (
        Book("Crows", Place("x"), (parent,)),
        Book(
            "Fledglings",
            Place("x"),
            (make_entry("datasheet", "Peckers", points=[{"models": 5, "points": 75}]),),
        ),
    )
    crows, fledglings = fit_points(
        Source("points_page", Path("x"), books), make_chapter(), KINDS
    ).books
    assert crows.entries[0].fields["points"].data == [
        {"models": 5, "points": 85},
        {"models": 5, "points": 75, "when": {"army_faction": "Fledglings"}},
    ]
    assert not fledglings.entries


def test_prices_of_guests_are_named_where_they_differ() -> None:
    """The price of another book's unit is written by hand; one that is the same is silent."""
    source = make_source(
        "points_page",
        make_entry("guest", "Barn Owl", points=[{"models": 1, "points": 70}]),
        make_entry("guest", "Snow Owl", points=[{"models": 1, "points": 85}]),
        make_entry("datasheet", "Peckers", points=[{"models": 5, "points": 80}]),
    )
    fitted = fit_points(source, make_ours(), KINDS)
    assert [one.reason for one in fitted.unread] == [
        "price of Snow Owl in this book's armies (85): write it by hand"
    ]
    assert [entry.name for entry in fitted.books[0].entries] == ["Peckers"]


def test_table_is_completed_with_ours() -> None:
    """What a table of prices doesn't name keeps its price, and its names may be ids."""
    source = list_readers()["points_table"].read(SOURCES / "table.csv", ELEVENTH)
    peckers, crow, feather, rooks = fit_points(source, make_ours(), KINDS).books[0].entries
    assert peckers.name == "Peckers"
    assert peckers.fields["points"].data == [
        {"models": 5, "points": 80},
        {"models": 10, "points": 165},
        {"add_item": "iron beak", "points": 10},
    ]
    rows = crow.fields["points"].data
    assert isinstance(rows, list)
    assert [row["points"] for row in rows] == [1200, 1300, 1215, 1265]
    assert (feather.fields["points"].data, rooks.name) == (25, "Flight of Rooks")


def test_new_row_of_a_table_is_added() -> None:
    """A size that we don't have is a new row."""
    ours: list[dict[str, object]] = [{"models": 5, "points": 80}]
    assert complete_rows(ours, [{"models": 10, "points": 150}]) == [
        *ours,
        {"models": 10, "points": 150},
    ]


# --- our own data ---


def test_own_file_says_what_stands_in_it() -> None:
    """Our own YAML gives every field as it stands, and what leaving one out means."""
    source = own_data.read(SOURCES / "ours.yaml", ELEVENTH)
    (book,) = source.books
    ours = load(SOURCES / "ours.yaml").data
    entries = {entry.name: entry for entry in book.entries}
    assert set(entries) == {"Flight of Rooks", "Black Feather", "Peckers", "Old Crow"}
    assert entries["Peckers"].fields["points"].data == ours["datasheets"][0]["points"]
    assert entries["Black Feather"].fields["upgrade"].data is False
    assert entries["Black Feather"].inside == "Flight of Rooks"


def test_own_file_of_another_game_is_refused() -> None:
    """A file of another game gives no book, and says of which game it is."""
    source = own_data.read(SOURCES / "ours.yaml", TENTH)
    assert not source.books
    assert source.unread[0].reason == f"of {ELEVENTH}, not of {TENTH}"
