"""The names other programs print under a warscroll: weapons, choices, models."""

from __future__ import annotations

import re
from collections.abc import Iterable

from listbuilder.games.aos.warscroll import Warscroll
from listbuilder.matching import aliases
from listbuilder.matching.likeness import make_singular_key
from listbuilder.matching.names import Match, Names
from listbuilder.matching.translation import get_optional_words

_OR = re.compile(r",? or |,? and |, | / ", re.IGNORECASE)
SPECIAL = ("champion", "musician", "standard bearer")  # keywords of the warscroll


class WarscrollNames:
    """The names of one warscroll.

    None of them is a choice that a roster records, so nothing is made of them.
    """

    def __init__(
        self,
        sheet: Warscroll,
        system: str,
        faction: str,
        printed: Iterable[str] = (),
        now: str | None = None,
    ) -> None:
        """Collect the names of `sheet`, a warscroll of `faction` in the game `system`.

        `printed` are the lines that other programs print below its name. `now` is its id today, if
        the id has changed.
        """
        self.sheet = sheet
        scopes = [faction, f"{faction}/{sheet.id}"]
        if now:
            scopes.append(f"{faction}/{now}")
        weapons = [weapon.name for weapon in sheet.weapons]
        weapons += [part for name in weapons for part in _OR.split(name)]
        listed = aliases.collect_aliases(system, "options", scopes)
        special = [word for word in SPECIAL if word in sheet.keyword_values]
        self.options = Names([(name, name) for name in (*weapons, *listed, *special, *printed)])
        models = (sheet.name, *aliases.collect_aliases(system, "models", scopes))
        self.models = Names([(name, name) for name in models])

    def match_option(self, written: str) -> Match | None:
        """Return the match of a weapon, choice or special model called `written`, or None.

        `written` can be several names joined by "and", "or" or a comma. If no name is exactly that,
        the nearest name is matched. None if no name is near.
        """
        match = self.options.find_exact(written)
        parts = _OR.split(written)
        if match:
            return match
        if len(parts) > 1 and all(self.options.find_exact(part) for part in parts):
            return Match(written)
        return self.options.guess(written)

    def match_model(self, written: str) -> Match | None:
        """Return the match of a model of the unit called `written`, or None if no name is near.

        `written` can be the model's own name, or words of the unit's name and keywords, if at least
        one of them is in the unit's name.
        """
        match = self.models.find_exact(written)
        if match:
            return match
        words = set(make_singular_key(written).split())
        unit_words = set(make_singular_key(self.sheet.name).split())
        known_words = unit_words | get_optional_words()
        for tag in self.sheet.keyword_values:
            known_words |= set(make_singular_key(tag).split())
        if words & unit_words and words <= known_words:
            return Match(written)
        return self.models.guess(written)
