"""The fuzzer itself: the same cases for the same seed, and oracles that see what they are for."""

from __future__ import annotations

import os
import random
import re
import signal
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tools.fuzz import __main__ as fuzz_main
from tools.fuzz import lines, seeds, values, work, yaml_out
from tools.fuzz.case import Asking, Broken, Case, write
from tools.fuzz.readers import foreign, text
from tools.fuzz.shrink import smaller
from tools.fuzz.work import Fault

ROSTER = b"system: warhammer-40k-10e\nfaction: necrons\nbattle_size: incursion\nunits: []\n"


@pytest.mark.slow
@pytest.mark.parametrize("name", work.SHARES)
def test_the_same_number_makes_the_same_case(name: str) -> None:
    def make(seed: str) -> Case:
        return work.reader_of(name).make(random.Random(seed))

    assert make("a") == make("a")
    assert any(make("a") != make(each) for each in "bcd")
    assert make("a").reader == work.reader_of(name).NAME


@pytest.mark.slow
def test_every_reader_has_a_turn() -> None:
    assert {work.make(1, number)[0] for number in range(len(work._turns))} == set(work.SHARES)


@pytest.mark.slow
def test_there_are_seeds_without_anything_beside_the_repository(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(seeds, "SHARED", Path("/nowhere"))
    for made in (seeds.rosters, seeds.texts, seeds.trees, seeds._corpus):
        made.cache_clear()
    try:
        assert len(seeds.rosters()) > 400 and len(seeds.trees()) > 20
        formats = {seed.name for seed in seeds.texts()}
        assert {"GW_A.txt", "NR_SIMPLE.txt", "WTC.txt", "AOS_PLAIN.txt", "LISTBOT.txt"} <= formats
    finally:
        for made in (seeds.rosters, seeds.texts, seeds.trees, seeds._corpus):
            made.cache_clear()


@pytest.mark.parametrize("operation", lines.OPERATIONS, ids=lambda each: each.__name__)
def test_every_misfortune_happens_to_texts_of_any_length(operation: lines.Operation) -> None:
    changed = 0
    for number in range(40):
        for text_ in ("", "x", "a 1\n  • 2x b\n\nc (95 points)\n  d"):
            found = text_.split("\n")
            operation(found, random.Random(number))
            changed += found != text_.split("\n")
    assert changed


def test_structures_change_and_the_one_given_stays() -> None:
    given = {"units": [{"datasheet": "overlord", "models": 1}], "name": "x"}
    kept = repr(given)
    made = [values.mutated(given, random.Random(number)) for number in range(300)]
    assert repr(given) == kept and sum(each != given for each in made) > 250
    for number, each in enumerate(made):
        assert isinstance(
            yaml_out.odd(yaml_out.text_of(each, random.Random(number)), random.Random(number)), str
        )


# --- oracles ---


def broken(deed: Callable[[], object]) -> str:
    with pytest.raises(Broken) as found:
        deed()
    return found.value.oracle


def test_a_traceback_and_an_odd_exit_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: object) -> int:
        raise ValueError("boom")

    monkeypatch.setattr("listbuilder.cli.main.run", fails)
    assert broken(lambda: Asking().call("check", "x")) == "exit"
    monkeypatch.setattr("listbuilder.cli.main.run", lambda _: 3)
    assert broken(lambda: Asking().call("check", "x")) == "exit"
    monkeypatch.setattr("listbuilder.cli.main.run", lambda _: 2)
    assert broken(lambda: Asking().call("check", "x")) == "exit"  # without a word


@pytest.mark.parametrize("bad", ["\x1b[2J", "\u202e", "\x85", "\r", "\u2028", "\udcff"])
def test_what_acts_on_a_terminal_is_seen(monkeypatch: pytest.MonkeyPatch, bad: str) -> None:
    def says(_: object) -> int:
        import sys

        sys.stdout.buffer.write(
            f"a{bad}b".encode("utf-8", "surrogatepass").replace(b"\xed\xb3\xbf", b"\x1b")
        )
        return 0

    monkeypatch.setattr("listbuilder.cli.main.run", says)
    assert broken(lambda: Asking().call("show", "x")) == "screen"
    assert Asking().call("export", "x", screen=False).code == 0


@pytest.mark.slow
def test_memory_and_time_are_bounded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def eats(_: object) -> int:
        bytearray(400 << 20)[::4096] = b"x" * (400 << 8)
        return 0

    def hangs(_: object) -> int:
        while True:
            pass

    case = Case(
        "roster", {"list.yaml": ROSTER}, facts={"lang": "en", "form": "text", "formations": False}
    )
    monkeypatch.setattr("listbuilder.cli.main.run", eats)
    found = work.ask_apart("roster", case)
    assert found is not None and found.oracle == "memory"
    monkeypatch.setattr("tools.fuzz.case.SECONDS", 0.2)
    monkeypatch.setattr("listbuilder.cli.main.run", hangs)
    found = work.ask_apart("roster", case)
    assert found is not None and found.oracle == "time"


def test_a_name_of_no_book_has_to_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = [{"message": "no unit is called Qwolph", "text": ""}]
    rows = iter([
        {"verdict": "legal", "unread": [], "assumed": [], "findings": []},
        {
            "verdict": "illegal",
            "unread": [],
            "assumed": [],
            "findings": [{"message": "Qwolph Oskweld has no card"}],
        },
        {"verdict": "unread", "unread": [], "assumed": [], "findings": []},
        {"verdict": "unread", "unread": told, "assumed": [], "findings": []},
    ])  # fmt: skip
    monkeypatch.setattr(foreign, "judged", lambda *_: [next(rows)])
    case = Case(
        "text",
        {"list.txt": b"x"},
        "nonsense",
        {"nonsense": "Qwolph Oskweld", "was": "x", "seed": "y"},
    )
    for _ in range(3):
        assert broken(lambda: foreign.nonsense_named(case, tmp_path, Asking())) == "accounted"
    foreign.nonsense_named(case, tmp_path, Asking())


def test_a_hero_without_a_card_counts_and_has_to_be_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = iter([
        {"verdict": "legal", "unread": [], "assumed": [], "findings": []},
        {
            "verdict": "legal",
            "unread": [],
            "assumed": [],
            "findings": [{"message": "Qwolph has no card"}],
        },
    ])  # fmt: skip
    monkeypatch.setattr(foreign, "judged", lambda *_: [next(rows)])
    case = Case(
        "text",
        {"list.txt": b"x"},
        "nonsense",
        {"nonsense": "Qwolph Oskweld", "was": "x", "seed": "heroes/y"},
    )
    assert broken(lambda: foreign.nonsense_named(case, tmp_path, Asking())) == "accounted"
    foreign.nonsense_named(case, tmp_path, Asking())


def test_a_name_that_the_id_explains_may_be_nonsense(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = ['line 4: "Qwolph Oskweld" is taken as Warriors, whose id it has']
    row = {"verdict": "legal", "unread": [], "assumed": notes, "findings": []}
    monkeypatch.setattr(foreign, "judged", lambda *_: [row])
    facts = {"nonsense": "Qwolph Oskweld", "was": "x", "seed": "y"}
    foreign.nonsense_named(Case("text", {"list.txt": b"x"}, "nonsense", facts), tmp_path, Asking())


@pytest.mark.slow
def test_nonsense_stands_in_the_place_of_what_is_counted() -> None:
    for number in range(200):
        case = text.make(random.Random(number))
        if case.kind == "nonsense":
            content = case.files["list.txt"].decode()
            assert case.facts["nonsense"] in content
            assert any(character.isdigit() for character in case.facts["was"])


@pytest.mark.slow
def test_a_fault_is_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(case: Case, folder: Path, asking: Asking) -> None:
        [file] = write(case, folder)
        asking.check("others go on", b"needle" not in file.read_bytes(), "a needle")

    monkeypatch.setattr("tools.fuzz.readers.batch.ask", ask)
    case = Case("batch", {"hay.txt": b"hay\n" * 50 + b"a needle here\n" + b"hay\n" * 50})
    fault = work.ask("batch", case, Asking())
    assert isinstance(fault, Fault) and fault.oracle == "others go on"
    assert smaller("batch", fault, 30).case.files == {"hay.txt": b"needle"}


def test_names_of_files_may_be_no_text(tmp_path: Path) -> None:
    [file] = write(Case("batch", {"a%FF.txt": b"x"}), tmp_path)
    assert os.fsencode(file.name) == b"a\xff.txt"


def test_a_run_counts_what_it_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(case: Case, folder: Path, asking: Asking) -> None:
        asking.check("exit", True, "")
        asking.check("screen", case.facts["lang"] != "ja", "in Japanese")

    def make(random: random.Random) -> Case:
        return Case("x", {}, facts={"lang": random.choice(("en", "ja"))})

    for name in work.SHARES:
        monkeypatch.setattr(work.reader_of(name), "ask", ask)
        monkeypatch.setattr(work.reader_of(name), "make", make)
    told: list[Fault] = []
    answers: list[object] = []
    count = work._count

    def count_answers(word: Any, done: Any, found: Any) -> None:
        answers.append(word)
        count(word, done, found)

    monkeypatch.setattr(work, "_count", count_answers)
    # the second that it has ends when there are answers, however busy the machine is
    clock = SimpleNamespace(monotonic=lambda: 2.0 if len(answers) > 60 else 0.0)
    monkeypatch.setattr(work, "time", clock)
    done = work.run(1, 1.0, 2, told.append)
    assert sum(done.cases.values()) > 20
    assert told == done.faults and {fault.oracle for fault in told} == {"screen"}
    assert sum(count for key, count in done.asked.items() if key.endswith(" exit")) == sum(
        done.cases.values()
    )


def test_without_a_seed_it_is_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["fuzz"])
    assert re.fullmatch(r"20\d{6}", str(fuzz_main._arguments().seed))
    monkeypatch.setattr("sys.argv", ["fuzz", "--seed", "7"])
    assert fuzz_main._arguments().seed == 7


def test_large_texts_are_put_to_every_command() -> None:
    made = [text._large(random.Random(number), {"lang": "en"}) for number in range(60)]
    assert max(len(case.files["list.txt"]) for case in made) > 300_000
    assert all(len(case.files["list.txt"]) < 1_000_000 for case in made)
    asked = {words[0] for case in made for words in case.facts["asked"]}
    assert asked == {each[0] for each in text._COMMANDS}


def test_what_was_too_slow_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no fault of the program's: only what is too slow twice is told."""
    monkeypatch.setattr(work, "ask_apart", lambda name, case: None)
    assert work._died(1, 0, -signal.SIGPROF) is None
    found = work._died(1, 0, -signal.SIGSEGV)
    assert found is not None and found.oracle == "exit"
