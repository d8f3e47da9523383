"""Results as they are typed: words in the order of the boards, or each after its board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from desk.answers.status import next_step
from desk.terminal.answers import RESULT, by_one_player
from desk.terminal.misuse import Misuse
from ledger.messages import Blank, do, message
from ledger.text_files import quoted

if TYPE_CHECKING:
    from ledger.messages import Sentence
    from ledger.state.book import Book


class TypedResult(NamedTuple):
    """A typed result, with its line in a file (None: on the command line)."""

    line: int | None
    board: str
    result: str


def at_line(line: int | None, what: Sentence) -> Sentence:
    """Return what is wrong, with its line in a file if it has one."""
    return message("terminal.at-line", line=line, what=what) if line else what


def in_order(book: Book, number: int, lines: Sequence[Sequence[str]]) -> list[TypedResult]:
    """Return results alone, typed on lines, with the boards they are for.

    They belong to the boards without a result, in order, when their numbers agree. Two of them on
    one line may be a board and its result instead, 1 and another: so it is where the second is
    written out, or where there are not two such boards. An ambiguous input is refused.
    """
    typed = [word for words in lines for word in words]
    rounds = book.state.rounds
    boards = [board for board, _ in rounds[number - 1].open_games] if _is(number, rounds) else []
    if len(typed) == 2 and len(lines) == 1 and typed[0] == "1" and typed[1] not in OPEN:
        if len(boards) == 2 and not is_written_out(typed[1]):
            raise Misuse(_read_twice(typed, boards))
        return [TypedResult(None, *typed)]
    if not _is(number, rounds):
        return [TypedResult(None, "1", typed[0])]
    if len(typed) == len(boards):
        pairs = zip(boards, typed, strict=True)
        return [TypedResult(None, str(board), word) for board, word in pairs if word not in OPEN]
    if not boards:
        raise Misuse(_no_open_boards(book, number, typed))
    raise Misuse(message("terminal.not-all-boards", n=len(typed), boards=tuple(boards)))


def is_written_out(word: str) -> bool:
    """Tell whether a word has the result of both players, as 1-0 does."""
    return RESULT.code_of(word) is not None and not by_one_player(word)


def _is(number: int, rounds: Sequence[object]) -> bool:
    """Return whether a round is published."""
    return 1 <= number <= len(rounds)


def _no_open_boards(book: Book, number: int, typed: Sequence[str]) -> Sentence:
    """Return that a round has all its results, how it goes on, and how one is put right."""
    code = RESULT.code_of(typed[0]) if len(typed) == 1 else None
    board = Blank("BOARD") if len(book.state.rounds[number - 1].games) > 1 else 1
    correct = do("correct-result", round=number, board=board, result=code or Blank("RESULT"))
    return message(
        "terminal.no-open-boards",
        n=len(typed),
        round=number,
        step=next_step(book),
        correct=correct,
    )


def _read_twice(typed: Sequence[str], boards: Sequence[int]) -> Sentence:
    first, second = (RESULT.shown(RESULT.code_of(word) or word) for word in typed)
    pairs = message("terminal.as-pairs", board=1, result=second)
    order = message("terminal.as-order", boards=tuple(boards), results=(first, second))
    return message("terminal.read-twice", pairs=pairs, order=order)


def pairs_in(text: str) -> list[TypedResult]:
    """Return the results of a text with BOARD RESULT on each line."""
    rows = []
    for number, line, bare in lines_of(text):
        words = bare.rsplit(maxsplit=1)
        if len(words) < 2:
            wrong = quoted(line.strip())
            raise Misuse(message("terminal.line-wrong", line=number, text=wrong))
        rows.append(TypedResult(number, *words))
    return rows


def lines_of(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield number, line, and content without comments and separators, if there is any."""
    for number, line in enumerate(text.split("\n"), 1):
        if bare := line.split("#")[0].replace(";", " ").replace(",", " ").strip():
            yield number, line, bare


OPEN = ("-", ".")
"""Words in a pipe for a board that stays open."""
