"""Where the histories of each kind of army keep former states of entries, for `history_writing`."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.games.aos.history_records import WarscrollState
from listbuilder.games.wh40k.history_records import EnhancementState, SheetState


class Place:
    """How the history of one kind of entry is written down.

    `records` is the list in the history file, "" if it has the name of the book's list. `price` is
    the field with the price, and `dated_price` the key under which former prices are. `states` are
    the fields of which former values are kept. `last_state` is the key for the last state of a
    removed entry, and `kept_when_gone` are fields that its record gets besides. `aliases` is the
    list of other names. `is_whole`: a removed entry can be kept completely.
    """

    def __init__(
        self,
        records: str = "",
        *,
        price: str = "points",
        dated_price: str = "",
        states: Iterable[str] = (),
        last_state: str = "",
        kept_when_gone: Iterable[str] = (),
        aliases: str = "",
        is_whole: bool = True,
    ) -> None:
        self.records, self.price, self.dated_price = records, price, dated_price
        self.states, self.last_state = frozenset(states), last_state
        self.kept_when_gone, self.aliases = tuple(kept_when_gone), aliases
        self.is_whole = is_whole


PLACES: dict[str, dict[str, Place]] = {
    "wh40k": {
        "datasheet": Place(
            "datasheets",
            states=SheetState.__struct_fields__,
            last_state="sheet",
            aliases="units",
        ),
        "detachment": Place("detachments", price="", aliases="detachments", is_whole=False),
        "enhancement": Place(
            "enhancements",
            dated_price="points",
            states=EnhancementState.__struct_fields__,
            kept_when_gone=["requires", "bearer"],
            aliases="enhancements",
        ),
    },
    "aos": {
        "warscroll": Place(
            dated_price="prices",
            states=WarscrollState.__struct_fields__,
            last_state="warscroll",
            aliases="warscrolls",
        ),
        "formation": Place(dated_price="points", aliases="battle_formations"),
        "choice": Place("enhancements", dated_price="points", aliases="enhancements"),
        "spell_lore": Place(
            dated_price="points", kept_when_gone=["contents"], aliases="spell_lores"
        ),
        "prayer_lore": Place(
            dated_price="points", kept_when_gone=["contents"], aliases="prayer_lores"
        ),
        "manifestation_lore": Place(
            dated_price="points", kept_when_gone=["manifestations"], aliases="manifestation_lores"
        ),
        "terrain": Place(dated_price="points", is_whole=False),
        "regiment": Place(
            dated_price="prices", states=["factions"], kept_when_gone=["units", "factions"]
        ),
        "army_of_renown": Place(states=["units"], is_whole=False, aliases="armies_of_renown"),
    },
}
