"""The notice that the data of a game may be out of date, given once for each date of the data."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.data.library import Library
from listbuilder.games.data_age import DataAge, find_data_age, find_data_date, is_long_ago
from listbuilder.workspace import folders


def take_untold(systems: Iterable[str], library: Library) -> list[DataAge]:
    """Return the old data of `systems` that the user wasn't told about yet, and remember it.

    `check` and the builder share this memory, so that neither repeats the other. The data of an
    edition that another has replaced is never old; it is remembered too, because finding that out
    takes long: the rules of all games are read.
    """
    days = {system: find_data_date(system, library) for system in systems}
    days = {system: day for system, day in days.items() if is_long_ago(day)}
    if not days:
        return []
    told = folders.load_settings().told_old_data
    new_days = {system: day for system, day in days.items() if told.get(system) != day}
    if new_days:
        folders.change_settings(told_old_data=told | new_days)
    ages = [find_data_age(system, library) for system in new_days]
    return [age for age in ages if age is not None and age.is_old]
