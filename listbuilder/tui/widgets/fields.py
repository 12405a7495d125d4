"""The editor of the selected thing: one line for each field that can be changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from textual import events
from textual.message import Message

from listbuilder.games.common.editor import Field, Text
from listbuilder.games.common.labels import NO_NUMBERS, Numbers
from listbuilder.model.base import Path, fold
from listbuilder.model.finding import Stamped
from listbuilder.roster.position import Position
from listbuilder.tui.text import Words
from listbuilder.tui.widgets.army import SIGNS
from listbuilder.tui.widgets.rows import Line, Rows

_LISTS = {
    "deployment": ("strategic_reserves", "reserves")
}  # fields that are several lists of the roster
STEPS = {"‹": -1, "›": 1}
NO_MARKS: Mapping[int, str] = {}


class FieldList(Rows):
    """The fields of one thing as lines; their keys are indexes of `fields`."""

    fields: Sequence[Field] = ()

    class Stepped(Message):
        """The message that a mark beside a value was clicked; the cursor is on that value."""

        def __init__(self, by: int) -> None:
            """Make the message that the value is to be stepped by `by`."""
            super().__init__()
            self.by = by

    def on_click(self, event: events.Click) -> None:
        """Step the value if one of its marks is clicked; else do as any list does."""
        key, mark = self.find_at(event)
        if key is not None and mark in STEPS:
            event.prevent_default()
            self.move_cursor_to(key)
            self.post_message(self.Stepped(STEPS[mark]))

    def refresh_from(
        self,
        head: Sequence[Line],
        fields: Sequence[Field],
        words: Words,
        empty: str = "",
        marks: Mapping[int, str] = NO_MARKS,
        numbers: Numbers = NO_NUMBERS,
        below: Sequence[Line] = (),
    ) -> None:
        """Show `fields` under the lines `head`, or the text `empty` if there are none.

        `marks`: the severity of findings about a field, by its index. `numbers`: the numbers of
        units that have the same name, by unit. `below`: lines to show after the fields, which can't
        be changed.
        """
        self.fields = list(fields)
        lines = _yield_lines(self.fields, words, empty, marks, numbers)
        self.show_lines([*head, *lines, *below])

    @property
    def field(self) -> Field | None:
        """Return the field under the cursor, or None if no field is there."""
        if isinstance(self.cursor, int) and self.cursor < len(self.fields):
            return self.fields[self.cursor]
        return None


def format_label(field: Field, words: Words) -> str:
    """Return the label of `field` in the current language."""
    return words(f"field.{field.key}", **words.format_args(field.args))


def format_value(field: Field, words: Words) -> str:
    """Return the value of `field` in the current language, with the rule that limits it."""
    value, rule = words.format_text(field.value), field.args.get("rule")
    if isinstance(rule, Text):
        return words("with_rule", value=value, rule=words.format_text(rule))
    return value


def list_marks(
    fields: Sequence[Field], findings: Sequence[Stamped], thing_path: Path
) -> dict[int, str]:
    """Return the worst severity found about each field of the thing at `thing_path`.

    Keys are indexes of `fields`; a field about which nothing was found is left out.
    """
    marks: dict[int, str] = {}
    for severity in ("warning", "error"):
        for finding in findings:
            if finding.severity != severity:
                continue
            for place, field in enumerate(fields):
                if is_about(field, finding, thing_path):
                    marks[place] = severity
    return marks


def list_declaration_marks(fields: Sequence[Field], findings: Sequence[Stamped]) -> dict[int, str]:
    """Return the worst severity found about each declaration, by the field's index.

    A finding is about a declaration if it has the unit and the place where that is declared.
    """
    marks: dict[int, str] = {}
    for severity in ("warning", "error"):
        for finding in findings:
            if finding.severity != severity:
                continue
            for place, field in enumerate(fields):
                keys = (field.key, *_LISTS.get(field.key, ()))
                is_concerned = field.of in (*finding.units, *finding.path)
                if is_concerned and any(key in finding.path for key in keys):
                    marks[place] = severity
    return marks


def is_about(field: Field, finding: Stamped, thing_path: Path) -> bool:
    """Return whether `finding` is about what `field` changes on the thing at `thing_path`.

    For findings about wargear, the field must be of the same model and change that item.
    """
    about = finding.about
    if (
        isinstance(about, tuple)
        and about[: len(thing_path)] == thing_path
        and "wargear" in about[len(thing_path) :]
    ):
        model, item = (str(part) for part in about[-2:])
        named = field.group.args.get("name") if field.group is not None else None
        return (
            field.group is not None
            and (named is None or fold(str(named)) == fold(model))
            and fold(item) in _list_items(field)
        )
    path = finding.path
    return (
        path[: len(thing_path)] == thing_path
        and field.key in path[len(thing_path) : len(thing_path) + 1]
    )


def _list_items(field: Field) -> set[str]:
    """Return the names, folded for comparison, of the wargear that `field` adds or removes."""
    items = [*field.args.get("come", ()), *field.args.get("gone", ())]
    if field.key == "instead_of":
        items += [item for option in field.options() for item in option.label.args.get("items", ())]
    return set(map(fold, items))


def _yield_lines(
    fields: Sequence[Field],
    words: Words,
    empty: str,
    marks: Mapping[int, str],
    numbers: Numbers,
) -> Iterator[Line]:
    """Yield the lines of the fields, under the headings of their groups.

    If there are no fields, the text `empty` is shown.
    """
    if not fields:
        yield Line(left=empty, look="dim", wrap=True)
    heading: tuple[Text | None, str] = (None, "")
    for place, field in enumerate(fields):
        if field.group is not None and (field.group, field.of) != heading:
            yield Line(left=words.format_numbered(field.group, numbers.get(field.of)), look="head")
        elif field.group is None and heading[0] is not None:
            yield Line()  # it doesn't belong to the group above it
        heading = (field.group, field.of)
        value = format_value(field, words)
        shown = f"‹ {value} ›" if field.kind == "choice" else value
        sign, look = SIGNS[marks[place]] if place in marks else ("", "")
        yield Line(
            key=place,
            left=format_label(field, words),
            right=shown,
            indent=1,
            mark=sign,
            mark_look=look,
            whole=True,
        )


def yield_aid_lines(position: Position, words: Words) -> Iterator[Line]:
    """Yield a heading and the lines about what players need before the battle, each with its
    citation.

    Nothing if the game has no such lines or there is no army.
    """
    army, game = position.army, position.system
    aids = game.list_aids(army) if army is not None and game is not None else []
    if aids:
        yield Line(left=words("aid.title"), look="head")
    for aid in aids:
        assert army is not None
        yield Line(left=words.describe_aid(aid, army.book), look="dim", indent=1, wrap=True)
