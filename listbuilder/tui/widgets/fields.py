"""The editor of the selected thing: one line for each thing about it that can be changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from listbuilder.games.shared.choices import Field
from listbuilder.model.base import Path, fold
from listbuilder.model.finding import Amount, Stamped
from listbuilder.tui.widgets.army import SIGNS
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.words import Words

NO_MARKS: Mapping[int, str] = {}


class FieldList(Rows):
    """Keys are places in `fields`."""

    fields: Sequence[Field] = ()

    def refresh_from(
        self, title: str, fields: Sequence[Field], words: Words, empty: str = "", marks: Mapping[int, str] = NO_MARKS
    ) -> None:
        """`marks`: the severity of what was found about a field."""
        self.fields = list(fields)
        self.show(list(_lines(title, self.fields, words, empty, marks)))

    @property
    def field(self) -> Field | None:
        return self.fields[self.cursor] if isinstance(self.cursor, int) and self.cursor < len(self.fields) else None


def field_label(field: Field, words: Words) -> str:
    return words(f"field.{field.key}", **field.args)


def marks_of(fields: Sequence[Field], findings: Sequence[Stamped], whole: Path) -> dict[int, str]:
    """The worst that was found about each field of the thing at this place."""
    found: dict[int, str] = {}
    for severity in ("warning", "error"):
        for finding in findings:
            if finding.severity == severity:
                found.update({place: severity for place, field in enumerate(fields) if is_about(field, finding, whole)})
    return found


def is_about(field: Field, finding: Stamped, whole: Path) -> bool:
    """Whether a finding speaks of what this field changes."""
    about = finding.about
    if isinstance(about, tuple) and about[: len(whole)] == whole and "wargear" in about[len(whole) :]:
        model, item = (str(each) for each in about[-2:])
        named = field.group.args.get("name") if field.group is not None else None
        return (named is None or fold(str(named)) == fold(model)) and fold(item) in _items(field)
    path = finding.path
    return path[: len(whole)] == whole and field.key in path[len(whole) : len(whole) + 1]


def _items(field: Field) -> set[str]:
    """Wargear that a field takes or gives."""
    named = [*field.args.get("come", ()), *field.args.get("gone", ())]
    return {fold(each.name if isinstance(each, Amount) else each) for each in named}


def _lines(title: str, fields: Sequence[Field], words: Words, empty: str, marks: Mapping[int, str]) -> Iterator[Line]:
    if title:
        yield Line(left=title, look="name", wrap=True)
    if not fields:
        yield Line(left=empty, look="dim", wrap=True)
    heading = None
    for place, field in enumerate(fields):
        if field.group is not None and field.group != heading:
            yield Line(left=words.text(field.group), look="head")
        heading = field.group
        value = words.text(field.value)
        shown = f"‹ {value} ›" if field.kind == "choice" else value
        sign, look = SIGNS[marks[place]] if place in marks else ("", "")
        yield Line(key=place, left=field_label(field, words), right=shown, indent=1, mark=sign, mark_look=look, whole=True)
