"""The export of the open list; its forms are loaded when first asked for."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.data import atomic_file
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.roster.position import Position
from listbuilder.tui.actions.file_names import propose_path
from listbuilder.tui.screens.dialogs import Answer, Ask, Type
from listbuilder.tui.screens.export import LINK, ExportScreen
from listbuilder.workspace.session import Session
from listbuilder.yamlio.writer import write_bytes

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen
    from listbuilder.tui.text import Words


async def export_list(screen: BuilderScreen, *, at: str | None = None) -> None:
    """Ask for a form and a file, and write the list to the file in that form.

    A notice says that it is done, or why it isn't. The player is asked before a file is
    overwritten. `at`: the form that the cursor begins on.
    """
    from listbuilder.formats.registry import get_export_forms

    words, session = screen.words, screen.session
    if session.army is None or session.position.system is None:
        screen.notify(words("cannot_edit"), severity="warning")
        return
    forms = get_export_forms(session.position.system)
    endings = {**{name: form.ending for name, form in forms.items()}, LINK: ""}
    form = await screen.app.push_screen_wait(
        ExportScreen(endings, lambda form: _make_export(session, words, form), words, at)
    )
    if form is None:
        return
    stem = (session.path or propose_path(session)).with_suffix("")
    place = Path(f"{stem}{forms[form].ending}")
    if session.path is not None and place == session.path:
        place = Path(f"{stem}-export{forms[form].ending}")
    typed = await screen.app.push_screen_wait(
        Type(words("export_to"), str(place), selects_stem=True)
    )
    if not typed or not typed.strip():
        return
    out = Path(typed.strip()).expanduser()
    if atomic_file.is_taken(out) and not await _ask_to_replace(screen, out):
        return
    try:
        raw = await asyncio.to_thread(_make_export, session, words, form)
        write_bytes(out, raw, force=True)  # the player was asked above
    except Unreadable as error:
        screen.notify(words.describe_problem(error.problems[0]), severity="error")
        return
    screen.notify(words("exported", file=str(out)))


async def _ask_to_replace(screen: BuilderScreen, out: Path) -> bool:
    """Ask whether to overwrite the file `out`, and return the answer.

    The roster's own file is refused with a notice.
    """
    words, session = screen.words, screen.session
    if session.path is not None and out.resolve() == session.path.resolve():
        screen.notify(words.describe_problem(Problem(key="export_onto_roster")), severity="error")
        return False
    key = "read_only" if atomic_file.is_read_only(out) else "exists"
    answers = [
        Answer(key="no", left=words("leave_it"), letter="c"),
        Answer(key="yes", left=words("overwrite"), letter="r"),
    ]
    return await screen.app.push_screen_wait(Ask(words(key, file=str(out)), answers)) == "yes"


def _make_export(session: Session, words: Words, form: str) -> bytes:
    """Return the bytes of the list exported in `form`; for LINK the link alone. Raises Unreadable.

    Declarations for the battle are left out, because players reveal them only at the table.
    """
    from listbuilder.data.settings import get_config_file
    from listbuilder.formats import link
    from listbuilder.formats.make_printout import make_printout
    from listbuilder.formats.printout import Wish
    from listbuilder.formats.registry import export_printout

    position = Position.read(
        session.build_text(), str(session.path or session.name), session.library, session.as_of
    )
    page = link.get_page_of_settings() if form in (LINK, *link.FORMS) else ""
    if form == LINK and not page:
        args = {"file": str(get_config_file())}
        raise Unreadable([Problem(key="no_page_in_settings", args=args)])
    wish = Wish(form, words.lang, as_of=session.as_of, page=page)
    printout = make_printout(position, session.library, wish)
    if printout is None:
        raise Unreadable(position.problems)
    return printout.link.encode() if form == LINK else export_printout(printout)
