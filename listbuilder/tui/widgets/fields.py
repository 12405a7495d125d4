"""The editor of the selected thing: one line for each thing about it that can be changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.games.shared.choices import Field
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.words import Words


class FieldList(Rows):
    """Keys are places in `fields`."""

    fields: Sequence[Field] = ()

    def refresh_from(self, title: str, fields: Sequence[Field], words: Words, empty: str = "") -> None:
        self.fields = list(fields)
        self.show(list(_lines(title, self.fields, words, empty)))

    @property
    def field(self) -> Field | None:
        return self.fields[self.cursor] if isinstance(self.cursor, int) and self.cursor < len(self.fields) else None


def field_label(field: Field, words: Words) -> str:
    return words(f"field.{field.key}", **field.args)


def _lines(title: str, fields: Sequence[Field], words: Words, empty: str) -> Iterator[Line]:
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
        yield Line(key=place, left=field_label(field, words), right=shown, indent=1)
