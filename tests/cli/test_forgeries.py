"""Pages that say something else than the roster inside them: none of them holds, and each is told what is wrong with it."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from listbuilder.formats import pdf_layout, seal
from listbuilder.formats.read.sealed import find_sealed, guess_form, read_seal
from listbuilder.formats.registry import WRITERS
from listbuilder.formats.seal import Seal
from tests.cli.conftest import Call, Result
from tests.cli.test_export import ILLEGAL, ROSTER

Write = Callable[[str], str]
Make = Callable[..., bytes]
SEALED = [name for name, form in WRITERS.items() if form.sealed]
OTHERS = [name for name in WRITERS if name not in SEALED and name != "aos-app"]
# A legal list of the same name; what its pages show is nothing like the illegal one's.
LEGAL = ROSTER


@pytest.fixture
def make(call: Call, roster: Write, tmp_path: Path) -> Make:
    """An honest export."""

    def make(text: str, form: str, *words: str) -> bytes:
        out = tmp_path / f"made.{form}"
        assert call("export", roster(text), "--to", form, "-o", str(out), *words).code in (0, 1)
        return out.read_bytes()

    return make


@pytest.fixture
def verify(call: Call, tmp_path: Path) -> Callable[..., Result]:
    def verify(content: bytes, *words: str) -> Result:
        file = tmp_path / "page"
        file.write_bytes(content)
        return call("verify", str(file), *words)

    return verify


def sealed(content: bytes) -> tuple[Seal, str]:
    found = find_sealed(content)
    assert found is not None
    return found.seal, found.text


def resealed(content: bytes, made: Seal, **changes: object) -> bytes:
    """The page with another seal in the place of its own (a qr export has it on lines of its own, and drawn)."""
    text = seal.close_seal(msgspec.structs.replace(made, **changes))
    if guess_form(content) == "qr":
        letters = "\n".join(text[at : at + 76] for at in range(0, len(text), 76))
        return re.sub(rb"LB1:[0-9A-Z+\-./:\n]+?\n\n", letters.encode() + b"\n\n", content, count=1)
    return content.replace(sealed(content)[1].encode(), text.encode())


def refused(result: Result, word: str, sentence: str) -> None:
    assert result.code == 1, result
    assert f": {word}\n" in result.out, result.out
    assert "VALID\n" not in result.out.replace("NO LONGER VALID\n", "")
    assert sentence in result.out
    if word != "NO LONGER VALID":
        assert "to compare by eye:" in result.out
        assert "Necron Warriors" in result.out  # the units inside


@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
@pytest.mark.parametrize("form", SEALED)
@pytest.mark.slow_but(1, "form")
def test_what_was_exported_holds(
    make: Make, verify: Callable[..., Result], form: str, lang: str
) -> None:
    for text in (LEGAL, ILLEGAL):
        for words in ((), ("--for", "me", "--formations")):
            result = verify(make(text, form, "--lang", lang, *words))
            assert result.code == 0
            assert ": VALID\n" in result.out and "page: unmodified" in result.out
    content = make(LEGAL, form)
    if form != "pdf":  # what a transfer does to texts
        assert verify(b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n")).code == 0


@pytest.mark.parametrize("name", ["{", "<svg", "<html>", "%PDF-1.7", "<!doctype html>"])
@pytest.mark.parametrize("form", [form for form in SEALED if form != "pdf"])
@pytest.mark.slow_but(1, "form")
def test_a_name_that_looks_like_another_form(
    make: Make, verify: Callable[..., Result], form: str, name: str
) -> None:
    """A code drawn in letters starts with the roster's name."""
    named = LEGAL.replace("name: Silent\n", f"name: '{name}'\n")
    assert named != LEGAL
    result = verify(make(named, form))
    assert result.code == 0, result.out
    assert ": VALID\n" in result.out


@pytest.mark.parametrize(
    ("form", "before", "after"),
    [
        ("html", "Necron Warriors", "Necron Warlords"),
        ("html", "420 / 2000", "400 / 2000"),
        ("html", '<span class="size">20</span>', '<span class="size">10</span>'),
        ("html", "<strong>ILLEGAL</strong>", "<strong>LEGAL</strong>"),
        ("html", "</main>", "</main><p>LEGAL</p>"),
        ("html", "</style>", "strong{display:none}</style>"),
        ("html", "<body>", "<body><!-- x -->"),
        ("json", '"models": 20', '"models": 10'),
        ("json", '"verdict": "illegal"', '"verdict": "legal"'),
        ("json", '"facts": []', '"facts": ["LEGAL"]'),
        ("svg", "Necron Warriors", "Necron Warlords"),
        ("svg", ">20×<", ">10×<"),
        ("svg", "420 / ", "400 / "),
        ("svg", ">ILLEGAL ", ">LEGAL "),
        ("svg", "</svg>\n</svg>", '</svg>\n<rect width="900" height="900"/><text y="99">LEGAL</text></svg>'),
        ("svg", '<path d="M', '<path d="M9 9H9M'),  # a rule, or a module of the code
        ("qr", "ILLEGAL · 420", "LEGAL · 420"),
        ("qr", "420 / ", "400 / "),
        ("qr", "█▀", "█ "),  # a module of the code
        ("qr", "\n\nLB1:", "\n\nLEGAL\n\nLB1:"),
    ],
)  # fmt: skip
@pytest.mark.slow_but(1, "form")
def test_an_edited_page(
    make: Make, verify: Callable[..., Result], form: str, before: str, after: str
) -> None:
    content = make(ILLEGAL, form).decode()
    assert before in content
    refused(
        verify(content.replace(before, after, 1).encode()),
        "MODIFIED",
        "doesn't match the roster inside",
    )
    found = json.loads(verify(content.replace(before, after, 1).encode(), "--format", "json").out)
    assert (found["holds"], found["page"]) == (False, "changed")
    assert [(unit["name"], unit["models"], unit["points"]) for unit in found["units"]] == [
        ("Overlord", 1, 105),
        ("Necron Warriors", 20, 200),
        ("Ghost Ark", 1, 115),
    ]


@pytest.mark.parametrize("form", SEALED)
@pytest.mark.slow_but(2)
def test_a_legal_lists_seal_on_an_illegal_page(
    make: Make, verify: Callable[..., Result], form: str
) -> None:
    page = make(ILLEGAL, form)
    legal, _ = sealed(make(LEGAL, form))
    refused(verify(resealed(page, legal)), "MODIFIED", "doesn't match the roster inside")
    for other in SEALED:
        if other != form:  # the legal list was exported in another form, or its seal says so
            names = f'this file is "{form}", but the roster inside was exported as "{other}"'
            refused(verify(resealed(page, legal, form=other)), "ROSTER FROM ANOTHER FILE", names)
            refused(
                verify(resealed(page, sealed(make(LEGAL, other))[0])),
                "ROSTER FROM ANOTHER FILE",
                names,
            )


@pytest.mark.parametrize("form", SEALED)
def test_another_version_or_other_data(
    make: Make, verify: Callable[..., Result], form: str
) -> None:
    """What cannot be made anew cannot be compared, whoever says that it is of another version."""
    page = make(ILLEGAL, form)
    legal, _ = sealed(make(LEGAL, form))
    refused(
        verify(resealed(page, legal, version="0.0.9")),
        "NOT COMPARED",
        "made with listbuilder 0.0.9; this is ",
    )
    refused(
        verify(resealed(page, legal, data="0" * 16)), "NOT COMPARED", "made with different data"
    )
    found = json.loads(verify(resealed(page, legal, version="9"), "--format", "json").out)
    assert (found["holds"], found["page"]) == (False, "version")


@pytest.mark.parametrize(
    "changes",
    [{"data": ""}, {"data": "0"}, {"lang": "xx"}, {"audience": "all"}, {"as_of": "2026-06-01"}, {"day": "2025-01-01"},
     {"day": ""}, {"file": "0" * 16}, {"roster": {"x-more": 1}}, {"roster": {"notes": "more"}}],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("form", ["html", "pdf"])
@pytest.mark.slow_but(1, "form")
def test_a_seal_that_says_something_else_of_itself(
    make: Make, verify: Callable[..., Result], form: str, changes: dict[str, object]
) -> None:
    page = make(LEGAL, form)
    made, _ = sealed(page)
    if isinstance(changes.get("roster"), dict):
        changes = {"roster": {**made.roster, **changes["roster"]}}  # type: ignore[dict-item]
    result = verify(resealed(page, made, **changes))
    assert result.code == 1
    assert ": VALID" not in result.out


def test_a_foreign_seal_in_json(make: Make, verify: Callable[..., Result]) -> None:
    """In its own place, in a place before that, as the name of the list."""
    page = make(ILLEGAL, "json").decode()
    legal, text = sealed(make(LEGAL, "json"))
    for forged in (
        page.replace('"listbuilder":', f'"x": "{text}",\n "listbuilder":', 1),
        page.replace('"name": "Silent"', f'"name": "{text}"', 1),
        re.sub(r'"seal": "[^"]+"', f'"seal": "{text}"', page),
        page + text,
    ):
        assert forged != page
        result = verify(forged.encode())
        assert (result.code, ": MODIFIED\n" in result.out) == (1, True)
    for form in ("html", "qr", "pdf"):
        other = seal.close_seal(msgspec.structs.replace(legal, form=form))
        refused(
            verify(re.sub(r'"seal": "[^"]+"', f'"seal": "{other}"', page).encode()),
            "ROSTER FROM ANOTHER FILE",
            "",
        )


def test_a_name_that_is_a_seal_is_not_the_seal(
    make: Make, roster: Write, verify: Callable[..., Result]
) -> None:
    """The honest export of a list that is called like another list's seal holds, and is that list."""
    _, text = sealed(make(LEGAL, "qr"))
    for form in SEALED:
        page = make(ILLEGAL.replace("name: Silent", f'name: "{text}"\nplayer: "{text}"'), form)
        found = read_seal(page)
        assert found is not None and (found.verdict, found.roster["name"]) == ("illegal", text)
        assert verify(page).code == 0


# --- pdf ---


def content_streams(raw: bytes) -> list[re.Match[bytes]]:
    return list(
        re.finditer(
            rb"/Filter \[ /ASCII85Decode /FlateDecode \] /Length (\d+)\n>>\nstream\n(.*?)endstream",
            raw,
            re.DOTALL,
        )
    )


def rewritten(raw: bytes, change: Callable[[bytes], bytes], level: int = 6) -> bytes:
    """Every page's content unpacked, changed, packed again; lengths and the table at the end set right."""
    out, at = b"", 0
    for each in content_streams(raw):
        content = change(zlib.decompress(base64.a85decode(each[2], adobe=True)))
        packed = base64.a85encode(zlib.compress(content, level), adobe=True)[2:]
        out += raw[at : each.start()] + each[0].replace(each[1], b"%d" % len(packed), 1).replace(
            each[2], packed
        )
        at = each.end()
    return retold(out + raw[at:])


def retold(raw: bytes) -> bytes:
    """With a table that names the places of the objects as they are now."""
    body, _, tail = raw.rpartition(b"xref\n0 ")
    places = [each.start() for each in re.finditer(rb"^\d+ 0 obj$", body, re.MULTILINE)]
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1) + b"".join(
        b"%010d 00000 n \n" % place for place in places
    )
    trailer = tail[tail.index(b"trailer") :]
    return body + table + re.sub(rb"startxref\n\d+", b"startxref\n%d" % len(body), trailer)


@pytest.mark.slow
def test_a_pdf_packed_by_another_machine_is_the_same(
    make: Make, verify: Callable[..., Result]
) -> None:
    page = make(LEGAL, "pdf", "--lang", "ja")
    packed = rewritten(page, lambda content: content, level=1)
    assert packed != page
    result = verify(packed)
    assert (result.code, ": VALID\n" in result.out) == (0, True)


def with_another_page(raw: bytes) -> bytes:
    """The first page shown again at the end, by a second line of the tree of pages."""
    first = re.search(rb"/Kids \[ (\d+ 0 R)", raw)
    count = re.search(rb"/Count (\d+)", raw)
    assert first and count
    more = raw.replace(first[0], first[0] + b" " + first[1]).replace(
        count[0], b"/Count %d" % (int(count[1]) + 1)
    )
    return retold(more)


def with_an_update(raw: bytes) -> bytes:
    """As editors save: new objects and a new table behind the end, with the old ones left in place."""
    contents = re.search(rb"/Contents (\d+) 0 R", raw)
    start = re.search(rb"startxref\n(\d+)", raw)
    assert contents and start
    text = b"BT /F1 40 Tf 99 400 Td (LEGAL) Tj ET"
    place = len(raw)
    object_ = contents[1] + b" 0 obj\n<< /Length %d >>\nstream\n%s\nendstream\nendobj\n" % (
        len(text),
        text,
    )
    table = b"xref\n%s 1\n%010d 00000 n \n" % (contents[1], place)
    trailer = b"trailer\n<< /Size 99 /Root 11 0 R /Prev %s >>\nstartxref\n%d\n%%%%EOF\n" % (
        start[1],
        place + len(object_),
    )
    return raw + object_ + table + trailer


def with_a_table_into_another_place(raw: bytes) -> bytes:
    """All objects as they were, and a table that sends a reader to one in front of them, in a comment."""
    hidden = b"%PDF-1.4\n% "
    contents = re.search(rb"/Contents (\d+) 0 R", raw)
    assert contents
    text = b"BT /F1 40 Tf 99 400 Td (LEGAL) Tj ET"
    object_ = contents[1] + b" 0 obj << /Length %d >> stream\n%s\nendstream endobj\n" % (
        len(text),
        text,
    )
    moved = retold(hidden + object_ + raw[len(b"%PDF-1.4\n") :])
    old = re.search(rb"^%s 0 obj$" % contents[1], moved, re.MULTILINE)
    assert old
    return moved.replace(b"%010d 00000 n" % old.start(), b"%010d 00000 n" % len(hidden))


PDFS: dict[str, Callable[[bytes], bytes]] = {
    "other words": lambda raw: rewritten(
        raw, lambda content: content.replace(b"Necron Warriors", b"Necron Warlords")
    ),
    "other points": lambda raw: rewritten(raw, lambda content: content.replace(b"(200)", b"(150)")),
    "more words": lambda raw: rewritten(
        raw, lambda content: content + b"BT /F1 40 Tf 99 400 Td (LEGAL) Tj ET"
    ),
    "another colour": lambda raw: rewritten(
        raw, lambda content: content.replace(b"1 0 0 1", b"1 0 0 2", 1)
    ),
    "another page": with_another_page,
    "an update": with_an_update,
    "an update without objects": lambda raw: raw + raw[raw.rindex(b"xref\n0 ") :],
    "a table into another place": with_a_table_into_another_place,
    "a wrong table": lambda raw: re.sub(
        rb"\n(\d{10}) 00000 n", b"\n0000000009 00000 n", raw, count=1
    ),
    "a start elsewhere": lambda raw: re.sub(rb"startxref\n\d+", b"startxref\n9", raw),
    "a comment behind": lambda raw: raw + b"% LEGAL\n",
    "something in front": lambda raw: b"%PDF-1.4\n" + raw,
    "another title": lambda raw: retold(raw.replace(b"/Title (Silent)", b"/Title (Loud)")),
    "an annotation": lambda raw: retold(
        raw.replace(b"/Rotate 0", b"/Rotate 0 /Annots [ << /Subtype /FreeText >> ]", 1)
    ),
    "turned": lambda raw: retold(raw.replace(b"/Rotate 0", b"/Rotate 180", 1)),
    "cut": lambda raw: raw[:-200],
    "rubbish behind a stream": lambda raw: rewritten(raw, lambda content: content).replace(
        b"~>endstream", b"~>  endstream", 1
    ),
}


@pytest.mark.parametrize("forge", PDFS.values(), ids=PDFS)
@pytest.mark.slow_but(2)
def test_a_forged_pdf(
    make: Make, verify: Callable[..., Result], forge: Callable[[bytes], bytes]
) -> None:
    page = make(LEGAL, "pdf")
    forged = forge(page)
    assert forged != page
    refused(verify(forged), "MODIFIED", "doesn't match the roster inside")


@pytest.mark.slow
def test_a_seal_in_a_comment_of_a_pdf(make: Make, verify: Callable[..., Result]) -> None:
    """With the page's own seal taken out, before it, behind it; in the same form and in another."""
    page = make(ILLEGAL, "pdf")
    legal, _ = sealed(make(LEGAL, "pdf"))
    own = sealed(page)[1].encode()
    header = b"%PDF-1.4\n"
    for form in ("pdf", "qr", "html"):
        other = seal.close_seal(msgspec.structs.replace(legal, form=form)).encode()
        for forged in (
            header + b"% " + other + b"\n" + page[len(header) :],
            header + b"% " + other + b"\n" + page[len(header) :].replace(own, b""),
            retold(header + b"% " + other + b"\n" + page[len(header) :].replace(own, b"")),
            page.replace(own, b"") + b"% " + other + b"\n",
            page + b"% " + other + b"\n",
        ):
            result = verify(forged)
            assert result.code == 1
            assert re.search(": (MODIFIED|ROSTER FROM ANOTHER FILE)\n", result.out), result.out


@pytest.mark.slow
def test_a_pdf_made_with_another_library(make: Make, verify: Callable[..., Result]) -> None:
    """It may come out otherwise there: that is said, and it does not hold."""
    page = make(LEGAL, "pdf")
    made = pdf_layout.get_producer(page)
    assert re.fullmatch(r"listbuilder \S+, ReportLab \S+, font of \d+ bytes", made)
    other = page.replace(b"ReportLab ", b"ReportLab 1", 1).replace(
        b"/Producer (listbuilder", b"/Producer (listbuilder", 1
    )
    other = retold(re.sub(rb"(/Producer \([^,]+, ReportLab )", rb"\g<1>1.", page))
    refused(verify(other), "NOT COMPARED", "ReportLab 1.")


@pytest.mark.slow
def test_another_process_makes_the_same_pdf(
    make: Make, roster: Write, verify: Callable[..., Result], tmp_path: Path
) -> None:
    """In which other pdfs were made before."""
    file, out = roster(LEGAL), tmp_path / "theirs.pdf"
    script = (
        "import sys; from listbuilder.cli.main import run\n"
        "for lang in ('zh', 'en', 'ja'): run(['export', sys.argv[1], '--to', 'pdf', '-o', sys.argv[2], '--lang', lang])"
    )
    subprocess.run([sys.executable, "-c", script, file, str(out)], check=True, capture_output=True)
    assert verify(out.read_bytes()).code == 0


# --- what carries no seal, and seals without a page ---


@pytest.mark.parametrize("form", OTHERS)
@pytest.mark.slow_but(3)
def test_a_form_without_a_seal_says_so(
    make: Make, verify: Callable[..., Result], form: str
) -> None:
    result = verify(make(LEGAL, form))
    assert (result.code, result.out) == (2, "")
    assert "no embedded roster, so there is nothing to verify" in result.err
    assert "html, pdf, json, qr and svg exports have one" in result.err
    assert re.search(rf"one, (\S+, )*{form}(,| and) .*never do|and {form} never do", result.err)


@pytest.mark.parametrize("form", OTHERS)
@pytest.mark.slow_but(2)
def test_a_seal_pasted_into_such_a_form(
    make: Make, verify: Callable[..., Result], form: str
) -> None:
    """A legal list's seal under the text of an illegal list."""
    page = make(ILLEGAL, form)
    for source in SEALED:
        _, text = sealed(make(LEGAL, source))
        result = verify(page + b"\n\n" + text.encode() + b"\n")
        if page.startswith(b"{"):  # it looks like our own json
            refused(
                result,
                result.out.partition(": ")[2].partition("\n")[0],
                "the roster inside, to compare",
            )
        else:
            refused(result, "NOT COMPARED", "isn't a listbuilder export and was not compared")


@pytest.mark.parametrize("form", SEALED)
def test_a_page_without_its_seal(make: Make, verify: Callable[..., Result], form: str) -> None:
    page = make(LEGAL, form)
    text = sealed(page)[1].encode()
    if form == "qr":
        page = re.sub(rb"LB1:[0-9A-Z+\-./:\n]+", b"", page)
    result = verify(page.replace(text, b""))
    assert result.code == 2
    assert "no embedded roster" in result.err


@pytest.mark.parametrize("source", ["html", "qr"])
def test_a_list_with_the_roster_of_another(
    call: Call, make: Make, tmp_path: Path, source: str
) -> None:
    """A legal list's seal beside an illegal list of another program: no verdict on the one stands for the other."""
    from tests.formats.read import one_list_per_format

    _, text = sealed(make(LEGAL, source))
    over = one_list_per_format.GW_B.replace("  • Warlord\n", "").replace(
        "  • 5x Immortal\n", "  • Warlord\n  • 5x Immortal\n"
    )
    tree = one_list_per_format.ROS.replace("{by}", "").replace(
        "</roster>", f"<!-- {text} --></roster>"
    )
    forces = [
        {"name": "Necrons", "selections": [{"name": "Monolith", "type": "model", "number": 9}]}
    ]
    share = json.dumps(
        {
            "seal": text,
            "roster": {
                "name": "x",
                "forces": forces,
                "gameSystemName": "Warhammer 40,000 10th Edition",
            },
        }
    )
    for content in (f"{over}\n{text}\n", f"{text}\n\n{over}", tree, share):
        file = tmp_path / "list.txt"
        file.write_text(content, encoding="utf-8")
        for command in ("check", "import"):
            result = call(command, str(file))
            assert result.code == 2
            assert "contains a list and also a listbuilder roster" in " ".join(
                (result.out + result.err).split()
            )
    (tmp_path / "list.txt").write_text(f"{over}\n{text}\n", encoding="utf-8")
    itself = call("check", str(tmp_path / "list.txt"), "--from", "gw-app-text")
    assert (itself.code, itself.out.startswith("ILLEGAL "), "40K-12" in itself.out) == (
        1,
        True,
        True,
    )
    (tmp_path / "list.txt").write_text(f"My list, scanned: {text}\n", encoding="utf-8")
    assert call("check", str(tmp_path / "list.txt")).code == 0


def test_words_around_a_code(make: Make, verify: Callable[..., Result]) -> None:
    _, text = sealed(make(LEGAL, "html"))
    refused(
        verify(f"My list, LEGAL, 10x Monolith: {text}\n".encode()),
        "NOT COMPARED",
        "was not compared",
    )
    assert (
        verify(f"\n {text[:50]}\n{text[50:]} \n".encode()).code == 0
    )  # broken into lines by a chat


@pytest.mark.parametrize(
    "changes", [{"verdict": "splendid"}, {"verdict": "unread"}, {"as_of": "2026-99-99"}, {"as_of": '2026-05-20"\nunits: []'},
                {"day": "soon"}, {"data": "LEGAL"}, {"file": "x" * 99}]
)  # fmt: skip
def test_a_seal_that_none_of_ours_could_be(
    make: Make, verify: Callable[..., Result], changes: dict[str, object]
) -> None:
    made, _ = sealed(make(LEGAL, "html"))
    result = verify(seal.close_seal(msgspec.structs.replace(made, **changes)).encode())
    assert (result.code, result.out) == (2, "")


def test_a_roster_without_a_game(verify: Callable[..., Result], make: Make) -> None:
    made, _ = sealed(make(LEGAL, "html"))
    rosters: list[dict[str, object]] = [
        {},
        {"system": None},
        {"system": "x"},
        {"units": []},
        {"system": made.roster["system"]},
    ]
    for roster in rosters:
        result = verify(seal.close_seal(msgspec.structs.replace(made, roster=roster)).encode())
        assert result.code == 2
        assert result.err and "this is a bug" not in result.err, result.err
