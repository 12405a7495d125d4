"""The YAML that volunteers make of the official points page (BSData/wh40k-11e-mfm).

There is one file for each faction: `units` with price tiers, `detachments` with enhancements. Older
versions lack keys. A broken file is unread as a whole; of a file with a broken entry only that one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from listbuilder.model.problem import Unreadable
from listbuilder.update.read.points_listing import (
    ListedDetachment,
    ListedEnhancement,
    ListedUnit,
    Listing,
    Row,
    build_books,
    list_repeated_books,
    load_games,
    make_row,
    read_size,
    read_tier,
)
from listbuilder.update.tree import Place, Source, Unread
from listbuilder.yamlio import reader
from listbuilder.yamlio.reader import YamlDocument

READER = "points_yaml"
_RANGE = re.compile(r"\[(?P<first>\d+),(?:(?P<last>\d+)\]|\))")
_HEAD_BYTES = 4096
_KEYS = frozenset(("units", "detachments", "pricing"))


def recognise(path: Path) -> bool:
    """Return whether `path` is a file of this form, or has one in it or in its folder `data`."""
    return any(_is_points_file(file) for file in _list_files(path))


def read(path: Path, system: str) -> Source:
    """Return the points that the files state; files that can't be read are `unread`."""
    listings: list[Listing] = []
    unread: list[Unread] = []
    labels: set[str] = set()
    for file in _list_files(path):
        if not _is_points_file(file):
            continue
        try:
            document = reader.read_yaml(
                reader.read_bytes(file, reader.DATA_BYTES), str(file), reader.DATA_BYTES
            )
        except Unreadable as error:
            unread.append(_make_unread(file, error))
            continue
        listing = _read_book(document, unread)
        if listing is not None:
            listings.append(listing)
            labels.add(str(document.data.get("version", "")))
    if system != load_games()["page"]:
        place = Place(str(path))
        return Source(READER, path, (), "", (Unread(place, f"not of {system}"), *unread))
    if not any(unit.legends for listing in listings for unit in listing.units):
        for unit in (unit for listing in listings for unit in listing.units):
            unit.leads = unit.supports = None  # read from pages that hid Legends
    books = build_books(listings)
    label = " and ".join(f"v{label}" for label in sorted(labels) if label)
    label = f"Munitorum Field Manual {label}" if label else ""
    return Source(READER, path, books, label, (*unread, *list_repeated_books(books)))


def _list_files(path: Path) -> list[Path]:
    """Return the YAML files at `path`, in the folder or in its folder `data`."""
    if path.is_file():
        return [path] if path.suffix.lower() in (".yaml", ".yml") else []
    for folder in (path / "data", path):
        files = sorted(folder.glob("*.yaml"))
        if files:
            return files
    return []


def _is_points_file(file: Path) -> bool:
    """Return whether the beginning of the file has the keys of a faction in this form."""
    try:
        with open(file, "rb") as stream:
            head = stream.read(_HEAD_BYTES).decode("utf-8", "replace")
    except OSError:
        return False
    keys = set(re.findall(r"^([a-zA-Z]+):", head, re.MULTILINE))
    return {"name", "slug"} <= keys and bool(_KEYS & keys)


def _make_unread(file: Path, error: Unreadable) -> Unread:
    """Return the file as unread, with the place and kind of the first problem in it."""
    problem = error.problems[0]
    where = f"line {problem.line}" if problem.line else ""
    return Unread(Place(str(file), where), f"no YAML that can be read ({problem.key})", file.stem)


def _read_book(document: YamlDocument, unread: list[Unread]) -> Listing | None:
    """Return the listing of one faction's file; None, with a reason in `unread`, for others."""
    data = document.data
    if not isinstance(data, dict) or not isinstance(data.get("name"), str):
        place = Place(document.file)
        unread.append(Unread(place, "not a faction: it has no name", document.stem))
        return None
    listing = Listing(data["name"], Place(document.file))
    for path, unit in _yield_maps(document, ("units",), unread, data["name"]):
        listing.units.append(_read_unit(document, path, unit))
    for path, detachment in _yield_maps(document, ("detachments",), unread, data["name"]):
        listing.detachments.append(_read_detachment(document, path, detachment, unread))
    if not listing.units:
        unread.append(Unread(listing.place, "it has no units", data["name"]))
        return None
    return listing


def _yield_maps(
    document: YamlDocument, path: tuple[str | int, ...], unread: list[Unread], book: str
) -> Iterator[tuple[tuple[str | int, ...], Row]]:
    """Yield (path, map) of each map with a name in the list at `path`.

    Other items of the list are added to `unread`.
    """
    node = document.data
    for key in path:
        node = node.get(key) if isinstance(node, dict) else node[key]
    if node is None:
        return
    if not isinstance(node, list):
        unread.append(Unread(_make_place(document, path), f"`{path[-1]}` is no list", book))
        return
    for index, row in enumerate(node):
        here = (*path, index)
        if isinstance(row, dict) and isinstance(row.get("name"), str):
            yield here, row
        else:
            unread.append(Unread(_make_place(document, here), "an entry without a name"))


def _make_place(document: YamlDocument, path: tuple[str | int, ...], name: str = "") -> Place:
    """Return the place of the node at `path`: its line, and the name of what it is."""
    line, _ = document.find_mark(path) or (1, 1)
    return Place(document.file, f"line {line}: {name}" if name else f"line {line}")


def _read_unit(document: YamlDocument, path: tuple[str | int, ...], data: Row) -> ListedUnit:
    """Return a unit of the file; what isn't understood about it is recorded in it."""
    name = str(data["name"])
    unit = ListedUnit(name, _make_place(document, path, name))
    unit.group = str(data.get("groupTitle") or "")
    unit.legends = data.get("legends") is True
    _read_prices(data.get("pricing"), unit)
    wargear = data.get("wargear") or []
    for row in wargear if isinstance(wargear, list) else [wargear]:
        if isinstance(row, dict) and isinstance(row.get("item"), str) and _is_points(row):
            unit.rows.append({"add_item": row["item"], "points": row["points"]})
        else:
            unit.add_not_understood(f"wargear: {row}")
    unit.leads, unit.supports = [], []
    joined = data.get("attachTo") or []
    names = [str(other) for other in joined] if isinstance(joined, list) else [str(joined)]
    if data.get("role") == "leader":
        unit.leads = names
    elif data.get("role") == "support":
        unit.supports = names
    elif names or data.get("role"):
        unit.add_not_understood(f"role: {data.get('role')}")
    return unit


def _read_prices(pricing: object, unit: ListedUnit) -> None:
    """Add the price tiers `pricing` of the file to the rows of `unit`."""
    if not isinstance(pricing, list) or not pricing:
        unit.add_not_understood(f"pricing: {pricing}")
        return
    for tier in pricing:
        copies = _read_copies(tier)
        costs = tier.get("costs") if isinstance(tier, dict) else None
        if copies is None or not isinstance(costs, list):
            unit.add_not_understood(f"pricing: {tier}")
            continue
        for cost in costs:
            size = _read_cost_size(cost)
            if size is None or not _is_points(cost):
                unit.add_not_understood(f"costs: {cost}")
            else:
                unit.rows.append(make_row(size, cost["points"], copies))


def _read_copies(tier: object) -> int | None:
    """Return the first copy that a tier prices, or None if that isn't understood."""
    if not isinstance(tier, dict):
        return None
    match = _RANGE.fullmatch(str(tier.get("range", "")).replace(" ", ""))
    if match is not None:
        return int(match["first"])
    copies = read_tier(str(tier.get("label", "")))
    return copies[0] if copies else None


def _read_cost_size(cost: object) -> Row | None:
    """Return the size that one cost is for, or None if it isn't understood.

    A cost whose text and number of models differ isn't understood either.
    """
    if not isinstance(cost, dict):
        return None
    text = str(cost.get("desc") or f"{cost.get('models')} models")
    size = read_size(f"+ {text}" if cost.get("addon") else text)
    if size is not None and "models" in size and size["models"] != cost.get("models"):
        return None
    return size


def _is_points(row: object) -> bool:
    """Return whether the map has a number of points."""
    return isinstance(row, dict) and type(row.get("points")) is int


def _read_detachment(
    document: YamlDocument, path: tuple[str | int, ...], data: Row, unread: list[Unread]
) -> ListedDetachment:
    """Return a detachment of the file with its enhancements."""
    name = str(data["name"])
    detachment = ListedDetachment(name, _make_place(document, path, name))
    dp = data.get("dp")
    if type(dp) is int:
        detachment.dp = dp
    elif dp is not None:
        detachment.add_not_understood(f"dp: {dp}")
    objective = data.get("objective")
    if isinstance(objective, str):
        detachment.dispositions = [objective]
    elif isinstance(objective, list):
        detachment.dispositions = [str(text) for text in objective]
    unique = data.get("unique")
    if isinstance(unique, str):
        detachment.unique = unique
    for here, row in _yield_maps(document, (*path, "enhancements"), unread, name):
        detachment.enhancements.append(_read_enhancement(document, here, row))
    return detachment


def _read_enhancement(
    document: YamlDocument, path: tuple[str | int, ...], data: Row
) -> ListedEnhancement:
    """Return an enhancement of the file."""
    name = str(data["name"])
    enhancement = ListedEnhancement(name, _make_place(document, path, name))
    if _is_points(data):
        assert isinstance(data["points"], int)
        enhancement.points = data["points"]
    else:
        enhancement.add_not_understood(f"points: {data.get('points')}")
    for key, names in (("leaderTo", enhancement.leads), ("supportTo", enhancement.supports)):
        given = data.get(key) or []
        names += [str(unit) for unit in given] if isinstance(given, list) else [str(given)]
    return enhancement
