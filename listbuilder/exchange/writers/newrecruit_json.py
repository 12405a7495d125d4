"""New Recruit's JSON: a BattleScribe roster with attributes as keys and wrapped elements as arrays (FORMATS 5)."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element

import msgspec

from listbuilder.exchange.printout import Printout
from listbuilder.exchange.writers import ros

_NUMBERS = ("number", "value", "gameSystemRevision", "battleScribeVersion", "catalogueRevision")
_SWITCHES = ("primary", "hidden")


def write(sheet: Printout) -> bytes:
    root = ros.filled(sheet).root
    return msgspec.json.encode({"roster": _thing(root)}) + b"\n"


def _thing(element: Element) -> dict[str, Any]:
    made: dict[str, Any] = {key: _value(key, value) for key, value in element.attrib.items()}
    for child in element:
        if len(child):
            made[child.tag] = [_thing(each) for each in child]
        elif child.tag == "description":
            made[child.tag] = child.text or ""
    if element.text and element.text.strip() and not len(element):
        made["$text"] = element.text
    return made


def _value(key: str, value: str) -> Any:
    if key in _SWITCHES:
        return value == "true"
    if key in _NUMBERS:
        number = float(value)
        return int(number) if number.is_integer() else number
    return value
