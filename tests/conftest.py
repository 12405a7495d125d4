"""Every test run has a cache of its own, and hypothesis the same examples everywhere."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

# Before anything is compiled. Workers of one run share it: the compiled form is safe under concurrent use.
os.environ.setdefault("LISTBUILDER_CACHE", os.path.join(tempfile.gettempdir(), f"listbuilder-tests-{os.getuid()}"))

settings.register_profile("steady", derandomize=True, deadline=None, max_examples=60)
settings.load_profile("steady")


@pytest.fixture(scope="session", autouse=True)
def every_report_is_as_published() -> Iterator[None]:
    """All JSON of check, show and export that any test makes in this process has to fit the models of `contract`."""
    from listbuilder.cli import verdict_json
    from listbuilder.contract import CheckReport, ExportDocument
    from listbuilder.exchange.printout import Printout
    from listbuilder.exchange.writers import json as writer

    report, export = verdict_json.of_rows, writer.write

    def reported(rosters: list[dict[str, Any]]) -> str:
        made = report(rosters)
        CheckReport.model_validate_json(made)
        return made

    def exported(sheet: Printout) -> bytes:
        made = export(sheet)
        ExportDocument.model_validate_json(made)
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verdict_json, "of_rows", reported)
        patch.setattr(writer, "write", exported)
        yield


@pytest.fixture(scope="session", autouse=True)
def whatever_is_said_has_words_for_it() -> Iterator[None]:
    """Each problem, finding and note that any test makes in this process is given what its words take, and no more."""
    from tests.said import listened_to

    with listened_to():
        yield
