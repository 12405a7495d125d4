"""The digits typed on a field that counts: `1` and `0` on a size are ten models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.games.common.editor import Field, Option
from listbuilder.roster.commands import is_allowed_apart_from_points
from listbuilder.tui.actions.choose import list_reasons
from listbuilder.tui.widgets.fields import format_label, format_value

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen


def type_digit(screen: BuilderScreen, digit: str = "") -> None:
    """Set the field under the cursor to the number typed so far, ending in `digit`.

    A notice says so if the field has no numbers, or none that begins with the typed one.
    """
    field = screen.field_list.field
    counts = _index_options_by_count(field) if field is not None else {}
    if field is None or not counts:
        screen.notify(screen.words("not_counted"), severity="warning")
    elif not enter_digit(screen, digit):
        label, value = format_label(field, screen.words), format_value(field, screen.words)
        refusal = screen.words("no_such_count", field=label, number=digit, value=value)
        screen.notify(refusal, severity="warning")


def enter_digit(screen: BuilderScreen, digit: str) -> bool:
    """Set the selected field to the number typed so far; return whether the field takes `digit`.

    The digit continues the number typed before, or else begins a new one. If only longer numbers
    are possible, nothing is set yet.
    """
    field = screen.field_list.field
    counts = _index_options_by_count(field) if field is not None else {}
    place = (screen.path, screen.field_list.cursor)
    typed_before = screen.typed_digits if place == screen.typed_on else ""
    for typed in dict.fromkeys((typed_before + digit, digit)):
        beginning = any(str(count).startswith(typed) for count in counts)
        if field is None or not (int(typed) in counts or beginning):
            continue
        screen.typed_digits, screen.typed_on = typed, place
        _set_count(screen, field, counts, typed)
        return True
    forget_digits(screen)
    return False


def forget_digits(screen: BuilderScreen) -> None:
    """Forget the digits typed so far."""
    screen.typed_digits, screen.typed_on = "", None


def _set_count(screen: BuilderScreen, field: Field, counts: dict[int, Option], typed: str) -> None:
    """Set `field` to the number `typed`, or show a notice.

    The notice says why the number isn't allowed, that it is set already, or that more digits are
    needed. `counts`: the options by number.
    """
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


def _index_options_by_count(field: Field) -> dict[int, Option]:
    """Return the options of a field that counts, by their numbers; empty for other fields."""
    options_by_count: dict[int, Option] = {}
    if field.kind == "choice" and isinstance(field.value.args.get("count"), int):
        for option in field.options():
            if isinstance(count := option.label.args.get("count"), int):
                options_by_count[count] = option
    return options_by_count
