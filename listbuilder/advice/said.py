"""Moves in words of the reader's language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from listbuilder.advice.moves import OPEN
from listbuilder.advice.plan import Move, OfChoice, OfField, OfFinding, OfOffer
from listbuilder.games import words as games
from listbuilder.games.base import Game
from listbuilder.games.shared.choices import Text
from listbuilder.law import words as law
from listbuilder.store import words
from listbuilder.store.words import Lang

_OWN = Path(__file__).parent / "moves.yaml"
_LIKE = {"enhancement_of": "enhancement"}  # fields of which the same is said


def title(move: Move, game: Game | None, lang: Lang) -> str:
    """One line: what to do."""
    said = move.title
    if isinstance(said, OfFinding):
        return law.fix_title(said.finding, said.fix, lang) if said.finding else law.common_fix_title(said.fix, lang)
    if isinstance(said, OfField):
        return _chosen(said, game, lang)
    if isinstance(said, OfOffer):
        args = {"name": said.name, "points": said.points, "unit": said.unit}
        if said.unit is not None:
            key = "instead_free" if said.key == "instead" and not said.points else said.key
            return words.say(_OWN, f"add_with.{key}", lang, args)
        return words.say(_OWN, "add" if said.points else "add_free", lang, args)
    return _left_out(said, game, lang)


def _chosen(said: OfField, game: Game | None, lang: Lang) -> str:
    field = said.field
    taken, first = said.choice.key in OPEN, field.value.key in OPEN
    args: dict[str, Any] = {
        "field": games.say(game, f"field.{field.key}", lang, field.args),
        "choice": text(said.choice, game, lang),
        "now": text(field.value, game, lang),
        "unit": said.unit,
        "giver": said.gives,
    }
    if said.unit is None:
        return words.say(_OWN, f"choose_roster.{'none' if taken else 'given' if first else 'any'}", lang, args)
    what = _LIKE.get(field.key, field.key)
    ways = ("handed",) if said.gives else (said.choice.key, "given" if first else "instead")
    if taken and field.value.key == "name_points":  # the price goes with it
        args |= {"now": _plain(field.value.args["name"], game, lang), "points": field.value.args["points"]}
        ways = (f"{said.choice.key}_points", *ways)
    keys = [*(f"choose.{what}.{way}" for way in ways), f"choose.{what}", "choose.any_first" if first else "choose.any"]
    return words.say(_OWN, next(key for key in keys if key in words.table(_OWN, lang)), lang, args)


def _left_out(said: OfChoice, game: Game | None, lang: Lang) -> str:
    """The last of its keys that has a name: what stands deeper is named by the roster itself."""
    named = (f"field.{key}" for key in reversed(said.keys))
    known = next((key for key in named if games.has(game, key, lang)), None)
    field = games.say(game, known, lang) if known else said.keys[-1]
    return words.say(_OWN, "without" if said.unit else "without_roster", lang, {"unit": said.unit, "field": field})


def text(said: Text, game: Game | None, lang: Lang) -> str:
    """A text of an editor. `plain` is the player's own words, shown as they are."""
    if said.key == "plain":
        return str(said.args["text"])
    if said.key == "custom_name":
        return str(said.args["custom"])
    return games.say(game, said.key, lang, {key: _plain(value, game, lang) for key, value in said.args.items()})


def _plain(value: Any, game: Game | None, lang: Lang) -> Any:
    return text(value, game, lang) if isinstance(value, Text) else value
