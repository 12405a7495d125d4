"""The question for the language, asked alike on every screen."""

from __future__ import annotations

from listbuilder.i18n import languages
from listbuilder.tui.screens.dialogs import Answer, Ask
from listbuilder.tui.text import Words


def make_language_question(words: Words) -> Ask:
    """Return the dialog that asks for the language."""
    languages_found = languages.load_languages()
    answers = [
        Answer(
            key=lang,
            left=languages_found.languages[lang].name,
            words=(lang,),
            chosen=lang == words.lang,
        )
        for lang in languages_found.spoken
    ]
    return Ask(words("action.language"), answers)
