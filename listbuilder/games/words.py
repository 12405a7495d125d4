"""What games say: sections, remarks, fields and their labels.

Each kind of army has its words beside it; what several kinds share is in shared/words.yaml.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from listbuilder.games.base import Game
from listbuilder.model.visible import visible
from listbuilder.store import words
from listbuilder.store.words import Lang, Shown

_HERE = Path(__file__).parent
WARSCROLLS = _HERE / "shared" / "warscrolls.yaml"  # of games whose units have warscrolls
SHARED = _HERE / "shared" / "words.yaml"


def of_kind(kind: str) -> Path:
    return _HERE / kind / "words.yaml"


def has(game: Game | None, key: str, lang: Lang) -> bool:
    return any(key in words.table(file, lang) for file in _files(game))


def say(game: Game | None, key: str, lang: Lang, args: dict[str, Any] | None = None, shown: Shown = visible) -> str:
    """The game's own word for it, else the common one."""
    file = next((file for file in _files(game) if key in words.table(file, lang)), SHARED)
    return words.say(file, key, lang, args, shown)


def _files(game: Game | None) -> tuple[Path, ...]:
    return (game.words, *game.also_words, SHARED) if game else (SHARED,)
