"""Checks of a faction file that its schema cannot make.

Do its references exist, do prices cover sizes, do options add up?
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from listbuilder.games.wh40k.catalog import FactionData, Shelf
from listbuilder.games.wh40k.faction import Detachment, Enhancement, Faction
from listbuilder.games.wh40k.sizes import format_spans, list_legal_totals
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.matching.requirements import Keyword, Tags, has_tag, is_eligible
from listbuilder.model.base import Path, fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.problem import Problem
from listbuilder.model.wargear import Item, Option, get_item_name
from listbuilder.yamlio.reader import YamlDocument


def check_faction(document: YamlDocument, faction: Faction, shelf: Shelf) -> Iterator[Problem]:
    """Yield the problems of a faction file that its schema can't find.

    Problems are errors if the data can't be right, and warnings if it may be meant.
    """
    yield from _FactionChecker(document, faction, shelf).check_everything()


class _FactionChecker:
    """The checks of one faction file.

    `everything` holds all datasheet names and keywords of the game: the spelling by the folded
    form.
    """

    def __init__(self, document: YamlDocument, faction: Faction, shelf: Shelf) -> None:
        """Collect the datasheet names and keywords of the game, to which the file may refer.

        If the file is a replaced book, the names in other factions' books of that time are added.
        """
        self.document = document
        self.faction = faction
        self.shelf = shelf
        self.everything = {**_collect_vocabulary(shelf), **_collect_words(faction.datasheets)}
        if faction.until:
            for faction_id in shelf.list_ids():
                past = shelf.open_book_before(faction_id, faction.until)
                if past:
                    self.everything |= _collect_words(past.list_datasheets())

    def _make_error(self, key: str, path: Path, **args: Any) -> Problem:
        """Return the problem `key` at `path` of the file, as an error."""
        return self.document.make_problem(key, path, **args)

    def _make_warning(self, key: str, path: Path, **args: Any) -> Problem:
        """Return the problem `key` at `path` of the file, as a warning."""
        return msgspec.structs.replace(self._make_error(key, path, **args), severity="warning")

    def check_everything(self) -> Iterator[Problem]:
        """Yield all problems of the file, in the order of its parts."""
        yield from self._check_header()
        for place, sheet in enumerate(self.faction.datasheets):
            path: Path = ("datasheets", place)
            yield from self._check_model_names(sheet, path)
            yield from self._check_items(sheet, path)
            yield from self._check_prices(sheet, path)
            yield from self._check_references(sheet, path)
        for place, detachment in enumerate(self.faction.detachments):
            yield from self._check_detachment(detachment, ("detachments", place))
            yield from self._check_detachment_cost(detachment, ("detachments", place))
        yield from self._check_parent_references()

    def _check_header(self) -> Iterator[Problem]:
        """Yield problems of the file's id, its parent faction, its army keyword, and repeated ids.

        Ids may repeat among datasheets, detachments or enhancements.
        """
        stem = self.document.stem
        name = f"{self.faction.id}-{self.faction.until}" if self.faction.until else self.faction.id
        if name != stem:
            yield self._make_error("data_id_is_not_file", ("id",), given=name, file=stem)
        if self.faction.parent and not self.shelf.load_faction(self.faction.parent):
            known = self.shelf.list_ids()
            near = find_nearest(self.faction.parent, known)
            yield self._make_error(
                "unknown_faction", ("parent",), given=self.faction.parent, known=known, near=near
            )
        yield from self._check_army_keyword()
        for key, things in (
            ("datasheets", self.faction.datasheets),
            ("detachments", self.faction.detachments),
        ):
            yield from self._check_unique_ids(key, [thing.id for thing in things])
        seen: set[str] = set()
        for d, detachment in enumerate(self.faction.detachments):
            for e, enhancement in enumerate(detachment.enhancements):
                if enhancement.id in seen:
                    path = ("detachments", d, "enhancements", e, "id")
                    yield self._make_error("data_id_twice", path, given=enhancement.id)
                seen.add(enhancement.id)

    def _check_army_keyword(self) -> Iterator[Problem]:
        """Yield an error if no army may have the file's faction keyword as its own.

        Some faction's file forbids that, because units with the keyword are only taken along with
        that faction.
        """
        keyword = self.faction.faction_keyword
        heads = [self.faction]
        for data in filter(None, map(self.shelf.load_faction, self.shelf.list_ids())):
            heads.append(data.head)
        for head in heads:
            if fold(keyword) in map(fold, head.army_faction_forbidden):
                yield self._make_error(
                    "data_no_army_faction", ("faction_keyword",), given=keyword, faction=head.name
                )
                return

    def _check_unique_ids(self, key: str, ids: list[str]) -> Iterator[Problem]:
        """Yield an error for each id that occurs earlier in `ids`; `key` names the list."""
        for place, given_id in enumerate(ids):
            if given_id in ids[:place]:
                yield self._make_error("data_id_twice", (key, place, "id"), given=given_id)

    def _check_model_names(self, sheet: Datasheet, path: Path) -> Iterator[Problem]:
        """Yield an error for each kind of model named that no composition of the datasheet has.

        A datasheet without any models gets a single error.
        """
        if not sheet.models and not sheet.compositions:
            yield self._make_error("data_no_models", path, datasheet=sheet.name)
            return
        known = list(sheet.model_names.values())
        for name, where in _yield_model_names_used(sheet):
            if fold(name) not in sheet.model_names:
                yield self._make_error(
                    "unknown_model",
                    (*path, *where),
                    given=name,
                    datasheet=sheet.name,
                    known=known,
                    near=find_nearest(name, known),
                )

    def _check_items(self, sheet: Datasheet, path: Path) -> Iterator[Problem]:
        """Yield an error for each item that the datasheet names but no model can have.

        Options, changed numbers and prices name items.
        """
        names = [get_item_name(item) for item in yield_possible_items(sheet)]
        items_by_key = {fold(name): name for name in names}
        used: list[tuple[str, Path]] = []
        for place, option in enumerate(sheet.options):
            for item, where in yield_items_required(option):
                used.append((item, ("options", place, *where)))
        for item in sheet.item_stats:
            used.append((item, ("item_stats", item)))
        for place, price in enumerate(sheet.points):
            if price.add_item:
                used.append((price.add_item, ("points", place, "add_item")))
        for item, where in used:
            if fold(item) not in items_by_key:
                near = find_nearest(item, items_by_key.values())
                yield self._make_error(
                    "data_unknown_item",
                    (*path, *where),
                    given=item,
                    datasheet=sheet.name,
                    near=near,
                )

    def _check_prices(self, sheet: Datasheet, path: Path) -> Iterator[Problem]:
        """Yield a warning for unit sizes without a price, and problems of prices' conditions.

        A condition may name an unknown detachment or faction.
        """
        added_models = {row.add_model for row in sheet.points}
        most = sum(line.max for line in sheet.models if line.name in added_models)
        most += max((row.models or 0 for row in sheet.points if row.when is None), default=0)
        unpriced = [total for total in list_legal_totals(sheet) if total > most]
        if unpriced:
            yield self._make_warning(
                "data_no_price",
                (*path, "points"),
                datasheet=sheet.name,
                sizes=format_spans(unpriced),
            )
        known = [detachment.name for detachment in self.faction.detachments]
        for place, row in enumerate(sheet.points):
            if row.when is None:
                continue
            here = (*path, "points", place, "when")
            named_detachment = row.when.detachment
            if named_detachment and fold(named_detachment) not in map(fold, known):
                yield self._make_error(
                    "unknown_detachment",
                    (*here, "detachment"),
                    given=named_detachment,
                    known=known,
                    faction=self.faction.name,
                    near=find_nearest(named_detachment, known),
                )
            if row.when.army_faction:
                yield from self._check_name(row.when.army_faction, (*here, "army_faction"))

    def _check_references(self, sheet: Datasheet, path: Path) -> Iterator[Problem]:
        """Yield a warning for each unit or keyword that the datasheet names and the game lacks."""
        for name, where in _yield_referenced_names(sheet):
            yield from self._check_name(name, (*path, *where))
        for place, name in enumerate(sheet.splits):
            yield from self._check_name(name, (*path, "splits", place))

    def _check_name(self, element: Keyword, path: Path) -> Iterator[Problem]:
        """Yield a warning for each name in `element` that no datasheet or keyword of the game has.

        `element` is a keyword, or a tuple of keywords that stand for each other; "*" means any.
        """
        for name in (element,) if isinstance(element, str) else element:
            if name != "*" and not has_tag(frozenset(self.everything), name):
                yield self._make_warning(
                    "data_unknown_name",
                    path,
                    given=name,
                    near=find_nearest(name, self.everything.values()),
                )

    def _check_detachment(self, detachment: Detachment, path: Path) -> Iterator[Problem]:
        """Yield warnings for unknown names in a detachment, and enhancements no unit can bear."""
        price_changes = [change.unit for change in detachment.unit_price_changes]
        uncounted = detachment.reserves_not_counted
        listed: list[tuple[Iterable[Keyword], str]] = [
            (detachment.battleline, "battleline"),
            (detachment.must_include_any, "must_include_any"),
            (detachment.warlord_one_of, "warlord_one_of"),
            (detachment.warlord_allowed, "warlord_allowed"),
            (detachment.max_per_datasheet, "max_per_datasheet"),
            (price_changes, "unit_price_changes"),
            (uncounted.keywords if uncounted else (), "reserves_not_counted"),
        ]
        for names, key in listed:
            for name in names:
                yield from self._check_name(name, (*path, key))
        for place, enhancement in enumerate(detachment.enhancements):
            here = (*path, "enhancements", place)
            if not enhancement.bearer_unknown and not self._has_bearer(detachment, enhancement):
                yield self._make_warning(
                    "data_no_bearer", here, enhancement=enhancement.name, detachment=detachment.name
                )
            for name in enhancement.leader_to:
                yield from self._check_name(name, (*here, "leader_to"))
            for name in enhancement.support_to:
                yield from self._check_name(name, (*here, "support_to"))

    def _has_bearer(self, detachment: Detachment, enhancement: Enhancement) -> bool:
        """Return whether some unit in an army of the detachment can bear the enhancement.

        Unless the enhancement is for units, its bearer must be a Character that is no Epic Hero.
        """
        for tags in self._yield_bearer_keywords(detachment):
            if is_eligible(tags, enhancement.requires) and (
                enhancement.bearer == "unit" or ("character" in tags and "epic hero" not in tags)
            ):
                return True
        return False

    def _check_detachment_cost(self, detachment: Detachment, path: Path) -> Iterator[Problem]:
        """Yield errors for a detachment's missing cost and for missing or unknown dispositions.

        The cost is only required if the game's rules buy detachments with points, and the
        dispositions if the rules have any.
        """
        book = self.shelf.load_rulebook()
        if detachment.dp is None and any(size.detachment_points for size in book.battle_sizes):
            yield self._make_error("missing_key", path, missing="dp")
        if not book.dispositions:
            return
        if not detachment.dispositions:
            yield self._make_error("missing_key", path, missing="dispositions")
        for place, given in enumerate(detachment.dispositions):
            if given not in book.dispositions:
                args = {
                    "given": given,
                    "allowed": list(book.dispositions),
                    "near": find_nearest(given, book.dispositions),
                }
                yield self._make_error("not_allowed", (*path, "dispositions", place), **args)

    def _check_parent_references(self) -> Iterator[Problem]:
        """Yield problems of detachments and excluded units that the parent faction does not
        have.
        """
        parent = self._get_parent()
        detachments: Sequence[Detachment] = parent.head.detachments if parent else ()
        known = [detachment.id for detachment in detachments]
        for place, parent_detachment in enumerate(self.faction.parent_detachments):
            if parent_detachment.id not in known:
                yield self._make_error(
                    "unknown_detachment",
                    ("parent_detachments", place, "id"),
                    given=parent_detachment.id,
                    known=known,
                    faction=parent.head.name if parent else self.faction.name,
                    near=find_nearest(parent_detachment.id, known),
                )
        names = list(parent.index.values()) if parent else []
        for place, name in enumerate(self.faction.parent_units_excluded):
            if fold(name) not in map(fold, names):
                here = ("parent_units_excluded", place)
                near = find_nearest(name, names)
                yield self._make_warning("data_unknown_name", here, given=name, near=near)

    def _yield_bearer_keywords(self, detachment: Detachment) -> Iterator[Tags]:
        """Yield the keywords of each datasheet that an army of this detachment may have.

        Keywords that the factions and the detachment grant are included.
        """
        from listbuilder.games.wh40k.ally_standing import add_granted_keywords, can_include_unit

        own = [self.faction]
        parent = self._get_parent()
        if parent:
            own.append(parent.head)
        sources: list[Faction | Detachment] = [*own, detachment]
        includes = [source.include for source in sources if source.include]
        for faction_id in {*self.shelf.list_ids(), self.faction.id}:
            is_home = faction_id in {faction.id for faction in own}
            if not is_home and not includes:
                continue
            for sheet in self._list_datasheets(faction_id):
                if is_home or any(
                    can_include_unit(include, faction_id, sheet.name, sheet.tags)
                    for include in includes
                ):
                    yield add_granted_keywords(sheet.tags, own, [detachment])

    def _get_parent(self) -> FactionData | None:
        """Return the data of the parent faction, or None if the faction has no parent.

        If the file is a replaced book, the parent's book of that time is preferred.
        """
        parent, until = self.faction.parent, self.faction.until
        if not parent:
            return None
        past = self.shelf.open_book_before(parent, until) if until else None
        return past or self.shelf.load_faction(parent)

    def _list_datasheets(self, faction_id: str) -> Iterable[Datasheet]:
        """Return all datasheets of a faction; for the file's own faction, those of the file."""
        if faction_id == self.faction.id:
            return self.faction.datasheets
        is_parent = faction_id == self.faction.parent
        data = self._get_parent() if is_parent else self.shelf.load_faction(faction_id)
        return data.list_datasheets() if data else []


def _collect_vocabulary(shelf: Shelf) -> dict[str, str]:
    """Return every datasheet name and keyword of the game by its folded form."""
    words: list[str] = []
    for data in filter(None, map(shelf.load_faction, shelf.list_ids())):
        for entry in data.list_entries():
            words += (entry.name, *entry.keywords)
        words.append(data.head.faction_keyword)
        words += [grant.keyword for grant in data.head.gain_keyword]
        for detachment in data.head.detachments:
            words += [grant.keyword for grant in detachment.gain_keyword]
        words += [chapter.name for chapter in data.head.chapters]
    return {fold(word): word for word in words}


def _collect_words(sheets: Iterable[Datasheet]) -> dict[str, str]:
    """Return the names and keywords of the datasheets by their folded form."""
    words: dict[str, str] = {}
    for sheet in sheets:
        for word in (sheet.name, *sheet.keywords, *sheet.faction_keywords):
            words[fold(word)] = word
    return words


def _yield_model_names_used(sheet: Datasheet) -> Iterator[tuple[str, Path]]:
    """Yield each kind of model that the datasheet names, with the path of the name.

    Default wargear, options, prices and other rules name models.
    """
    for place, row in enumerate(sheet.default_wargear):
        if row.model not in ("*", "rest"):
            yield row.model, ("default_wargear", place, "model")
    for place, option in enumerate(sheet.options):
        models = option.models
        if models and models.which not in ("this", "*", "unit"):
            yield models.which, ("options", place, "models", "which")
        if models and models.per_model:
            yield models.per_model, ("options", place, "models", "per_model")
    for place, price in enumerate(sheet.points):
        for name in price.of:
            yield name, ("points", place, "of", name)
        if price.add_model:
            yield price.add_model, ("points", place, "add_model")
    for place, name in enumerate(sheet.characters):
        yield name, ("characters", place)
    if sheet.split:
        for place, kinds in enumerate(sheet.split.models):
            for number, name in enumerate(kinds):
                yield name, ("split", "models", place, number)
    for place, rule in enumerate(sheet.composition_rules):
        yield rule.model, ("composition_rules", place, "model")
        yield rule.needs.model, ("composition_rules", place, "needs", "model")


def yield_possible_items(sheet: Datasheet) -> Iterator[Item]:
    """Yield every item that a model of the datasheet may ever have."""
    for row in sheet.default_wargear:
        yield from row.items
    for option in sheet.options:
        for alternative in option.with_:
            yield from alternative
        yield from option.items


def yield_items_required(option: Option) -> Iterator[tuple[str, Path]]:
    """Yield each item that an option presupposes, with the path of its name in the option.

    These are items that are replaced, that a model must have or lack, or whose number is limited.
    """
    for item in option.replace:
        yield get_item_name(item), ("replace",)
    for alternative in option.replace_any:
        for item in alternative:
            yield get_item_name(item), ("replace_any",)
    models = option.models
    if models:
        for key, items in (
            ("has", models.has),
            ("has_any", models.has_any),
            ("lacks", models.lacks),
        ):
            for name in items:
                yield name, ("models", key)
        if models.per_item:
            yield models.per_item, ("models", "per_item")
    for key, names in (
        ("locks", option.locks),
        ("no_duplicates", option.no_duplicates),
        ("model_max", tuple(option.model_max)),
    ):
        for name in names:
            yield name, (key,)


def _yield_referenced_names(sheet: Datasheet) -> Iterator[tuple[str, Path]]:
    """Yield each datasheet name or keyword that the datasheet refers to, with its path there."""
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
