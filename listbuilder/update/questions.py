"""The questions that an update asks, and the answers file that they are in.

The same change of many units is one question; a unit can have another answer under `except`. The id
of a question is made from what it asks, so that an answer counts for exactly that: if the source
says something else later, it is another question.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

import msgspec

from listbuilder.model.problem import Problem, Unreadable
from listbuilder.update.compare import make_digest, make_plain_form, normalise
from listbuilder.update.decide import Difference, GoneEntry, NewEntry, Outcome, Rename
from listbuilder.update.fields import EntryKind
from listbuilder.update.our_books import OurEntry
from listbuilder.update.text_guard import has_new_rules_text, shorten_rules_texts
from listbuilder.yamlio import reader

Answer = Literal["keep", "take", "add", "leave", "remove", "rename"]
CHOICES: dict[str, tuple[Answer, ...]] = {
    "field": ("keep", "take"),
    "new": ("add", "leave"),
    "gone": ("keep", "remove"),
    "rename": ("rename", "keep"),
}
# Comments at the top of an answers file, in English like the comments of all data files.
_HEAD = """\
Questions of `listbuilder data update`. Fill in `answer` with one of the choices, or `default`.
Entries that differ from the rest go under `except: {book/unit: answer}`.
`rest: default` gives every question without an answer its default."""
# Reasons for which all entries with a field are one question, because they are about the source and
# not about single entries.
_WHOLE_FIELDS = ("first_time", "not_understood", "conflict", "rules_text")
REST = "rest"
"""The key of an answers file that answers all questions left open: `rest: default`."""


class Question(msgspec.Struct, frozen=True):
    """One question: what it is about, the entries that it is asked for, and its default answer.

    `about` is the kind of question; `entries` are the entries, each as `book/id`; `items` are what
    the answer decides, in the same order.
    """

    id: str
    about: Literal["field", "new", "gone", "rename"]
    reason: str
    entries: tuple[str, ...]
    items: tuple[Difference | NewEntry | GoneEntry | Rename, ...]
    default: Answer
    field: str = ""
    change: str = ""  # the change that all entries have in common, in a few words

    @property
    def choices(self) -> tuple[Answer, ...]:
        """The answers that the question can have; what can't be written leaves only its default."""
        return (self.default,) if self.reason == "rules_text" else CHOICES[self.about]


class Answers(msgspec.Struct, frozen=True):
    """The content of an answers file: for each question its answer and the exceptions from it."""

    answers: dict[str, str] = {}
    exceptions: dict[str, dict[str, str]] = {}
    rest_by_default: bool = False

    def find(self, question: Question, index: int) -> Answer | None:
        """Return the answer for the entry number `index` of a question, or None if it is open."""
        apart = self.exceptions.get(question.id, {}).get(question.entries[index])
        given = apart or self.answers.get(question.id)
        if given is None and self.rest_by_default:
            return question.default
        for choice in question.choices:
            if given == choice:
                return choice
        return question.default if given == "default" else None


def name_entry(entry: OurEntry) -> str:
    """Return the name of an entry in the answers file: `necrons/lychguard`."""
    inside = f"{entry.inside}/" if entry.inside else ""
    return f"{entry.book}/{inside}{entry.id}"


def make_questions(outcome: Outcome, kinds: Mapping[str, EntryKind]) -> list[Question]:
    """Return the questions of an update: renames, removals, new entries, then fields."""
    return [
        *_ask_renames(outcome.renames),
        *_ask_gone(outcome.gone),
        *_ask_new(entry for entry in outcome.new if entry.verdict == "asked"),
        *_ask_fields(
            (difference for difference in outcome.differences if difference.verdict == "asked"),
            kinds,
        ),
    ]


def _make_id(*parts: object) -> str:
    """Return the id of a question, a digest of what it asks."""
    return "q-" + make_digest(parts)


def _ask_renames(renames: Iterable[Rename]) -> list[Question]:
    """Return a question for each rename."""
    questions: list[Question] = []
    for rename in renames:
        reason = "same_id" if rename.by_id else "alike"
        if rename.is_taken:
            reason = "name_taken"
        if has_new_rules_text(None, rename.new_name):
            reason = "rules_text"
        questions.append(
            Question(
                id=_make_id("rename", rename.entry.key, rename.new_name),
                about="rename",
                reason=reason,
                entries=(name_entry(rename.entry),),
                items=(rename,),
                default="rename" if reason == "same_id" else "keep",
                change=f"{rename.entry.name} → {_show(rename.new_name)}",
            )
        )
    return questions


def _ask_gone(gone: Iterable[GoneEntry]) -> list[Question]:
    """Return one question for each book and kind of entries that a source no longer has."""
    groups: dict[tuple[str, str], list[GoneEntry]] = {}
    for removal in gone:
        groups.setdefault((removal.entry.book, removal.entry.kind), []).append(removal)
    questions: list[Question] = []
    for (book, kind), group in groups.items():
        entries = tuple(name_entry(removal.entry) for removal in group)
        questions.append(
            Question(
                id=_make_id("gone", book, kind, entries),
                about="gone",
                reason="gone",
                entries=entries,
                items=tuple(group),
                default="keep",
                change=kind,
            )
        )
    return questions


def _ask_new(new: Iterable[NewEntry]) -> list[Question]:
    """Return one question for the new entries of each kind and reason.

    Each book has its own, except for a source that is compared for the first time.
    """
    groups: dict[tuple[str, str, str], list[NewEntry]] = {}
    for entry in new:
        book = "" if entry.reason == "first_time" else entry.book
        groups.setdefault((book, entry.kind, entry.reason), []).append(entry)
    questions: list[Question] = []
    for (book, kind, reason), group in groups.items():
        entries = tuple(
            "/".join(_show(part) for part in (entry.book, entry.inside, entry.name) if part)
            for entry in group
        )
        questions.append(
            Question(
                id=_make_id("new", book, kind, entries),
                about="new",
                reason=reason,
                entries=entries,
                items=tuple(group),
                default="leave",
                change=kind,
            )
        )
    return questions


def _ask_fields(
    differences: Iterable[Difference], kinds: Mapping[str, EntryKind]
) -> list[Question]:
    """Return one question for each change, with all entries that have it in common.

    For a source that is compared for the first time, all entries that differ in a field are one
    question, because it isn't known whether the source has changed.
    """
    groups: dict[tuple[str, ...], list[Difference]] = {}
    for difference in differences:
        groups.setdefault(_make_group(difference, kinds), []).append(difference)
    questions: list[Question] = []
    for group in groups.values():
        entries = tuple(name_entry(difference.entry) for difference in group)
        values = [
            (
                difference.entry.key,
                difference.field,
                _normalise_side(difference, difference.theirs, kinds),
            )
            for difference in group
        ]
        ours = [_normalise_side(difference, difference.ours, kinds) for difference in group]
        questions.append(
            Question(
                id=_make_id("field", values, ours),
                about="field",
                reason=group[0].reason,
                entries=entries,
                items=tuple(group),
                default="take"
                if all(difference.take_by_default for difference in group)
                else "keep",
                field=group[0].field,
                change=_describe_common(group),
            )
        )
    return sorted(
        questions, key=lambda question: (question.reason == "first_time", -len(question.entries))
    )


def _describe_common(differences: list[Difference]) -> str:
    """Return the change in a few words if it is the same for all `differences`, else ""."""
    changes = {describe_change(difference) for difference in differences}
    return changes.pop() if len(changes) == 1 else ""


def _normalise_side(
    difference: Difference, value: object, kinds: Mapping[str, EntryKind]
) -> object:
    """Return the plain form of `value`, one of the two sides of a difference."""
    field = kinds[difference.entry.kind].fields[difference.field]
    return normalise(field, value, difference.entry.raw)


def _make_group(difference: Difference, kinds: Mapping[str, EntryKind]) -> tuple[str, ...]:
    """Return a key that is equal for all differences of one question."""
    kind, field, reason = difference.entry.kind, difference.field, difference.reason
    if reason in _WHOLE_FIELDS:
        return (kind, field, reason, difference.statements[0].reader)
    if kinds[kind].fields[field].decide == "price":
        return (kind, field, reason, difference.entry.book)
    return (kind, field, reason, describe_change(difference))


def describe_change(difference: Difference) -> str:
    """Return the change in a few words: `- Frame + Beast` for a list, `95 → 100` for a value."""
    ours, theirs = difference.ours, difference.theirs
    if isinstance(ours, list) and isinstance(theirs, list):
        our_forms = [make_plain_form(row) for row in ours]
        their_forms = [make_plain_form(row) for row in theirs]
        pairs = zip(ours, our_forms, strict=True)
        left = [f"- {_show(row)}" for row, form in pairs if form not in their_forms]
        pairs = zip(theirs, their_forms, strict=True)
        added = [f"+ {_show(row)}" for row, form in pairs if form not in our_forms]
        if left or added:
            return " ".join([*left, *added])
    return f"{_show(ours)} → {_show(theirs)}"


def _show(value: object) -> str:
    """Return a value as text on one line, lists and maps as JSON, and rules text cut short."""
    if value is None:
        return "–"
    value = shorten_rules_texts(value)
    if isinstance(value, str | int):
        return str(value)
    return json.dumps(value, ensure_ascii=False)


def read_answers(file: Path) -> Answers:
    """Return the answers in `file`; none if there is no such file.

    Raises Unreadable with the line if it isn't YAML or an answer isn't one of the choices.
    """
    if not file.is_file():
        return Answers()
    document = reader.read_yaml(
        reader.read_bytes(file, reader.DATA_BYTES), str(file), reader.DATA_BYTES
    )
    data = document.data
    rows = data.get("questions", []) if isinstance(data, dict) else None
    if not isinstance(rows, list):
        raise Unreadable([Problem(key="bad_answers", file=str(file), line=1, column=1)])
    answers: dict[str, str] = {}
    exceptions: dict[str, dict[str, str]] = {}
    problems: list[Problem] = []
    for index, row in enumerate(rows):
        if not isinstance(row, dict) or not isinstance(row.get("id"), str):
            problems.append(document.make_problem("bad_answers", ("questions", index)))
            continue
        given = row.get("answer")
        choices = row.get("choices")
        if given and isinstance(choices, list) and given not in (*choices, "default"):
            problems.append(
                document.make_problem(
                    "unknown_answer",
                    ("questions", index, "answer"),
                    given=str(given),
                    known=choices,
                )
            )
        if given:
            answers[row["id"]] = str(given)
        apart = row.get("except")
        if isinstance(apart, dict):
            exceptions[row["id"]] = {str(entry): str(answer) for entry, answer in apart.items()}
    if problems:
        raise Unreadable(problems)
    return Answers(answers, exceptions, data.get(REST) == "default")


def format_answers(questions: Iterable[Question], answers: Answers) -> str:
    """Return the text of the answers file: every question with its default and its answer so far.

    Values are written as JSON, which is YAML.
    """
    lines = [f"# {line}".rstrip() for line in _HEAD.splitlines()]
    rest = "default" if answers.rest_by_default else '""'
    lines.append(f"{REST}: {rest}")
    lines.append("questions:")
    for question in questions:
        lines.append(f"  - id: {question.id}")
        lines.append(f"    about: {question.about}")
        lines.append(f"    reason: {question.reason}")
        if question.field:
            lines.append(f"    field: {question.field}")
        if question.change:
            lines.append(f"    change: {json.dumps(question.change, ensure_ascii=False)}")
        lines.append("    entries:")
        for entry, item in zip(question.entries, question.items, strict=True):
            lines.append(f"      - {json.dumps(entry, ensure_ascii=False)}{_describe_item(item)}")
        lines.append(f"    choices: [{', '.join(question.choices)}]")
        lines.append(f"    default: {question.default}")
        given = answers.answers.get(question.id, "")
        lines.append(f"    answer: {given or json.dumps('')}")
        apart = answers.exceptions.get(question.id)
        if apart:
            lines.append(f"    except: {json.dumps(apart, ensure_ascii=False)}")
    if lines[-1] == "questions:":
        lines[-1] = "questions: []"
    return "\n".join(lines) + "\n"


def _describe_item(item: Difference | NewEntry | GoneEntry | Rename) -> str:
    """Return a comment for one entry of a question: both values, and the place in the source."""
    if isinstance(item, Difference):
        said = "; ".join(
            f"{statement.reader}: {_show(statement.value.data)} ({statement.value.place})"
            for statement in item.statements
        )
        return f"  # ours: {_show(item.ours)}; {said}"
    if isinstance(item, NewEntry):
        return f"  # {item.place}"
    if isinstance(item, Rename):
        return f"  # {item.reader}: {item.place}"
    return f"  # {', '.join(item.readers)}"
