"""What to write to a player: what is wrong with the list, where, and the smallest change that mends it. In their language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.advice import said
from listbuilder.advice.mend import Search
from listbuilder.advice.plan import Move
from listbuilder.event.entry import Beside, Entry
from listbuilder.law.position import Position
from listbuilder.store import words
from listbuilder.store.words import Lang

TRIES = 150  # rosters judged to find the smallest fix of one list; `fix` itself takes four times as many
USUAL = 30  # units of an army of which as many are judged; each of a larger one takes longer, and there are more to judge
WORDS = Path(__file__).parent / "words.yaml"


class Sender(msgspec.Struct, frozen=True):
    """What an event is called, and until when a list may come, in words."""

    event: str
    deadline: str = ""


def say(key: str, lang: Lang, **args: Any) -> str:
    return words.say(WORDS, key, lang, args)


def together(lines: Iterable[str]) -> list[str]:
    """The same said several times is said once, with how often."""
    return [f"{line} ×{count}" if count > 1 else line for line, count in Counter(lines).items()]


@lru_cache(maxsize=1)  # of a text that comes again
def _moves(done: Position) -> tuple[Move, ...]:
    units = len(done.army.units) if done.army is not None else 0
    tries = int(TRIES * min(1.0, (USUAL / max(1, units)) ** 2))
    answers = Search(done, answers=1, tries=tries).answers()
    return tuple(answers[0].moves) if answers else ()


class Fixes:
    """The smallest changes that make a list legal: looked for once, said in as many languages as are asked for."""

    def __init__(self, done: Position) -> None:
        self._done = done
        self._moves = _moves(done)

    def said(self, lang: Lang) -> list[str]:
        return [said.title(move, self._done.system, lang) for move in self._moves]

    def phrases(self, lang: Lang) -> list[str]:
        """Return the same as the middle of a line."""
        return [said.phrase(move, self._done.system, lang, priced=True) for move in self._moves]


def of_list(entry: Entry, fix: list[str], player: str, sender: Sender, lang: Lang) -> list[str]:
    """Its parts. `entry` and `fix` in the language of the player."""
    parts = ([*_head(player, sender, lang), _list_line(entry, lang), ""], _body(entry, fix, lang), _end(entry, sender, lang))
    return ["".join(f"{line}\n" for line in part) for part in parts]


def joined(parts: list[str], file: str, beside: Beside | None, lang: Lang) -> str:
    """`beside`: more lists of the same player, of which nobody else knows which one counts."""
    head, body, end = parts
    if beside is None:
        return head + body + end
    several = say("message.double", lang, count=beside.count + 1, files=[file, *beside.files], file=file)
    return f"{head}{several}\n\n{body.replace(say('message.legal', lang), say('message.legal_one', lang), 1)}{end}"


def of_nobody(player: str, sender: Sender, lang: Lang) -> str:
    """To a player of whom no list is there."""
    lines = [*_head(player, sender, lang), say("message.none", lang)]
    if sender.deadline:
        lines.append(say("message.until", lang, deadline=sender.deadline))
    return "\n".join([*lines, ""])


def _head(player: str, sender: Sender, lang: Lang) -> Iterator[str]:
    yield say("message.hello", lang, player=player) if player else say("message.hello_nobody", lang)
    yield ""
    yield say("message.about", lang, event=sender.event)


def _body(entry: Entry, fix: list[str], lang: Lang) -> Iterator[str]:
    noted = [*entry.doubts, *entry.warnings]
    if entry.verdict == "unread":
        yield say("message.unread", lang)
    elif entry.verdict == "illegal":
        yield say("message.illegal", lang)
    else:
        yield say("message.legal_one" if noted else "message.legal", lang)
    for each in (*entry.unread, *entry.errors):
        yield f"- {_placed(each.text, each.line, lang)}"
    if fix:
        yield ""
        yield say("message.fix", lang)
        yield from (f"- {each}" for each in together(fix))
    if noted:
        yield ""
        yield say("message.noted", lang)
        yield from (f"- {_placed(each.text, each.line, lang)}" for each in noted)


def _list_line(entry: Entry, lang: Lang) -> str:
    parts = [entry.name, entry.game, entry.faction, *entry.labels]
    if entry.points is not None:
        key = "message.points" if entry.limit is None else "message.points_limit"
        parts.append(say(key, lang, points=entry.points, limit=entry.limit))
    return " · ".join(part for part in parts if part) or entry.file


def _placed(text: str, line: int | None, lang: Lang) -> str:
    return text if line is None else say("message.line", lang, line=line, what=text)


def _end(entry: Entry, sender: Sender, lang: Lang) -> Iterator[str]:
    if entry.verdict in ("unread", "illegal"):
        yield ""
        yield say("message.again", lang)
        if sender.deadline:
            yield say("message.until", lang, deadline=sender.deadline)
    if entry.as_of:
        yield ""
        yield say("message.basis", lang, day=entry.as_of)
