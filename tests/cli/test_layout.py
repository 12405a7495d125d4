"""What commands print is set in terminal cells: no line wider than the screen, nothing lost, the same without colour."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.cli.context import Context
from listbuilder.cli.layout import (
    Page,
    break_command,
    format_command,
    measure_width,
    strip_colours,
    wrap_after_label,
    wrap_painted,
)
from listbuilder.data.library import Library
from listbuilder.i18n.messages import Lang
from listbuilder.model.safe_text import quote_for_shell

LANGS: tuple[Lang, ...] = ("en", "ja", "zh")
TEXTS: dict[str, str] = {
    "en": "remove Lychguard, 5 models, line 8 (-85), which brings the whole of the list below the limit of this battle size",
    "ja": "ユニット「リッチガード」（5 体、8 行目）を削除すると、このバトルサイズの上限に収まります。ほかの変更は不要です。",
    "zh": "移除“护棺卫”（5 个模型，第 8 行）后，列表不再超过此战斗规模的上限，无需其他更改；请再次检查。",
}
RED, RESET = "\x1b[1;31m", "\x1b[0m"


def page(lang: Lang = "en", width: int = 80, color: bool = False) -> Page:
    return Page(Context(lang, "text", None, Library(), color), width)


def filled(lang: Lang, width: int, color: bool) -> Page:
    """One of everything."""
    made, text = page(lang, width, color), TEXTS[lang]
    made.add_header(
        made.paint("ILLEGAL", "bad") + "  510 / 1000", file=f"{'long-' * 30}name.yaml", more=text
    )
    made.add_blank_line()
    made.add_prose(made.paint("error[40K-06]", "bad") + ": ", text)
    made.add_quote(f"- {text} {text}", 11, 60, 70)
    made.add_label("rule", made.paint(text, "dim"), "dim")
    made.add_label("fix", text + made.paint(text, "good"))
    made.add_table([("1", text, "-85"), ("10", made.paint(text, "bold"), "")], "rlr", text=1)
    return made


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("width", [40, 80, 120, 200])
def test_no_line_is_wider_than_the_screen(lang: Lang, width: int) -> None:
    lines = filled(lang, width, color=True).lines
    assert [line for line in lines if measure_width(line) > width] == []
    assert [strip_colours(line) for line in lines] == filled(lang, width, color=False).lines
    assert all(
        line.count("\x1b[0m") * 2 == line.count("\x1b[") for line in lines
    )  # each line ends its colours
    assert "".join(TEXTS[lang].split()) * 2 in "".join("".join(map(strip_colours, lines)).split())


@pytest.mark.parametrize("lang", LANGS)
def test_labels_stand_in_one_column(lang: Lang) -> None:
    made = page(lang)
    for key in ("rule", "fix", "help"):
        made.add_label(key, "XY")
    assert len({measure_width(line[: line.index("XY")]) for line in made.lines}) == 1


def test_the_headline_has_the_file_at_its_edge_or_below() -> None:
    made = page()
    made.add_header(
        "LEGAL  1990 / 2000 points",
        file="lists/necrons.yaml",
        more="40K 10th edition · Necrons · Awakened Dynasty",
    )
    assert made.lines == [
        "LEGAL  1990 / 2000 points" + " " * 37 + "lists/necrons.yaml",
        "40K 10th edition · Necrons · Awakened Dynasty",
    ]
    wide = page(width=120)
    wide.add_header(
        "LEGAL  1990 / 2000 points",
        file="lists/necrons.yaml",
        more="40K 10th edition · Necrons · Awakened Dynasty",
    )
    assert len(wide.lines) == 1 and measure_width(wide.lines[0]) == 120
    narrow = page(width=50)
    narrow.add_header("LEGAL  1990 / 2000 points", file=f"{'deep/' * 9}necrons.yaml")
    assert narrow.lines == ["LEGAL  1990 / 2000 points             necrons.yaml"]


@pytest.mark.parametrize(
    ("line", "start", "end", "shown"),
    [
        (
            "  - {datasheet: lychguard, models: 10}",
            16,
            25,
            ["  11 │   - {datasheet: lychguard, models: 10}", "     │ " + " " * 16 + "^" * 9],
        ),
        ("漢字: 戦士", 4, 6, ["  11 │ 漢字: 戦士", "     │       ^^^^"]),
        ("whole line", None, None, ["  11 │ whole line"]),
        ("a\tb\x1b[2K", 2, 3, ["  11 │ a b\\x1b[2K", "     │   ^"]),
    ],
)
def test_a_quoted_line_is_underlined_where_it_is_wrong(
    line: str, start: int | None, end: int | None, shown: list[str]
) -> None:
    made = page()
    made.add_quote(line, 11, start, end)
    assert made.lines == shown


@given(st.integers(0, 200), st.integers(1, 60), st.sampled_from(["x", "漢", "ab "]))
def test_the_underline_is_under_what_is_wrong_however_long_the_line(
    start: int, length: int, letter: str
) -> None:
    made = page()
    line = letter * 200
    made.add_quote(line[:start] + "Q" * length + line[start:], 7, start, start + length)
    above, below = made.lines
    assert measure_width(above) <= 80 and measure_width(below) <= 80
    first = below.index("^")
    cells = "".join(char * (2 if char == "漢" else 1) for char in above)
    assert set(cells[first : first + below.count("^")]) <= {"Q", "…"} and cells[first] == "Q"


def test_colour_goes_on_over_the_break_and_not_over_the_indent() -> None:
    assert wrap_painted(f"one {RED}two three{RESET} four", 8) == [
        f"one {RED}two{RESET}",
        f"{RED}three{RESET}",
        "four",
    ]
    assert wrap_after_label("note: ", f"{RED}two three{RESET}", 11) == [
        f"note: {RED}two{RESET}",
        f"      {RED}three{RESET}",
    ]


@given(st.text(alphabet="ab 漢、", max_size=80), st.integers(0, 30), st.integers(12, 60))
def test_hung_prose_keeps_every_letter(text: str, begins: int, width: int) -> None:
    text = text.strip()
    lines = wrap_after_label("#" * min(begins, width), text, width)
    assert "".join("".join(lines).split()) == "".join(("#" * min(begins, width) + text).split())
    assert all(measure_width(line) <= width for line in lines)


def test_a_table_gives_its_text_what_the_others_leave() -> None:
    made = page(width=60)
    made.add_table(
        [("1", "alpha beta gamma delta epsilon zeta eta theta iota kappa", "-85")], "rlr", text=1
    )
    assert made.lines == [
        "  1  alpha beta gamma delta epsilon zeta eta theta iota  -85",
        "     kappa",
    ]


def test_a_narrow_text_column_goes_below_its_row() -> None:
    made = page(width=50)
    words = "alpha beta gamma delta epsilon zeta eta theta iota kappa"
    made.add_table([("ILLEGAL", "a-long-file-name.yaml", words)], "lll", text=2)
    assert made.lines == [
        "  ILLEGAL  a-long-file-name.yaml",
        "    alpha beta gamma delta epsilon zeta eta theta",
        "    iota kappa",
    ]


def test_a_command_takes_a_file_for_no_option() -> None:
    assert format_command("fix", "-a.yaml", "--apply") == "listbuilder fix ./-a.yaml --apply"
    assert format_command("fix", "-", "-o", "b.yaml") == "listbuilder fix - -o b.yaml"


def test_empty_columns_take_no_room() -> None:
    made = page()
    made.add_table([("a", "", "1"), ("bb", "", "20")], "llr")
    assert made.lines == ["  a    1", "  bb  20"]


def test_without_a_terminal_there_are_80_cells(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr("sys.__stdout__", (tmp_path / "out").open("w"))
    assert Page(Context("en", "text", None, Library(), False)).width == 80


@pytest.mark.parametrize("width", [20, 40, 60])
@pytest.mark.parametrize(
    "words",
    [
        ["listbuilder", "fix", "a folder/with many words/and an army.yaml", "--apply"],
        ["listbuilder", "fix", 'a"b`c$d/' + "x" * 80, "--as-of", "2026-10-02", "--apply"],
        ["listbuilder", "edit", "two\nlines/of a 'name'.yaml"],
    ],
)
def test_a_broken_command_is_still_one_command(words: list[str], width: int) -> None:
    command = format_command(words[1], *words[2:])
    lines = break_command(command, width)
    typed = "\n    ".join(lines)
    shell = ["bash", "-c", f"listbuilder() {{ printf '%s\\0' listbuilder \"$@\"; }}; {typed}"]
    done = subprocess.run(shell, capture_output=True, text=True, check=True)
    assert done.stdout.split("\0")[:-1] == words
    whole = {quote_for_shell(word) for word in words}
    assert all(len(line) <= width or line.removesuffix(" \\") in whole for line in lines)
