"""Resolve one Warhammer 40,000 unit: which lines are models or wargear, and who carries what.

The datasheet decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container
from functools import cached_property

import msgspec

from listbuilder.formats.clean import flattened
from listbuilder.formats.import_account import Account, StatedKeyword
from listbuilder.formats.parsed import Listed, ParsedUnit, Words
from listbuilder.formats.read.outline import may_label_model, split_list
from listbuilder.formats.resolve import contradictions, left_out_defaults
from listbuilder.formats.resolve.assign_wargear import deal_wargear
from listbuilder.formats.resolve.choice_headings import is_choice_heading
from listbuilder.formats.resolve.counts import split_counts
from listbuilder.formats.resolve.model_groups import DistinguishedModels, Loose, ModelGroup
from listbuilder.formats.resolve.unlisted_wargear import find_left_out_items
from listbuilder.formats.resolve.unnamed_kinds import are_called_by_items, find_legal_kinds
from listbuilder.formats.resolve.untranslated_wargear import (
    choose_unnamed_model,
    drop_unsure_wargear,
    is_any_model,
    may_be_untranslated_item,
)
from listbuilder.games.wh40k.datasheet_names import SheetNames, has_several_items
from listbuilder.games.wh40k.price import compute_price_by_rows, list_unconditional_rows
from listbuilder.games.wh40k.sizes import make_default_groups
from listbuilder.matching.likeness import make_singular_key
from listbuilder.matching.names import Match, Names
from listbuilder.matching.numbers import split_count
from listbuilder.matching.phrases import get_words
from listbuilder.model import army
from listbuilder.model.base import Path, fold
from listbuilder.model.roster_data import RosterData

_MARKED = re.compile(r"\[[^\[\]]{3,40}\] ?([^\[\]]{3,60})")
# Units of one list of which it is asked what they must have: finding out takes its time.
MOST_ASKED = 60


class UnitReader:
    """A reader of one unit's entries, which turns them into groups of models with wargear."""

    def __init__(
        self, unit: ParsedUnit, names: SheetNames, account: Account, path: Path, enhancement: Names
    ) -> None:
        """Prepare the reading of `unit`, at `path` of the roster, by its datasheet's names."""
        self.unit = unit
        self.names = names
        self.account = account
        self.path = path
        self.enhancement = enhancement
        self.groups: list[ModelGroup] = []
        self.loose: list[Loose] = []
        self.nameless: list[Listed] = []
        self.current: ModelGroup | None = None
        self.told_apart = DistinguishedModels(names)
        self.by_bearing = 0  # models taken for such by the names of what they bear
        self.lost = False  # whether something under the unit could not be read
        # Items that are guessed from single words of another language: line and name.
        self.unsure: list[tuple[int, str]] = []
        self.has_unchecked = False
        self.leaves_out_defaults = False  # whether the list prints only what differs from them
        # What the faction calls items: keys.
        self.known_items: Callable[[], Collection[str]] = tuple
        self.army_words: set[str] = set()  # of the name of the detachment
        # Those that units of the army have or may be given.
        self.keywords: Callable[[], Container[str]] = tuple

    def read_models(self) -> list[RosterData] | int | None:
        """Return the roster's `models`: groups, a number, or None for the smallest unit.

        If names of another language are unknown or guessed, only models and wargear that can be
        right are kept; the others are left unchecked.
        """
        models = self._read_models_as_listed()
        if not (self.unsure or self.has_unchecked) or not isinstance(models, list):
            return models
        kept = drop_unsure_wargear(
            self.names.sheet, models, self.unit.models or self._find_size_by_price()
        )
        if kept != models:
            for line, given in self.unsure:
                self.account.leave_unchecked(self.path, line, given, self.names.sheet.name)
        return kept

    def _read_models_as_listed(self) -> list[RosterData] | int | None:
        """Return the roster's `models` as the lines of the unit say, whether or not it may be so.

        Lines that can't be understood are reported, and items that the list leaves out are added
        with a note. The order matters: names are repaired first, then every entry is placed, then
        what the list leaves out is added.
        """
        self._take_models_from_labels()
        flattened.mark_models_named_by_items(self.unit, self.names)
        flattened.drop_repeated_entries(
            self.unit, self.names, lambda entry: self._match_model(entry, None), self.account
        )
        split_counts(self.unit.entries, self.names)
        self._read_entries(self.unit.entries)
        self._place_nameless_loadouts()
        self.told_apart.give_items(self.groups, self.loose, self.account, self.path)
        if not self.groups:
            return self._read_without_models()
        self._add_model_named_like_unit()
        self._add_unlisted_models()
        bare = [group for group in self.groups if not group.wargear]
        for item, count, line in self.loose:
            self._give_item(None, item, count, line)
        self._note_added_items(left_out_defaults.add_defaults(self.names, self.groups, bare))
        self._split_off_named_models()
        self.groups = (
            find_legal_kinds(self.names, self.groups, is_named=not self.nameless) or self.groups
        )
        self._add_fixed_items()
        self._add_unmentioned_items()
        if not self.lost and not self.has_unchecked:
            total = sum(group.count for group in self.groups)
            if self.unit.models is None:
                self.unit.models = self._find_size_with_missing_kinds(total)
            contradictions.check_model_count(self.unit, total, self.account, self.path)
        return [self._make_row(group) for group in self.groups]

    def _find_size_with_missing_kinds(self, total: int) -> int | None:
        """Return the unit's size by its price, if the listed models lack required kinds; or None.

        `total` models are listed. If exactly the models of the required kinds are missing, a line
        was lost or not understood: the player has paid for them.
        """
        listed = {group.model for group in self.groups}
        lines = self.names.sheet.alternatives[0]
        missing = sum(line.min for line in lines if line.name not in listed)
        size = self._find_size_by_price() if missing and self.unit.points is not None else None
        return size if size == total + missing else None

    def _take_models_from_labels(self) -> None:
        """Turn labelled lines such as `• Sybarite: Blast pistol` into models with wargear.

        Such a line lacks the count of one model. The label must be the name of one of the unit's
        several kinds of model, perhaps with what it bears: `Chosen w/ boltgun`. In a list in
        another language, an unknown label is left unchecked.
        """
        for words in list(self.unit.labels) if len(self.names.kinds) > 1 else ():
            label, colon, carried = words.text.partition(":")
            if "(" in carried:
                continue  # a choice with its parts
            match = self.names.models.find_exact(label.strip()) if colon else None
            if colon and match is None and self.names.is_variant_of_model(label.strip()):
                match = self.names.match_model(label.strip())
            if match is None and self.account.foreign and may_label_model(words.text):
                self.unit.labels.remove(words)  # a model whose name nobody has translated
                self.has_unchecked = True
                name = self.names.sheet.name
                self.account.leave_unchecked(self.path, words.line, label.strip(), name)
            if match is None or match.target is None:
                continue
            self.unit.labels.remove(words)
            model = Listed(label.strip(), words.line, 1, counted=True, models=True)
            loadout = Listed("", words.line, 1, counted=True, loadout=True)
            for item in split_list(carried):
                count, name = split_count(item)
                loadout.children.append(Listed(name, words.line, count or 1, token=True))
            model.children.append(loadout)
            self.unit.entries.append(model)

    def _add_model_named_like_unit(self) -> None:
        """Add the model that has the unit's own name, if no line lists that model.

        `Dark Apostle: crozius` with its disciples below: the apostle is one of the models. Nothing
        is added unless the unit has items of no model yet, and the total then fits the datasheet
        and the stated number.
        """
        sheet = self.names.sheet
        own_models = [kind for kind in self.names.kinds if fold(kind) == fold(sheet.name)]
        if not own_models or not self.loose:
            return
        lines = [line for line in sheet.alternatives[0] if line.name == own_models[0]]
        if not lines or lines[0].min != lines[0].max:
            return
        own_line = lines[0]
        if any(group.model == own_line.name for group in self.groups):
            return
        total = sum(group.count for group in self.groups) + own_line.min
        if self.unit.models in (None, total) and total <= sheet.size.max:
            self.groups.insert(0, ModelGroup(own_line.name, own_line.min, self.unit.line))

    def _add_unlisted_models(self) -> None:
        """Add the models up to the stated number that no line lists, with their default wargear.

        It is done only in a list that prints what differs from the default. A note says how many.
        """
        if self.lost or not self.leaves_out_defaults or self.unit.models is None:
            return
        missing = left_out_defaults.list_unlisted_models(self.names, self.groups, self.unit.models)
        for model, count in missing:
            self._add_default_models(model, count, self.unit.line)

    def _add_default_models(self, model: str, count: int, line: int) -> None:
        """Add a group of `count` models of the kind `model` with default wargear, and note it."""
        self.groups.append(ModelGroup(model, count, line))
        args = {"unit": self.names.sheet.name, "model": model, "count": count}
        self.account.add_note("import_default_models", self.path, **args)

    def _split_off_named_models(self) -> None:
        """Split off required models of other kinds if all are listed as the most common kind.

        Why: some tools call all models by the name of most of them. It is done only if the unit has
        one composition and every model carries the same. A note says what was done.
        """
        bulk, sheet = self.names.bulk, self.names.sheet
        if bulk is None or len(sheet.alternatives) != 1:
            return
        if {group.model for group in self.groups} != {bulk.name}:
            return
        missing = [line for line in sheet.alternatives[0] if line.min and line.name != bulk.name]
        largest = max(self.groups, key=lambda group: group.count)
        wanted = sum(line.min for line in missing)
        total = sum(group.count for group in self.groups)
        if not missing or largest.count <= wanted or total < sheet.size.min:
            return
        if any(count % largest.count for count in largest.wargear.values()):
            return
        per_model = {item: count // largest.count for item, count in largest.wargear.items()}
        for line in missing:
            wargear = {item: count * line.min for item, count in per_model.items()}
            self.groups.insert(0, ModelGroup(line.name, line.min, largest.line, wargear))
            largest.count -= line.min
        largest.wargear = {item: count * largest.count for item, count in per_model.items()}
        names = [line.name for line in missing]
        self.account.add_note(
            "import_among_them", self.path, unit=sheet.name, model=bulk.name, names=names
        )

    def _add_fixed_items(self) -> None:
        """Add default items that no option can remove, and that the list left out, to the groups.

        Why: every such model has them. Groups without any wargear stay as they are. A note says
        which items were added.
        """
        added: list[str] = []
        for group in self.groups:
            for item in self.names.list_fixed_items(group.model):
                if group.wargear and group.wargear.get(item, 0) < group.count:
                    group.wargear = {**group.wargear, item: group.count}
                    added.append(item)
        self._note_added_items(added)

    def _note_added_items(self, items: list[str]) -> None:
        """Note that `items`, which the list left out, were added because the unit always has them.

        Nothing is noted if `items` is empty.
        """
        if items:
            args = {"unit": self.names.sheet.name, "items": list(dict.fromkeys(items))}
            self.account.add_note("import_always_had", self.path, **args)

    def _add_unmentioned_items(self) -> None:
        """Add items that the list never mentions and that the datasheet leaves no choice about.

        A note says which items. Nothing is added if part of the unit could not be read, or once
        `MOST_ASKED` units of the list needed it. Why that limit: finding the items takes time.
        """
        if self.lost or self.account.asked >= MOST_ASKED:
            return
        groups = [
            army.Group(group.model, group.count, group.wargear or None) for group in self.groups
        ]
        written = {item for group in self.groups for item in group.wargear}
        added = find_left_out_items(
            self.names.sheet, groups, written, differing=self.leaves_out_defaults
        )
        self.account.asked += bool(added)
        for place, item, count in added:
            self.groups[place].wargear = {**self.groups[place].wargear, item: count}
        self._note_added_items([item for _, item, _ in added])

    def _make_row(self, group: ModelGroup) -> RosterData:
        """Return a group of models as a roster row, without `wargear` if none is listed."""
        made: RosterData = {"model": group.model, "count": group.count}
        if group.wargear:
            made["wargear"] = dict(group.wargear)
        return made

    def _read_entries(self, entries: list[Listed], group: ModelGroup | None = None) -> None:
        """Read each entry as models, an item or a heading; report any other entry as unread.

        Lines below an unread entry are marked as unread too. `group` is the group of models under
        which the entries stand, or None.
        """
        for entry in entries:
            if entry.loadout:
                self.nameless.append(entry)
                continue
            model = self._match_model(entry, group) or self._match_model_by_weapon(entry, group)
            is_unnamed = self.account.foreign or is_any_model(entry.name)
            if model is None and is_unnamed and group is None:
                model = choose_unnamed_model(entry, self.unit, self.names, self.groups)
            if model is not None:
                self._add_models(entry, model)
            elif group is None and are_called_by_items(entry, self.names):
                self.account.source.mark_mapped(entry.line)
                self.nameless.extend(entry.children)
            elif is_choice_heading(entry, self.names):
                self.account.source.mark_mapped(entry.line)
                self._read_entries(entry.children, group)
            elif entry.heading:
                self._mark_entry_unread(entry)
            else:
                above = self.current if self.unit.flat or entry.token else None
                if self._read_item(entry, group or above):
                    self._read_entries(entry.children, group)

    def _match_model(self, entry: Listed, group: ModelGroup | None) -> Match | None:
        """Return the match of the kind of model that `entry` names, or None if it is no model.

        It is a model if the source says so, or if the datasheet has a model of that name and no
        such item. Inside `group`, the name of that group's model starts no new group.
        """
        if entry.models is False or (entry.token and not self._is_counted_model(entry)):
            return None
        match = self.names.match_model(entry.name)
        if match is None or entry.models:
            return match
        if group is not None and (match.target == group.model or not entry.children):
            return None  # inside of models: their own name once more
        item = self.names.items.find_exact(entry.name)
        if item is not None and (not entry.children or match.how == "guess"):
            return None
        if entry.counted or entry.children:
            return match
        if len(self.names.kinds) < 2:
            return None
        if self.names.models.find_exact(entry.name) or self._is_only_mention(entry, match):
            return match
        return None

    def _is_only_mention(self, entry: Listed, match: Match) -> bool:
        """Return whether no other entry of the unit names the model that `entry` is near to.

        Why: a model's name with a wrong letter is then no repetition, but the model itself. No item
        has a name like it.
        """
        if match.how != "guess" or entry.token or self.names.list_items_in(entry.name):
            return False
        others = (
            self.names.match_model(other.name)
            for other in self.unit.iter_entries()
            if other is not entry
        )
        return all(other is None or other.target != match.target for other in others)

    def _is_counted_model(self, entry: Listed) -> bool:
        """Return whether `entry` has a count and is exactly a model's name, but no item's.

        `Intercessor Squad: 4x Intercessor, 4x bolt rifle`
        """
        if not entry.counted or not self.names.models.find_exact(entry.name):
            return False
        return not self.names.list_items_in(entry.name)

    def _match_model_by_weapon(self, entry: Listed, group: ModelGroup | None) -> Match | None:
        """Return the match of the kind of model whose weapons have the name of `entry`, or None.

        `Colm Corbec` with Corbec's lascarbine: a counted name that is no item. None also unless the
        unit lacks at least as many models without this entry. If the list doesn't say how many
        models the unit has, it lacks those up to its least size, or up to its greatest if the entry
        has wargear below it, as models have. Each match is counted in `by_bearing`.
        """
        if not entry.counted or entry.token or (group is not None and not self.unit.flat):
            return None
        if self.names.list_items_in(entry.name):
            return None
        kind = self.names.match_model_by_wargear(entry.name)
        if kind is None or self.names.items.guess(entry.name):
            return None
        models = [other for other in self.unit.entries if self.names.match_model(other.name)]
        listed = sum(other.count for other in models)
        size = self.names.sheet.size
        most = self.unit.models or (size.max if entry.children else size.min)
        if entry.count > most - listed - self.by_bearing:
            return None
        self.by_bearing += entry.count
        return kind

    def _add_models(self, entry: Listed, match: Match) -> None:
        """Add the models that `entry` names, with what is listed below, as one or more groups.

        Each loadout below the entry becomes a group. If the loadouts don't add up to the number of
        models, that is reported as a contradiction. A match without a target is a model that is in
        the box but not in the unit (Sir Hekhtur before he dismounts): its number is taken off the
        unit's models.
        """
        if match.target is None:
            self.account.source.mark_mapped(entry.line, *entry.iter_lines_below())
            self.unit.models = max(1, self.unit.models - entry.count) if self.unit.models else None
            return
        model = match.target
        if match.how == "guess":
            self.account.note_guess(entry.name, model, entry.line, self.path, match.distance)
        self.account.source.mark_mapped(entry.line)
        loadouts = [child for child in entry.children if child.loadout]
        if loadouts:
            rest = entry.count - sum(loadout.count for loadout in loadouts)
            if rest > 0 and self._differ_from_default(loadouts, model):
                self._add_default_models(model, rest, entry.line)
            elif rest:
                carried = entry.count - rest
                self.lost = True
                args = {"unit": entry.name, "stated": entry.count, "listed": carried}
                self.account.mark_unread(entry.line, "contradiction_models", self.path, **args)
            for loadout in loadouts:
                self._add_loadout(model, loadout)
            self.told_apart.note_groups(entry, self.groups[-len(loadouts) :])
            others = [child for child in entry.children if not child.loadout]
            self._read_entries(others, self.groups[-1])
            return
        self.current = group = ModelGroup(model, entry.count, entry.line)
        self.groups.append(group)
        self.told_apart.note_groups(entry, [group])
        self._read_entries(entry.children, group)

    def _differ_from_default(self, loadouts: list[Listed], model: str) -> bool:
        """Return whether each of `loadouts` has an item that is no default of the kind `model`."""
        is_default = left_out_defaults.has_only_default_items
        return not any(is_default(loadout, model, self.names) for loadout in loadouts)

    def _add_loadout(self, model: str, loadout: Listed) -> None:
        """Add a group of as many models of the kind `model` as `loadout` counts, with its items.

        The count of each item is for one model, so it is multiplied by the number of models.
        """
        group = ModelGroup(model, loadout.count, loadout.line)
        self.groups.append(group)
        for child in loadout.children:
            items = child.children if is_choice_heading(child, self.names) else [child]
            for item in items:
                self._read_item(item, group, times=loadout.count)

    def _place_nameless_loadouts(self) -> None:
        """Add groups for the loadouts whose kind of model the list doesn't name.

        If the unit has one kind of model, all of them are of that kind. Otherwise each gets the
        kind that fits best, in the numbers of the datasheet's usual composition as long as these
        last.
        """
        if not self.nameless:
            return
        if len(self.names.kinds) < 2:
            model = self.names.kinds[0] if self.names.kinds else self.names.sheet.name
            for loadout in self.nameless:
                self._add_loadout(model, loadout)
            return
        total = sum(loadout.count for loadout in self.nameless)
        if self.leaves_out_defaults:
            total = max(total, self.unit.models or 0)
        room = {group.model: group.count for group in make_default_groups(self.names.sheet, total)}
        for loadout in self.nameless:
            left = loadout.count
            while left > 0:
                kind = self._choose_kind_for(loadout, room)
                part = min(left, room[kind]) if room.get(kind, 0) > 0 else left
                room[kind] = room.get(kind, 0) - part
                left -= part
                self._add_loadout(kind, msgspec.structs.replace(loadout, count=part))

    def _choose_kind_for(self, loadout: Listed, room: dict[str, int]) -> str:
        """Return the kind of model that fits `loadout` best.

        A kind with `room` left goes first, then the kind that can carry most of the items. `room`
        is how many models of each kind are not placed yet.
        """
        matches = [self.names.match_item(child.name) for child in loadout.children]
        items = [match.target for match in matches if match and match.target]

        def score_kind(kind: str) -> tuple[bool, int, int]:
            """Return the tuple by which `kind` is ranked; the kind with the greatest tuple fits
            best.
            """
            fits = sum(self.names.can_carry(kind, item) for item in items)
            return (room.get(kind, 0) > 0, fits, -room.get(kind, 0))

        return max(self.names.kinds, key=score_kind)

    def _read_item(self, entry: Listed, group: ModelGroup | None, times: int = 1) -> bool:
        """Add the items that `entry` names to `group`; return whether the entry was understood.

        Without a `group` they become loose items of the unit, which are dealt out later. One line
        may name several items. Counts are multiplied by `times`. Enhancements, repeated names and
        items that count for nothing are understood but add nothing. If False, the entry and all
        lines below it are reported as unread.
        """
        matches = self.names.list_items_in(entry.name)
        if not matches:
            if self._take_enhancement(entry, group) or self._skip_repeated_name(entry, group):
                return True
            if self._skip_other_item(entry):
                return True
            # What carries something is no item.
            near = self._guess_item(entry) if not entry.children else None
            if near:
                matches = [(near, 1)]
            elif self._take_for_nickname(entry):
                return True
            elif make_singular_key(entry.name) not in self.known_items() and (
                may_be_untranslated_item(entry, self.unit, self.names, self.account.foreign)
            ):
                self.has_unchecked = True
                name = self.names.sheet.name
                self.account.leave_unchecked(self.path, entry.line, entry.name, name)
                return True
            else:
                self._mark_entry_unread(entry)
                return False
        self.account.source.mark_mapped(entry.line)
        for match, item_count in matches:
            if match.target is None:
                continue  # an alias says that it comes with something else
            self.account.record_match(match, entry.name, match.target, entry.line, self.path)
            count = entry.count * item_count * times
            if group is not None:
                self._give_item(group, match.target, count, entry.line)
                continue
            is_uncounted = not entry.counted and item_count == 1
            if is_uncounted and self.names.is_default_of_only_kind(match.target):
                count = self.unit.models or count
            self.loose.append((match.target, count, entry.line))
        return True

    def _skip_other_item(self, entry: Listed) -> bool:
        """Return whether `entry` is an item that adds nothing; if so, mark it as read and note it.

        It is an item that the unit has on other dates only, or a part of an item that is listed
        already.
        """
        if self.names.match_item_of_other_date(entry.name):
            key = "import_item_of_other_day"
        elif self._is_part_of_listed_item(entry):
            key = "import_part_of"
        else:
            return False
        self.account.source.mark_mapped(entry.line)
        args = {"line": entry.line, "given": entry.name, "unit": self.names.sheet.name}
        self.account.add_note(key, self.path, **args)
        return True

    def _guess_item(self, entry: Listed) -> Match | None:
        """Return the match of the item whose name is nearest to that of `entry`, or None.

        Names in other languages and similar names are tried as well. What is only guessed from
        words of another language is remembered as unsure.
        """
        names, written = self.names, entry.name
        if near := names.items.guess(written):
            return near
        is_foreign = self.account.foreign or names.is_foreign_name(self.unit.name)
        if is_foreign and (near := names.match_foreign_item(written)):
            self.unsure.append((entry.line, written))
            return near
        return names.match_similar_item(written, self.known_items())

    def _take_for_nickname(self, entry: Listed) -> bool:
        """Return whether `entry` is only what the player calls the unit; if so, note it.

        It stands behind the unit's name, and no item of the faction and no enhancement has a name
        like it. A number in it may be a count, so it is then no nickname.
        """
        name = entry.name
        if (
            not entry.remark
            or any(map(str.isdigit, name))
            or make_singular_key(name) in self.known_items()
        ):
            return False
        if self.enhancement.find_best(name) is not None:
            return False
        args = {"line": entry.line, "given": name, "unit": self.names.sheet.name}
        self.account.add_note("import_nickname", self.path, **args)
        return True

    def _is_part_of_listed_item(self, entry: Listed) -> bool:
        """Return whether `entry` is an item that is already listed, with more words behind it.

        `Support turret missile system` beside the support turret is an example. False if the
        faction has the entry as an item of its own, or if the entry names several items.
        """
        whole = make_singular_key(entry.name)
        if whole in self.known_items() or has_several_items(entry.name):
            return False  # the faction has it as an item of its own, or there is another beside it
        words = whole.split(" ")
        starts = [self.listed_names.get(" ".join(words[:count])) for count in range(2, len(words))]
        return any(self.names.match_item(name) for name in dict.fromkeys(filter(None, starts)))

    @cached_property
    def listed_names(self) -> dict[str, str]:
        """Return the names of all entries under the unit, by their keys for comparison.

        They are kept, because one line may be looked up among thousands of others.
        """
        return {make_singular_key(entry.name): entry.name for entry in self.unit.iter_entries()}

    def _mark_entry_unread(self, entry: Listed) -> None:
        """Report `entry` as unread, and mark all lines below it as unread.

        From then on the unit counts as not fully read.
        """
        self.lost = True
        sentence = "unread_group" if entry.children else "unread_item"
        path = (*self.path, "models")
        self.account.mark_unread(
            entry.line, sentence, path, given=entry.name, datasheet=self.names.sheet.name
        )
        self.account.source.mark_unread(*entry.iter_lines_below())

    def _take_enhancement(self, entry: Listed, group: ModelGroup | None) -> bool:
        """Add `entry` to the unit's enhancements if it names one; return whether it does.

        In a list in another language, words of the enhancement and the detachment are enough, and
        so is a mark in square brackets before the name.
        The enhancement remembers the model of `group` under which it stands.
        """
        match = self.enhancement.find_exact(entry.name) if entry.count == 1 else None
        marked = _MARKED.fullmatch(entry.name) if self.account.foreign else None
        if marked:  # by its detachment: [Cour Canoptek] Sanctuaire dimensionnel
            self.account.source.mark_mapped(entry.line)
            self.unit.enhancements.append(Words(marked[1], entry.line, entry.points))
            return True
        if match is None and self.account.foreign and not entry.counted and not entry.children:
            match = self.enhancement.guess_by_words(entry.name, frozenset(self.army_words))
        if match is None or match.target is None:
            return False
        self.account.source.mark_mapped(entry.line)
        self.unit.enhancements.append(
            Words(entry.name, entry.line, entry.points, under=group.model if group else "")
        )
        return True

    def _skip_repeated_name(self, entry: Listed, group: ModelGroup | None) -> bool:
        """Return whether `entry` only repeats a known name; if so, mark its line as read.

        The name is the unit's, a model's, the detachment's keyword or a fixed phrase (`printed`),
        and its count is 1 or the number of models. Some tools list such names as options that are
        always on.
        """
        if entry.count not in (1, group.count if group else self.unit.models):
            return False
        name = fold(entry.name)
        own = name in (fold(self.unit.name), fold(self.names.sheet.name))
        own = own or self._is_detachment_keyword(entry)
        own = own or name.startswith(tuple(get_words("printed")))
        if not own:
            model = self.names.match_model(entry.name)
            if model is None:
                return False
            is_of_group = group is not None and model.target == group.model
            if entry.counted and not entry.token and not is_of_group:
                return False
            if model.how == "guess":
                title = model.target or ""
                self.account.note_guess(entry.name, title, entry.line, self.path, model.distance)
        self.account.source.mark_mapped(entry.line)
        return True

    def _is_detachment_keyword(self, entry: Listed) -> bool:
        """Return whether `entry` is the detachment's name with a keyword behind or before it.

        The keyword is then collected as stated for the unit. `Houndpack Lance Character`: the
        detachment, and a keyword of the unit.
        """
        words = set(make_singular_key(entry.name).split())
        keyword = " ".join(sorted(words - self.army_words))
        known = bool(self.army_words) and self.army_words < words and keyword in self.keywords()
        if known:
            stated = StatedKeyword(self.path, keyword.title(), entry.line, entry.name)
            self.account.keywords.append(stated)
        return known

    def _give_item(self, group: ModelGroup | None, item: str, count: int, line: int) -> None:
        """Add `count` of `item` to `group` if its models can have it, else to a group that can.

        Of several such groups, the largest is taken, first of those with at least `count` models.
        If no group can have the item, it goes to `group`, or to the largest group if `group` is
        None.
        """
        if group is None or not self.names.can_carry(group.model, item):
            able = [other for other in self.groups if self.names.can_carry(other.model, item)]
            fitting = [other for other in able if other.count >= count] or able
            if fitting and group not in fitting:
                group = max(fitting, key=lambda candidate: candidate.count)
        if group is None:
            group = max(self.groups, key=lambda candidate: candidate.count)
        group.wargear = {**group.wargear, item: group.wargear.get(item, 0) + count}

    def _read_without_models(self) -> list[RosterData] | int | None:
        """Return the roster's `models` for a unit whose lines name no models.

        The number of models is the one stated, else the largest that the price fits. If several
        models could carry the items, a note says that the bearers are open, and only the number is
        returned, unless the format leaves out usual wargear and a legal way to deal the items is
        found.
        """
        sheet, stated = self.names.sheet, self.unit.models
        total = stated if stated is not None else self._find_size_by_price()
        items = [item for item, _, _ in self.loose]
        if self.loose and self.unit.partial:
            self.account.add_note("import_bearers_open", self.path, unit=sheet.name, items=items)
            groups = deal_wargear(self.names, total, self.loose, self.unit.line)
            return [self._make_row(group) for group in groups] if groups else total
        if not self.loose:
            return total
        if len(self.names.kinds) == 1 and (stated is not None or total in (None, 1)):
            kind = self.names.kinds[0]
            self.groups = [ModelGroup(kind, total or max(1, sheet.size.min), self.unit.line)]
        else:
            counts = make_default_groups(sheet, total)
            if any(group.count > 1 for group in counts):
                self.account.add_note(
                    "import_bearers_open", self.path, unit=sheet.name, items=items
                )
                return total
            self.groups = [ModelGroup(group.model, group.count, self.unit.line) for group in counts]
        for item, count, line in self.loose:
            self._give_item(None, item, count, line)
        self._add_unmentioned_items()
        return [self._make_row(group) for group in self.groups]

    def _find_size_by_price(self) -> int | None:
        """Return the largest number of models that costs exactly the stated points, or None.

        If the datasheet has only one size, that size is returned whatever the points. None without
        stated points.
        """
        sheet = self.names.sheet
        if sheet.size.min == sheet.size.max:
            return sheet.size.min
        if self.unit.points is None:
            return None
        rows = list_unconditional_rows(sheet)
        for total in range(sheet.size.max, sheet.size.min - 1, -1):
            groups = make_default_groups(sheet, total)
            if compute_price_by_rows(sheet, groups, rows) == self.unit.points:
                return total
        return None
