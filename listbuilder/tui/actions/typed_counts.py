"""The digits typed on a field that counts: `1` and `0` on a size are ten models."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from listbuilder.games.common.editor import Field, Option
from listbuilder.roster.commands import is_allowed_apart_from_points
from listbuilder.tui.actions.choose import list_reasons
from listbuilder.tui.widgets.fields import format_label, format_value

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen


class CountActions:
    """The actions on digits."""

    _typed = ""  # digits, one after the other, on one field
    _typed_on: object = None

    @property
    def builder_screen(self) -> BuilderScreen:
        """Return the screen that these actions belong to."""
        return cast("BuilderScreen", self)

    def do_count(self, digit: str = "") -> None:
        """Set the field under the cursor to the number typed.

        A number that can't be is refused with what may be.
        """
        screen = self.builder_screen
        field = screen.field_list.field
        counts = _index_options_by_count(field) if field is not None else {}
        if field is None or not counts:
            screen.notify(screen.words("not_counted"), severity="warning")
        elif not self.enter_digit(digit):
            self._refuse_number(field, digit)

    def enter_digit(self, digit: str) -> bool:
        """Set the field under the cursor to the number typed so far; return whether it takes the
        digit.

        The digit may also begin a new number, or be only the beginning of one; then nothing is
        applied yet.
        """
        screen = self.builder_screen
        field = screen.field_list.field
        counts = _index_options_by_count(field) if field is not None else {}
        place = (screen.path, screen.field_list.cursor)
        typed_before = self._typed if place == self._typed_on else ""
        for typed in dict.fromkeys((typed_before + digit, digit)):
            beginning = any(str(count).startswith(typed) for count in counts)
            if field is None or not (int(typed) in counts or beginning):
                continue
            self._typed, self._typed_on = typed, place
            self._set_count(field, counts, typed)
            return True
        self.forget_digits()
        return False

    def forget_digits(self) -> None:
        """Forget the digits typed so far."""
        self._typed, self._typed_on = "", None

    def _set_count(self, field: Field, counts: dict[int, Option], typed: str) -> None:
        """Set the field to the typed number, or say why that is not allowed or not yet a number of
        it.
        """
        screen = self.builder_screen
        option = counts.get(int(typed))
        if option is None:
            screen.notify(
                screen.words.join_name_and_text(format_label(field, screen.words), f"{typed}…")
            )
            return
        effect = screen.session.position.predict_effect(option.edit)
        if option.chosen or not option.edit.steps:
            screen.notify(
                screen.words.join_name_and_text(
                    format_label(field, screen.words), format_value(field, screen.words)
                )
            )
        elif is_allowed_apart_from_points(effect):
            screen.session.apply(option.edit)
        else:
            screen.notify(list_reasons(screen.words, effect), severity="warning")

    def _refuse_number(self, field: Field, typed: str) -> None:
        """Tell that the field can't have this number, and what it has."""
        words = self.builder_screen.words
        args = {
            "field": format_label(field, words),
            "number": typed,
            "value": format_value(field, words),
        }
        self.builder_screen.notify(words("no_such_count", **args), severity="warning")


def _index_options_by_count(field: Field) -> dict[int, Option]:
    """Return the options of a field that counts, by their numbers; empty for other fields."""
    options_by_count: dict[int, Option] = {}
    if field.kind == "choice" and isinstance(field.value.args.get("count"), int):
        for option in field.options():
            if isinstance(count := option.label.args.get("count"), int):
                options_by_count[count] = option
    return options_by_count
