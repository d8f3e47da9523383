"""What boards made by hand break, as warnings: the table of warnings has their levels."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

from desk.commands.decision import Warn
from desk.commands.warnings import warn
from desk.handlers.manual.beside import compared, engines_pairing
from ledger.messages import Sentence, message, run_on
from ledger.state.book import Book
from ledger.values import Colour
from pairing.norms.model import Contestant
from pairing.systems.registry import contestants
from projections.games.colours import difference, played_colours, preference
from projections.games.crosstable import of_tournament

_Pair: TypeAlias = tuple[int, int]


def warnings_of_boards(
    book: Book,
    *,
    number: int,
    boards: Sequence[_Pair],
    bye: int | None,
    published: Collection[_Pair] = (),
    bye_before: int | None = None,
) -> tuple[Warn, ...]:
    """Return what boards of a round break in FIDE mode; () outside it.

    Boards and a bye that were published like this are left out.

    Rule: fide-dutch-2026 C1, C2, C3; fide-dutch-2017 C1, C2, C3.
    """
    if not book.state.fide.in_mode:
        return ()
    rules = book.rules_of(number)
    table = of_tournament(book.state, rules, after=number - 1)
    last_round = book.state.rounds_planned == number
    everyone = {c.key: c for c in contestants(table, rules, set(table.cells), last_round)}
    broken: dict[str, list[Sentence]] = {}
    for white, black in boards:
        if (white, black) not in published:
            for code, who in _of_board(book, number, everyone[white], everyone[black]):
                broken.setdefault(code, []).append(who)
    if bye is not None and bye != bye_before and not everyone[bye].may_have_bye:
        broken["hand-bye-barred"] = [book.called(bye)]
    return tuple(
        warning
        for code, named in broken.items()
        for warning in warn(
            book,
            code,
            message(f"manual.{code}", round=number, n=len(named), who=run_on(*named, between="; ")),
        )
    )


def _of_board(
    book: Book, number: int, white: Contestant, black: Contestant
) -> Iterator[tuple[str, Sentence]]:
    """Yield what a board breaks, by the code of the warning, and of whom."""
    pair = run_on(book.called(white.key), " - ", book.called(black.key))
    if black.key in white.met:
        yield "hand-met-before", pair
    apart = (one.apart for one in book.state.fide.prohibitions)
    if any({white.key, black.key} <= one.players and one.holds_in(number) for one in apart):
        yield "hand-prohibited", pair
    sides: tuple[tuple[Contestant, Colour], ...] = ((white, "W"), (black, "B"))
    for player, colour in sides:
        who = book.called(player.key)
        if played_colours(player.colours).endswith(colour * 2):
            yield "hand-three-in-a-row", who
        towards = difference(player.colours) * (1 if colour == "W" else -1)
        if towards >= _WIDEST:
            yield "hand-imbalance", who
    if (preference(white.colours).colour, preference(black.colours).colour) == ("B", "W"):
        yield "hand-both-wrong-colour", pair


_WIDEST = 2
"""The colour difference that may not grow."""


def beside_the_engine(
    book: Book, number: int, boards: Sequence[_Pair], bye: int | None
) -> tuple[tuple[Warn, ...], tuple[Sentence, ...]]:
    """Return how boards of a round compare with the engine's, as a warning or, the same, a note.

    Outside FIDE mode both are empty.
    """
    if not book.state.fide.in_mode:
        return (), ()
    same, what = compared(book, engines_pairing(book, number), boards, bye)
    return ((), (what,)) if same else (warn(book, "hand-differs", what), ())
