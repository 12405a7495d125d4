"""The table of an event's lists as the terminal shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from listbuilder.cli.context import Context
from listbuilder.cli.event_output import list_conditions
from listbuilder.cli.layout import Page, measure_width, pad_painted, wrap_painted
from listbuilder.cli.tables import Kind, Sheet, make_cell, render_listing, style_lines
from listbuilder.event import event_file, message, pages
from listbuilder.event.desk_row import DeskRow
from listbuilder.event.entry import Remark
from listbuilder.event.triage import Desk
from listbuilder.i18n.languages import get_language
from listbuilder.i18n.messages import add_remark, join_list, join_sentences, join_with_colon
from listbuilder.i18n.terminal_width import count_cells, cut_with_ellipsis
from listbuilder.model.safe_text import escape_hidden
from listbuilder.reports.event import EventFile

MOST_SHOWN = 100  # rows of the table in the terminal; of more, the legal ones are left out
MOST_NAMED = 400  # players named one after the other; the page has all of them
MOST_WIDE = 40  # columns of a name in the terminal: however long it is, what is wrong has room
WIDE = 100  # cells of a terminal from which on the lists are a table
GAP = 2  # cells after a label
_STYLE = {"ask": "bad", "look": "warn", "whose": "warn", "warned": "label", "legal": "good"}
_COLORS = {"ask": "red", "look": "yellow", "whose": "yellow", "warned": "cyan", "legal": "green"}


def build_page(
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
    if conditions := list_conditions(rules, context):
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
    _add_teams(page, desk, context)
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


def _add_list_blocks(page: Page, rows: Sequence[DeskRow], context: Context) -> None:
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


def _format_news(row: DeskRow, context: Context) -> str:
    """Return what is new about the list since the last run of `event`, or "" if nothing is."""
    return message.say(f"news.{row.news}", context.lang) if row.news else ""


def _list_reasons(row: DeskRow, context: Context) -> list[str]:
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


def _add_player_names(page: Page, desk: Desk, legal: Sequence[DeskRow], context: Context) -> None:
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


def _add_teams(page: Page, desk: Desk, context: Context) -> None:
    """Add a line to `page` for each team that breaks the event's rules for teams."""
    for team in desk.teams:
        if team.problems:
            name = context.paint(cut_with_ellipsis(team.name, MOST_WIDE), "bold")
            problems = join_sentences(team.problems, context.lang)
            page.add_prose("", join_with_colon(name, problems, context.lang), hang=GAP)


def _build_table(rows: Sequence[DeskRow], context: Context) -> str:
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
