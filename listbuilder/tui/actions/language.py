"""The question for the language, asked alike on every screen."""

from __future__ import annotations

from listbuilder.i18n import languages
from listbuilder.tui.screens.dialogs import Answer, Ask
from listbuilder.tui.text import Words


def make_language_question(words: Words) -> Ask:
    """Return the dialog that asks for the language."""
    languages_found = languages.load_languages().languages.items()
    answers = [
        Answer(key=lang, left=row.name, words=(lang,), chosen=lang == words.lang)
        for lang, row in languages_found
    ]
    return Ask(words("action.language"), answers)
