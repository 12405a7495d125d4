"""`listbuilder config`: the current settings, and where each comes from."""

from __future__ import annotations

import argparse

import msgspec

from listbuilder.cli.context import OK, Context, format_json
from listbuilder.cli.layout import Page
from listbuilder.data import paths
from listbuilder.data.settings import SETTINGS, VARIABLES, find_setting, get_config_file
from listbuilder.model.safe_text import escape_hidden
from listbuilder.version import VERSION


class SettingRow(msgspec.Struct):
    """A setting with its current value.

    `origin`: the option, variable or file that it comes from; "" if it isn't set. `variable`: the
    environment variable for it.
    """

    name: str
    value: str | None
    origin: str
    variable: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Leave `parser` as it is: this command takes no arguments."""


def run(args: argparse.Namespace, context: Context) -> int:
    """Print each setting with its value and origin, and return the exit code 0."""
    rows = [_make_row(name, args, context) for name in SETTINGS]
    file = get_config_file()
    if context.format == "json":
        content = {"listbuilder": VERSION, "file": str(file), "settings": rows}
        print(format_json(content))
        return OK
    page = Page(context)
    page.add_table([_make_cells(row, context) for row in rows], "lll", text=1)
    page.add_blank_line()
    page.add_prose(
        "", context.say("config.file" if file.is_file() else "config.no_file", file=str(file))
    )
    print(page)
    return OK


def _make_row(name: str, args: argparse.Namespace, context: Context) -> SettingRow:
    """Return the row of the setting `name`.

    Its value is from an option, else from a variable or the file, else the default.
    """
    variable = VARIABLES[name]
    given = getattr(args, name, None)
    if given:
        return SettingRow(name, str(given), f"--{name}", variable)
    setting = find_setting(name)
    if setting is not None:
        return SettingRow(name, setting.value, setting.origin, variable)
    return SettingRow(name, _find_default_value(name, context), "", variable)


def _find_default_value(name: str, context: Context) -> str | None:
    """Return the default of a setting, or None if it has none."""
    from listbuilder.workspace.folders import get_state_folder

    usual = {
        "lang": context.lang,
        "cache": str(paths.get_cache_folder()),
        "state": str(get_state_folder()),
    }
    return usual.get(name)


def _make_cells(row: SettingRow, context: Context) -> list[str]:
    """Return the cells of a row: name, value, and where it comes from."""
    value = context.say("config.none") if row.value is None else escape_hidden(row.value)
    origin = escape_hidden(row.origin)
    if not origin:
        key = "from_locale" if row.name == "lang" else "usual"
        if row.value is None:
            key = "unset"
        origin = context.say(f"config.{key}", variable=row.variable)
    return [context.say(f"config.{row.name}"), value, context.paint(origin, "dim")]
