"""The draft of the next round, and what a person does with it: publish, ask why, exchange two players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, Literal, NamedTuple

from desk.answers.draft import draft_view
from desk.answers.draft_sheet import (
    DraftDifference,
    Swap,
    board_text,
    draft_changed,
    draft_differences,
    draft_sheet,
    publishing,
    two_players,
)
from desk.answers.pairing_cache import DraftAndQuestion, draft_of
from desk.answers.tonight import tonight
from desk.answers.why import Explanation, finder, why
from desk.commands.decision import WarnLevel
from desk.terminal.evening import asking
from desk.terminal.evening.evening import Evening
from desk.terminal.output import say, say_refusals
from desk.terminal.tables import put_text, show
from desk.terminal.words import words
from ledger.messages import commands_of, message
from ledger.state.book import Book


class Drafted(NamedTuple):
    """What came of a draft: it is published, somebody else is absent, or it is left for later.

    `shown` is the draft that was shown, where another follows.
    """

    outcome: Literal["published", "done-by-another", "absent", "later"]
    shown: DraftAndQuestion | None = None


_KEYS: Final = ("publish", "why", "swap", "absent", "later")


def ask_to_publish(evening: Evening, number: int, then: DraftAndQuestion | None) -> Drafted:
    """Show the draft of a round and do what is typed, until it is published or left.

    `then` is the draft that was shown before somebody was absent, None: none was.
    """
    by_hand: list[tuple[Swap, str]] = []
    try:
        return _asked(evening, number, then, by_hand)
    finally:
        _drop(by_hand)


def _asked(
    evening: Evening, number: int, then: DraftAndQuestion | None, by_hand: list[tuple[Swap, str]]
) -> Drafted:
    """Ask until there is an outcome; exchanges that are not published stay in `by_hand`."""
    shown: DraftAndQuestion | None = None
    letters = {words(message(f"tonight.letter.{name}")): name for name in _KEYS}
    while True:
        book = evening.book()
        if _is_done(book, number):
            return Drafted("done-by-another")
        paired = draft_of(book)
        if not isinstance(paired, DraftAndQuestion):
            say_refusals(paired)
        elif shown is None or _boards(paired) != _boards(shown):
            _drop(by_hand)
            _show(book, paired, shown or then)
            shown = paired
        at_once = [key for key, name in letters.items() if name in ("publish", "absent", "later")]
        announced = book.rules.announces_presence
        who = message("tonight.to-presence" if announced else "tonight.to-absences")
        keys = "tonight.no-draft-keys" if shown is None else "tonight.draft-keys"
        say(message(keys, who=who), err=True)
        typed = asking.line(message("tonight.what-now"), keys=at_once)
        letter, *rest = typed.casefold().split() or [""]
        if len(letter) > 1 and letter[1:].isdecimal():
            letter, rest = letter[0], [letter[1:], *rest]
        match letters.get(letter):
            case "publish" if isinstance(paired, DraftAndQuestion):
                if _published(evening, number, paired, by_hand):
                    by_hand.clear()
                    return Drafted("published")
            case "why" if isinstance(paired, DraftAndQuestion) and len(rest) == 1:
                _explain(book, paired, rest[0])
            case "swap" if isinstance(paired, DraftAndQuestion) and len(rest) == 2:
                if _exchange(evening, book, rest, by_hand):
                    _show_swapped(book, paired, [swap for swap, _ in by_hand])
            case "absent":
                return Drafted("absent", shown or then)
            case "later":
                return Drafted("later")
            case _ if typed:
                say(message("results.no-key", key=typed), err=True)
            case _:
                pass


def _is_done(book: Book, number: int) -> bool:
    """Tell whether somebody else published the round meanwhile."""
    now = tonight(book)
    return now.step != "absent" or now.number != number


def _drop(by_hand: list[tuple[Swap, str]]) -> None:
    """Say that exchanges come to nothing, where there are any, and forget them."""
    if by_hand:
        say(message("tonight.swaps-dropped", n=len(by_hand)), err=True)
        by_hand.clear()


def _exchange(
    evening: Evening, book: Book, players: Sequence[str], by_hand: list[tuple[Swap, str]]
) -> bool:
    """Let two players change places, with a reason; tell whether they do."""
    swap = two_players(book, *players)
    if not isinstance(swap, Swap):
        say_refusals(swap)
    elif reason := asking.line(message("tonight.why-swap")):
        by_hand.append((swap, reason))
        return True
    else:
        say(message("tonight.not-swapped"), err=True)
    return False


def _boards(paired: DraftAndQuestion) -> object:
    return paired.question.boards, paired.question.bye


def _show(book: Book, paired: DraftAndQuestion, then: DraftAndQuestion | None) -> None:
    """Show a draft, and what is other than in the draft that was shown before."""
    view = draft_view(book, paired.draft)
    notes = tuple(note for note in view.notes if not commands_of(note))
    show(replace(view, notes=notes))
    if then is not None:
        now, before = paired.question, then.question
        differences = draft_differences((now.boards, now.bye), (before.boards, before.bye))
        changed = [each.board for each in _new(differences) if each.black is not None]
        other = message("tonight.other-than-before", n=len(changed), boards=tuple(changed))
        say(other if changed else message("tonight.same-boards"))


def _show_swapped(book: Book, paired: DraftAndQuestion, swaps: Sequence[Swap]) -> None:
    """Show the boards that exchanges change, and what these break."""
    sheet = draft_sheet(book, paired, swaps)
    now, then = (sheet.pairs, sheet.free), (paired.question.boards, paired.question.bye)
    for each in _new(draft_differences(now, then)):
        key = "tonight.by-hand" if each.black is not None else "tonight.by-hand-bye"
        say(message(key, board=each.board, players=board_text(book, each)))
    for fault in sheet.faults:
        if fault.level > WarnLevel.INFORM:
            say(message("terminal.warning", what=fault.what), err=True)


def _new(differences: Sequence[DraftDifference]) -> Iterator[DraftDifference]:
    return (each for each in differences if each.found_in == "now")


def _explain(book: Book, paired: DraftAndQuestion, board: str) -> None:
    answer = why(paired.question, board, None, finder(book))
    if isinstance(answer, Explanation):
        put_text(*answer.lines)
    else:
        say_refusals(answer)


def _published(
    evening: Evening,
    number: int,
    paired: DraftAndQuestion,
    by_hand: Sequence[tuple[Swap, str]],
) -> bool:
    """Publish the draft that was shown; not where another came in its place meanwhile."""
    book = evening.book()
    if _is_done(book, number):
        return False
    again = draft_of(book)
    if not isinstance(again, DraftAndQuestion) or _boards(again) != _boards(paired):
        say_refusals([draft_changed(paired.draft.basis, book.state.position)])
        return False
    swaps, reasons = [swap for swap, _ in by_hand], [reason for _, reason in by_hand]
    return evening.carry_out(*publishing(book, again, swaps, reasons)) is not None
