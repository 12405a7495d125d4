"""The fields of what is declared before the battle: who leads whom, who rides in what, who waits.

They serve every game with battle formations; which units may do what is for the game to say, and
the rules have the last word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from listbuilder.games.common.editor import (
    Field,
    Option,
    Text,
    join_edits,
    make_choice_field,
    make_name_text,
)
from listbuilder.games.common.labels import NO_NUMBERS, Numbers, add_number, add_squad
from listbuilder.model.army import Unit
from listbuilder.model.base import Path, get_at_path
from listbuilder.model.edit import Edit, Step
from listbuilder.model.roster_data import RosterData


def make_unit_name(unit: Unit, numbers: Numbers = NO_NUMBERS) -> Text:
    """Return the text that names `unit`: the player's own name for it, or the data's.

    It has the unit's number from `numbers`, which is for units with the same name, and the number
    of the part if the unit is a part of a split unit.
    """
    name = make_name_text(unit.custom_name or unit.name)
    return add_squad(add_number(name, numbers.get(unit.id)), unit)


def make_heading(unit: Unit) -> Text:
    """Return the heading of the fields of `unit`: its name, and how many models it has.

    The number of models is left out for a single model. A part of a split unit has its number, too.
    """
    name = unit.custom_name or unit.name
    label = make_name_text(name)
    if unit.models > 1:
        label = Text("models_of", {"count": unit.models, "name": name})
    return add_squad(label, unit)


def make_reserve_field(data: RosterData, unit: Unit, keys: tuple[str, ...]) -> Field:
    """Return the field for where `unit` starts: on the table, or in one of the lists `keys`.

    The keys are lists of the roster's formations, such as reserves. Choosing a list takes the unit
    out of the others.
    """
    options = [
        Option(
            label=Text("on_the_table"),
            edit=_leave_lists(data, unit, keys),
            chosen=not _find_entries(data, unit, keys),
        )
    ]
    for key in keys:
        edit = join_edits(
            _set_id(unit), _leave_lists(data, unit, keys), _append_unit(data, unit, key, keys)
        )
        options.append(
            Option(label=Text(key), edit=edit, chosen=bool(_find_entries(data, unit, (key,))))
        )
    return make_choice_field("deployment", options, group=make_heading(unit), of=unit.id)


def make_list_field(
    data: RosterData,
    unit: Unit,
    key: str,
    beside: Sequence[Path] = (),
    instead: Sequence[Path] = (),
) -> Field:
    """Return the yes-or-no field for whether the list `key` of the formations contains `unit`.

    Choosing no also removes the entries of the roster at the paths `beside`; choosing yes removes
    those at `instead`. If the unit is listed already, choosing yes changes nothing.
    """
    listed = _find_entries(data, unit, (key,))
    leave = _remove_places({*listed, *(beside if listed else ())})
    enter = Edit(())
    if not listed:
        enter = join_edits(
            _set_id(unit), _remove_places(instead), _append_unit(data, unit, key, ())
        )
    options = [
        Option(label=Text("no"), edit=leave, chosen=not listed),
        Option(label=Text("yes"), edit=enter, chosen=bool(listed)),
    ]
    return make_choice_field(key, options, group=make_heading(unit), of=unit.id)


def make_split_field(
    data: RosterData,
    unit: Unit,
    half: str,
    carriers: Sequence[Unit],
    beside: Sequence[Path],
    instead: Sequence[Path],
) -> Field:
    """Return the field for whether `unit` is split, and where its first half starts.

    `half` is the id of that half, and `carriers` are the transports to offer. Choosing no removes
    the entries at the paths `beside`; splitting the unit removes those at `instead`. "Yes" without
    a transport is only offered if the roster has it so.
    """
    links = get_at_path(data, ("formations", "embarked"))
    carrier_id = links.get(half) if isinstance(links, dict) else None
    listed = _find_entries(data, unit, ("split",))
    options = [
        Option(
            label=Text("no"),
            edit=_remove_places({*listed, *(beside if listed else ())}),
            chosen=not listed,
        )
    ]
    if listed and carrier_id not in [carrier.id for carrier in carriers]:
        options.append(Option(label=Text("yes"), edit=Edit(()), chosen=True))
    place: Path = ("formations", "embarked")
    for carrier in carriers:
        split = Edit(())
        if not listed:
            split = join_edits(_remove_places(instead), _append_unit(data, unit, "split", ()))
        opening = Edit(()) if isinstance(links, dict) else Edit((Step("set", place, {}),))
        edit = join_edits(
            _set_id(unit),
            _set_id(carrier),
            split,
            opening,
            Edit((Step("set", (*place, half), carrier.id),)),
        )
        options.append(
            Option(
                label=make_heading(carrier),
                edit=edit,
                chosen=bool(listed) and carrier_id == carrier.id,
                to=carrier.id,
            )
        )
    return make_choice_field("split", options, group=make_heading(unit), of=unit.id)


def _remove_places(paths: Collection[Path]) -> Edit:
    """Return the edit that removes what is at `paths`, last in the document first.

    So the paths that are still to be removed stay right.
    """

    def get_sort_key(path: Path) -> list[tuple[bool, int | str]]:
        """Return a key by which paths sort in the order of the document.

        Places of a list are compared as numbers.
        """
        return [(isinstance(part, int), part) for part in path]

    last_first = sorted(set(paths), key=get_sort_key, reverse=True)
    return Edit(tuple(Step("remove", path) for path in last_first))


def make_link_fields(
    data: RosterData, place: Path, unit: Unit, others: Sequence[Unit]
) -> Iterator[Field]:
    """Yield the field for which of `others` the unit goes with, stated at `place`.

    Nothing is yielded if there are no others and the unit is linked with none.
    """
    links = get_at_path(data, place)
    linked_id = links.get(unit.id) if isinstance(links, dict) else None
    if not others and linked_id is None:
        return
    unlink = Edit(())
    if linked_id is not None:
        unlink = Edit((Step("remove", (*place, unit.id)),))
    options = [
        Option(
            label=Text("none"),
            edit=unlink,
            chosen=linked_id is None,
        )
    ]
    for partner in others:
        edit = join_edits(
            _set_id(unit),
            _set_id(partner),
            _make_missing(data, place, {}),
            Edit((Step("set", (*place, unit.id), partner.id),)),
        )
        options.append(
            Option(
                label=make_heading(partner),
                edit=edit,
                chosen=linked_id == partner.id,
                to=partner.id,
            )
        )
    yield make_choice_field(str(place[-1]), options, group=make_heading(unit), of=unit.id)


def _set_id(unit: Unit) -> Edit:
    """Return the edit that writes the id of `unit` into the roster, to refer to it.

    The edit is empty for a unit that has its id in the roster already, and for a unit that is
    nowhere in the roster file, which has its id by its data.
    """
    if unit.own_id or not unit.path:
        return Edit(())
    return Edit((Step("set", (*unit.path, "id"), unit.id),))


def _make_missing(data: RosterData, place: Path, empty: Any) -> Edit:
    """Return the edit that creates `place`, and the dictionaries around it, if missing.

    `empty` is the value that `place` gets. The edit is empty if nothing is missing.
    """
    parents = [place[:depth] for depth in range(1, len(place))]  # the outermost first
    steps = [
        Step("set", parent, {})
        for parent in parents
        if not isinstance(get_at_path(data, parent), dict)
    ]
    if get_at_path(data, place) is None:
        steps.append(Step("set", place, empty))
    return Edit(tuple(steps))


def _find_entries(data: RosterData, unit: Unit, keys: tuple[str, ...]) -> list[Path]:
    """Return the paths of the entries for `unit` in the lists `keys` of the formations."""
    result: list[Path] = []
    for key in keys:
        ids = get_at_path(data, ("formations", key))
        for place, entry in enumerate(ids if isinstance(ids, list) else ()):
            named = entry.get("unit") if isinstance(entry, dict) else entry
            if named == unit.id:
                result.append(("formations", key, place))
    return result


def _leave_lists(data: RosterData, unit: Unit, keys: tuple[str, ...]) -> Edit:
    """Return the edit that removes `unit` from the lists `keys` of the roster's formations.

    It is empty if the unit is in none of them.
    """
    return Edit(tuple(Step("remove", path) for path in reversed(_find_entries(data, unit, keys))))


def _append_unit(data: RosterData, unit: Unit, key: str, left: tuple[str, ...]) -> Edit:
    """Return the edit that adds `unit` to the end of the list `key` of the formations.

    `left` are lists that the unit leaves in the same edit; its place is counted without its entries
    there. A missing list is created.
    """
    ids = get_at_path(data, ("formations", key))
    leaving_count = len(_find_entries(data, unit, (key,))) if key in left else 0
    place = len(ids) - leaving_count if isinstance(ids, list) else 0
    return join_edits(
        _make_missing(data, ("formations", key), []),
        Edit((Step("insert", ("formations", key, place), unit.id),)),
    )
