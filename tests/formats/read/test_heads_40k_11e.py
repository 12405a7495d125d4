"""What lists of the 11th edition say beside those of the 10th: several detachments, dispositions, attached units, Upgrades.

Astra Militarum at the prices of 2026-09-30: Cadian Castellan 55, Cadian Shock Troops 70, Cadian Command Squad 60, the
Upgrade Recon Star 10. Designation Force costs 1 detachment point and gives Reconnaissance, Bridgehead Strike 1 and
Priority Assets, Combined Arms 2 and Take and Hold.
"""

from __future__ import annotations

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.import_list import import_list, judge_list
from listbuilder.games.wh40k.army import Muster
from listbuilder.i18n.messages import LANGS
from listbuilder.roster.position import Position

APP = """Platoon ({total} points)

Astra Militarum
{head}
Incursion (1,000 Points)

ATTACHED UNITS

Attached unit 1

Cadian Castellan (55 Points)
  • Attached as: Leader (Character)
  • Warlord
  • 1x Chainsword
  • 1x Laspistol

Cadian Shock Troops (70 Points)
  • Attached as: Bodyguard (Battleline)
  • 1x Shock Trooper Sergeant
     ◦ 1x Chainsword
     ◦ 1x Laspistol
  • 9x Shock Trooper
     ◦ 9x Close combat weapon
     ◦ 9x Lasgun

BATTLELINE

Cadian Shock Troops ({points} Points)
  • 1x Shock Trooper Sergeant
     ◦ 1x Chainsword
     ◦ 1x Laspistol
  • 9x Shock Trooper
     ◦ 9x Close combat weapon
     ◦ 9x Lasgun
{upgrade}
Exported with App Version: v2.6.0 (3), Data Version: v946
"""
ONE = "Designation Force (1 Detachment Points)\nReconnaissance"


def app(head: str = ONE, upgrade: str = "", points: int = 70) -> str:
    return APP.format(head=head, upgrade=upgrade, points=points, total=125 + points)


def judged(text: str, library: Library) -> tuple[Position, Muster]:
    done = judge_list(text.encode(), "x", library)
    assert isinstance(done.army, Muster)
    return done, done.army


@pytest.mark.parametrize(
    ("head", "detachments"),
    [
        ("Designation Force (1 Detachment Points)", ["designation-force"]),
        (
            "Designation Force and Bridgehead Strike (2 Detachment Points)",
            ["designation-force", "bridgehead-strike"],
        ),
        (
            "Designation Force, Bridgehead Strike and Combined Arms (4 Detachment Points)",
            ["designation-force", "bridgehead-strike", "combined-arms"],
        ),
        (
            "Designation Force et Bridgehead Strike (2 Points de Détachement)",
            ["designation-force", "bridgehead-strike"],
        ),
        (
            "Designation Force (1DP), Bridgehead Strike (1DP)",
            ["designation-force", "bridgehead-strike"],
        ),
        (
            "Detachments: Designation Force, Bridgehead Strike (2/3 Detachment Points)",
            ["designation-force", "bridgehead-strike"],
        ),
        ("No Detachment (0 Detachment Points)", []),
    ],
)
def test_detachments_stand_on_one_line(head: str, detachments: list[str], library: Library) -> None:
    done, army = judged(app(head), library)
    assert [problem.args for problem in done.problems] == []
    assert [each.id for each in army.detachments] == detachments


def test_names_may_have_the_words_that_join_them(library: Library) -> None:
    """`Legends of Saga and Song` beside another."""
    text = app("Legends of Saga and Song and Champions of Fenris (2 Detachment Points)").replace(
        "Astra Militarum", "Space Marines\nSpace Wolves"
    )
    made = import_list(text.encode(), "x", library, as_of="2026-08-05")
    assert made.document is not None
    assert made.document.data["detachments"] == ["legends-of-saga-and-song", "champions-of-fenris"]


def test_a_detachment_that_is_not_known_is_named_alone(library: Library) -> None:
    done, army = judged(
        app("Detachments: Designation Force, Banana Platoon (2 Detachment Points)"), library
    )
    assert [(problem.key, problem.args["given"]) for problem in done.problems] == [
        ("unread_detachment", "Banana Platoon (2 Detachment Points)")
    ]
    assert [each.id for each in army.detachments] == ["designation-force"]


@pytest.mark.parametrize(
    ("line", "disposition"),
    [
        ("Reconnaissance", "reconnaissance"),
        ("Force Dispositions: Reconnaissance", "reconnaissance"),
        ("Force Disposition: Take And Hold", "take-and-hold"),
        ("Dispositions des Forces : Prendre et Tenir", "take-and-hold"),
        ("Éliminez l’Adversaire", "purge-the-foe"),
        ("Störangriff", "disruption"),
        ("Activos prioritarios", "priority-assets"),
        ("Annienta il nemico", "purge-the-foe"),
        ("Force Dispositions: Take and Hold, Reconnaissance", None),
    ],
)
def test_dispositions(line: str, disposition: str | None, library: Library) -> None:
    """The app lists all that the detachments give: of several none is chosen, and that is said."""
    done, army = judged(app(f"Designation Force (1 Detachment Points)\n{line}"), library)
    assert done.problems == []
    assert army.disposition == disposition
    assert any(note.key == "import_dispositions_open" for note in done.assumed) == (
        disposition is None
    )


def test_a_disposition_that_there_is_not(library: Library) -> None:
    done, _ = judged(
        app("Designation Force (1 Detachment Points)\nForce Disposition: Run Away"), library
    )
    assert [(problem.key, problem.args["given"]) for problem in done.problems] == [
        ("unread_disposition", "Run Away")
    ]


def test_attached_units(library: Library) -> None:
    done, army = judged(app(), library)
    assert done.problems == [] and army.declarations is not None
    by_id = {unit.id: unit for unit in army.muster_units}
    pairs = [
        (by_id[unit].datasheet_id, by_id[host].path)
        for unit, host in army.declarations.attached.items()
    ]
    assert pairs == [("cadian-castellan", ("units", 1))]
    assert done.verdict == "legal"


@pytest.mark.parametrize(
    "line", ["Enhancements: Recon Star (Upgrade)", "Optimisation : Recon Star (Amélioration)"]
)
def test_an_upgrade_at_a_unit(line: str, library: Library) -> None:
    done, army = judged(app(upgrade=f"  • {line}\n", points=80), library)
    assert done.problems == []
    assert [(unit.path, each.id) for unit, each, _ in army.list_borne_enhancements()] == [
        (("units", 2), "recon-star")
    ]
    assert (done.points, done.verdict) == (205, "legal")


def test_an_upgrade_that_the_app_leaves_out(library: Library) -> None:
    """10 points more than the unit costs; of the detachment's two Upgrades at 10 only one is for such a unit."""
    done, army = judged(app(points=80), library)
    assert [each.id for _, each, _ in army.list_borne_enhancements()] == ["recon-star"]
    assert "import_enhancement_by_points" in [note.key for note in done.assumed]
    assert done.points == 205


def test_the_bearer_is_the_model_it_stands_under(library: Library) -> None:
    squad = """
Cadian Command Squad (70 Points)
  • 1x Cadian Commander
     ◦ 1x Chainsword
     ◦ 1x Laspistol
     ◦ Enhancements: Recon Star (Upgrade)
  • 4x Cadian Veteran Guardsman
     ◦ 3x Close combat weapon
     ◦ 3x Lasgun
"""
    _, army = judged(app(upgrade=squad).replace("195", "265"), library)
    assert [
        (unit.datasheet_id, unit.bearer) for unit in army.muster_units if unit.enhancements
    ] == [("cadian-command-squad", "Cadian Commander")]


SQUARE = """Platoon [265 points]
Astra Militarum
Battle Size: Incursion (1000 point limit)

Detachments: Designation Force (1/2 Detachment Points)
Force Disposition: Reconnaissance

Brave Command Clique

  Cadian Castellan (55 points)
    • Warlord
    • Laspistol and Chainsword

  Cadian Shock Troops (70 points)
    • 1 Shock Trooper Sergeant with Chainsword and Laspistol
    • 9 Shock Troopers with Close combat weapon and Lasgun

Battleline

  Cadian Shock Troops (70 points)
    • 1 Shock Trooper Sergeant with Chainsword and Laspistol
    • 9 Shock Troopers with Close combat weapon and Lasgun

  Cadian Command Squad (70 points)
    • 1 Cadian Commander with Laspistol, Chainsword and Recon Star [+10 points]

Created with WarOrgan (https://warorgan.com)
"""


def test_groups_of_warorgan(library: Library) -> None:
    """Units under a name of their own are one attached unit; the datasheets say who leads."""
    done, army = judged(SQUARE, library)
    assert army.declarations is not None
    by_id = {unit.id: unit for unit in army.muster_units}
    assert [by_id[unit].datasheet_id for unit in army.declarations.attached] == ["cadian-castellan"]
    assert [by_id[host].path for host in army.declarations.attached.values()] == [("units", 1)]
    assert (army.disposition, [each.id for each in army.detachments]) == (
        "reconnaissance",
        ["designation-force"],
    )
    assert [each.id for _, each, _ in army.list_borne_enhancements()] == ["recon-star"]
    assert done.points == 265


LEADING = """\
+++++++++++++++++++++++++++++++++++++++++++++++
+ FACTION KEYWORD: Imperium - Astra Militarum
+ DETACHMENT: Designation\u00a0Force
+ FORCE DISPOSITION: Reconnaissance
+ TOTAL ARMY POINTS: 265pts
+ WARLORD: Char1: Cadian Castellan
+ NUMBER OF UNITS: 4
+++++++++++++++++++++++++++++++++++++++++++++++

Char1: 1x Cadian Castellan (55 pts): Warlord, Chainsword, Laspistol
Leading Cadian Shock Troops[3]

10x Cadian Shock Troops (70 pts)
• 1x Shock Trooper Sergeant: Chainsword, Laspistol
• 9x Shock Trooper: 9 with Close combat weapon, Lasgun
10x Cadian Shock Troops (70 pts)
• 1x Shock Trooper Sergeant: Chainsword, Laspistol
• 9x Shock Trooper: 9 with Close combat weapon, Lasgun
10x Cadian Shock Troops (70 pts)
• 1x Shock Trooper Sergeant: Chainsword, Laspistol
• 9x Shock Trooper: 9 with Close combat weapon, Lasgun
  Attached to Cadian Castellan
"""


@pytest.mark.parametrize(
    "lost", ["", "Leading Cadian Shock Troops[3]\n", "  Attached to Cadian Castellan\n"]
)
def test_who_leads_the_third_of_that_name(lost: str, library: Library) -> None:
    """New Recruit says it at both; one of the two is enough."""
    done, army = judged(LEADING.replace(lost, "") if lost else LEADING, library)
    assert done.problems == [] and army.declarations is not None
    by_id = {unit.id: unit for unit in army.muster_units}
    assert {by_id[u].path: by_id[h].path for u, h in army.declarations.attached.items()} == {
        ("units", 0): ("units", 3)
    }


def test_two_detachments_are_a_sign(library: Library) -> None:
    """Whatever its prices: Castellan 55 and Shock Troops 65 are those of the 10th edition on 2026-05-20."""
    head = "+ DETACHMENT: Combined Arms\n+ DETACHMENT: Siege Regiment\n"
    text = LEADING.replace("+ FORCE DISPOSITION: Reconnaissance\n", "").replace(
        "+ DETACHMENT: Designation\u00a0Force\n", head
    )
    text = text.replace("70 pts", "65 pts").replace("265pts", "250pts")
    text = text.replace("Leading Cadian Shock Troops[3]\n", "").replace(
        "  Attached to Cadian Castellan\n", ""
    )
    made = import_list(text.encode(), "x", library)
    assert made.document is not None
    assert made.document.data["system"] == "warhammer-40k-11e"
    assert made.document.data["detachments"] == ["combined-arms", "siege-regiment"]
    alone = import_list(text.replace("+ DETACHMENT: Siege Regiment\n", "").encode(), "x", library)
    assert alone.document is not None
    assert alone.document.data["system"] == "warhammer-40k-10e"


# Space Wolves on 2026-10-02: Ulrik the Slayer 90, three Thunderwolf Cavalry 115; app data 972 adds 5 for each storm shield.
SHIELDS = """Shields (215 Points)

Space Marines
Space Wolves
Champions of Fenris (1 Detachment Points)
Incursion (1,000 Points)

CHARACTERS

Ulrik the Slayer (90 Points)
  • Warlord
  • 1x Artificer crozius arcanum
  • 1x Plasma pistol

OTHER DATASHEETS

Thunderwolf Cavalry (125 Points)
  • 1x Thunderwolf Cavalry Pack Leader
     ◦ 1x Boltgun
     ◦ 1x Storm shield
     ◦ 1x Teeth and claws
     ◦ 1x Wolf Guard weapon
  • 2x Thunderwolf Cavalry
     ◦ 1x Bolt pistol
     ◦ 1x Boltgun
     ◦ 1x Storm shield
     ◦ 2x Teeth and claws
     ◦ 2x Wolf Guard weapon
"""


def test_prices_that_no_points_document_shows_are_told_and_not_called_wrong(
    library: Library,
) -> None:
    done, army = judged(SHIELDS, library)
    assert done.imported is not None
    assert [unit.points for unit in army.units] == [90, 115]
    told = {note.key: note.args for note in done.imported.differences}
    assert told["priced_elsewhere"] == {
        "source": "app data 972",
        "other": "2026-10-02",
        "agreeing": 2,
        "count": 2,
        "ours": 1,
        "day": "2026-10-02",
    }
    assert (told["points_elsewhere"]["stated"], told["points_elsewhere"]["computed"]) == (125, 115)
    assert (told["total_elsewhere"]["stated"], told["total_elsewhere"]["computed"]) == (215, 205)
    assert "points_differ" not in told


def test_every_new_sentence_has_its_words() -> None:
    from listbuilder.model.finding import Note
    from listbuilder.rules import messages

    args = {
        "unit": "U",
        "points": 5,
        "enhancement": "E",
        "names": ["A", "B"],
        "stated": 1,
        "computed": 2,
        "day": "2026-09-30",
    }
    args |= {
        "source": "S",
        "other": "2026-10-02",
        "agreeing": 3,
        "count": 4,
        "ours": 1,
        "line": 7,
        "given": "G",
    }
    keys = (
        "import_dispositions_open",
        "import_enhancement_by_points",
        "priced_elsewhere",
    )
    for key in (*keys, "points_elsewhere", "total_elsewhere", "points_of_unprinted"):
        for lang in LANGS:
            assert messages.say_note(Note(key=key, args=args), lang)
