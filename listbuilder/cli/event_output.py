"""The files of `event` about all lists: page, results, reminders, book and players."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from listbuilder.cli import event_judging
from listbuilder.cli.batch_items import Item
from listbuilder.cli.context import Context, format_json
from listbuilder.cli.judge_file import judge_safely
from listbuilder.event import event_file, files, mail, message, pages, players, results, triage
from listbuilder.event.entry import Entry
from listbuilder.event.triage import Desk
from listbuilder.i18n.messages import Lang
from listbuilder.model.safe_text import escape_hidden
from listbuilder.reports.event import EventFile
from listbuilder.yamlio.writer import write_bytes, write_new_file

PAGE, BOOK = "index.html", "book.pdf"


def write_desk_files(desk: Desk, out: Path, plan: files.EventSettings) -> list[str]:
    """Bring the files of single lists up to date with the whole desk; write the reminders.

    They get the names of their players, and messages mention the other lists of a player. Returns
    the file of the reminder to each player of `desk.missing`; "" where none was written.
    """
    files.supersede_versions(out, desk.rows)
    files.name_files_after_players(out, desk.rows, desk.missing if plan.pages else ())
    messages = _write_messages_to_missing(desk, out, plan)
    for row in desk.rows:
        files.rewrite_message(out, row)
    return messages


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


def _write_mails(
    desk: Desk, out: Path, messages: Sequence[str], plan: files.EventSettings
) -> list[mail.Mail]:
    """Write all messages as a table and as drafts of mails, and return them."""
    reminders = {file: place for place, file in enumerate(messages) if file}
    mails = mail.collect_mails(desk, reminders, out, plan.sender, plan.fallback)
    mail.write_drafts(mails, out)
    write_bytes(out / mail.CSV, mail.make_messages_csv(mails))
    return mails


def write_results(
    desk: Desk,
    out: Path,
    rules: EventFile,
    judged: int,
    messages: Sequence[str],
    plan: files.EventSettings,
    context: Context,
) -> None:
    """Write the page, `results.json`, `results.csv` and the mails to the folder `out`.

    `judged`: how many lists were judged in this run. `messages`: the file of the reminder to each
    player of `desk.missing`.
    """
    missing = list(zip(desk.missing, messages, strict=True))
    book = os.path.exists(out / BOOK)
    mails = _write_mails(desk, out, messages, plan)
    links = {written.file: mail.make_mail_link(written) for written in mails}
    facts = _list_facts(desk, rules, judged, context)
    write_bytes(
        out / PAGE,
        pages.render_desk(
            desk, escape_hidden(rules.event), facts, context.lang, missing, book, links=links
        ),
    )
    write_bytes(
        out / "results.json",
        format_json(results.make_results(desk, rules.event, judged, messages)).encode() + b"\n",
    )
    write_bytes(out / "results.csv", results.make_csv(desk))


def list_conditions(rules: EventFile, context: Context) -> list[str]:
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
    if rules.team is not None:
        if rules.team.size is not None:
            conditions.append(say("team_size", size=rules.team.size))
        conditions += [say(f"team_{kind}") for kind in rules.team.unique]
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
    conditions = list_conditions(rules, context)
    count = len(desk.rows)
    run = [
        say("lists", count=count),
        say("judged", count=judged, kept=max(0, count + len(desk.passed_over) - judged)),
    ]
    lines = (about, conditions, run)
    return [" · ".join(filter(None, line)) for line in lines if any(line)]


def write_book(
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


def write_players(
    file: Path, force: bool, desk: Desk, roll: players.PlayerRegistry, lang: Lang
) -> None:
    """Write the players with the file of each one's list to `file`, to be corrected by hand.

    The file of a list that is only proposed is filled in too, with a remark that says so. Raises
    Unreadable if `file` exists and `force` is not set.
    """
    owners: dict[int, tuple[str, str]] = {}
    for row in desk.rows:
        if row.owner is not None:
            noted = (row.entry, *row.older, *row.too_late)
            owners[id(row.owner)] = (_join_files(entry.file for entry in noted), "")
    remark = message.say("remark.proposed", lang)
    for row in desk.rows:
        if row.proposed is not None:
            known, _ = owners.get(id(row.proposed), ("", ""))
            files_of_player = _join_files(filter(None, (known, row.entry.file)))
            owners[id(row.proposed)] = (files_of_player, remark)
    by_place = {
        place: owners[id(player)]
        for place, player in enumerate(roll.players)
        if id(player) in owners
    }
    write_new_file(file, players.write_players(roll.players, by_place), force=force)


def _join_files(names: Iterable[str]) -> str:
    """Return the names of files as the `file` column of the players has them."""
    return f" {players.BETWEEN_FILES} ".join(names)
