"""wh40kdc, which others wrote, reads what we write: every 40K example, in an environment of its own (tools/peer.py).

What arrives must be what was sent: units, models, points, the warlord, enhancements, and a name for every weapon.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from listbuilder.games.wh40k.army import Muster
from tests.formats.write.made import EXAMPLES, exported, forms_of, judged
from tools import peer

RUN = Path(__file__).with_name("understood.py")
FILES = sorted(
    [
        *(EXAMPLES / "40k-10e" / "legal").glob("*.yaml"),
        *(EXAMPLES / "40k-11e" / "legal").glob("*.yaml"),
    ]
)
# wtc-compact is left out: its reader skips units that have no list behind their points, as New Recruit writes them too.
FORMS = {
    "gw": "gw",
    "wtc": "newrecruit-wtc-full",
    "nr-simple": "newrecruit-simple",
    "rosterizer-json": "rosterizer",
    "newrecruit-json": "newrecruit-json",
}
# In these its own reader counts bearers of a mark as models, whoever wrote the text.
MISCOUNTED = {("chaos-space-marines-pactbound-zealots", "gw")}


@pytest.fixture(scope="module")
def understood(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What it makes of every example: one process for all, for it loads all of its data."""
    try:
        python = peer.python()
    except peer.NotThere as error:
        pytest.skip(str(error))
    folder = tmp_path_factory.mktemp("exports")
    for file in FILES:
        system = judged(file).system
        assert system is not None
        for form in set(FORMS) & set(forms_of(system.id)):
            (folder / f"{file.stem}.{form}").write_bytes(exported(file, form))
    done = subprocess.run(
        [str(python), str(RUN), str(folder)], capture_output=True, text=True, check=True
    )
    return dict(json.loads(done.stdout))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_arrives(file: Path, form: str, understood: dict[str, Any]) -> None:
    army = judged(file).army
    assert isinstance(army, Muster)
    found = understood[f"{file.stem}.{form}"]
    units = army.muster_units
    assert found["format"] == FORMS[form]
    assert found["points"] == army.points
    assert len(found["units"]) == len(units)
    plain = sorted(
        unit.points or 0 for unit in units if not unit.enhancements
    )  # it takes enhancements out of the price
    assert sorted(unit["points"] for unit in found["units"] if not unit["enhancements"]) == plain
    if (file.stem, form) not in MISCOUNTED:
        assert sum(unit["models"] for unit in found["units"]) == sum(unit.models for unit in units)
    assert [unit["name"] for unit in found["units"] if unit["warlord"]] == [
        unit.name for unit in units if unit.warlord
    ]
    borne = sorted(each.name for unit in units for each in unit.enhancements)
    arrived = (
        name.removesuffix(" (Upgrade)") for unit in found["units"] for name in unit["enhancements"]
    )  # as the app writes it
    assert sorted(arrived) == borne
    assert all(unit["weapons"] for unit in found["units"])
