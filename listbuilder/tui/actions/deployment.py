"""The actions that declare who leads, embarks and starts in Reserves.

The keys `l`, `t` and `v` work on either of the two units.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from listbuilder.games.common.editor import Field, Option, Text
from listbuilder.games.common.labels import NO_NUMBERS, Numbers, number_units
from listbuilder.model.army import Unit
from listbuilder.roster import commands
from listbuilder.roster.position import Position
from listbuilder.rules import gauges
from listbuilder.tui.actions.choose import Question, ask_option
from listbuilder.tui.text import Words
from listbuilder.tui.widgets.fields import format_label

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen

LEADS, RIDES, WAITS = "attached", "embarked", "deployment"


class DeploymentActions:
    """The actions that declare who leads, embarks and starts in Reserves."""

    @property
    def on_army(self) -> BuilderScreen:
        """Return the screen that these actions belong to."""
        return cast("BuilderScreen", self)

    def do_lead(self) -> None:
        """Declare whom the unit leads, or who leads it."""
        self._declare_under_cursor(LEADS)

    def do_ride(self) -> None:
        """Declare in which transport the unit is, or who is in it."""
        self._declare_under_cursor(RIDES)

    def do_wait(self) -> None:
        """Declare whether the unit starts in Reserves."""
        self._declare_under_cursor(WAITS)

    def _declare_under_cursor(self, key: str) -> None:
        """Ask for the declaration `key` of the unit under the cursor, or say why there is none."""
        screen = self.on_army
        question = self.find_declaration(key)
        if isinstance(question, str):
            screen.notify(question, severity="warning")
        elif isinstance(question, Field):
            self.ask_declaration(question, onward=True)
        else:
            ask_option(screen, question)

    def find_declaration(self, key: str) -> Field | Question | str:
        """Return the unit's own declaration, a question about others that join it, or why there is
        none.
        """
        screen = self.on_army
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
        if key != WAITS and (joiners := _list_joiners(declarations, leaf.unit)):
            title = screen.words(f"declare.{key}_to", name=name)
            shown, done = self._make_gauge(key, leaf.unit.id), self._make_report(name, key)
            return Question(title, joiners, shown=shown, done=done, careful=True, onward=True)
        return screen.words(f"declare.none.{key}", name=name)

    def ask_declaration(self, field: Field, *, onward: bool = False) -> None:
        """Ask for a declaration, showing how full each option is then.

        `onward`: begin at the first allowed one.
        """
        screen = self.on_army
        unit_numbers = self.list_unit_numbers()
        name = (
            screen.words.format_numbered(field.group, unit_numbers.get(field.of))
            if field.group
            else ""
        )
        titled = field.key in (LEADS, RIDES, WAITS)
        title = (
            screen.words(f"declare.{field.key}", name=name)
            if titled
            else screen.words.join_name_and_text(name, format_label(field, screen.words))
        )
        body = self.describe_reserves() if field.key == WAITS else ""
        ask_option(
            screen,
            Question(
                title,
                field.options(),
                body,
                self._make_gauge(field.key),
                self._make_report(name, field.key),
                True,
                onward,
            ),
        )

    def list_unit_numbers(self) -> Numbers:
        """Return the numbers of units that have the same name."""
        army = self.on_army.session.army
        return number_units(army.list_known_units()) if army is not None else NO_NUMBERS

    def describe_reserves(self) -> str:
        """Return the points in Reserves and the limit in words; empty if the game has none."""
        army = self.on_army.session.army
        reserves = gauges.measure_strategic_reserves(army) if army is not None else None
        if reserves is None or reserves.limit is None:
            return ""
        return self.on_army.words(
            "declare.in_reserve", points=reserves.points, limit=reserves.limit
        )

    def _make_gauge(self, key: str, into: str = "") -> Callable[[Option, Position], str]:
        """Return a function that shows for an option how full the transport or the Reserves are
        after it.

        `into`: the transport, if the options are units that embark in it.
        """
        words = self.on_army.words

        def format_gauge(option: Option, after: Position) -> str:
            """Return how full it is after the option; empty if nothing is filled."""
            if after.army is None:
                return ""
            if key == RIDES:
                return (
                    format_loads(
                        words, gauges.measure_transport_load(after.army, into or option.to)
                    )
                    if option.to
                    else ""
                )
            reserves = gauges.measure_strategic_reserves(after.army) if key == WAITS else None
            if reserves is None or reserves.limit is None:
                return ""
            return words("declare.gauge", used=reserves.points, limit=reserves.limit)

        return format_gauge

    def _make_report(self, name: str, key: str) -> Callable[[Option], None]:
        """Return a function that tells what was declared."""
        screen = self.on_army

        def report_declaration(option: Option) -> None:
            """Tell what was declared for the unit, or that nothing changed."""
            field = screen.words(f"field.{key}")
            if not option.edit.steps:
                screen.notify(screen.words("declare.as_it_was", name=name))
            else:
                screen.notify(
                    screen.words(
                        "declare.done",
                        name=name,
                        field=field,
                        value=screen.words.format_numbered(
                            option.label, self.list_unit_numbers().get(option.to)
                        ),
                    )
                )

        return report_declaration


def _list_joiners(declarations: list[Field], unit: Unit) -> list[Option]:
    """Return an option for each unit that may join `unit`; those that do already are released by
    it.
    """
    options_found = []
    for field in declarations:
        options = field.options()
        own_option = next((option for option in options if option.to == unit.id), None)
        if own_option is None:
            continue
        label = field.group or Text("none")
        edit = (
            next(option for option in options if not option.to).edit
            if own_option.chosen
            else own_option.edit
        )
        options_found.append(Option(label=label, edit=edit, chosen=own_option.chosen, to=field.of))
    return options_found


def format_loads(words: Words, loads: list[tuple[int, int]]) -> str:
    """Return loads as `11/14`; of a transport with two loads `6/12 + 1/1`."""
    return " + ".join(words("declare.gauge", used=used, limit=limit) for used, limit in loads)
