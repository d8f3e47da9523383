"""The boards of a round and the results that are typed for them, before any of it is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeAlias

from desk.terminal.answers import CAUSE, RESULT, SIDE, plain
from desk.terminal.words import words
from ledger.messages import Blank, Sentence, do, message

if TYPE_CHECKING:
    from ledger.state.book import Book

Ending: TypeAlias = Literal["save", "drop", "nothing"]
DefaultQuestion: TypeAlias = Literal["who", "white", "black"]
"""What is still to be typed of a default: who was absent, why white was, why black was."""


class Typed(NamedTuple):
    """A result that was typed: its code, and the fields of the command that records it."""

    code: str
    fields: tuple[tuple[str, str], ...]

    @property
    def shown(self) -> str:
        """Return it as its reader writes it."""
        return shown_result(self.code)


def shown_result(code: str) -> str:
    """Return a result, or that a game was adjourned, as its reader writes it."""
    return words(message("results.adjourned") if code == "adjourned" else code)


_SIDES = ("white", "black", "both")
_CAUSES = CAUSE.codes
_DRAW = ("d", "r")
_ADJOURNED = "a"
_DEFAULT = "f"


def _letters(codes: Sequence[str]) -> dict[str, str]:
    """Return the key of each of a few values in the language of the reader, key first."""
    return {words(message(f"results.letter.{code.replace(' ', '-')}")): code for code in codes}


def choices(question: DefaultQuestion) -> str:
    """Return the keys that answer a question, with what each of them means."""
    kind, codes = (SIDE, _SIDES) if question == "who" else (CAUSE, _CAUSES)
    return ", ".join(f"{key} {kind.shown(code)}" for key, code in _letters(codes).items())


def question_of(question: DefaultQuestion) -> Sentence:
    """Return what is asked of a default, in words."""
    match question:
        case "who":
            return message("terminal.who-was-not-there")
        case "white":
            return message("terminal.why-was-white")
        case "black":
            return message("terminal.why-was-black")


def read(text: str) -> Typed | DefaultQuestion | None:
    """Return what keys, or a written result, stand for; a question where more is to be typed.

    A default is f, who was absent, and why: in English fwl, or f2le where both were. None: it
    means nothing, or is a default that is written as a result.
    """
    text = plain(text)
    if text == _ADJOURNED:
        return Typed("adjourned", (("command", "adjourn"),))
    code = "1/2-1/2" if text in _DRAW else RESULT.code_of(text)
    if code is not None:
        result = (("command", "result"), ("result", code))
        return None if code.endswith("R") else Typed(code, result)
    if text[:1] != _DEFAULT:
        return None
    if text == _DEFAULT:
        return "who"
    return _default(_letters(_SIDES).get(text[1]), text[2:])


def _default(side: str | None, keys: str) -> Typed | DefaultQuestion | None:
    if side is None:
        return None
    absent: list[Literal["white", "black"]] = (
        ["white", "black"] if side == "both" else ["white" if side == "white" else "black"]
    )
    causes = [_letters(_CAUSES).get(key) for key in keys]
    if None in causes or len(causes) > len(absent):
        return None
    if len(causes) < len(absent):
        return absent[len(causes)]
    code = {"white": "0-1R", "black": "1-0R", "both": "0-0R"}[side]
    why = tuple((who, str(cause)) for who, cause in zip(absent, causes, strict=True))
    return Typed(code, (("command", "forfeit"), *why))


class TypedBoard(NamedTuple):
    """A board of a round as it stands in the ledger.

    `pair` is who play, which stays the same when others exchange boards. `reference` names the game
    in a command. `code` is its result, "adjourned", or None.
    """

    number: int
    pair: tuple[int, int]
    reference: str
    called: str
    code: str | None

    @property
    def decided(self) -> bool:
        """Tell whether it has a result."""
        return self.code not in (None, "adjourned")


def boards_of(book: Book, number: int) -> list[TypedBoard]:
    """Return the boards of a published round."""
    label = book.state.label
    return [
        TypedBoard(
            at,
            (game.white, game.black),
            f"{label(game.white)}-{label(game.black)}",
            words(book.called_both(game)),
            "adjourned" if game.adjourned and not game.outcome else game.outcome,
        )
        for at, game in enumerate(book.state.rounds[number - 1].games, 1)
    ]


@dataclass(slots=True)
class ResultSheet:
    """The boards of a round, what is typed for them, and the board that is typed for now.

    `at` is its place among boards; one further is the end, where is asked whether to save. `keys`
    are those of a default so far, `said` is the effect of the last key, `ending` is how typing
    ended. `left` is the place from which the end was reached, where Backspace leads back to.
    """

    round: int
    boards: Sequence[TypedBoard]
    typed: dict[tuple[int, int], Typed] = field(default_factory=dict)
    at: int = 0
    keys: str = ""
    said: Sequence[Sentence] = ()
    ending: Ending | None = None
    left: int | None = None

    at_once: ClassVar[bool] = False
    """Whether each result is recorded as it is typed, so that one can be typed again."""

    def __post_init__(self) -> None:
        """Begin at the first board that is open, or else adjourned; others can be looked at."""
        undecided = (at for at, board in enumerate(self.boards) if not board.decided)
        self.at = self._next_open(-1) if self.waiting else next(undecided, 0)

    @property
    def at_end(self) -> bool:
        """Tell whether the question is whether to save."""
        return self.at >= len(self.boards)

    @property
    def waiting(self) -> list[TypedBoard]:
        """Return the boards that are open and have nothing typed."""
        return [each for each in self.boards if self._waits(each)]

    def _waits(self, board: TypedBoard) -> bool:
        return board.code is None and board.pair not in self.typed

    @property
    def to_record(self) -> list[tuple[TypedBoard, Typed]]:
        """Return what is to be recorded, in board order."""
        return [
            (board, self.typed[board.pair])
            for board in self.boards
            if board.pair in self.typed and not board.decided
        ]

    def commands(self) -> list[dict[str, Any]]:
        """Return the fields of the commands that record what is typed.

        A game is named by its players: its board may have become that of others.
        """
        return [
            {**dict(typed.fields), "round": self.round, "board": board.reference}
            for board, typed in self.to_record
        ]

    @property
    def question(self) -> DefaultQuestion | None:
        """Return what is asked of a default, None where nothing is."""
        meant = read(self.keys) if self.keys else None
        return None if isinstance(meant, Typed) else meant

    def asked_at_end(self, in_words: bool = False) -> Sentence:
        """Return what is asked at the end, and the keys that answer; `in_words`: typed on a line."""
        ending = "-in-words" if in_words else ""
        n = len(self.to_record)
        return (
            message(f"results.save{ending}", n=n)
            if n
            else message(f"results.nothing-typed{ending}")
        )

    def keys_told(self, in_words: bool = False) -> Sentence:
        """Return the keys that can be pressed; `in_words`: typed on a line."""
        return message("results.words" if in_words else "results.keys")

    def again(self, boards: Sequence[TypedBoard], said: Sequence[Sentence]) -> ResultSheet:
        """Return the sheet with what is typed, on the boards of now, after a refusal.

        It begins at a board that has a result by now, or at the end.
        """
        sheet = ResultSheet(self.round, boards, self.typed, said=said)
        stands = (at for at, each in enumerate(boards) if each.decided and each.pair in self.typed)
        sheet.at = next(stands, len(boards))
        return sheet

    def press(self, key: str) -> None:
        """Take a key by its name in `desk.terminal.key_screen`."""
        before = self.at
        self._take(key)
        self._ended_from(before)

    def _ended_from(self, before: int) -> None:
        """Remember the place from which the end was reached, where it was."""
        if before < len(self.boards) <= self.at:
            self.left = before

    def _take(self, key: str) -> None:
        self.said = ()
        if self.at_end:
            self._answer(key)
        elif self.keys and key in ("escape", "backspace", "up", "q"):
            self.keys = ""
        elif self.keys:
            self._type(self.keys + key)
        elif key in ("up", "backspace"):
            self.at = max(self.at - 1, 0)
        elif key == "down":
            self.at += 1
        elif key in ("enter", "space"):
            self.at = self._next_undecided()
        elif key in ("escape", "q"):
            self._leave()
        elif key in ("x", "delete"):
            self.typed.pop(self.boards[self.at].pair, None)
        elif key:
            self._type(key)

    def type(self, text: str) -> None:
        """Take what was typed on a line: a key, the keys of a default, or a written result."""
        self.said = ()
        names = {"": "enter", "<": "backspace", ">": "enter", "-": "enter", ".": "enter"}
        if text in names or len(text) == 1 or self.at_end:
            self.press(names.get(text, text.casefold()))
        elif self.keys:
            for key in text.casefold():
                self.press(key)
        else:
            before = self.at
            self._type(text)
            self._ended_from(before)

    def _answer(self, key: str) -> None:
        if key in ("up", "backspace", "escape"):
            self.at = self._back()
        elif not self.to_record:
            self.ending = "nothing" if key in ("enter", "q") else None
        elif key == "enter":
            self.ending = "save"
        elif key == "n":
            self.ending = "drop"

    def _back(self) -> int:
        """Return the place to go back to from the end: where one was, or what was typed last."""
        last = len(self.boards) - 1
        if self.left is not None:
            return self.left
        typed = (at for at in range(last, -1, -1) if self.boards[at].pair in self.typed)
        return next(typed, last)

    def _leave(self) -> None:
        if self.to_record:
            self.at = len(self.boards)
        else:
            self.ending = "nothing"

    def _next_open(self, after: int) -> int:
        """Return the place of the next board that waits, the end where none does."""
        places = range(after + 1, len(self.boards))
        return next((at for at in places if self._waits(self.boards[at])), len(self.boards))

    def _next_undecided(self) -> int:
        places = range(self.at + 1, len(self.boards))
        return next((at for at in places if not self.boards[at].decided), len(self.boards))

    def stands(self, board: TypedBoard) -> Sentence:
        """Return that a board has its result, and how it is corrected."""
        step = do("correct-result", round=self.round, board=board.number, result=Blank("RESULT"))
        result = shown_result(str(board.code))
        return message("results.stands", board=board.number, result=result, step=step)

    def _type(self, keys: str) -> None:
        board = self.boards[self.at]
        meant = read(keys)
        if board.decided and not self.at_once:
            self.said = (self.stands(board),)
        elif meant is None:
            self.said = (message("results.no-key", key=keys[-1] if self.keys else keys),)
        elif not isinstance(meant, Typed):
            self.keys = keys
        elif meant.code == board.code:
            self.keys = ""
            if board.decided:  # as it stands
                self.at = self._next_open(self.at)
            else:
                self.said = (message("results.adjourned-already", board=board.number),)
        else:
            self.keys = ""
            self.typed[board.pair] = meant
            self.at = self._next_open(self.at)
