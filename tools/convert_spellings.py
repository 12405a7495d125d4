"""Gathers how other programs spell names into `listbuilder/matching/spellings.yaml`; run when its sources change.

    python -m tools.convert_spellings ../shared/facts/history BSDATA

The facts hold spellings of units, enhancements, lores and wargear; BSDATA is a checkout of BSData/age-of-sigmar-4th, of which
only the names of models are taken, where they do not follow from the name of their unit. What is found without the table is
not in it, nor what stands for something by a guess.
"""

from __future__ import annotations

import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from listbuilder.data.library import Library
from listbuilder.data.paths import PACKAGE
from listbuilder.formats.editions import get_games_of_kind
from listbuilder.games.aos import name_index as regiment_names
from listbuilder.games.aos.catalog import RenownData
from listbuilder.games.aos.history_catalog import EXTRAS
from listbuilder.games.aos.warscroll_names import WarscrollNames
from listbuilder.games.wh40k import name_index as muster_names
from listbuilder.games.wh40k.datasheet_names import SheetNames
from listbuilder.matching.names import Names
from tools.yaml_out import scalar

Spellings = Mapping[str, str | None]
Table = dict[str, dict[str, Spellings]]  # scope -> kind -> as written -> what it stands for

TRUE = (
    "BSData",
    "renamed (same BSData entry)",
    "without the name of the army",
    "spelling",
    "other name",
    "other spelling",
)
REGIMENTAL = {  # key of the facts -> kind of alias
    "warscrolls": "units",
    "battle_formations": "battle_formation",
    "spell_lores": "spell_lore",
    "prayer_lores": "prayer_lore",
    "manifestation_lores": "manifestation_lore",
    "enhancements": "enhancements",
}
_VARIANT = re.compile(r" w/| with |\(")  # a row without such a mark may be of another rank
_SEASON = re.compile(r" \((Scourge of \w+|\d+ [Mm]odels?)\)$")
HEAD = """\
# How other programs spell names: made by tools/convert_spellings from the facts and from BSData. Edit aliases.yaml instead.
#
#   <game>: <faction, or faction/unit>: <kind as in aliases.yaml>: <as written>: <what it stands for>
#
# `~`: a thing of the unit's that no roster records, such as a choice of weapons or a model of a warscroll.
"""


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__)
        return 2
    history, bsdata = Path(sys.argv[1]), Path(sys.argv[2])
    (PACKAGE / "matching" / "spellings.yaml").write_text(
        HEAD + "{}\n", encoding="utf-8"
    )  # names are compared without it
    tables = {
        "warhammer-40k-10e": mustered(_facts(history, "warhammer-40k-10e")),
        "age-of-sigmar-4e": regimental(_facts(history, "age-of-sigmar-4e"), models_of(bsdata)),
    }
    lines = [HEAD.rstrip("\n")]
    for game, table in tables.items():
        lines.append(f"{game}:")
        for scope in sorted(table):
            lines.append(f"  {scope}:")
            for kind, names in table[scope].items():
                lines.extend(_written(kind, names))
    (PACKAGE / "matching" / "spellings.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


def _facts(history: Path, game: str) -> dict[str, Any]:
    found = json.loads((history / game / "aliases.json").read_text(encoding="utf-8"))["factions"]
    return {key: value for key, value in found.items() if key != "*"}


def _written(kind: str, names: Spellings) -> Iterator[str]:
    yield f"    {kind}:"
    yield from (
        f"      {scalar(name)}: {'~' if target is None else scalar(target)}"
        for name, target in names.items()
    )


def _plain(rows: dict[str, Any], known: Names, past: Collection[str] = ()) -> dict[str, str]:
    """Spellings of ids that the names of the data do not lead to, nor the history of prices, which knows its own names."""
    found = {}
    rows = {written: row for written, row in rows.items() if written not in past}
    for written, row in sorted(rows.items()):
        target = row["is"].rpartition("/")[2]
        match = known.find_exact(written)
        if target not in known.exact.values() or (match and match.target == target):
            continue
        if row["source"].startswith(TRUE) and ":" not in row["is"]:
            found[written] = target
    return found


def mustered(facts: dict[str, Any]) -> Table:
    game = get_games_of_kind("wh40k")[0]
    index = muster_names.get_name_index(game, Library())
    table: Table = {}
    for faction_id, kinds in facts.items():
        if faction_id not in index.shelf.list_ids():
            continue
        factions = index.list_own_factions(faction_id)
        known = {
            "units": index.get_datasheet_names(faction_id),
            "detachments": muster_names.make_detachment_names(index, factions),
            "enhancements": muster_names.get_enhancement_names(index, factions, ())[1],
        }
        for kind, names in known.items():
            _add(
                table,
                faction_id,
                kind,
                _plain(kinds.get(kind, {}), names, _past(index, faction_id, ("datasheets",))),
            )
        for sheet_id, rows in kinds.get("items", {}).items():
            sheet = index.get_faction_data(faction_id).get_sheet(sheet_id)
            if sheet is None:
                continue
            names_of = SheetNames(sheet, game.id, [faction_id])
            for kind, found in _under(rows, names_of).items():
                _add(table, f"{faction_id}/{sheet_id}", kind, found)
    return table


def _past(
    index: muster_names.MusterNameIndex | regiment_names.NameIndex,
    faction_id: str,
    kinds: Collection[str],
) -> set[str]:
    """The names that the history has itself."""
    past = index.today.past.load_faction(faction_id)
    return (
        {thing.name for kind in kinds for thing in past.get_things(kind).values()}
        if past
        else set()
    )


def _under(rows: dict[str, Any], names: SheetNames) -> dict[str, dict[str, str]]:
    """Models and items that the names of a datasheet do not lead to."""
    found: dict[str, dict[str, str]] = {"models": {}, "items": {}}
    for written, row in sorted(rows.items()):
        if (
            row.get("model")
            and row["kind"] == "model"
            and _VARIANT.search(written)
            and names.models.find_exact(row["model"])
        ):
            if names.match_model(written) is None:
                found["models"][written] = row["model"]
        elif (
            row.get("is")
            and "by" not in row
            and not written[0].isdigit()
            and names.items.find_exact(row["is"])
        ):
            found["items"] |= (
                {}
                if names.list_items_in(written) or names.match_model(written)
                else {written: row["is"]}
            )
    return found


def regimental(facts: dict[str, Any], models: dict[str, set[str]]) -> Table:
    game = get_games_of_kind("aos")[0]
    index = regiment_names.get_index(game, Library())
    table: Table = {}
    for faction_id in index.shelf.list_ids():
        kinds = facts.get(faction_id, {})
        past = _past(index, faction_id, ("warscrolls", *EXTRAS))
        for key, kind in REGIMENTAL.items():
            if kind == "units":
                known = index.list_warscroll_names(faction_id)
            elif kind == "enhancements":
                known = regiment_names.list_enhancement_names(index, faction_id, None, None)
            else:
                known = regiment_names.list_choice_names(index, faction_id, None, kind)
            _add(table, faction_id, kind, _plain(kinds.get(key, {}), known, past))
    _options(index, game.id, facts, models, table)
    return table


def _options(
    index: regiment_names.NameIndex,
    game: str,
    facts: dict[str, Any],
    models: dict[str, set[str]],
    table: Table,
) -> None:
    options = {
        unit: set(rows)
        for kinds in facts.values()
        for unit, rows in kinds.get("unit_options", {}).items()
    }
    for place in [*index.shelf.list_ids(), RenownData.ID]:
        data = index.shelf.load_warscrolls(place)
        for sheet_id, name in data.index.items() if data else ():
            sheet = data.get_sheet(sheet_id) if data else None
            if sheet is None:
                continue
            names = WarscrollNames(sheet, game, place)
            bare = (
                name.partition(": ")[2] or name
            )  # a season's version has the models and most weapons of the standard one
            spelled = {
                written
                for written in (*options, *models)
                if _SEASON.sub("", written).casefold() in (bare.casefold(), name.casefold())
            }
            mine = sorted({each for unit in spelled for each in options.get(unit, ())})
            theirs = sorted({each for unit in spelled for each in models.get(unit, ())})
            scope = f"{place}/{sheet_id}"
            own = [
                each
                for each in mine
                if not names.options.find_exact(each) and not names.models.find_exact(each)
            ]
            _add(table, scope, "options", dict.fromkeys(own))
            _add(
                table,
                scope,
                "models",
                dict.fromkeys(each for each in theirs if names.match_model(each) is None),
            )


def _add(table: Table, scope: str, kind: str, names: Spellings) -> None:
    if names:
        table.setdefault(scope, {})[kind] = names


def models_of(folder: Path) -> dict[str, set[str]]:
    """Names of units -> those of the models that BSData puts in them."""
    found: dict[str, set[str]] = {}
    for file in sorted(folder.glob("*.cat")):
        root = ElementTree.parse(file).getroot()
        entry = f"{root.tag.rpartition('}')[0]}}}selectionEntry"
        for unit in root.iter(entry):
            if unit.get("type") == "unit":
                names = [
                    each.get("name") for each in unit.iter(entry) if each.get("type") == "model"
                ]
                found.setdefault(unit.get("name") or "", set()).update(
                    name for name in names if name
                )
    return found


if __name__ == "__main__":
    raise SystemExit(main())
