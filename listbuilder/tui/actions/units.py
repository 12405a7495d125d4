"""What a player does to units: each key is one intention, one edit, one step of undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from listbuilder.games.shared.choices import Added, Field, Offer, Option, SheetView
from listbuilder.law import commands
from listbuilder.law.effect import Effect
from listbuilder.model.base import Path
from listbuilder.tui.actions.choose import Question, choose
from listbuilder.tui.screens.ask import Answer, Ask, Info, Type
from listbuilder.tui.widgets.fields import field_label
from listbuilder.tui.widgets.sheet import sheet_lines

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen

DAY = "points_as_of"  # what it changes is shown before it is taken


class UnitDeeds:
    @property
    def me(self) -> BuilderScreen:
        return cast("BuilderScreen", self)

    # --- adding and taking out ---

    def do_add(self) -> None:
        self.me.open_picker()

    def do_pick(self) -> None:
        self.me.picker.pick()

    def add_offer(self, offer: Offer, models: int | None) -> None:
        """What breaks a rule is added only when the player, knowing why, still wants it."""
        me = self.me
        effect = me.picker.effect_of(offer)
        if effect is None or not effect.possible:
            me.notify(me.words("not_possible"), severity="warning")
            return
        if effect.allowed:
            self._add(offer, models)
            return

        def answered(answer: str | None) -> None:
            if answer == "add":
                self._add(offer, models)
            me.picker.input.focus()

        me.app.push_screen(self._why(offer, effect), answered)

    def _add(self, offer: Offer, models: int | None) -> None:
        me = self.me
        added = commands.add(me.session.position, offer.id, models, me.path)
        if added is not None:
            self._apply(added)
            me.picker.input.select_all()

    def _apply(self, added: Added) -> None:
        self.me._cursor = added.path
        self.me.session.apply(added.edit)

    def do_why(self) -> None:
        me = self.me
        offer = me.picker.offer
        effect = me.picker.effect_of(offer) if offer else None
        if offer is None or effect is None:
            return

        def answered(answer: str | None) -> None:
            if answer == "add":
                self._add(offer, None)

        me.app.push_screen(self._why(offer, effect), answered)

    def _why(self, offer: Offer, effect: Effect) -> Ask:
        words = self.me.words
        signs = {"error": "✗", "warning": "!"}
        reasons = [f"{signs[finding.severity]} {finding.code} {words.finding(finding)}" for finding in effect.against]
        reasons = reasons or [words("nothing_against")]
        answers = [
            Answer(key="back", left=words("leave_it")),
            Answer(key="add", left=words("add_anyway"), right=f"{effect.change:+}"),
        ]
        return Ask(words("why_not", name=words.name(offer.name)), answers, body="\n".join(reasons))

    def do_remove(self) -> None:
        me = self.me
        if not me.path:
            return
        order = me.army_tree.unit_paths
        edit = commands.remove(me.session.position, me.path)
        me._cursor = commands.after_removal(me.session.position, order, me.path, edit)
        me.session.apply(edit)

    def do_duplicate(self) -> None:
        added = commands.duplicate(self.me.session.position, self.me.path)
        if added is not None:
            self._apply(added)

    def do_up(self) -> None:
        self._move(-1)

    def do_down(self) -> None:
        self._move(1)

    def _move(self, by: int) -> None:
        added = commands.move(self.me.session.position, self.me.path, by)
        if added is not None:
            self._apply(added)

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
        field = commands.field(self.me.session.position, self.me.path, "models")
        if field is None:
            return
        options = field.options()
        chosen = next((place for place, option in enumerate(options) if option.chosen), 0)
        rest = options[chosen + 1 :] if by > 0 else options[:chosen][::-1]
        if rest:
            self.me.session.apply(self._full_bracket(rest, by).edit)

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

    def do_warlord(self) -> None:
        """On or off, in one key."""
        me = self.me
        field = commands.field(me.session.position, me.path, "warlord")
        other = next((option for option in field.options() if not option.chosen), None) if field else None
        if other is None:
            me.notify(me.words("not_here"), severity="warning")
        else:
            me.session.apply(other.edit)

    def do_enhancement(self) -> None:
        self._change_of("enhancement")

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
        if sheet is not None:
            me.app.push_screen(Info(me.words.name(sheet.name), lambda width: sheet_lines(sheet, me.words, width)))

    def do_sheet_offer(self) -> None:
        me = self.me
        offer = me.picker.offer
        sheet = me.session.position.editor.sheet(me.session.army, offer=offer.id) if me.session.army and offer else None
        if sheet is not None:
            me.app.push_screen(Info(me.words.name(sheet.name), lambda width: sheet_lines(sheet, me.words, width)))

    def do_fits(self) -> None:
        me = self.me
        if not me.picking:
            me.open_picker()
        me.notify(me.words(me.picker.toggle_fitting()))

    def do_formations(self) -> None:
        from listbuilder.tui.screens.formations import FormationsScreen

        self.me.app.push_screen(FormationsScreen(self.me))

    def do_back(self) -> None:
        self.me.to_army()
