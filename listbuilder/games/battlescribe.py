"""The facts that a game's manifest states about other programs.

These are the signs by which its lists are recognised, and BattleScribe's names for it.
"""

from __future__ import annotations

import msgspec


class Signs(msgspec.Struct, frozen=True):
    """The signs by which a list of another program is recognised as one of this edition.

    Each is a regular expression on the whole of something, folded. `line`: a line of a text.
    `system`, `cost`, `selection`: in a roster file the name of its game system, of a kind of cost,
    of a setting of the army. `system_id`: the id of its game system, which stays in whatever
    language the names are. A list without a sign is of that game of its kind whose names and
    prices it has, and of the first of several that fit equally well.
    """

    line: tuple[str, ...] = ()
    system: tuple[str, ...] = ()
    cost: tuple[str, ...] = ()
    selection: tuple[str, ...] = ()
    system_id: tuple[str, ...] = ()


class Profile(msgspec.Struct, frozen=True):
    """A kind of profile; `numbers`: our word for each and theirs, as "movement=M toughness=T".

    `category`: what a weapon with such a profile is filed under, "" if under nothing.
    """

    name: str
    type: str
    numbers: str
    category: str = ""

    @property
    def theirs_by_ours(self) -> dict[str, str]:
        """The mapping from our word for each number to BattleScribe's, as in `numbers`."""
        pairs = (pair.partition("=") for pair in self.numbers.split())
        return {ours: theirs for ours, _, theirs in pairs}


class BattleScribe(msgspec.Struct, frozen=True):
    """Names and ids of BattleScribe's data files, and of the programs that read them.

    `alliances`: what the name of a catalogue begins with, the first of them that is a keyword of
    most units, else the last. `setting_category`: the category of what a force has that is no unit,
    such as its detachment; without it some viewers take a detachment for a unit.
    """

    id: str
    name: str
    cost: tuple[str, str]  # name and type
    profiles: dict[str, Profile]
    setting_category: str
    alliances: tuple[str, ...] = ()
