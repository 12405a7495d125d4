"""The screen of a new list: game, faction, and what the game asks first.

Typing narrows the answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

import msgspec
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input

from listbuilder.games.common.editor import Field, Option
from listbuilder.games.registry import get_game, list_newest_first
from listbuilder.model.problem import Unreadable
from listbuilder.roster.effect import Effect
from listbuilder.tui.screens.dialogs import Answer, Ask
from listbuilder.tui.widgets.fields import format_label
from listbuilder.tui.widgets.filter import Filter
from listbuilder.tui.widgets.keybar import KeyBar
from listbuilder.tui.widgets.message_line import MessageLine
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.widgets.typing import Said
from listbuilder.workspace import folders
from listbuilder.workspace.draft import Draft

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder
    from listbuilder.tui.text import Words

GAME, FACTION = "game", "faction"


class NewListQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """One question of a new list.

    `answered`: what is chosen now.
    """

    key: str
    label: str
    answered: str = ""
    field: Field | None = None


class NewScreen(Ask):
    """The questions of a new list, one after the other, all in sight.

    Its answer is whether to begin; the answers to the questions are in the draft.
    """

    DEFAULT_CSS = """
    NewScreen { background: $surface; }
    NewScreen > Vertical {
        width: 100%; max-width: 100%; height: 100%; max-height: 100%; border: none; padding: 0;
    }
    NewScreen #questions { height: auto; max-height: 9; border: round $frame; }
    NewScreen Rows { border-title-color: $foreground; }
    NewScreen Rows#answers { height: 1fr; max-height: 100%; border: round $frame-focus; }
    NewScreen Rows#against { height: auto; max-height: 4; }
    NewScreen #about { height: auto; max-height: 3; padding: 0 1; color: $text-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,shift+tab", "back", show=False, priority=True),
        Binding("tab", "further", show=False, priority=True),
        Binding("ctrl+g", "begin", show=False),
    ]

    def __init__(self, draft: Draft) -> None:
        """Make the screen that asks the questions of a new list and writes the answers into
        `draft`.
        """
        super().__init__("", [])
        self.draft = draft
        self.place = 0
        self._options: dict[str, Option] = {}

    @property
    def builder(self) -> Builder:
        """Return the application."""
        return cast("Builder", self.app)

    @property
    def words(self) -> Words:
        """Return the messages in the current language: those of the chosen game, if one is
        chosen.
        """
        return self.builder.words.get_for_game(
            get_game(self.draft.game) if self.draft.game else None
        )

    def compose(self) -> ComposeResult:
        """Yield the widgets of the screen: questions, filter, answers and footer."""
        with Vertical():
            yield Rows(id="questions")
            yield Said("", id="about")
            yield Filter("#answers", id="filter")
            yield Rows(id="answers")
            yield Rows(id="against")
            yield MessageLine()
            yield KeyBar()

    def set_up_widgets(self) -> None:
        """Set up the widgets and ask the first question."""
        words = self.builder.words
        for rows in self.query(Rows):
            rows.can_focus = False
        self.query_one("#questions").border_title = words("action.new")
        self.set_focus(self.query_one(Filter))
        self._ask_question(0)

    # --- what is asked ---

    @property
    def questions(self) -> list[NewListQuestion]:
        """Return the questions known so far, each with its present answer.

        These are the game, the faction if the game has several, and what the game asks once these
        are chosen.
        """
        draft, words = self.draft, self.words
        name = self._format_game(draft.game) if draft.game else ""
        questions = [NewListQuestion(key=GAME, label=words("new.game"), answered=name)]
        if draft.asks_faction:
            names: dict[str, str] = {}
            if draft.faction:
                names = dict(get_game(draft.game).list_factions(draft.library))
            answered = words.translate_name(names.get(draft.faction or "", ""))
            questions.append(
                NewListQuestion(key=FACTION, label=words("new.faction"), answered=answered)
            )
        for field in draft.fields:
            answered = words.format_text(field.value)
            if field.value.key == "none":
                answered = words("new.not_chosen")
            label = format_label(field, words)
            questions.append(
                NewListQuestion(key=field.key, label=label, answered=answered, field=field)
            )
        return questions

    def _format_game(self, game: str) -> str:
        """Return the title of `game` with its edition, because two games have the same name."""
        book = get_game(game).load_rulebook(self.draft.library)
        return self.words.get_for_game(get_game(game)).format_game_title(book)

    def _make_game_answer(self, game: str) -> Answer:
        """Return the answer for `game`, with its international name beside its title if that
        differs.
        """
        left, name = self._format_game(game), get_game(game).load_rulebook(self.draft.library).name
        right = "" if name in left else name
        return Answer(
            key=game, left=left, right=right, words=(game, name), chosen=game == self.draft.game
        )

    def _ask_question(self, place: int) -> None:
        """Show the question number `place` with its answers, and empty the field for typing.

        The cursor goes to the chosen answer, or to one that corrects an error.
        """
        self.place = place
        questions = self.questions
        rows = self.query_one("#questions", Rows)
        lines = [
            Line(key=number, left=question.label, right=question.answered, indent=1)
            for number, question in enumerate(questions)
        ]
        rows.styles.height = min(len(lines), 7) + 2
        rows.show_lines(lines, place)
        self.answers = self._list_answers(questions[place])
        self.keeps_order = questions[place].key == GAME
        box = self.query_one("#answers", Rows)
        box.border_title = questions[place].label
        about = self._describe_question(questions[place])
        self.query_one("#about", Said).show_text(about)
        self.query_one("#about").display = bool(about)
        self._show_keys()
        entry = self.query_one(Filter)
        entry.placeholder = self.words("type_to_narrow")
        with self.prevent(Input.Changed):
            entry.value = ""
        cursor = self._choose_usual_answer(questions[place])
        self._show_answers("", cursor)
        if cursor is None:
            box.forget_cursor()
        self.call_after_refresh(lambda: box.move_cursor_to(box.cursor))

    def _show_keys(self) -> None:
        """Show the keys that work on the present question in the footer."""
        words = self.builder.words
        keys = [("answer", "⏎", words("new.next"))]
        if self.questions[self.place].field is not None:
            keys.append(("further", "Tab", words("new.later")))
        keys.append(("back", "Esc", words("new.back") if self.place else words("action.leave")))
        if self.draft.data is not None:
            keys.append(("begin", "^G", words("new.begin")))
        self.query_one(KeyBar).show_keys(keys)

    def _describe_question(self, question: NewListQuestion) -> str:
        """Return in a sentence or two what `question` is about; "" if it needs no explanation."""
        key = f"new.about.{question.key}"
        army = self.draft.position.army if self.draft.position is not None else None
        spent = army.count_detachment_points() if army is not None else None
        if spent is not None and self.words.has_message(f"{key}_points"):
            return self.words(f"{key}_points", spent=spent[0], limit=spent[1])
        return self.words(key) if self.words.has_message(key) else ""

    def _choose_usual_answer(self, question: NewListQuestion) -> str | None:
        """Return the key of the answer on which the cursor begins; None if no answer is usual.

        It is the chosen answer, or for game and faction that of the last new list. No answer is
        chosen just because it comes first.
        """
        usual = next((answer.key for answer in self.answers if answer.chosen), None)
        settings = folders.load_settings()
        if question.key == GAME:
            usual = usual or settings.last_game or self.answers[0].key  # the newest edition
        elif question.key == FACTION:
            usual = usual or settings.last_factions.get(self.draft.game)
        return usual if any(answer.key == usual for answer in self.answers) else None

    def _needs_answer(self, option: Option) -> bool:
        """Return whether the roster lacks something that the game asks for, and `option` gives it.

        `option`: one that isn't chosen yet.
        """
        assert self.draft.position is not None
        effect = self.draft.position.predict_effect(option.edit)
        return effect.allowed and _is_fix_for_question(option, effect)

    def _list_answers(self, question: NewListQuestion) -> list[Answer]:
        """Return the answers to `question`, and remember the option that each answer stands for.

        Options are remembered only for questions of the game's own, not for game and faction.
        """
        draft, words = self.draft, self.words
        if question.key == GAME:
            return [self._make_game_answer(game_id) for game_id in list_newest_first(draft.library)]
        if question.key == FACTION:
            editor = get_game(draft.game).make_editor(draft.library)
            answers = []
            for faction_id, name in words.sort_by_name(
                get_game(draft.game).list_factions(draft.library)
            ):
                found_by = editor.list_search_words(faction_id)
                right = words.translate_name(found_by[0]) if found_by else ""
                answers.append(
                    Answer(
                        key=faction_id,
                        left=words.name_with_english(name),
                        right=right,
                        words=(name, faction_id, *found_by),
                        chosen=faction_id == draft.faction,
                    )
                )
            return answers
        assert question.field is not None
        options = question.field.options()
        if any(not option.chosen and self._needs_answer(option) for option in options):
            # to have none of it is no answer where one is needed; Tab leaves the question open
            options = [option for option in options if option.label.key != "none"]
        self._options = {_make_key(number, option): option for number, option in enumerate(options)}
        return [self._make_option_answer(key, option) for key, option in self._options.items()]

    def _make_option_answer(self, key: str, option: Option) -> Answer:
        """Return `option` as an answer with the key `key` and the errors it would cause.

        It is marked as refused if it isn't allowed, unless it is chosen already.
        """
        draft, words = self.draft, self.words
        assert draft.position is not None
        effect = draft.position.predict_effect(option.edit) if option.edit.steps else None
        against = effect.against if effect else ()
        errors = [finding for finding in against if finding.severity == "error"]
        why = tuple(words.describe_finding(finding) for finding in errors)
        english = tuple(
            str(value) for value in option.label.args.values() if isinstance(value, str)
        )
        refused = effect is not None and not effect.allowed and not option.chosen
        left = words.format_text(option.label)
        return Answer(
            key=key, left=left, words=english, chosen=option.chosen, refused=refused, why=why
        )

    # --- what is answered ---

    def on_rows_highlighted(self, event: Rows.Highlighted) -> None:
        """Go to the question that was clicked, unless it is the present one."""
        if (
            event.rows.id == "questions"
            and isinstance(event.key, int)
            and event.key == event.rows.cursor != self.place
        ):
            self._go_to_question(event.key)

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        """Execute the action that was clicked in the footer."""
        {
            "answer": self.action_answer,
            "further": self.action_further,
            "back": self.action_back,
            "begin": self.action_begin,
        }[event.action]()

    def action_answer(self) -> None:
        """Take the answer under the cursor and go on to the next question.

        While the cursor is on no answer, a line says how to choose one.
        """
        rows = self.query_one("#answers", Rows)
        if not isinstance(rows.cursor, str) or rows.cursor not in rows.keys:
            if rows.keys:
                is_needed = self.questions[self.place].field is None
                self._show_warning(self.words("new.choose" if is_needed else "new.choose_later"))
        elif self._take_answer(rows.cursor):
            self._go_to_next_question()

    def _show_warning(self, text: str) -> None:
        """Show `text` as a warning below the answers."""
        self.query_one("#against", Rows).show_lines(
            [Line(left=text, mark="!", look="warn", wrap=True)]
        )

    def _take_answer(self, key: str) -> bool:
        """Answer the present question with `key` in the draft, and return whether that worked.

        If data can't be read, for example that of the date given for the whole run, the screen
        closes with a warning and False is returned.
        """
        question, draft = self.questions[self.place], self.draft
        try:
            if question.key == GAME:
                draft.choose_game(key)
            elif question.key == FACTION:
                draft.choose_faction(key)
            else:
                draft.choose_option(self._options[key])
        except Unreadable as error:
            self.builder.warn(self.words.describe_problem(error.problems[0]))
            self.dismiss(None)
            return False
        return True

    def _go_to_next_question(self) -> None:
        """Ask the next question that has more than one answer; without one, begin the list."""
        questions = self.questions
        for place in range(self.place + 1, len(questions)):
            field = questions[place].field
            if field is None or self.draft.has_choice(field):
                self._ask_question(place)
                return
        self.action_begin()

    def action_further(self) -> None:
        """Leave the present question unanswered: go to the next one, or begin after the last."""
        if self.place + 1 < len(self.questions):
            self._go_to_question(self.place + 1)
        else:
            self.action_begin()

    def _go_to_question(self, place: int) -> None:
        """Ask the question number `place`; do nothing if there are not so many.

        The faction can't be asked before a game is chosen; a line says so instead.
        """
        questions = self.questions
        if place >= len(questions):
            return
        # only a game has factions
        if questions[place].key != FACTION or self.draft.game:
            self._ask_question(place)
            return
        self.query_one("#questions", Rows).move_cursor_to(self.place)
        self._show_warning(self.words("new.game_first"))

    def action_back(self) -> None:
        """Go to the question before, or leave the screen at the first one."""
        if self.place:
            self._ask_question(self.place - 1)
        else:
            self.dismiss(None)

    def action_begin(self) -> None:
        """Close the screen and begin the list; show what is missing if not enough is chosen yet.

        Questions that were not asked have their usual answers. Game and faction are remembered.
        """
        if self.draft.data is not None:
            game, faction = self.draft.game, self.draft.faction
            factions = folders.load_settings().last_factions
            if faction:
                factions = {**factions, game: faction}
            folders.change_settings(last_game=game, last_factions=factions)
            self.dismiss("begin")
        else:
            self.builder.warn(self.words("new.needs"))


def _is_fix_for_question(option: Option, effect: Effect) -> bool:
    """Return whether `option` corrects an error in the part of the roster that it changes.

    `effect`: what choosing it would do to the roster.
    """
    places = {step.path[:1] for step in option.edit.steps}
    return any(finding.path[:1] in places for finding in effect.cured)


def _make_key(number: int, option: Option) -> str:
    """Return the text that `option` writes into the roster, or `number` as text if that is no
    text.
    """
    value = option.edit.steps[-1].value if option.edit.steps else None
    return value if isinstance(value, str) else str(number)
