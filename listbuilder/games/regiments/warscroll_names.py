"""What other programs print under a warscroll: its weapons, the choices it has, its special models, its models."""

from __future__ import annotations

import re
from collections.abc import Iterable

from listbuilder.games.regiments.warscroll import Warscroll
from listbuilder.games.shared import aliases
from listbuilder.games.shared.likeness import key
from listbuilder.games.shared.names import Match, Names
from listbuilder.games.shared.translate import optional

_OR = re.compile(r",? or |,? and |, | / ", re.IGNORECASE)
SPECIAL = ("champion", "musician", "standard bearer")  # keywords of the warscroll


class WarscrollNames:
    """The names of one warscroll. None of them is a choice that a roster records, so nothing is made of them."""

    def __init__(self, sheet: Warscroll, system: str, faction: str, printed: Iterable[str] = (), now: str | None = None) -> None:
        """`printed`: what other programs print under it. `now`: its id today, where it is called otherwise."""
        self.sheet = sheet
        scopes = [faction, f"{faction}/{sheet.id}", *([f"{faction}/{now}"] if now else [])]
        weapons = [weapon.name for weapon in sheet.weapons]
        weapons += [part for name in weapons for part in _OR.split(name)]
        listed = aliases.of(system, "options", scopes)
        special = [word for word in SPECIAL if word in sheet.keyword_values]
        self.options = Names([(name, name) for name in (*weapons, *listed, *special, *printed)])
        self.models = Names([(name, name) for name in (sheet.name, *aliases.of(system, "models", scopes))])

    def option(self, written: str) -> Match | None:
        """A weapon, a choice or a special model; several joined by "and"."""
        found = self.options.find(written)
        parts = _OR.split(written)
        if found is None and len(parts) > 1 and all(self.options.find(part) for part in parts):
            return Match(written)
        return found or self.options.guess(written)

    def model(self, written: str) -> Match | None:
        """A model of the unit, by its own name or by words of the unit's name and keywords, one of the name's among them."""
        found = self.models.find(written)
        if found:
            return found
        words, own = set(key(written).split()), set(key(self.sheet.name).split())
        known = own | optional() | {word for tag in self.sheet.keyword_values for word in key(tag).split()}
        if words & own and words <= known:
            return Match(written)
        return self.models.guess(written)
