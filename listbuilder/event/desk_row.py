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
    player: str  # the name in the file of players, else the name on the list
    known: bool  # whether that is a player in the file
    lang: Lang
    owner: Player | None = None  # the player in the file; two may have the same name
    team: str = ""
    remarks: list[Remark] = []  # from the other lists, the deadline and the file of players
    beside: OtherLists | None = None  # more lists of this player
    news: News = ""
    # whether there is a file of players and the list can't be assigned to one of them
    is_unclaimed: bool = False
    proposed: Player | None = None  # the probable player of an unclaimed list
    identity: Remark | None = None  # the remark on the player of an unclaimed list
    older: list[Entry] = []  # lists that this one replaces, the newest first
    too_late: list[Entry] = []  # newer lists that came after the deadline and don't count
    is_accepted: bool = False  # whether the organiser accepted the list as it is
    shares_in_team: bool = False  # whether it shares something with its team that it mustn't

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
