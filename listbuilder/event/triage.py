"""All lists of an event side by side: what an organiser does with each, in which order, and what they are made of."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from listbuilder.event.entry import GROUPS, Beside, Entry, Group, Said
from listbuilder.event.message import say
from listbuilder.event.players import Player, Roll
from listbuilder.model.base import fold
from listbuilder.store.words import Lang

News = Literal["", "new", "again", "otherwise"]
MOST_NAMED = 8  # other lists that a remark names
MOST_LETTERS = 40  # of such a name
MOST_COUNTED = 400  # units of the statistics


class Before(msgspec.Struct, frozen=True):
    """What was known of a list when the desk was last looked at."""

    verdict: str
    player: str = ""


class Row(msgspec.Struct, kw_only=True):
    """One list as the desk shows it."""

    entry: Entry
    group: Group
    player: str  # as the roster of players has it, else as the list says
    known: bool  # whether that is one of the players
    lang: Lang
    owner: Player | None = None  # of the roster of players: two may have one name
    team: str = ""
    remarks: list[Said] = []  # what only the other lists, the clock or the roster of players tell
    beside: Beside | None = None  # more lists of this player of the roster
    news: News = ""

    @property
    def plain(self) -> bool:
        """Whether its file is called as its player is, so that nobody has to read it twice."""
        name = self.entry.file.replace("\\", "/").rpartition("/")[2]
        return fold(name.rpartition(".")[0] or name) == fold(self.player)

    @property
    def reasons(self) -> list[Said]:
        """What to look at, the first first; the same of several units once."""
        entry = self.entry
        found = (*entry.unread, *entry.errors, *entry.doubts, *self.remarks, *entry.warnings)
        return list({said.text: said for said in reversed(found)}.values())[::-1]


class Count(msgspec.Struct, frozen=True):
    name: str
    lists: int
    times: int = 0  # of units: how many there are on all lists together


class Statistics(msgspec.Struct, kw_only=True):
    groups: dict[Group, int]
    factions: list[Count]
    labels: list[Count]
    units: list[Count]
    points: list[Count]  # lists in each band of fifty points left
    spent: tuple[int, int, int] | None = None  # least, middle, most


class Desk(msgspec.Struct, kw_only=True):
    rows: list[Row]
    missing: list[Player]
    passed_over: list[str]
    statistics: Statistics


def desk_of(
    entries: Sequence[Entry], roll: Roll, before: dict[str, Before] | None, deadline: str, lang: Lang, fallback: Lang
) -> Desk:
    """`before`: by id; None where nothing is known of any earlier run."""
    lists = [entry for entry in entries if not entry.passed_over]
    rows = [_row(entry, roll, fallback) for entry in lists]
    _double(rows, lang)
    theirs = {row.owner for row in rows}
    earlier = {each.player for each in (before or {}).values() if each.player}
    for row in rows:
        if deadline and row.entry.handed_in > deadline:
            row.remarks.append(Said(say("remark.late", lang, when=row.entry.handed_in, deadline=deadline)))
        if roll.players and not row.known:
            row.remarks.append(Said(_unknown(row, roll, lang)))
    _alike(rows, lang)
    for row in rows:
        row.group = group_of(row)
        row.news = _news(row, before, earlier)
    rows.sort(key=lambda row: (GROUPS.index(row.group), (row.player or row.entry.file).casefold(), row.entry.file))
    missing = [player for player in roll.players if player not in theirs]
    passed = [entry.file for entry in entries if entry.passed_over]
    return Desk(rows=rows, missing=missing, passed_over=passed, statistics=statistics(rows))


def owner(entry: Entry, roll: Roll) -> Player | None:
    return roll.of(entry.file, entry.said_player)


def language_of(player: Player | None, fallback: Lang) -> Lang:
    return (player.lang if player else None) or fallback


def _row(entry: Entry, roll: Roll, fallback: Lang) -> Row:
    player = owner(entry, roll)
    called = player.name if player else next(iter(entry.said_player), "")
    lang = language_of(player, fallback)
    team = player.team if player else ""
    return Row(entry=entry, group="legal", player=called, known=player is not None, lang=lang, owner=player, team=team)


def _unknown(row: Row, roll: Roll, lang: Lang) -> str:
    if several := roll.namesakes(row.entry.file, row.entry.said_player):
        return say("remark.namesakes", lang, count=len(several), name=several[0].name)
    return say("remark.stranger" if row.player else "remark.nameless", lang)


def group_of(row: Row) -> Group:
    """What cannot be read is not yet the player's fault: that is looked at first."""
    entry = row.entry
    if entry.verdict == "unread" or row.beside:
        return "look"
    if entry.verdict == "illegal":
        return "ask"
    if entry.doubts:
        return "look"
    return "warned" if entry.warnings or row.remarks else "legal"


def _double(rows: Iterable[Row], lang: Lang) -> None:
    """Several lists of one player of the roster: nobody but the player knows which one counts."""
    of: dict[Player, list[Row]] = defaultdict(list)
    for row in rows:
        if row.owner is not None:
            of[row.owner].append(row)
    for several in of.values():
        if len(several) > 1:
            for row in several:
                files = tuple(_short(each.entry.file) for each in _others(row, several))
                row.beside = Beside(len(several) - 1, files)
                row.remarks.append(Said(say("remark.double", lang, count=len(several), files=files)))


def _alike(rows: Iterable[Row], lang: Lang) -> None:
    of: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row.entry.likeness:
            of[row.entry.likeness].append(row)
    for several in of.values():
        for row in several if len(several) > 1 else ():
            named = _others(row, several)
            others, more = [_short(each.player or each.entry.file) for each in named], len(several) - 1 - len(named)
            others += [say("remark.more", lang, count=more)] if more else []
            row.remarks.append(Said(say("remark.alike", lang, others=others)))


def _others(row: Row, several: Sequence[Row]) -> list[Row]:
    return [each for each in several[: MOST_NAMED + 1] if each is not row][:MOST_NAMED]


def _short(name: str) -> str:
    """However long it is, what is said of it has room."""
    return name if len(name) <= MOST_LETTERS else f"{name[:MOST_LETTERS]}…"


def _news(row: Row, before: dict[str, Before] | None, earlier: set[str]) -> News:
    if before is None:
        return ""
    known = before.get(row.entry.id)
    if known is None:
        return "again" if row.known and row.player in earlier else "new"
    return "otherwise" if known.verdict != row.entry.verdict else ""


def statistics(rows: Sequence[Row]) -> Statistics:
    groups: dict[Group, int] = dict.fromkeys(GROUPS, 0)
    factions: Counter[str] = Counter()
    labels: Counter[str] = Counter()
    taken: Counter[str] = Counter()
    times: Counter[str] = Counter()
    left: Counter[int] = Counter()
    spent = sorted(row.entry.points for row in rows if row.entry.points is not None)
    for row in rows:
        entry = row.entry
        groups[row.group] += 1
        if entry.faction:
            factions[entry.faction] += 1
            labels.update(f"{entry.faction} · {label}" for label in dict.fromkeys(entry.labels) if label != entry.faction)
        counted = Counter(unit.name for unit in entry.units)
        taken.update(counted.keys())
        times.update(counted)
        if entry.points is not None and entry.limit is not None:
            left[entry.limit - entry.points] += 1
    return Statistics(
        groups=groups,
        factions=[Count(name, count) for name, count in factions.most_common()],
        labels=[Count(name, count) for name, count in labels.most_common()],
        units=[Count(name, count, times[name]) for name, count in taken.most_common(MOST_COUNTED)],
        points=_bands(left),
        spent=(spent[0], spent[len(spent) // 2], spent[-1]) if spent else None,
    )


def _bands(left: Counter[int]) -> list[Count]:
    """Points left of the limit, in bands: over it, none, up to 20, up to 50, up to 100, more."""
    bands = {"< 0": 0, "0": 0, "1–20": 0, "21–50": 0, "51–100": 0, "> 100": 0}
    for points, count in left.items():
        ends = ((-1, "< 0"), (0, "0"), (20, "1–20"), (50, "21–50"), (100, "51–100"))
        bands[next((name for end, name in ends if points <= end), "> 100")] += count
    return [Count(name, count) for name, count in bands.items() if count]
