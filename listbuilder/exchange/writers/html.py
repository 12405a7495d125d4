"""One file for a phone at the table and for paper: no network, no script, light and dark."""

from __future__ import annotations

from listbuilder.exchange import wording
from listbuilder.exchange.printout import Printout
from listbuilder.exchange.writers import page, qr
from listbuilder.store.languages import language


def write(sheet: Printout) -> bytes:
    cards = {unit: place for place, card in enumerate(sheet.system.cards(sheet.army)) for unit in card.units}
    called = wording.of_game(sheet.system, "cards", sheet.lang)
    spoken = language(sheet.lang)  # Han characters look different in Japan and China: the page says which it means
    asked = {"tag": spoken.tag, "fonts": spoken.fonts}
    return page.fill("roster.html", sheet, **asked, qr=qr.svg(sheet), card_of=cards, cards_title=called)
