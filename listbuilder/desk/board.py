"""The board of the desk: every version in the folder of lists, and what was found in it.

It is only in memory, because all of it can be computed again from the folder and the notes.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime
from typing import TypeAlias

import msgspec

from listbuilder.desk.jobs import Answer, Checked, CheckRequest, ListText, Reply, Request
from listbuilder.desk.list_folder import (
    ListFolder,
    Version,
    assign_folders,
)
from listbuilder.desk.notes import Notes
from listbuilder.desk.processes import NoAnswer, ProcessPool, TooBusy
from listbuilder.desk.settings import DeskSettings
from listbuilder.desk.wording import say
from listbuilder.event import triage
from listbuilder.event.entry import GROUPS, Entry, Remark, make_list_id
from listbuilder.event.players import Player, PlayerRegistry
from listbuilder.event.triage import Desk
from listbuilder.i18n.messages import Lang
from listbuilder.model.base import fold
from listbuilder.model.problem import Unreadable
from listbuilder.model.safe_text import escape_hidden

MOST_KEPT = 500  # checked texts whose results are kept, for a text that is checked and handed in
MOST_KEPT_BYTES = 50_000  # of such a text
AT_ONCE = 4  # lists of the folder that are checked at once: players don't wait for many of them
_Key: TypeAlias = tuple[bytes, str, Lang, Lang]  # a text, its ending, and both languages
WATCH_SECONDS = 2.0  # how often the folder is looked at for what was put there by hand


class SeatRegistry(PlayerRegistry):
    """The players of the event, found by the folder that each has.

    Why: two players may have one name, and a list may state another name than its player's.
    """

    def __init__(self, players: Sequence[Player]) -> None:
        """Assign a folder to each of `players`."""
        super().__init__(players)
        self.folders = dict(
            zip(assign_folders(player.name for player in players), players, strict=True)
        )

    def find_owner(self, file: str, stated_names: Sequence[str], email: str = "") -> Player | None:
        """Return the player in whose folder `file` is, else the one found by name or address."""
        owner = self.folders.get(file.partition("/")[0]) if "/" in file else None
        return owner or super().find_owner(file, stated_names, email)


class Board:
    """The lists of the event as they are now."""

    def __init__(self, settings: DeskSettings, lists: ListFolder, notes: Notes) -> None:
        """Start without any version; `load` reads the folder and checks the lists."""
        self.settings, self.lists, self.notes = settings, lists, notes
        self.registry = SeatRegistry(settings.players)
        self.versions: dict[str, list[Version]] = {}
        self.pool: ProcessPool | None = None
        self.changes = 0  # counts up whenever something is to be seen at the desk
        self.versions_by_id: dict[str, Version] = {}  # of the lists on the desk
        self._entries: dict[str, Checked] = {}
        self._kept: OrderedDict[_Key, Checked] = OrderedDict()
        self._running: dict[_Key, asyncio.Future[Reply]] = {}  # two visitors may ask the same
        self._fingerprint: object = None
        self._added: list[Version] = []  # since the folder was last read
        self._tasks: set[asyncio.Task[None]] = set()
        self._changed = asyncio.Condition()
        self._loading = asyncio.Semaphore(AT_ONCE)
        self._desk: tuple[int, Desk] | None = None

    # --- players ---

    def find_folders(self, name: str) -> list[str]:
        """Return the folders of the registered players called `name`; empty if there is none.

        A folder can be found by its own name too, which differs for two players of one name.
        """
        wanted = fold(" ".join(name.split()))
        return [
            folder
            for folder, player_name in self.list_names().items()
            if wanted in (fold(folder), fold(" ".join(player_name.split())))
        ]

    def list_names(self) -> dict[str, str]:
        """Return the name of each registered player by folder, as shown in the list of names."""
        return {folder: player.name for folder, player in self.registry.folders.items()}

    def get_player(self, folder: str) -> Player | None:
        """Return the registered player with this folder, or None."""
        return self.registry.folders.get(folder)

    def choose_language(self, folder: str) -> Lang:
        """Return the language of the player with this folder."""
        return triage.choose_language(self.get_player(folder), self.settings.fallback)

    # --- versions ---

    def is_late(self, version: Version) -> bool:
        """Return whether a version was handed in after the deadline."""
        deadline = self.settings.deadline
        return bool(deadline) and version.time > deadline

    def is_accepted(self, version: Version) -> bool:
        """Return whether an organiser accepted the version as it is."""
        return bool(self.notes.get_note(version.key).accepted)

    def find_counting(self, folder: str) -> Version | None:
        """Return the version of a player that counts: the newest that is in time or accepted.

        None if all are late and none is accepted.
        """
        for version in reversed(self.versions.get(folder, [])):
            if not self.is_late(version) or self.is_accepted(version):
                return version
        return None

    def list_shown(self) -> list[Version]:
        """Return the versions that the desk shows: for each player the one that counts.

        If none counts, it is the newest, which is late. Files outside of the folders are all shown.
        """
        shown = list(self.versions.get("", []))
        for folder, versions in self.versions.items():
            if folder:
                shown.append(self.find_counting(folder) or versions[-1])
        return shown

    def count_versions(self, version: Version) -> int:
        """Return how many versions the player of `version` has handed in."""
        return len(self.versions[version.folder]) if version.folder else 1

    def find_version(self, key: str) -> Version | None:
        """Return the version with this key, or None.

        Why: the key is from an address, and must never be used as a path.
        """
        folder, _, file = key.rpartition("/")
        for version in self.versions.get(folder, []):
            if version.file == file:
                return version
        return None

    def hand_in(self, folder: str, raw: bytes, ending: str, now: datetime) -> tuple[Version, bool]:
        """Write a new version to the disk; return (version, is new).

        If the player's newest version has the same text, that one is returned. Blocks; raises
        OSError.
        """
        versions = self.lists.find_versions().get(folder, [])
        if versions:
            newest = versions[-1]
            try:
                if newest.file.endswith(ending) and self.lists.read(newest) == raw:
                    return newest, False
            except Unreadable:
                pass
        return self.lists.write(folder, raw, ending, now), True

    def add_version(self, version: Version) -> None:
        """Add a version that was just written, without reading the folder again."""
        self._added.append(version)
        versions = self.versions.setdefault(version.folder, [])
        if version not in versions:
            versions.append(version)
            versions.sort()

    # --- checking ---

    async def ask(self, request: Request, seconds: float | None = None) -> Reply:
        """Return the answer of a process to `request`. Raises NoAnswer or TooBusy.

        `seconds`: the time limit, if it isn't the usual one.
        """
        assert self.pool is not None
        raw = await self.pool.ask(msgspec.msgpack.encode(request), seconds)
        return msgspec.msgpack.decode(raw, type=Checked | Answer)

    async def ask_answer(self, request: Request, seconds: float | None = None) -> Answer:
        """Return the answer to a `request` that isn't a check. Raises NoAnswer or TooBusy."""
        reply = await self.ask(request, seconds)
        return reply if isinstance(reply, Answer) else Answer()

    async def check(self, text: ListText, own_lang: Lang) -> Checked:
        """Return what was found in a list, in the organiser's language and in `own_lang`.

        Raises NoAnswer or TooBusy. A text that was checked before is not checked again.
        """
        lang = self.settings.lang
        key: _Key = (text.raw, text.file.rpartition(".")[2], lang, own_lang)
        kept = self._kept.get(key)
        if kept is None:
            running = self._running.get(key)
            if running is None:
                asked = self.ask(CheckRequest(text, lang, own_lang))
                running = self._running[key] = asyncio.ensure_future(asked)
                running.add_done_callback(lambda _: self._running.pop(key, None))
            reply = await asyncio.shield(running)
            assert isinstance(reply, Checked)
            kept = self._kept[key] = reply
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_KEPT or len(text.raw) > MOST_KEPT_BYTES:
            self._kept.popitem(last=len(text.raw) > MOST_KEPT_BYTES)
        return kept

    async def check_version(self, version: Version) -> Checked | None:
        """Check a version, store what was found, and return it; None if all processes are busy.

        A list whose process can't answer is stored as one that can't be read.
        """
        known = self._entries.get(version.key)
        if known is not None:
            return known
        name = self.get_name(version.folder)
        try:
            raw = await asyncio.to_thread(self.lists.read, version)
            found = await self.check(
                ListText(raw, version.file), self.choose_language(version.folder)
            )
        except TooBusy:
            return None
        except (NoAnswer, Unreadable) as error:
            found = self._make_unread(version, error)
            raw = b""
        checked = Checked(
            self._fit_entry(found.entry, version, raw, name),
            self._fit_entry(found.own, version, raw, name),
        )
        self._entries[version.key] = checked
        self._desk = None  # a desk that is built before the change is announced has this list too
        return checked

    def get_name(self, folder: str) -> str:
        """Return the name of the player with this folder, or the folder's own name if unknown."""
        player = self.get_player(folder)
        return player.name if player else folder

    def _make_unread(self, version: Version, error: Exception) -> Checked:
        """Return the entries of a version that can't be checked because of `error`."""
        key = "verdict.gave_out" if isinstance(error, NoAnswer) else "verdict.unreadable"

        def make_entry(lang: Lang) -> Entry:
            """Return the entry with the reason in `lang`."""
            remark = Remark(say(key, lang))
            return Entry(id="", file=version.key, sha256="", unread=[remark])

        own_lang = self.choose_language(version.folder)
        return Checked(make_entry(self.settings.lang), make_entry(own_lang))

    def _fit_entry(self, found: Entry, version: Version, raw: bytes, name: str) -> Entry:
        """Return a copy of `found` as the entry of a version: with its file, time and player."""
        names = [escape_hidden(name)] if name else []
        return msgspec.structs.replace(
            found,
            id=make_list_id(version.key, raw),
            file=escape_hidden(version.key),
            handed_in=version.time,
            said_player=[*names, *found.said_player],
        )

    # --- the desk ---

    def build_desk(self) -> Desk:
        """Return all lists as the desk shows them, without those that aren't checked yet."""
        if self._desk is not None and self._desk[0] == self.changes:
            return self._desk[1]
        shown = {}
        for version in self.list_shown():
            if version.key in self._entries:
                entry = msgspec.structs.replace(self._entries[version.key].entry)
                shown[entry.id] = (version, entry)
        entries = [entry for _, entry in shown.values()]
        settings = self.settings
        desk = triage.build_desk(
            entries, self.registry, None, settings.deadline, settings.lang, settings.fallback
        )
        for row in desk.rows:
            if self.is_accepted(shown[row.entry.id][0]):
                row.group = "legal"
        desk.rows.sort(key=lambda row: GROUPS.index(row.group))
        self.versions_by_id = {entry_id: version for entry_id, (version, _) in shown.items()}
        desk.statistics = triage.compute_statistics(desk.rows)
        self._desk = (self.changes, desk)
        return desk

    def get_checked(self, version: Version) -> Checked | None:
        """Return what was found in a version, or None if it is not checked yet."""
        return self._entries.get(version.key)

    def count_unchecked(self) -> int:
        """Return how many lists of the desk aren't checked yet."""
        return sum(version.key not in self._entries for version in self.list_shown())

    async def announce_change(self) -> None:
        """Wake up every open desk, because there is something new to see."""
        async with self._changed:
            self.changes += 1
            self._changed.notify_all()

    async def wait_for_change(self, seen: int, seconds: float) -> int:
        """Wait until the number of changes isn't `seen`, at most `seconds`; return the number."""
        try:
            async with asyncio.timeout(seconds):
                async with self._changed:
                    await self._changed.wait_for(lambda: self.changes != seen)
        except TimeoutError:
            pass
        return self.changes

    async def scan(self) -> None:
        """Find all versions in the folder, without checking them.

        Why before the first page is shown: a player must not see that nothing is handed in.
        """
        self._added.clear()
        self._fingerprint = await asyncio.to_thread(self.lists.make_fingerprint)
        self.versions = await asyncio.to_thread(self.lists.find_versions)
        for version in list(self._added):  # handed in while the folder was read
            self.add_version(version)

    async def load(self) -> None:
        """Read the folder, check new versions, and forget deleted ones."""
        await self.scan()
        keys = {version.key for versions in self.versions.values() for version in versions}
        self._entries = {key: found for key, found in self._entries.items() if key in keys}
        await self.announce_change()
        await asyncio.gather(*(self._load_version(version) for version in self.list_shown()))

    async def _load_version(self, version: Version) -> None:
        """Check a version unless that is done, a few at once, however long it has to wait."""
        if version.key not in self._entries:
            async with self._loading:
                await self._check_now(version)

    async def _check_now(self, version: Version) -> None:
        """Check a version, trying again while all processes are busy, and announce the change."""
        while await self.check_version(version) is None:
            await asyncio.sleep(1)
        await self.announce_change()

    def check_soon(self, version: Version) -> None:
        """Start checking a version that was just handed in, without waiting for the result."""
        task = asyncio.get_running_loop().create_task(self._check_now(version))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def watch(self) -> None:
        """Check all lists, then check the folder every few seconds for files put there by hand."""
        await self.load()
        while True:
            if await asyncio.to_thread(self.lists.make_fingerprint) != self._fingerprint:
                await self.load()
            await asyncio.sleep(WATCH_SECONDS)
