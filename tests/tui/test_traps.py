"""What a player fell into: dialogs that swallow letters, things that happen, or do not, without a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.data.library import Library
from listbuilder.games.registry import SYSTEMS
from listbuilder.tui.screens.dialogs import Ask, Info

from .driving import NARROW, WIDE, Driver, drive

SIZES = [WIDE, NARROW, (60, 20)]


def roster(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "it.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def tau(tmp_path: Path, *units: str) -> Path:
    lines = "".join(f"  - {{datasheet: {each}}}\n" for each in units)
    head = "system: warhammer-40k-10e\nfaction: tau-empire\nbattle_size: strike-force\ndetachment: kauyon\n"
    return roster(tmp_path, head + (f"units:\n{lines}" if lines else "units: []\n"))


def titles(driver: Driver) -> list[str]:
    screen = driver.app.screen
    assert isinstance(screen, Ask)
    return [line.left for line in screen.query_one("#answers").lines if line.key]  # type: ignore[attr-defined]


# --- 1: dialogs ---


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.slow_but(1)
def test_a_short_dialog_is_filtered_too(
    library: Library, tmp_path: Path, size: tuple[int, int]
) -> None:
    """`k` moved the cursor, and the letters behind it were lost."""

    async def journey(driver: Driver) -> None:
        await driver.press("g", "down", "down", "enter")
        assert isinstance(driver.app.screen, Ask)
        assert len(driver.app.screen.answers) < 9
        await driver.type("kroot")
        await driver.press("enter")
        assert driver.session.data["detachment"] == "kroot-hunting-pack"

    drive(journey, library, tau(tmp_path, "breacher-team"), size=size)


def test_the_keys_of_a_list_go_through_a_dialog(library: Library, tmp_path: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("T")  # the themes: more than a page
        screen = driver.app.screen
        assert isinstance(screen, Ask)
        rows, keys = screen.query_one("#answers"), [answer.key for answer in screen.answers]
        for key, expected in (("end", keys[-1]), ("home", keys[0])):
            await driver.press(key)
            assert rows.cursor == expected  # type: ignore[attr-defined]
        await driver.press("pagedown")
        page = keys.index(rows.cursor)  # type: ignore[attr-defined]
        assert page > 1
        await driver.press("pageup")
        assert rows.cursor == keys[0]  # type: ignore[attr-defined]
        await driver.type("zzzz")
        assert "fewer letters" in driver.text()
        await driver.press("enter")
        assert driver.app.screen is screen  # nothing was chosen by it

    drive(journey, library, tau(tmp_path, "breacher-team"))


def test_keys_typed_while_a_dialog_opens_belong_to_it(library: Library) -> None:
    """As fast as a terminal hands them over, without a pause between two of them."""

    async def journey(driver: Driver) -> None:
        await _at_once(driver, ["n", *"40,000 10", "enter", *"tau", "enter"])
        assert driver.app.screen is not driver.app.screen_stack[0]
        assert "Empire" in driver.text()
        assert driver.app.main is None

    drive(journey, library)


async def _at_once(driver: Driver, keys: list[str]) -> None:
    from textual import events

    for key in keys:
        name = {" ": "space", ",": "comma"}.get(key, key)
        driver.app.post_message(events.Key(name, key if len(key) == 1 else None))
    await driver.settle()


def test_a_second_enter_stacks_no_dialogs(library: Library, tmp_path: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("a", *"shadowsun")
        before = driver.session.data
        await _at_once(driver, ["enter", "enter", "enter"])
        await driver.settle()
        assert sum(isinstance(each, Ask) for each in driver.app.screen_stack) <= 1
        assert len(driver.session.data["units"]) <= len(before["units"]) + 1

    drive(journey, library, tau(tmp_path, "commander-shadowsun", "ethereal"))


# --- 4: three marks ---


def _marks(driver: Driver) -> dict[str, str]:
    return {str(line.key): line.mark for line in driver.main.picker.rows.lines if line.key}


def test_three_marks(library: Library, tmp_path: Path) -> None:
    """What only costs too much is added at once; what a rule forbids is asked about."""

    async def journey(driver: Driver) -> None:
        await driver.press("a")
        await driver.tried()
        marks = _marks(driver)
        assert marks["kroot-hounds"] == "+"
        assert marks["stormsurge"] == "△"
        assert marks["commander-shadowsun"] == "✗"
        before = driver.session.position.points
        await driver.type("stormsurge")
        await driver.press("enter")
        assert not isinstance(driver.app.screen, Ask)
        assert driver.session.data["units"][-1]["datasheet"] == "stormsurge"
        assert (driver.session.position.points or 0) > (before or 0)
        assert "over" in driver.text()
        assert driver.main.picker.input.selection == (0, len("stormsurge"))

    drive(journey, library, tau(tmp_path, "commander-shadowsun", *["riptide-battlesuit"] * 3, *["broadside-battlesuits"] * 3,
                                *["hammerhead-gunship"] * 3, *["devilfish"] * 3, *["ghostkeel-battlesuit"] * 2))  # fmt: skip


def test_a_warlord_the_program_chose_never_blocks(library: Library, tmp_path: Path) -> None:
    async def journey(driver: Driver) -> None:
        for letters in ("fireblade", "shadowsun"):
            await driver.type(letters)
            await driver.press("enter")
        assert [unit.get("warlord", False) for unit in driver.session.data["units"]] == [
            False,
            True,
        ]
        said = driver.main.picker.query_one("#said").lines[0].left  # type: ignore[attr-defined]
        assert said == "+ Commander Shadowsun 100 → Characters · Warlord instead of Cadre Fireblade"
        assert driver.session.position.count_findings("error") == 0
        await driver.press("ctrl+z")
        assert [unit["warlord"] for unit in driver.session.data["units"]] == [True]

    drive(journey, library, tau(tmp_path))


def test_a_warlord_the_player_chose_is_asked_about(library: Library, tmp_path: Path) -> None:
    async def journey(driver: Driver) -> None:
        for letters in ("fireblade", "ethereal"):
            await driver.type(letters)
            await driver.press("enter")
        await driver.press("escape", "w", "a", *"shadowsun", "enter")
        assert titles(driver)[0].startswith("Add and make Commander Shadowsun the Warlord")
        await driver.press("enter")
        units = driver.session.data["units"]
        assert [(unit["datasheet"], unit.get("warlord", False)) for unit in units] == [
            ("cadre-fireblade", False),
            ("ethereal", False),
            ("commander-shadowsun", True),
        ]
        assert driver.session.position.count_findings("error") == 0
        await driver.press("ctrl+z")  # with what came with it, one step
        assert len(driver.session.data["units"]) == 2
        assert driver.session.data["units"][1]["warlord"] is True

    drive(journey, library, tau(tmp_path))


# --- 5: nothing without a word ---


def test_after_leave_it_the_query_is_typed_over(library: Library, tmp_path: Path) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("a", *"shadowsun", "enter")
        assert isinstance(driver.app.screen, Ask)
        await driver.press("escape")
        assert not driver.session.can_undo
        await driver.type("piranhas")
        assert driver.main.picker.input.value == "piranhas"

    drive(journey, library, tau(tmp_path, "commander-shadowsun"))


@pytest.mark.parametrize("where", ["home", "picker"])
def test_the_list_of_keys_is_everywhere(library: Library, tmp_path: Path, where: str) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("?")
        assert isinstance(driver.app.screen, Info)
        await driver.press("escape")
        assert not isinstance(driver.app.screen, Info)

    drive(journey, library, None if where == "home" else tau(tmp_path))


@pytest.mark.parametrize("where", ["home", "army", "picker"])
def test_control_c_says_how_to_quit(library: Library, tmp_path: Path, where: str) -> None:
    async def journey(driver: Driver) -> None:
        await driver.press("ctrl+c")
        await driver.see("Press ^Q to quit")
        assert driver.app.is_running

    file = (
        {"home": None, "army": tau(tmp_path, "breacher-team"), "picker": tau(tmp_path)}[where]
        if where != "home"
        else None
    )
    drive(journey, library, file, notices=True)


AOS = """\
system: age-of-sigmar-4e
faction: stormcast-eternals
points_limit: 2000
regiments:
  - hero: {unit: lord-vigilant-on-gryph-stalker, general: true}
    units:
      - {unit: liberators}
      - {unit: prosecutors}
"""


def test_plus_and_e_in_age_of_sigmar(library: Library, tmp_path: Path) -> None:
    async def journey(driver: Driver) -> None:
        tree = driver.main.army_tree
        tree.move_cursor_to(("regiments", 0, "units", 0))
        await driver.press("+")
        assert driver.session.data["regiments"][0]["units"][0] == {
            "unit": "liberators",
            "reinforced": True,
        }
        await driver.press("+")
        assert "limit" in _said(driver)
        await driver.press("-")
        assert driver.session.data["regiments"][0]["units"][0] == {"unit": "liberators"}
        await driver.press("r", "r", "r")
        assert driver.session.data["regiments"][0]["units"][0]["reinforced"] is True
        tree.move_cursor_to(("regiments", 0, "units", 1))
        await driver.press("J")  # out of the last regiment
        assert driver.session.data["auxiliary"] == [{"unit": "prosecutors"}]
        await driver.press("J")
        assert "any further" in _said(driver)
        await driver.press("K")
        assert driver.session.data["regiments"][0]["units"][1] == {"unit": "prosecutors"}
        tree.move_cursor_to(("regiments", 0, "hero"))
        await driver.press("+")
        assert "one size" in _said(driver)
        await driver.press("e", *"staunch", "enter")
        assert driver.session.data["regiments"][0]["hero"]["enhancements"] == ["staunch-defender"]

    drive(journey, library, roster(tmp_path, AOS), notices=True)


def _said(driver: Driver) -> str:
    return "\n".join(each.message for each in driver.app.notices)


# --- 8: the picker ---


@pytest.mark.parametrize(
    "game",
    [
        each
        for each in SYSTEMS
        if not each.startswith(("combat-patrol", "spearhead", "space-marine"))
    ],
)
def test_each_role_once(library: Library, tmp_path: Path, game: str) -> None:
    faction = "space-wolves" if game.startswith("warhammer") else "stormcast-eternals"

    async def journey(driver: Driver) -> None:
        heads = [line.left for line in driver.main.picker.rows.lines if line.look == "head"]
        assert len(heads) == len(set(heads)) > 1

    drive(journey, library, roster(tmp_path, f"system: {game}\nfaction: {faction}\n"))


def test_legends_are_hidden_for_good(library: Library, tmp_path: Path) -> None:
    file = roster(
        tmp_path,
        "system: age-of-sigmar-4e\nfaction: stormcast-eternals\npoints_limit: 2000\nregiments: []\n",
    )

    async def first(driver: Driver) -> None:
        await driver.press("a")
        offers = driver.main.picker.find_matches()
        assert any(offer.legends for offer in offers)
        await driver.press("ctrl+l")
        assert not any(offer.legends for offer in driver.main.picker.find_matches())

    async def second(driver: Driver) -> None:
        await driver.press("a")
        assert not any(offer.legends for offer in driver.main.picker.find_matches())

    drive(first, library, file)
    drive(second, library, file)


# --- what the picker tells ---


@pytest.mark.slow
def test_the_price_is_of_the_size_that_is_typed(library: Library, tmp_path: Path) -> None:
    async def journey(driver: Driver) -> None:
        prices = {}
        for size in ("10", "20"):
            for key in ("a", *f"kroot carnivores {size}"):
                await driver.press(key)
            await driver.tried()
            row = next(
                line for line in driver.main.picker.rows.lines if line.key == "kroot-carnivores"
            )
            prices[size] = int(row.right.split()[-1])
            await driver.press("escape")
        assert prices == {"10": 65, "20": 140}

    drive(journey, library, tau(tmp_path, "breacher-team"))


def test_after_each_addition_a_line_says_what_happened(library: Library, tmp_path: Path) -> None:
    async def journey(driver: Driver) -> None:
        tree = driver.main.army_tree
        tree.move_cursor_to(("regiments", 0, "hero"))
        await driver.press("a", *"annihilators", "enter")
        assert "+ Annihilators" in driver.text()
        assert "→ Regiment 1" in driver.text()
        row = next(line for line in driver.main.picker.rows.lines if line.key == "annihilators")
        assert "×1" in row.right

    drive(journey, library, roster(tmp_path, AOS))


def test_nothing_fits_any_more(library: Library, file: Path) -> None:
    """With nothing typed, fewer letters cannot find more."""
    file.write_bytes(
        file.read_bytes().replace(b"battle_size: strike-force", b"battle_size: incursion")
    )

    async def journey(driver: Driver) -> None:
        await driver.press("a", "ctrl+b")
        await driver.tried()
        assert "Nothing fits any more; press ^B to show everything." in driver.text()
        assert "fewer letters" not in driver.text()
        await driver.press("ctrl+b")
        assert "Nothing fits" not in driver.text()

    drive(journey, library, file, NARROW)
