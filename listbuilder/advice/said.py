"""Moves in words of the reader's language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from listbuilder.advice.moves import OPEN
from listbuilder.advice.plan import Move, OfChoice, OfField, OfFinding, OfOffer
from listbuilder.games import words as games
from listbuilder.games.base import Game
from listbuilder.games.shared.choices import Text, named
from listbuilder.law import words as law
from listbuilder.store import words
from listbuilder.store.words import Lang

_OWN = Path(__file__).parent / "moves.yaml"
_LIKE = {"enhancement_of": "enhancement"}  # fields of which the same is said
_PRICE = re.compile(r" ?[(（][+-]?\{points\}[^()（）]*[)）]")  # in a title: a column of its own says it


def title(move: Move, game: Game | None, lang: Lang) -> str:
    """One line: what to do."""
    template, args = _worded(move, game, lang)
    return words.fill(template, args, lang)


def phrase(move: Move, game: Game | None, lang: Lang, *, priced: bool = False) -> str:
    """Return what to do as the middle of a line: it starts lower case. Points, unless `priced`, have a column of their own."""
    template, args = _worded(move, game, lang, priced=priced)
    template = template if priced else _PRICE.sub("", template)
    return words.fill(template[:1].lower() + template[1:], args, lang)


Worded = tuple[str, dict[str, Any]]


def _worded(move: Move, game: Game | None, lang: Lang, *, priced: bool = True) -> Worded:
    """Return the text of a title before it is filled in, and what fills it. `priced`: names of choices have their points."""
    said = move.title
    if isinstance(said, OfFinding):
        return law.fix_template(said.finding, said.fix, lang), said.fix.args
    if isinstance(said, OfField):
        return _chosen(said, game, lang, priced)
    if isinstance(said, OfOffer):
        key = "add" if said.points else "add_free"
        if said.unit is not None:
            free = said.key == "instead" and not said.points
            key = "add_with.instead_free" if free else f"add_with.{said.key}"
        return words.table(_OWN, lang)[key], {"name": said.name, "points": said.points, "unit": said.unit}
    return _left_out(said, game, lang)


def _chosen(said: OfField, game: Game | None, lang: Lang, priced: bool) -> Worded:
    field = said.field
    taken, first = said.choice.key in OPEN, field.value.key in OPEN
    args: dict[str, Any] = {
        "field": games.say(game, f"field.{field.key}", lang, field.args),
        "choice": choice_text(said.choice, game, lang, priced=priced),
        "now": choice_text(field.value, game, lang, priced=priced),
        "unit": said.unit,
        "giver": said.gives,
    }
    table = words.table(_OWN, lang)
    if said.unit is None:
        return table[f"choose_roster.{'none' if taken else 'given' if first else 'any'}"], args
    what = _LIKE.get(field.key, field.key)
    ways = ("handed",) if said.gives else (said.choice.key, "given" if first else "instead")
    if taken and field.value.key == "name_points":  # the price goes with it
        args |= {"now": _plain(field.value.args["name"], game, lang), "points": field.value.args["points"]}
        ways = (f"{said.choice.key}_points", *ways)
    keys = [*(f"choose.{what}.{way}" for way in ways), f"choose.{what}", "choose.any_first" if first else "choose.any"]
    return table[next(key for key in keys if key in table)], args


def _left_out(said: OfChoice, game: Game | None, lang: Lang) -> Worded:
    """The last of its keys that has a name: what stands deeper is named by the roster itself."""
    fields = (f"field.{key}" for key in reversed(said.keys))
    known = next((key for key in fields if games.has(game, key, lang)), None)
    field = games.say(game, known, lang) if known else said.keys[-1]
    template = words.table(_OWN, lang)["without" if said.unit else "without_roster"]
    return template, {"unit": said.unit, "field": field}


def choice_text(said: Text, game: Game | None, lang: Lang, *, priced: bool = True) -> str:
    """Return one choice of a field by its name; with its points, unless not `priced`."""
    if said.key == "name_points" and not priced:
        name = said.args["name"]
        said = name if isinstance(name, Text) else named(name)
    return text(said, game, lang)


def text(said: Text, game: Game | None, lang: Lang) -> str:
    """A text of an editor. `plain` is the player's own words, shown as they are."""
    if said.key == "plain":
        return str(said.args["text"])
    if said.key == "custom_name":
        return str(said.args["custom"])
    return games.say(game, said.key, lang, {key: _plain(value, game, lang) for key, value in said.args.items()})


def _plain(value: Any, game: Game | None, lang: Lang) -> Any:
    return text(value, game, lang) if isinstance(value, Text) else value
