"""What a manifest says of other programs' lists: the signs a game's own are known by, and what BattleScribe calls it."""

from __future__ import annotations

import msgspec


class Signs(msgspec.Struct, frozen=True):
    """By what a list of another program is known to be of one edition: regular expressions on the whole of something, folded.

    `line`: a line of a text. `system`, `cost`, `selection`: in a roster file the name of its game system, of a kind of
    cost, of a setting of the army. A list without a sign is of that game of its kind whose names and prices it has, of the
    first of equals.
    """

    line: tuple[str, ...] = ()
    system: tuple[str, ...] = ()
    cost: tuple[str, ...] = ()
    selection: tuple[str, ...] = ()


class Profile(msgspec.Struct, frozen=True):
    """A kind of profile; `numbers`: our word for each and theirs, as "movement=M toughness=T"."""

    name: str
    type: str
    numbers: str

    @property
    def head(self) -> dict[str, str]:
        pairs = (each.partition("=") for each in self.numbers.split())
        return {ours: theirs for ours, _, theirs in pairs}


class BattleScribe(msgspec.Struct, frozen=True):
    """Names and ids of BattleScribe's data files, and of the programs that read them.

    `alliances`: what the name of a catalogue begins with, the first of them that is a keyword of most units, else the last.
    """

    id: str
    name: str
    cost: tuple[str, str]  # name and type
    profiles: dict[str, Profile]
    alliances: tuple[str, ...] = ()
