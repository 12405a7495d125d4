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
    """A compiled datasheet at one composition, with the limits that this composition sets.

    `relaxed` are the rules that are left out.
    """

    def __init__(self, kit: Kit, counts: dict[str, int], relaxed: Relaxed = frozenset()) -> None:
        """Work out the limits of the options of `kit` for a unit with `counts` models of each kind.

        `relaxed`: the rules that are left out.
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
        """Return whether the option exists at this size of the unit."""
        sizes = bullet.option.models and bullet.option.models.unit_size
        if not sizes or ("size", bullet.index) in self.relaxed:
            return True
        return (sizes.min or 0) <= self.size <= (sizes.max or self.size)

    def _compute_limit(self, bullet: Bullet) -> int | None:
        """Return how many models may take the option, or None where there is no limit."""
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
        """Return how often the unit may take the option: by its limit, else once for each model."""
        limit = self.limits[bullet.index]
        return self.size if limit is None else limit

    def _count_takers(self, bullet: Bullet) -> int:
        """Return how many models may take the option: those in reach, at most its limit."""
        limit, scope = self.limits[bullet.index], self.scopes[bullet.index]
        return scope if limit is None else min(limit, scope)

    def get_alternative_limit(self, bullet: Bullet) -> int | None:
        """Return how often one alternative may be taken in the unit, or None.

        None: it has no limit of its own.
        """
        rule = bullet.option.each_max
        if rule is None or ("each_max", bullet.index) in self.relaxed:
            return None
        return rule.max * (self.size // rule.per if rule.per else 1)

    def _set_caps(self) -> None:
        """Set `track`, `link` and `caps` from the limits of the options and the default rows."""
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
            if bullet.every or bullet.pair or bullet.option.all_or_none or bullet.option.required:
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
        """Yield every way to decide the options of these cells that go for the unit as a whole."""
        bullets: dict[int, Bullet] = {}
        for cell in cells:
            for bullet in cell.part.bullets:
                if bullet.index in self.usable and cell.kind.key in bullet.kinds:
                    bullets[bullet.index] = bullet
        axes: list[list[Mode]] = []
        pairs: dict[str, list[Bullet]] = {}
        for bullet in bullets.values():
            use, option = FIELD << bullet.use, bullet.option
            if bullet.every and ("all", bullet.index) not in self.relaxed:
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
        """Yield a mode for each number of teams that can take the alternatives of `bullet`."""
        most = self._count_takers(bullet) // len(bullet.gains)
        alternative_limit = self.get_alternative_limit(bullet)
        if alternative_limit is not None:
            most = min(most, alternative_limit)
        for teams in range(1, most + 1):
            yield Mode(exact=tuple((shift, teams) for shift in bullet.counted))

    def get_entries(
        self, kind: Kind, part: Part, mode: Mode, default: bool, wanted: int = EVERYTHING
    ) -> list[int]:
        """Return what one such model can carry and use, without what is worse in every way.

        Where there are very many ways, only those of the `wanted` items are returned.
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
        """Return what one such model can carry and use in `mode`, worked out anew.

        `default`: it keeps what it starts with.
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
        """Return the entries without those of one model that two models could do in parts.

        Two models of the kind can nearly always stand in for the entries left out, so a search
        without them finds good loadouts fast; only a search with all of them proves that there is
        no better one. Where there are very many, only those of the wanted items are taken, to the
        same end.
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
        """Yield the different vectors that a model of this kind may start with in `part`."""
        seen = set()
        for bag, _ in self.rows[kind.key]:
            start = kind.bags[bag] & part.mask
            if part.rows and bag in kind.row_fields:
                start += 1 << kind.row_fields[bag]
            if start not in seen:
                seen.add(start)
                yield start

    def _drop_dominated(self, vectors: set[int], mask: int) -> list[int]:
        """Return the vectors without those that use up more than another with the same items."""
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
        """Return the cells in sets that have nothing to do with each other.

        Each set is decided apart.
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
        """Return the field mask of what ties `cell` to other cells."""
        fields = 0
        for bullet in cell.part.bullets:
            fields |= FIELD << bullet.use | sum(FIELD << s for s in bullet.counted)
            fields |= FIELD << bullet.shared if bullet.shared is not None else 0
        if cell.part.rows:
            fields |= sum(FIELD << s for s in cell.kind.row_fields.values())
        return fields & self.link
