"""What the schema of a faction file cannot see: do its references exist, do prices cover sizes, do options add up?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from listbuilder.games.muster.data import FactionData, Shelf
from listbuilder.games.muster.faction import Detachment, Enhancement, Faction
from listbuilder.games.muster.sizes import legal_totals, spans
from listbuilder.games.shared.match import Keyword, Tags, fits, matches
from listbuilder.model.base import Path, fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.problem import Problem
from listbuilder.model.wargear import Item, Option, item_name
from listbuilder.store.nearest import nearest
from listbuilder.store.reader import Document


def problems(document: Document, faction: Faction, shelf: Shelf) -> Iterator[Problem]:
    """Errors for what cannot be right, warnings for what may be meant."""
    yield from _Checker(document, faction, shelf).all()


class _Checker:
    def __init__(self, document: Document, faction: Faction, shelf: Shelf) -> None:
        self.document = document
        self.faction = faction
        self.shelf = shelf
        self.everything = {**_vocabulary(shelf), **_words_of(faction.datasheets)}
        for faction_id in shelf.ids() if faction.until else ():
            past = shelf.book_before(faction_id, faction.until or "")
            self.everything |= _words_of(past.sheets() if past else ())

    def _error(self, key: str, path: Path, **args: Any) -> Problem:
        return self.document.problem(key, path, **args)

    def _warning(self, key: str, path: Path, **args: Any) -> Problem:
        found = self.document.problem(key, path, **args)
        return Problem(
            key=found.key, args=found.args, file=found.file, line=found.line, column=found.column, path=path, severity="warning"
        )

    def all(self) -> Iterator[Problem]:
        yield from self._head()
        for place, sheet in enumerate(self.faction.datasheets):
            path: Path = ("datasheets", place)
            yield from self._models(sheet, path)
            yield from self._options(sheet, path)
            yield from self._prices(sheet, path)
            yield from self._references(sheet, path)
        for place, detachment in enumerate(self.faction.detachments):
            yield from self._detachment(detachment, ("detachments", place))
            yield from self._bought(detachment, ("detachments", place))
        yield from self._of_parent()

    def _head(self) -> Iterator[Problem]:
        stem = self.document.stem
        name = f"{self.faction.id}-{self.faction.until}" if self.faction.until else self.faction.id
        if name != stem:
            yield self._error("data_id_is_not_file", ("id",), given=name, file=stem)
        if self.faction.parent and not self.shelf.faction(self.faction.parent):
            known = self.shelf.ids()
            near = nearest(self.faction.parent, known)
            yield self._error("unknown_faction", ("parent",), given=self.faction.parent, known=known, near=near)
        yield from self._may_be_chosen()
        yield from self._twice("datasheets", [sheet.id for sheet in self.faction.datasheets])
        yield from self._twice("detachments", [detachment.id for detachment in self.faction.detachments])
        seen: set[str] = set()
        for d, detachment in enumerate(self.faction.detachments):
            for e, enhancement in enumerate(detachment.enhancements):
                if enhancement.id in seen:
                    path = ("detachments", d, "enhancements", e, "id")
                    yield self._error("data_id_twice", path, given=enhancement.id)
                seen.add(enhancement.id)

    def _may_be_chosen(self) -> Iterator[Problem]:
        """Some faction keywords are never an army's own: their units come with the faction that says so."""
        keyword = self.faction.faction_keyword
        heads = [self.faction, *(data.head for each in self.shelf.ids() if (data := self.shelf.faction(each)))]
        for head in heads:
            if fold(keyword) in map(fold, head.army_faction_forbidden):
                yield self._error("data_no_army_faction", ("faction_keyword",), given=keyword, faction=head.name)
                return

    def _twice(self, key: str, ids: list[str]) -> Iterator[Problem]:
        for place, each in enumerate(ids):
            if each in ids[:place]:
                yield self._error("data_id_twice", (key, place, "id"), given=each)

    def _models(self, sheet: Datasheet, path: Path) -> Iterator[Problem]:
        if not sheet.models and not sheet.compositions:
            yield self._error("data_no_models", path, datasheet=sheet.name)
            return
        known = list(sheet.model_names.values())
        named: list[tuple[str, Path]] = []
        for place, row in enumerate(sheet.default_wargear):
            if row.model not in ("*", "rest"):
                named.append((row.model, (*path, "default_wargear", place, "model")))
        for place, option in enumerate(sheet.options):
            models = option.models
            if models and models.which not in ("this", "*", "unit"):
                named.append((models.which, (*path, "options", place, "models", "which")))
            if models and models.per_model:
                named.append((models.per_model, (*path, "options", place, "models", "per_model")))
        for place, price in enumerate(sheet.points):
            here = (*path, "points", place)
            named.extend((name, (*here, "of", name)) for name in price.of)
            named.extend([(price.add_model, (*here, "add_model"))] if price.add_model else [])
        named.extend((name, (*path, "characters", place)) for place, name in enumerate(sheet.characters))
        for place, kinds in enumerate(sheet.split.models if sheet.split else ()):
            named.extend((name, (*path, "split", "models", place, number)) for number, name in enumerate(kinds))
        for place, rule in enumerate(sheet.composition_rules):
            named.append((rule.model, (*path, "composition_rules", place, "model")))
            named.append((rule.needs.model, (*path, "composition_rules", place, "needs", "model")))
        for name, where in named:
            if fold(name) not in sheet.model_names:
                yield self._error(
                    "unknown_model", where, given=name, datasheet=sheet.name, known=known, near=nearest(name, known)
                )

    def _options(self, sheet: Datasheet, path: Path) -> Iterator[Problem]:
        had = {fold(item_name(item)): item_name(item) for item in items_had(sheet)}
        for place, option in enumerate(sheet.options):
            for item, where in items_named(option):
                if fold(item) not in had:
                    here = (*path, "options", place, *where)
                    yield self._error(
                        "data_unknown_item", here, given=item, datasheet=sheet.name, near=nearest(item, had.values())
                    )
        for item in sheet.item_stats:
            if fold(item) not in had:
                here = (*path, "item_stats", item)
                yield self._error("data_unknown_item", here, given=item, datasheet=sheet.name, near=nearest(item, had.values()))
        for place, price in enumerate(sheet.points):
            if price.add_item and fold(price.add_item) not in had:
                here = (*path, "points", place, "add_item")
                near = nearest(price.add_item, had.values())
                yield self._error("data_unknown_item", here, given=price.add_item, datasheet=sheet.name, near=near)

    def _prices(self, sheet: Datasheet, path: Path) -> Iterator[Problem]:
        rows = [row for row in sheet.points if row.models is not None and row.when is None]
        extra = sum(line.max for line in sheet.models if any(row.add_model == line.name for row in sheet.points))
        most = max((row.models or 0 for row in rows), default=0) + extra
        bare = [total for total in legal_totals(sheet) if total > most]
        if bare:
            yield self._warning("data_no_price", (*path, "points"), datasheet=sheet.name, sizes=spans(bare))
        for place, row in enumerate(sheet.points):
            wanted = row.when.detachment if row.when else None
            if wanted and fold(wanted) not in {fold(each.name) for each in self.faction.detachments}:
                known = [each.name for each in self.faction.detachments]
                here = (*path, "points", place, "when", "detachment")
                args = {"given": wanted, "known": known, "faction": self.faction.name, "near": nearest(wanted, known)}
                yield self._error("unknown_detachment", here, **args)
            if row.when and row.when.army_faction:
                yield from self._known(row.when.army_faction, (*path, "points", place, "when", "army_faction"))

    def _references(self, sheet: Datasheet, path: Path) -> Iterator[Problem]:
        for name, where in _names_in(sheet):
            yield from self._known(name, (*path, *where))
        for place, name in enumerate(sheet.splits):
            yield from self._known(name, (*path, "splits", place))

    def _known(self, element: Keyword, path: Path) -> Iterator[Problem]:
        for name in (element,) if isinstance(element, str) else element:
            if name != "*" and not matches(frozenset(self.everything), name):
                yield self._warning("data_unknown_name", path, given=name, near=nearest(name, self.everything.values()))

    def _detachment(self, detachment: Detachment, path: Path) -> Iterator[Problem]:
        listed: list[tuple[Iterable[Keyword], str]] = [
            (detachment.battleline, "battleline"),
            (detachment.must_include_any, "must_include_any"),
            (detachment.warlord_one_of, "warlord_one_of"),
            (detachment.warlord_allowed, "warlord_allowed"),
            (tuple(detachment.max_per_datasheet), "max_per_datasheet"),
            (tuple(change.unit for change in detachment.unit_price_changes), "unit_price_changes"),
            (detachment.reserves_not_counted.keywords if detachment.reserves_not_counted else (), "reserves_not_counted"),
        ]
        for names, key in listed:
            for name in names:
                yield from self._known(name, (*path, key))
        for place, enhancement in enumerate(detachment.enhancements):
            if not enhancement.bearer_unknown and not any(_may_bear(tags, enhancement) for tags in self._bearers(detachment)):
                here = (*path, "enhancements", place)
                yield self._warning("data_no_bearer", here, enhancement=enhancement.name, detachment=detachment.name)
            for names, key in ((enhancement.leader_to, "leader_to"), (enhancement.support_to, "support_to")):
                for name in names:
                    yield from self._known(name, (*path, "enhancements", place, key))

    def _bought(self, detachment: Detachment, path: Path) -> Iterator[Problem]:
        """Where the law buys detachments with points and asks for dispositions, each has both."""
        book = self.shelf.book()
        if detachment.dp is None and any(size.detachment_points for size in book.battle_sizes):
            yield self._error("missing_key", path, missing="dp")
        if not book.dispositions:
            return
        if not detachment.dispositions:
            yield self._error("missing_key", path, missing="dispositions")
        for place, given in enumerate(detachment.dispositions):
            if given not in book.dispositions:
                args = {"given": given, "allowed": list(book.dispositions), "near": nearest(given, book.dispositions)}
                yield self._error("not_allowed", (*path, "dispositions", place), **args)

    def _of_parent(self) -> Iterator[Problem]:
        """What the faction takes from its parent, and what not, is there."""
        parent = self._parent()
        known = [detachment.id for detachment in parent.head.detachments] if parent else []
        for place, each in enumerate(self.faction.parent_detachments):
            if each.id not in known:
                args = {"given": each.id, "known": known, "faction": parent.head.name if parent else self.faction.name}
                yield self._error("unknown_detachment", ("parent_detachments", place, "id"), **args, near=nearest(each.id, known))
        names = list(parent.index.values()) if parent else []
        for place, name in enumerate(self.faction.parent_units_excluded):
            if fold(name) not in map(fold, names):
                yield self._warning("data_unknown_name", ("parent_units_excluded", place), given=name, near=nearest(name, names))

    def _bearers(self, detachment: Detachment) -> Iterator[Tags]:
        """Keywords of every datasheet an army of this detachment may have, with what is granted to it."""
        from listbuilder.games.muster.standing import granted, lets_in

        own = [self.faction, *([parent.head] if (parent := self._parent()) else [])]
        includes = [each for each in (*(faction.include for faction in own), detachment.include) if each]
        for faction_id in {*self.shelf.ids(), self.faction.id}:
            home = faction_id in {faction.id for faction in own}
            if not home and not includes:
                continue
            for sheet in self._sheets(faction_id):
                if home or any(lets_in(include, faction_id, sheet.name, sheet.tags) for include in includes):
                    yield granted(sheet.tags, own, [detachment] if detachment else [])

    def _parent(self) -> FactionData | None:
        """As it was, where this is a book of the past."""
        parent, until = self.faction.parent, self.faction.until
        past = self.shelf.book_before(parent, until) if parent and until else None
        return past or (self.shelf.faction(parent) if parent else None)

    def _sheets(self, faction_id: str) -> Iterable[Datasheet]:
        if faction_id == self.faction.id:
            return self.faction.datasheets
        data = self._parent() if faction_id == self.faction.parent else self.shelf.faction(faction_id)
        return data.sheets() if data else []


def _may_bear(tags: Tags, enhancement: Enhancement) -> bool:
    if not fits(tags, enhancement.requires):
        return False
    return enhancement.bearer == "unit" or ("character" in tags and "epic hero" not in tags)


def _vocabulary(shelf: Shelf) -> dict[str, str]:
    """Every datasheet name and keyword of the game, folded."""
    known: dict[str, str] = {}
    for faction_id in shelf.ids():
        data = shelf.faction(faction_id)
        if data:
            for entry in data.entries():
                known.update({fold(word): word for word in (entry.name, *entry.keywords)})
            known[fold(data.head.faction_keyword)] = data.head.faction_keyword
            granted = [grant.keyword for grant in data.head.gain_keyword]
            granted += [grant.keyword for each in data.head.detachments for grant in each.gain_keyword]
            known.update({fold(word): word for word in granted})
            known.update({fold(chapter.name): chapter.name for chapter in data.head.chapters})
    return known


def _words_of(sheets: Iterable[Datasheet]) -> dict[str, str]:
    return {fold(word): word for sheet in sheets for word in (sheet.name, *sheet.keywords, *sheet.faction_keywords)}


def items_had(sheet: Datasheet) -> Iterator[Item]:
    """Everything a model of the datasheet may ever have."""
    for row in sheet.default_wargear:
        yield from row.items
    for option in sheet.options:
        for alternative in option.with_:
            yield from alternative
        yield from option.items


def items_named(option: Option) -> Iterator[tuple[str, Path]]:
    """Items an option speaks of as already there."""
    for item in option.replace:
        yield item_name(item), ("replace",)
    for alternative in option.replace_any:
        for item in alternative:
            yield item_name(item), ("replace_any",)
    models = option.models
    if models:
        for key, items in (("has", models.has), ("has_any", models.has_any), ("lacks", models.lacks)):
            for name in items:
                yield name, ("models", key)
        if models.per_item:
            yield models.per_item, ("models", "per_item")
    for key, names in (("locks", option.locks), ("no_duplicates", option.no_duplicates), ("model_max", tuple(option.model_max))):
        for name in names:
            yield name, (key,)


def _names_in(sheet: Datasheet) -> Iterator[tuple[str, Path]]:
    """Names of other datasheets, or keywords, that the datasheet refers to."""
    for key, names in (
        ("leads", sheet.leads),
        ("supports", sheet.supports),
        ("led_with", sheet.led_with),
        ("led_by", sheet.led_by),
        ("needs_leader", sheet.needs_leader),
    ):
        for place, name in enumerate(names):
            yield name, (key, place)
    if sheet.leader_as:
        yield sheet.leader_as.unit, ("leader_as", "unit")
    if sheet.joins:
        for place, name in enumerate(sheet.joins.units):
            yield name, ("joins", "units", place)
    if sheet.army.max_of_units:
        for place, name in enumerate(sheet.army.max_of_units.units):
            yield name, ("army", "max_of_units", "units", place)
    if sheet.transport:
        for place, name in enumerate(sheet.transport.units):
            yield name, ("transport", "units", place)
