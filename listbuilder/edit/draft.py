"""A roster that is being begun: its game, its faction, and what the game asks of every new one."""

from __future__ import annotations

from typing import Any

from listbuilder.games.catalog import system
from listbuilder.games.shared.choices import Field, Option
from listbuilder.law import commands
from listbuilder.law.position import Position
from listbuilder.store.library import Library
from listbuilder.store.writer import new_text


class Draft:
    """What was answered stays while nothing before it is answered otherwise."""

    def __init__(self, library: Library, as_of: str | None = None) -> None:
        self.library = library
        self.as_of = as_of
        self.game = ""
        self.faction: str | None = None
        self.position: Position | None = None

    @property
    def asks_faction(self) -> bool:
        return not self.game or system(self.game).editor(self.library).asks_faction

    def take_game(self, game: str) -> None:
        """Raises Unreadable, as `take_faction`."""
        if game == self.game:
            return
        self.game, self.faction, self.position = game, None, None
        if not self.asks_faction:
            self.take_faction("")

    def take_faction(self, faction: str) -> None:
        """Raises Unreadable where the game knows nothing of the day that was asked for."""
        if faction == self.faction:
            return
        editor = system(self.game).editor(self.library)
        day = editor.day_of(faction, self.as_of)
        data = editor.blank(faction, day) | ({"points_as_of": day} if day else {})
        self.position = Position.read(new_text(data).encode(), "", self.library, self.as_of)
        self.faction = faction

    @property
    def fields(self) -> list[Field]:
        """What is asked for now, in order; each answer may bring further ones."""
        position = self.position
        if position is None or position.army is None:
            return []
        known = commands.fields(position, ())
        return [field for key in position.editor.asks for field in known if field.key == key and _answers(field)]

    def take(self, option: Option) -> None:
        assert self.position is not None
        if option.edit.steps:
            self.position = self.position.apply(option.edit)

    def open(self, field: Field) -> bool:
        """Whether there is anything to choose: with one answer that is allowed there is not."""
        assert self.position is not None
        possible = [each for each in field.options() if each.chosen or self.position.what_if(each.edit).allowed]
        return len(possible) > 1 or not any(each.chosen for each in possible)

    @property
    def data(self) -> Any:
        return self.position.data if self.position is not None else None


def _answers(field: Field) -> bool:
    """Some factions have no detachment at all."""
    return field.kind == "choice" and bool(field.options())
