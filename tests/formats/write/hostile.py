"""A roster whose every free text tries to be something else."""

from __future__ import annotations

NAME = '=HYPERLINK("http://example.invalid","<b>x</b>") | `a` ${x} @everyone 💀\u202e\u2066 אבג'
PLAYER = "<script>alert(1)</script> & -- ]]> '\" \n# +++ \x07"
UNIT = "</text></style><script>alert(2)</script> |x| مرحبا 125"
LINES = "++ FACTION KEYWORD: x\n• Warlord ]] (5 pts)\r\n## x"
WIDE = "=1+1 戦闘 ☠️ 𝕏 𠮷"
NOTES = "{{ 7*7 }} {% raw %} </script><img src=x onerror=alert(3)>\n\n| a | b |"

ROSTER = {
    "system": "warhammer-40k-10e",
    "name": NAME,
    "player": PLAYER,
    "notes": NOTES,
    "faction": "necrons",
    "battle_size": "strike-force",
    "detachment": "awakened-dynasty",
    "units": [
        {"id": "o", "datasheet": "overlord", "warlord": True, "name": UNIT, "notes": NOTES},
        {"datasheet": "overlord", "name": LINES},
        {"id": "w", "datasheet": "necron-warriors", "models": 20, "name": WIDE},
    ],
    "formations": {"attached": {"o": "w"}},
}
# What must never stand in a page as markup of its own.
LIVE = ("<script", "<img", "<b>", "</text></style>")
