"""Who leads, rides and waits, from the army itself: `l`, `t` and `v` on a unit, whichever of the two it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from listbuilder.games.shared.choices import Field, Option, Text
from listbuilder.games.shared.labels import NO_NUMBERS, Numbers, numbers
from listbuilder.law import commands, gauges
from listbuilder.law.position import Position
from listbuilder.model.army import Unit
from listbuilder.tui.actions.choose import Question, choose
from listbuilder.tui.widgets.fields import field_label
from listbuilder.tui.words import Words

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen

LEADS, RIDES, WAITS = "attached", "embarked", "deployment"


class DeclareDeeds:
    @property
    def on_army(self) -> BuilderScreen:
        return cast("BuilderScreen", self)

    def do_lead(self) -> None:
        self._declare(LEADS)

    def do_ride(self) -> None:
        self._declare(RIDES)

    def do_wait(self) -> None:
        self._declare(WAITS)

    def _declare(self, key: str) -> None:
        me = self.on_army
        asked = self.declarable(key)
        if isinstance(asked, str):
            me.notify(asked, severity="warning")
        elif isinstance(asked, Field):
            self.declare(asked, onward=True)
        else:
            choose(me, asked)

    def declarable(self, key: str) -> Field | Question | str:
        """The unit's own declaration, or that of others about it; else why there is none."""
        me = self.on_army
        leaf = me.army_tree.leaves.get(me.path)
        if leaf is None or leaf.unit is None:
            return me.words("declare.no_unit")
        known = [field for field in commands.declarations(me.session.position) if field.key == key]
        name = me.words.text(leaf.label)
        own = next((field for field in known if field.of == leaf.unit.id), None)
        if own is not None and (key == WAITS or any(option.to for option in own.options())):
            return own
        if key != WAITS and (to_it := _to_it(known, leaf.unit)):
            title = me.words(f"declare.{key}_to", name=name)
            shown, done = self._gauge(key, leaf.unit.id), self._say(name, key)
            return Question(title, to_it, shown=shown, done=done, careful=True, onward=True)
        return me.words(f"declare.none.{key}", name=name)

    def declare(self, field: Field, *, onward: bool = False) -> None:
        """One of the declarations, asked with what it does to whatever it fills."""
        me = self.on_army
        known = self.numbers()
        name = me.words.one_of_several(field.group, known.get(field.of)) if field.group else ""
        titled = field.key in (LEADS, RIDES, WAITS)
        title = me.words(f"declare.{field.key}", name=name) if titled else me.words.pair(name, field_label(field, me.words))
        body = self.reserves() if field.key == WAITS else ""
        choose(me, Question(title, field.options(), body, self._gauge(field.key), self._say(name, field.key), True, onward))

    def numbers(self) -> Numbers:
        """Of units that are called the same."""
        army = self.on_army.session.army
        return numbers(army.known_units()) if army is not None else NO_NUMBERS

    def reserves(self) -> str:
        """The points that wait, and how many may."""
        army = self.on_army.session.army
        found = gauges.waiting(army) if army is not None else None
        return self.on_army.words("declare.in_reserve", points=found[0], limit=found[1]) if found else ""

    def _gauge(self, key: str, into: str = "") -> Callable[[Option, Position], str]:
        words = self.on_army.words

        def shown(option: Option, after: Position) -> str:
            if after.army is None:
                return ""
            if key == RIDES:
                return gauge(words, gauges.aboard(after.army, into or option.to)) if option.to else ""
            found = gauges.waiting(after.army) if key == WAITS else None
            return words("declare.gauge", used=found[0], limit=found[1]) if found else ""

        return shown

    def _say(self, name: str, key: str) -> Callable[[Option], None]:
        me = self.on_army

        def said(option: Option) -> None:
            field = me.words(f"field.{key}")
            if not option.edit.steps:
                me.notify(me.words("declare.as_it_was", name=name))
            else:
                me.notify(
                    me.words(
                        "declare.done",
                        name=name,
                        field=field,
                        value=me.words.one_of_several(option.label, self.numbers().get(option.to)),
                    )
                )

        return said


def _to_it(known: list[Field], unit: Unit) -> list[Option]:
    """Whoever may go with this unit: taken, it does; those that do already are let go."""
    found = []
    for field in known:
        options = field.options()
        here = next((option for option in options if option.to == unit.id), None)
        if here is None:
            continue
        label = field.group or Text("none")
        edit = next(option for option in options if not option.to).edit if here.chosen else here.edit
        found.append(Option(label=label, edit=edit, chosen=here.chosen, to=field.of))
    return found


def gauge(words: Words, loads: list[tuple[int, int]]) -> str:
    """`11/14`; of a transport with two loads `6/12 + 1/1`."""
    return " + ".join(words("declare.gauge", used=used, limit=limit) for used, limit in loads)
