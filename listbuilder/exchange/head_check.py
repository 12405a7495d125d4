"""What the head of a list says a second time: who is the warlord, who bears what. Against what is listed below it."""

from __future__ import annotations

from typing import Any

from listbuilder.exchange.account import Account
from listbuilder.exchange.parsed import ParsedList, Words
from listbuilder.exchange.readers.fence import on_unit
from listbuilder.games.muster.data import FactionData
from listbuilder.games.muster.names import Index
from listbuilder.games.shared.names import Names
from listbuilder.games.shared.translate import foreign
from listbuilder.model.base import fold


class HeadCheck:
    def __init__(
        self, made: ParsedList, index: Index, faction: FactionData, enhancements: tuple[Names, Names], account: Account
    ) -> None:
        self.made = made
        self.index = index
        self.faction = faction
        self.enhancements = enhancements
        self.account = account

    def run(self, units: list[dict[str, Any]]) -> None:
        """What a head says a second time: who is warlord, who bears what."""
        if self.made.warlord:
            self._warlord_by_head(self.made.warlord, units)
        borne = any("enhancement" in made for made in units)
        for words in self.made.enhancements:
            if borne:
                self._borne_by_head(words, units)
            else:
                self._by_head(words, units)

    def _warlord_by_head(self, words: Words, units: list[dict[str, Any]]) -> None:
        """The one whom only the head names; one whom the list does not mark, where it marks another, is a contradiction."""
        match = self.index.unit(words.text, self.faction.head.id)
        named = [made for made in units if match and made["datasheet"] == match[0]]
        marked = [made for made in units if made.get("warlord")]
        if named and not marked:
            named[0]["warlord"] = True
            self.account.note("import_warlord_by_head", unit=words.text, line=words.line)
        elif match is None and foreign(words.text):
            return
        elif (
            (match is None or match[1].how != "guess")
            and not any(made in named for made in marked)
            and len(units) == len(self.made.units)
        ):
            others = [self._title(made) for made in marked]
            key = "contradiction_warlord" if marked and match else "contradiction_warlord_missing"
            self.account.unread(words.line, key, stated=words.text, listed=others)

    def _borne_by_head(self, words: Words, units: list[dict[str, Any]]) -> None:
        """What the head says once more of an enhancement, against the bearers in the list."""
        name, bearer = on_unit(words)
        match = next((m for names in self.enhancements if (m := names.find(name))), None)
        unit = self.index.unit(bearer, self.faction.head.id) if bearer else None
        if match is None and bearer and not foreign(name) and not foreign(bearer):
            self._unknown(words)
        if match is None or match.target is None or unit is None or unit[1].how == "guess" or len(units) < len(self.made.units):
            return
        bearers = [made for made in units if match.target in listed(made.get("enhancement"))]
        if not any(made["datasheet"] == unit[0] for made in bearers):
            args: dict[str, Any] = {"given": name, "stated": bearer, "listed": [self._title(made) for made in bearers]}
            key = "contradiction_bearer" if bearers else "contradiction_bearer_missing"
            self.account.unread(words.line, key, **args)

    def _title(self, made: dict[str, Any]) -> str:
        found = self.index.sheet(made["datasheet"], self.faction.head.id)
        return found[0].name if found else str(made["datasheet"])

    def _by_head(self, words: Words, units: list[dict[str, Any]]) -> None:
        """An enhancement that only the head names: `Relic (on Char1: Captain)`."""
        name, bearer = on_unit(words)
        match = next((m for names in self.enhancements if (m := names.find(name))), None)
        unit = self.index.unit(bearer, self.faction.head.id) if bearer else None
        made = next((each for each in units if unit and each["datasheet"] == unit[0] and "enhancement" not in each), None)
        if match and match.target and made is not None:
            made["enhancement"] = match.target
        elif match is None or made is None:
            self._unknown(words)

    def _unknown(self, words: Words) -> None:
        """Once: where the list below says it too, that is told already."""
        name = fold(on_unit(words)[0])
        if any(each.key == "unread_enhancement" and fold(str(each.args["given"])) == name for each in self.account.problems):
            self.account.source.mapped(words.line)
            return
        self.account.unread(words.line, "unread_enhancement", given=words.text, faction=self.faction.head.name)


def listed(given: str | list[str] | None) -> list[str]:
    """One, several or none, as a roster writes them."""
    return [given] if isinstance(given, str) else given or []
