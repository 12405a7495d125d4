"""Numbers typed on a field that counts: `1` and `0` on a size are ten models."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from listbuilder.games.shared.choices import Field, Option
from listbuilder.law.commands import fits
from listbuilder.tui.actions.choose import why_not
from listbuilder.tui.widgets.fields import field_label, field_value

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen


class CountDeeds:
    _typed = ""  # digits, one after the other, on one field
    _typed_on: object = None

    @property
    def counted(self) -> BuilderScreen:
        return cast("BuilderScreen", self)

    def do_count(self, digit: str = "") -> None:
        """A number that cannot be is refused with what may be."""
        me = self.counted
        field = me.field_list.field
        counts = _counts(field) if field is not None else {}
        if field is None or not counts:
            me.notify(me.words("not_counted"), severity="warning")
        elif not self.typed_digit(digit):
            self._refuse(field, digit)

    def typed_digit(self, digit: str) -> bool:
        """Whether the field under the cursor takes it as its number, or as the beginning of one."""
        me = self.counted
        field = me.field_list.field
        counts = _counts(field) if field is not None else {}
        place = (me.path, me.field_list.cursor)
        before = self._typed if place == self._typed_on else ""
        for typed in dict.fromkeys((before + digit, digit)):
            beginning = any(str(count).startswith(typed) for count in counts)
            if field is None or not (int(typed) in counts or beginning):
                continue
            self._typed, self._typed_on = typed, place
            self._take(field, counts, typed)
            return True
        self.forget_digits()
        return False

    def forget_digits(self) -> None:
        self._typed, self._typed_on = "", None

    def _take(self, field: Field, counts: dict[int, Option], typed: str) -> None:
        me = self.counted
        option = counts.get(int(typed))
        if option is None:
            me.notify(me.words.pair(field_label(field, me.words), f"{typed}…"))
            return
        effect = me.session.position.what_if(option.edit)
        if option.chosen or not option.edit.steps:
            me.notify(me.words.pair(field_label(field, me.words), field_value(field, me.words)))
        elif fits(effect):
            me.session.apply(option.edit)
        else:
            me.notify(why_not(me.words, effect), severity="warning")

    def _refuse(self, field: Field, typed: str) -> None:
        words = self.counted.words
        args = {"field": field_label(field, words), "number": typed, "value": field_value(field, words)}
        self.counted.notify(words("no_such_count", **args), severity="warning")


def _counts(field: Field) -> dict[int, Option]:
    """The options of a field that counts, by their numbers."""
    found: dict[int, Option] = {}
    if field.kind == "choice" and isinstance(field.value.args.get("count"), int):
        for option in field.options():
            if isinstance(count := option.label.args.get("count"), int):
                found[count] = option
    return found
