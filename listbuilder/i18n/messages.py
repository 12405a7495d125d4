"""Messages in three languages: read from YAML files, filled with arguments.

The files stand beside the code they speak for. A template is a Python format string. Numbers may
choose a word (`{count:model|models}` gives `1 model`, `3 models`), lists are joined the way the
language joins them, and names are shown in the reader's language where it has one (`templates.py`).
What stands in quotes (`{given:q}`) is a literal: it is quoted as it was written, in every language.
What is filled in comes from players, files and data: it is made visible here, so that no name can
be more than a name.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from listbuilder.i18n import templates
from listbuilder.i18n.languages import get_language, load_languages
from listbuilder.i18n.names import (
    get_shown_names,
    get_terms,
    make_game_language,
    name_with_english,
    name_with_mode,
    translate_name,
    translate_with_value,
)
from listbuilder.i18n.text_files import (
    LANGS,
    PLAYER_LANGS,
    Lang,
    load_texts,
    make_text_sections,
)
from listbuilder.model.base import fold
from listbuilder.model.finding import Amount, Remarked
from listbuilder.model.limits import MAX_CHOICES, MAX_SAID
from listbuilder.model.message_args import Literal, Name
from listbuilder.model.safe_text import escape_hidden

Shown = Callable[[str], str]
# Of the files beside this one, for whoever has something to say.
__all__ = [
    "LANGS",
    "PLAYER_LANGS",
    "Lang",
    "Shown",
    "fill_template",
    "find_language",
    "get_shown_names",
    "get_terms",
    "load_texts",
    "make_game_language",
    "make_text_sections",
    "name_with_english",
    "name_with_mode",
    "say",
    "say_choices",
    "translate_name",
    "translate_with_value",
]


def say(
    file: Path,
    key: str,
    lang: Lang,
    args: dict[str, Any] | None = None,
    shown: Shown = escape_hidden,
    called: Container[str] | None = None,
) -> str:
    """Return the text `key` of the words file `file` in `lang`, with `args` filled in.

    `shown` makes each text safe to show. `called`: the arguments that are names, None if all are.
    Raises KeyError for an unknown key, which is a bug of ours.
    """
    return fill_template(load_texts(file, lang)[key], args or {}, lang, shown, called)


def say_choices(
    file: Path, key: str, lang: Lang, args: dict[str, Any], called: Container[str] | None = None
) -> str:
    """Return the text `key`, or `<key>_many` if the argument `known` is empty or too long to name
    all.

    The second text has `{count}` in place of the names. If there is no such text, the first is
    used.
    """
    choices = args.get("known")
    can_name = not isinstance(choices, (list, tuple)) or 0 < len(choices) <= MAX_CHOICES
    if not can_name and f"{key}_many" in load_texts(file, lang):
        key, args = f"{key}_many", {**args, "count": len(choices or ())}
    return say(file, key, lang, args, called=called)


def fill_template(
    template: str,
    args: dict[str, Any],
    lang: Lang,
    shown: Shown = escape_hidden,
    called: Container[str] | None = None,
) -> str:
    """Return `template` with `args` filled in, as the language writes them.

    `called`: the arguments that are names and so translated; None if all are. Quoted arguments are
    never translated. `shown` makes each text safe to show.
    """
    pieces: list[str] = []
    for text, name, put_as in templates.parse_template(template):
        pieces.append(text)
        if name is not None:
            written = put_as == "q" or (called is not None and name not in called)
            pieces.append(
                templates.put_argument(_show_value(args[name], lang, shown, written), put_as, lang)
            )
    return templates.join_pieces(pieces, lang)


def _show_value(value: object, lang: Lang, shown: Shown, written: bool) -> Any:
    """Return an argument as it is filled in: names translated, texts made visible and cut if too
    long.

    `written`: plain texts are literals, not names. A list becomes Pieces, an amount a counted name.
    Other values are unchanged.
    """
    if isinstance(value, str):
        if len(value) > MAX_SAID:
            return shown(f"{value[:MAX_SAID]}…")
        is_name = isinstance(value, Name) or not (written or isinstance(value, Literal))
        return shown(translate_with_value(value, lang) if is_name else value)
    if isinstance(value, Amount):
        name = shown(translate_name(value.name, lang))
        if get_language(lang).spaces or isinstance(value.count, str):
            return f"{value.count} {name}"
        return f"{name} ×{value.count}"
    if isinstance(value, Remarked):
        name = shown(translate_name(value.name, lang))
        return add_remark(name, value.remark, lang)
    if isinstance(value, dict) and isinstance(value.get("en"), str):
        # A text of the data, in its languages.
        return templates.Word(shown(str(value.get(lang) or value["en"])))
    if isinstance(value, (list, tuple, frozenset, set)):
        return templates.Pieces(str(_show_value(item, lang, shown, written)) for item in value)
    return value


def join_list(items: list[str], lang: Lang) -> str:
    """Return `items` joined into one text as the language writes a list."""
    return templates.join_names(items, lang)


def join_sentences(sentences: Iterable[str], lang: Lang) -> str:
    """Return complete sentences joined on one line, with the language's separator between them."""
    then = get_language(lang).then
    return then.join(text.removesuffix(then.strip()) for text in sentences)


def join_with_colon(name: str, text: str, lang: Lang) -> str:
    """Return `name` and `text` joined with the colon of the language."""
    return f"{name}{get_language(lang).colon}{text}"


def add_remark(name: str, remark: str, lang: Lang) -> str:
    """Return `name` with `remark` after it, in the brackets of the language."""
    opening, closing = get_language(lang).brackets
    return f"{name}{opening}{remark}{closing}"


def find_language(text: str | None) -> Lang | None:
    """Return the language that `text`, a locale or an option, names; None if it isn't one of
    ours.
    """
    short = (text or "").split(".")[0].replace("_", "-").split("-")[0].lower()
    return next((lang for lang in LANGS if lang == short), None)


def find_player_language(text: str) -> Lang | None:
    """Return the language of a player that `text` names, by its code or its own name, or None.

    Besides the languages of the program there are those in which only players are written to.
    """
    short = text.split(".")[0].replace("_", "-").split("-")[0].lower().strip()
    for lang in PLAYER_LANGS:
        if short == lang or fold(text.strip()) == fold(get_language(lang).name):
            return lang
    return None


def format_day(day: str, lang: Lang) -> str:
    """Return a date such as 2026-11-27, with or without a time after it, as people write it.

    Text that is no date is returned unchanged.
    """
    try:
        moment = datetime.fromisoformat(day)
    except ValueError:
        return day
    row = get_language(lang)
    if not row.months:
        row = load_languages().languages[LANGS[0]]
    day_of_month = row.first_day if moment.day == 1 else moment.day
    month = row.months[moment.month - 1]
    date = row.date.format(day=day_of_month, month=month, year=moment.year)
    has_time = len(day) > len("2026-11-27")
    return row.date_time.format(date=date, time=moment.strftime("%H:%M")) if has_time else date
