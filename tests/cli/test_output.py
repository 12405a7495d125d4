"""What `check` prints of every example: no line wider than the screen, no more lines than needed, one answer first."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.cli import verdict_text
from listbuilder.cli.context import Context
from listbuilder.cli.judge_file import ReadingOptions, judge_safely
from listbuilder.cli.layout import measure_width, strip_colours
from listbuilder.data.library import Library
from listbuilder.i18n.messages import LANGS
from tests.cli.conftest import Call

LIBRARY = Library()
FOLDERS = sorted(
    {
        file.parent.as_posix()
        for file in Path("examples").rglob("*")
        if file.suffix in (".yaml", ".txt")
    }
)
RULE_OF_THREE = "examples/40k-10e/illegal/40K-06-rule-of-three.yaml"


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS)
def test_every_example_fits_the_screen(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At 80 and 120 cells, and without colours the same is said. The files take turns with the languages."""
    files = [file for file in sorted(Path(folder).glob("*")) if file.suffix in (".yaml", ".txt")]
    for place, file in enumerate(files):
        lang, raw = LANGS[place % len(LANGS)], file.read_bytes()
        done = judge_safely(
            file.read_bytes,
            file.as_posix(),
            Context("en", "text", None, LIBRARY, False),
            ReadingOptions(),
        )
        for columns in (80, 120):
            monkeypatch.setenv("COLUMNS", str(columns))
            text = verdict_text.build_verdict_text(
                done, Context(lang, "text", None, LIBRARY, True).copy_for_game(done.system), raw=raw
            )
            assert [line for line in text.split("\n") if measure_width(line) > columns] == [], file
        bare = verdict_text.build_verdict_text(
            done, Context(lang, "text", None, LIBRARY, False).copy_for_game(done.system), raw=raw
        )
        assert strip_colours(text) == bare, file


def lines(call: Call, monkeypatch: pytest.MonkeyPatch, columns: int, *words: str) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(columns))
    return call("check", *words).out.rstrip("\n").split("\n")


@pytest.mark.parametrize(("columns", "most"), [(80, 11), (120, 10)])
@pytest.mark.parametrize("lang", LANGS)
def test_one_error(
    call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, columns: int, most: int, lang: str
) -> None:
    raw = Path(RULE_OF_THREE).read_bytes()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rule-of-three.yaml").write_bytes(raw)
    shown = lines(call, monkeypatch, columns, "rule-of-three.yaml", "--lang", lang)
    assert len(shown) <= most
    assert "510 / 1000" in shown[0] and shown[0].endswith("rule-of-three.yaml")
    assert "  11 │   - {datasheet: lychguard, models: 10}" in shown
    assert any("listbuilder fix rule-of-three.yaml --apply" in line for line in shown)


def test_a_folder_worst_first(call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Five lists: a line each, one more for what is wrong, and the count."""
    for name, of in (
        ("a.yaml", "examples/40k-10e/legal/necrons-awakened-dynasty.yaml"),
        ("b.yaml", "examples/40k-10e/legal/orks-war-horde.yaml"),
        ("c.yaml", "examples/unreadable/unknown-datasheet.yaml"),
        ("d.yaml", "examples/40k-11e/legal/necrons-two-detachments.yaml"),
        ("e.yaml", RULE_OF_THREE),
    ):
        (tmp_path / name).write_bytes(Path(of).read_bytes())
    shown = lines(call, monkeypatch, 80, str(tmp_path))
    assert len(shown) <= 10
    assert [line.split()[:2] for line in shown if line[:1].isupper()] == [
        ["ILLEGAL", "e.yaml"],
        ["UNDECIDED", "c.yaml"],
        ["LEGAL", "a.yaml"],
        ["LEGAL", "b.yaml"],
        ["LEGAL", "d.yaml"],
    ]
    assert shown[1] == "           40K-06 4 × Lychguard; the limit is 3 per datasheet"
    assert shown[-1] == "5 lists: 1 illegal, 1 undecided, 3 legal"


def test_ten_problems_and_how_many_more(call: Call, tmp_path: Path) -> None:
    head = "system: warhammer-40k-10e\nfaction: necrons\nbattle_size: incursion\ndetachment: awakened-dynasty\nunits:\n"
    file = tmp_path / "list.yaml"
    file.write_text(
        head
        + "  - {datasheet: overlord, warlord: true}\n"
        + "".join(f"  - {{datasheet: nothing-{place}}}\n" for place in range(17))
    )
    shown = call("check", str(file)).out
    assert shown.count("\nerror: ") == 10 and "… and 7 more (--all)\n" in shown
    everything = call("check", str(file), "--all").out
    assert everything.count("\nerror: ") == 17 and "more (--all)" not in everything


def test_one_line_for_each_problem(call: Call) -> None:
    folder = str(Path(RULE_OF_THREE).parent)
    shown = call("check", RULE_OF_THREE, "--format", "short")
    assert (
        shown.out
        == f"{RULE_OF_THREE}:11: error[40K-06] 4 × Lychguard; the limit is 3 per datasheet\n"
    )
    assert (shown.code, shown.err) == (1, "")
    many = call("check", folder, "--format", "short").out.splitlines()
    assert all(
        (line.startswith(folder) and " error" in line) or " note" in line or " warning" in line
        for line in many
    )
    assert (
        call(
            "check", "examples/40k-10e/legal/necrons-awakened-dynasty.yaml", "--format", "short"
        ).out
        == ""
    )
    assert "It can be text or json" in call("fix", RULE_OF_THREE, "--format", "short").err


@pytest.mark.parametrize(
    ("lang", "first"),
    [
        ("en", "ILLEGAL by the points of 2024-06-20: 1975 / 2000 · today LEGAL 1990 / 2000"),
        ("ja", "2024-06-20 時点のポイントでは不適正: 1975 / 2000 · 現在は適正 1990 / 2000"),
        ("zh", "按 2024-06-20 的点数不合法：1975 / 2000 · 现在合法 1990 / 2000"),
    ],
)
def test_the_headline_says_the_day_where_it_matters(call: Call, lang: str, first: str) -> None:
    file = "examples/40k-10e/legal/necrons-awakened-dynasty.yaml"
    assert (
        call("check", file, "--as-of", "2024-06-20", "--lang", lang)
        .out.splitlines()[0]
        .startswith(first)
    )
    assert "2026" not in call("check", file, "--lang", lang).out.splitlines()[0]


def test_the_nearest_name_with_the_same_points(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    given = Path("examples/event/lists/anna-schmidt.txt").read_text(encoding="utf-8")
    assert "Ghost Ark (115 Points)" in given or "Ghost Ark (115 points)" in given
    file.write_text(
        given.replace("Ghost Ark (115", "Ghostly Arc of the Dead (115"), encoding="utf-8"
    )
    shown = call("check", str(file)).out
    assert (
        "  help  did you mean Ghost Ark (115 points)?" in shown
        and "Ghostly Arc of the Dead" in shown
    )


def test_the_line_that_is_quoted_is_the_one_with_that_number(call: Call, tmp_path: Path) -> None:
    """Signs that end a line for Python alone, as a vertical tab in a pasted title, do not move the lines below."""
    given = Path("examples/pasted/necrons.txt").read_text(encoding="utf-8")
    shown = []
    for title in ("The sleepers wake", "The sleepers\x0b wake\u2028"):
        file = tmp_path / "list.txt"
        file.write_text(given.replace("The sleepers wake", title, 1), encoding="utf-8")
        shown.append([line for line in call("check", str(file)).out.splitlines() if " │ " in line])
    assert shown[0] == shown[1] and shown[0][0] == "  41 │ Lychguard (80 Points)"
