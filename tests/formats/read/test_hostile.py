"""Files that strangers send: refused in one sentence, within a second, never a traceback."""

from __future__ import annotations

import base64
import contextlib
import gzip
import io
import random
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

from listbuilder.cli.context import Context
from listbuilder.data.library import Library
from listbuilder.formats import import_list as import_list_module
from listbuilder.formats import other_readings
from listbuilder.formats.clean import paste
from listbuilder.formats.import_list import import_list, judge_list
from listbuilder.formats.parsed import ParsedList
from listbuilder.formats.read_once import ReadOnce
from listbuilder.formats.source import Source
from listbuilder.i18n.messages import LANGS, Lang
from listbuilder.i18n.names import translate_with_value
from listbuilder.model.problem import Unreadable
from listbuilder.roster import unread_lines
from tests.formats.read import one_list_per_format


def zipped(*entries: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return out.getvalue()


ROS = one_list_per_format.ROS.replace("{by}", "")
_SELECTION = b'<selection name="Overlord" type="model"/>'

HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "zip bomb": (lambda: zipped(("a.ros", b"0" * 30_000_000)), "unpacks_too_large"),
    "zip in zip": (lambda: zipped(("a.ros", zipped(("b.ros", ROS.encode())))), "zip_in_zip"),
    "two entries": (lambda: zipped(("a.ros", b"x"), ("b.ros", b"y")), "zip_not_one_entry"),
    "cut zip": (lambda: zipped(("a.ros", ROS.encode()))[:90], "zip_damaged"),
    "entity from a file": (
        lambda: b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><roster name="&x;"/>',
        "xml_with_entities",
    ),
    "entities in entities": (
        lambda: b'<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><roster>&b;</roster>',
        "xml_with_entities",
    ),
    "deep xml": (lambda: b"<roster>" + b"<selections>" * 5000, "too_deep"),
    "wide xml": (lambda: ROS.encode().replace(b"</forces>", _SELECTION * 100_000), "too_many_elements"),
    "cut xml": (lambda: ROS.encode()[:900], "xml_damaged"),
    "other xml": (lambda: b"<feed><entry/></feed>", "xml_no_roster"),
    "a page with nothing on it": (lambda: b"<html><body/></html>", "empty"),
    "a page of many lines": (lambda: b"<p>" + b"a<br>" * 20_000, "too_many_lines"),
    "a page of remarks": (lambda: b"<p>" + b"<!--<script" * 20_000, "empty"),
    "deep json": (lambda: b'{"roster":' + b"[" * 100_000, "too_deep"),
    "wide json": (lambda: b'{"roster":{"forces":[' + b",".join([b"{}"] * 500_000) + b"]}}", "too_many_elements"),
    "cut json": (lambda: b'{"roster":{"forces":[{"name":"a', "json_damaged"),
    "other json": (lambda: b'{"a": 1}', "json_no_roster"),
    "share bomb": (lambda: base64.b64encode(gzip.compress(b"0" * 30_000_000)), "unpacks_too_large"),
    "cut share": (lambda: base64.b64encode(gzip.compress(b'{"roster": {}}' + bytes(range(200))))[:60], "link_damaged"),
    "50 MB of text": (lambda: b"Captain (95 points)\n" * 2_500_000, "too_large"),
    "many lines": (lambda: b"a\n" * 20_000, "too_many_lines"),
    "ten thousand units": (lambda: "\n".join(f"Unit {i} (95 points)" for i in range(9_990)).encode(), "too_many_units"),
    "items without end": (lambda: one_list_per_format.WTC_COMPACT.encode() + _many_items(), "too_many_items"),
    "binary": (lambda: bytes(range(256)) * 400, "not_text"),
    "not utf-8": (lambda: b"Captain \xff\xfe (95 points)", "not_utf8"),
    "empty": (lambda: b"", "empty"),
    "blank": (lambda: b"\n \n" * 900, "empty"),
    "prose": (lambda: b"See you on Saturday!\n", "no_list_found"),
    "link": (lambda: b"https://www.newrecruit.eu/app/list/AbCd", "link_holds_no_list"),
    "brackets": (lambda: b"(" * 900_000, "no_list_found"),
    "spaces": (lambda: (b" " * 3_900 + b"x\n") * 250, "no_list_found"),
    "slashes": (lambda: (b"1/" * 1_900 + b"\n") * 250, "no_list_found"),
    "half points": (lambda: (b"( 1 " * 900 + b"\n") * 250, "no_list_found"),
    "a bracket of spaces": (lambda: (b"(" + b" " * 3_900 + b"x\n") * 250, "no_list_found"),
    "almost an edition": (lambda: (b"patrol detachment " * 200 + b"\n") * 250, "no_list_found"),
}  # fmt: skip


def _many_items() -> bytes:
    return b"".join(b"1x Overlord (85 pts): " + b"x," * 900 + b"x\n" for _ in range(20))


@pytest.mark.parametrize("case", HOSTILE)
@pytest.mark.slow_but(15)
def test_refused_at_once_and_in_a_sentence(case: str, library: Library) -> None:
    make, key = HOSTILE[case]
    raw = make()
    start = time.process_time()
    done = judge_list(raw, "x", library)
    assert (
        time.process_time() - start < 5
    )  # of work; the clock on the wall would measure the machine
    assert done.verdict == "unread"
    assert [problem.key for problem in done.problems] == [key]
    for lang in LANGS:
        sentence = Context(lang, "text", None, library, False).format_problem(done.problems[0])
        assert sentence.startswith("x") and "{" not in sentence.removeprefix("x")


def test_four_hundred_units_of_nonsense_are_read(library: Library) -> None:
    noise = random.Random(1)
    body = "\n".join(
        f"Unknowable thing {noise.random()} (95 points)\n  • 1x Weird item {i}" for i in range(390)
    )
    start = time.process_time()
    done = judge_list(
        f"{one_list_per_format.GW_A.split('CHARACTERS')[0]}CHARACTERS\n\n{body}".encode(),
        "x",
        library,
    )
    assert time.process_time() - start < 5
    assert done.verdict == "unread" and len(done.problems) >= 390


def test_utf_16_is_text(library: Library) -> None:
    assert judge_list(one_list_per_format.GW_A.encode("utf-16"), "x", library).verdict == "legal"


@pytest.mark.parametrize("name", ["list.ros", "list.json", "list.yaml", "list.jpg"])
def test_the_ending_of_a_file_does_not_matter(name: str, library: Library, tmp_path: Path) -> None:
    from listbuilder.cli.judge_file import ReadingOptions, judge_bytes

    context = Context("en", "text", None, library, False)
    assert (
        judge_bytes(one_list_per_format.GW_A.encode(), name, context, ReadingOptions()).verdict
        == "legal"
    )


def test_a_long_line_is_unread_not_looked_into(library: Library) -> None:
    done = judge_list(
        (one_list_per_format.GW_A + "\n" + "x (95 points) " * 1000).encode(), "x", library
    )
    assert done.verdict == "unread"


@pytest.mark.parametrize(
    "value", ["1 1. " * 200 + ": x", ". i" * 300, "x x x " * 300, "1" * 3000, "-" * 2000 + " 1"]
)
@pytest.mark.parametrize("lang", ["ja", "zh"])
def test_a_value_is_cut_off_in_one_pass(value: str, lang: Lang) -> None:
    """700 bytes of this took longer than anybody waited: the text comes back, whatever is in it."""
    assert translate_with_value(value, lang).replace(" ", "") == value.replace(" ", "")


@pytest.mark.parametrize("tail", ["", "<b", "<!-- a", "<script>a</script"])
def test_a_page_with_letters_that_grow_in_lower_case_comes_to_its_end(tail: str) -> None:
    """A page was cut at places that were counted in a longer text: it was read without end."""
    page = f"<p>{'İ' * 50}<!-- unseen -->seen<br><!-- b -->{tail}"
    assert paste.restore_text(page).replace("\n", "").startswith("İ" * 50 + "seen")


NINES = "9" * 25
GREAT = ",".join(["999"] * 1600)  # more digits than Python turns into a number


@pytest.mark.parametrize("number", [NINES, ",".join(["999"] * 8), GREAT])
@pytest.mark.parametrize(
    "text",
    [
        one_list_per_format.GW_A.replace("(265 Points)", "({number} Points)", 1),
        one_list_per_format.GW_A.replace("(105 Points)", "({number} Points)", 1),
        one_list_per_format.GW_A.replace("App Version: v1.26.0 (76), Data Version: v595", "App Version: v1.26.0 (76), Data Version: v{number}"),
        "Test {number}\n" + one_list_per_format.GW_A,
        one_list_per_format.WTC_COMPACT.replace("265pts", "{number}pts"),
        ROS.replace('number="1"', 'number="{number}"').replace('value="105"', 'value="{number}"').replace(
            'catalogueRevision="', 'catalogueRevision="{number}'
        ),
        ROS.replace('number="1"', 'number="1e300"').replace('value="105', 'value="nan'),
    ],
)  # fmt: skip
def test_numbers_without_end_are_read_or_unread(text: str, number: str, library: Library) -> None:
    done = judge_list(text.replace("{number}", number).encode(), "a", library)
    assert done.verdict != "legal" or (done.army is not None and done.army.points < 100_000)
    assert [problem.key for problem in done.problems if problem.key == "our_bug"] == []


def test_a_name_of_nothing_but_commas_is_unread(library: Library) -> None:
    made = import_list(
        one_list_per_format.BRACKET.replace(
            "Personnages 1 : Overlord [105pts]", "Personnages 1 : , [105pts]"
        ).encode(),
        "a",
        library,
    )
    assert any(problem.line for problem in made.account.unread)


def test_a_count_behind_its_sign_is_read(library: Library) -> None:
    """`x5 Gauss blaster` was taken for a number that is nowhere, and the list for a bug."""
    text = one_list_per_format.WTC.replace("• 5x Immortal\n", "• 5x Immortal: x5 Gauss blaster\n")
    assert text != one_list_per_format.WTC
    assert import_list(text.encode(), "a", library).account.unread == []


@pytest.mark.slow
def test_a_text_of_thousands_of_lines_is_read_a_few_times(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In twenty other ways, and as of thirty other dates, only lists of a size that somebody plays are read."""
    read: list[int] = []
    known = ReadOnce

    class Counting(known):  # type: ignore[misc, valid-type]
        def take_copy(self) -> tuple[ParsedList, Source]:
            parsed, source = super().take_copy()
            read.append(len(source.lines))
            return parsed, source

    monkeypatch.setattr(import_list_module, "ReadOnce", Counting)
    counts = {}
    for many in (10, 1000, 4000):
        read.clear()
        with contextlib.suppress(Unreadable):
            import_list(
                (one_list_per_format.GW_A + "\n" + "  • 2x Qwolph Oskweld\n" * many).encode(),
                "a.txt",
                library,
            )
        counts[many] = sum(read)
    assert counts[4000] < 8 * 4100 and counts[1000] < 30 * 1100 and counts[10] > 0


def test_joined_lines_are_those_that_were_joined_before() -> None:
    """A bracket that is open is closed below, however far; behind a price nothing goes on."""
    lines = [
        "Overlord with a staff of light and (a thing",  # 43 letters: the next word would not have fitted
        "of some length that goes on and on and on,",
        "and closes) here, after which it goes (100)",
        "Next with something of some length (85 pts)",
        "Another that begins behind a price",
    ]
    assert paste._join_lines(lines, 43).split("\n") == [" ".join(lines[:4]), "", "", "", lines[4]]


def calls_for(text: str, library: Library) -> int:
    """How many functions are called, resumed generators among them, until there is a verdict."""
    count = 0

    def counting(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(counting)
    try:
        done = judge_list(text.encode(), "a.txt", library)
        assert done.otherwise is None or done.verdict == "unread"
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("  • 1x Qwolph Oskweld", id="items"),
        pytest.param("{indent}İİ", id="deeper and deeper"),
        pytest.param("Qwolph and Oskweld", id="flat"),
    ],
)
def test_more_lines_under_a_unit_take_as_much_more_work(
    line: str, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each line may ask for the others, but not by walking through them."""
    monkeypatch.setattr(other_readings, "MOST_LINES", 0)  # both texts are read once

    def text(many: int) -> str:
        below = [line.format(indent=" " * (number % 50)) for number in range(many)]
        return one_list_per_format.GW_A.replace(
            "  • Warlord\n", "\n".join(["  • Warlord", *below, ""])
        )

    calls_for(text(10), library)  # what is loaded once is loaded
    few, many = calls_for(text(900), library), calls_for(text(1800), library)
    assert many < 2.6 * few


def test_the_lines_of_a_list_are_cut_once_for_all_its_problems(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[str] = []

    def counting(text: str) -> list[str]:
        counted.append(text)
        return text.split("\n")

    monkeypatch.setattr(unread_lines, "split_lines", counting)
    unread = "\n".join(f"  • 1x Qwolph Oskweld {number}" for number in range(30))
    done = judge_list(
        one_list_per_format.GW_A.replace("  • Warlord\n", f"  • Warlord\n{unread}\n").encode(),
        "a.txt",
        library,
    )
    assert len(done.problems) == 30
    assert done.otherwise == "legal" and len(counted) == 1
