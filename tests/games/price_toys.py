"""A game of nobody, whose files a table of prices is put into: what is refused, and every file as it is afterwards."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from listbuilder.data import validate_document
from listbuilder.data.library import Library
from listbuilder.history.reprice import Change, Files, Outcome, Update
from listbuilder.reports import PriceTable
from listbuilder.yamlio import reader

BEGAN, NEWEST, DAY = "2026-06-01", "2026-09-01", "2027-01-20"
Json = dict[str, Any]


class Done(NamedTuple):
    """What a table did: the outcome, and what the files that it changes say then."""

    outcome: Outcome
    files: dict[str, Json]

    @property
    def changes(self) -> list[Change]:
        assert self.outcome.problems == []
        return self.outcome.changes

    @property
    def refused(self) -> tuple[str, tuple[str | int, ...], Json]:
        """The one problem: its key, its place in the table, and what it speaks of."""
        assert self.outcome.files == {}
        (problem,) = self.outcome.problems
        assert problem.line is not None
        return (
            problem.key,
            problem.path,
            {key: value for key, value in problem.args.items() if value is not None},
        )


def versions() -> Json:
    releases = [{"day": BEGAN, "document": "First"}, {"day": NEWEST, "document": "Second"}]
    return {"as_of": NEWEST, "edition_began": BEGAN, "releases": releases}


def put(
    reprice: Callable[[Update], Outcome],
    files: Json,
    table: Json,
    folder: Path,
    names: dict[str, str] | None = None,
) -> Done:
    for place, data in {"history/versions": versions(), **files}.items():
        file = folder / "toy" / f"{place}.yaml"
        file.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"as_of": NEWEST, **data}, indent=1)
        file.write_text(
            re.sub(r'"([0-9]+)":', r"\1:", text), encoding="utf-8"
        )  # numbers of models are numbers in YAML
    raw = json.dumps({"prices": "Third", **table}, indent=0).encode()
    document = reader.read_yaml(raw, "table.json", reader.DATA_BYTES)
    parsed = validate_document.fit_document(document, PriceTable)
    outcome = reprice(Update(parsed, document, Files("toy", Library([folder])), names or {}, DAY))
    said = {
        place: reader.read_yaml(raw, place, reader.DATA_BYTES).data
        for place, raw in outcome.files.items()
    }
    return Done(outcome, said)
