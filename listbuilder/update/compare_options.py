"""Wargear options and default wargear in a form that is equal if they mean the same.

Our YAML and a source may write the same option in several ways: in another order, with another
plural, with "this" for the name of a unit's only model, with "any number" where the unit has just
one model. The forms made here are compared and never shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from listbuilder.update.singular import make_name_key

Row = Mapping[str, object]
Bag = tuple[tuple[str, int], ...]
_EVERYONE = ("*", "this")


_FLAGS = ("required", "each", "pistol_rule", "all_or_none")


class _Models(msgspec.Struct):
    """The numbers of models that a unit can have: (min, max) by the key of the model's name."""

    sizes: dict[str, tuple[int, int]]
    is_complete: bool

    def make_key(self, which: str) -> str:
        """Return the key of the model `which`; `*` for any model, or the unit's only kind."""
        key = _make_key(which)
        if which in _EVERYONE or (self.is_complete and set(self.sizes) == {key}):
            return "*"
        return key

    def get_most(self, key: str) -> int | None:
        """Return the most models with that key in the unit; None if unknown."""
        if not self.is_complete or not self.sizes:
            return None
        if key == "*":
            return sum(most for _, most in self.sizes.values())
        return self.sizes[key][1] if key in self.sizes else None

    def get_size(self) -> tuple[int, int] | None:
        """Return the smallest and the largest size of the unit; None if unknown."""
        if not self.is_complete or not self.sizes:
            return None
        sizes = self.sizes.values()
        return sum(least for least, _ in sizes), sum(most for _, most in sizes)


def _read_models(models: Iterable[Row], default: Iterable[Row]) -> _Models:
    """Return the models of a unit from `models`, or else from the names that `default` uses.

    In the latter case their numbers are unknown.
    """
    sizes: dict[str, tuple[int, int]] = {}
    for row in models:
        key = _make_key(str(row["name"]))
        least, most = int(str(row["min"])), int(str(row["max"]))
        if key in sizes:  # the same model in several compositions
            least, most = min(least, sizes[key][0]), max(most, sizes[key][1])
        sizes[key] = (least, most)
    if sizes:
        return _Models(sizes, is_complete=True)
    for row in default:
        key = _make_key(str(row["model"]))
        if key not in ("*", "rest"):
            sizes[key] = (0, 0)
    return _Models(sizes, is_complete=False)


def _make_key(name: str) -> str:
    """Return the form of a name used for comparison, in which spaces and hyphens don't count."""
    return make_name_key(name).replace(" ", "")


def _list(value: object) -> list[object]:
    """Return `value` as a list; empty for None."""
    return list(value) if isinstance(value, list | tuple) else []


def make_bag(items: object) -> Bag:
    """Return items of our YAML as (key of the name, count), sorted; equal items are added up."""
    counts: dict[str, int] = {}
    for item in _list(items):
        name, count = (item["item"], item["count"]) if isinstance(item, Mapping) else (item, 1)
        key = _make_key(str(name))
        counts[key] = counts.get(key, 0) + int(str(count))
    return tuple(sorted(counts.items()))


def _make_keys(names: object) -> tuple[str, ...]:
    """Return the keys of `names`, sorted, each once."""
    return tuple(sorted({_make_key(str(name)) for name in _list(names)}))


def normalise_options(
    options: Iterable[Row], default: Iterable[Row] = (), models: Iterable[Row] = ()
) -> object:
    """Return the form of a datasheet's `options` that is equal for options of equal meaning.

    `models` are the rows of the composition, of all compositions if there are several; without
    them, their names are taken from the rows of `default` wargear. The form can be hashed.
    """
    unit = _read_models(models, default)
    plain: list[tuple[object, object]] = []
    limits: set[object] = set()
    for option in options:
        plain.append((_normalise_option(option, unit), _get_group(option)))
        limits.update(_list_limits(option, unit))
    groups: dict[object, list[str]] = {}
    for form, group in plain:
        if group is not None:
            groups.setdefault(group, []).append(repr(form))
    forms: list[object] = []
    for form, group in plain:
        rivals = sorted(groups[group]) if group is not None else []
        scope = group[1:] if isinstance(group, tuple) and len(rivals) > 1 else ()
        forms.append((form, tuple(rivals) if len(rivals) > 1 else (), scope))
    return tuple(sorted(forms, key=repr)), tuple(sorted(limits, key=repr))


def _get_group(option: Row) -> tuple[object, ...] | None:
    """Return (group, scope, shared count) of an option that excludes others; None for any other."""
    if option.get("exclusive") is None:
        return None
    return option["exclusive"], option.get("exclusive_scope"), bool(option.get("shared_count"))


def _normalise_option(option: Row, unit: _Models) -> object:
    """Return the form of one option, without the group in which it excludes others."""
    if option.get("unparsed"):
        return "unparsed", _make_keys(option.get("items"))
    sets = {make_bag(items) for items in _list(option.get("with"))}
    pick = int(str(option.get("pick") or 1))
    replaced = make_bag(option.get("replace"))
    choices = {make_bag(items) for items in _list(option.get("replace_any"))}
    if len(choices) == 1:
        replaced = tuple(sorted([*replaced, *choices.pop()]))
    models = option.get("models")
    who = _normalise_who(models, unit) if isinstance(models, Mapping) else ()
    return (
        who,
        replaced,
        tuple(sorted(choices)),
        tuple(sorted(sets)),
        pick,
        int(str(option.get("pick_min") or 1)),
        bool(option.get("duplicates")) and pick > 1,
        _make_keys(option.get("no_duplicates")),
        _normalise_each_max(option, who),
        _make_keys(option.get("locks")),
        tuple(flag for flag in _FLAGS if option.get(flag)),
    )


def _normalise_who(models: Row, unit: _Models) -> tuple[object, ...]:
    """Return which models take an option, how many, and what they must carry."""
    which = unit.make_key(str(models["which"]))
    count = models.get("count")
    count = 1 if count is None else count
    most = unit.get_most(which)
    if not models.get("per") and most is not None:
        is_enough = isinstance(count, int) and count >= most
        if is_enough or (most == 1 and not isinstance(count, int)):
            count = "any"
    has, either = _make_keys(models.get("has")), _make_keys(models.get("has_any"))
    if len(either) == 1:
        has, either = tuple(sorted({*has, *either})), ()
    per_model = models.get("per_model")
    per_item = models.get("per_item")
    return (
        which,
        count,
        models.get("per"),
        unit.make_key(str(per_model)) if per_model else None,
        _make_key(str(per_item)) if per_item else None,
        _normalise_unit_size(models.get("unit_size"), unit),
        has,
        either,
        _make_keys(models.get("lacks")),
    )


def _normalise_unit_size(size: object, unit: _Models) -> tuple[object, object] | None:
    """Return the sizes at which an option exists, as (min, max); None if at every size."""
    if not isinstance(size, Mapping):
        return None
    least, most = size.get("min"), size.get("max")
    bounds = unit.get_size()
    if bounds is not None:
        least = None if least is not None and least <= bounds[0] else least
        most = None if most is not None and most >= bounds[1] else most
    return None if least is None and most is None else (least, most)


def _normalise_each_max(option: Row, who: tuple[object, ...]) -> tuple[object, object] | None:
    """Return (most, per) of each alternative; None if that doesn't limit anything.

    `who` is the form of the models that take the option.
    """
    limit = option.get("each_max")
    if not isinstance(limit, Mapping):
        return None
    most, per = limit["max"], limit.get("per")
    count, option_per = who[1], who[2]
    is_idle = isinstance(count, int) and isinstance(most, int) and most >= count
    return None if is_idle and per == option_per else (most, per)


def _list_limits(option: Row, unit: _Models) -> list[object]:
    """Return the limits on single models that an option states: (model, kind, items, number)."""
    models = option.get("models")
    which = unit.make_key(str(models["which"])) if isinstance(models, Mapping) else "*"
    found: list[object] = []
    most = option.get("model_max")
    if isinstance(most, Mapping):
        found += [(which, "model_max", _make_key(str(k)), n) for k, n in most.items()]
    for pair in _list(option.get("model_excludes")):
        found.append((which, "model_excludes", _make_keys(pair), 1))
    return found


def normalise_default(default: Iterable[Row], models: Iterable[Row] = ()) -> object:
    """Return the form of `default` wargear that is equal for rows of equal meaning.

    It has what each model carries, whether its row names the model or means every model or the
    rest. Without `models`, only the names in `default` are known. The form can be hashed.
    """
    rows = list(default)
    unit = _read_models(models, rows)
    keys = list(unit.sizes) if unit.is_complete else [*unit.sizes, "*"]
    forms: list[object] = []
    for key in keys:
        counted: list[object] = []
        plain: list[object] = []
        added: list[object] = []
        for row in _list_rows_for(key, rows):
            size = _normalise_unit_size(row.get("unit_size"), unit)
            form = (row.get("count"), row.get("per"), size, make_bag(row.get("items")))
            if row.get("adds"):
                added.append(form)
            elif row.get("count") is not None:
                counted.append(form)
            elif not any(known[2] is None for known in plain if isinstance(known, tuple)):
                plain.append(form)
        forms.append((key, tuple(sorted(counted, key=repr)), tuple(plain), tuple(added)))
    return tuple(sorted(forms, key=repr))


def _list_rows_for(key: str, rows: list[Row]) -> list[Row]:
    """Return the rows for the model `key`: those that name it, then "rest", then "every model"."""
    kinds = {key: 0, "rest": 1, "*": 2}
    named = [(kinds[name], row) for row in rows if (name := _get_row_key(row)) in kinds]
    return [row for _, row in sorted(named, key=lambda pair: pair[0])]


def _get_row_key(row: Row) -> str:
    """Return the key of the model that a row of default wargear is about: a name, rest or *."""
    name = str(row["model"])
    return "*" if name in _EVERYONE else _make_key(name)
