"""Warhammer 40,000, 11th edition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.games.battlescribe import Signs
from listbuilder.games.wh40k.game import MusterGame
from listbuilder.games.wh40k.public_catalogues import FORMS, describe_catalogues

if TYPE_CHECKING:
    from listbuilder.games.wh40k.roster import MusterRoster


class Warhammer40k11e(MusterGame):
    """The game Warhammer 40,000, 11th edition, with the facts that only it has."""

    id = "warhammer-40k-11e"
    signs = Signs(
        line=(
            r".*\bdetachment points?\b.*|.*\bpoints? de detachement\b.*",
            r".*\b(?:puntos? de destacamento|punt[io] (?:di )?distaccamento)\b.*",
            r".*\b(?:detachement|kontingent)-?punkte?\b.*|[^()]+ \(\d ?dp\)(?:[,;&+] ?.+)?",
            r"(?:[+•*-] *)?(?:force dispositions?\b|dispositions?(?: des? forces?)? *:).*",
            r"attached units?(?: \d+)?(?: \([^()]*\))?:?|unite \d+ attachee.*|unites attachees",
            r"(?:[•*-] *)?(?:attached as|attachee? en tant que) *:.*",
            r".*(?:app version|version de l.appli|app-version) *: *v?[2-9]\.\d.*data.*",
            r"(?:export|esport)\w* .{0,60}: *v?[2-9]\.\d+\.\d+\b.*",
            r"[=#*+ -]*(?:warhammer 40,?000,? )?11(?:th|e|eme) edition\b.*",
            r"(?:[•*-] *)?leading [^\[\]]{2,60}\[\d+\].*",
        ),
        system=(r"warhammer 40,?000 11th.*",),
        cost=(r"detachment points?",),
        selection=(r"force dispositions?",),
        system_id=("sys-352e-adc2-7639-d610",),
    )
    forms = FORMS
    battlescribe = describe_catalogues(
        signs.system_id[0], "Warhammer 40,000 11th Edition", "Sv", "invulnerable=InSv"
    )

    @property
    def roster(self) -> type[MusterRoster]:
        """The model of this game's roster file: one with several detachments."""
        from listbuilder.games.wh40k.roster import DetachmentsRoster

        return DetachmentsRoster
