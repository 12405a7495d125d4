"""The catalogue of one faction of Age of Sigmar, read into warscrolls, formations, lores and so on.

Regiment options are read in `battlescribe_aos_regiments.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from listbuilder.model.base import fold
from listbuilder.update.read.battlescribe import (
    Catalogue,
    Element,
)
from listbuilder.update.read.battlescribe_aos_regiments import Regiments
from listbuilder.update.read.battlescribe_aos_words import load_aos_words
from listbuilder.update.read.regiment_sentences import (
    NameTable,
    Profile,
    Vocabulary,
    complete_profiles,
    cut_piece,
    make_unit_id,
)
from listbuilder.update.tree import Entry, Value

_SMALL_WORDS = frozenset(("of", "the", "and", "in", "to"))


def clean_name(name: str) -> str:
    """Return the name of a catalogue without leading signs and without the mark of Legends."""
    words = load_aos_words()
    return name.replace(words.legends_mark, "").strip().lstrip(words.name_signs).strip()


def format_keyword(category: str) -> str:
    """Return the name of a category as our data writes a keyword: "SONS OF X" as "Sons of X"."""
    written = [
        word.lower() if place and word.lower() in _SMALL_WORDS else word.capitalize()
        for place, word in enumerate(category.split())
    ]
    return " ".join(written)


def is_keyword(category: str) -> bool:
    """Return whether a category is a keyword, which is written in capitals only.

    Categories with small letters are for the catalogue's own use. "WIZARD (1)" is a keyword too.
    """
    return category == category.upper() and any(char.isalpha() for char in category)


def read_number(text: str) -> int | str:
    """Return the text of a characteristic as a number if it is one, else unchanged."""
    return int(text) if text.isdecimal() else text


def format_base_sizes(text: str) -> str:
    """Return base sizes as our data writes them; empty if `text` has an unknown form.

    "1/8 60x35mm (Champion) 7/8 32mm" is "60 x 35mm [1], 32mm [7]".
    """
    plain = re.sub(r"\s*[x×]\s*", " x ", text.replace(",", " ").strip())
    size = r"(\d+(?:\.\d+)?(?: x \d+(?:\.\d+)?)?mm)"
    if re.fullmatch(rf"{size}|Use model", plain, re.IGNORECASE):
        return plain
    parts = re.findall(rf"(\d+)/\d+ {size}(?: \([^)]*\))?", plain)
    rest = re.sub(rf"(\d+)/\d+ {size}(?: \([^)]*\))?", "", plain).strip()
    if not parts or rest:
        return ""
    return ", ".join(f"{length} [{count}]" for count, length in parts)


def name_unit(element: Element) -> str:
    """Return the name of a unit as our data has it: "Knights (Season)" is "Season: Knights"."""
    words = load_aos_words()
    name = element.name
    for modifier in element.modifiers:
        if modifier.field == "name" and modifier.type == "set" and not modifier.conditions:
            name = modifier.value.replace(" Models)", " models)").strip()
    match = re.fullmatch(rf"(?P<base>.+?)\s+\((?P<season>{words.season})\)", name)
    return f"{match['season']}: {match['base']}" if match else name


def is_undersize(element: Element) -> bool:
    """Return whether the entry is a smaller version of a unit, on the same warscroll."""
    return load_aos_words().undersize in element.category_names


def list_root_entries(catalogue: Catalogue) -> list[Element]:
    """Return everything that an army of the catalogue can choose.

    An entry that two links lead to is there twice, because each link may be a unit of its own.
    """
    return list(Element(((catalogue.root, catalogue),)).iter_entries())


def is_warscroll(element: Element) -> bool:
    """Return whether a root entry is a unit that is chosen for an army."""
    words = load_aos_words()
    names = element.category_names
    if element.is_group or element.type != "unit":
        return False
    if words.terrain in names or words.manifestation in names:
        return False
    if element.name.startswith(words.made_by_players):
        return False
    return bool(find_unit_profile(element))


def drop_equal_entries(root: list[Element]) -> list[Element]:
    """Return the warscrolls among root entries, each once.

    Older catalogues have two links to a hero, one of which leads regiments: entry, name and points
    are the same.
    """
    found: dict[tuple[str, str, int | None], Element] = {}
    for element in root:
        if is_warscroll(element):
            found.setdefault((element.id, name_unit(element), element.points), element)
    return list(found.values())


def find_unit_profile(element: Element) -> Element | None:
    """Return the profile with the characteristics of a unit or a manifestation, or None."""
    for kind in load_aos_words().unit_profiles:
        for profile in element.list_profiles(kind):
            return profile
    return None


class BookReader:
    """A reader of the catalogue of one faction; `read` returns its entries."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.words = load_aos_words()
        self.faction = clean_name(catalogue.name)
        root = list_root_entries(catalogue)
        self.warscrolls = drop_equal_entries(root)
        self.terrain = [element for element in root if self.words.terrain in element.category_names]
        self.names = [name_unit(element) for element in self.warscrolls]

    def read(self) -> list[Entry]:
        """Return all entries of the book: warscrolls, terrain, and everything in groups."""
        entries = self._read_warscrolls()
        for element in self.terrain:
            points = Value(element.points or 0, element.place)
            entries.append(
                Entry("terrain", element.name, element.place, {"points": points}, element.id)
            )
        entries += self._read_groups()
        return entries

    # --- warscrolls ---

    def _read_warscrolls(self) -> list[Entry]:
        """Return the entries of the faction's warscrolls, with their regiment options.

        A name that is there twice makes all values of both entries doubtful.
        """
        vocabulary = self._make_vocabulary()
        units = {
            key: name
            for element, name in zip(self.warscrolls, self.names, strict=True)
            for key in element.ids
        }
        bases: dict[str, tuple[str, ...]] = {}
        for element, name in zip(self.warscrolls, self.names, strict=True):
            base = self._find_base(name)
            if base is not None:
                bases[element.id] = base.ids
        regiments = Regiments(self.catalogue, units, vocabulary, bases)
        categories = [
            Element(((node, self.catalogue),))
            for node in self.catalogue.root.get_list("categoryEntries")
        ]
        regiments.collect_limits([*self.warscrolls, *categories])
        read = [regiments.read(element) for element in self.warscrolls]
        profiles: dict[str, Profile] = {}
        for name, (profile, _) in zip(self.names, read, strict=True):
            profiles[name] = profile
        self._add_companions(profiles)
        profiles = complete_profiles(profiles, vocabulary.heroes)
        counts = Counter(self.names)
        entries: list[Entry] = []
        for element, name, (_, unclear) in zip(self.warscrolls, self.names, read, strict=True):
            fields = self.read_warscroll(element, name)
            if counts[name] > 1:
                fields = {
                    key: Value(value.data, value.place, ("name that is there twice",))
                    for key, value in fields.items()
                }
            if regiments.has_options and (name in profiles or unclear):
                profile = profiles.get(name, {})
                fields["regiment"] = Value(profile, element.place, tuple(unclear))
            # two links to one entry are two units, such as a smaller one
            is_alone = sum(other.id == element.id for other in self.warscrolls) == 1
            source_id = element.id if is_alone else element.ids[-1]
            entries.append(Entry("warscroll", name, element.place, fields, source_id))
        return entries

    def _make_vocabulary(self) -> Vocabulary:
        """Return the names that the regiment options of the faction can contain."""
        keywords: dict[str, None] = {}
        for catalogue in self.catalogue.reachable:
            for node in catalogue.root.get_list("categoryEntries"):
                if is_keyword(node.name.strip()):
                    keywords.setdefault(format_keyword(node.name.strip()))
        sub_heroes = {
            modifier.catalogue.get_name(modifier.value)
            for element in self.warscrolls
            for modifier in element.modifiers
            if modifier.field == "category" and modifier.type == "add" and modifier.is_local
        }
        variants: dict[str, tuple[str, ...]] = {}
        for base in self.names:
            others = [
                name
                for name in self.names
                if name.endswith(f": {base}") or re.fullmatch(rf"{re.escape(base)} \(.+\)", name)
            ]
            if others:
                variants[fold(base)] = tuple(others)
        heroes = [
            fold(name)
            for element, name in zip(self.warscrolls, self.names, strict=True)
            if self.words.hero in element.category_names
        ]
        internal = (self.words.leader, *self.words.options)
        categories = sorted(
            name for name in sub_heroes if name and not is_keyword(name) and name not in internal
        )
        return Vocabulary(
            faction=self.faction,
            keywords=NameTable(keywords),
            sub_heroes=NameTable(categories),
            units=NameTable(self.names),
            heroes=frozenset(heroes),
            variants=variants,
        )

    def _add_companions(self, profiles: dict[str, Profile]) -> None:
        """Add `only_in_regiment_of` to the profile of each unit that a leader's regiment requires.

        Such a unit can only be in a regiment of that leader.
        """
        for leader in list(profiles):
            options = profiles[leader].get("options")
            for option in options if isinstance(options, list) else []:
                units = option.get("units") if option.get("min") else None
                for unit in units if isinstance(units, list) else []:
                    if unit in profiles:
                        profiles[unit].setdefault("only_in_regiment_of", [leader])

    def read_warscroll(self, element: Element, name: str) -> dict[str, Value]:
        """Return the fields of a warscroll other than its regiment."""
        place = element.place
        fields: dict[str, Value] = {}
        points = element.points
        if points is not None:
            fields["points"] = Value(points, place, tuple(self._find_other_points(element)))
        models, unclear = self.count_models(element)
        fields["models"] = Value(models, place, tuple(unclear))
        fields["keywords"] = Value(self._list_keywords(element), place)
        names = element.category_names
        fields["can_be_reinforced"] = Value(self._can_be_reinforced(element), place)
        fields["legends"] = Value(self.words.legends in names, place)
        base = self._find_base(name)
        if base is not None:
            fields["variant_of"] = Value(make_unit_id(name_unit(base)), place)
            battlepack = self._find_battlepack(element)
            missing = () if battlepack else ("battlepack",)
            fields["battlepack"] = Value(battlepack, place, missing)
        fields |= self._read_profiles(element)
        return fields

    def _find_base(self, name: str) -> Element | None:
        """Return the unit of which the unit of this name is a variant for one season, or None."""
        season, _, base = name.partition(": ")
        if re.fullmatch(self.words.season, season) and base in self.names:
            return self.warscrolls[self.names.index(base)]
        return None

    def _find_other_points(self, element: Element) -> Iterator[str]:
        """Yield each change of a unit's points that isn't for a reinforced unit or a campaign."""
        for modifier in element.modifiers:
            if modifier.field != "points" and modifier.node.field != "points":
                continue
            names = {
                modifier.catalogue.get_name(node.child_id) for node in modifier.iter_conditions()
            }
            is_campaign = any(name.startswith(self.words.campaigns) for name in names)
            if names != {self.words.reinforced} and not is_campaign:
                yield f"points: {modifier.type} {modifier.value}"

    def _list_keywords(self, element: Element) -> list[str]:
        """Return the keywords of a unit, without the categories of the catalogue's own use."""
        return [format_keyword(name) for name in element.category_names if is_keyword(name)]

    def _can_be_reinforced(self, element: Element) -> bool:
        """Return whether the unit has the option to be reinforced."""
        return any(child.name == self.words.reinforced for child in element.iter_flat_entries())

    def _find_battlepack(self, element: Element) -> str:
        """Return the id of the battlepack that the unit is only for, "" if there is none."""
        for modifier in element.modifiers:
            if (modifier.field, modifier.value) != ("hidden", "false"):
                continue
            for node in modifier.iter_conditions():
                match = re.search(self.words.battlepack, modifier.catalogue.get_name(node.child_id))
                if match:
                    return f"{self.words.battlepack_id}{match['years']}"
        return ""

    # --- models and profiles ---

    def count_models(self, element: Element) -> tuple[int, list[str]]:
        """Return how many models a unit that isn't reinforced has, and what is unclear about it."""
        count = 0
        unclear: list[str] = []
        for child in element.iter_entries():
            low, problems = self._count_least(element, child)
            count += low
            unclear += problems
        return count, unclear if count else [*unclear, "no models"]

    def _count_least(self, unit: Element, child: Element) -> tuple[int, list[str]]:
        """Return the fewest models that an entry of a unit adds to it, and what is unclear."""
        if child.is_group:
            if child.name in self.words.not_tables:
                return 0, []
            inner = list(child.iter_entries())
            if not any(entry.type == "model" for entry in inner):
                return 0, []
            group = child.get_limit("min")
            parts = [self._count_least(unit, entry) for entry in inner]
            total = sum(count for count, _ in parts)
            return max(total, group or 0), [piece for _, pieces in parts for piece in pieces]
        if child.type != "model" or child.is_hidden:
            return 0, []
        low, high = child.get_limit("min") or 0, child.get_limit("max")
        ids = {limit.id for limit in child.constraints}
        if is_undersize(unit):
            smaller = [
                modifier.number
                for modifier in child.modifiers
                if modifier.field in ids and modifier.type == "set" and modifier.number is not None
            ]
            if len(set(smaller)) != 1:
                return low, [f"{child.name}: a smaller unit of {low}"]
            low = high = smaller[0]
        if high is not None and low != high and low + high > 0:
            return low, [f"{child.name}: {low} to {high}"]
        return low, []

    def _list_models(self, element: Element) -> list[Element]:
        """Return the models of a unit, those in groups included."""
        return [child for child in element.iter_flat_entries() if child.type == "model"]

    def _read_profiles(self, element: Element) -> dict[str, Value]:
        """Return the characteristics, the weapons and the base size of a unit."""
        fields: dict[str, Value] = {}
        profile = find_unit_profile(element)
        if profile is not None:
            stats: dict[str, object] = {}
            for written, key in self.words.stats.items():
                text = profile.characteristics.get(written, "").strip()
                if text not in ("", "-"):
                    stats[key] = read_number(text) if key in ("health", "control") else text
            fields["stats"] = Value(stats, element.place)
        weapons: list[dict[str, object]] = []
        for holder in [element, *self._list_models(element)]:
            for weapon in self._list_weapons(holder):
                if weapon not in weapons:
                    weapons.append(weapon)
        if weapons:
            fields["weapons"] = Value(weapons, element.place)
        sizes: dict[str, None] = {}
        for holder in [element, *self._list_models(element)]:
            for info in holder.iter_info():
                if info.name == self.words.base_size and info.node.text:
                    sizes.setdefault(" ".join(info.node.text.split()))
        if len(sizes) == 1:
            written = format_base_sizes(next(iter(sizes)))
            unclear = () if written else (cut_piece(next(iter(sizes))),)
            fields["base_size"] = Value(written, element.place, unclear)
        return fields

    def _list_weapons(self, holder: Element) -> Iterator[dict[str, object]]:
        """Yield the weapons of a unit or a model: its own, and those of the entries below it.

        The weapons of a unit's models are left out: each model is asked for its own.
        """
        below = holder.iter_everything() if holder.type == "model" else holder.iter_entries()
        for element in [holder, *below]:
            if element.type == "model" and element is not holder:
                continue
            for kind in self.words.weapon_profiles:
                for profile in element.list_profiles(kind):
                    yield {"name": profile.name, **self._read_weapon_values(profile)}

    def _read_weapon_values(self, profile: Element) -> dict[str, object]:
        """Return the characteristics of a weapon by our names for them, without empty ones."""
        values: dict[str, object] = {}
        for written, key in self.words.weapon.items():
            text = profile.characteristics.get(written, "").strip()
            if text in ("", "-"):
                continue
            is_text = key in ("range", "hit", "wound")
            values[key] = text if is_text else read_number(text)
        return values

    # --- formations, tables, lores ---

    def _read_groups(self) -> list[Entry]:
        """Return the formations, lores, manifestations and enhancements of the catalogue.

        Each kind is a shared group, which is recognised by its name.
        """
        entries: list[Entry] = []
        for group in self.catalogue.iter_shared_entries():
            if not group.is_group or group.name in self.words.not_tables:
                continue
            if group.name.startswith(self.words.formations):
                for choice in group.iter_flat_entries():
                    entries.append(self._make_choice("formation", choice))
            elif group.name in self.words.lores:
                for lore in group.iter_entries():
                    entries += self.read_lore(self.words.lores[group.name], lore)
            else:
                for choice in self._iter_choices(group):
                    entries.append(self._make_choice("choice", choice, group.name))
        return entries

    def _make_choice(self, kind: str, element: Element, inside: str = "") -> Entry:
        """Return the entry of a formation or an enhancement with its points.

        `inside` is the name of an enhancement's table.
        """
        place = element.place
        doubts = tuple(self._find_other_points(element))
        fields = {"points": Value(element.points or 0, place, doubts)}
        return Entry(kind, element.name, place, fields, element.id, inside)

    def _iter_choices(self, group: Element) -> Iterator[Element]:
        """Yield the enhancements of a table that this catalogue defines itself, no campaign's."""
        for child in group.iter_entries():
            if child.catalogue is not self.catalogue:
                continue
            if child.is_group:
                yield from self._iter_choices(child)
            else:
                yield child

    def read_lore(self, kind: str, lore: Element) -> Iterator[Entry]:
        """Yield the entry of a lore and one for each manifestation that it summons."""
        below = [child for child in lore.iter_everything() if not child.is_group]
        manifestations = [
            child for child in below if self.words.manifestation in child.category_names
        ]
        fields = {
            "points": Value(lore.points or 0, lore.place, tuple(self._find_other_points(lore)))
        }
        if kind == "manifestation_lore":
            summoned = [
                child.name.removeprefix(self.words.summon).strip()
                for child in below
                if child.name.startswith(self.words.summon)
            ]
            fields["manifestations"] = Value(summoned, lore.place, () if summoned else ("empty",))
        else:
            contents = [child.name for child in below if child.type == "upgrade"]
            fields["contents"] = Value(contents, lore.place, () if contents else ("empty",))
        yield Entry(kind, lore.name, lore.place, fields, lore.id)
        for element in manifestations:
            own = {"keywords": Value(self._list_keywords(element), element.place)}
            own |= self._read_profiles(element)
            yield Entry("manifestation", element.name, element.place, own, element.id)
