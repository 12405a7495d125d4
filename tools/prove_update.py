"""Prove `data update` by time travel: an older commit of a source, then a newer one, on a copy.

    python -m tools.prove_update OLDER NEWER SYSTEM [--show FIELD]

A copy of the data takes everything that OLDER says, so that the data are as old as the source. Then
NEWER is brought in with every question answered by its default, and the data are compared with what
NEWER says, field by field: how many fields are news, how many of them came unasked, by the default
of a question or not at all, and how many fields are wrong afterwards. Only the copy is written.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from listbuilder.data import paths, transaction
from listbuilder.data.library import CORRECTIONS, SOURCES
from listbuilder.update import apply
from listbuilder.update.compare import normalise
from listbuilder.update.fields import Field, get_entry_kinds
from listbuilder.update.fit_points import POINTS_READERS, find_price_conditions, select_prices
from listbuilder.update.match import Pair
from listbuilder.update.our_books import OurEntry, read_our_books
from listbuilder.update.questions import Answer, Answers, Question, name_entry
from listbuilder.update.run import Update, compute_update
from listbuilder.update.tree import Value

_FIRST_DAY, _SECOND_DAY = "2099-01-01", "2099-02-01"  # after every release in the data
_COLUMNS = ("said", "unclear", "news", "unasked", "default", "left", "by hand", "wrong")


class TakeAll(Answers, frozen=True):
    """Answers that take whatever a source says of the entries we have; no entry comes or goes."""

    def find(self, question: Question, index: int) -> Answer:
        """Return "take" if a question has that choice, "leave" for what is new, else "keep"."""
        if "take" in question.choices:
            return "take"
        return "leave" if "leave" in question.choices else "keep"


def main() -> None:
    """Make the copy as old as the first source, update it from the second, and print the proof."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("older", type=Path)
    parser.add_argument("newer", type=Path)
    parser.add_argument("system")
    parser.add_argument("--show", metavar="FIELD", help="print the entries whose FIELD is wrong")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "factions"
        shutil.copytree(paths.get_factions_folder(), folder)
        shutil.rmtree(folder / args.system / SOURCES, ignore_errors=True)
        (folder / args.system / CORRECTIONS).unlink(missing_ok=True)
        base = compute_update(folder, args.system, [args.older], _FIRST_DAY, TakeAll())
        write_copy(folder, base)
        start = time.monotonic()
        by_default = Answers({}, {}, rest_by_default=True)
        update = compute_update(folder, args.system, [args.newer], _SECOND_DAY, by_default)
        seconds = time.monotonic() - start
        write_copy(folder, update)
        print(f"older: {len(base.changes)} changes made the copy as old as {args.older.name}")
        print_summary(update, seconds)
        print_fields(folder, update, args.show)


def write_copy(folder: Path, update: Update) -> None:
    """Write an update into the copy in `folder`; what stops or refuses it is printed."""
    for problem in update.stopped:
        print(f"a guard would stop this: {problem.key} {problem.args}", file=sys.stderr)
    outcome = apply.compute_update(folder, update.system, update.changes, update.day, "a proof")
    for problem in outcome.problems:
        print(f"not written: {problem.key} {problem.args}", file=sys.stderr)
    files = {f"{update.system}/{place}.yaml": raw for place, raw in outcome.files.items()}
    transaction.write_files(folder, {**files, **update.locks}, "a proof")


def print_summary(update: Update, seconds: float) -> None:
    """Print how much of the update was asked, and what it took."""
    entries = {pair.ours.key for source in update.sources for pair in source.matched.pairs}
    asked = {name for question in update.questions for name in question.entries}
    verdicts = Counter(new.verdict for new in update.outcome.new)
    print(
        f"newer: {len(update.questions)} questions about {len(asked)} of {len(entries)} entries"
        f" ({100 * len(asked) / max(1, len(entries)):.1f} %), {len(update.changes)} changes"
    )
    print(
        f"new {dict(verdicts)}, gone {len(update.outcome.gone)},"
        f" renames {len(update.outcome.renames)}"
    )
    reasons: Counter[str] = Counter()
    for question in update.questions:
        reasons[f"{question.about} {question.field} {question.reason}"] += len(question.entries)
    for reason, count in reasons.most_common():
        print(f"  asked: {reason}, {count} entries")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"the update took {seconds:.0f} s; the most memory of both was {memory} MB")


def print_fields(folder: Path, update: Update, show: str | None) -> None:
    """Print a row for each field: what was news, how it came, what is wrong now."""
    verdicts = {
        (difference.entry.key, difference.field): _name_verdict(
            difference.verdict, difference.take_by_default
        )
        for difference in update.outcome.differences
    }
    now = {
        entry.key: entry
        for book in read_our_books(folder, update.system).values()
        for entry in book.entries
    }
    rows: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for pair, name, field, value, conditions in list_said(update):
        row = rows[pair.ours.kind, name]
        row["said"] += 1
        if value.not_understood:
            row["unclear"] += 1
            continue
        ours = now.get(pair.ours.key)
        was_right = is_as_said(pair, pair.ours, name, field, value, conditions)
        is_right = ours is not None and is_as_said(pair, ours, name, field, value, conditions)
        verdict = verdicts.get((pair.ours.key, name), "left")
        if not was_right:
            row["news"] += 1
            row[verdict] += 1
        if not is_right and (was_right or verdict == "unasked"):
            row["wrong"] += 1
            if show == name and ours is not None:
                print(f"{name_entry(ours)}: {ours.raw.get(name)} and not {value.data}")
    print(f"{'kind':14} {'field':18}" + "".join(f"{column:>9}" for column in _COLUMNS))
    for (kind, name), row in sorted(rows.items()):
        print(f"{kind:14} {name:18}" + "".join(f"{row[column]:9}" for column in _COLUMNS))


def list_said(update: Update) -> Iterator[tuple[Pair, str, Field, Value, set[str] | None]]:
    """Yield every field that the newer source speaks of, of an entry that we have.

    The last part are the conditions of prices that the source knows; None for other fields.
    """
    kinds = get_entry_kinds(update.system)
    for source in update.sources:
        known = find_price_conditions(source.matched.source)
        for pair in source.matched.pairs:
            for name, value in pair.entry.fields.items():
                field = kinds[pair.ours.kind].fields.get(name)
                if field is None or (field.only and source.reader not in field.only):
                    continue
                partial = field.decide == "price" and source.reader not in POINTS_READERS
                yield pair, name, field, value, known if partial else None


def is_as_said(
    pair: Pair, ours: OurEntry, name: str, field: Field, value: Value, conditions: set[str] | None
) -> bool:
    """Return whether a field of `ours` is what the source says, as far as it speaks of it."""
    context = {other: said.data for other, said in pair.entry.fields.items()}
    spoken_of = ours.raw.get(name)
    if conditions is not None:
        spoken_of = select_prices(spoken_of, conditions)
    theirs = normalise(field, value.data, {**ours.raw, **context})
    return theirs == normalise(field, spoken_of, ours.raw)


def _name_verdict(verdict: str, take_by_default: bool) -> str:
    """Return the column of a difference: how it came into the data, or that it didn't."""
    if verdict == "taken":
        return "unasked"
    if verdict == "asked":
        return "default" if take_by_default else "left"
    return "by hand"


if __name__ == "__main__":
    main()
