"""`make corpus`: what becomes of lists of other programs, on a collection with known truth.

    python -m tools.corpus [FOLDER] [--open]

FOLDER holds the indexes (index.jsonl, index-40k11.jsonl, index-fresh.jsonl) and the files they name; the default is
../shared/corpus. `--open` names what was not found. Of a list whose total is not met to the point the file and the difference
are named in any case. Each list is judged by its own day, as a player would see it.

The first table has a row for each form and language: how many verdicts are those of a person (right), how many are not
(wrong), how many lists have none (undecided) and how many have one that nobody has confirmed (open), with the share of the
right ones that rest on a hand-written alias that no other list needs. The second has a row for each form: its verdicts (legal,
illegal, unread) and how many of the dated lists have their total reproduced with the prices of that day. Below them: each
list that is wrong or undecided; the cause of every line that was not read (the thing is unknown, its spelling is, or the text
has a shape that no reader expects); and the lists that have no verdict without their lone alias.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from copy import copy
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.data.library import Library
from listbuilder.formats.import_list import import_list, judge_list
from listbuilder.formats.points_differences import add_gone_points
from listbuilder.i18n import problem_text
from listbuilder.matching.names import Match, Names
from listbuilder.matching.phrases import load_data_file
from listbuilder.model.base import fold
from listbuilder.roster.position import Position
from tools.corpus_causes import Causes
from tools.corpus_truth import (
    Judgement,
    find_verdict_of_person,
    get_form,
    get_game_name,
    get_language,
    judge_verdict,
    load_reviewed_verdicts,
)

DEFAULT = Path(__file__).resolve().parents[2] / "shared" / "corpus"
INDEXES = ("index.jsonl", "index-40k11.jsonl", "index-fresh.jsonl")
FORMATS = {  # what an index calls what the program reads as one of several forms; None: whatever form it is read as
    "gw-app-v2": ("gw-app-text", "gw-app-text-flat"),
    "gw-app-v2-fr": ("gw-app-text", "gw-app-text-flat"),
    "newrecruit-gw": ("nr-gw-text",),
    "newrecruit-tournament": ("nr-wtc-compact", "nr-wtc-full"),
    "warorgan": ("warorgan-text", "gw-app-text"),
    "gw-app-text 1.x": ("gw-app-text", "gw-app-text-flat"),
    "gw-app-text 2.x": ("gw-app-text", "gw-app-text-flat"),
    "french brackets": ("bracket-fr-text",),
    "newrecruit-wtc": ("nr-wtc-compact", "nr-wtc-full"),
    "newrecruit-wtc full": ("nr-wtc-full",),
    "newrecruit-simple": ("nr-simple",),
    "newrecruit-gw under a fence": ("nr-gw-text",),
    "newrecruit-aos in an issue": ("nr-aos-text",),
    "listforge tournament text": ("listforge-text", "nr-wtc-compact", "nr-gw-text"),
    "aos-app": ("aos-app-text",),
    "aos-app in an issue": ("aos-app-text",),
    "sigdex": ("sigdex-text",),
    "typed by hand": ("typed-text",),
}
UNEXPLAINED = {"points_differ", "total_differs"}


class Score(msgspec.Struct):
    """One row of the table."""

    files: int = 0
    detected: int = 0
    roster: int = 0  # lists of which a roster was made, whether or not it has a verdict
    legal: int = 0
    illegal: int = 0
    unread: int = 0
    dated: int = 0
    reproduced: int = 0
    other_day: int = 0
    explained: int = 0
    open: int = 0
    units: int = 0
    found: int = 0
    wrongly_legal: int = 0
    seconds: float = 0.0

    @property
    def judged(self) -> int:
        return self.legal + self.illegal


class Verdicts(msgspec.Struct):
    """One row of the table by form and language: the files of each judgement."""

    right: list[str] = []
    wrong: list[str] = []
    undecided: list[str] = []
    open: list[str] = []

    @property
    def files(self) -> int:
        """Return the number of lists in this row."""
        return len(self.right) + len(self.wrong) + len(self.undecided) + len(self.open)

    def add(self, judgement: Judgement, file: str) -> None:
        """Add `file` to the lists with this judgement."""
        files: list[str] = getattr(self, judgement)
        files.append(file)


class Corpus:
    """The lists of a folder, with what is counted of them."""

    def __init__(self, folder: Path, say: bool) -> None:
        self.folder, self.say = folder, say
        self.library = Library()
        self.causes = Causes(self.library)
        self.aliases = Aliases()
        self.scores: dict[str, Score] = {}
        self.verdicts: dict[tuple[str, str], Verdicts] = {}  # by form and language
        self.reviewed = load_reviewed_verdicts()
        self.unread: list[tuple[str, str]] = []  # cause, sentence
        self.missed: list[str] = []  # lists whose total is not reproduced
        files = [folder / name for name in INDEXES if (folder / name).is_file()]
        self.rows = [
            json.loads(line)
            for file in files
            for line in file.read_text(encoding="utf-8").splitlines()
        ]

    def measure(self) -> None:
        for row in self.rows:
            self.aliases.now = row["file"]
            self._list(row, self.scores.setdefault(name_form(row), Score()))
        self.aliases.now = ""

    def _list(self, row: dict[str, Any], score: Score) -> None:
        raw = (self.folder / row["file"]).read_bytes()
        score.files += 1
        start = time.perf_counter()
        done = judge_list(raw, row["file"], self.library)
        score.seconds += time.perf_counter() - start
        score.detected += done.format in FORMATS.get(get_form(row), (get_form(row),))
        score.roster += done.army is not None
        setattr(score, done.verdict, getattr(score, done.verdict) + 1)
        score.wrongly_legal += done.verdict == "legal" and bool(
            done.imported and done.imported.unread
        )
        if done.imported is not None:
            self._units(row, raw, score)
        total = row["truth"]["stated_total"]
        is_met = None if total is None else total_kind(done, total) != "open"
        person = find_verdict_of_person(row, self.reviewed)
        verdicts = self.verdicts.setdefault((name_form(row), get_language(row)), Verdicts())
        verdicts.add(judge_verdict(done.verdict, person, is_met), row["file"])
        if row["date"] and total is not None:
            score.dated += 1
            kind = total_kind(done, total)
            setattr(score, kind, getattr(score, kind) + 1)
            if kind != "reproduced":
                computed = (
                    add_gone_points(done.army, done.imported.gone)
                    if done.army and done.imported
                    else None
                )
                self.missed.append(f"{kind}: {row['file']}: {computed} for {total}")
        self.unread += [
            (self.causes.of(each, done), problem_text.say_problem_with_place(each, "en"))
            for each in done.problems
        ]

    def _units(self, row: dict[str, Any], raw: bytes, score: Score) -> None:
        """Names and points as written, against those of the truth; nothing if it has no units."""
        if not row["truth"].get("units"):
            return
        wanted = Counter(
            (fold(unit["name"] or ""), unit["points"] or 0) for unit in row["truth"]["units"]
        )
        given = Counter(
            (fold(unit.name), unit.points or 0)
            for unit in import_list(raw, row["file"], self.library).parsed.units
        )
        found = wanted & given
        score.units += wanted.total()
        score.found += found.total()
        if self.say and found.total() < wanted.total():
            print(f"units: {row['file']}: {dict(wanted - given)}")

    def without_lone(self) -> tuple[list[str], list[str]]:
        """Lists that use an alias which no other list needs; and those of them that have no verdict without it."""
        lone = {
            alias: next(iter(files))
            for alias, files in self.aliases.used.items()
            if len(files) == 1
        }
        resting = sorted(set(lone.values()))
        self.aliases.off = set(lone)
        lost = [
            name
            for name in resting
            if judge_list((self.folder / name).read_bytes(), name, Library()).verdict == "unread"
        ]
        self.aliases.off = set()
        return resting, lost


class Aliases:
    """Which hand-written names each list needed: gathered where names are found. Those that are `off` are not found."""

    def __init__(self) -> None:
        self.now = ""
        self.off: set[str] = set()
        self.used: dict[str, set[str]] = {}
        kinds = [
            kinds for game in load_data_file("aliases.yaml").values() for kinds in game.values()
        ]
        self.known = {
            fold(name) for each in kinds for names in each.values() for name in names or ()
        }
        plain = Names.find_exact

        def find(names: Names, written: str) -> Match | None:
            found = plain(names, written)
            if found is None or found.how != "alias" or fold(written) not in self.known:
                return found
            if fold(written) in self.off:
                names = copy(names)
                names.aliases = {}
                return plain(names, written)
            if self.now:
                self.used.setdefault(fold(written), set()).add(self.now)
            return found

        setattr(Names, "find_exact", find)  # noqa: B010 - a method of the program, watched


def game_of(row: dict[str, Any]) -> str:
    """`Age of Sigmar 4th ed.` -> AoS4, `Warhammer 40,000 11th ed.` -> 40K11."""
    edition = "".join(
        char
        for word in get_game_name(row).split()
        if word[:1].isdigit() and "," not in word
        for char in word
        if char.isdigit()
    )
    return ("AoS" if get_game_name(row).startswith("Age") else "40K") + edition


def name_form(row: dict[str, Any]) -> str:
    """Return the game and the form of the list of `row`, as the tables name it."""
    return f"{game_of(row)} {get_form(row)}"


def total_kind(done: Position, stated: int) -> str:
    """reproduced on the list's own day; by the prices of another; each difference explained; or open."""
    if done.army is None or done.imported is None:
        return "open"
    if add_gone_points(done.army, done.imported.gone) == stated:
        return "reproduced"
    keys = {note.key for note in done.imported.differences}
    if "total_of_other_day" in keys:
        return "other_day"
    return "open" if keys & UNEXPLAINED or not keys else "explained"


def main() -> int:
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    folder = Path(words[0]) if words else DEFAULT
    if not (folder / "index.jsonl").is_file():
        print(f"no corpus at {folder}: name the folder that holds index.jsonl")
        return 2
    corpus = Corpus(folder, "--open" in sys.argv)
    corpus.measure()
    resting, lost = corpus.without_lone()
    _print_verdicts(corpus.verdicts, set(resting))
    print()
    _print(corpus.scores)
    total = _sum(corpus.scores)
    _say_verdicts(corpus, total, resting, lost)
    has_wrong = any(verdicts.wrong for verdicts in corpus.verdicts.values())
    return 1 if total.wrongly_legal or has_wrong else 0


_VERDICT_HEADS = (
    *("form", "language", "files", "right", "wrong", "undecided", "open", "share right"),
    "right by a lone alias",
)


def _print_verdicts(verdicts: dict[tuple[str, str], Verdicts], resting: set[str]) -> None:
    """Print the table by form and language, a sum for each language, and what is not right.

    `resting` are the lists that use an alias which no other list needs.
    """
    rows: list[tuple[str, ...]] = [_VERDICT_HEADS]
    by_language: dict[str, Verdicts] = {}
    everything = Verdicts()
    for (form, language), counted in sorted(verdicts.items()):
        rows.append(_make_verdict_cells(form, language, counted, resting))
        for total in (by_language.setdefault(language, Verdicts()), everything):
            for judgement in Verdicts.__struct_fields__:
                getattr(total, judgement).extend(getattr(counted, judgement))
    for language, counted in sorted(by_language.items()):
        rows.append(_make_verdict_cells("all", language, counted, resting))
    rows.append(_make_verdict_cells("all", "all", everything, resting))
    _print_table(rows, 2)
    for judgement in ("wrong", "undecided", "open"):
        for file in sorted(getattr(everything, judgement)):
            print(f"  {judgement}: {file}")


def _make_verdict_cells(
    form: str, language: str, counted: Verdicts, resting: set[str]
) -> tuple[str, ...]:
    """Return one row of the table by form and language."""
    numbers = (
        *(counted.files, len(counted.right), len(counted.wrong)),
        *(len(counted.undecided), len(counted.open)),
    )
    right = f"{100 * len(counted.right) / max(1, counted.files):.1f}%"
    on_alias = sum(file in resting for file in counted.right)
    share = f"{on_alias} {100 * on_alias / max(1, len(counted.right)):.1f}%"
    return (form, language, *map(str, numbers), right, share)


def _say_verdicts(corpus: Corpus, total: Score, resting: list[str], lost: list[str]) -> None:
    print(
        f"\nverdict: {_share(total.judged, total.files)}: {total.legal} legal, {total.illegal} illegal; {total.unread} unread"
    )
    for game in sorted({name.partition(" ")[0] for name in corpus.scores}):
        own = _sum(
            {name: score for name, score in corpus.scores.items() if name.startswith(f"{game} ")}
        )
        print(
            f"  {game}: verdict {_share(own.judged, own.files)}; total reproduced {_share(own.reproduced, own.dated)} dated"
        )
    print(f"totals not reproduced: {len(corpus.missed)}", *sorted(corpus.missed), sep="\n  ")
    causes = Counter(cause for cause, _ in corpus.unread)
    print(
        f"lines not read: {len(corpus.unread)}",
        *(f"({count} {cause})" for cause, count in causes.most_common()),
    )
    for cause, line in sorted(corpus.unread):
        print(f"  {cause}: {line}")
    print(
        f"resting on an alias that no other list needs: {_share(len(resting), total.files)}; without it unread: {len(lost)}"
    )
    for name in lost:
        print(f"  {name}")


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / max(1, whole):.1f} %)"


def _sum(scores: dict[str, Score]) -> Score:
    total = Score()
    for score in scores.values():
        for name in Score.__struct_fields__:
            setattr(total, name, getattr(total, name) + getattr(score, name))
    return total


_HEADS = (
    *(
        "format",
        "files",
        "detected",
        "roster",
        "legal",
        "illegal",
        "unread",
        "verdict",
        "dated",
        "total reproduced",
    ),
    *("other day", "explained", "open", "units", "legal though unread", "ms each"),
)


def _print(scores: dict[str, Score]) -> None:
    rows = [
        _HEADS,
        *(_cells(name, scores[name]) for name in sorted(scores)),
        _cells("all", _sum(scores)),
    ]
    _print_table(rows, 1)


def _print_table(rows: list[tuple[str, ...]], texts: int) -> None:
    """Print `rows` in columns; the first `texts` columns are texts, the others numbers."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    for row in rows:
        cells = zip(row, widths, strict=True)
        print(
            "  ".join(
                cell.ljust(width) if place < texts else cell.rjust(width)
                for place, (cell, width) in enumerate(cells)
            )
        )


def _cells(name: str, score: Score) -> tuple[str, ...]:
    dated = (
        f"{score.reproduced} {100 * score.reproduced / score.dated:.1f}%" if score.dated else "-"
    )
    counts = (score.files, score.detected, score.roster, score.legal, score.illegal, score.unread)
    units = f"{score.found}/{score.units} {100 * score.found / max(1, score.units):.2f}%"
    rest = (score.other_day, score.explained, score.open, units, score.wrongly_legal)
    judged = f"{100 * score.judged / max(1, score.files):.1f}%"
    speed = f"{1000 * score.seconds / max(1, score.files):.1f}"
    return (name, *map(str, counts), judged, str(score.dated), dated, *map(str, rest), speed)


if __name__ == "__main__":
    raise SystemExit(main())
