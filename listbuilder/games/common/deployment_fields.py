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
    """Return the player's own name for `unit`, or the data's.

    It is numbered where several units are called so.
    """
    name = make_name_text(unit.custom_name or unit.name)
    return add_squad(add_number(name, numbers.get(unit.id)), unit)


def make_heading(unit: Unit) -> Text:
    """Return the heading of the fields of `unit`: its name, and how many models if above one."""
    name = unit.custom_name or unit.name
    label = make_name_text(name)
    if unit.models > 1:
        label = Text("models_of", {"count": unit.models, "name": name})
    return add_squad(label, unit)


def make_reserve_field(data: RosterData, unit: Unit, keys: tuple[str, ...]) -> Field:
    """Return the field that says where `unit` begins: on the table, or in a list of `keys`."""
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
    """Return the yes-or-no field for whether the list `key` of the roster has `unit`.

    With no, what stands at the places `beside` goes too; with yes, what stands at the places
    `instead`. A unit that is listed already stays as it is with yes.
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
    """Return the field that says whether a unit is split, and where its first half starts.

    That is in a transport, if in any. `half` is the id of its first half.
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
    """Return the edit that removes what is at `paths`, later places of a list first."""

    def get_sort_key(path: Path) -> list[tuple[bool, int | str]]:
        """Return a key by which paths sort in the order of the document.

        Places of a list are numbers and compare as such.
        """
        return [(isinstance(part, int), part) for part in path]

    last_first = sorted(set(paths), key=get_sort_key, reverse=True)
    return Edit(tuple(Step("remove", path) for path in last_first))


def make_link_fields(
    data: RosterData, place: Path, unit: Unit, others: Sequence[Unit]
) -> Iterator[Field]:
    """Yield the field for which of `others` the unit goes with, as `place` of the roster says.

    There is no field where there are no others and none is linked.
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
    """Return the edit that writes the id of `unit` into the roster, for what refers to the unit.

    A unit that has its own id needs none, and one that has no place in the roster has an id by its
    data: then the edit is empty.
    """
    if unit.own_id or not unit.path:
        return Edit(())
    return Edit((Step("set", (*unit.path, "id"), unit.id),))


def _make_missing(data: RosterData, place: Path, empty: Any) -> Edit:
    """Return the edit that makes `place` and what is around it, where they are not there yet.

    `empty` is the value that the place gets.
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
    """Return the places of `unit` in the lists `keys` of the roster's formations."""
    result: list[Path] = []
    for key in keys:
        ids = get_at_path(data, ("formations", key))
        for place, entry in enumerate(ids if isinstance(ids, list) else ()):
            named = entry.get("unit") if isinstance(entry, dict) else entry
            if named == unit.id:
                result.append(("formations", key, place))
    return result


def _leave_lists(data: RosterData, unit: Unit, keys: tuple[str, ...]) -> Edit:
    """Return the edit that takes `unit` out of the lists `keys`."""
    return Edit(tuple(Step("remove", path) for path in reversed(_find_entries(data, unit, keys))))


def _append_unit(data: RosterData, unit: Unit, key: str, left: tuple[str, ...]) -> Edit:
    """Return the edit that adds `unit` to the end of the list `key`.

    Its place is counted as after the unit has left the lists `left`.
    """
    ids = get_at_path(data, ("formations", key))
    leaving_count = len(_find_entries(data, unit, (key,))) if key in left else 0
    place = len(ids) - leaving_count if isinstance(ids, list) else 0
    return join_edits(
        _make_missing(data, ("formations", key), []),
        Edit((Step("insert", ("formations", key, place), unit.id),)),
    )
