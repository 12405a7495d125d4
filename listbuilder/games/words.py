"""The wording of games: sections, remarks, fields and their labels.

Each kind of army has its wording beside it; what several kinds share is in shared/words.yaml.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from listbuilder.games.base import Game
from listbuilder.model.visible import escape_hidden
from listbuilder.store import words
from listbuilder.store.words import Lang, Shown

_HERE = Path(__file__).parent
WARSCROLLS = _HERE / "shared" / "warscrolls.yaml"  # of games whose units have warscrolls
SHARED = _HERE / "shared" / "words.yaml"


def get_words_file(kind: str) -> Path:
    """Return the path of the file with the wording of the kind of army `kind`."""
    return _HERE / kind / "words.yaml"


def has_words(game: Game | None, key: str, lang: Lang) -> bool:
    """Return whether a file of wording of `game` has `key` in `lang`.

    `game` None: the common file alone.
    """
    return any(key in words.load_texts(file, lang) for file in _list_words_files(game))


def say(
    game: Game | None,
    key: str,
    lang: Lang,
    args: dict[str, Any] | None = None,
    shown: Shown = escape_hidden,
) -> str:
    """Return the wording of `key` in `lang` with `args` filled in: the game's own, else the common
    one.

    `shown` is applied to what is filled in, so that nothing hidden acts on a terminal.
    """
    file = next(
        (file for file in _list_words_files(game) if key in words.load_texts(file, lang)), SHARED
    )
    return words.say(file, key, lang, args, shown)


def _list_words_files(game: Game | None) -> tuple[Path, ...]:
    """Return the files of wording of `game`, its own first, the common one last."""
    return (game.words, *game.also_words, SHARED) if game else (SHARED,)
