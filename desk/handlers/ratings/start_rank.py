"""The start rank: which ratings make it, what orders equal players, and numbers by hand."""

from __future__ import annotations

from typing import cast

from desk.commands.decision import Decision
from desk.commands.players import ExchangeNumbers
from desk.commands.tournament import DeclareStartRank
from desk.commands.warnings import warn
from desk.handlers.changes import asks_why
from desk.handlers.numbers import numbers_fixed
from desk.handlers.ratings.lists import ratings_taken, renumber_note
from ledger.facts.ratings import StartRankDeclared
from ledger.facts.tournament import NumbersAssigned
from ledger.messages import Blank, also, do, message, names_in_words
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.state.details import details_of
from ledger.values import NumberMethod


def declare(book: Book, command: DeclareStartRank) -> Decision | Refusals:
    """Declare which ratings make the start rank, and what orders players equal in it.

    Rule: fide-dutch-2026 GHR2.1, GHR2.2.
    """
    state = book.state
    refusals: list[Refusal] = []
    if state.rounds:
        what = message("ratings.start-rank-fixed")
        step = do("rating-lists")
        first = state.rounds[0].position
        refusals.append(Refusal("start-rank-is-fixed", what, step, book.clause("GHR2.2"), (first,)))
    federation = command.federation or details_of(state, book.people).get("federation", "")
    if command.method not in ("FIDE", "OTHER") and not federation:
        what = message("ratings.federation-missing", method=command.method)
        step = also(federation=Blank("FEDERATION"))
        refusals.append(Refusal("federation-missing", what, step, exit=Exit.USAGE))
    by_lot = command.second == "lots"
    if command.seed is not None and not by_lot:
        what = message("ratings.seed-of-lots")
        step = also(second="lots")
        refusals.append(Refusal("no-draw", what, step, exit=Exit.USAGE))
    before = state.ratings.start_rank
    if before is not None and (command.method, federation, command.second, command.seed) == (
        before.method,
        before.federation,
        before.second,
        before.seed if command.seed else None,
    ):
        what = message("ratings.start-rank-same")
        refusals.append(Refusal("nothing-to-change", what, do("rating-lists")))
    if refusals:
        return tuple(refusals)
    fact = StartRankDeclared(
        method=command.method,
        federation=federation,
        second=command.second,
        seed=(command.seed or book.new_seed()) if by_lot else None,
        reason=command.reason,
    )
    return Decision((fact, *ratings_taken(book, fact)), notes=tuple(renumber_note(book, True)))


def exchange(book: Book, command: ExchangeNumbers) -> Decision | Refusals:
    """Exchange the numbers of two players.

    Rule: fide-dutch-2026 GHR2.3.
    """
    entrants = [book.find_player(reference) for reference in (command.first, command.second)]
    refusals = [one for one in entrants if isinstance(one, Refusal)]
    one, two = entrants
    if isinstance(one, Refusal) or isinstance(two, Refusal):
        return tuple(refusals)
    if one.player == two.player:
        what = message("handlers.several-times", n=1, players=book.called_some([one.player]))
        step = message("handlers.name-each-once")
        refusals.append(Refusal("named-twice", what, step, exit=Exit.USAGE))
    if none_yet := [p.player for p in (one, two) if p.numbered_from is None]:
        what = message("waiting.none-yet", n=len(none_yet), players=book.called_some(none_yet))
        refusals.append(
            Refusal("numbers-missing", what, message("waiting.when"), book.clause("GHR2.4"))
        )
    elif one.number is None or two.number is None:
        what = message("handlers.numbers-missing")
        refusals.append(Refusal("numbers-missing", what, do("lots")))
    refusals += numbers_fixed(book)
    if command.reason is None:
        refusals.append(asks_why(message("ratings.asks-why-exchange")))
    if refusals:
        return tuple(refusals)
    called = names_in_words(map(book.called, (one.player, two.player)))
    what = message("ratings.exchange", players=called)
    assert one.number is not None
    assert two.number is not None
    higher, lower = (one, two) if one.number < two.number else (two, one)
    fact = NumbersAssigned(
        players=(higher.player, lower.player),
        numbers=(book.state.label(lower.player), book.state.label(higher.player)),
        method=cast("NumberMethod", book.state.numbers_method),
        reason=command.reason,
    )
    return Decision((fact,), warnings=warn(book, "numbers-by-hand", what))
