"""What the points documents of an edition said before, into history files: `python -m tools.convert_40k_history ../shared`.

For editions whose facts have a state of every points document (detachments_history.json) and whole books that a codex
replaced (books_before.json). The state of a day is written once: one that repeats the state before it is left out.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from listbuilder.games.wh40k.faction import Faction
from listbuilder.games.wh40k.history_records import FactionHistory
from listbuilder.model.aliases import Versions
from listbuilder.model.base import fold
from tools.convert_40k import Json, convert_faction, read, write

SYSTEMS = ("warhammer-40k-11e",)
SOURCE = "mfm"
BOOK_LISTS = ("renamed", "gone", "new", "to_legends", "from_legends")
PLACED = re.compile(r"(.+) \(([a-z-]+)\)")  # name (faction), where it is not the first one's


class Books:
    """Every datasheet and detachment there is or was, by name."""

    def __init__(self, source: Path) -> None:
        self.rules = read(source / "army_rules.json")
        self.before: Json = {
            key: value
            for key, value in read(source / "books_before.json").items()
            if key != "about"
        }
        self.today: Json = {}
        for path in sorted(source.glob("*.json")):
            facts = read(path)
            if facts.get("id") == path.stem:
                self.today[path.stem] = facts

    def books(self, faction: str) -> Iterator[tuple[bool, Json]]:
        """Today's first, then the one before."""
        yield True, self.today[faction]
        if faction in self.before:
            yield False, self.before[faction]

    def until(self, faction: str) -> str:
        """The day from which today's book holds."""
        return str(self.before[faction]["until"]) if faction in self.before else ""

    def sheets(self, faction: str, name: str) -> list[tuple[bool, Json]]:
        return [
            (now, sheet)
            for now, book in self.books(faction)
            for sheet in book["datasheets"]
            if sheet["name"] == name
        ]

    def homes(self, faction: str) -> list[str]:
        """Where else a datasheet in a faction's list may be from: its parent, or what its detachments let in."""
        parent = self.today[faction]["parent"]
        rules = self.rules["factions"].get(faction, {}).get("detachments", {})
        return [
            *([parent] if parent else []),
            *(
                part["include"]["from"]
                for part in rules.values()
                if "prices" in part.get("include", {})
            ),
        ]


# --- datasheets -------------------------------------------------------------------------------------------------------


def datasheet(
    books: Books, faction: str, name: str, states: list[Json], as_ally: list[Json]
) -> Json:
    own, second = apart(name, states)
    own, until = window(own)
    home = faction
    today = any(now for now, _ in books.sheets(faction, name))
    if not today and (
        until is None or not books.sheets(faction, name)
    ):  # also where its own book has lost it to its parent
        home = next(each for each in books.homes(faction) if books.sheets(each, name))
    sheets = dict(
        reversed(books.sheets(home, name))
    )  # today's under True, that of the book before under False
    result = {
        "id": next(iter(sheets.values()))["id"],
        "name": name,
        "from": own[0]["from"],
        "today": today,
    }
    if until:
        result["until"] = until
        result |= renamed(books, home, name, faction)
    if home != faction:
        result["guest_of"] = f"{home}/{result['id']}"
    assert not second or as_ally[0]["from"] > second[-1]["from"], name

    def written(known: list[Json]) -> list[Json]:
        return [
            price_state(state, of_day(sheets, state["from"] >= books.until(home)))
            for state in changes(known)
        ]

    result["prices"] = written(own)
    if as_ally:
        keyword = books.rules["factions"][faction]["as_allies"]["army_keyword"]
        result["as_ally"] = {"keyword": keyword, "prices": written([*second, *as_ally])}
    return result


def of_day(sheets: dict[bool, Json], now: bool) -> Json:
    """The datasheet in the book of the day, or in the other one."""
    return sheets[now] if now in sheets else sheets[not now]


def apart(name: str, states: list[Json]) -> tuple[list[Json], list[Json]]:
    """The first two documents have both lists of Agents of the Imperium in one: first their own, then that of allies."""
    own: list[Json] = []
    second: list[Json] = []
    for state in states:
        (second if own and own[-1]["from"] == state["from"] else own).append(state)
    assert len({state["from"] for state in second}) == len(second), name
    return sorted(own, key=lambda state: str(state["from"])), second


def window(states: list[Json]) -> tuple[list[Json], str | None]:
    """Without the days on which it was not there: not yet, or no longer."""
    while states[0]["points"] is None:
        states = states[1:]
    until = states[-1]["from"] if states[-1]["points"] is None else None
    there = states[:-1] if until else states
    assert all(state["points"] for state in there), states
    return there, until


def changes(states: list[Json]) -> list[Json]:
    said = [{key: value for key, value in state.items() if key != "from"} for state in states]
    return [
        state for place, state in enumerate(states) if not place or said[place] != said[place - 1]
    ]


def renamed(books: Books, home: str, name: str, faction: str) -> Json:
    successor = books.before[home]["renamed"].get(name) if home in books.before else None
    if successor is None:
        return {}
    own = books.sheets(home, successor)[0][1]["id"]
    return {"renamed_to": own if home == faction else f"{home}/{own}"}


def price_state(state: Json, sheet: Json) -> Json:
    result: Json = {"from": state["from"]}
    repeat: Json = state.get("repeat", {"points": {}})
    if any("of" in row for row in sheet["points"]):
        first = [mix_row(key, points, sheet) for key, points in state["points"].items()]
        further = [mix_row(key, points, sheet) for key, points in repeat["points"].items()]
        result["rows"] = [
            *first,
            *({**row, "when": {"copy_from": repeat["from_copy"]}} for row in further),
        ]
    else:
        result["points"] = {int(key): points for key, points in state["points"].items()}
        if repeat["points"]:
            result["repeat"] = {
                **repeat,
                "points": {int(key): points for key, points in repeat["points"].items()},
            }
    for name, points in state.get("add", {}).items():
        item, model = as_the_data_has_it(name, sheet)
        result.setdefault("add_model" if model else "add", {})[item] = points
    return result


def mix_row(key: str, points: int, sheet: Json) -> Json:
    """`3 Wolf Guard Headtakers, 3 Hunting Wolves`; a bare number is the one mix of that size that the data prices."""
    mixes = [row["of"] for row in sheet["points"] if "of" in row and "when" not in row]
    words = [] if key.isdigit() else [part.split(" ", 1) for part in key.split(", ")]
    counts = [int(count) for count, _ in words]
    fitting = [
        of
        for of in mixes
        if (list(of.values()) == counts if words else sum(of.values()) == int(key))
    ]
    if not words:
        fitting = [
            of for of in fitting if len(of) == 1
        ] or fitting  # the others of its size are written out
    (mix,) = fitting
    assert all(model[:9] == word[:9] for (_, word), model in zip(words, mix, strict=bool(words))), (
        key
    )
    return {"models": sum(mix.values()), "of": mix, "points": points}


def as_the_data_has_it(name: str, sheet: Json) -> tuple[str, bool]:
    """A priced item or model as its datasheet spells it, and whether it is a model."""
    for row in sheet["points"]:
        for key in ("add_item", "add_model"):
            if fold(row.get(key, "")) == fold(name):
                return row[key], key == "add_model"
    rows = [row["items"] for row in sheet["default_wargear"]] + [
        each for o in sheet["options"] for each in o.get("with", [])
    ]
    for item in (item if isinstance(item, str) else item["item"] for row in rows for item in row):
        if fold(item) == fold(name):
            return item, False
    raise AssertionError(f"{sheet['id']}: nothing is called {name}")


# --- detachments ------------------------------------------------------------------------------------------------------


def detachment(books: Books, faction: str, key: str, states: list[Json]) -> tuple[Json, list[Json]]:
    """One detachment and the enhancements it ever had."""
    found = [
        (now, each)
        for now, book in books.books(faction)
        for each in book["detachments"]
        if each["id"] == key
    ]
    of_parent = not found
    parent = books.today[faction]["parent"] if of_parent else faction
    if of_parent:
        found = [
            (now, each)
            for now, book in books.books(parent)
            for each in book["detachments"]
            if each["id"] == key
        ]
    until = states[-1]["from"] if states[-1]["dp"] is None else None
    there = states[:-1] if until else states
    taken = {each["id"] for each in books.today[faction].get("parent_detachments", ())}
    today = key in taken if of_parent else found[0][0]
    result = {
        "id": key,
        "name": found[0][1]["name"],
        "from": there[0]["from"],
        "today": today,
        "of_parent": of_parent,
        "source": SOURCE,
    }
    if until:
        result["until"] = until
    made = []
    enhancements: dict[str, Json] = {}
    for state in there:
        book = next(each for now, each in found if now == (state["from"] >= books.until(parent)))
        ids = {fold(each["name"]): each for each in book["enhancements"]}
        raises = {
            name: points for name, points in state["enhancements"].items() if fold(name) not in ids
        }
        assert not raises or len(raises) == len(book["unit_price_changes"]), (faction, key)
        made.append(
            {
                **{k: v for k, v in state.items() if k != "enhancements"},
                **({"raises": raises} if raises else {}),
            }
        )
        for name, points in state["enhancements"].items():
            if fold(name) in ids:
                dated(enhancements, key, result["name"], ids[fold(name)], state["from"], points)
        for each in enhancements.values():
            if (
                each["id"].partition("/")[2] not in {one["id"] for one in ids.values()}
                and "until" not in each
            ):
                each["until"] = state["from"]
    for each in enhancements.values():
        each["until"] = each.get("until", until)
        now = {
            f"{key}/{one['id']}": one["name"]
            for is_today, book in found
            if is_today
            for one in book["enhancements"]
        }
        each |= {"today": each["id"] in now, "name": now.get(each["id"], each["name"])}
    result["states"] = changes(made)
    return result, [] if of_parent else list(enhancements.values())


def dated(
    known: dict[str, Json], home: str, home_name: str, fact: Json, day: str, points: int
) -> None:
    fresh: Json = {
        "id": f"{home}/{fact['id']}",
        "name": fact["name"],
        "from": day,
        "detachment": home_name,
        "points": {},
        "source": SOURCE,
    }
    entry = known.setdefault(fact["id"], fresh)
    if points not in list(entry["points"].values())[-1:]:
        entry["points"][day] = points


# --- whole books, and prices of another source ------------------------------------------------------------------------


def book_before(books: Books, faction: str, as_of: str) -> tuple[Faction, Json]:
    """The book as a faction of its own, and what the next one changed."""
    facts = dict(books.before[faction])
    lists = {key: facts.pop(key) for key in BOOK_LISTS}
    until, rules = facts.pop("until"), facts.pop("army_rules")
    ids = {each["id"] for each in facts["detachments"]}
    rules = {"detachments": rules} if rules.keys() <= ids else rules
    for part in (*facts["detachments"], *facts["datasheets"]):
        assert part.pop("until", until) == until
    today = books.today[faction]
    head = {key: today[key] for key in ("system", "id", "name", "parent", "faction_keyword")}
    faction_model = convert_faction({**head, "as_of": as_of, "until": until, **facts}, rules)
    return faction_model, {"until": until, **lists}


def other_prices(table: dict[str, str], faction: str, first: str, sheets: Json) -> list[Json]:
    """`5:90>85;+10>+20`: what the source has in place of what is printed. Of a faction that is not the first: (in brackets)."""
    found = []
    for written, change in table.items():
        placed = PLACED.fullmatch(written)
        name, home = (placed[1], placed[2]) if placed else (written, first)
        if home != faction:
            continue
        sheet = next(each for each in sheets["datasheets"] if each["name"] == name)
        entry: Json = {"id": sheet["id"]}
        for part in change.split(";"):
            if models := re.fullmatch(r"(\d+):\d+>(\d+)", part):
                entry.setdefault("points", {})[int(models[1])] = int(models[2])
            elif more := re.fullmatch(r"(?:\+\d+>|new)\+(\d+)", part):
                entry["surcharge"] = int(more[1])
            elif copies := re.fullmatch(r"copies from (\d)nd", part):
                entry["from_copy"] = int(copies[1])
            elif item := re.fullmatch(r"(.+) \d+>(\d+)", part):
                entry.setdefault("add", {})[as_the_data_has_it(item[1], sheet)[0]] = int(item[2])
            else:
                raise AssertionError(f"{written}: {part}")
        if "points" in entry:
            entry["points"] = dict(sorted(entry["points"].items()))
        found.append(entry)
    return found


OTHER_SOURCE = {"source": "app data 972", "from": "2026-10-02"}
FIRST = (
    "space-marines"  # the faction that the table of the other source speaks of where it names none
)


def faction_history(books: Books, faction: str, source: Path, as_of: str) -> FactionHistory:
    points, detachments = (
        read(source / "points_history.json"),
        read(source / "detachments_history.json"),
    )
    made = [
        detachment(books, faction, key, states)
        for key, states in detachments.get(faction, {}).items()
    ]
    allies = points.get(f"{faction}/as-ally", {})
    assert allies.keys() <= points.get(faction, {}).keys(), faction
    table = read(source / "prices_of_october_not_applied.json")["app963_to_app972"]
    other = other_prices(table, faction, FIRST, books.today[faction])
    data = {
        "system": source.name,
        "id": faction,
        "as_of": as_of,
        "books": [{key: books.before[faction][key] for key in ("until", *BOOK_LISTS)}]
        if faction in books.before
        else [],
        "not_applied": [{**OTHER_SOURCE, "prices": other}] if other else [],
        "detachments": [each for each, _ in made],
        "enhancements": [each for _, enhancements in made for each in enhancements],
        "datasheets": [
            datasheet(books, faction, name, states, allies.get(name, []))
            for name, states in points.get(faction, {}).items()
        ],
    }
    return msgspec.json.decode(msgspec.json.encode(data), type=FactionHistory)


def releases(source: Path) -> dict[str, int]:
    """The days of the points documents, and how many things each changed."""
    found: dict[str, int] = {}
    for name in ("points_history", "detachments_history"):
        for things in read(source / f"{name}.json").values():
            for states in things.values():
                for state in changes(states):
                    found[state["from"]] = found.get(state["from"], 0) + 1
    return dict(sorted(found.items()))


def main(shared: Path, out: Path) -> None:
    for system in SYSTEMS:
        source = shared / "facts" / system
        books = Books(source)
        days = releases(source)
        versions = {
            "system": system,
            "as_of": books.rules["as_of"],
            "edition_began": next(iter(days)),
            "releases": [{"day": day, "changes": count} for day, count in days.items()],
            "app_data": [],
            "catalogues": {},
        }
        (out / system / "history").mkdir(exist_ok=True)
        made = msgspec.convert(versions, Versions)
        schema = "../../../schemas/data-versions.schema.json"
        write(out / system / "history" / "versions.yaml", made, schema, ("releases",))
        for faction in books.today:
            history = faction_history(books, faction, source, books.rules["as_of"])
            schema = "../../../schemas/faction-history.schema.json"
            write(
                out / system / "history" / f"{faction}.yaml",
                history,
                schema,
                ("states", "prices", "as_ally", "books"),
                ("datasheets",),
            )
        for faction in books.before:
            eve = max(day for day in days if day < books.until(faction))
            book, _ = book_before(books, faction, eve)
            folder = out / system / "history" / "books"
            folder.mkdir(exist_ok=True)
            schema = "../../../../schemas/faction.schema.json"
            write(
                folder / f"{faction}-{book.until}.yaml",
                book,
                schema,
                ("compositions",),
                ("detachments", "datasheets"),
            )


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(__file__).resolve().parent.parent / "factions")
