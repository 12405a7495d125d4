"""The wording of games: sections, remarks, fields and their labels.

Each kind of army has its wording beside it; what several kinds share is in common/words.yaml.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.i18n import messages
from listbuilder.i18n.messages import Lang, Shown
from listbuilder.model.safe_text import escape_hidden

if TYPE_CHECKING:
    from listbuilder.games.game import Game

_HERE = Path(__file__).parent
WARSCROLLS = _HERE / "common" / "warscrolls.yaml"  # of games whose units have warscrolls
SHARED = _HERE / "common" / "words.yaml"


def get_words_file(folder: str) -> Path:
    """Return the path of the file of wording in `folder`, the folder of a kind of army."""
    return _HERE / folder / "words.yaml"


def has_words(game: Game | None, key: str, lang: Lang) -> bool:
    """Return whether a file of wording for `game` has `key` in `lang`.

    The common file is one of them; with `game` None, it is the only one.
    """
    return any(key in messages.load_texts(file, lang) for file in _list_words_files(game))


def say(
    game: Game | None,
    key: str,
    lang: Lang,
    args: dict[str, Any] | None = None,
    shown: Shown = escape_hidden,
) -> str:
    """Return the wording of `key` in `lang` with `args` filled in.

    The game's own wording is used if it has the key, otherwise the common wording; `game` None: the
    common one. `shown` is applied to what is filled in, so that no hidden character acts on a
    terminal.
    """
    for file in _list_words_files(game):
        if key in messages.load_texts(file, lang):
            return messages.say(file, key, lang, args, shown)
    return messages.say(SHARED, key, lang, args, shown)


def _list_words_files(game: Game | None) -> tuple[Path, ...]:
    """Return the files of wording for `game`, its own first and the common one last.

    `game` None: the common file alone.
    """
    return (game.words, *game.also_words, SHARED) if game else (SHARED,)
