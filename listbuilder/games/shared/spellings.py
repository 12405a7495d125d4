"""What a name on a list may mean: today's names, the history's, and those that other programs write."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from listbuilder.model.base import Model, fold
from listbuilder.model.past import Thing, held, nearest_window
from listbuilder.model.written import Alias

Via = Literal["name", "spelling", "former", "alias"]
_NEAREST: tuple[Via, ...] = ("name", "spelling", "former", "alias")


class Candidate(Model, kw_only=True, rename={"from_": "from"}):
    """One thing that a name may mean, and the days on which it was called so."""

    id: str
    written: str
    via: Via
    from_: str | None = None
    until: str | None = None


Index = dict[str, list[Candidate]]  # folded name -> what it may mean


def spelling_index(things: Iterable[Thing], aliases: Mapping[str, Alias] | None = None) -> Index:
    """Every way to write the names of these things."""
    found: Index = {}
    known = {thing.id: thing for thing in things}

    def add(candidate: Candidate) -> None:
        rows = found.setdefault(fold(candidate.written), [])
        if all((row.id, row.from_, row.until) != (candidate.id, candidate.from_, candidate.until) for row in rows):
            rows.append(candidate)

    for thing in known.values():
        add(Candidate(id=thing.id, written=thing.name, via="name", from_=thing.from_, until=thing.until))
        for text in thing.spellings:
            add(Candidate(id=thing.id, written=text, via="spelling", from_=thing.from_, until=thing.until))
        for each in thing.formerly:
            if each.id is None or each.id not in known:
                add(Candidate(id=thing.id, written=each.name, via="former", until=each.until))
    for text, alias in (aliases or {}).items():
        add(Candidate(id=alias.is_, written=text, via="alias", from_=alias.from_, until=alias.until))
    return found


def candidates(index: Index, written: str, day: str) -> list[Candidate]:
    """What the name may mean, first what was called so on that day, by its own name. No window rules a candidate out."""
    found = index.get(fold(written))
    if not found:
        return []
    known = sorted(found, key=lambda each: _NEAREST.index(each.via))
    return nearest_window(known, day)


def on_day(index: Index, written: str, day: str) -> list[Candidate]:
    """Only what was called so on that day, or within the grace around it, and by a name of the data."""
    return [each for each in candidates(index, written, day) if each.via != "alias" and held(each, day)]
