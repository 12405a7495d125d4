"""In which language the builder speaks: asked alike on every screen."""

from __future__ import annotations

from listbuilder.store import languages
from listbuilder.tui.screens.ask import Answer, Ask
from listbuilder.tui.words import Words


def which_language(words: Words) -> Ask:
    known = languages.found().languages.items()
    answers = [Answer(key=lang, left=row.name, words=(lang,), chosen=lang == words.lang) for lang, row in known]
    return Ask(words("action.language"), answers)
