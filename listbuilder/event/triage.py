"""The desk of an event: all its lists together.

It tells an organiser what to do about each list, in which order, and what is played.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Sequence
from typing import Literal

import msgspec

from listbuilder.event.desk_row import DeskRow as DeskRow
from listbuilder.event.desk_row import News
from listbuilder.event.entry import GROUPS, Entry, Group, OtherLists, Remark
from listbuilder.event.message import say
from listbuilder.event.players import Player, PlayerRegistry, get_stem
from listbuilder.event.propose_owner import OwnerProposals, propose_by_order
from listbuilder.event.teams import Team, check_teams
from listbuilder.i18n.messages import Lang
from listbuilder.reports.event import TeamRules
from listbuilder.yamlio.datetimes import parse_stamp

Resubmissions = Literal["latest", "ask"]
MOST_NAMED = 8  # other lists that a remark names
MOST_LETTERS = 40  # of such a name
MOST_COUNTED = 400  # units of the statistics


class EarlierResult(msgspec.Struct, frozen=True):
    """The verdict and player of a list when the desk was last looked at."""

    verdict: str
    player: str = ""


class NameCount(msgspec.Struct, frozen=True):
    """The number of lists that have something of this name."""

    name: str
    lists: int
    times: int = 0  # of units: how many there are on all lists together


class Statistics(msgspec.Struct, kw_only=True):
    """The numbers of what all lists of an event consist of."""

    groups: dict[Group, int]
    factions: list[NameCount]
    labels: list[NameCount]
    units: list[NameCount]
    points: list[NameCount]  # lists in each band of fifty points left
    spent: tuple[int, int, int] | None = None  # least, middle, most


class Desk(msgspec.Struct, kw_only=True):
    """All lists of an event with their statistics, and the players without a list."""

    rows: list[DeskRow]
    missing: list[Player]
    passed_over: list[str]
    statistics: Statistics
    teams: list[Team] = []  # where the event has rules for teams


def build_desk(
    entries: Sequence[Entry],
    roll: PlayerRegistry,
    before: dict[str, EarlierResult] | None,
    deadline: str,
    lang: Lang,
    fallback: Lang,
    resubmissions: Resubmissions = "latest",
    team_rules: TeamRules | None = None,
    accepted: Container[str] = (),
) -> Desk:
    """Return all lists by group and player, with statistics and players without a list.

    `roll`: the players of the event. `before`: the earlier results by list id; None if there was no
    earlier run. `deadline`: lists handed in later get a remark; empty for none. `lang`: the
    organiser's language. `fallback`: the language for players who have stated none.
    `resubmissions`: whether the latest of several lists of a player counts. `team_rules`: what the
    event asks of teams. `accepted`: the files of lists that the organiser accepted as they are.
    """
    lists = [entry for entry in entries if not entry.passed_over]
    rows = [_make_row(entry, roll, fallback) for entry in lists]
    if resubmissions == "latest":
        rows = _merge_versions(rows, deadline, accepted, lang)
    _mark_several_lists(rows, lang)
    owners = {id(row.owner) for row in rows}  # two players may be equal in all that is known
    earlier = {previous.player for previous in (before or {}).values() if previous.player}
    _propose_owners(rows, roll, owners)
    for row in rows:
        row.is_accepted = row.entry.file in accepted
        if deadline and row.entry.handed_in > deadline and not row.is_accepted:
            late = say("remark.late", lang, when=row.entry.handed_in, deadline=deadline)
            row.remarks.append(Remark(late))
        if row.is_unclaimed:
            row.identity = Remark(_describe_unknown_player(row, roll, lang))
    _mark_equal_lists(rows, lang)
    teams = check_teams(rows, roll.players, team_rules, lang) if team_rules else []
    for row in rows:
        row.group = choose_group(row)
        row.news = _determine_news(row, before, earlier)
    rows.sort(
        key=lambda row: (
            GROUPS.index(row.group),
            (row.player or row.entry.file).casefold(),
            row.entry.file,
        )
    )
    missing = [player for player in roll.players if id(player) not in owners]
    passed_files = [entry.file for entry in entries if entry.passed_over]
    return Desk(
        rows=rows,
        missing=missing,
        passed_over=passed_files,
        statistics=compute_statistics(rows),
        teams=teams,
    )


# --- several lists of one player ---


def choose_counting_list(
    entries: Sequence[Entry], deadline: str, accepted: Container[str] = ()
) -> Entry | None:
    """Return the list of one player that counts, or None if their times don't tell.

    It is the latest that came before the deadline or was accepted. If there is none, it is the
    latest of all.
    """
    punctual = [
        entry
        for entry in entries
        if not deadline or entry.handed_in <= deadline or entry.file in accepted
    ]
    ordered = sorted(punctual or entries, key=_get_order)
    if len(ordered) > 1:
        last, other = ordered[-1], ordered[-2]
        known = last.handed_in and other.handed_in
        if not known or (last.handed_in == other.handed_in and not _is_same_series(last, other)):
            return None
    return ordered[-1]


def _get_order(entry: Entry) -> tuple[str, list[tuple[int, str]]]:
    """Return the sort key of lists of one player: the time, then the numbers in the file's name.

    Why: several rows of a table, or files named after a time, may be from one minute.
    """
    pieces = re.split(r"(\d{1,18})", entry.file)
    return entry.handed_in, [
        (int(piece), "") if piece.isdecimal() else (-1, piece) for piece in pieces
    ]


def _is_same_series(entry: Entry, other: Entry) -> bool:
    """Return whether the names of two files tell which is later: rows of a table, or times."""
    files = [entry.file, other.file]
    tables = {re.sub(r":row \d+$", "", file) for file in files}
    return len(tables) == 1 or all(parse_stamp(get_stem(file)) for file in files)


def _merge_versions(
    rows: list[DeskRow], deadline: str, accepted: Container[str], lang: Lang
) -> list[DeskRow]:
    """Return `rows` with one row for each player: the list that counts, with the others in it.

    Lists of a player whose times don't tell which one is the latest stay rows of their own.
    """
    merged: list[DeskRow] = []
    for rows_of_owner in _group_by_owner(rows):
        counting = None
        if len(rows_of_owner) > 1:
            entries = [row.entry for row in rows_of_owner]
            counting = choose_counting_list(entries, deadline, accepted)
        if counting is None:
            merged += rows_of_owner
            continue
        row = next(row for row in rows_of_owner if row.entry is counting)
        others = [other.entry for other in rows_of_owner if other is not row]
        others.sort(key=_get_order, reverse=True)
        order = _get_order(counting)
        row.too_late = [other for other in others if _get_order(other) > order]
        row.older = [other for other in others if _get_order(other) <= order]
        if row.too_late:
            files = tuple(_cut_long_name(other.file) for other in row.too_late[:MOST_NAMED])
            text = say("remark.too_late", lang, count=len(row.too_late), files=files)
            row.remarks.append(Remark(text))
        merged.append(row)
    return merged


def _group_by_owner(rows: Iterable[DeskRow]) -> list[list[DeskRow]]:
    """Return the rows of each player together; a row without a player stands alone."""
    grouped: dict[str | int, list[DeskRow]] = {}
    for row in rows:
        key = row.entry.id if row.owner is None else id(row.owner)
        grouped.setdefault(key, []).append(row)
    return list(grouped.values())


# --- whose list it is ---


def _propose_owners(rows: Sequence[DeskRow], roll: PlayerRegistry, owners: set[int]) -> None:
    """Mark the rows without a player, and set the player whose list each may be.

    `owners`: the identities of players who have a list.
    """
    if not roll.players:
        return
    proposals = OwnerProposals(roll)
    by_order = _propose_by_order(rows, roll)
    for row in rows:
        row.is_unclaimed = row.owner is None
        if row.is_unclaimed:
            entry = row.entry
            no_names = (entry.faction, entry.game, *entry.labels)
            row.proposed = proposals.propose_owner(
                entry.file, entry.said_player, owners, no_names
            ) or by_order.get(entry.id)


def _propose_by_order(rows: Iterable[DeskRow], roll: PlayerRegistry) -> dict[str, Player]:
    """Return a player by the id of each list that stands in one text with the lists of all others.

    Empty if the number of lists is not that of the players, or if a list in the text is known to be
    of another player than its place says.
    """
    pastes: dict[str, list[DeskRow]] = defaultdict(list)
    for row in rows:
        if row.entry.whole:
            pastes[row.entry.whole].append(row)
    found: dict[str, Player] = {}
    for paste in pastes.values():
        paste.sort(key=lambda row: row.entry.part)
        without = [name for row in paste for name in row.entry.players_without]
        order = propose_by_order([row.entry.id for row in paste], roll, without)
        if all(row.owner in (None, order.get(row.entry.id)) for row in paste):
            found |= order
    return found


def find_owner(entry: Entry, roll: PlayerRegistry) -> Player | None:
    """Return the player whose list this is, by its file and the names stated on it, or None."""
    return roll.find_owner(entry.file, entry.said_player, entry.email)


def choose_language(player: Player | None, fallback: Lang) -> Lang:
    """Return the player's language, or `fallback` if the player or the language is unknown."""
    return (player.lang if player else None) or fallback


def _make_row(entry: Entry, roll: PlayerRegistry, fallback: Lang) -> DeskRow:
    """Return a list as a row of the desk, for now in the group "legal".

    `roll`: the players of the event. `fallback`: the language if the player's own is not known.
    """
    player = find_owner(entry, roll)
    return DeskRow(
        entry=entry,
        group="legal",
        player=player.name if player else next(iter(entry.said_player), ""),
        known=player is not None,
        lang=choose_language(player, fallback),
        owner=player,
        team=player.team if player else "",
    )


def _describe_unknown_player(row: DeskRow, roll: PlayerRegistry, lang: Lang) -> str:
    """Return the remark on a list whose player could not be found.

    It asks whether the list is that of the proposed player. If none is proposed, it says whether
    several players have that name, no player has it, or the list states no name.
    """
    if row.proposed is not None:
        return say("remark.perhaps", lang, name=row.proposed.name)
    namesakes = roll.list_namesakes(row.entry.file, row.entry.said_player)
    if namesakes:
        return say("remark.namesakes", lang, count=len(namesakes), name=namesakes[0].name)
    return say("remark.stranger" if row.player else "remark.nameless", lang)


def choose_group(row: DeskRow) -> Group:
    """Return the organiser's group for a list: look, ask, whose, warned or legal.

    What the organiser accepted is legal. Unread lists, and lists of a player who has several, are
    `look` before anything else: that need not be the player's fault. A list without a player is
    `whose` only where nothing is wrong with it.
    """
    entry = row.entry
    if row.is_accepted:
        return "legal"
    if entry.verdict == "unread" or row.beside:
        return "look"
    if entry.verdict == "illegal":
        return "ask"
    if entry.doubts or row.shares_in_team:
        return "look"
    if row.is_unclaimed:
        return "whose"
    return "warned" if entry.warnings or row.remarks else "legal"


def _mark_several_lists(rows: Iterable[DeskRow], lang: Lang) -> None:
    """Mark the lists of players who have several, and add a remark naming the others.

    Why: only the player knows which list counts.
    """
    for rows_of_owner in _group_by_owner(rows):
        if len(rows_of_owner) > 1:
            for row in rows_of_owner:
                others = _list_other_rows(row, rows_of_owner)
                files = tuple(_cut_long_name(other_row.entry.file) for other_row in others)
                row.beside = OtherLists(len(rows_of_owner) - 1, files)
                double = say("remark.double", lang, count=len(rows_of_owner), files=files)
                row.remarks.append(Remark(double))


def _mark_equal_lists(rows: Iterable[DeskRow], lang: Lang) -> None:
    """Add a remark to each list that has the same content as others; the remark names these.

    At most MOST_NAMED other lists are named, and the rest are counted.
    """
    rows_by_likeness: dict[str, list[DeskRow]] = defaultdict(list)
    for row in rows:
        if row.entry.likeness:
            rows_by_likeness[row.entry.likeness].append(row)
    for equal_rows in rows_by_likeness.values():
        if len(equal_rows) == 1:
            continue
        for row in equal_rows:
            named_rows = _list_other_rows(row, equal_rows)
            others = [_cut_long_name(named.player or named.entry.file) for named in named_rows]
            more = len(equal_rows) - 1 - len(named_rows)
            if more:
                others.append(say("remark.more", lang, count=more))
            row.remarks.append(Remark(say("remark.alike", lang, others=others)))


def _list_other_rows(row: DeskRow, rows: Sequence[DeskRow]) -> list[DeskRow]:
    """Return `rows` without `row`, but at most as many as a remark names (MOST_NAMED)."""
    return [other_row for other_row in rows[: MOST_NAMED + 1] if other_row is not row][:MOST_NAMED]


def _cut_long_name(name: str) -> str:
    """Return the name, cut off if it is longer than a remark has room for."""
    return name if len(name) <= MOST_LETTERS else f"{name[:MOST_LETTERS]}…"


def _determine_news(
    row: DeskRow, before: dict[str, EarlierResult] | None, earlier: set[str]
) -> News:
    """Return what is new about a list since the last run, or an empty string if nothing is.

    "new": a new list; "again": a new list of a player who had one before; "otherwise": another
    verdict. `before`: the earlier results by list id; None if there was no run. `earlier`: the
    players of the last run.
    """
    if before is None:
        return ""
    previous = before.get(row.entry.id)
    if previous is None:
        return "again" if row.known and row.player in earlier else "new"
    return "otherwise" if previous.verdict != row.entry.verdict else ""


def compute_statistics(rows: Sequence[DeskRow]) -> Statistics:
    """Return how often groups, factions, labels and units occur, and the points spent."""
    groups: dict[Group, int] = dict.fromkeys(GROUPS, 0)
    factions: Counter[str] = Counter()
    labels: Counter[str] = Counter()
    lists_with_unit: Counter[str] = Counter()
    times: Counter[str] = Counter()
    points_left: Counter[int] = Counter()
    spent = sorted(row.entry.points for row in rows if row.entry.points is not None)
    for row in rows:
        entry = row.entry
        groups[row.group] += 1
        if entry.faction:
            factions[entry.faction] += 1
            for label in dict.fromkeys(entry.labels):
                if label != entry.faction:
                    labels[f"{entry.faction} · {label}"] += 1
        counted = Counter(unit.name for unit in entry.units)
        lists_with_unit.update(counted.keys())
        times.update(counted)
        if entry.points is not None and entry.limit is not None:
            points_left[entry.limit - entry.points] += 1
    return Statistics(
        groups=groups,
        factions=[NameCount(name, count) for name, count in factions.most_common()],
        labels=[NameCount(name, count) for name, count in labels.most_common()],
        units=[
            NameCount(name, count, times[name])
            for name, count in lists_with_unit.most_common(MOST_COUNTED)
        ],
        points=_count_in_bands(points_left),
        spent=(spent[0], spent[len(spent) // 2], spent[-1]) if spent else None,
    )


def _count_in_bands(points_left: Counter[int]) -> list[NameCount]:
    """Return how many lists are in each band of points left; empty bands are left out.

    `points_left`: how many lists have each number of points left. The bands: over the limit, none
    left, up to 20, 50, 100, and more.
    """
    last_points = {"< 0": -1, "0": 0, "1–20": 20, "21–50": 50, "51–100": 100}
    bands = dict.fromkeys((*last_points, "> 100"), 0)
    for points, count in points_left.items():
        band = next((name for name, last in last_points.items() if points <= last), "> 100")
        bands[band] += count
    return [NameCount(name, count) for name, count in bands.items() if count]
