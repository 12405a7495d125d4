"""What the program prints as JSON, held against its model and its schema."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
from pydantic import BaseModel

from listbuilder.data import paths


def report(out: str, model: type[BaseModel], schema: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(out)
    model.model_validate(found)
    jsonschema.validate(
        found,
        json.loads(
            (paths.get_schemas_folder() / f"{schema}.schema.json").read_text(encoding="utf-8")
        ),
    )
    return found
