"""Who leads whom, who rides in what and who waits: a roster's formations, in words."""

from __future__ import annotations

from typing import Any

from listbuilder.exchange import wording
from listbuilder.store.words import Lang

_LISTS = ("strategic_reserves", "reserves", "hover", "split")


def _id(entry: Any) -> str:
    """A unit by its id, or one that is split with what it is split into."""
    return str(entry["unit"] if isinstance(entry, dict) else entry)


class Ties:
    """`formations` as the roster has them: empty unless they were asked for. `joined`: attachments that are no secret."""

    def __init__(self, formations: dict[str, Any], joined: dict[str, str], titles: dict[str, str], lang: Lang) -> None:
        self.joined = joined
        self.attached: dict[str, str] = formations.get("attached") or {}
        self.embarked: dict[str, str] = formations.get("embarked") or {}
        self.lists = {key: [_id(each) for each in formations.get(key) or ()] for key in _LISTS}
        self.titles = titles
        self.lang = lang

    def of(self, unit: str) -> list[str]:
        """What is said beside one unit."""
        said = []
        if unit in self.joined:
            said.append(self._say("formation.joins", other=self._title(self.joined[unit])))
        joining = [self._title(other) for other, host in self.joined.items() if host == unit]
        if joining:
            said.append(self._say("formation.joined_by", other=joining))
        if unit in self.attached:
            said.append(self._say("formation.leads", other=self._title(self.attached[unit])))
        leaders = [self._title(leader) for leader, host in self.attached.items() if host == unit]
        if leaders:
            said.append(self._say("formation.led_by", other=leaders))
        if unit in self.embarked:
            said.append(self._say("formation.rides", other=self._title(self.embarked[unit])))
        return said

    def lines(self) -> list[str]:
        """Everything that is declared."""
        pairs = [("attached", self.attached), ("embarked", self.embarked)]
        said = [
            self._say(f"formation.{key}", unit=self._title(one), other=self._title(other))
            for key, links in pairs
            for one, other in links.items()
        ]
        waiting = [(key, [self._title(unit) for unit in units]) for key, units in self.lists.items() if units]
        return [*said, *(self._say(f"formation.{key}", units=units) for key, units in waiting)]

    def _title(self, unit: str) -> str:
        return self.titles.get(unit, unit)

    def _say(self, key: str, **args: Any) -> str:
        return wording.say(key, self.lang, **args)
