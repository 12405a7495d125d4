"""A roster that is being started: its game, its faction, and what the game asks for."""

from __future__ import annotations

from typing import Any

from listbuilder.data.library import Library
from listbuilder.games.common.editor import Field, Option
from listbuilder.games.registry import get_game
from listbuilder.roster import commands
from listbuilder.roster.position import Position
from listbuilder.yamlio.writer import write_new_text


class Draft:
    """A new roster while the player chooses its game, faction and other settings.

    An answer is kept until an answer before it changes.
    """

    def __init__(self, library: Library, as_of: str | None = None) -> None:
        self.library = library
        self.as_of = as_of
        self.game = ""
        self.faction: str | None = None
        self.position: Position | None = None

    @property
    def asks_faction(self) -> bool:
        """True if the game has factions to choose from, or no game is chosen yet."""
        return not self.game or get_game(self.game).make_editor(self.library).asks_faction

    def choose_game(self, game: str) -> None:
        """Set the game; if it is another one, drop the faction and all later answers.

        For a game without factions, the roster is begun at once. Raises Unreadable as
        `choose_faction` does.
        """
        if game == self.game:
            return
        self.game, self.faction, self.position = game, None, None
        if not self.asks_faction:
            self.choose_faction("")

    def choose_faction(self, faction: str) -> None:
        """Set the faction, and begin a blank roster for it.

        Nothing is done if it is the faction chosen already. Raises Unreadable if nothing is known
        about the game on the date asked for.
        """
        if faction == self.faction:
            return
        editor = get_game(self.game).make_editor(self.library)
        date = editor.resolve_past_date(faction, self.as_of)
        data = editor.make_blank_roster(faction, date)
        if date:
            data = {**data, "points_as_of": date}
        self.position = Position.read(write_new_text(data).encode(), "", self.library, self.as_of)
        self.faction = faction

    @property
    def fields(self) -> list[Field]:
        """The fields that the player is asked to fill in now, in order.

        Each answer may add further fields. Empty before a roster is begun.
        """
        position = self.position
        if position is None or position.army is None:
            return []
        fields: list[Field] = []
        all_fields = commands.list_fields(position, ())
        for key in position.editor.asks:
            for field in all_fields:
                # some factions have no detachment at all
                if field.key == key and field.kind == "choice" and field.options():
                    fields.append(field)
        return fields

    def choose_option(self, option: Option) -> None:
        """Apply `option` to the roster, as the player's answer to a field."""
        assert self.position is not None
        if option.edit.steps:
            self.position = self.position.apply(option.edit)

    def has_choice(self, field: Field) -> bool:
        """Return whether the player has anything to decide in `field`.

        False if only one option is allowed, and it is chosen already.
        """
        assert self.position is not None
        possible = [
            option
            for option in field.options()
            if option.chosen or self.position.predict_effect(option.edit).allowed
        ]
        return len(possible) > 1 or not any(option.chosen for option in possible)

    @property
    def data(self) -> Any:
        """The new roster as plain data, or None before it is begun."""
        return self.position.data if self.position is not None else None
