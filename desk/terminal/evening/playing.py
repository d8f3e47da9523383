"""Results of an evening: a key a board, each of them a fact at once; what others record appears."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from desk.handlers.disputes import to_take_back
from desk.outcomes import Written
from desk.terminal.entry import ResultSheet, Typed, TypedBoard, boards_of, shown_result
from desk.terminal.entry_screen import screen, type_by_lines
from desk.terminal.evening.evening import Evening
from desk.terminal.evening.season import GameBeside
from desk.terminal.key_screen import has_screen, on_screen
from desk.terminal.output import say
from desk.terminal.unsaved import keep_unsaved
from desk.terminal.words import words
from ledger.errors import StoreError
from ledger.facts.stamps import Recorded
from ledger.messages import Sentence, message, run_on
from ledger.refusals import Refusal, lines_of_all
from ledger.state.book import Book
from ledger.state.tournament import Game

PlayedOut: TypeAlias = Literal["done", "later"] | GameBeside
"""How typing ended: every game has its result, for later, or with a game beside the boards."""


@dataclass(slots=True)
class EveningSheet(ResultSheet):
    """The boards of a round whose results are recorded as they are typed.

    A result that is typed again is a slip of the hand: what was recorded is taken back. `besides`
    are the games beside the boards that can be recorded, as the rulebook of a season has them.
    """

    besides: Sequence[GameBeside] = ()
    takes_back: bool = False
    asked: PlayedOut | None = None
    letters: dict[str, str] = field(default_factory=dict)

    at_once = True

    def __post_init__(self) -> None:
        """Begin at the first board that is open, or at the end."""
        names = ("undo", *self.besides)
        self.letters = {words(message(f"tonight.letter.{name}")): name for name in names}
        self.at = self._next_open(-1)

    @property
    def to_record(self) -> list[tuple[TypedBoard, Typed]]:
        """Return what was typed and is not recorded yet, in board order."""
        return [(each, self.typed[each.pair]) for each in self.boards if each.pair in self.typed]

    def _take(self, key: str) -> None:
        name = None if self.keys else self.letters.get(key)
        if name == "undo":
            self.takes_back = True
        elif name is not None:
            self.asked = "external" if name == "external" else "catch-up"
            self.ending = "nothing"
        else:
            ResultSheet._take(self, key)

    def asked_at_end(self, in_words: bool = False) -> Sentence:
        """Return the question whether to close the round, or that boards are still open."""
        key = "tonight.still-open" if self.waiting or self.to_record else "tonight.close"
        return message(f"{key}-in-words" if in_words else key, round=self.round)

    def keys_told(self, in_words: bool = False) -> Sentence:
        """Return the keys, those of a season among them."""
        keys = message("tonight.words" if in_words else "tonight.keys")
        return run_on(
            keys, *(message(f"tonight.key.{name}") for name in self.besides), between="   "
        )

    def _answer(self, key: str) -> None:
        if key in ("up", "backspace", "escape"):
            self.at = self._back()
        elif key == "q":
            self._leave()
        elif key == "enter" and not self.waiting:
            self.ending = "save"

    def _leave(self) -> None:
        self.ending = "nothing"


def play(evening: Evening, number: int, besides: Sequence[GameBeside]) -> PlayedOut:
    """Let results of a round be typed until all are there, or somebody leaves."""
    book = evening.book()
    sheet = EveningSheet(number, boards_of(book, number), besides=besides)
    hand = _Hand(evening, sheet, book)
    try:
        if has_screen():
            on_screen(lambda wide, high: screen(sheet, wide, high), hand.press, look=hand.look)
        else:
            type_by_lines(sheet, hand.record)
    finally:
        hand.tell()
        keep_unsaved(evening.session.desk().place, evening.session.tournament, sheet)
    return sheet.asked or ("done" if sheet.ending == "save" else "later")


class _Hand:
    """Records what is typed on a sheet, and keeps its boards as they stand in the ledger."""

    def __init__(self, evening: Evening, sheet: EveningSheet, book: Book) -> None:
        self.evening = evening
        self.sheet = sheet
        self.book = book
        self.mine: list[int] = []
        self.first = book.state.position
        self.written: list[Recorded] = []
        self.commands: list[dict[str, Any]] = []
        self.told: set[int] = set()
        self.failed = False

    def press(self, key: str) -> bool:
        """Take a key, record what it says, and tell whether it was the last."""
        self.sheet.press(key)
        self.record()
        return self.sheet.ending is not None

    def record(self) -> None:
        """Record what is typed, a board at a time; what is refused is said, and cleared."""
        if self.sheet.takes_back:
            self.sheet.takes_back = False
            self._take_back()
        for board, typed in self.sheet.to_record:
            (_, verb), *fields = typed.fields
            at = {"command": verb, "round": self.sheet.round, "board": board.reference}
            data = at | dict(fields)
            if board.decided and not self._slips(board):
                break
            if not self._carry_out(board, data):
                break

    def look(self) -> None:
        """Take in what others recorded; try again what could not be recorded."""
        if self.sheet.to_record:
            self.record()
        else:
            self._read()

    def tell(self) -> None:
        """Say what was recorded, as the program says it of each command."""
        self.evening.show(*self.commands)
        places = [recorded.stamp.position for recorded in self.written]
        if len(places) == 1:
            say(message("tonight.recorded-one", position=places[0]))
        elif places:
            say(message("tonight.recorded", n=len(places), first=places[0], last=places[-1]))

    def _slips(self, board: TypedBoard) -> bool:
        """Take a result back that is typed again; tell how it is corrected where that is too late.

        One that another recorded since this began is told first, and takes the key once more.
        """
        fact = self._round_games()[board.number - 1].set_by
        of_another = fact > self.first and fact not in {at.stamp.position for at in self.written}
        if of_another and fact not in self.told:
            self.told.add(fact)
            self.sheet.typed.pop(board.pair, None)
            self.sheet.at = self.sheet.boards.index(board)
            result = shown_result(str(board.code))
            self.sheet.said = (message("tonight.meanwhile", board=board.number, result=result),)
            return False
        together = to_take_back(self.book, fact)
        if isinstance(together, Refusal) or len(together) > 1:
            self.sheet.typed.pop(board.pair, None)
            self.sheet.said = (self.sheet.stands(board),)
            return False
        return self._carry_out(board, {"command": "undo", "fact": fact})

    def _take_back(self) -> None:
        decided = [each.set_by for each in self._round_games() if each.outcome or each.adjourned]
        last = self.mine[-1] if self.mine else max(decided, default=None)
        if last is None:
            self.sheet.said = (message("tonight.nothing-to-undo"),)
            return
        at = next((at for at, game in enumerate(self._round_games()) if game.set_by == last), None)
        board = None if at is None else self.sheet.boards[at]
        if self._carry_out(board, {"command": "undo", "fact": last}) and at is not None:
            self.sheet.at = at

    def _carry_out(self, board: TypedBoard | None, command: dict[str, Any]) -> bool:
        try:
            outcome = self.evening.attempt(command)
        except StoreError as error:  # what was typed stays, and is tried again
            self._fails(error)
            return False
        self._works()
        if not isinstance(outcome, Written):
            self.sheet.said = lines_of_all(outcome)
            if board is not None:
                self.sheet.typed.pop(board.pair, None)
            self._read()
            return False
        self.commands.append(command)
        self.written += outcome.facts
        if command["command"] == "undo":
            self.mine = [at for at in self.mine if at != command["fact"]]
        else:
            self.mine.append(outcome.facts[-1].stamp.position)
            assert board is not None, "a result is of a board"
            self.sheet.typed.pop(board.pair, None)
        self._take_in(outcome.book)
        return True

    def _read(self) -> None:
        try:
            book = self.evening.session.desk().read(self.evening.session.tournament)
        except StoreError as error:
            self._fails(error)
            return
        self._works()
        if isinstance(book, Book) and book.state.position != self.book.state.position:
            self._take_in(book)

    def _fails(self, error: StoreError) -> None:
        """Say what is wrong with the ledger, until it is no longer so."""
        self.sheet.said = lines_of_all((error.refusal,))
        self.failed = True

    def _works(self) -> None:
        if self.failed:
            self.sheet.said = ()
            self.failed = False

    def _take_in(self, book: Book) -> None:
        self.book = book
        self.sheet.boards = boards_of(book, self.sheet.round)
        if not self.sheet.waiting:
            self.sheet.at = len(self.sheet.boards)

    def _round_games(self) -> Sequence[Game]:
        return self.book.state.rounds[self.sheet.round - 1].games
