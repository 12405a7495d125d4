"""The report of an update, for a maintainer to review: questions first, equal changes as one line.

It is Markdown for a pull request, or plain data for programs. Changes of profiles are only counted,
and prices have one row for each book, so that a quarter of all releases fit 150 lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import msgspec

from listbuilder.i18n import messages
from listbuilder.i18n.messages import Lang
from listbuilder.update.decide import Difference
from listbuilder.update.fields import EntryKind, get_entry_kinds
from listbuilder.update.price_changes import sum_price_changes
from listbuilder.update.questions import Question, describe_change, name_entry
from listbuilder.update.run import Update

WORDS = Path(__file__).parent / "words.yaml"

_MOST_NAMES = 4  # in one line; more are counted
_MOST_LINES = 12  # of one section; more are counted
_MOST_LETTERS = 160  # of a change

Say = Callable[..., str]


def make_say(lang: Lang) -> Say:
    """Return the function that says a sentence of words.yaml in `lang`."""

    def say(key: str, **args: object) -> str:
        """Return the sentence `key`, filled with `args`."""
        return messages.say(WORDS, key, lang, args, called=())

    return say


def format_report(update: Update, lang: Lang) -> str:
    """Return the report as Markdown."""
    say = make_say(lang)
    kinds = get_entry_kinds(update.system)
    lines = [f"# {say('report.title', system=update.system, day=update.day)}", ""]
    for source in update.sources:
        books = len(source.matched.books)
        label = source.matched.source.label or "–"
        lines.append(f"- {say('report.source', reader=source.reader, label=label, books=books)}")
    lines += _format_section(
        say, "stopped", [_say_problem(problem, lang) for problem in update.stopped]
    )
    lines += _format_section(
        say,
        "questions",
        [_format_question(question, update, say) for question in update.questions],
        None,
    )
    lines += _format_prices(update, kinds, say)
    lines += _format_section(say, "changes", _list_other_changes(update, kinds, say), 60)
    lines += _format_section(say, "entries", _list_entries(update, say))
    lines += _format_section(say, "by_hand", _list_by_hand(update, kinds, say))
    lines += _format_section(say, "corrections", _list_corrections(update, say))
    lines += _format_section(say, "unread", _list_unread(update, say))
    if not update.changes and not update.questions:
        lines += ["", say("report.nothing")]
    return "\n".join(lines) + "\n"


def _say_problem(problem: object, lang: Lang) -> str:
    """Return the sentence of a problem, with its place."""
    from listbuilder.i18n import problem_text
    from listbuilder.model.problem import Problem

    assert isinstance(problem, Problem)
    return problem_text.say_problem_with_place(problem, lang)


def _format_section(
    say: Say, key: str, rows: list[str], most: int | None = _MOST_LINES
) -> list[str]:
    """Return a section of the report as lines, with at most `most` rows and how many more.

    Empty if there are no rows. `key`: the key of its title.
    """
    if not rows:
        return []
    shown = rows if most is None else rows[:most]
    lines = ["", f"## {say(f'report.{key}', count=len(rows))}", ""]
    lines += [f"- {row}" for row in shown]
    if len(rows) > len(shown):
        lines.append(f"- {say('report.more', count=len(rows) - len(shown))}")
    return lines


def _cut(text: str) -> str:
    """Return `text` cut to what a line of the report can hold."""
    return text if len(text) <= _MOST_LETTERS else text[: _MOST_LETTERS - 1] + "…"


def _list_names(names: Iterable[str], say: Say) -> str:
    """Return the first names of a list, and how many more there are."""
    names = list(names)
    text = ", ".join(names[:_MOST_NAMES])
    more = len(names) - _MOST_NAMES
    return text if more <= 0 else f"{text} {say('report.and_more', count=more)}"


def _format_question(question: Question, update: Update, say: Say) -> str:
    """Return one question as a line: what it asks, the entries, the reason, and its default."""
    state = "" if question in update.open else f" {say('report.answered')}"
    change = _cut(" ".join(part for part in (question.field, question.change) if part))
    return (
        say(
            "report.question",
            id=question.id,
            about=say(f"about.{question.about}"),
            change=change or "–",
            count=len(question.entries),
            entries=_list_names(question.entries, say),
            reason=say(f"reason.{question.reason}"),
            default=question.default,
        )
        + state
    )


def _list_taken(update: Update) -> list[Difference]:
    """Return the differences that are taken without a question."""
    return [
        difference for difference in update.outcome.differences if difference.verdict == "taken"
    ]


def _format_prices(update: Update, kinds: Mapping[str, EntryKind], say: Say) -> list[str]:
    """Return the changes of prices as a table with one row for each book."""
    rows: dict[str, list[Difference]] = {}
    for difference in _list_taken(update):
        if kinds[difference.entry.kind].fields[difference.field].decide == "price":
            rows.setdefault(difference.entry.book, []).append(difference)
    if not rows:
        return []
    total = sum(map(len, rows.values()))
    lines = ["", f"## {say('report.prices', count=total)}", ""]
    lines += [
        f"| {say('report.book')} | + | – | {say('report.sum')} | {say('report.what')} |",
        "|-|-|-|-|-|",
    ]
    for book, group in rows.items():
        sums = [
            sum_price_changes(difference.ours, difference.theirs)
            for difference in group
            if difference.field == "points"
        ]
        up = sum(points > 0 for points in sums)
        down = sum(points < 0 for points in sums)
        what = "; ".join(map(_describe_price_change, group))
        lines.append(f"| {update.ours[book].name} | {up} | {down} | {sum(sums):+} | {what} |")
    return lines


def _describe_price_change(difference: Difference) -> str:
    """Return a change of price in short: `Lychguard 85/170 → 90/180`."""
    before, after = _show_price(difference.ours), _show_price(difference.theirs)
    return f"{difference.entry.name} {before} → {after}"


def _show_price(value: object) -> str:
    """Return a price in short: `95`, or `95/220` for several sizes."""
    if isinstance(value, list | tuple):
        points = [row.get("points") for row in value if isinstance(row, dict)]
        return "/".join(str(number) for number in points)
    return "–" if value is None else str(value)


def _list_other_changes(update: Update, kinds: Mapping[str, EntryKind], say: Say) -> list[str]:
    """Return a line for each other change taken without a question; equal ones are one line.

    Changes of profiles are only counted.
    """
    groups: dict[tuple[str, str], list[Difference]] = {}
    profiles: Counter[str] = Counter()
    for difference in _list_taken(update):
        decide = kinds[difference.entry.kind].fields[difference.field].decide
        if decide == "profile":
            profiles[difference.field] += 1
        elif decide != "price":
            groups.setdefault((difference.field, describe_change(difference)), []).append(
                difference
            )
    rows: list[str] = []
    for (field, change), group in sorted(groups.items(), key=lambda group: -len(group[1])):
        names = _list_names((difference.entry.name for difference in group), say)
        rows.append(f"{len(group)}× {field}: {_cut(change)} ({names})")
    for field, count in profiles.items():
        rows.append(say("report.profiles", field=field, count=count))
    return rows


def _list_entries(update: Update, say: Say) -> list[str]:
    """Return a line for each book and kind with new entries that are added without a question."""
    groups: dict[tuple[str, str], list[str]] = {}
    for entry in update.outcome.new:
        if entry.verdict == "taken":
            groups.setdefault((entry.book, entry.kind), []).append(entry.name)
    return [
        say("report.new", book=update.ours[book].name, kind=kind, names=_list_names(names, say))
        for (book, kind), names in groups.items()
    ]


def _list_by_hand(update: Update, kinds: Mapping[str, EntryKind], say: Say) -> list[str]:
    """Return a line for each book and field that a person has to write, such as rules."""
    groups: dict[tuple[str, str], list[str]] = {}
    for difference in update.outcome.differences:
        if difference.verdict == "by_hand":
            groups.setdefault((difference.entry.book, difference.field), []).append(
                difference.entry.name
            )
    for new in update.outcome.new:
        if new.verdict == "by_hand":
            groups.setdefault((new.book, say("about.new")), []).append(new.name)
    return [
        f"{update.ours[book].name}: {field} ({_list_names(names, say)})"
        for (book, field), names in groups.items()
    ]


def _list_corrections(update: Update, say: Say) -> list[str]:
    """Return a line for each correction that a person should look at: spent, stale or orphaned."""
    rows: list[str] = []
    states = (
        ("spent", update.outcome.spent),
        ("stale", update.outcome.stale),
        ("orphaned", update.orphaned),
    )
    for state, corrections in states:
        places = [
            (correction.book, correction.unit, correction.field) for correction in corrections
        ]
        for book, unit, field in dict.fromkeys(places):
            rows.append(say(f"report.{state}", book=book, unit=unit, field=field))
    return rows


def _list_unread(update: Update, say: Say) -> list[str]:
    """Return a line for each part of the sources that was not read or not understood."""
    rows: list[str] = []
    for source in update.sources:
        for part in source.matched.source.unread:
            rows.append(say("report.not_read", place=str(part.place), reason=part.reason))
        if source.matched.unknown:
            names = _list_names((book.name for book in source.matched.unknown), say)
            rows.append(say("report.unknown_books", reader=source.reader, names=names))
        pieces: Counter[str] = Counter()
        for _, entry in source.matched.source.list_entries():
            for name, value in entry.fields.items():
                if value.not_understood:
                    pieces[name] += 1
        for name, count in pieces.items():
            rows.append(say("report.not_understood", reader=source.reader, field=name, count=count))
    return rows


def build_report(update: Update) -> dict[str, object]:
    """Return the report as plain data, for programs."""
    from listbuilder.version import VERSION

    return {
        "listbuilder": VERSION,
        "system": update.system,
        "as_of": update.day,
        "sources": [
            {
                "reader": source.reader,
                "rank": source.rank,
                "label": source.matched.source.label,
                "books": source.matched.books,
                "unknown_books": [book.name for book in source.matched.unknown],
                "unread": [
                    {"place": str(part.place), "reason": part.reason, "book": part.book}
                    for part in source.matched.source.unread
                ],
            }
            for source in update.sources
        ],
        "stopped": [
            {"key": problem.key, "file": problem.file, "args": problem.args}
            for problem in update.stopped
        ],
        "questions": [
            {
                "id": question.id,
                "about": question.about,
                "reason": question.reason,
                "field": question.field,
                "change": question.change,
                "entries": question.entries,
                "choices": question.choices,
                "default": question.default,
                "open": question in update.open,
            }
            for question in update.questions
        ],
        "changes": [
            {"change": type(change).__name__, **msgspec.to_builtins(change)}
            for change in update.changes
        ],
        "by_hand": [
            {"entry": name_entry(difference.entry), "field": difference.field}
            for difference in update.outcome.differences
            if difference.verdict == "by_hand"
        ],
        "corrections": {
            "spent": msgspec.to_builtins(update.outcome.spent),
            "stale": msgspec.to_builtins(update.outcome.stale),
            "orphaned": msgspec.to_builtins(update.orphaned),
        },
    }
