"""The functions that `import listbuilder` promises to other people's programs.

Each takes the text of a list, in any form that the command line reads, and returns a model of
`listbuilder.reports`: the same fields, words and verdicts as `--format json` prints. Bad input
raises one kind of exception, `ListbuilderError`.

The functions may be called from any thread. Only one call runs at a time, because the loaded data
are shared; to use several cores, use processes.
"""

from __future__ import annotations

import functools
import io
import os
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal, ParamSpec, TypeVar

from listbuilder.cli.context import Context, build_bug_problem, open_library
from listbuilder.cli.judge_file import ReadingOptions, get_size_limit, is_our_bug, judge_safely
from listbuilder.games.game import TODAY
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.i18n import problem_text
from listbuilder.i18n.messages import LANGS, Lang
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.windows import is_day
from listbuilder.yamlio import reader

if TYPE_CHECKING:
    from listbuilder.reports import DiffReport, FillReport, FixReport, WhyReport
    from listbuilder.reports.check import CheckedRoster
    from listbuilder.reports.parsed import FoundDatasheet, GameInfo, ParsedList
    from listbuilder.roster.position import Position

Audience = Literal["opponent", "me"]
Purpose = Literal["closest", "models", "wounds", "control", "gaps"]
FilePath = str | os.PathLike[str]
Params = ParamSpec("Params")
Returned = TypeVar("Returned")


class ListbuilderError(Exception):
    """A list, file or option that can't be used; `problems` has one sentence for each reason."""

    def __init__(self, problems: Iterable[str]) -> None:
        """Store `problems`, one sentence for each reason."""
        self.problems = tuple(problems)
        super().__init__(" ".join(self.problems))


class Library:
    """The data that lists are judged by: the built-in data and the user's own.

    Make one to use further data files. Otherwise all calls share one, so that each faction is read
    only once.
    """

    def __init__(self, data: FilePath | None = None) -> None:
        """Open the data. `data`: a folder of further data files, as for `--data`."""
        if data is not None and not Path(data).expanduser().is_dir():
            raise ListbuilderError(
                [_format_problem(Problem(key="no_such_file", file=os.fspath(data)), "en")]
            )
        self._library = open_library(None if data is None else os.fspath(data))

    @property
    def problems(self) -> tuple[str, ...]:
        """The problems of the user's own data files found so far, one sentence each."""
        return tuple(_format_problem(problem, "en") for problem in self._library.problems)


class _Turns:
    """The lock for all calls, which one thread holds at a time."""

    def __init__(self) -> None:
        self.reset()
        if hasattr(os, "register_at_fork"):  # another thread may hold the lock when we are forked
            os.register_at_fork(after_in_child=self.reset)

    def reset(self) -> None:
        """Replace the lock by a new one that no thread holds."""
        self.lock = threading.RLock()


_turns = _Turns()


@functools.cache
def _open_shared_library() -> Library:
    """Return the library for calls without one; it is opened at the first of them."""
    return Library()


def _promised(function: Callable[Params, Returned]) -> Callable[Params, Returned]:
    """Return `function` with the promises of this module: one call at a time, one kind of error."""

    @functools.wraps(function)
    def call(*args: Params.args, **kwargs: Params.kwargs) -> Returned:
        """Call `function` while no other call runs.

        Raises ListbuilderError for bad input and for bugs of listbuilder.
        """
        lang = _choose_language(kwargs.get("lang", "en"))
        with _turns.lock:
            try:
                return function(*args, **kwargs)
            except Unreadable as error:
                raise ListbuilderError(
                    _format_problem(problem, lang) for problem in error.problems
                ) from None
            except (ListbuilderError, TypeError, MemoryError):
                raise
            except Exception as error:
                raise ListbuilderError([_format_problem(build_bug_problem(error), lang)]) from error

    return call


def _format_problem(problem: Problem, lang: Lang) -> str:
    """Return a problem as a sentence, with its place in the list."""
    return problem_text.say_problem_with_place(problem, lang)


def _choose_language(lang: object) -> Lang:
    """Return `lang` as a language of the program. Raises ListbuilderError if it isn't one."""
    if lang in LANGS:
        return str(lang)
    raise ListbuilderError([_format_problem(_make_choice_problem(lang, LANGS), "en")])


def _make_choice_problem(given: object, allowed: Iterable[str]) -> Problem:
    """Return the problem that `given` isn't one of the `allowed` values, with the nearest one."""
    choices = list(allowed)
    args = {"given": str(given), "allowed": choices, "near": find_nearest(str(given), choices)}
    return Problem(key="not_allowed", args=args)


def _make_context(as_of: str | None, lang: str, library: Library | None) -> Context:
    """Return the settings of one call. Raises Unreadable if `as_of` is not a date."""
    if as_of is not None and as_of != TODAY and not is_day(as_of):
        raise Unreadable([Problem(key="bad_date", args={"given": as_of})])
    opened = library or _open_shared_library()
    return Context(_choose_language(lang), "json", as_of, opened._library, color=False)


def _judge(
    text: str | bytes,
    name: str,
    form: str | None,
    context: Context,
    wish: ReadingOptions | None = None,
) -> tuple[Position, Context]:
    """Return (position, settings with the names of its game) for the list `text`.

    `form`: the form of the list as for `--from`, or None. Raises Unreadable if judging it failed
    because of a bug.
    """
    raw = _encode(text, name)
    position = judge_safely(lambda: raw, name, context, wish or ReadingOptions(form))
    if is_our_bug(position):
        raise Unreadable(position.problems)
    return position, context.copy_for_game(position.system)


def _judge_for_advice(
    text: str | bytes, name: str, form: str | None, context: Context
) -> tuple[Position, Context]:
    """Return the same as `_judge`. Raises Unreadable if no advice can be given about the list.

    That is so if not all of the list was understood, or if it is too large.
    """
    from listbuilder.advice.fix import refuse_large_army

    position, spoken = _judge(text, name, form, context)
    if position.verdict == "unread":
        raise Unreadable(position.problems)
    if too_large := refuse_large_army(position):
        raise Unreadable([too_large])
    return position, spoken


def _encode(text: str | bytes, name: str) -> bytes:
    """Return the bytes of a list. Raises Unreadable if there are too many."""
    raw = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else bytes(text)
    return reader.read_stream(io.BytesIO(raw), name, get_size_limit(name))


@_promised
def check(
    text: str | bytes,
    *,
    as_of: str | None = None,
    event: FilePath | None = None,
    collection: FilePath | None = None,
    lang: str = "en",
    name: str = "",
    form: str | None = None,
    library: Library | None = None,
) -> CheckedRoster:
    """Return the verdict on a list, with reasons, places and fixes.

    `as_of` is the date of the rules and points, such as 2026-11-20 or "today"; without it, the
    list's own date is used. `event` and `collection` are files as for `--event` and `--collection`.
    `name` is the list's file name, if it has one, and `form` is its form as for `--from`.
    """
    from listbuilder.cli.check import build_json
    from listbuilder.reports.check import CheckedRoster

    context = _make_context(as_of, lang, library)
    played = None
    if event is not None:
        from listbuilder.event.event_file import read_event  # its models take 25 ms

        played = read_event(Path(event), context.library)
    owned = context.read_collection(None if collection is None else os.fspath(collection))
    wish = ReadingOptions(form, played, owned)
    position, spoken = _judge(text, name, form, context, wish)
    return CheckedRoster.model_validate(build_json(position, spoken, wish))


@_promised
def fix(
    text: str | bytes,
    *,
    as_of: str | None = None,
    lang: str = "en",
    name: str = "",
    form: str | None = None,
    library: Library | None = None,
) -> FixReport:
    """Return the smallest changes that make a list legal, each with the roster after them."""
    from listbuilder.advice.fix import find_fixes
    from listbuilder.cli.fix import build_report
    from listbuilder.reports import FixReport

    context = _make_context(as_of, lang, library)
    position, spoken = _judge(text, name, form, context)
    result = find_fixes(position)
    if result.too_large:
        raise Unreadable([result.too_large])
    return FixReport.model_validate(build_report(result, None, spoken))


@_promised
def why(
    text: str | bytes,
    thing: str | None = None,
    *,
    to: str | None = None,
    as_of: str | None = None,
    lang: str = "en",
    name: str = "",
    form: str | None = None,
    library: Library | None = None,
) -> WhyReport:
    """Return whether a thing can be added to a list, the rules against it, and what would help.

    `to` is the unit that should have it. Without a thing, the report says for everything whether it
    can be added.
    """
    from listbuilder.advice.marks import mark_all_offers
    from listbuilder.cli.why import build_marks_report, build_report, find_answer
    from listbuilder.reports import WhyReport

    context = _make_context(as_of, lang, library)
    position, spoken = _judge_for_advice(text, name, form, context)
    if thing is None:
        return WhyReport.model_validate(
            build_marks_report(position, mark_all_offers(position), spoken)
        )
    answer, unit = find_answer(position, thing, to)
    return WhyReport.model_validate(build_report(position, answer, unit, spoken))


@_promised
def fill(
    text: str | bytes,
    *,
    points: int | None = None,
    purpose: Purpose = "closest",
    collection: FilePath | None = None,
    as_of: str | None = None,
    lang: str = "en",
    name: str = "",
    form: str | None = None,
    library: Library | None = None,
) -> FillReport:
    """Return legal ways to spend the remaining points of a list, ranked by `purpose`.

    `points` is how many to spend (default: all that remain).
    """
    from listbuilder.advice.fill import PURPOSES, fill_points
    from listbuilder.cli.fill import build_report
    from listbuilder.reports import FillReport

    if purpose not in PURPOSES:
        raise Unreadable([_make_choice_problem(purpose, PURPOSES)])
    context = _make_context(as_of, lang, library)
    owned = context.read_collection(None if collection is None else os.fspath(collection))
    position, spoken = _judge_for_advice(text, name, form, context)
    result = fill_points(position, purpose, points, owned)
    return FillReport.model_validate(build_report(result, spoken))


@_promised
def diff(
    before: str | bytes,
    after: str | bytes,
    *,
    as_of: str | None = None,
    lang: str = "en",
    names: tuple[str, str] = ("", ""),
    library: Library | None = None,
) -> DiffReport:
    """Return what differs between two lists: units, wargear, points, and the problems of each."""
    from listbuilder.advice.diff import compare_lists
    from listbuilder.cli.diff import require_same_game
    from listbuilder.cli.diff_json import build_report
    from listbuilder.reports import DiffReport

    context = _make_context(as_of, lang, library)
    old, spoken = _judge(before, names[0], None, context)
    new, _ = _judge(after, names[1], None, context)
    if old.army is None or new.army is None:
        raise Unreadable([*old.problems, *new.problems])
    require_same_game(old, new, spoken)
    return DiffReport.model_validate(build_report(compare_lists(old, new), spoken))


@_promised
def export(
    text: str | bytes,
    to: str,
    *,
    audience: Audience = "opponent",
    formations: bool = False,
    as_of: str | None = None,
    lang: str = "en",
    name: str = "",
    form: str | None = None,
    library: Library | None = None,
) -> bytes:
    """Return a list in another form, such as "html", "gw" or "pdf", as the bytes of a file.

    For an opponent, private notes and secret formations are left out; with `formations`, the
    formations are shown.
    """
    from listbuilder.formats.make_printout import make_printout
    from listbuilder.formats.printout import Wish
    from listbuilder.formats.registry import export_printout, find_writer, list_writer_names

    if find_writer(to) is None:
        raise Unreadable([_make_choice_problem(to, list_writer_names())])
    context = _make_context(as_of, lang, library)
    position, _ = _judge(text, name, form, context)
    wish = Wish(to, context.lang, audience, formations, as_of)
    printout = make_printout(position, context.library, wish)
    if printout is None:
        raise Unreadable(position.problems)
    return export_printout(printout)


@_promised
def parse(
    text: str | bytes,
    *,
    as_of: str | None = None,
    lang: str = "en",
    name: str = "",
    form: str | None = None,
    library: Library | None = None,
) -> ParsedList:
    """Return the roster that a list describes, with what was assumed and not understood.

    The list isn't judged.
    """
    from listbuilder.cli.verdict_json import build_unread_row
    from listbuilder.data.is_roster_file import is_our_roster
    from listbuilder.formats.import_list import import_list, make_plain_roster
    from listbuilder.reports.parsed import ParsedList
    from listbuilder.rules.messages import say_note

    context = _make_context(as_of, lang, library)
    raw = _encode(text, name)
    if form is None and is_our_roster(raw):
        document = reader.read_yaml(raw, name, reader.ROSTER_BYTES)
        return ParsedList(
            format="roster",
            roster=dict(document.data),
            player=None,
            as_of=None,
            stated_points=None,
            assumed=[],
            unread=[],
        )
    imported = import_list(raw, name, context.library, form, as_of)
    account = imported.account
    lines = [line.text for line in imported.source.lines]
    notes = (*account.notes, *account.warned)
    roster = None
    if imported.document is not None:
        roster = make_plain_roster(imported, context.library, as_of)
    unread = [build_unread_row(lines, problem, context) for problem in account.unread]
    return ParsedList.model_validate(
        {
            "format": account.format,
            "roster": roster,
            "player": account.player,
            "as_of": account.stated_day,
            "stated_points": account.stated_total,
            "assumed": [say_note(note, context.lang) for note in notes],
            "unread": unread,
        }
    )


@_promised
def find(
    words: str,
    *,
    system: str | None = None,
    faction: str | None = None,
    limit: int = 15,
    as_of: str | None = None,
    lang: str = "en",
    library: Library | None = None,
) -> list[FoundDatasheet]:
    """Return the datasheets whose names or keywords are like `words`, the best match first.

    `system` (an id) and `faction` (an id or a name) limit the search.
    """
    from listbuilder.cli.find import find_datasheets
    from listbuilder.reports.parsed import FoundDatasheets

    if system is not None and system not in SYSTEMS:
        raise Unreadable([_make_choice_problem(system, SYSTEMS)])
    context = _make_context(as_of, lang, library)
    document = find_datasheets(words, system, faction, limit, context)
    return FoundDatasheets.model_validate(document).found


@_promised
def games(*, library: Library | None = None) -> list[GameInfo]:
    """Return all games that the program knows, each with its factions."""
    from listbuilder.reports.parsed import FactionName, GameInfo

    data = (library or _open_shared_library())._library
    found: list[GameInfo] = []
    for system in SYSTEMS:
        game = get_game(system)
        book = game.load_rulebook(data)
        factions = [FactionName(id=id_, name=name) for id_, name in game.list_factions(data)]
        found.append(GameInfo(id=system, name=book.name, edition=book.edition, factions=factions))
    return found
