"""`listbuilder event PATH --rules EVENT -o OUT`: a folder of lists as a page of what to do.

It is for an organiser: the page says what to do about each list.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from listbuilder.cli import batch_items, event_judging, pool
from listbuilder.cli.batch_items import Item
from listbuilder.cli.check import choose_exit_code
from listbuilder.cli.context import OUR_BUG, Context, format_json
from listbuilder.cli.folders import create_folder
from listbuilder.cli.judge_file import ReadingOptions, judge_safely
from listbuilder.cli.layout import Page, measure_width, pad_painted, wrap_painted
from listbuilder.cli.tables import Kind, Sheet, make_cell, render_listing, style_lines
from listbuilder.event import (
    event_file,
    files,
    message,
    pages,
    players,
    results,
    saved_state,
    triage,
)
from listbuilder.event.entry import Entry, Remark
from listbuilder.event.message import Sender
from listbuilder.event.triage import Desk, EarlierResult
from listbuilder.i18n.languages import get_language
from listbuilder.i18n.messages import add_remark, join_list, join_sentences, join_with_colon
from listbuilder.i18n.terminal_width import count_cells, cut_with_ellipsis
from listbuilder.model.safe_text import escape_hidden
from listbuilder.reports.event import EventFile
from listbuilder.yamlio.writer import write_bytes

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
    """Add the arguments and options of `listbuilder event` to `parser`."""
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
    """Judge a folder of lists, write or print what to do about each, and return the exit code.

    With `-o`, the results, the messages to players and the clean pages are written into that
    folder; without it, the page is only printed. The event file is read twice: once as the
    organiser wrote it, for headings, and once resolved with the library, for judging. Clean pages
    are made without `--clean` only for up to `MOST_CLEAN` lists. Results of the last run are used
    again unless `--anew` was given, or the rules, the players, the options or the data have changed
    since.
    """
    written_rules = event_file.read_event(Path(args.rules))
    rules = event_file.read_event(Path(args.rules), context.library)
    players_file = None
    if args.players:
        players_file = Path(args.players)
    elif rules.players:
        players_file = Path(args.rules).parent / rules.players
    roll = players.PlayerRegistry(players.read_players(players_file) if players_file else [])
    out = Path(args.out) if args.out else None
    if out is not None:
        create_folder(out, results.PAGES, results.MESSAGES, results.CLEAN)
    own_paths = {os.path.realpath(path) for path in (args.rules, players_file, out) if path}
    items = [
        item
        for item in batch_items.find_items(args.path, args.column)
        if not _is_own_file(item, own_paths)
    ]
    plan = files.EventSettings(
        out=str(out) if out else None,
        sender=Sender(escape_hidden(rules.event), escape_hidden(rules.deadline or "")),
        roll=roll,
        lang=context.lang,
        fallback=rules.lang or context.lang,
        pages=args.pages,
        limit=rules.points_limit,
        clean=args.pages and (len(items) <= MOST_CLEAN if args.clean is None else args.clean),
    )
    job = event_judging.EventJob(
        pool.build_task(args, context), ReadingOptions(args.form, rules), plan
    )
    options = (context.lang, context.as_of or event_file.get_day_of_event(rules), args.form)
    basis = saved_state.compute_basis(
        context.library,
        (
            Path(args.rules).read_bytes(),
            players_file.read_bytes() if players_file else b"",
            repr(options).encode(),
        ),
    )
    old_state, damaged = saved_state.load_state(out) if out else (None, False)
    usable_state = old_state if old_state and old_state.basis == basis and not args.anew else None
    lists, judged = event_judging.judge_lists(items, usable_state, job, args, context)
    entries = [entry for item_entries in lists for entry in item_entries]
    before = old_state.before if old_state else None
    desk = triage.build_desk(
        entries, roll, before, _format_deadline(rules), context.lang, plan.fallback
    )
    messages = [""] * len(desk.missing)
    if out is not None:
        files.name_files_after_players(out, desk.rows, desk.missing if plan.pages else ())
        messages = _write_messages_to_missing(desk, out, plan)
        for row in desk.rows:
            files.rewrite_message(out, row)
        if args.book:
            _write_book(desk, list(zip(items, lists, strict=True)), out, job, context)
        _write_results(desk, out, written_rules, judged, messages, context)
        if old_state:
            _delete_stale_results(out, old_state.entries, entries)
        records = {
            row.entry.id: EarlierResult(row.entry.verdict, row.player if row.known else "")
            for row in desk.rows
        }
        saved_state.save_state(out, basis, entries, records)
    if damaged:
        print(message.say("cli.damaged", context.lang), file=sys.stderr)
    if context.format == "json":
        print(format_json(results.make_results(desk, rules.event, judged, messages)))
    else:
        print(_build_page(desk, written_rules, judged, out, args.full, context))
        if out is not None:
            print(message.say("cli.wrote", context.lang, file=str(out / PAGE)), file=sys.stderr)
            if args.clean is None and args.pages and len(desk.rows) > MOST_CLEAN:
                print(message.say("cli.no_clean", context.lang), file=sys.stderr)
    if any(entry.our_bug for entry in entries):
        return OUR_BUG
    return choose_exit_code([row.entry.verdict for row in desk.rows])


# --- places ---


def _is_own_file(item: Item, own_paths: set[str]) -> bool:
    """Return whether `item` is in `own_paths`, or in a folder that is among them.

    `own_paths`: the event file, the file of players and the folder of results. All of them may lie
    in the folder of lists, and none of them is to be judged.
    """
    if item.path is None and not os.path.exists(item.name):
        return False
    place = os.path.realpath(item.path or item.name)
    return any(place == path or place.startswith(path + os.sep) for path in own_paths)


def _delete_stale_results(
    out: Path, old_entries: Iterable[Entry], current_entries: Iterable[Entry]
) -> None:
    """Delete result files in `out` that belong to `old_entries` but not to `current_entries`.

    `old_entries` are those of an earlier run: their lists are gone, or have another name now.
    """
    old_files = {file for entry in old_entries for file in files.list_files(entry)}
    current_files = {file for entry in current_entries for file in files.list_files(entry)}
    for file in old_files - current_files:
        (out / file).unlink(missing_ok=True)


# --- what is written of all ---


def _format_deadline(rules: EventFile) -> str:
    """Return the deadline of the event as “2026-05-30 23:59”, or "" if there is none.

    A deadline without a time lasts until the end of its day.
    """
    until = (rules.deadline or "").replace("T", " ")
    return f"{until} 23:59" if len(until) == 10 else until


def _write_messages_to_missing(desk: Desk, out: Path, plan: files.EventSettings) -> list[str]:
    """Write a reminder to each player of `desk.missing`, and return the file names in order.

    The reminders of all other players of the roll are deleted, unless a list of this run uses the
    same file. With `plan.pages` off no reminder is written, and "" is returned for each missing
    player.
    """
    written: list[str] = []
    missing = set(desk.missing) if plan.pages else set()
    used_files = {results.get_message_path(row.entry) for row in desk.rows}
    players_of_roll = plan.roll.players
    for player, stem in zip(players_of_roll, files.name_reminders(players_of_roll), strict=True):
        file = f"{results.MESSAGES}/{stem}.txt"
        if player not in missing:
            if file not in used_files:
                (out / file).unlink(missing_ok=True)
            continue
        lang = triage.choose_language(player, plan.fallback)
        write_bytes(out / file, message.compose_reminder(player.name, plan.sender, lang).encode())
        written.append(file)
    return written or [""] * len(desk.missing)


def _write_results(
    desk: Desk, out: Path, rules: EventFile, judged: int, messages: Sequence[str], context: Context
) -> None:
    """Write the page, `results.json` and `results.csv` about all lists to the folder `out`.

    `judged`: how many lists were judged in this run. `messages`: the file of the reminder to each
    player of `desk.missing`.
    """
    missing = list(zip(desk.missing, messages, strict=True))
    book = os.path.exists(out / BOOK)
    facts = _list_facts(desk, rules, judged, context)
    write_bytes(
        out / PAGE,
        pages.render_desk(desk, escape_hidden(rules.event), facts, context.lang, missing, book),
    )
    write_bytes(
        out / "results.json",
        format_json(results.make_results(desk, rules.event, judged, messages)).encode() + b"\n",
    )
    write_bytes(out / "results.csv", results.make_csv(desk))


def _list_conditions(rules: EventFile, context: Context) -> list[str]:
    """Return one sentence each for what the event forbids, requires and limits.

    Another sentence follows if legends are not allowed. Empty if the event sets no conditions. Why:
    an organiser sees at once if a line of the event file is missing.
    """

    def say(key: str, **args: object) -> str:
        """Return the message `event.KEY` in the language of the run, filled with `args`."""
        return message.say(f"event.{key}", context.lang, **args)

    conditions = []
    if rules.banned:
        conditions.append(say("banned", names=list(map(escape_hidden, rules.banned))))
    if rules.required:
        conditions.append(say("required", names=list(map(escape_hidden, rules.required))))
    if rules.limits:
        limits = [
            say("limit", thing=escape_hidden(thing), limit=limit)
            for thing, limit in rules.limits.items()
        ]
        conditions.append(say("limits", limits=limits))
    if not rules.legends:
        conditions.append(say("no_legends"))
    return conditions


def _list_facts(desk: Desk, rules: EventFile, judged: int, context: Context) -> list[str]:
    """Return up to three lines for the top of the page; empty lines are left out.

    The first has the games, the date, the points limit and the deadline of the event, the second
    its conditions, and the third the number of lists and how many of them were judged (`judged`) in
    this run.
    """

    def say(key: str, **args: object) -> str:
        """Return the message `event.KEY` in the language of the run, filled with `args`."""
        return message.say(f"event.{key}", context.lang, **args)

    games = Counter(row.entry.game for row in desk.rows if row.entry.game).most_common(3)
    about = [
        " / ".join(game for game, _ in games),
        say("date", day=rules.date) if rules.date else "",
        say("points", points=rules.points_limit) if rules.points_limit else "",
        say("as_of", day=context.as_of or event_file.get_day_of_event(rules)),
        say("deadline", deadline=rules.deadline) if rules.deadline else "",
    ]
    conditions = _list_conditions(rules, context)
    count = len(desk.rows)
    run = [
        say("lists", count=count),
        say("judged", count=judged, kept=max(0, count + len(desk.passed_over) - judged)),
    ]
    lines = (about, conditions, run)
    return [" · ".join(filter(None, line)) for line in lines if any(line)]


def _write_book(
    desk: Desk,
    handed_in: Sequence[tuple[Item, list[Entry]]],
    out: Path,
    job: event_judging.EventJob,
    context: Context,
) -> None:
    """Write all lists as one PDF, the book of the event, into the folder `out`.

    `handed_in`: each file or row with the entries of its lists. Each list is judged once more while
    the book is made. An item that holds several lists is split into its parts first.
    """
    from listbuilder.event import print_file

    item_by_id: dict[str, Item] = {}
    for item, entries in handed_in:
        parts = item.split_parts() if entries[0].part else [item]
        item_by_id |= {entry.id: part for entry, part in zip(entries, parts, strict=True)}
    lists = (
        (row, judge_safely(item_by_id[row.entry.id].load_bytes, row.entry.file, context, job.wish))
        for row in desk.rows
    )
    write_bytes(
        out / BOOK,
        print_file.make_book(lists, job.plan.sender.event, context.lang, context.library),
    )


# --- in the terminal ---


def _build_page(
    desk: Desk, rules: EventFile, judged: int, out: Path | None, full: bool, context: Context
) -> Page:
    """Return the page for the terminal: the event, the number of lists, and what to do about each.

    Lists to ask about come first. On a screen of at least `WIDE` cells they are a table, else
    blocks. If there are more than `MOST_SHOWN` lists and `full` is not set, the legal ones are only
    counted.
    """
    lang = context.lang
    page = Page(context)
    title = context.paint(escape_hidden(rules.event), "bold")
    facts = "".join(f" · {fact}" for fact in _describe_event(desk, rules, context))
    page.add_prose(title, facts, hang=2)
    if conditions := _list_conditions(rules, context):
        page.add_prose("", context.paint(" · ".join(conditions), "dim"))
    page.add_prose("", _count_lists_by_group(desk, context))
    few = full or len(desk.rows) <= MOST_SHOWN
    shown = [row for row in desk.rows if few or row.group in ("ask", "look")]
    page.add_blank_line()
    if page.width >= WIDE:
        page.add_lines(*_build_table(shown, context).rstrip("\n").split("\n"))
    else:
        _add_list_blocks(page, [row for row in shown if row.group != "legal"], context)
    legal = [row for row in shown if row.group == "legal" and page.width < WIDE]
    _add_player_names(page, desk, legal, context)
    left = len(desk.rows) - len(shown)
    if left:
        page.add_prose("", context.paint(message.say("cli.rest", lang, count=left), "dim"))
    for file in desk.passed_over:
        page.add_prose("", context.paint(context.say("check.passed_over", file=file), "dim"))
    if page.width < WIDE:
        page.add_blank_line()
    count = len(desk.rows) + len(desk.passed_over)
    closing = [
        message.say("event.as_of", lang, day=context.as_of or event_file.get_day_of_event(rules))
    ]
    if judged < count:
        closing.append(message.say("event.judged", lang, count=judged, kept=count - judged))
    if out is None:
        closing.append(message.say("cli.add_out", lang))
    page.add_prose("", context.paint(" · ".join(closing), "dim"))
    return page


def _describe_event(desk: Desk, rules: EventFile, context: Context) -> Iterator[str]:
    """Yield the event's date, games, points limit and deadline, as far as they are known."""
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


def _count_lists_by_group(desk: Desk, context: Context) -> str:
    """Return a text with the number of lists, split by what to do about them.

    The number of players who sent no list is added if there are any.
    """
    lang = context.lang
    groups = [
        context.paint(message.say(f"cli.count.{group}", lang, count=count), _STYLE[group])
        for group, count in desk.statistics.groups.items()
        if count
    ]
    text = message.say("event.lists", lang, count=len(desk.rows))
    if groups:
        text = join_with_colon(text, get_language(lang).comma.join(groups), lang)
    if not desk.missing:
        return join_sentences([text], lang)
    missing = message.say("cli.count.missing", lang, count=len(desk.missing))
    return join_sentences([text, missing], lang)


def _add_list_blocks(page: Page, rows: Sequence[triage.DeskRow], context: Context) -> None:
    """Add a block to `page` for each of `rows`: the player, what is wrong, and what fixes it.

    The first line of a block has the kind of case, the player, the faction, the points, what is new
    and the file. The reasons and the fixes stand below it. No name begins a line, because it could
    look like a line of listbuilder's own.
    """
    labels = [message.say(f"cli.label.{row.group}", context.lang) for row in rows]
    column = max(map(count_cells, labels), default=0) + GAP
    for row, label in zip(rows, labels, strict=True):
        entry, player_name = row.entry, cut_with_ellipsis(row.player, MOST_WIDE)
        file = "" if row.plain else cut_with_ellipsis(entry.file, MOST_WIDE)
        facts = [
            entry.faction,
            "" if entry.points is None else str(entry.points),
            _format_news(row, context),
        ]
        about = "".join(f" · {fact}" for fact in facts if fact)
        label = pad_painted(context.paint(label, _STYLE[row.group]), column)
        first = label + context.paint(player_name or file, "bold") + about
        shown = escape_hidden(file) if player_name else ""
        space = page.width - measure_width(first) - count_cells(shown)
        if shown and space >= GAP:
            page.add_lines(first + " " * space + context.paint(shown, "dim"))
        else:
            page.add_prose("", first, hang=column)
            if shown:
                wrapped = wrap_painted(context.paint(shown, "dim"), page.width - column)
                page.lines += [" " * column + line for line in wrapped]
        for text in _list_reasons(row, context):
            page.add_prose(" " * column, text, hang=column)
        fixes = message.collapse_repeats(entry.fix_phrases or entry.fix)
        if fixes:
            word = context.paint(context.say("layout.fix"), "label")
            first = f"{' ' * column}{word} "
            page.add_prose(first, join_sentences(fixes, context.lang), hang=measure_width(first))
        page.add_blank_line()


def _format_news(row: triage.DeskRow, context: Context) -> str:
    """Return what is new about the list since the last run of `event`, or "" if nothing is."""
    return message.say(f"news.{row.news}", context.lang) if row.news else ""


def _list_reasons(row: triage.DeskRow, context: Context) -> list[str]:
    """Return the texts of the first reasons of a list, and “N more” if there are others.

    At most `pages.MOST_IN_ROW` are given. A reason that only sums up the others is left out.
    """
    reasons = [reason for reason in row.reasons if reason.text != row.entry.repeats]
    texts = [_format_reason(reason, context) for reason in reasons[: pages.MOST_IN_ROW]]
    more = len(reasons) - len(texts)
    if more:
        texts.append(message.say("page.more", context.lang, count=more))
    return texts


def _format_reason(reason: Remark, context: Context) -> str:
    """Return the text of `reason`, with the line of the list if that is known.

    A reason with the code of a rule gets no line number.
    """
    if reason.line is None or reason.code:
        return reason.text
    return message.say("message.line", context.lang, line=reason.line, what=reason.text)


def _add_player_names(
    page: Page, desk: Desk, legal: Sequence[triage.DeskRow], context: Context
) -> None:
    """Add the names of players who sent no list, and of those whose list is legal, to `page`.

    `legal`: the rows of the legal lists to name. A legal list without a player is named by its
    file. At most `MOST_NAMED` names of each kind are given; the others are counted.
    """
    names: dict[str, list[str]] = {"missing": [], "legal": []}
    for player in desk.missing[:MOST_NAMED]:
        names["missing"].append(cut_with_ellipsis(player.name, MOST_WIDE))
    for row in legal[:MOST_NAMED]:
        name = cut_with_ellipsis(row.player or row.entry.file, MOST_WIDE)
        news = _format_news(row, context)
        names["legal"].append(" · ".join(filter(None, (name, news))))
    for group, count in (("missing", len(desk.missing)), ("legal", len(legal))):
        if count > MOST_NAMED:
            names[group].append(message.say("page.more", context.lang, count=count - MOST_NAMED))
    labels = {
        group: message.say(f"cli.label.{group}", context.lang) for group in names if names[group]
    }
    column = max(map(count_cells, labels.values()), default=0) + GAP
    for group, label in labels.items():
        style = "warn" if group == "missing" else _STYLE[group]
        page.add_prose(
            pad_painted(context.paint(label, style), column),
            join_list(names[group], context.lang),
            hang=column,
        )


def _build_table(rows: Sequence[triage.DeskRow], context: Context) -> str:
    """Return `rows` as a table for the terminal.

    Its columns: what to do, player and file, faction, points, and what is wrong with the fixes for
    it.
    """
    lang = context.lang
    kinds: dict[str, Kind] = {"group": "mark", "points": "number"}
    heads = ("group", "player", "faction", "points", "what")
    sheet = Sheet(*((message.say(f"column.{key}", lang), kinds.get(key, "words")) for key in heads))
    for row in rows:
        entry = row.entry
        status = message.say(f"short.{row.group}", lang)
        if row.news:
            status = add_remark(status, _format_news(row, context), lang)
        player = cut_with_ellipsis(row.player, MOST_WIDE)
        file = "" if row.plain else cut_with_ellipsis(entry.file, MOST_WIDE)
        reasons = [(reason, "") for reason in _list_reasons(row, context)]
        fixes = message.collapse_repeats(entry.fix_phrases or entry.fix)
        sheet.add_row(
            make_cell(status, _COLORS[row.group]),
            style_lines((player, ""), (file, "dim")),
            make_cell(entry.faction),
            make_cell("" if entry.points is None else entry.points),
            style_lines(*reasons, *((f"→ {fix}", "cyan") for fix in fixes)),
        )
    return render_listing(sheet, context).lstrip("\n")
