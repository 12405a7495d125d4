"""The desk of an event: all its lists side by side.

It tells an organiser what to do with each list, in which order, and what the lists consist of.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from listbuilder.event.entry import GROUPS, Entry, Group, OtherLists, Remark
from listbuilder.event.message import say
from listbuilder.event.players import Player, PlayerRegistry
from listbuilder.i18n.messages import Lang
from listbuilder.model.base import fold

News = Literal["", "new", "again", "otherwise"]
MOST_NAMED = 8  # other lists that a remark names
MOST_LETTERS = 40  # of such a name
MOST_COUNTED = 400  # units of the statistics


class EarlierResult(msgspec.Struct, frozen=True):
    """The verdict and player of a list when the desk was last looked at."""

    verdict: str
    player: str = ""


class DeskRow(msgspec.Struct, kw_only=True):
    """One list as the desk shows it."""

    entry: Entry
    group: Group
    player: str  # as the roster of players has it, else as the list says
    known: bool  # whether that is one of the players
    lang: Lang
    owner: Player | None = None  # of the roster of players: two may have one name
    team: str = ""
    remarks: list[Remark] = []  # what only the other lists, the clock or the roster of players tell
    beside: OtherLists | None = None  # more lists of this player of the roster
    news: News = ""

    @property
    def plain(self) -> bool:
        """Return whether the file is named after its player, so one name is enough to show."""
        name = self.entry.file.replace("\\", "/").rpartition("/")[2]
        return fold(name.rpartition(".")[0] or name) == fold(self.player)

    @property
    def reasons(self) -> list[Remark]:
        """Return all remarks that say what to look at, the most important first.

        Remarks with the same text, as for several units, occur once.
        """
        entry = self.entry
        ordered = (*entry.unread, *entry.errors, *entry.doubts, *self.remarks, *entry.warnings)
        return list({remark.text: remark for remark in reversed(ordered)}.values())[::-1]


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


def build_desk(
    entries: Sequence[Entry],
    roll: PlayerRegistry,
    before: dict[str, EarlierResult] | None,
    deadline: str,
    lang: Lang,
    fallback: Lang,
) -> Desk:
    """Return all lists by group and player, with statistics and players without a list.

    `roll`: the players of the event. `before`: the earlier results by list id; None if there was no
    earlier run. `deadline`: lists handed in later get a remark; empty for none. `lang`: the
    organiser's language. `fallback`: the language for players who have stated none.
    """
    lists = [entry for entry in entries if not entry.passed_over]
    rows = [_make_row(entry, roll, fallback) for entry in lists]
    _mark_several_lists(rows, lang)
    owners = {row.owner for row in rows}
    earlier = {previous.player for previous in (before or {}).values() if previous.player}
    for row in rows:
        if deadline and row.entry.handed_in > deadline:
            late = say("remark.late", lang, when=row.entry.handed_in, deadline=deadline)
            row.remarks.append(Remark(late))
        if roll.players and not row.known:
            row.remarks.append(Remark(_describe_unknown_player(row, roll, lang)))
    _mark_equal_lists(rows, lang)
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
    missing = [player for player in roll.players if player not in owners]
    passed_files = [entry.file for entry in entries if entry.passed_over]
    return Desk(
        rows=rows, missing=missing, passed_over=passed_files, statistics=compute_statistics(rows)
    )


def find_owner(entry: Entry, roll: PlayerRegistry) -> Player | None:
    """Return the player whose list this is, by its file and the names stated on it, or None."""
    return roll.find_owner(entry.file, entry.said_player)


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

    It says whether several players have that name, no player has it, or the list states no name.
    """
    namesakes = roll.list_namesakes(row.entry.file, row.entry.said_player)
    if namesakes:
        return say("remark.namesakes", lang, count=len(namesakes), name=namesakes[0].name)
    return say("remark.stranger" if row.player else "remark.nameless", lang)


def choose_group(row: DeskRow) -> Group:
    """Return the organiser's group for a list: look, ask, warned or legal.

    Unread lists, and lists of a player who has several, are `look` before anything else: that need
    not be the player's fault.
    """
    entry = row.entry
    if entry.verdict == "unread" or row.beside:
        return "look"
    if entry.verdict == "illegal":
        return "ask"
    if entry.doubts:
        return "look"
    return "warned" if entry.warnings or row.remarks else "legal"


def _mark_several_lists(rows: Iterable[DeskRow], lang: Lang) -> None:
    """Mark the lists of players who have several, and add a remark naming the others.

    Why: only the player knows which list counts.
    """
    rows_by_owner: dict[Player, list[DeskRow]] = defaultdict(list)
    for row in rows:
        if row.owner is not None:
            rows_by_owner[row.owner].append(row)
    for rows_of_owner in rows_by_owner.values():
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
