"""The BattleScribe roster, zipped: one entry, and the same bytes for the same roster."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from listbuilder.formats import export_wording
from listbuilder.formats.printout import Printout
from listbuilder.formats.write import ros


def write(sheet: Printout) -> bytes:
    """Return the roster `sheet` as the bytes of a zipped BattleScribe roster file (.rosz).

    The file in it has the earliest date that a zip can hold, so that equal rosters give equal
    bytes.
    """
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        entry = ZipInfo("roster.ros", date_time=(1980, 1, 1, 0, 0, 0))  # the earliest a zip can say
        entry.compress_type = ZIP_DEFLATED
        archive.writestr(entry, export_wording.finish_export(ros.write(sheet).decode()))
    return out.getvalue()
