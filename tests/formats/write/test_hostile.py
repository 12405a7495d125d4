"""Names with markup, emoji, right-to-left text, line ends or a formula stay names in every form."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from html.parser import HTMLParser
from xml.etree import ElementTree

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.formats import export_wording
from listbuilder.formats.import_list import judge_list
from listbuilder.formats.make_printout import make_printout
from listbuilder.formats.printout import Wish
from listbuilder.formats.read.sealed import read_seal
from listbuilder.formats.registry import WRITERS, export_printout
from listbuilder.formats.seal import encode_canonically
from listbuilder.formats.write import svg
from listbuilder.formats.write.markdown import escape_markdown
from listbuilder.roster.position import Position
from tests.evil import LINE, TEXT, acting
from tests.formats.write import hostile
from tests.formats.write.made import LIBRARY, forms_of


def evil_everywhere(roster: Mapping[str, object]) -> Mapping[str, object]:
    """Every free text acts on the terminal."""
    units = [{**unit, "name": TEXT, "notes": LINE} for unit in roster["units"]]  # type: ignore[attr-defined]
    return {**roster, "name": TEXT, "player": TEXT, "notes": f"{LINE}\n{LINE}", "units": units}


FORMS = forms_of("warhammer-40k-10e")
VOID = {"meta", "path"}


def made(form: str, roster: Mapping[str, object] = hostile.ROSTER) -> bytes:
    done = Position.read(encode_canonically(dict(roster)), "x", LIBRARY)
    sheet = make_printout(done, LIBRARY, Wish(form, "en", "me", True))
    assert sheet is not None, done.problems
    return export_printout(sheet)


class Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[str] = []
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(tag)
        self.attributes.update(name for name, _ in attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


def test_html() -> None:
    page = Elements()
    page.feed(made("html").decode())
    assert page.open == []
    assert {"script", "img", "iframe", "object", "link", "style"} & set(page.found) == {"style"}
    assert not any(name.startswith("on") for name in page.attributes)
    assert page.found.count("bdi") >= 4


@pytest.mark.parametrize("form", ["svg", "ros", "rosz"])
def test_xml(form: str) -> None:
    content = made(form)
    if form == "rosz":
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            assert len(archive.namelist()) == 1
            content = archive.read(archive.namelist()[0])
    tree = ElementTree.fromstring(content)
    tags = {element.tag.rpartition("}")[2] for element in tree.iter()}
    assert "script" not in tags
    assert "&lt;script&gt;" in content.decode()


def test_json() -> None:
    found = msgspec.json.decode(made("json"))
    assert found["name"] == export_wording.make_one_line(hostile.NAME)
    assert found["sections"][0]["units"][0]["custom_name"] == export_wording.make_one_line(
        hostile.UNIT
    )


def test_markdown() -> None:
    """A table of as many rows as there are units, sections and a total; no markup, no call."""
    text = made("markdown").decode()
    rows = [line for line in text.split("\n") if line.startswith("| ")]
    assert len(rows) == 2 + 2 + 3 + 1
    assert {line.replace("\\|", "").count("|") for line in rows} == {5}
    assert not any(mark in text for mark in hostile.LIVE)
    assert "@everyone" not in text


def test_text_and_the_tournament_forms() -> None:
    """No line is begun by a formula or made by a name."""
    for form in ("text", "gw", "wtc", "wtc-compact", "nr-simple"):
        lines = made(form).decode().split("\n")
        assert not any(line.lstrip(" \u2068").startswith(("=", "-", "@")) for line in lines)
        assert not any(
            line.startswith(("++ FACTION", "• Warlord ]]", "## x", "| a")) for line in lines
        )
        assert (
            "\x07" not in "".join(lines)
            and "\u202e" not in "".join(lines)
            and "\r" not in "".join(lines)
        )


@pytest.mark.parametrize(
    "roster", [hostile.ROSTER, evil_everywhere(hostile.ROSTER)], ids=["words", "controls"]
)
@pytest.mark.parametrize("form", [form for form in FORMS if form not in ("pdf", "rosz")])
def test_nothing_is_hidden_in_an_export_but_our_own(
    form: str, roster: Mapping[str, object]
) -> None:
    """Ours: the isolates around what reads from right to left, closed on the line they begin on, and what stops a call."""
    for line in made(form, roster).decode().split("\n"):
        without = re.sub("\u2068[^\u2068\u2069]*\u2069", "", line.replace("@\u2060", "@"))
        assert acting(without) == []


def test_nothing_is_hidden_in_a_zipped_one_and_on_paper() -> None:
    roster = evil_everywhere(hostile.ROSTER)
    with zipfile.ZipFile(io.BytesIO(made("rosz", roster))) as archive:
        assert acting(archive.read("roster.ros").decode()) == []
    assert (
        acting(made("pdf", roster).decode("latin-1").partition("/Title (")[2].partition(")")[0])
        == []
    )


@pytest.mark.parametrize("form", [form for form in FORMS if form not in ("text", "markdown")])
def test_it_reads_back_as_the_same_army(form: str) -> None:
    done = judge_list(made(form), "x", LIBRARY)
    assert done.problems == []
    assert done.army is not None
    assert sorted((unit.datasheet_id, unit.models) for unit in done.army.units) == [
        ("necron-warriors", 20),
        ("overlord", 1),
        ("overlord", 1),
    ]


def test_a_seal_keeps_every_character() -> None:
    for form in ("html", "pdf", "json", "svg", "qr"):
        seal = read_seal(made(form))
        assert seal is not None
        assert seal.roster == hostile.ROSTER


@settings(max_examples=25)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
@pytest.mark.slow
def test_any_name_in_any_form(name: str) -> None:
    roster = {**hostile.ROSTER, "name": name, "player": name, "notes": name}
    for form in WRITERS:
        if form in FORMS and form != "pdf":
            content = made(form, roster)
            if form in ("svg", "ros"):
                ElementTree.fromstring(content)
            if form == "html":
                page = Elements()
                page.feed(content.decode())
                assert page.open == []
    seal = read_seal(made("qr", roster))
    assert seal is not None and seal.roster == roster


@pytest.mark.slow
@settings(max_examples=10)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_any_name_in_a_pdf(name: str) -> None:
    assert made("pdf", {**hostile.ROSTER, "name": name, "player": name}).startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- a", "\\- a"),
        ("1. a", "1\\. a"),
        ("a*b_c`d|e", "a\\*b\\_c\\`d\\|e"),
        ("<b>&", "&lt;b&gt;&amp;"),
        ("[x](y)", "\\[x\\](y)"),
        ("5+ save, -1", "5\\+ save, -1"),
    ],
)
def test_markdown_of(text: str, expected: str) -> None:
    assert escape_markdown(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("=1+1", "“=1+1”"),
        ("+1", "“+1”"),
        ("＝A1", "“＝A1”"),
        ("a=1", "a=1"),
        ("", ""),
        ("\u2068=1\u2069", "“\u2068=1\u2069”"),
    ],
)
def test_no_formula(text: str, expected: str) -> None:
    assert export_wording.escape_formula(text) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a", "a"),
        ("\u2068אב", "\u2068אב\u2069"),
        ("אב\u2069 c", "\u2068אב\u2069 c"),
        ("\u2068א\u2069", "\u2068א\u2069"),
    ],
)
def test_a_line_broken_within_an_isolate(line: str, expected: str) -> None:
    assert export_wording.close_isolation(line) == expected


def test_one_line() -> None:
    assert export_wording.make_one_line(" a\r\n\tb\u202e\u2028c\x00 ") == "a b\\u202e c\\x00"
    assert export_wording.wrap_right_to_left("abc") == "abc"
    assert export_wording.wrap_right_to_left("אב 1") == "\u2068אב 1\u2069"


@pytest.mark.parametrize("mark", ["!", "?", "!?", "、", "。。", "！", "：」", "?!?!" * 20])
@pytest.mark.parametrize("rest", ["", "Overlord", " Overlord of the dynasty " * 8, "戦団の名"])
def test_words_of_a_picture_begin_with_any_sign(mark: str, rest: str) -> None:
    """No line begins with such a sign, but a name may; nothing is lost."""
    fitted = svg.wrap_to_width(mark + rest, 20, 300)
    assert "".join(fitted).replace(" ", "") == (mark + rest).replace(" ", "")
