"""The report of an update, as a maintainer reviews it: questions first, equal changes as one line.

Markdown for a pull request, plain data for programs. Profiles are counted and not listed, prices
stand in one row for each book: a quarter of releases fits 150 lines.
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
    lines += _format_section(say, "stopped", [_say_problem(one, lang) for one in update.stopped])
    lines += _format_section(
        say, "questions", [_format_question(one, update, say) for one in update.questions], None
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
    """Return a section of the report as lines; nothing if it has no rows."""
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
    """Return one question on a line: what, of which entries, why it is asked, and its default."""
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
    return [one for one in update.outcome.differences if one.verdict == "taken"]


def _format_prices(update: Update, kinds: Mapping[str, EntryKind], say: Say) -> list[str]:
    """Return the changes of prices as a table with one row for each book."""
    rows: dict[str, list[Difference]] = {}
    for one in _list_taken(update):
        if kinds[one.entry.kind].fields[one.field].decide == "price":
            rows.setdefault(one.entry.book, []).append(one)
    if not rows:
        return []
    total = sum(map(len, rows.values()))
    lines = ["", f"## {say('report.prices', count=total)}", ""]
    lines += [
        f"| {say('report.book')} | + | – | {say('report.sum')} | {say('report.what')} |",
        "|-|-|-|-|-|",
    ]
    for book, ones in rows.items():
        differences = [
            sum_price_changes(one.ours, one.theirs) for one in ones if one.field == "points"
        ]
        up = sum(difference > 0 for difference in differences)
        down = sum(difference < 0 for difference in differences)
        what = "; ".join(
            f"{one.entry.name} {_show_price(one.ours)} → {_show_price(one.theirs)}" for one in ones
        )
        lines.append(
            f"| {update.ours[book].name} | {up} | {down} | {sum(differences):+} | {what} |"
        )
    return lines


def _show_price(value: object) -> str:
    """Return a price in short: `95`, or `95/220` for several sizes."""
    if isinstance(value, list | tuple):
        points = [row.get("points") for row in value if isinstance(row, dict)]
        return "/".join(str(one) for one in points)
    return "–" if value is None else str(value)


def _list_other_changes(update: Update, kinds: Mapping[str, EntryKind], say: Say) -> list[str]:
    """Return the other changes taken unasked, equal ones as one line; profiles are counted."""
    groups: dict[tuple[str, str], list[Difference]] = {}
    profiles: Counter[str] = Counter()
    for one in _list_taken(update):
        decide = kinds[one.entry.kind].fields[one.field].decide
        if decide == "profile":
            profiles[one.field] += 1
        elif decide != "price":
            groups.setdefault((one.field, describe_change(one)), []).append(one)
    rows: list[str] = []
    for (field, change), ones in sorted(groups.items(), key=lambda group: -len(group[1])):
        names = _list_names((one.entry.name for one in ones), say)
        rows.append(f"{len(ones)}× {field}: {_cut(change)} ({names})")
    for field, count in profiles.items():
        rows.append(say("report.profiles", field=field, count=count))
    return rows


def _list_entries(update: Update, say: Say) -> list[str]:
    """Return what is new without a question, by book and kind."""
    groups: dict[tuple[str, str], list[str]] = {}
    for one in update.outcome.new:
        if one.verdict == "taken":
            groups.setdefault((one.book, one.kind), []).append(one.name)
    return [
        say("report.new", book=update.ours[book].name, kind=kind, names=_list_names(names, say))
        for (book, kind), names in groups.items()
    ]


def _list_by_hand(update: Update, kinds: Mapping[str, EntryKind], say: Say) -> list[str]:
    """Return what a person has to write: rules and conditions that changed."""
    groups: dict[tuple[str, str], list[str]] = {}
    for one in update.outcome.differences:
        if one.verdict == "by_hand":
            groups.setdefault((one.entry.book, one.field), []).append(one.entry.name)
    for new in update.outcome.new:
        if new.verdict == "by_hand":
            groups.setdefault((new.book, say("about.new")), []).append(new.name)
    return [
        f"{update.ours[book].name}: {field} ({_list_names(names, say)})"
        for (book, field), names in groups.items()
    ]


def _list_corrections(update: Update, say: Say) -> list[str]:
    """Return the corrections of ours that want a look: spent, stale and orphaned ones."""
    rows: list[str] = []
    states = (
        ("spent", update.outcome.spent),
        ("stale", update.outcome.stale),
        ("orphaned", update.orphaned),
    )
    for state, corrections in states:
        for one in dict.fromkeys((one.book, one.unit, one.field) for one in corrections):
            rows.append(say(f"report.{state}", book=one[0], unit=one[1], field=one[2]))
    return rows


def _list_unread(update: Update, say: Say) -> list[str]:
    """Return what of the sources was not read or not understood."""
    rows: list[str] = []
    for source in update.sources:
        for one in source.matched.source.unread:
            rows.append(say("report.not_read", place=str(one.place), reason=one.reason))
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
                    {"place": str(one.place), "reason": one.reason, "book": one.book}
                    for one in source.matched.source.unread
                ],
            }
            for source in update.sources
        ],
        "stopped": [{"key": one.key, "file": one.file, "args": one.args} for one in update.stopped],
        "questions": [
            {
                "id": one.id,
                "about": one.about,
                "reason": one.reason,
                "field": one.field,
                "change": one.change,
                "entries": one.entries,
                "choices": one.choices,
                "default": one.default,
                "open": one in update.open,
            }
            for one in update.questions
        ],
        "changes": [
            {"change": type(one).__name__, **msgspec.to_builtins(one)} for one in update.changes
        ],
        "by_hand": [
            {"entry": name_entry(one.entry), "field": one.field}
            for one in update.outcome.differences
            if one.verdict == "by_hand"
        ],
        "corrections": {
            "spent": msgspec.to_builtins(update.outcome.spent),
            "stale": msgspec.to_builtins(update.outcome.stale),
            "orphaned": msgspec.to_builtins(update.orphaned),
        },
    }
