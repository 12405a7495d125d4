"""The questions that an update asks, and the answers file that holds them.

Questions about the same change of many units are one question; a unit can be answered apart under
`except`. The id of a question is made of what it asks, so that an answer counts for exactly that:
once the source says something else, it is another question.
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
# Comments at the head of an answers file, in English as the comments of all data files are.
_HEAD = """\
Questions of `listbuilder data update`. Fill in `answer` with one of the choices, or `default`.
Entries that differ from the rest go under `except: {book/unit: answer}`.
`rest: default` gives every question without an answer its default."""
# Reasons for which all entries of a field are one question: they say something about the source,
# and not about the entries.
_WHOLE_FIELDS = ("first_time", "not_understood", "conflict", "rules_text")
REST = "rest"
"""The key of an answers file that answers all questions left open: `rest: default`."""


class Question(msgspec.Struct, frozen=True):
    """One question: what it is about, the entries it is asked for, and what may be answered.

    `about` is the kind of question; `entries` are the entries, each as `book/id`; `items` are what
    is decided with it, in the same order.
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
    """Return an entry as answers name it: `necrons/lychguard`."""
    inside = f"{entry.inside}/" if entry.inside else ""
    return f"{entry.book}/{inside}{entry.id}"


def make_questions(outcome: Outcome, kinds: Mapping[str, EntryKind]) -> list[Question]:
    """Return the questions of an update, those of most weight first."""
    return [
        *_ask_renames(outcome.renames),
        *_ask_gone(outcome.gone),
        *_ask_new(one for one in outcome.new if one.verdict == "asked"),
        *_ask_fields((one for one in outcome.differences if one.verdict == "asked"), kinds),
    ]


def _make_id(*parts: object) -> str:
    """Return the id of a question that asks `parts`."""
    return "q-" + make_digest(parts)


def _ask_renames(renames: Iterable[Rename]) -> list[Question]:
    """Return a question for each rename."""
    questions: list[Question] = []
    for rename in renames:
        reason = "same_id" if rename.by_id else "alike"
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
    for one in gone:
        groups.setdefault((one.entry.book, one.entry.kind), []).append(one)
    questions: list[Question] = []
    for (book, kind), ones in groups.items():
        entries = tuple(name_entry(one.entry) for one in ones)
        questions.append(
            Question(
                id=_make_id("gone", book, kind, entries),
                about="gone",
                reason="gone",
                entries=entries,
                items=tuple(ones),
                default="keep",
                change=kind,
            )
        )
    return questions


def _ask_new(new: Iterable[NewEntry]) -> list[Question]:
    """Return one question for each kind and reason, and for each book but on the first run."""
    groups: dict[tuple[str, str, str], list[NewEntry]] = {}
    for one in new:
        book = "" if one.reason == "first_time" else one.book
        groups.setdefault((book, one.kind, one.reason), []).append(one)
    questions: list[Question] = []
    for (book, kind, reason), ones in groups.items():
        entries = tuple(
            "/".join(_show(part) for part in (one.book, one.inside, one.name) if part)
            for one in ones
        )
        questions.append(
            Question(
                id=_make_id("new", book, kind, entries),
                about="new",
                reason=reason,
                entries=entries,
                items=tuple(ones),
                default="leave",
                change=kind,
            )
        )
    return questions


def _ask_fields(
    differences: Iterable[Difference], kinds: Mapping[str, EntryKind]
) -> list[Question]:
    """Return one question for each change that any number of entries have in common.

    On the first run with a source, all entries that differ in a field are one question: nothing
    says yet that the source has changed.
    """
    groups: dict[tuple[str, ...], list[Difference]] = {}
    for one in differences:
        groups.setdefault(_make_group(one, kinds), []).append(one)
    questions: list[Question] = []
    for ones in groups.values():
        entries = tuple(name_entry(one.entry) for one in ones)
        values = [(one.entry.key, one.field, _form(one, one.theirs, kinds)) for one in ones]
        ours = [_form(one, one.ours, kinds) for one in ones]
        questions.append(
            Question(
                id=_make_id("field", values, ours),
                about="field",
                reason=ones[0].reason,
                entries=entries,
                items=tuple(ones),
                default="take" if all(one.take_by_default for one in ones) else "keep",
                field=ones[0].field,
                change=_describe_common(ones),
            )
        )
    return sorted(questions, key=lambda one: (one.reason == "first_time", -len(one.entries)))


def _describe_common(differences: list[Difference]) -> str:
    """Return the change that all `differences` have in common, or "" if they have none."""
    changes = {describe_change(one) for one in differences}
    return changes.pop() if len(changes) == 1 else ""


def _form(difference: Difference, value: object, kinds: Mapping[str, EntryKind]) -> object:
    """Return the plain form of one side of a difference."""
    field = kinds[difference.entry.kind].fields[difference.field]
    return normalise(field, value, difference.entry.raw)


def _make_group(difference: Difference, kinds: Mapping[str, EntryKind]) -> tuple[str, ...]:
    """Return what a difference has in common with those of the same question."""
    kind, field, reason = difference.entry.kind, difference.field, difference.reason
    if reason in _WHOLE_FIELDS:
        return (kind, field, reason, difference.statements[0].reader)
    if kinds[kind].fields[field].decide == "price":
        return (kind, field, reason, difference.entry.book)
    return (kind, field, reason, describe_change(difference))


def describe_change(difference: Difference) -> str:
    """Return what a difference changes in a few words: `- Frame + Beast`, `95 → 100`."""
    ours, theirs = difference.ours, difference.theirs
    if isinstance(ours, list) and isinstance(theirs, list):
        our_forms = [make_plain_form(one) for one in ours]
        their_forms = [make_plain_form(one) for one in theirs]
        pairs = zip(ours, our_forms, strict=True)
        left = [f"- {_show(one)}" for one, form in pairs if form not in their_forms]
        pairs = zip(theirs, their_forms, strict=True)
        added = [f"+ {_show(one)}" for one, form in pairs if form not in our_forms]
        if left or added:
            return " ".join([*left, *added])
    return f"{_show(ours)} → {_show(theirs)}"


def _show(value: object) -> str:
    """Return a value on one line; a sentence of rules text is cut to its beginning."""
    if value is None:
        return "–"
    value = shorten_rules_texts(value)
    if isinstance(value, str | int):
        return str(value)
    return json.dumps(value, ensure_ascii=False)


def read_answers(file: Path) -> Answers:
    """Return the answers in `file`; none if there is no such file.

    Raises Unreadable with the line if it is no YAML or an answer is none of the choices.
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
    """Return a comment for one entry of a question: both values and where theirs stands."""
    if isinstance(item, Difference):
        said = "; ".join(
            f"{one.reader}: {_show(one.value.data)} ({one.value.place})" for one in item.statements
        )
        return f"  # ours: {_show(item.ours)}; {said}"
    if isinstance(item, NewEntry):
        return f"  # {item.place}"
    if isinstance(item, Rename):
        return f"  # {item.reader}: {item.place}"
    return f"  # {', '.join(item.readers)}"
