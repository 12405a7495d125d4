"""Say who leads whom, who rides in what and who waits: a roster's formations, in words."""

from __future__ import annotations

from typing import Any

from listbuilder.formats import export_wording
from listbuilder.i18n.messages import Lang

_LISTS = ("strategic_reserves", "reserves", "hover", "split")


def _get_unit_id(entry: object) -> str:
    """Return the id of the unit in an entry of a list of formations.

    The entry is the id itself or, for a unit that is split, a mapping with the id under `unit`.
    """
    return str(entry["unit"] if isinstance(entry, dict) else entry)


class DeploymentLines:
    """The formations of a roster in words.

    `formations` as the roster has them: empty unless they were asked for. `joined`: attachments
    that are no secret.
    """

    def __init__(
        self, formations: dict[str, Any], joined: dict[str, str], titles: dict[str, str], lang: Lang
    ) -> None:
        """Keep the roster's formations and attachments, with the titles of units by id, for
        wording.

        `formations` is empty unless formations are to be shown. `joined` are attachments that are
        no secret.
        """
        self.joined = joined
        self.attached: dict[str, str] = formations.get("attached") or {}
        self.embarked: dict[str, str] = formations.get("embarked") or {}
        self.lists = {
            key: [_get_unit_id(entry) for entry in formations.get(key) or ()] for key in _LISTS
        }
        self.titles = titles
        self.lang = lang

    def list_lines_of_unit(self, unit: str) -> list[str]:
        """Return the lines beside one unit: whom it joins, leads or rides in; who joins it.

        `unit` is the id of the unit. Empty if nothing of this is known or shown.
        """
        lines = []
        if unit in self.joined:
            lines.append(self._say("formation.joins", other=self._get_title(self.joined[unit])))
        joining = [self._get_title(guest) for guest, host in self.joined.items() if host == unit]
        if joining:
            lines.append(self._say("formation.joined_by", other=joining))
        if unit in self.attached:
            lines.append(self._say("formation.leads", other=self._get_title(self.attached[unit])))
        leaders = [
            self._get_title(leader) for leader, host in self.attached.items() if host == unit
        ]
        if leaders:
            lines.append(self._say("formation.led_by", other=leaders))
        if unit in self.embarked:
            lines.append(self._say("formation.rides", other=self._get_title(self.embarked[unit])))
        return lines

    def list_lines(self) -> list[str]:
        """Return all declared formations, a line each: leaders, passengers, reserves, split
        units.
        """
        lines: list[str] = []
        for key, links in (("attached", self.attached), ("embarked", self.embarked)):
            for unit_id, other_id in links.items():
                names = {"unit": self._get_title(unit_id), "other": self._get_title(other_id)}
                lines.append(self._say(f"formation.{key}", **names))
        for key, unit_ids in self.lists.items():
            if unit_ids:
                titles = [self._get_title(unit_id) for unit_id in unit_ids]
                lines.append(self._say(f"formation.{key}", units=titles))
        return lines

    def _get_title(self, unit: str) -> str:
        """Return the title of the unit with the id `unit`, or the id itself if it is unknown."""
        return self.titles.get(unit, unit)

    def _say(self, key: str, **args: Any) -> str:
        """Return the message `key` in the language of the export."""
        return export_wording.say(key, self.lang, **args)
