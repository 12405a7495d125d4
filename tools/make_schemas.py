"""Writes schemas/*.schema.json from the models. Run after changing a model; a test compares them.

`python -m tools.make_schemas` writes, `python -m tools.make_schemas --check` only says what differs.
"""

from __future__ import annotations

import json
import sys
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema

from listbuilder import reports
from listbuilder.data import paths
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.model.addresses import SCHEMAS
from listbuilder.model.rulebook import NameList, Readings
from listbuilder.reports.base import Written

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def all_schemas() -> dict[str, dict[str, Any]]:
    models: dict[str, Any] = {
        name: getattr(reports, model) for name, (_, model) in reports.DOCUMENTS.items()
    }
    models["names"] = NameList
    models["readings"] = Readings
    for system_id in SYSTEMS:
        models.update(get_game(system_id).get_schemas())
    return {name: schema_of(name, model) for name, model in sorted(models.items())}


def schema_of(name: str, model: Any) -> dict[str, Any]:
    head = {"$schema": DRAFT, "$id": f"{SCHEMAS}/{name}.schema.json"}
    if isinstance(model, type) and issubclass(model, BaseModel):
        schema = head | model.model_json_schema(schema_generator=_Untitled)
        may_have_own_keys = issubclass(model, Written)
    else:
        schema = head | msgspec.json.schema(model)
        may_have_own_keys = True
    if may_have_own_keys:
        _allow_own_keys(schema)
    _dedent_descriptions(schema)
    return schema


class _Untitled(GenerateJsonSchema):
    """A title for every field would say its name again."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def _dedent_descriptions(node: Any) -> None:
    """Take the indentation and the wrapping of the source out of all descriptions below `node`."""
    for child in (
        node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    ):
        _dedent_descriptions(child)
    if isinstance(node, dict) and isinstance(node.get("description"), str):
        paragraphs = cleandoc(node["description"]).split("\n\n")
        node["description"] = "\n\n".join(map(_join_wrapped_lines, paragraphs))


def _join_wrapped_lines(paragraph: str) -> str:
    """Return `paragraph` on one line, unless it is a list or an example: those keep their lines.

    Why: where a docstring is wrapped depends on its indentation, and a schema must not.
    """
    lines = paragraph.split("\n")
    if any(line.startswith((" ", "- ")) for line in lines):
        return paragraph
    return " ".join(lines)


def _allow_own_keys(node: Any) -> None:
    """Keys beginning with x- are the user's own, everywhere."""
    if isinstance(node, list):
        for item in node:
            _allow_own_keys(item)
    if isinstance(node, dict):
        if node.get("type") == "object" and node.get("additionalProperties") is False:
            node["patternProperties"] = {"^x-": True}
        for child in node.values():
            _allow_own_keys(child)


def text_of(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def main() -> int:
    folder = paths.get_schemas_folder()
    wanted = {
        folder / f"{name}.schema.json": text_of(schema) for name, schema in all_schemas().items()
    }
    stale = [file for file in folder.glob("*.schema.json") if file not in wanted]
    wrong = [
        file
        for file, text in wanted.items()
        if not file.is_file() or file.read_text(encoding="utf-8") != text
    ]
    if "--check" in sys.argv:
        for file in (*wrong, *stale):
            print(f"{file.name} is not what the models say; run python -m tools.make_schemas")
        return 1 if wrong or stale else 0
    for file in wrong:
        file.write_text(wanted[file], encoding="utf-8")
    for file in stale:
        file.unlink()
    print(
        f"{len(wanted)} schemas, {len(wrong)} written, {len(stale)} removed in {Path(folder).name}/"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
