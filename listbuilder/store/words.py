"""Words in three languages: read from YAML files that stand beside the code they speak for, filled with arguments.

A template is a Python format string. Numbers may choose a word (`{count:model|models}` gives `1 model`, `3 models`),
lists are joined the way the language joins them, and names are shown in the reader's language where it has one
(`filling.py`). What stands in quotes (`{given:q}`) is a literal: it is quoted as it was written, in every language.
What is filled in comes from players, files and data: it is made visible here, so that no name can be more than a name.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from pathlib import Path
from typing import Any

from listbuilder.model.bounds import MAX_CHOICES, MAX_SAID
from listbuilder.model.finding import Amount, Remarked
from listbuilder.model.said import Literal, Name
from listbuilder.model.visible import visible
from listbuilder.store import filling
from listbuilder.store.languages import language
from listbuilder.store.names import beside, in_mode, local, names, of_game, terms, valued
from listbuilder.store.texts import LANGS, Lang, sections, table

Shown = Callable[[str], str]
# Of the files beside this one, for whoever has something to say.
__all__ = ["LANGS", "Lang", "beside", "in_mode", "local", "names", "of_game", "sections", "table", "terms", "valued"]
__all__ = [
    "LANGS",
    "Lang",
    "Shown",
    "as_lang",
    "beside",
    "fill",
    "local",
    "names",
    "of_game",
    "say",
    "say_choices",
    "sections",
    "table",
    "terms",
]


def say(
    file: Path,
    key: str,
    lang: Lang,
    args: dict[str, Any] | None = None,
    shown: Shown = visible,
    called: Container[str] | None = None,
) -> str:
    """The text under `key`, filled in. A missing key is a bug of ours and raises KeyError."""
    return fill(table(file, lang)[key], args or {}, lang, shown, called)


def say_choices(file: Path, key: str, lang: Lang, args: dict[str, Any], called: Container[str] | None = None) -> str:
    """Return the text under `key`, or the one under `<key>_many` if more is `known` than a sentence can name, or nothing.

    That one has `{count}` in place of the names. Most keys have no such text: theirs names everything.
    """
    known = args.get("known")
    can_name = not isinstance(known, (list, tuple)) or 0 < len(known) <= MAX_CHOICES
    if not can_name and f"{key}_many" in table(file, lang):
        key, args = f"{key}_many", {**args, "count": len(known or ())}
    return say(file, key, lang, args, called=called)


def fill(template: str, args: dict[str, Any], lang: Lang, shown: Shown = visible, called: Container[str] | None = None) -> str:
    """`called`: the arguments that are names, where not all are. What is quoted is always as it was written."""
    pieces: list[str] = []
    for text, name, how in filling.parts(template):
        pieces.append(text)
        if name is not None:
            written = how == "q" or (called is not None and name not in called)
            pieces.append(filling.put(_shown(args[name], lang, shown, written), how, lang))
    return filling.together(pieces, lang)


def _shown(value: Any, lang: Lang, shown: Shown, written: bool) -> Any:
    """`written`: plain texts are not names but literals."""
    if isinstance(value, str):
        if len(value) > MAX_SAID:
            return shown(f"{value[:MAX_SAID]}…")
        known = isinstance(value, Name) or not (written or isinstance(value, Literal))
        return shown(valued(value, lang) if known else value)
    if isinstance(value, Amount):
        name = shown(local(value.name, lang))
        return f"{value.count} {name}" if language(lang).spaces or isinstance(value.count, str) else f"{name} ×{value.count}"
    if isinstance(value, Remarked):
        name = shown(local(value.name, lang))
        return bracketed(name, value.remark, lang)
    if isinstance(value, dict) and isinstance(value.get("en"), str):
        return filling.Word(shown(str(value.get(lang) or value["en"])))  # a text of the data, in its languages
    if isinstance(value, (list, tuple, frozenset, set)):
        return filling.Pieces(str(_shown(item, lang, shown, written)) for item in value)
    return value


def listed(items: list[str], lang: Lang) -> str:
    """Texts one after the other, as the language writes a list."""
    return filling.joined(items, lang)


def in_turn(said: Iterable[str], lang: Lang) -> str:
    """Sentences on one line, one behind the other, each as it stands alone."""
    then = language(lang).then
    return then.join(text.removesuffix(then.strip()) for text in said)


def paired(name: str, text: str, lang: Lang) -> str:
    """What something is called, and what is said of it."""
    return f"{name}{language(lang).colon}{text}"


def bracketed(name: str, remark: str, lang: Lang) -> str:
    """What something is called, and a remark behind it."""
    opening, closing = language(lang).brackets
    return f"{name}{opening}{remark}{closing}"


def as_lang(text: str | None) -> Lang | None:
    """The language a locale or an option names, if it is one of ours."""
    short = (text or "").split(".")[0].replace("_", "-").split("-")[0].lower()
    return next((lang for lang in LANGS if lang == short), None)
