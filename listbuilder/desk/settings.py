"""The settings that the desk gets when it starts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import msgspec

from listbuilder.event.message import Sender
from listbuilder.event.players import Player
from listbuilder.event.triage import Desk
from listbuilder.i18n.messages import Lang

LISTS, NOTES, CODES, KEY = "lists", "notes.yaml", "codes.csv", "desk.key"


class DeskSettings(msgspec.Struct, kw_only=True):
    """The settings of the desk of one event.

    `folder`: where the lists, notes and codes are. `sender`: the event's name, and its deadline as
    shown. `deadline`: as “2026-11-20 20:00”, or "". `publish_at`: likewise, when the lists become
    public. `lang`: the organiser's language, `fallback`: that of players who have none.
    `base_url`: what every link begins with, without a slash at its end. `describe`: makes the lines
    below the title of the desk. `rate`: requests a second that one address may send in the long
    run; 0 for no limit.
    """

    folder: Path
    sender: Sender
    deadline: str
    publish_at: str
    lang: Lang
    fallback: Lang
    players: list[Player]
    base_url: str
    describe: Callable[[Desk], list[str]]
    rate: int

    def make_player_link(self, name: str, code: str) -> str:
        """Return the link of one player. Name and code come after #, which browsers don't send."""
        return f"{self.base_url}/#{quote(name, safe='')}/{quote(code, safe='')}"

    @property
    def is_open(self) -> bool:
        """Return whether players type their names, because the event has no file of players."""
        return not self.players
