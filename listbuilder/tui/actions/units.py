"""What a player does to units: each key is one intention, one edit, one step of undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import msgspec

from listbuilder.games.shared.choices import Added, Field, Option, SheetView, Text
from listbuilder.law import commands
from listbuilder.model.base import Path
from listbuilder.tui.actions.choose import Question, choose
from listbuilder.tui.screens.ask import Info, Type
from listbuilder.tui.widgets.fields import field_label, field_value
from listbuilder.tui.widgets.sheet import sheet_lines

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen

DAY = "points_as_of"  # what it changes is shown before it is taken


class UnitDeeds:
    @property
    def me(self) -> BuilderScreen:
        return cast("BuilderScreen", self)

    # --- taking out ---

    def _apply(self, added: Added) -> None:
        self.me._cursor = added.path
        self.me.session.apply(added.edit)

    def do_remove(self) -> None:
        me = self.me
        if not me.path:
            me.notify(me.words("not_taken_out"), severity="warning")
            return
        order = me.army_tree.unit_paths
        edit = commands.remove(me.session.position, me.path)
        if not edit.steps:
            me.notify(me.words("not_taken_out"), severity="warning")
            return
        me._cursor = commands.after_removal(me.session.position, order, me.path, edit)
        me.session.apply(edit)

    def do_duplicate(self) -> None:
        added = commands.duplicate(self.me.session.position, self.me.path)
        if added is None:
            self.me.notify(self.me.words("not_here"), severity="warning")
        else:
            self._apply(added)

    def do_up(self) -> None:
        self._move(-1)

    def do_down(self) -> None:
        self._move(1)

    def _move(self, by: int) -> None:
        added = commands.move(self.me.session.position, self.me.path, by)
        if added is None:
            self.me.notify(self.me.words("at_the_end", name=self._called), severity="warning")
        else:
            self._apply(added)

    @property
    def _called(self) -> str:
        """What is under the cursor of the army."""
        me = self.me
        leaf = me.army_tree.leaves.get(me.path)
        return me.words.text(leaf.label) if leaf else me.session.name or me.words("unnamed")

    # --- changing ---

    def do_edit(self) -> None:
        self.me.to_fields()

    def do_change(self) -> None:
        if (field := self.me.field_list.field) is not None:
            self.change(field)

    def do_step(self, by: int) -> None:
        field = self.me.field_list.field
        if field is not None and field.kind == "choice":
            self.step(field, by)

    def do_most(self, by: int) -> None:
        field = self.me.field_list.field
        if field is not None and field.kind == "choice":
            self.step(field, by, far=True)

    def do_more(self) -> None:
        self._resize(1)

    def do_fewer(self) -> None:
        self._resize(-1)

    def _resize(self, by: int) -> None:
        """To the next size that has another price, or is the end: that is what sizes are chosen by."""
        me = self.me
        field = self._size_field()
        if field is None:
            return
        options = field.options()
        chosen = next((place for place, option in enumerate(options) if option.chosen), 0)
        rest = options[chosen + 1 :] if by > 0 else options[:chosen][::-1]
        if rest:
            me.session.apply(self._full_bracket(rest, by).edit)
        else:
            self._say_no_further(field)

    def _size_field(self) -> Field | None:
        """None, and it is said, where there is nothing to choose."""
        me = self.me
        field = commands.field(me.session.position, me.path, me.session.position.editor.size_key) if me.session.army else None
        if field is None:
            me.notify(me.words("not_sized", name=self._called), severity="warning")
        return field

    def do_reinforce(self) -> None:
        """As many as there may be, or from there as few."""
        field = self._size_field()
        if field is not None:
            options = field.options()
            self.me.session.apply((options[0] if options[-1].chosen else options[-1]).edit)

    def _say_no_further(self, field: Field, next_option: Option | None = None) -> None:
        me = self.me
        args = {"field": field_label(field, me.words), "value": field_value(field, me.words)}
        effect = me.session.position.what_if(next_option.edit) if next_option is not None else None
        reasons = [me.words.finding(each) for each in effect.against if each.severity == "error"] if effect else []
        key = "not_further" if reasons else "no_further"
        me.notify(me.words(key, **args, reason=me.words.reasons(reasons)), severity="warning")

    def _full_bracket(self, options: list[Option], by: int) -> Option:
        """The last option that costs what the first of them costs, going up; going down the first cheaper one."""
        points = [self.me.session.position.apply(option.edit).points for option in options]
        same = [option for option, cost in zip(options, points, strict=True) if cost == points[0]]
        if by > 0:
            return same[-1]
        now = self.me.session.position.points
        return next((option for option, cost in zip(options, points, strict=True) if cost != now), options[-1])

    def step(self, field: Field, by: int, *, far: bool = False) -> None:
        """To the next option that is allowed, or to the last one."""
        me = self.me
        options = field.options()
        chosen = next((place for place, option in enumerate(options) if option.chosen), None)
        rest = options if chosen is None else (options[chosen + 1 :] if by > 0 else options[:chosen][::-1])
        for option in reversed(rest) if far else rest:
            if me.session.position.what_if(option.edit).allowed:
                me.session.apply(option.edit)
                return
        self._say_no_further(field, rest[0] if rest else None)

    def change(self, field: Field) -> None:
        me = self.me
        if field.key == DAY:
            me.do_day()
            return
        label = field_label(field, me.words)
        if field.kind == "text":
            value = "" if field.value.key == "none" else me.words.text(field.value)

            def typed(text: str | None) -> None:
                if text is not None:
                    me.session.apply(commands.write(me.session.position, field, text))

            me.app.push_screen(Type(label, value), typed)
            return
        options = field.options()
        if len(options) == 1 and not options[0].chosen:
            me.session.apply(options[0].edit)
            return

        choose(me, Question(label, options))

    def _change_of(self, key: str, path: Path | None = None) -> None:
        field = commands.field(self.me.session.position, self.me.path if path is None else path, key)
        if field is None:
            self.me.notify(self.me.words("not_here"), severity="warning")
        else:
            self.change(field)

    def _fields_named(self, keys: tuple[str, ...]) -> list[Field]:
        """Of the unit under the cursor, or else of the roster, where the game asks it there."""
        me = self.me
        for path in (me.path, ()):
            found = [field for field in commands.fields(me.session.position, path) if field.key in keys]
            if found:
                return found
        me.notify(me.words("not_here"), severity="warning")
        return []

    def do_warlord(self) -> None:
        """On or off, in one key; where the roster names one of many, they are shown."""
        me = self.me
        for field in self._fields_named(me.session.position.editor.leader_keys if me.session.army else ())[:1]:
            others = [option for option in field.options() if not option.chosen]
            if len(others) == 1:
                me.session.apply(others[0].edit)
                self._ask_warlord_model()
            else:
                self.change(field)

    def _ask_warlord_model(self) -> None:
        """Ask which model of the unit under the cursor is the warlord, if several can be and none is named."""
        field = commands.field(self.me.session.position, self.me.path, "warlord_model") if self.me.path else None
        if field is not None and field.value.key == "none":
            self.change(field)

    def do_enhancement(self) -> None:
        """Of one table or of several, in one list."""
        me = self.me
        found = self._fields_named(me.session.position.editor.gift_keys if me.session.army else ())
        if len(found) == 1:
            self.change(found[0])
        elif found:
            self._change_one_of(found)

    def _change_one_of(self, fields: list[Field]) -> None:
        me = self.me
        options = []
        for field in fields:
            label = field_label(field, me.words)
            for option in field.options():
                said = me.words.pair(label, me.words.text(option.label))
                text = Text("plain", {"text": said, "name": option.label.args.get("name")})
                options.append(msgspec.structs.replace(option, label=text))
        choose(me, Question(me.words("action.enhancement"), options))

    def do_rename_unit(self) -> None:
        self._change_of("name")

    def do_annotate(self) -> None:
        self._change_of("notes")

    # --- looking ---

    def sheet_here(self) -> SheetView | None:
        """Of what the cursor stands on, in the picker or in the army."""
        me = self.me
        position, offer = me.session.position, me.picker.offer if me.picking else None
        if position.army is None or not (offer or me.path):
            return None
        return (
            position.editor.sheet(position.army, offer=offer.id) if offer else position.editor.sheet(position.army, path=me.path)
        )

    def do_sheet(self) -> None:
        me = self.me
        sheet = me.session.position.editor.sheet(me.session.army, path=me.path) if me.session.army and me.path else None
        if sheet is None:
            me.notify(me.words("not_here"), severity="warning")
        else:
            me.app.push_screen(Info(me.words.beside(sheet.name), lambda width: sheet_lines(sheet, me.words, width)))

    def do_sheet_offer(self) -> None:
        me = self.me
        offer = me.picker.offer
        sheet = me.session.position.editor.sheet(me.session.army, offer=offer.id) if me.session.army and offer else None
        if sheet is None:
            me.picker.say(me.words("not_here"), "warn")
        else:
            me.app.push_screen(Info(me.words.beside(sheet.name), lambda width: sheet_lines(sheet, me.words, width)))

    def do_formations(self) -> None:
        from listbuilder.tui.screens.formations import FormationsScreen

        self.me.app.push_screen(FormationsScreen(self.me))

    def do_back(self) -> None:
        self.me.to_army()
