"""The wording of moves in the reader's language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from listbuilder.advice.fix_moves import OPEN
from listbuilder.advice.fix_plan import AdditionTitle, ChoiceTitle, FixTitle, Move, RemovalTitle
from listbuilder.games import game_wording as games
from listbuilder.games.common.editor import Text, make_name_text
from listbuilder.games.game import Game
from listbuilder.i18n import messages
from listbuilder.i18n.messages import Lang
from listbuilder.rules import messages as law

_OWN = Path(__file__).parent / "moves.yaml"
_LIKE = {"enhancement_of": "enhancement"}  # fields of which the same is said
_PRICE = re.compile(
    r" ?[(（][+-]?\{points\}[^()（）]*[)）]"
)  # in a title: a column of its own says it


def format_title(move: Move, game: Game | None, lang: Lang) -> str:
    """Return what to do for `move` as one line in `lang`, with points."""
    template, args = _choose_template(move, game, lang)
    return messages.fill_template(template, args, lang)


def format_phrase(move: Move, game: Game | None, lang: Lang, *, priced: bool = False) -> str:
    """Return what to do for `move` as a phrase to stand within a line, in lower case.

    Points are left out unless `priced`, because they have a column of their own.
    """
    template, args = _choose_template(move, game, lang, priced=priced)
    template = template if priced else _PRICE.sub("", template)
    return messages.fill_template(template[:1].lower() + template[1:], args, lang)


Worded = tuple[str, dict[str, Any]]


def _choose_template(move: Move, game: Game | None, lang: Lang, *, priced: bool = True) -> Worded:
    """Return the template of the text for `move`, and the arguments to fill in.

    `priced`: whether names of choices are given with their points.
    """
    title = move.title
    if isinstance(title, FixTitle):
        return law.get_fix_template(title.finding, title.fix, lang), title.fix.args
    if isinstance(title, ChoiceTitle):
        return _choose_choice_template(title, game, lang, priced)
    if isinstance(title, AdditionTitle):
        key = "add" if title.points else "add_free"
        if title.unit is not None:
            free = title.key == "instead" and not title.points
            key = "add_with.instead_free" if free else f"add_with.{title.key}"
        return messages.load_texts(_OWN, lang)[key], {
            "name": title.name,
            "points": title.points,
            "unit": title.unit,
        }
    return _choose_removal_template(title, game, lang)


def _choose_choice_template(
    title: ChoiceTitle, game: Game | None, lang: Lang, priced: bool
) -> Worded:
    """Return the template and arguments for a move that makes another choice.

    Different templates are used for a first choice, a change, a choice taken back and a thing
    handed over to another unit. If a choice with a price is taken back, its points are among the
    arguments.
    """
    field = title.field
    taken, first = title.choice.key in OPEN, field.value.key in OPEN
    args: dict[str, Any] = {
        "field": games.say(game, f"field.{field.key}", lang, field.args),
        "choice": format_choice(title.choice, game, lang, priced=priced),
        "now": format_choice(field.value, game, lang, priced=priced),
        "unit": title.unit,
        "giver": title.gives,
    }
    table = messages.load_texts(_OWN, lang)
    if title.unit is None:
        way = "given" if first else "any"
        if taken:
            way = "none"
        return table[f"choose_roster.{way}"], args
    field_key = _LIKE.get(field.key, field.key)
    ways = ("handed",) if title.gives else (title.choice.key, "given" if first else "instead")
    if taken and field.value.key == "name_points":  # the price goes with it
        args |= {
            "now": _format_value(field.value.args["name"], game, lang),
            "points": field.value.args["points"],
        }
        ways = (f"{title.choice.key}_points", *ways)
    keys = [
        *(f"choose.{field_key}.{way}" for way in ways),
        f"choose.{field_key}",
        "choose.any_first" if first else "choose.any",
    ]
    return table[next(key for key in keys if key in table)], args


def _choose_removal_template(title: RemovalTitle, game: Game | None, lang: Lang) -> Worded:
    """Return the template and arguments for a move that removes a key.

    The key is called by the innermost of `title.keys` that has a name in the game's words. If none
    has a name, it is called as the roster file writes it.
    """
    fields = (f"field.{key}" for key in reversed(title.keys))
    field_key = next((key for key in fields if games.has_words(game, key, lang)), None)
    field = games.say(game, field_key, lang) if field_key else title.keys[-1]
    template = messages.load_texts(_OWN, lang)["without" if title.unit else "without_roster"]
    return template, {"unit": title.unit, "field": field}


def format_choice(choice: Text, game: Game | None, lang: Lang, *, priced: bool = True) -> str:
    """Return a choice of a field in words: its name, with its points if `priced`."""
    if choice.key == "name_points" and not priced:
        name = choice.args["name"]
        choice = name if isinstance(name, Text) else make_name_text(name)
    return format_text(choice, game, lang)


def format_text(text: Text, game: Game | None, lang: Lang) -> str:
    """Return `text`, a text of the editor, in words.

    The keys "plain" and "custom_name" are the player's own words, returned unchanged.
    """
    if text.key == "plain":
        return str(text.args["text"])
    if text.key == "custom_name":
        return str(text.args["custom"])
    return games.say(
        game,
        text.key,
        lang,
        {key: _format_value(value, game, lang) for key, value in text.args.items()},
    )


def _format_value(value: Any, game: Game | None, lang: Lang) -> Any:
    """Return `value`, put into words if it is a text."""
    return format_text(value, game, lang) if isinstance(value, Text) else value
