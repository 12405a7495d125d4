"""The actions that declare who leads, embarks and starts in Reserves.

The keys `l`, `t` and `v` work on either of the two units.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from listbuilder.games.common.editor import Field, Option, Text
from listbuilder.games.common.labels import NO_NUMBERS, Numbers, number_units
from listbuilder.model.army import Unit
from listbuilder.model.base import Path
from listbuilder.roster import commands
from listbuilder.roster.position import Position
from listbuilder.rules import gauges
from listbuilder.tui.actions.choose import Question, ask_option
from listbuilder.tui.text import Words
from listbuilder.tui.widgets.fields import format_label

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen

LEADS, RIDES, WAITS = "attached", "embarked", "deployment"


def declare_leader(screen: BuilderScreen) -> None:
    """Ask which unit the selected unit leads, or which unit leads it, and write the answer."""
    _declare_under_cursor(screen, LEADS)


def declare_transport(screen: BuilderScreen) -> None:
    """Ask in which transport the selected unit starts, or which units start in it if it is one."""
    _declare_under_cursor(screen, RIDES)


def declare_reserves(screen: BuilderScreen) -> None:
    """Ask whether the selected unit starts in Reserves, and write the answer."""
    _declare_under_cursor(screen, WAITS)


def open_deployment(screen: BuilderScreen) -> None:
    """Open the screen with everything that players declare before the battle.

    A notice says so if this army has nothing to declare.
    """
    if not commands.list_deployment_fields(screen.session.position):
        screen.notify(screen.words("no_formations"))
        return
    from listbuilder.tui.screens.deployment import FormationsScreen

    screen.app.push_screen(FormationsScreen(screen))


def _declare_under_cursor(screen: BuilderScreen, key: str) -> None:
    """Ask for the declaration `key` of the selected unit; a notice says why if it can't have
    one.
    """
    question = find_declaration(screen, key)
    if isinstance(question, str):
        screen.notify(question, severity="warning")
    elif isinstance(question, Field):
        ask_declaration(screen, question, onward=True)
    else:
        ask_option(screen, question)


def find_declaration(screen: BuilderScreen, key: str) -> Field | Question | str:
    """Return how to ask for the declaration `key` of the selected unit, or the reason why it has
    none.

    A field is the unit's own declaration. A question is about the units that may join it, for
    example a transport's passengers. A text is the reason.
    """
    leaf = screen.army_tree.leaves.get(screen.path)
    if leaf is None or leaf.unit is None:
        return screen.words("declare.no_unit")
    declarations = [
        field
        for field in commands.list_deployment_fields(screen.session.position)
        if field.key == key
    ]
    name = screen.words.format_text(leaf.label)
    own = next((field for field in declarations if field.of == leaf.unit.id), None)
    if own is not None and (key == WAITS or any(option.to for option in own.options())):
        return own
    question = _ask_for_joiners(screen, key) if key != WAITS else None
    if question is not None and question.options:
        return question
    return screen.words(f"declare.none.{key}", name=name)


def list_unit_fields(screen: BuilderScreen, path: Path) -> list[Field]:
    """Return the fields of the part at `path`, with who it leads, rides in and where it starts.

    What is declared stands before the unit's name, which is always last but one.
    """
    position = screen.session.position
    fields = commands.list_fields(position, path)
    leaf = screen.army_tree.leaves.get(path)
    if leaf is None or leaf.unit is None:
        return fields
    unit = leaf.unit
    every_field = commands.list_deployment_fields(position, unit)
    numbers, declared = list_unit_numbers(screen), []
    for field in every_field:
        if field.of == unit.id:
            declared.append(_number_value(msgspec.structs.replace(field, group=None), numbers))
        elif field.of.startswith(f"{unit.id}/"):  # of a half of it
            declared.append(field)
    for key in (LEADS, RIDES):
        of_kind = [field for field in every_field if field.key == key]
        if joiners := _list_joiners(of_kind, unit):
            declared.append(_make_joiners_field(screen, key, joiners))
    names = [place for place, field in enumerate(fields) if field.key == "name"]
    place = names[-1] if names else len(fields)
    return [*fields[:place], *declared, *fields[place:]]


def _number_value(field: Field, numbers: Numbers) -> Field:
    """Return `field` with the number of the unit that its value names, if others share the name."""
    chosen = next((option for option in field.options() if option.chosen), None)
    number = numbers.get(chosen.to) if chosen is not None else None
    if not number:
        return field
    value = Text("numbered_of", {"label": field.value, "number": number})
    return msgspec.structs.replace(field, value=value)


def _make_joiners_field(screen: BuilderScreen, key: str, joiners: list[Option]) -> Field:
    """Return the field for which of `joiners` go with the unit in the way `key`."""
    numbers, words = list_unit_numbers(screen), screen.words
    names = [
        words.format_numbered(option.label, numbers.get(option.to))
        for option in joiners
        if option.chosen
    ]
    value = Text("listed", {"items": names}) if names else Text("none")
    return Field(key=f"{key}_here", value=value, kind="several", options=lambda: joiners)


def change_declaration(screen: BuilderScreen, field: Field) -> None:
    """Ask for the declaration `field`: the unit's own, or which units join it."""
    if field.kind != "several":
        ask_declaration(screen, field, onward=True)
    elif (question := _ask_for_joiners(screen, field.key.removesuffix("_here"))) is not None:
        ask_option(screen, question)


def _ask_for_joiners(screen: BuilderScreen, key: str) -> Question | None:
    """Return the question which units join the selected unit in the way `key`, or None."""
    leaf = screen.army_tree.leaves.get(screen.path)
    if leaf is None or leaf.unit is None:
        return None
    every_field = commands.list_deployment_fields(screen.session.position)
    declarations = [field for field in every_field if field.key == key]
    joiners = _list_joiners(declarations, leaf.unit)
    name = screen.words.format_text(leaf.label)
    title = screen.words(f"declare.{key}_to", name=name)
    shown, done = _make_gauge(screen, key, leaf.unit.id), _make_report(screen, name, key)
    return Question(title, joiners, shown=shown, done=done, careful=True, onward=True)


def ask_declaration(screen: BuilderScreen, field: Field, *, onward: bool = False) -> None:
    """Ask for the declaration `field` and write the answer.

    The answers show how full a transport or the Reserves become.

    `onward`: if nothing is chosen yet, the cursor begins at the first allowed option. The player is
    asked again before a forbidden option is taken.
    """
    name = _name_declaring_unit(screen, field)
    if field.key in (LEADS, RIDES, WAITS):
        title = screen.words(f"declare.{field.key}", name=name)
    else:
        title = screen.words.join_name_and_text(name, format_label(field, screen.words))
    body = describe_reserves(screen) if field.key == WAITS else ""
    question = Question(
        title,
        field.options(),
        body,
        shown=_make_gauge(screen, field.key),
        done=_make_report(screen, name, field.key),
        careful=True,
        onward=onward,
    )
    ask_option(screen, question)


def _name_declaring_unit(screen: BuilderScreen, field: Field) -> str:
    """Return the name of the unit that declares `field`, with its number if others share the name.

    On the page of a unit the field has no heading; it is the unit under the army's cursor then.
    """
    if field.group:
        number = list_unit_numbers(screen).get(field.of)
        return screen.words.format_numbered(field.group, number)
    leaf = screen.army_tree.leaves.get(screen.path)
    return screen.words.format_text(leaf.label) if leaf is not None else ""


def list_unit_numbers(screen: BuilderScreen) -> Numbers:
    """Return the numbers that tell units of the same name apart, by unit id; empty without an
    army.
    """
    army = screen.session.army
    return number_units(army.list_known_units()) if army is not None else NO_NUMBERS


def describe_reserves(screen: BuilderScreen) -> str:
    """Return the points in Reserves and their limit as a text; empty if there is no limit."""
    army = screen.session.army
    reserves = gauges.measure_strategic_reserves(army) if army is not None else None
    if reserves is None or reserves.limit is None:
        return ""
    return screen.words("declare.in_reserve", points=reserves.points, limit=reserves.limit)


def _make_gauge(
    screen: BuilderScreen, key: str, into: str = ""
) -> Callable[[Option, Position], str]:
    """Return a function that shows how full the transport or the Reserves are after an option.

    `into`: the transport, if the options are units that embark in it.
    """
    words = screen.words

    def format_gauge(option: Option, after: Position) -> str:
        """Return how full the transport or the Reserves are after `option`.

        Empty if that doesn't apply. `after`: the roster with that option.
        """
        if after.army is None:
            return ""
        if key == RIDES and option.to:
            loads = gauges.measure_transport_load(after.army, into or option.to)
            return format_loads(words, loads)
        reserves = gauges.measure_strategic_reserves(after.army) if key == WAITS else None
        if reserves is None or reserves.limit is None:
            return ""
        return words("declare.gauge", used=reserves.points, limit=reserves.limit)

    return format_gauge


def _make_report(screen: BuilderScreen, name: str, key: str) -> Callable[[Option], None]:
    """Return a function that shows a notice of what was declared with `key` for the unit `name`."""

    def report_declaration(option: Option) -> None:
        """Show a notice that `option` was declared for the unit, or that nothing has changed."""
        field = screen.words(f"field.{key}")
        if not option.edit.steps:
            screen.notify(screen.words("declare.as_it_was", name=name))
        else:
            number = list_unit_numbers(screen).get(option.to)
            value = screen.words.format_numbered(option.label, number)
            screen.notify(screen.words("declare.done", name=name, field=field, value=value))

    return report_declaration


def _list_joiners(declarations: list[Field], unit: Unit) -> list[Option]:
    """Return an option for each unit that may join `unit`; for one that has joined, to leave it
    again.
    """
    options_found = []
    for field in declarations:
        options = field.options()
        own_option = next((option for option in options if option.to == unit.id), None)
        if own_option is None:
            continue
        label = field.group or Text("none")
        edit = own_option.edit
        if own_option.chosen:
            edit = next(option for option in options if not option.to).edit
        options_found.append(Option(label=label, edit=edit, chosen=own_option.chosen, to=field.of))
    return options_found


def format_loads(words: Words, loads: list[tuple[int, int]]) -> str:
    """Return loads as `11/14`; of a transport with two loads `6/12 + 1/1`."""
    return " + ".join(words("declare.gauge", used=used, limit=limit) for used, limit in loads)
