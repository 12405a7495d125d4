"""A new list on one screen: game, faction, and what the game asks first. What is typed narrows the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

import msgspec
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input

from listbuilder.edit.draft import Draft
from listbuilder.games.catalog import SYSTEMS, system
from listbuilder.games.shared.choices import Field, Option
from listbuilder.law.effect import Effect
from listbuilder.model.problem import Unreadable
from listbuilder.tui.screens.ask import Answer, Ask
from listbuilder.tui.widgets.fields import field_label
from listbuilder.tui.widgets.filter import Filter
from listbuilder.tui.widgets.keybar import KeyBar
from listbuilder.tui.widgets.rows import Line, Rows

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder
    from listbuilder.tui.words import Words

GAME, FACTION = "game", "faction"


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """`answered`: what is chosen now."""

    key: str
    label: str
    answered: str = ""
    field: Field | None = None


class NewScreen(Ask):
    """One question after the other, all in sight. The answer is whether to begin; what was answered is in the draft."""

    DEFAULT_CSS = """
    NewScreen { background: $surface; }
    NewScreen > Vertical { width: 100%; max-width: 100%; height: 100%; max-height: 100%; border: none; padding: 0; }
    NewScreen #questions { height: auto; max-height: 9; border: round $foreground 30%; }
    NewScreen Rows#answers { height: 1fr; max-height: 100%; border: round $primary; }
    NewScreen Rows#against { height: auto; max-height: 4; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,shift+tab", "back", show=False, priority=True),
        Binding("tab", "further", show=False, priority=True),
        Binding("ctrl+g", "begin", show=False),
    ]

    def __init__(self, draft: Draft) -> None:
        super().__init__("", [])
        self.draft = draft
        self.place = 0
        self._options: dict[str, Option] = {}

    @property
    def builder(self) -> Builder:
        return cast("Builder", self.app)

    @property
    def words(self) -> Words:
        return self.builder.words.of(system(self.draft.game) if self.draft.game else None)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Rows(id="questions")
            yield Filter("#answers", id="filter")
            yield Rows(id="answers")
            yield Rows(id="against")
            yield KeyBar()

    def begin(self) -> None:
        words = self.builder.words
        for rows in self.query(Rows):
            rows.can_focus = False
        self.query_one("#questions").border_title = words("action.new")
        keys = [("answer", "⏎", "new.next"), ("back", "Esc", "new.back"), ("begin", "^G", "new.begin")]
        self.query_one(KeyBar).show([(action, key, words(text)) for action, key, text in keys])
        self.set_focus(self.query_one(Filter))
        self._ask(0)

    # --- what is asked ---

    @property
    def questions(self) -> list[Question]:
        draft, words = self.draft, self.words
        name = self._game(draft.game) if draft.game else ""
        found = [Question(key=GAME, label=words("new.game"), answered=name)]
        if draft.asks_faction:
            names = dict(system(draft.game).factions(draft.library)) if draft.faction else {}
            answered = words.name(names.get(draft.faction or "", ""))
            found.append(Question(key=FACTION, label=words("new.faction"), answered=answered))
        for field in draft.fields:
            found.append(Question(key=field.key, label=field_label(field, words), answered=words.text(field.value), field=field))
        return found

    def _game(self, game: str) -> str:
        """With the edition, for there are two of one name."""
        book = system(game).book(self.draft.library)
        return self.words.of(system(game)).game_title(book)

    def _answer_game(self, game: str) -> Answer:
        """In the reader's language, and beside it as it is called everywhere, where that is another name."""
        left, name = self._game(game), system(game).book(self.draft.library).name
        right = "" if name in left else name
        return Answer(key=game, left=left, right=right, words=(game, name), chosen=game == self.draft.game)

    def _ask(self, place: int) -> None:
        self.place = place
        questions = self.questions
        rows = self.query_one("#questions", Rows)
        lines = [Line(key=number, left=each.label, right=each.answered, indent=1) for number, each in enumerate(questions)]
        rows.styles.height = min(len(lines), 7) + 2
        rows.show(lines, place)
        self.answers = self._answers(questions[place])
        box = self.query_one("#answers", Rows)
        box.border_title = questions[place].label
        entry = self.query_one(Filter)
        entry.placeholder = self.words("type_to_narrow")
        with self.prevent(Input.Changed):
            entry.value = ""
        self._fill("", self._usual(questions[place]))
        self.call_after_refresh(lambda: box.move_to(box.cursor))

    def _usual(self, question: Question) -> str | None:
        """What is chosen; or the first that mends something, where what is chosen cannot stay."""
        position = self.draft.position
        chosen = next((answer.key for answer in self.answers if answer.chosen), None)
        if question.field is None or position is None:
            return chosen
        effects = ((key, each, position.what_if(each.edit)) for key, each in self._options.items() if not each.chosen)
        return next((key for key, option, effect in effects if effect.allowed and _mends(option, effect)), chosen)

    def _answers(self, question: Question) -> list[Answer]:
        draft, words = self.draft, self.words
        if question.key == GAME:
            return [self._answer_game(each) for each in SYSTEMS]
        if question.key == FACTION:
            editor = system(draft.game).editor(draft.library)
            found = []
            for each, name in words.in_order(system(draft.game).factions(draft.library)):
                other = editor.found_by(each)
                right = words.name(other[0]) if other else ""
                found.append(
                    Answer(
                        key=each, left=words.beside(name), right=right, words=(name, each, *other), chosen=each == draft.faction
                    )
                )
            return found
        assert question.field is not None
        self._options = {_key(number, option): option for number, option in enumerate(question.field.options())}
        return [self._answer(key, option) for key, option in self._options.items()]

    def _answer(self, key: str, option: Option) -> Answer:
        draft, words = self.draft, self.words
        assert draft.position is not None
        effect = draft.position.what_if(option.edit) if option.edit.steps else None
        why = tuple(words.finding(each) for each in effect.against if each.severity == "error") if effect else ()
        english = tuple(str(value) for value in option.label.args.values() if isinstance(value, str))
        refused = effect is not None and not effect.allowed and not option.chosen
        left = words.text(option.label)
        return Answer(key=key, left=left, words=english, chosen=option.chosen, refused=refused, why=why)

    # --- what is answered ---

    def on_rows_highlighted(self, event: Rows.Highlighted) -> None:
        if event.rows.id == "questions" and isinstance(event.key, int) and event.key == event.rows.cursor != self.place:
            self._go_to(event.key)

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        {"answer": self.action_answer, "back": self.action_back, "begin": self.action_begin}[event.action]()

    def action_answer(self) -> None:
        rows = self.query_one("#answers", Rows)
        if isinstance(rows.cursor, str) and rows.cursor in rows.keys and self._take(rows.cursor):
            self._go_on()

    def _take(self, key: str) -> bool:
        question, draft = self.questions[self.place], self.draft
        try:
            if question.key == GAME:
                draft.take_game(key)
            elif question.key == FACTION:
                draft.take_faction(key)
            else:
                draft.take(self._options[key])
        except Unreadable as error:
            self.builder.warn(self.words.problem(error.problems[0]))  # of the day that the whole run is of
            self.dismiss(None)
            return False
        return True

    def _go_on(self) -> None:
        """To the next question that has more than one answer; behind the last the list begins."""
        questions = self.questions
        for place in range(self.place + 1, len(questions)):
            field = questions[place].field
            if field is None or self.draft.open(field):
                self._ask(place)
                return
        self.action_begin()

    def action_further(self) -> None:
        """Go to the next question without answering this one."""
        self._go_to(self.place + 1)

    def _go_to(self, place: int) -> None:
        """Ask this question, or say that it has no answers yet. Do nothing if there is no such question."""
        questions = self.questions
        if place >= len(questions):
            return
        if self._is_open(questions[place]):
            self._ask(place)
            return
        self.query_one("#questions", Rows).move_to(self.place)
        self.query_one("#against", Rows).show([Line(left=self.words("new.game_first"), mark="!", look="warn", wrap=True)])

    def _is_open(self, question: Question) -> bool:
        """Return whether the answers to a question are known: only a game has factions."""
        return question.key != FACTION or bool(self.draft.game)

    def action_back(self) -> None:
        if self.place:
            self._ask(self.place - 1)
        else:
            self.dismiss(None)

    def action_begin(self) -> None:
        """With the usual answers to what was not asked yet."""
        if self.draft.data is not None:
            self.dismiss("begin")
        else:
            self.builder.warn(self.words("new.needs"))


def _mends(option: Option, effect: Effect) -> bool:
    """Something that is wrong with this very question."""
    places = {step.path[:1] for step in option.edit.steps}
    return any(finding.path[:1] in places for finding in effect.cured)


def _key(number: int, option: Option) -> str:
    """The id that the roster would name, where it is one."""
    value = option.edit.steps[-1].value if option.edit.steps else None
    return value if isinstance(value, str) else str(number)
