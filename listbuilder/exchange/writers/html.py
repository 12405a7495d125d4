"""One file for a phone at the table and for paper: no network, no script, light and dark."""

from __future__ import annotations

from listbuilder.exchange import wording
from listbuilder.exchange.printout import Printout
from listbuilder.exchange.writers import page, qr

# Han characters look different in Japan and China: the page says which it means, and asks for such fonts first.
FONTS = {
    "en": "",
    "ja": "'Hiragino Sans','Noto Sans JP','Noto Sans CJK JP','Yu Gothic UI','Yu Gothic',Meiryo,",
    "zh": "'PingFang SC','Noto Sans SC','Noto Sans CJK SC','Source Han Sans SC','Microsoft YaHei',",
}
TAGS = {"en": "en", "ja": "ja", "zh": "zh-Hans"}


def write(sheet: Printout) -> bytes:
    cards = {unit: place for place, card in enumerate(sheet.system.cards(sheet.army)) for unit in card.units}
    called = wording.of_game(sheet.system, "cards", sheet.lang)
    language = {"tag": TAGS[sheet.lang], "fonts": FONTS[sheet.lang]}
    return page.fill("roster.html", sheet, **language, qr=qr.svg(sheet), card_of=cards, cards_title=called)
