"""One file for a phone at the table and for paper: no network, no script, light and dark."""

from __future__ import annotations

from listbuilder.formats import export_wording
from listbuilder.formats.printout import Printout
from listbuilder.formats.write import qr, template
from listbuilder.i18n.languages import get_language


def write(sheet: Printout) -> bytes:
    """Return the roster `sheet` as the bytes of an HTML page.

    The page states its language, because Han characters look different in Japan and China.
    """
    card_of_unit: dict[str, int] = {}
    for place, card in enumerate(sheet.system.make_cards(sheet.army)):
        for unit in card.units:
            card_of_unit[unit] = place
    language = get_language(sheet.lang)
    return template.render_template(
        "roster.html",
        sheet,
        tag=language.tag,
        fonts=language.fonts,
        qr=qr.make_inline_svg(sheet),
        caption=sheet.say(qr.get_caption_key(sheet)),
        card_of=card_of_unit,
        cards_title=export_wording.say_of_game(sheet.system, "cards", sheet.lang),
    )
