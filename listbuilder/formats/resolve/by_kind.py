"""Load what importing does in another way for each kind of army whose lists other programs write.

Each is imported when a list of its kind comes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from listbuilder.data.library import Library
from listbuilder.formats.import_account import Account
from listbuilder.formats.parsed import ParsedList
from listbuilder.games.game import Game
from listbuilder.history.best_date import SeasonDates, StatedPrice
from listbuilder.model.army import Army
from listbuilder.model.roster_data import RosterData

Resolve = Callable[[ParsedList, Account, Game, Library, str | None], RosterData | None]
StripDefaults = Callable[[Army, RosterData], RosterData]


class StatedPrices(Protocol):
    """The module that knows which prices lists of a kind of army state."""

    def list_stated_prices(
        self,
        parsed: ParsedList,
        account: Account,
        data: RosterData,
        game: Game,
        library: Library,
    ) -> list[StatedPrice]:
        """Return the unit prices that the list states, each with the things it pays for."""

    def is_fully_priced(self, data: RosterData, prices: list[StatedPrice]) -> bool:
        """Return whether everything that may have a price has a stated and exact price."""

    def find_season(self, data: RosterData, game: Game, library: Library) -> SeasonDates | None:
        """Return the dates between which the list can have been made; None if it is unknown."""


def _load_wh40k_resolver() -> Resolve:
    from listbuilder.formats.resolve import wh40k_list

    return wh40k_list.resolve


def _load_aos_resolver() -> Resolve:
    from listbuilder.formats.resolve import aos_list

    return aos_list.resolve


def _load_wh40k_prices() -> StatedPrices:
    from listbuilder.formats.resolve import wh40k_stated_prices

    return wh40k_stated_prices


def _load_aos_prices() -> StatedPrices:
    from listbuilder.formats.resolve import aos_stated_prices

    return aos_stated_prices


def _load_wh40k_defaults() -> StripDefaults:
    from listbuilder.formats import plain_roster

    return plain_roster.strip_defaults


RESOLVERS: dict[str, Callable[[], Resolve]] = {
    "wh40k": _load_wh40k_resolver,
    "aos": _load_aos_resolver,
}
STATED_PRICES: dict[str, Callable[[], StatedPrices]] = {
    "wh40k": _load_wh40k_prices,
    "aos": _load_aos_prices,
}
# Only these have units with more to them than a name.
DEFAULTS: dict[str, Callable[[], StripDefaults]] = {"wh40k": _load_wh40k_defaults}
