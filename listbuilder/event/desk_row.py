"""One list as the desk shows it, among all the others."""

from __future__ import annotations

from typing import Literal

import msgspec

from listbuilder.event.entry import Entry, Group, OtherLists, Remark
from listbuilder.event.players import Player
from listbuilder.i18n.messages import Lang
from listbuilder.model.base import fold

News = Literal["", "new", "again", "otherwise"]


class DeskRow(msgspec.Struct, kw_only=True):
    """One list as the desk shows it."""

    entry: Entry
    group: Group
    player: str  # as the roster of players has it, else as the list says
    known: bool  # whether that is one of the players
    lang: Lang
    owner: Player | None = None  # of the roster of players: two may have one name
    team: str = ""
    remarks: list[Remark] = []  # what only the other lists, the clock or the roster of players tell
    beside: OtherLists | None = None  # more lists of this player of the roster
    news: News = ""
    # whether there is a list of players, and nobody on it is known to be this list's
    is_unclaimed: bool = False
    proposed: Player | None = None  # whose it may be, where it is unclaimed
    identity: Remark | None = None  # what is said of its player, where it is unclaimed
    older: list[Entry] = []  # lists that this one replaces, the newest first
    too_late: list[Entry] = []  # newer lists that came after the deadline and don't count
    is_accepted: bool = False  # whether the organiser accepted the list as it is
    shares_in_team: bool = False  # whether another list of the team has what only one may have

    @property
    def plain(self) -> bool:
        """Return whether the file is named after its player, so one name is enough to show."""
        name = self.entry.file.replace("\\", "/").rpartition("/")[2]
        return fold(name.rpartition(".")[0] or name) == fold(self.player)

    @property
    def reasons(self) -> list[Remark]:
        """Return all remarks that say what to look at, the most important first.

        Remarks with the same text, as for several units, occur once.
        """
        entry = self.entry
        identity = [self.identity] if self.identity else []
        first = identity if self.group == "whose" else []
        findings = (*entry.unread, *entry.errors, *entry.doubts)
        ordered = (*first, *findings, *self.remarks, *identity, *entry.warnings)
        return list({remark.text: remark for remark in reversed(ordered)}.values())[::-1]
