"""New Recruit's JSON (docs/formats.md).

It is a BattleScribe roster with attributes as keys and wrapped elements as arrays.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element

import msgspec

from listbuilder.formats.printout import Printout
from listbuilder.formats.write import ros

_NUMBERS = ("number", "value", "gameSystemRevision", "battleScribeVersion", "catalogueRevision")
_SWITCHES = ("primary", "hidden")
# What a roster says of itself and List Forge and New Recruit write beside it too: there some
# programs look for it.
_HEAD = ("id", "name", "generatedBy", "gameSystemId", "gameSystemName")


def write(sheet: Printout) -> bytes:
    """Return the printout `sheet` as the bytes of New Recruit's JSON."""
    roster = _convert_element(ros.build_tree(sheet).root)
    head = {key: roster[key] for key in _HEAD}
    return msgspec.json.encode({**head, "roster": roster}) + b"\n"


def _convert_element(element: Element) -> dict[str, object]:
    """Return an XML element of a BattleScribe roster as a dictionary with its children.

    A child that wraps others becomes a list. A child without children is left out, unless it is a
    description.
    """
    made: dict[str, object] = {}
    for key, value in element.attrib.items():
        made[key] = _convert_value(key, value)
    for child in element:
        if len(child):
            made[child.tag] = [_convert_element(grandchild) for grandchild in child]
        elif child.tag == "description":
            made[child.tag] = child.text or ""
    if element.text and element.text.strip() and not len(element):
        made["$text"] = element.text
    return made


def _convert_value(key: str, value: str) -> bool | float | str:
    """Return the value of attribute `key` as a bool, a number or text, depending on `key`."""
    if key in _SWITCHES:
        return value == "true"
    if key in _NUMBERS:
        number = float(value)
        return int(number) if number.is_integer() else number
    return value
