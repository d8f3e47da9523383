"""The pairing of a round is withdrawn: it was published by mistake, and nothing of it was played."""

from __future__ import annotations

from operator import attrgetter

from desk.commands.decision import Decision
from desk.commands.rounds import Unpublish
from desk.commands.warnings import warn
from desk.handlers.changes import asks_why
from desk.handlers.manual.session import not_while_open
from ledger.facts.disputes import CommandUndone
from ledger.facts.fide import AccelerationGroupFixed
from ledger.facts.tournament import (
    BoardAdded,
    GameForfeited,
    NumbersAssigned,
    PairingAmended,
    PairingMadeByHand,
    PairingPublished,
    RoundClosed,
)
from ledger.messages import do, message, spans
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from ledger.state.parts import Round
from ledger.state.tournament import GamesFact
from pairing.review.advice import cited, marked

_POSITION = attrgetter("position")


def unpublish(book: Book, command: Unpublish) -> Decision | Refusals:
    """Withdraw the last round's pairing, so that the round is paired anew.

    No clause allows it: a published pairing stands. It is an act of the arbiter, who gives a reason
    and types the number of the round, and it is marked for ever. All that was recorded with the
    pairing goes with it: its changes, numbers, defaults, and the closing of the round before. A
    result, a claim or the beginning of the round is in its way.

    Rule: knsb-wp-2014 F6; knsb-wp-1996 F6; knsb-rating-2014 F6; fide-dutch-2026 GHR4.
    """
    if isinstance(round_ := book.find_round(command.round), Refusal):
        return (round_,)
    number = round_.number
    rules = book.rules_of(number)
    facts = _with_the_pairing(book, round_)
    refusals = [*not_while_open(book)]
    if number < len(book.state.rounds):
        what = message("handlers.later-published", last=len(book.state.rounds), round=number)
        clause = cited(rules, "later-round")
        refusals.append(Refusal("not-the-last-round", what, do("pairings"), clause))
    refusals += _in_its_way(book, round_, facts)
    if command.reason is None:
        refusals.append(asks_why(message("handlers.asks-why-withdrawn")))
    if refusals:
        return tuple(refusals)
    mark = marked(rules, "no-ground")
    what = message("handlers.withdraws-pairing", round=number, n=len(round_.games), mark=mark)
    fact = CommandUndone(facts=facts, withdraws=number, reason=command.reason)
    note = message("handlers.pairing-withdrawn", round=number, pair=do("pair"))
    return Decision(
        (fact,),
        notes=(note,),
        warnings=warn(book, "pairing-withdrawn", what, str(number)),
    )


def _with_the_pairing(book: Book, round_: Round) -> tuple[int, ...]:
    """Return the positions of the facts that stand and fall with the pairing of a round.

    Of the command that published it also the closing of rounds, unless a file brought it all.
    """
    number = round_.number
    command = book.recorded[round_.position - 1].stamp.correlation_id
    own: list[int] = []
    for at, fact in book.in_force:
        same = book.recorded[at - 1].stamp.correlation_id == command and round_.source != "import"
        match fact:
            case PairingPublished() | PairingMadeByHand() | PairingAmended() | BoardAdded():
                with_it = fact.round == number
            case NumbersAssigned():
                with_it = fact.with_round == number
            case GameForfeited():
                with_it = same and fact.round == number
            case RoundClosed() | AccelerationGroupFixed():
                with_it = same
            case _:
                with_it = False
        if with_it:
            own.append(at)
    return tuple(own)


def _in_its_way(book: Book, round_: Round, facts: tuple[int, ...]) -> Refusals:
    """Return the refusals of a round that has begun, or of which a result is claimed."""
    number = round_.number
    decided = [
        at
        for at, fact in book.in_force
        if isinstance(fact, GamesFact) and fact.round == number and at not in facts
    ]
    begun = [*decided, *([] if round_.started is None else [round_.started])]
    clause = cited(book.rules_of(number), "begun")
    step = message("handlers.by-hand", command=do("board-swap", round=number))
    refusals: list[Refusal] = []
    if begun:
        what = message("handlers.pairing-stands", round=number, begun=min(begun))
        refusals.append(
            Refusal(
                "round-has-begun" if min(begun) == round_.started else "round-has-results",
                what,
                step,
                clause,
                (min(begun),),
            )
        )
    of_hall = book.state.hall.claims.items()
    claims = sorted((claim for (of, _), claim in of_hall if of == number), key=_POSITION)
    if claims and not begun:
        boards = sorted({round_.board_of(claim.player) or 0 for claim in claims})
        what = message("handlers.claims-stand", round=number, n=len(boards), boards=spans(boards))
        take_back = do("claim-withdraw", player=book.state.label(claims[0].player))
        positions = tuple(claim.position for claim in claims)
        refusals.append(Refusal("round-has-claims", what, take_back, clause, positions))
    return tuple(refusals)
