"""The editor of the selected thing: one line for each thing about it that can be changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from textual import events
from textual.message import Message

from listbuilder.games.shared.choices import Field, Text
from listbuilder.games.shared.labels import NO_NUMBERS, Numbers
from listbuilder.law.position import Position
from listbuilder.model.base import Path, fold
from listbuilder.model.finding import Stamped
from listbuilder.tui.widgets.army import SIGNS
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.words import Words

_LISTS = {"deployment": ("strategic_reserves", "reserves")}  # fields that are several lists of the roster
STEPS = {"‹": -1, "›": 1}
NO_MARKS: Mapping[int, str] = {}


class FieldList(Rows):
    """Keys are places in `fields`."""

    fields: Sequence[Field] = ()

    class Stepped(Message):
        """One of the marks beside a value was clicked; the cursor stands on it."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    def on_click(self, event: events.Click) -> None:
        """The marks step; everything else is as in any list."""
        key, mark = self.at(event)
        if key is not None and mark in STEPS:
            event.prevent_default()
            self.move_to(key)
            self.post_message(self.Stepped(STEPS[mark]))

    def refresh_from(
        self,
        title: str,
        fields: Sequence[Field],
        words: Words,
        empty: str = "",
        marks: Mapping[int, str] = NO_MARKS,
        numbers: Numbers = NO_NUMBERS,
        below: Sequence[Line] = (),
    ) -> None:
        """`marks`: the severity of what was found about a field. `numbers`: of the units that fields are about. `below`:
        lines after the fields, which can't be changed.
        """
        self.fields = list(fields)
        self.show([*_lines(title, self.fields, words, empty, marks, numbers), *below])

    @property
    def field(self) -> Field | None:
        return self.fields[self.cursor] if isinstance(self.cursor, int) and self.cursor < len(self.fields) else None


def field_label(field: Field, words: Words) -> str:
    return words(f"field.{field.key}", **words.args(field.args))


def field_value(field: Field, words: Words) -> str:
    """With the rule that limits it, where there is one."""
    value, rule = words.text(field.value), field.args.get("rule")
    return words("with_rule", value=value, rule=words.text(rule)) if isinstance(rule, Text) else value


def marks_of(fields: Sequence[Field], findings: Sequence[Stamped], whole: Path) -> dict[int, str]:
    """The worst that was found about each field of the thing at this place."""
    found: dict[int, str] = {}
    for severity in ("warning", "error"):
        for finding in findings:
            if finding.severity == severity:
                found.update({place: severity for place, field in enumerate(fields) if is_about(field, finding, whole)})
    return found


def marks_of_declared(fields: Sequence[Field], findings: Sequence[Stamped]) -> dict[int, str]:
    """The worst that was found about each declaration: a finding names the unit, and where that is declared."""
    found: dict[int, str] = {}
    for severity in ("warning", "error"):
        for finding in (each for each in findings if each.severity == severity):
            for place, field in enumerate(fields):
                named = field.of in (*finding.units, *finding.path)
                if named and any(key in finding.path for key in (field.key, *_LISTS.get(field.key, ()))):
                    found[place] = severity
    return found


def is_about(field: Field, finding: Stamped, whole: Path) -> bool:
    """Whether a finding speaks of what this field changes."""
    about = finding.about
    if isinstance(about, tuple) and about[: len(whole)] == whole and "wargear" in about[len(whole) :]:
        model, item = (str(each) for each in about[-2:])
        named = field.group.args.get("name") if field.group is not None else None
        return field.group is not None and (named is None or fold(str(named)) == fold(model)) and fold(item) in _items(field)
    path = finding.path
    return path[: len(whole)] == whole and field.key in path[len(whole) : len(whole) + 1]


def _items(field: Field) -> set[str]:
    """Wargear that a field takes or gives."""
    named = [*field.args.get("come", ()), *field.args.get("gone", ())]
    if field.key == "instead_of":
        named += [item for option in field.options() for item in option.label.args.get("items", ())]
    return set(map(fold, named))


def _lines(
    title: str, fields: Sequence[Field], words: Words, empty: str, marks: Mapping[int, str], numbers: Numbers
) -> Iterator[Line]:
    if title:
        yield Line(left=title, look="name", wrap=True)
    if not fields:
        yield Line(left=empty, look="dim", wrap=True)
    heading: object = None
    for place, field in enumerate(fields):
        if field.group is not None and (field.group, field.of) != heading:
            yield Line(left=words.one_of_several(field.group, numbers.get(field.of)), look="head")
        heading = (field.group, field.of)
        value = field_value(field, words)
        shown = f"‹ {value} ›" if field.kind == "choice" else value
        sign, look = SIGNS[marks[place]] if place in marks else ("", "")
        yield Line(key=place, left=field_label(field, words), right=shown, indent=1, mark=sign, mark_look=look, whole=True)


def aid_lines(position: Position, words: Words) -> Iterator[Line]:
    """What players need before the battle, under a heading; each line with its place in the book."""
    army, game = position.army, position.system
    found = game.aids(army) if army is not None and game is not None else []
    if found:
        yield Line(left=words("aid.title"), look="head")
    for aid in found:
        assert army is not None
        yield Line(left=words.aid(aid, army.book), look="dim", indent=1, wrap=True)
