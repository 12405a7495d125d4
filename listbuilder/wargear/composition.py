"""A datasheet at one composition.

It says which options exist, how many models each reaches, and what must be decided together.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import msgspec

from listbuilder.model.base import fold
from listbuilder.model.cache import Memo
from listbuilder.model.limits import ENTRIES_KEPT, FEW_WAYS
from listbuilder.wargear.encode import FIELD, UNIT, Bullet, Kind, Kit, Part
from listbuilder.wargear.enumerate_loadouts import Relaxed, count_raw_ways, enumerate_vectors
from listbuilder.wargear.loadout import Bag, deal_default_bags

EVERYTHING = -1  # as field mask: all items matter


class Mode(msgspec.Struct, frozen=True):
    """One way to decide what goes for the whole unit.

    It says who uses an "all" option, how many teams there are, and which of two options is used.
    """

    forbid: int = 0  # field mask of uses nobody makes
    force: int = 0  # field mask of uses every model in reach makes
    exact: tuple[tuple[int, int], ...] = ()  # shift of a field, what it must come to


class Cell(msgspec.Struct, frozen=True):
    """The models of one group, seen in one part of their wargear.

    Without a target they keep what they start with.
    """

    group: int
    kind: Kind
    part: Part
    count: int
    target: int
    default: bool


class Frame:
    """A compiled datasheet for a unit of certain models, with the limits these set.

    `relaxed` are the rules of options that are left out.
    """

    def __init__(self, kit: Kit, counts: dict[str, int], relaxed: Relaxed = frozenset()) -> None:
        """Work out the limits of the options of `kit` for `counts` models of each kind.

        `relaxed` are the rules that are left out, to see whether one of them is in the way.
        """
        self.kit = kit
        self.relaxed = relaxed
        self.counts = {key: n for key, n in counts.items() if key in kit.kinds}
        self.size = sum(counts.values())
        if UNIT in kit.kinds:
            self.counts[UNIT] = 1
        self.rows: dict[str, list[tuple[Bag, int]]] = {
            key: deal_default_bags(kit.sheet, key, n, self.size) if key != UNIT else [((), n)]
            for key, n in self.counts.items()
        }
        self.limits = {bullet.index: self._compute_limit(bullet) for bullet in kit.bullets}
        self.scopes = {
            b.index: sum(n for key, n in self.counts.items() if key in b.kinds) for b in kit.bullets
        }
        plain = ("options", 0) in relaxed
        there = [
            b.index for b in kit.bullets if self.limits[b.index] != 0 and self._is_available(b)
        ]
        self.usable = frozenset(() if plain else there)
        self.takes = {b.index: self._count_takes(b) for b in kit.bullets if UNIT in b.kinds}
        self.track: int  # field mask of the counts that can run out
        self.link = 0  # field mask of everything that ties parts or groups together
        self.caps: int
        self._set_caps()
        self._entries: Memo[object, list[int]] = Memo(ENTRIES_KEPT)

    def _is_available(self, bullet: Bullet) -> bool:
        """Return whether the option `bullet` exists at this size of the unit.

        Yes too if the rule on its unit size is left out.
        """
        sizes = bullet.option.models and bullet.option.models.unit_size
        if not sizes or ("size", bullet.index) in self.relaxed:
            return True
        return (sizes.min or 0) <= self.size <= (sizes.max or self.size)

    def _compute_limit(self, bullet: Bullet) -> int | None:
        """Return how many models of this unit may take the option `bullet`, or None for no limit.

        None also if the rule on its number is left out.
        """
        models = bullet.option.models
        if (
            models is None
            or isinstance(models.count, str)
            or ("count", bullet.index) in self.relaxed
        ):
            return None
        times = 1
        if models.per:
            counted = self.counts.get(fold(models.per_model), 0) if models.per_model else self.size
            times = counted // models.per
        return (1 if models.count is None else models.count) * times

    def _count_takes(self, bullet: Bullet) -> int:
        """Return how often the unit itself may take the option `bullet`.

        That is the option's limit, or without a limit once for each model.
        """
        limit = self.limits[bullet.index]
        return self.size if limit is None else limit

    def _count_takers(self, bullet: Bullet) -> int:
        """Return how many models may take the option `bullet`: those in reach, up to its limit."""
        limit, scope = self.limits[bullet.index], self.scopes[bullet.index]
        return scope if limit is None else min(limit, scope)

    def get_alternative_limit(self, bullet: Bullet) -> int | None:
        """Return how often each alternative of `bullet` may be taken, or None for no limit.

        This is the limit on single alternatives ("2 of each"), beside the limit of the option. None
        also if that rule is left out.
        """
        rule = bullet.option.each_max
        if rule is None or ("each_max", bullet.index) in self.relaxed:
            return None
        return rule.max * (self.size // rule.per if rule.per else 1)

    def _set_caps(self) -> None:
        """Set `track`, `link` and `caps` from the limits of the options and default wargear.

        `caps` holds how much of each limited field may be used up, `track` is the mask of the
        limited fields, and `link` also has the fields of options that are decided for the whole
        unit.
        """
        caps: dict[int, int] = {}
        shared: dict[int, int] = {}
        for bullet in self.kit.bullets:
            limit, scope = self.limits[bullet.index], self.scopes[bullet.index]
            if (
                bullet.shared is not None
                and limit is not None
                and ("shared", bullet.shared) not in self.relaxed
            ):
                shared[bullet.shared] = max(limit, shared.get(bullet.shared, 0))
            if limit is not None and limit < scope and UNIT not in bullet.kinds:
                caps[bullet.use] = limit
            most = self.get_alternative_limit(bullet)
            if most is not None:
                caps.update(dict.fromkeys(bullet.counted, most))
            if (
                bullet.is_all_or_none
                or bullet.pair
                or bullet.option.all_or_none
                or bullet.option.required
            ):
                self.link |= FIELD << bullet.use | sum(FIELD << s for s in bullet.counted)
        for key, rows in self.rows.items():
            fields = self.kit.kinds[key].row_fields
            for shift in fields.values():
                caps[shift] = 0
            for bag, n in rows:
                if bag in fields:
                    caps[fields[bag]] += n
        caps.update(shared)
        self.track = sum(FIELD << shift for shift in caps)
        self.link |= self.track
        self.caps = self.kit.guards + sum(cap << shift for shift, cap in caps.items())

    def list_modes(self, cells: list[Cell]) -> Iterator[Mode]:
        """Yield every way to decide the options that must be decided for the unit as a whole.

        These are options that all models take or none, teams, options that must be taken, and
        options that exclude each other. Only options that the `cells` can use are looked at.
        Combinations that both forbid and demand an option are left out.
        """
        bullets: dict[int, Bullet] = {}
        for cell in cells:
            for bullet in cell.part.bullets:
                if bullet.index in self.usable and cell.kind.key in bullet.kinds:
                    bullets[bullet.index] = bullet
        axes: list[list[Mode]] = []
        pairs: dict[str, list[Bullet]] = {}
        for bullet in bullets.values():
            use, option = FIELD << bullet.use, bullet.option
            if bullet.is_all_or_none and ("all", bullet.index) not in self.relaxed:
                axes.append([Mode(forbid=use), Mode(force=use)])
            if option.all_or_none and ("team", bullet.index) not in self.relaxed:
                axes.append([Mode(forbid=use), *self._make_team_modes(bullet)])
            if option.required and ("required", bullet.index) not in self.relaxed:
                axes.append([Mode(exact=((bullet.use, self._count_takers(bullet)),))])
            if bullet.pair and ("pair", bullet.index) not in self.relaxed:
                pairs.setdefault(bullet.pair, []).append(bullet)
        for rivals in pairs.values():
            forbidden = [
                sum(FIELD << rival.use for rival in rivals if rival is not chosen)
                for chosen in rivals
            ]
            axes.append([Mode(forbid=mask) for mask in forbidden])
        for choice in product(*axes):
            forbid = force = 0
            exact: list[tuple[int, int]] = []
            for mode in choice:
                forbid |= mode.forbid
                force |= mode.force
                exact.extend(mode.exact)
            if not forbid & force:
                yield Mode(forbid, force, tuple(exact))

    def _make_team_modes(self, bullet: Bullet) -> Iterator[Mode]:
        """Yield a mode for each number of teams, from 1 up, that can take the option `bullet`.

        A team takes every alternative once.
        """
        most = self._count_takers(bullet) // len(bullet.gains)
        alternative_limit = self.get_alternative_limit(bullet)
        if alternative_limit is not None:
            most = min(most, alternative_limit)
        for teams in range(1, most + 1):
            yield Mode(exact=tuple((shift, teams) for shift in bullet.counted))

    def get_entries(
        self, kind: Kind, part: Part, mode: Mode, default: bool, wanted: int = EVERYTHING
    ) -> list[int]:
        """Return the vectors that one model of `kind` can have in `part`, under `mode`.

        A vector holds the model's items and the limited uses of options. Of vectors with the same
        items, those that use up more are left out, unless `mode` demands exact numbers. `default`:
        the model keeps what it starts with, and the vectors hold no items. If there are very many
        ways to use the options, or a rule is left out, vectors with items outside `wanted` may be
        missing. The result is cached.
        """
        big = count_raw_ways(part, self.usable) > FEW_WAYS or bool(self.relaxed)
        key = (kind.key, part.index, mode, default, wanted & part.mask if big else None)
        entries = self._entries.get(key)
        if entries is None:
            entries = self._make_entries(kind, part, mode, default, wanted)
            self._entries[key] = entries
        return entries

    def _make_entries(
        self, kind: Kind, part: Part, mode: Mode, default: bool, wanted: int
    ) -> list[int]:
        """Return the vectors for `get_entries`, worked out without the cache.

        `default`: the model keeps what it starts with, and the vectors hold no items.
        """
        counted = sum(FIELD << shift for shift, _ in mode.exact)
        keep = part.mask | self.track | counted
        bullets = [b for b in part.bullets if b.index in self.usable and kind.key in b.kinds]
        forced = [b.use for b in bullets if mode.force & FIELD << b.use]
        vectors_kept: set[int] = set()
        for start in self._list_starts(kind, part):
            if default:
                vectors = [start]
                keep &= ~part.mask
            else:
                vectors = enumerate_vectors(
                    self.kit, kind, part, start, self.usable, self.takes, wanted, self.relaxed
                )
            for vector in vectors:
                if not vector & mode.forbid and all(vector >> use & FIELD for use in forced):
                    vectors_kept.add(vector & keep)
        return list(vectors_kept) if counted else self._drop_dominated(vectors_kept, part.mask)

    def get_simple_entries(
        self, kind: Kind, part: Part, mode: Mode, wanted: int, count: int
    ) -> list[int]:
        """Return the vectors of `get_entries` without those that two simpler ones can replace.

        A vector is left out if two other vectors have the same sum as the vector and a default one.
        Two models of the kind can nearly always stand in for the vectors left out. So a search
        without them finds good loadouts fast; only a search with all of them proves that there is
        no better one. For the same reason, if there are very many ways to use the options, only
        vectors of the `wanted` items are returned. A single model (`count` 1) gets all vectors.
        """
        if count_raw_ways(part, self.usable) > FEW_WAYS:
            return self.get_entries(kind, part, mode, False, wanted)
        entries = self.get_entries(kind, part, mode, False)
        if count == 1:
            return entries
        key = (kind.key, part.index, mode, "simple")
        simple_entries = self._entries.get(key)
        if simple_entries is None:
            everyone = set(entries)
            starts = [start & (part.mask | self.track) for start in self._list_starts(kind, part)]
            bases = [start for start in starts if start in everyone]
            simple_entries = [
                e
                for e in entries
                if e in bases
                or not any(
                    a != e and a != base and e + base - a in everyone
                    for base in bases
                    for a in entries
                )
            ]
            self._entries[key] = simple_entries
        return simple_entries

    def _list_starts(self, kind: Kind, part: Part) -> Iterator[int]:
        """Yield the different vectors with which a model of `kind` may start in `part`.

        If starts differ between models, the vector also counts which start it is.
        """
        seen = set()
        for bag, _ in self.rows[kind.key]:
            start = kind.bags[bag] & part.mask
            if part.rows and bag in kind.row_fields:
                start += 1 << kind.row_fields[bag]
            if start not in seen:
                seen.add(start)
                yield start

    def _drop_dominated(self, vectors: set[int], mask: int) -> list[int]:
        """Return the vectors without those that use up more than another one with the same items.

        `mask` is the field mask of the items.
        """
        by_items: dict[int, list[int]] = {}
        for vector in sorted(vectors):
            by_items.setdefault(vector & mask, []).append(vector)
        guards = self.kit.guards
        best: list[int] = []
        for rivals in by_items.values():
            for vector in rivals if len(rivals) > 1 else ():
                if any(o != vector and ((vector | guards) - o) & guards == guards for o in rivals):
                    continue
                best.append(vector)
            best.extend(rivals if len(rivals) == 1 else ())
        return best

    def split_into_islands(self, cells: list[Cell]) -> list[list[Cell]]:
        """Return the cells in sets that don't depend on each other, to be decided one by one.

        Cells are in one set if an option's limit, or the default wargear dealt between models, ties
        them.
        """
        islands: list[tuple[int, list[Cell]]] = []
        for cell in cells:
            fields = self._make_link_mask(cell)
            joined = [cell]
            for touching in [island for island in islands if island[0] & fields]:
                islands.remove(touching)
                fields |= touching[0]
                joined = touching[1] + joined
            islands.append((fields, joined))
        return [island for _, island in islands]

    def _make_link_mask(self, cell: Cell) -> int:
        """Return the mask of the fields by which `cell` depends on other cells.

        These are limited options and their alternatives, and the default rows that models share
        out.
        """
        fields = 0
        for bullet in cell.part.bullets:
            fields |= FIELD << bullet.use | sum(FIELD << s for s in bullet.counted)
            fields |= FIELD << bullet.shared if bullet.shared is not None else 0
        if cell.part.rows:
            fields |= sum(FIELD << s for s in cell.kind.row_fields.values())
        return fields & self.link
