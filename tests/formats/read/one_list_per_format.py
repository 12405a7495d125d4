"""Invented lists, one for each format, all of the same army; what they say is known by hand.

Necrons under Awakened Dynasty: an Overlord with the Veil of Darkness as warlord, ten Warriors, five Immortals: 85 + 20, 90 and 70
points by the facts of 2026-05-20. Stormcast Eternals of the season 2026-27: a Lord-Vigilant with a trait (120 + 20), ten
Liberators (2 x 90), Prosecutors (150), auxiliary Annihilators (130), a lore and terrain at 20 each.
"""

from __future__ import annotations

GW_A = """Test dynasty (265 points)

Necrons
Incursion (1000 points)
Awakened Dynasty


CHARACTERS

Overlord (105 points)
  • Warlord
  • 1x Resurrection orb
    1x Voidscythe
  • Enhancement: Veil of Darkness


BATTLELINE

Immortals (70 points)
  • 5x Immortal
    • 5x Close combat weapon
      5x Gauss blaster

Necron Warriors (90 points)
  • 10x Necron Warrior
    • 10x Close combat weapon
      10x Gauss flayer


Exported with App Version: v1.40.1 (94), Data Version: v900
"""

GW_B = """Test dynasty (265 Points)

Necrons
Awakened Dynasty
Incursion (1,000 Points)

CHARACTERS

Overlord (105 Points)
  • Warlord
  • 1x Resurrection orb
  • 1x Voidscythe
  • Enhancements: Veil of Darkness

BATTLELINE

Immortals (70 Points)
  • 5x Immortal
     ◦ 5x Close combat weapon
     ◦ 5x Gauss blaster

Necron Warriors (90 Points)
  • 10x Necron Warrior
     ◦ 10x Close combat weapon
     ◦ 10x Gauss flayer

Exported with App Version: v1.48.2 (1), Data Version: v900
"""

FENCE = """+++++++++++++++++++++++++++++++++++++++++++++++
+ FACTION KEYWORD: Xenos - Necrons
+ DETACHMENT: Awakened\u00a0Dynasty (Command Protocols)
+ TOTAL ARMY POINTS: 265pts
+
+ WARLORD: Char1: Overlord
+ ENHANCEMENT: Veil of Darkness (on Char1: Overlord)
+ NUMBER OF UNITS: 3
+ SECONDARY: - Assassination: 1 Characters
+++++++++++++++++++++++++++++++++++++++++++++++

"""

NR_GW = (
    FENCE
    + """CHARACTER

1x Overlord (105 pts)
• 1x Resurrection orb
• 1x Voidscythe
• Warlord
• Veil of Darkness (+20 pts)

BATTLELINE

5x Immortals (70 pts)
• 5x Immortal
    • 5x Close combat weapon
    • 5x Gauss blaster

10x Necron Warriors (90 pts)
• 10x Necron Warrior
    • 10x Close combat weapon
    • 10x Gauss flayer
"""
)

WTC = (
    FENCE
    + """CHARACTER

Char1: 1x Overlord (105 pts)
1 with Resurrection orb, Voidscythe
  • Warlord
Enhancement: Veil of Darkness (+20 pts)

BATTLELINE

5x Immortals (70 pts)
• 5x Immortal
    5 with Close combat weapon, Gauss blaster

10x Necron Warriors (90 pts)
• 10x Necron Warrior
    4 with Close combat weapon, Gauss flayer
    6 with Close combat weapon, Gauss reaper
"""
)

WTC_COMPACT = (
    FENCE
    + """Char1: 1x Overlord (105 pts): Warlord, Resurrection orb, Voidscythe
Enhancement: Veil of Darkness (+20 pts)

5x Immortals (70 pts): 5 with Close combat weapon, Gauss blaster
10x Necron Warriors (90 pts)
• 10x Necron Warrior
    4 with Close combat weapon, Gauss flayer
    6 with Close combat weapon, Gauss reaper
"""
)

NR_SIMPLE = """Xenos - Necrons - Test - dynasty - [1000 pts]

# ++ Army Roster ++ [265 pts]
## Configuration
Battle Size: 1. Incursion (1000 Point limit)
Detachment: Awakened Dynasty
Show/Hide Options

## Character [105 pts]
Overlord [105 pts]: Warlord, Veil of Darkness, Resurrection orb, Voidscythe

## Battleline [160 pts]
Immortals [70 pts]:
• 5x Immortal: Close combat weapon, Gauss blaster
Necron Warriors [90 pts]:
• 4x Necron Warrior: Close combat weapon, Gauss flayer
• 6x Necron Warrior: Close combat weapon, Gauss reaper
"""

LISTFORGE = """Test - dynasty - Necrons - Awakened Dynasty (265 Points)


Character:
Overlord (105 pts)
  • Resurrection orb
  • Voidscythe
  • E: Veil of Darkness
  • Warlord


Battleline:
Immortals (70 pts)
  • 5x Immortal
    • 5x Close combat weapon
    • 5x Gauss blaster

Necron Warriors (90 pts)
  • 10x Necron Warrior
    • 10x Close combat weapon
    • 10x Gauss flayer
"""

BRACKET = """+++++++++++++++++++++++++++++++++++++++++++++++
Nom du joueur : Someone
Nom de l'équipe : A team
Factions utilisées : Necrons
Points d'armée : 265
Améliorations d'armée : Overlord : Veil of Darkness (20)
Règle de détachement : Necrons - Awakened Dynasty
+++++++++++++++++++++++++++++++++++++++++++++++

== DETACHEMENT Necrons - Awakened Dynasty : Necrons [265pts] ==

Personnages 1 : Overlord [105pts] [Seigneur de guerre]
--- Optimisations : Veil of Darkness (20)

Ligne 1 : 5 Immortals [70pts]
Ligne 2 : 10 Guerriers Necron [90pts]
"""

BRACKET_EN = """+++++++++++++++++++++++++++++++++++++++++++++++
Player name : Someone
Team name : A team
Factions used : Necrons
Army points : 265
Army enhancements : Overlord : Veil of Darkness (20)
Detachment rule : Necrons - Awakened Dynasty
+++++++++++++++++++++++++++++++++++++++++++++++

== Necrons - Awakened Dynasty : Necrons [265pts] ==

Character 1 : Overlord [105pts] [Warlord]
--- Enhancements : Veil of Darkness (20)

Battleline 1 : 5 Immortals [70pts]
Battleline 2 : 10 Necron Warriors [90pts]
"""

WARORGAN = """Test dynasty [265 points]
Necrons
Battle Size: Incursion (1000 point limit)
Detachments: Awakened Dynasty

CHARACTER
Overlord [105 points]
\t• Resurrection Orb and Voidscythe
\t• Veil of Darkness [+20 points]
\t• Warlord

BATTLELINE
Immortals [70 points]
\t• 5 Immortals with Close Combat Weapon and Gauss Blaster
Necron Warriors [90 points]
\t• 10 Necron Warriors with Close Combat Weapon and Gauss Flayer

Created with WarOrgan (https://warorgan.com)
"""

ROS = """<?xml version="1.0" encoding="UTF-8"?>
<roster id="a" name="Test dynasty" battleScribeVersion="2.03" gameSystemName="Warhammer 40,000 10th Edition"
        xmlns="http://www.battlescribe.net/schema/rosterSchema"{by}>
 <costs><cost name="pts" typeId="x" value="265.0"/></costs>
 <forces><force name="Army Roster" catalogueName="Xenos - Necrons"><selections>
  <selection name="Detachment Choice" number="1" type="upgrade"><selections>
    <selection name="Awakened Dynasty" number="1" type="upgrade"/></selections></selection>
  <selection name="Battle Size" number="1" type="upgrade"><selections>
    <selection name="1. Incursion (1000 Point limit)" number="1" type="upgrade"/></selections></selection>
  <selection name="Show/Hide Options" number="1" type="upgrade"/>
  <selection name="Overlord" number="1" type="model">
    <costs><cost name="pts" value="85.0"/></costs><categories><category name="Character" primary="true"/></categories>
    <selections>
     <selection name="Resurrection orb" number="1" type="upgrade"/>
     <selection name="Voidscythe" number="1" type="upgrade"/>
     <selection name="Warlord" number="1" type="upgrade"/>
     <selection name="Veil of Darkness" number="1" type="upgrade"><costs><cost name="pts" value="20.0"/></costs></selection>
    </selections></selection>
  <selection name="Immortals" number="1" type="unit"><costs><cost name="pts" value="70.0"/></costs><selections>
    <selection name="Immortal" number="5" type="model"><selections>
      <selection name="Close combat weapon" number="5" type="upgrade"/>
      <selection name="Gauss blaster" number="5" type="upgrade"/></selections></selection></selections></selection>
  <selection name="Necron Warriors" number="1" type="unit"><costs><cost name="pts" value="90.0"/></costs><selections>
    <selection name="Necron Warrior" number="10" type="model"><selections>
      <selection name="Close combat weapon" number="10" type="upgrade"/>
      <selection name="Gauss flayer" number="10" type="upgrade"/></selections></selection></selections></selection>
 </selections></force></forces>
</roster>
"""

AOS_PLAIN = """Test host 640/2000 pts

Stormcast Eternals
Vanguard Wing
General's Handbook 2026-27
Drops: 3
Spell Lore - Lore of the Storm
Manifestation Lore - Forbidden Power (20 Points)

Battle Tactic Cards: Blazing Onslaught, Siege of Ashes

General's Regiment
Lord-Vigilant on Gryph-Stalker (140)
• General
• Envoy of the Heavens - (20) Points
Liberators (180)
• Reinforced
• 1x Grandhammer
Prosecutors (150)

Auxiliary Units
Annihilators (130)
Faction Terrain
Stormreach Portal (20 Points)
Created with Warhammer Age of Sigmar: The App
App: 1.35.0 | Data: 9999
"""

AOS_DASHED = """Test host 640/2000 pts
-----
Grand Alliance Order | Stormcast Eternals | Vanguard Wing
General's Handbook 2026-27
Auxiliaries: 1 (+0 Points)
Drops: 3
Spell Lore - Lore of the Storm
Manifestation Lore - Forbidden Power (20 Points)
Battle Tactics Cards: Blazing Onslaught and Siege of Ashes
-----
General’s Regiment
Lord-Vigilant on Gryph-Stalker (140)
• General
• Envoy of the Heavens - (20) Points
Liberators (180)
• Reinforced
Prosecutors (150)
-----
Auxiliary Units
Annihilators (130)
-----
Faction Terrain
Stormreach Portal (20 Points)
-----
Created with Warhammer Age of Sigmar: The App
App: v1.35.0 (1) | Data: v9999
"""

SIGDEX = AOS_PLAIN.replace(
    "Envoy of the Heavens - (20) Points", "Envoy of the Heavens (20)"
).replace("(140)", "(120)").split("Created with")[0] + (
    "Created with Sigdex: sigdex.io\nApp Version: 22.0.2\nServer Version: 3.0.51\nData Version: v47\n"
)

NR_AOS = """Test host (640 points) - ✦ General's Handbook 2026-27

Stormcast Eternals
Vanguard Wing
Auxiliaries: 1
Drops: 3

Battle Tactic Cards - Blazing Onslaught
• Siege of Ashes
Manifestation Lore - Forbidden Power
Spell Lore - Lore of the Storm

General's Regiment
Lord-Vigilant on Gryph-Stalker (140)
• General
• Envoy of the Heavens
Liberators (180)
• Reinforced
• 2x Champion
Prosecutors (150)

Auxiliary
Annihilators (130)

Faction Terrain
Stormreach Portal

Created with New Recruit
Data Version: v44
"""

LISTBOT = """Stormcast Eternals
Vanguard Wing
[Blazing Onslaught]
[Siege of Ashes]
[Lore of the Storm]
[Forbidden Power (20pts)]
[Stormreach Portal (20pts)]

Lord-Vigilant on Gryph-Stalker (140)
[General]
[Envoy of the Heavens (20pts)]
- 10 x Liberators (180)
- 3 x Prosecutors (150)

510/2000pts
2 drops
Generated by Listbot 4.0
"""

SCROLLCASTER = """Test host (640 points) - GHB 2026-27

Stormcast Eternals - Vanguard Wing

Auxiliaries: 1
Drops: 3

Battle Tactic Cards:
  • Blazing Onslaught
  • Siege of Ashes

Spell Lore:
  • Lore of the Storm

Manifestation Lore:
  • Forbidden Power

General's Regiment:
  Lord-Vigilant on Gryph-Stalker (140)
    • General
    • Envoy of the Heavens
  Liberators (180)
    • Reinforced
  Prosecutors (150)

Auxiliary Units:
  Annihilators (130)

Faction Terrain:
  Stormreach Portal

Created with Scrollcaster
Client: 1.0 | BSData: 2.0
"""
