"""The meanings that a name on a list may have.

Names are today's, the history's, and those that other programs write.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from listbuilder.model.aliases import Alias
from listbuilder.model.base import Model, fold
from listbuilder.model.windows import Thing, sort_by_nearest_window, was_in_force

Via = Literal["name", "spelling", "former", "alias"]
_NEAREST: tuple[Via, ...] = ("name", "spelling", "former", "alias")


class Candidate(Model, kw_only=True, rename={"from_": "from"}):
    """One thing that a name may mean, and the dates between which it was called so."""

    id: str
    written: str
    via: Via
    from_: str | None = None
    until: str | None = None


Index = dict[str, list[Candidate]]  # folded name -> what it may mean


def index_spellings(things: Iterable[Thing], aliases: Mapping[str, Alias] | None = None) -> Index:
    """Return an index of what each way to write the names of `things` may mean.

    The index is by folded name. The ways to write are today's names, their spellings, former names,
    and `aliases`.
    """
    index: Index = {}
    known = {thing.id: thing for thing in things}

    def add_candidate(candidate: Candidate) -> None:
        """Add `candidate` to the index, unless the same thing is listed there with the same
        dates.
        """
        rows = index.setdefault(fold(candidate.written), [])
        if all(
            (row.id, row.from_, row.until) != (candidate.id, candidate.from_, candidate.until)
            for row in rows
        ):
            rows.append(candidate)

    for thing in known.values():
        add_candidate(
            Candidate(
                id=thing.id, written=thing.name, via="name", from_=thing.from_, until=thing.until
            )
        )
        for text in thing.spellings:
            add_candidate(
                Candidate(
                    id=thing.id, written=text, via="spelling", from_=thing.from_, until=thing.until
                )
            )
        for former in thing.formerly:
            if former.id is None or former.id not in known:
                add_candidate(
                    Candidate(id=thing.id, written=former.name, via="former", until=former.until)
                )
    for text, alias in (aliases or {}).items():
        add_candidate(
            Candidate(id=alias.is_, written=text, via="alias", from_=alias.from_, until=alias.until)
        )
    return index


def find_candidates(index: Index, written: str, day: str) -> list[Candidate]:
    """Return the things that the name `written` may mean on `day`, the likeliest first.

    A thing that was called by that name around `day` comes first; of several, one with it as its
    own name. Things of other dates follow: no date rules a thing out.
    """
    rows = index.get(fold(written))
    if not rows:
        return []
    ranked = sorted(rows, key=lambda candidate: _NEAREST.index(candidate.via))
    return sort_by_nearest_window(ranked, day)


def find_candidates_on_date(index: Index, written: str, day: str) -> list[Candidate]:
    """Return the things called `written` on `day` by a name of the data, not by an alias.

    Some days of grace around the dates are allowed. The likeliest comes first.
    """
    return [
        candidate
        for candidate in find_candidates(index, written, day)
        if candidate.via != "alias" and was_in_force(candidate, day)
    ]
