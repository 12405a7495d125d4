"""The message to a player: what is wrong with the list, where, and the smallest fix.

It is in the player's language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.advice import move_text
from listbuilder.advice.fix_plan import Move
from listbuilder.advice.fix_search import FixSearch
from listbuilder.advice.fix_state import Answer
from listbuilder.event.entry import Entry, OtherLists
from listbuilder.i18n import messages
from listbuilder.i18n.messages import Lang
from listbuilder.roster.position import Position

# rosters judged to find the smallest fix of one list; `fix` itself judges four times as many
TRIES = 150
# units of the largest army that gets all tries; for a larger one each try takes longer
USUAL = 30
WORDS = Path(__file__).parent / "words.yaml"


class Sender(msgspec.Struct, frozen=True):
    """The name of an event, and its deadline for lists, "" if that has passed."""

    event: str
    deadline: str = ""


def say(key: str, lang: Lang, **args: Any) -> str:
    """Return the text `key` of the event's words in a language."""
    return messages.say(WORDS, key, lang, args)


def collapse_repeats(lines: Iterable[str]) -> list[str]:
    """Return each different line once; a repeated line gets its count: `Remove Lasher ×2`."""
    return [f"{line} ×{count}" if count > 1 else line for line, count in Counter(lines).items()]


@lru_cache(maxsize=1)  # a list may come twice in a row
def find_smallest_fix(position: Position) -> Answer | None:
    """Return the smallest fix that makes a list legal, or None if none is found.

    A large army gets fewer tries, because each takes longer and more rosters would have to be
    checked.
    """

    units = len(position.army.units) if position.army is not None else 0
    tries = int(TRIES * min(1.0, (USUAL / max(1, units)) ** 2))
    answers = FixSearch(position, answers=1, tries=tries).find_answers()
    return answers[0] if answers else None


class Fixes:
    """The smallest changes that make a list legal, searched for once, worded in any language."""

    def __init__(self, position: Position) -> None:
        """Search for the fix of the list of `position`."""
        self._position = position
        answer = find_smallest_fix(position)
        self._moves: tuple[Move, ...] = tuple(answer.moves) if answer else ()

    def list_sentences(self, lang: Lang) -> list[str]:
        """Return the changes, each as a sentence."""
        game = self._position.system
        return [move_text.format_title(move, game, lang) for move in self._moves]

    def list_phrases(self, lang: Lang) -> list[str]:
        """Return each change as a phrase for the middle of a line, in `lang`, with points."""
        game = self._position.system
        return [move_text.format_phrase(move, game, lang, priced=True) for move in self._moves]


def compose_message(
    entry: Entry, fix: list[str], player: str, sender: Sender, lang: Lang
) -> list[str]:
    """Return the three parts of the message about a list: header, findings, footer.

    `fix`: sentences that say what to change. `entry` and `fix` must be in the player's language
    `lang`. `player`: the player's name; may be empty.
    """
    parts = (
        [*_yield_header(player, sender, lang), _describe_list(entry, lang), ""],
        _yield_findings(entry, fix, lang),
        _yield_footer(entry, sender, lang),
    )
    return ["".join(f"{line}\n" for line in part) for part in parts]


def join_message(parts: list[str], file: str, beside: OtherLists | None, lang: Lang) -> str:
    """Return the whole message about the list in `file`, joined from its three `parts`.

    `beside`: the other lists of the same player, or None. If there are any, the message also asks
    which list counts, because only the player knows.
    """
    head, body, end = parts
    if beside is None:
        return head + body + end
    files = [file, *beside.files]
    several = say("message.double", lang, count=beside.count + 1, files=files, file=file)
    body = body.replace(say("message.legal", lang), say("message.legal_one", lang), 1)
    return f"{head}{several}\n\n{body}{end}"


def compose_reminder(player: str, sender: Sender, lang: Lang) -> str:
    """Return the message to a player who hasn't handed in a list."""
    lines = [*_yield_header(player, sender, lang), say("message.none", lang)]
    if sender.deadline:
        lines.append(_format_deadline(sender, lang))
    return "\n".join([*lines, ""])


def _yield_header(player: str, sender: Sender, lang: Lang) -> Iterator[str]:
    """Yield the lines that greet the player, by name if it is known, and name the event."""
    yield say("message.hello", lang, player=player) if player else say("message.hello_nobody", lang)
    yield ""
    yield say("message.about", lang, event=sender.event)


def _yield_findings(entry: Entry, fix: list[str], lang: Lang) -> Iterator[str]:
    """Yield the lines on the verdict, the errors, the suggested fix, and further remarks.

    Lines that were not understood aren't the player's fault, so the message asks about them instead
    of demanding a correction.
    """
    noted = [*entry.doubts, *entry.warnings]
    if entry.unread:
        has_lines = bool(entry.units) or any(remark.line for remark in entry.unread)
        yield say("message.unread" if has_lines else "message.unread_file", lang)
        for remark in entry.unread:
            yield f"- {add_line_number(remark.text, remark.line, lang)}"
        yield say("message.not_your_fault" if has_lines else "message.send_text", lang)
    if entry.errors:
        if entry.unread:
            yield ""
        yield say("message.illegal", lang)
        for remark in entry.errors:
            yield f"- {add_line_number(remark.text, remark.line, lang)}"
    elif not entry.unread:
        yield say("message.legal_one" if noted else "message.legal", lang)
    if fix:
        yield ""
        yield say("message.fix", lang)
        yield from (f"- {fix_line}" for fix_line in collapse_repeats(fix))
    if noted:
        yield ""
        yield say("message.noted", lang)
        yield from (f"- {add_line_number(remark.text, remark.line, lang)}" for remark in noted)


def _describe_list(entry: Entry, lang: Lang) -> str:
    """Return one line to recognize the list by: name, game, faction, labels, points.

    The file's name is returned if all of these are unknown.
    """
    parts = [entry.name, entry.game, entry.faction, *entry.labels]
    if entry.points is not None:
        key = "message.points" if entry.limit is None else "message.points_limit"
        parts.append(say(key, lang, points=entry.points, limit=entry.limit))
    return " · ".join(part for part in parts if part) or entry.file


def add_line_number(text: str, line: int | None, lang: Lang) -> str:
    """Return `text` with the number of the list's line it is about; unchanged if that is None."""
    return text if line is None else say("message.line", lang, line=line, what=text)


def _yield_footer(entry: Entry, sender: Sender, lang: Lang) -> Iterator[str]:
    """Yield the lines on handing in again, the deadline and the date of the rules used."""
    if entry.errors:
        yield ""
        yield say("message.again", lang)
        if sender.deadline:
            yield _format_deadline(sender, lang)
    if entry.as_of:
        yield ""
        yield say("message.basis", lang, day=messages.format_day(entry.as_of, lang))


def _format_deadline(sender: Sender, lang: Lang) -> str:
    """Return the sentence on the deadline, as people write dates."""
    return say("message.until", lang, deadline=messages.format_day(sender.deadline, lang))
