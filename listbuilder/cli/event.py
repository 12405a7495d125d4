"""`listbuilder event PATH --rules EVENT -o OUT`: an organiser's folder of lists, as a page of what to do about each."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from listbuilder.cli import batch_items, event_judging, pool
from listbuilder.cli.batch_items import Item
from listbuilder.cli.check import exit_code
from listbuilder.cli.context import OUR_BUG, Context, as_json
from listbuilder.cli.layout import Page, padded, width_of, wrapped
from listbuilder.cli.lists import Wish, judge_safely
from listbuilder.cli.tables import Kind, Sheet, cell, listing, styled
from listbuilder.contract.event import EventFile
from listbuilder.event import files, message, pages, players, results, state, triage
from listbuilder.event.entry import Entry, Said
from listbuilder.event.message import Sender
from listbuilder.event.triage import Before, Desk
from listbuilder.exchange import event
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.visible import visible
from listbuilder.store.cells import cell_len, cut
from listbuilder.store.languages import language
from listbuilder.store.words import bracketed, in_turn, listed, paired
from listbuilder.store.writer import write_bytes

MOST_CLEAN = 200  # lists of which clean pages are made unasked: half a minute
MOST_SHOWN = 100  # rows of the table in the terminal; of more, the legal ones are left out
MOST_NAMED = 400  # players named one after the other; the page has all of them
MOST_WIDE = 40  # columns of a name in the terminal: however long it is, what is wrong has room
PAGE, BOOK = "index.html", "book.pdf"
WIDE = 100  # cells of a terminal from which on the lists are a table
GAP = 2  # cells after a label
_STYLE = {"ask": "bad", "look": "warn", "warned": "label", "legal": "good"}
_COLORS = {"ask": "red", "look": "yellow", "warned": "cyan", "legal": "green"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", metavar="PATH")
    parser.add_argument("--rules", metavar="FILE", required=True)
    parser.add_argument("-o", "--output", dest="out", metavar="OUT")
    parser.add_argument("--players", metavar="FILE")
    parser.add_argument("--from", dest="form", metavar="FORMAT")
    parser.add_argument("--column", metavar="NAME")
    parser.add_argument("--pages", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--clean", action=argparse.BooleanOptionalAction)
    parser.add_argument("--book", action="store_true")
    parser.add_argument("--anew", action="store_true")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--jobs", type=int, metavar="N")


def run(args: argparse.Namespace, context: Context) -> int:
    asked = event.read(Path(args.rules))  # as the organiser wrote it, for heads
    rules = event.read(Path(args.rules), context.library)
    place = Path(args.players) if args.players else Path(args.rules).parent / rules.players if rules.players else None
    roll = players.Roll(players.read(place) if place else [])
    out = Path(args.out) if args.out else None
    if out is not None:
        _make_folders(out)
    own = {os.path.realpath(each) for each in (args.rules, place, out) if each}
    items = [item for item in batch_items.of(args.path, args.column) if not _is_own(item, own)]
    plan = files.Plan(
        out=str(out) if out else None,
        sender=Sender(visible(rules.event), visible(rules.deadline or "")),
        roll=roll,
        lang=context.lang,
        fallback=rules.lang or context.lang,
        pages=args.pages,
        limit=rules.points_limit,
        clean=args.pages and (len(items) <= MOST_CLEAN if args.clean is None else args.clean),
    )
    job = event_judging.Job(pool.task(args, context), Wish(args.form, rules), plan)
    raws = (Path(args.rules).read_bytes(), place.read_bytes() if place else b"")
    basis = state.basis(context.library, (*raws, repr((context.lang, context.as_of or event.day_of(rules), args.form)).encode()))
    kept, damaged = state.load(out) if out else (None, False)
    usable = kept if kept and kept.basis == basis and not args.anew else None
    lists, judged = event_judging.lists(items, usable, job, args, context)
    entries = [entry for each in lists for entry in each]
    before = kept.before if kept else None
    desk = triage.desk_of(entries, roll, before, _until(rules), context.lang, plan.fallback)
    messages = [""] * len(desk.missing)
    if out is not None:
        files.rename(out, desk.rows, desk.missing if plan.pages else ())
        messages = _missing(desk, out, plan)
        for row in desk.rows:
            files.tell_again(out, row)
        if args.book:
            _book(desk, list(zip(items, lists, strict=True)), out, job, context)
        _write(desk, out, asked, judged, messages, context)
        if kept:
            _sweep(out, kept.entries, entries)
        now = {row.entry.id: Before(row.entry.verdict, row.player if row.known else "") for row in desk.rows}
        state.save(out, basis, entries, now)
    if damaged:
        print(message.say("cli.damaged", context.lang), file=sys.stderr)
    if context.format == "json":
        print(as_json(results.document(desk, rules.event, judged, messages)))
    else:
        print(_page(desk, asked, judged, out, args.full, context))
        if out is not None:
            print(message.say("cli.wrote", context.lang, file=str(out / PAGE)), file=sys.stderr)
            if args.clean is None and args.pages and len(desk.rows) > MOST_CLEAN:
                print(message.say("cli.no_clean", context.lang), file=sys.stderr)
    if any(entry.our_bug for entry in entries):
        return OUR_BUG
    return exit_code([row.entry.verdict for row in desk.rows])


# --- places ---


def _make_folders(out: Path) -> None:
    try:
        for folder in (out, *(out / name for name in (results.PAGES, results.MESSAGES, results.CLEAN))):
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Unreadable([Problem(key="cannot_write", file=str(out), args={"reason": reason})]) from None


def _is_own(item: Item, own: set[str]) -> bool:
    """Our own results, the event file and the players may lie among the lists."""
    if item.path is None and not os.path.exists(item.name):
        return False
    place = os.path.realpath(item.path or item.name)
    return any(place == each or place.startswith(each + os.sep) for each in own)


def _sweep(out: Path, old: Iterable[Entry], now: Iterable[Entry]) -> None:
    """Remove what an earlier run wrote of lists that are no longer there, or are called otherwise."""
    there = {file for entry in now for file in files.all_of(entry)}
    for file in {file for entry in old for file in files.all_of(entry)} - there:
        (out / file).unlink(missing_ok=True)


# --- what is written of all ---


def _until(rules: EventFile) -> str:
    until = (rules.deadline or "").replace("T", " ")
    return f"{until} 23:59" if len(until) == 10 else until


def _missing(desk: Desk, out: Path, plan: files.Plan) -> list[str]:
    """Write the message to each player of `desk.missing`, and return their files in that order."""
    found: list[str] = []
    missing = set(desk.missing) if plan.pages else set()
    taken = {results.message(row.entry) for row in desk.rows}
    players_of_roll = plan.roll.players
    for player, stem in zip(players_of_roll, files.stems_of(players_of_roll), strict=True):
        file = f"{results.MESSAGES}/{stem}.txt"
        if player not in missing:
            if file not in taken:
                (out / file).unlink(missing_ok=True)
            continue
        lang = triage.language_of(player, plan.fallback)
        write_bytes(out / file, message.of_nobody(player.name, plan.sender, lang).encode())
        found.append(file)
    return found or [""] * len(desk.missing)


def _write(desk: Desk, out: Path, rules: EventFile, judged: int, messages: Sequence[str], context: Context) -> None:
    missing = list(zip(desk.missing, messages, strict=True))
    book = os.path.exists(out / BOOK)
    facts = _facts(desk, rules, judged, context)
    write_bytes(out / PAGE, pages.triage(desk, visible(rules.event), facts, context.lang, missing, book))
    write_bytes(out / "results.json", as_json(results.document(desk, rules.event, judged, messages)).encode() + b"\n")
    write_bytes(out / "results.csv", results.table(desk))


def _list_conditions(rules: EventFile, context: Context) -> list[str]:
    """Return what the event forbids, requires and limits: an organiser sees at once that a line of the file is missing."""

    def say(key: str, **args: Any) -> str:
        return message.say(f"event.{key}", context.lang, **args)

    found = []
    if rules.banned:
        found.append(say("banned", names=list(map(visible, rules.banned))))
    if rules.required:
        found.append(say("required", names=list(map(visible, rules.required))))
    if rules.limits:
        found.append(say("limits", limits=[_limit(*each, context) for each in rules.limits.items()]))
    if not rules.legends:
        found.append(say("no_legends"))
    return found


def _facts(desk: Desk, rules: EventFile, judged: int, context: Context) -> list[str]:
    def say(key: str, **args: Any) -> str:
        return message.say(f"event.{key}", context.lang, **args)

    games = [game for game, _ in Counter(row.entry.game for row in desk.rows if row.entry.game).most_common(3)]
    about = [
        " / ".join(games),
        say("date", day=rules.date) if rules.date else "",
        say("points", points=rules.points_limit) if rules.points_limit else "",
        say("as_of", day=context.as_of or event.day_of(rules)),
        say("deadline", deadline=rules.deadline) if rules.deadline else "",
    ]
    asked = _list_conditions(rules, context)
    count = len(desk.rows)
    run = [say("lists", count=count), say("judged", count=judged, kept=max(0, count + len(desk.passed_over) - judged))]
    return [" · ".join(part for part in line if part) for line in (about, asked, run) if any(line)]


def _limit(thing: str, limit: int, context: Context) -> str:
    return message.say("event.limit", context.lang, thing=visible(thing), limit=limit)


def _book(desk: Desk, handed_in: Sequence[tuple[Item, list[Entry]]], out: Path, job: event_judging.Job, context: Context) -> None:
    from listbuilder.event import book

    place: dict[str, Item] = {}
    for item, entries in handed_in:
        parts = item.parts() if entries[0].part else [item]
        place |= {entry.id: part for entry, part in zip(entries, parts, strict=True)}
    lists = ((row, judge_safely(place[row.entry.id].load, row.entry.file, context, job.wish)) for row in desk.rows)
    write_bytes(out / BOOK, book.made(lists, job.plan.sender.event, context.lang, context.library))


# --- in the terminal ---


def _page(desk: Desk, rules: EventFile, judged: int, out: Path | None, full: bool, context: Context) -> Page:
    """Return the event, how many lists there are of which kind, and what to do about each: the first to ask first."""
    lang = context.lang
    page = Page(context)
    title = context.paint(visible(rules.event), "bold")
    page.prose(title, "".join(f" · {each}" for each in _about(desk, rules, context)), hang=2)
    if conditions := _list_conditions(rules, context):
        page.prose("", context.paint(" · ".join(conditions), "dim"))
    page.prose("", _summary(desk, context))
    few = full or len(desk.rows) <= MOST_SHOWN
    shown = [row for row in desk.rows if few or row.group in ("ask", "look")]
    page.blank()
    if page.width >= WIDE:
        page.add(*_table(shown, context).rstrip("\n").split("\n"))
    else:
        _add_blocks(page, [row for row in shown if row.group != "legal"], context)
    _add_names(page, desk, [row for row in shown if row.group == "legal" and page.width < WIDE], context)
    left = 0 if few else sum(row.group not in ("ask", "look") for row in desk.rows)
    if left:
        page.prose("", context.paint(message.say("cli.rest", lang, count=left), "dim"))
    for file in desk.passed_over:
        page.prose("", context.paint(context.say("check.passed_over", file=file), "dim"))
    if page.width < WIDE:
        page.blank()
    count = len(desk.rows) + len(desk.passed_over)
    closing = [message.say("event.as_of", lang, day=context.as_of or event.day_of(rules))]
    if judged < count:
        closing.append(message.say("event.judged", lang, count=judged, kept=count - judged))
    if out is None:
        closing.append(message.say("cli.add_out", lang))
    page.prose("", context.paint(" · ".join(closing), "dim"))
    return page


def _about(desk: Desk, rules: EventFile, context: Context) -> Iterator[str]:
    """Yield when the event is, what is played there, and until when lists may come."""
    lang = context.lang
    if rules.date:
        yield message.say("event.date", lang, day=rules.date)
    games = Counter(row.entry.short_game or row.entry.game for row in desk.rows if row.entry.game)
    if games:
        yield " / ".join(game for game, _ in games.most_common(3))
    if rules.points_limit:
        yield message.say("event.points", lang, points=rules.points_limit)
    if rules.deadline:
        yield message.say("cli.due", lang, deadline=rules.deadline)


def _summary(desk: Desk, context: Context) -> str:
    """Return how many lists there are, of which kind, and how many players have none."""
    lang = context.lang
    groups = [
        context.paint(message.say(f"cli.count.{group}", lang, count=count), _STYLE[group])
        for group, count in desk.statistics.groups.items()
        if count
    ]
    said = message.say("event.lists", lang, count=len(desk.rows))
    said = paired(said, language(lang).comma.join(groups), lang) if groups else said
    missing = message.say("cli.count.missing", lang, count=len(desk.missing)) if desk.missing else ""
    return in_turn(filter(None, (said, missing)), lang)


def _add_blocks(page: Page, rows: Sequence[triage.Row], context: Context) -> None:
    """Add each list over the full width: who and what in its first line, below it what is wrong, and what fixes it."""
    labels = [_label(row, context) for row in rows]
    column = max(map(cell_len, labels), default=0) + GAP
    for row, label in zip(rows, labels, strict=True):
        entry, who = row.entry, cut(row.player, MOST_WIDE)
        file = "" if row.plain else cut(entry.file, MOST_WIDE)
        facts = [entry.faction, "" if entry.points is None else str(entry.points), _news(row, context)]
        about = "".join(f" · {each}" for each in facts if each)
        first = padded(context.paint(label, _STYLE[row.group]), column) + context.paint(who or file, "bold") + about
        shown = visible(file) if who else ""
        space = page.width - width_of(first) - cell_len(shown)
        if shown and space >= GAP:
            page.add(first + " " * space + context.paint(shown, "dim"))
        else:  # no name begins a line: it could look like one of ours
            page.prose("", first, hang=column)
            page.lines += [" " * column + line for line in wrapped(context.paint(shown, "dim"), page.width - column) if shown]
        for text in _reasons(row, context):
            page.prose(" " * column, text, hang=column)
        fixes = message.together(entry.fix_phrases or entry.fix)
        if fixes:
            word = context.paint(context.say("layout.fix"), "label")
            first = f"{' ' * column}{word} "
            page.prose(first, in_turn(fixes, context.lang), hang=width_of(first))
        page.blank()


def _label(row: triage.Row, context: Context) -> str:
    return message.say(f"cli.label.{row.group}", context.lang)


def _news(row: triage.Row, context: Context) -> str:
    return message.say(f"news.{row.news}", context.lang) if row.news else ""


def _reasons(row: triage.Row, context: Context) -> list[str]:
    """Return the first things to say of a list. What only sums up the others is left out where there are others."""
    reasons = [each for each in row.reasons if each.text != row.entry.repeats]
    said = [_one(each, context) for each in reasons[: pages.MOST_IN_ROW]]
    more = len(reasons) - len(said)
    return [*said, *([message.say("page.more", context.lang, count=more)] if more else [])]


def _one(said: Said, context: Context) -> str:
    if said.line is None or said.code:
        return said.text
    return message.say("message.line", context.lang, line=said.line, what=said.text)


def _add_names(page: Page, desk: Desk, legal: Sequence[triage.Row], context: Context) -> None:
    """Add who has no list, and whose is legal, by name alone."""
    names = {
        "missing": [cut(player.name, MOST_WIDE) for player in desk.missing[:MOST_NAMED]],
        "legal": [
            " · ".join(filter(None, (cut(row.player or row.entry.file, MOST_WIDE), _news(row, context))))
            for row in legal[:MOST_NAMED]
        ],
    }
    for group, count in (("missing", len(desk.missing)), ("legal", len(legal))):
        if count > MOST_NAMED:
            names[group].append(message.say("page.more", context.lang, count=count - MOST_NAMED))
    labels = {group: message.say(f"cli.label.{group}", context.lang) for group in names if names[group]}
    column = max(map(cell_len, labels.values()), default=0) + GAP
    for group, label in labels.items():
        style = "warn" if group == "missing" else _STYLE[group]
        page.prose(padded(context.paint(label, style), column), listed(names[group], context.lang), hang=column)


def _table(rows: Sequence[triage.Row], context: Context) -> str:
    lang = context.lang
    kinds: dict[str, Kind] = {"group": "mark", "points": "number"}
    heads = ("group", "player", "faction", "points", "what")
    sheet = Sheet(*((message.say(f"column.{key}", lang), kinds.get(key, "words")) for key in heads))
    for row in rows:
        entry = row.entry
        group = message.say(f"short.{row.group}", lang)
        said = bracketed(group, message.say(f"news.{row.news}", lang), lang) if row.news else group
        player, file = cut(row.player, MOST_WIDE), "" if row.plain else cut(entry.file, MOST_WIDE)
        sheet.add(
            cell(said, _COLORS[row.group]),
            styled((player, ""), (file, "dim")),
            cell(entry.faction),
            cell("" if entry.points is None else entry.points),
            styled(
                *((each, "") for each in _reasons(row, context)),
                *((f"→ {each}", "cyan") for each in message.together(entry.fix_phrases or entry.fix)),
            ),
        )
    return listing(sheet, context).lstrip("\n")
