"""One file for a phone at the table and for paper: no network, no script, light and dark."""

from __future__ import annotations

from listbuilder.formats import wording
from listbuilder.formats.printout import Printout
from listbuilder.formats.write import qr, template
from listbuilder.i18n.languages import get_language


def write(sheet: Printout) -> bytes:
    """Return the printout `sheet` as the bytes of an HTML page.

    Han characters look different in Japan and China, so the page says which language it means.
    """
    cards = {
        unit: place
        for place, card in enumerate(sheet.system.make_cards(sheet.army))
        for unit in card.units
    }
    cards_title = wording.say_of_game(sheet.system, "cards", sheet.lang)
    language_rules = get_language(
        sheet.lang
    )  # Han characters look different in Japan and China: the page says which it means
    page_settings = {"tag": language_rules.tag, "fonts": language_rules.fonts}
    return template.render_template(
        "roster.html",
        sheet,
        **page_settings,
        qr=qr.make_inline_svg(sheet),
        card_of=cards,
        cards_title=cards_title,
    )
