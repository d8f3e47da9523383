"""What two claims that agree make: the arbiter's choice, and the result that follows from it."""

from __future__ import annotations

from desk.commands.decision import Decision
from desk.commands.tournament import ChooseAgreement
from ledger.facts.hall import AgreementChosen, ResultClaimed
from ledger.facts.tournament import ResultRecorded
from ledger.messages import Sentence, do, message
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import Game


def choose(book: Book, command: ChooseAgreement) -> Decision | Refusals:
    """Record the choice; claims that agree already still wait for the arbiter."""
    if book.state.hall.agreement == command.makes:
        what = message(f"hall.agreement-is.{command.makes}")
        return (Refusal("nothing-to-record", what, do("claims")),)
    fact = AgreementChosen(makes=command.makes, reason=command.reason)
    return Decision((fact,), notes=_waiting(book) if command.makes == "result" else ())


def _waiting(book: Book) -> tuple[Sentence, ...]:
    """Return the note on boards of the current round whose claims agree already."""
    if not book.state.rounds:
        return ()
    round_ = book.state.rounds[-1]
    hall = book.state.hall
    boards = [
        board
        for board, game in enumerate(round_.games, 1)
        if game.outcome is None and hall.claims_of(round_.number, game).stand == "agreeing"
    ]
    if not boards:
        return ()
    return (message("hall.still-wait", n=len(boards), boards=tuple(boards), claims=do("claims")),)


def result_of(book: Book, game: Game, fact: ResultClaimed) -> ResultRecorded | None:
    """Return the result that a claim makes as the second voice, None where it makes none."""
    hall = book.state.hall
    if hall.agreement != "result" or fact.source != "player":
        return None
    claims = hall.claims_of(fact.round, game)
    other = claims.black if fact.side == "W" else claims.white
    if other is None or other.source != "player" or other.device == fact.device:
        return None
    if other.outcome(game) != fact.outcome:
        return None
    return ResultRecorded(
        round=fact.round, white=fact.white, black=fact.black, outcome=fact.outcome
    )
