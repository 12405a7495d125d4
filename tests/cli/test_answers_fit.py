"""`why`, `fix`, `fill`, `diff`, `find` and `event` on the screen: no line is wider, no more lines than a screen wants, and
without colours nothing is lost.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.cli import main
from listbuilder.cli.layout import measure_width, strip_colours
from listbuilder.i18n.messages import LANGS
from tests.cli.conftest import Call
from tests.sources import ROOT

EXAMPLES = ROOT / "examples"
GAMES = (
    "40k-10e",
    "40k-11e",
    "aos",
    "combat-patrol",
    "combat-patrol-11e",
    "spearhead",
    "space-marine-heroes",
)
NECRONS = "examples/40k-10e/legal/necrons-awakened-dynasty.yaml"
THREE = "examples/40k-10e/illegal/40K-06-rule-of-three.yaml"
EVENT = ("event", "examples/event/lists", "--rules", "examples/event/event.yaml")
ASKED = {  # something to ask `why` about; of the other games nothing can be added by name
    "40k-10e": "lychguard",
    "40k-11e": "monolith",
    "aos": "liberators",
}
# Lines at 80 and at 120 cells, of ../shared/OUTPUT.md: they may be fewer, never more.
LINES = [
    ("why, four answers", ("why", NECRONS, "monolith"), 20, 20),
    ("fix, two offers", ("fix", THREE), 8, 8),
    (
        "fill, ten answers",
        ("fill", "examples/40k-11e/legal/blood-angels-three-detachments.yaml"),
        16,
        16,
    ),
    (
        "diff, two dates",
        ("diff", NECRONS, "--as-of", "2024-06-20", "--as-of", "2026-05-20"),
        15,
        14,
    ),
    ("event, four lists", EVENT, 21, 20),
    ("find, one unit", ("find", "necron", "wariors"), 5, 5),
]


def commands() -> list[tuple[str, ...]]:
    """Return what is asked of the examples: what is wrong is fixed, what is legal is filled, compared and added to."""
    found: list[tuple[str, ...]] = [
        EVENT,
        ("find", "champion"),
        ("find", "necron", "wariors"),
        ("find", "guard", "--ids"),
    ]
    for game in GAMES:
        legal = [
            str(file.relative_to(ROOT))
            for file in sorted((EXAMPLES / game / "legal").glob("*.yaml"))
        ]
        illegal = [
            str(file.relative_to(ROOT))
            for file in sorted((EXAMPLES / game / "illegal").glob("*.yaml"))
        ]
        found += [("fix", file) for file in illegal]
        found += [
            (command, file, *more)
            for file in legal
            for command, *more in (("fill",), ("why", "--all"))
        ]
        found += [("why", file, ASKED[game]) for file in (*legal, *illegal[::8]) if game in ASKED]
        found += [
            ("diff", one, other) for one, other in zip(legal, (*legal[1:], illegal[0]), strict=True)
        ]
        found += [
            ("diff", file, "--as-of", "2025-06-20", "--as-of", "today")
            for file in legal
            if game in ASKED
        ]
    return found


COMMANDS = commands()


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are called as they are typed in the folder of the project, however long the path to that is."""
    monkeypatch.chdir(ROOT)


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", COMMANDS, ids=lambda words: " ".join(Path(word).stem for word in words)
)
def test_no_line_is_wider_than_the_screen(
    call: Call, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 80 and 120 cells, and painted the same is said. The commands take turns with the languages."""
    lang = LANGS[COMMANDS.index(words) % len(LANGS)]
    for columns in (80, 120):
        monkeypatch.setenv("COLUMNS", str(columns))
        done = call(*words, "--lang", lang)
        assert done.code in (0, 1, 2) and (done.out or done.err)
        assert [line for line in done.out.splitlines() if measure_width(line) > columns] == []
        assert (
            not done.out.startswith("\n")
            and not done.out.endswith("\n\n")
            and "\n\n\n" not in done.out
        )
    monkeypatch.setattr(main, "should_use_color", lambda _: True)
    colored = call(*words, "--lang", lang).out
    assert [strip_colours(line).rstrip() for line in colored.splitlines()] == [
        line.rstrip() for line in done.out.splitlines()
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "narrow", "wide"), [case[1:] for case in LINES], ids=[case[0] for case in LINES]
)
def test_no_more_lines_than_wanted(
    call: Call, words: tuple[str, ...], narrow: int, wide: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a file in the folder where one is, as in the table."""
    file = next(
        (Path(word) for word in words if word.endswith(".yaml") and words[0] != "event"),
        Path("file"),
    )
    monkeypatch.chdir(file.parent if file.exists() else ROOT)
    words = tuple(file.name if word == str(file) else word for word in words)
    counts = []
    for columns in ("80", "120"):
        monkeypatch.setenv("COLUMNS", columns)
        counts.append(len(call(*words).out.splitlines()))
    assert counts[0] <= narrow and counts[1] <= wide


@pytest.mark.parametrize("words", [case[1] for case in LINES], ids=[case[0] for case in LINES])
@pytest.mark.slow_but(2)
def test_half_a_screen_is_enough(
    call: Call, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    lines = call(*words).out.splitlines()
    # The name of a file in a command is never broken, so that it can be copied.
    breakable = [line for line in lines if " " in line.strip().removesuffix(" \\")]
    assert [line for line in breakable if measure_width(line) > 40] == []


@pytest.mark.parametrize("command", ["why", "fix", "fill", "diff", "event"])
@pytest.mark.slow_but(2)
def test_the_first_line_is_the_answer(call: Call, command: str) -> None:
    """`listbuilder fix FILE | head -1` is enough to know how it is."""
    words, answer = {
        "why": (("why", NECRONS, "monolith"), "NO, 390 points over: "),
        "fix": (("fix", THREE), "ILLEGAL  510 / 1000 points"),
        "fill": (("fill", NECRONS), "10 points left (1990 / 2000)"),
        "diff": (("diff", NECRONS, NECRONS), "Silent dynasty  today → today"),
        "event": (EVENT, "Winter Open · "),
    }[command]
    assert call(*words).out.startswith(answer)
