"""Games whose armies are mustered from datasheets under a detachment."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.games.base import NewRoster, Reading
from listbuilder.games.faction_game import FactionGame
from listbuilder.games.game import Said
from listbuilder.model.army import Army, Unit
from listbuilder.model.card import Carried
from listbuilder.model.edit import Edit
from listbuilder.model.problem import Problem
from listbuilder.store.library import Kind, Library
from listbuilder.store.reader import Document

if TYPE_CHECKING:
    from listbuilder.games.muster.data import Shelf  # noqa: F401  (in the head of the class)
    from listbuilder.games.muster.roster import MusterRoster
    from listbuilder.games.shared.aids import Aided
    from listbuilder.games.shared.choices import Editor


class MusterGame(FactionGame["Shelf", "MusterRoster"]):
    kind = "muster"
    sheets = "datasheets"
    law_needs = ("battle_sizes",)

    @property
    def army(self) -> type[Army]:
        from listbuilder.games.muster.army import Muster

        return Muster

    @property
    def roster(self) -> type[MusterRoster]:
        from listbuilder.games.muster.roster import OneDetachmentRoster

        return OneDetachmentRoster

    def data_kinds(self) -> dict[str, Kind[Any]]:
        from listbuilder.games.muster.data import FACTION, RULES
        from listbuilder.games.muster.past_data import PAST_KINDS

        return {"rules": RULES, **PAST_KINDS, "history/books/*": FACTION, "*": FACTION}

    def read_on(
        self, before: Reading, edit: Edit, document: Document, library: Library, as_of: str | None = None
    ) -> Reading | None:
        from listbuilder.games.muster.one_more import with_one_more  # only where a roster is changed

        more = with_one_more(before, edit, document, self, library)
        if more is not None or before.known is None:
            return more
        known = before.known.of(document)
        resolver = self.part("resolve").Resolver(document, self.roster_of(document), self.shelf(library), as_of, known)
        reading: Reading = resolver.reading()
        return reading

    def new(self, wanted: NewRoster, library: Library) -> str:
        from listbuilder.games.muster import sections

        return sections.starting_roster(wanted, self.shelf(library), self.roster)

    def facts(self, army: Army) -> Said:
        from listbuilder.games.muster import sections

        return sections.facts(army)

    def aids(self, army: Army) -> list[Aided]:
        from listbuilder.games.shared import aids

        return [*aids.aids_of(army), *aids.battle_ready(army, army.battle_ready), *aids.starting_strengths(army)]

    def carried(self, army: Army, unit: Unit) -> tuple[Carried, ...]:
        from listbuilder.games.muster import cards

        return cards.carried(unit)

    def consistency(self, file: Path, document: Document, model: Any, library: Library) -> Iterator[Problem]:
        from listbuilder.games.muster import consistency, past_check
        from listbuilder.games.muster.faction import Faction

        if isinstance(model, Faction):
            yield from consistency.problems(document, model, self.shelf(library))
        yield from past_check.problems(document, model, self.shelf(library))

    def editor(self, library: Library) -> Editor:
        from listbuilder.games.muster.choices import MusterEditor

        return MusterEditor(self, library)
