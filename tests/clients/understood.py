"""Run by wh40kdc's own Python: what it understands of the lists in a folder, as JSON."""

import json
import sys
from pathlib import Path
from typing import Any

from wh40kdc import Dataset, try_import_roster


def unit_of(unit: dict[str, Any]) -> dict[str, Any]:
    borne = unit.get("enhancement")
    return {
        "name": unit["ref"]["raw_name"],
        "models": unit["model_count"],
        "points": unit["points"],
        "warlord": unit["is_warlord"],
        "enhancements": [borne["raw_name"]] if borne else [],
        "weapons": [each["ref"]["raw_name"] for each in unit["wargear"]],
    }


data = Dataset.embedded()
found: dict[str, Any] = {}
for file in sorted(Path(sys.argv[1]).iterdir()):
    done = try_import_roster(file.read_text(encoding="utf-8"), data)
    roster = done.get("roster") or {"points": {}, "units": []}
    found[file.name] = {
        "format": done.get("format"),
        "points": roster["points"].get("total_reported"),
        "units": [unit_of(unit) for unit in roster["units"]],
    }
print(json.dumps(found))
