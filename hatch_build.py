"""Puts the data into the wheel, compiled too, so that nothing is parsed from YAML at run time.

What `data update` keeps of its sources is for maintainers of a checkout, and stays out.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileData(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # a checkout compiles what it reads, when it reads it
        root = Path(self.root)
        sys.path.insert(0, str(root))
        from listbuilder.data.library import SOURCES
        from tools.compile_data import compile_all

        target = root / "build" / "compiled"
        compile_all(target)
        for file in sorted((root / "factions").rglob("*")):
            place = file.relative_to(root)
            if file.is_file() and SOURCES not in place.parts:
                build_data["force_include"][str(file)] = f"listbuilder/_data/{place.as_posix()}"
        build_data["force_include"][str(target)] = "listbuilder/_data/compiled"
