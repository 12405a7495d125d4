"""No counted line vanishes: it is a known model, a known item, a heading, or unread with what stands below it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from listbuilder.exchange.imports import import_list, judge_list
from listbuilder.rules.judge import Judgement
from listbuilder.store.library import Library
from tests.exchange.readers import lists
from tests.exchange.readers.nonsense import NONSENSE, Spoilt, inserted, misspelt, replaced, selections
from tests.exchange.readers.test_formats import flattened
from tests.exchange.writers.made import EXAMPLES, exported

OURS = {
    name: text
    for name, text in vars(lists).items()
    if name.isupper() and isinstance(text, str) and name not in ("FENCE", "ROS", "BRACKET")
}
OURS |= {f"{name}-flat": flattened(OURS[name]) for name in ("GW_A", "GW_B", "WTC", "WTC_COMPACT")}
FORMS = ("gw", "wtc", "wtc-compact", "nr-simple")
MUSTERED = [(file, form) for file in sorted((EXAMPLES / "legal").glob("*.yaml")) for form in FORMS]
OF_REGIMENTS = [(file, "aos-app") for file in sorted((EXAMPLES / "aos" / "legal").glob("*.yaml"))]
TREES = [*sorted((EXAMPLES / "legal").glob("*.yaml"))[:3], *sorted((EXAMPLES / "aos" / "legal").glob("*.yaml"))[:4]]
CORPUS = Path(__file__).resolve().parents[4] / "shared" / "corpus"


def silent(done: Judgement, line: int) -> bool:
    """Whether nobody is told that the line could not be read."""
    return done.verdict != "unread" or line not in [problem.line for problem in done.problems]


def vanished(spoilt: Iterator[Spoilt], library: Library) -> list[tuple[int, str, str]]:
    judged = ((each, judge_list(each.text.encode(), "x", library)) for each in spoilt)
    return [(each.line, each.before, done.verdict) for each, done in judged if silent(done, each.line)]


@pytest.mark.parametrize("name", OURS)
def test_nonsense_in_a_list_is_unread(name: str, library: Library) -> None:
    assert vanished(replaced(OURS[name]), library) == []


@pytest.mark.parametrize(("file", "form"), [*MUSTERED, *OF_REGIMENTS], ids=lambda each: getattr(each, "stem", each))
def test_nonsense_in_an_export_of_ours_is_unread(file: Path, form: str, library: Library) -> None:
    text = exported(file, form).decode()
    spoilt = list(replaced(text))
    chosen = random.Random(file.stem + form).sample(spoilt, min(12, len(spoilt)))
    assert chosen
    assert vanished(iter(chosen), library) == []


@pytest.mark.parametrize("file", TREES, ids=lambda file: file.stem)
def test_nonsense_in_a_roster_file_is_unread(file: Path, library: Library) -> None:
    wrong = []
    for raw, name in selections(exported(file, "ros")):
        done = judge_list(raw, "x", library)
        if done.verdict != "unread" or not any(NONSENSE in str(problem.args) for problem in done.problems):
            wrong.append((name, done.verdict))
    assert wrong == []


@pytest.mark.parametrize("name", OURS)
def test_the_rest_of_a_list_is_read_as_without_the_nonsense(name: str, library: Library) -> None:
    clean = import_list(OURS[name].encode(), "x", library)
    assert clean.document is not None
    for each in inserted(OURS[name]):
        made = import_list(each.text.encode(), "x", library)
        assert made.document is not None
        assert made.document.data == clean.document.data, each.line
        assert [problem.line for problem in made.account.unread] == [each.line]


@pytest.mark.parametrize("name", OURS)
def test_a_misspelt_name_is_said_or_unread(name: str, library: Library) -> None:
    for each in misspelt(OURS[name]):
        done = judge_list(each.text.encode(), "x", library)
        said = [note.args for note in done.assumed if note.args.get("line") == each.line]
        assert not silent(done, each.line) or any(note["given"] in each.text for note in said), each.after


SQUAD = """My list (80 points)

Space Marines
Incursion (1000 points)
Gladius Task Force


BATTLELINE

Intercessor Squad (80 points)
  • 1x Intercessor Sergeant
     ◦ 1x Bolt pistol
     ◦ 1x Bolt rifle
     ◦ 1x Close combat weapon
  • 4x {model}
     ◦ 4x Bolt pistol
     ◦ 4x Bolt rifle
     ◦ 4x Close combat weapon
     ◦ 1x Astartes grenade launcher
"""


STRANGERS = ["Techmarine Overlord of Terra", "Techmarine Overlord", "Pyrocastr", "Sgt", "Banana Intercessor"]


@pytest.mark.parametrize("model", STRANGERS)
def test_unknown_models_are_unread_with_what_stands_below_them(model: str, library: Library) -> None:
    done = judge_list(SQUAD.format(model=model).encode(), "x", library)
    assert done.verdict == "unread"
    assert [problem.line for problem in done.problems] == [15, 16, 17, 18, 19]
    assert done.problems[0].args["given"] == model


def test_models_of_a_known_name_are_read(library: Library) -> None:
    done = judge_list(SQUAD.format(model="Intercessor").encode(), "x", library)
    assert done.problems == []
    assert done.army is not None and done.army.units[0].models == 5


@pytest.mark.parametrize(("given", "taken"), [("Intercesor", "Intercessor"), ("Intercesssor", "Intercessor")])
def test_a_near_name_is_taken_and_both_are_told(given: str, taken: str, library: Library) -> None:
    done = judge_list(SQUAD.format(model=given).encode(), "x", library)
    assert done.problems == []
    assert (given, taken, 1) in [(n.args.get("given"), n.args.get("taken"), n.args.get("distance")) for n in done.assumed]


@pytest.mark.parametrize("words", ["2x Banana cannon", "Banana cannon", "1x Liberator Banana"])
def test_nothing_under_a_warscroll_is_without_content(words: str, library: Library) -> None:
    text = lists.AOS_PLAIN.replace("• 1x Grandhammer", f"• {words}")
    done = judge_list(text.encode(), "x", library)
    assert done.verdict == "unread"
    assert [problem.line for problem in done.problems] == [18]


@pytest.mark.parametrize("words", ["Zorblax: Quentin", "Led by: Zorblax Quentin", "Mark of Chaos: Banana"])
def test_labels_of_nothing_known_are_unread(words: str, library: Library) -> None:
    done = judge_list(lists.GW_B.replace("  • Warlord\n", f"  • Warlord\n  • {words}\n").encode(), "x", library)
    assert done.verdict == "unread"
    assert [problem.line for problem in done.problems] == [11]


@pytest.mark.parametrize("words", ["4x Zorblax Quentin", "bring 4x Zorblax Quentin", "Zorblax Quentin (90 points)"])
@pytest.mark.parametrize("text", [lists.GW_B, lists.AOS_DASHED, lists.NR_SIMPLE, lists.LISTFORGE])
def test_what_counts_something_is_no_talk_around_the_list(text: str, words: str, library: Library) -> None:
    for made, lines_of_it in ((f"{words}\n{text}", {1, 2}), (f"{text.rstrip()}\n\n{words}\n", {text.rstrip().count("\n") + 3})):
        done = judge_list(made.encode(), "x", library)
        assert done.verdict == "unread"
        assert lines_of_it & {problem.line for problem in done.problems}, made  # 2: its title took the place of the list's own


def rows() -> list[str]:
    found = []
    for name in ("index.jsonl", "index-more.jsonl"):
        index = CORPUS / name
        found += [json.loads(line)["file"] for line in index.read_text(encoding="utf-8").splitlines()] if index.is_file() else []
    return [file for file in found if file.endswith(".txt") and not file.startswith("40k11")]


@pytest.mark.skipif(not rows(), reason="../shared/corpus is not at hand")
def test_nonsense_in_real_lists_is_unread(library: Library) -> None:
    """Three lines of each, drawn by the file's name."""
    wrong = []
    for file in rows():
        text = (CORPUS / file).read_text(encoding="utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
        if judge_list(text.encode(), "x", library).imported is None:
            continue  # no list, or of another edition
        spoilt = list(replaced(text))
        chosen = random.Random(file).sample(spoilt, min(3, len(spoilt)))
        wrong += [(file, *each) for each in vanished(iter(chosen), library)]
    assert wrong == []
