"""Export and import: whatever formats the exchange knows, loaded when first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder
    from listbuilder.tui.screens.builder import BuilderScreen


async def export(screen: BuilderScreen) -> None:
    screen.notify(screen.words("no_formats"))


async def import_list(app: Builder) -> None:
    app.notify(app.words("no_formats"))
