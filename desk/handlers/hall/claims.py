"""The results that players claim themselves: a claim, and taking it back."""

from __future__ import annotations

from dataclasses import dataclass

from desk.commands.decision import Decision
from desk.commands.hall import ClaimResult, WithdrawClaim
from desk.handlers.hall.agreement import result_of
from ledger.facts.hall import ClaimWithdrawn, ResultClaimed
from ledger.messages import Sentence, do, message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.state.hall import ResultClaim
from ledger.state.tournament import Game
from ledger.values import Colour


def claim(book: Book, command: ClaimResult) -> Decision | Refusals:
    """Record a player's claim of their own game; with the opponent's it may make the result."""
    place = _own_game(book, command.player, command.round)
    if not isinstance(place, _OwnGame):
        return place
    game = place.game
    side = place.side
    number = place.number
    device = command.device or book.new_seed()
    refusals = _decided(book, place) + _elsewhere(book, place, command.board)
    if not refusals:
        refusals = _against_claims(book, place, command, device)
    if refusals:
        return tuple(refusals)
    fact = ResultClaimed(
        round=number,
        white=game.white,
        black=game.black,
        side=side,
        outcome=command.result,
        source=command.source,
        device=device,
        reason=command.reason,
    )
    result = result_of(book, game, fact)
    if result is not None:
        return Decision((fact, result), notes=(message("hall.both-claim-result"),))
    return Decision((fact,), notes=_what_follows(book, place, fact))


def withdraw(book: Book, command: WithdrawClaim) -> Decision | Refusals:
    """Take a claim back, while the opponent has not claimed the same."""
    place = _own_game(book, command.player, command.round)
    if not isinstance(place, _OwnGame):
        return place
    refusals = _decided(book, place)
    if not refusals and _claims(book, place)[0] is None:
        what = message("hall.no-claim", player=book.called(place.player), round=place.number)
        refusals = [Refusal("no-claim", what, do("claims"))]
    if not refusals:
        refusals = _agreed(book, place)
    game = place.game
    fact = ClaimWithdrawn(
        round=place.number,
        white=game.white,
        black=game.black,
        side=place.side,
        reason=command.reason,
    )
    return tuple(refusals) or Decision((fact,))


@dataclass(frozen=True, slots=True)
class _OwnGame:
    """The game of a player in the current round; `board` is its number."""

    player: int
    number: int
    board: int
    game: Game

    @property
    def side(self) -> Colour:
        return "W" if self.player == self.game.white else "B"


def _own_game(book: Book, player: int | str, number: int | None) -> _OwnGame | Refusals:
    """Return the game of a player in the current round, which is the one published last."""
    if isinstance(entrant := book.find_player(player), Refusal):
        return (entrant,)
    current = len(book.state.rounds)
    round_ = book.find_round(current if number is None else number)
    if isinstance(round_, Refusal):
        return (round_,)
    if round_.number != current:
        what = message("hall.not-current", round=round_.number, current=current)
        return (Refusal("round-is-past", what, do("pairings", round_number=round_.number)),)
    board = round_.board_of(entrant.player)
    game = round_.game_of(entrant.player)
    if board is None or game is None:
        what = message("book.no-game", round=current, player=book.called(entrant.player))
        step = do("pairings", round_number=current)
        return (Refusal("unknown-board", what, step, exit=Exit.USAGE),)
    return _OwnGame(entrant.player, current, board, game)


def _decided(book: Book, place: _OwnGame) -> list[Refusal]:
    """Return the refusal of a claim about a game that has a result."""
    game = place.game
    if game.outcome is None:
        return []
    who = book.called_both(game)
    what = message("handlers.is-already", round=place.number, players=who, result=game.outcome)
    step = message("hall.ask-the-arbiter")
    return [Refusal("result-already-recorded", what, step, events=(game.set_by,))]


def _elsewhere(book: Book, place: _OwnGame, board: int | None) -> list[Refusal]:
    """Return the refusal of a claim at a board where the player does not play."""
    if board is None or board == place.board:
        return []
    name = book.called(place.player)
    what = message("hall.other-board", player=name, board=place.board, other=board)
    return [Refusal("not-their-board", what, do("pairings", round_number=place.number))]


def _claims(book: Book, place: _OwnGame) -> tuple[ResultClaim | None, ResultClaim | None]:
    """Return the claims of the player and of the opponent."""
    claims = book.state.hall.claims_of(place.number, place.game)
    both = (claims.white, claims.black)
    return both if place.side == "W" else both[::-1]


def _agreed(book: Book, place: _OwnGame) -> list[Refusal]:
    """Return the refusal of a change of claims that agree."""
    if book.state.hall.claims_of(place.number, place.game).stand != "agreeing":
        return []
    what = message("hall.agreed", players=book.called_both(place.game))
    return [Refusal("claims-agree", what, message("hall.ask-the-arbiter"))]


def _against_claims(
    book: Book, place: _OwnGame, command: ClaimResult, device: str
) -> list[Refusal]:
    """Return why a claim cannot stand beside those that were made already."""
    own, other = _claims(book, place)
    name = book.called(place.player)
    if other is not None and other.device == device:
        what = message("hall.same-device", player=book.called(other.player))
        return [Refusal("same-device", what, message("hall.other-device", player=name))]
    if own is None:
        return []
    outcome = own.outcome(place.game)
    if own.source == "player" and command.source == "board":
        what = message("hall.own-claim-stands", player=name, result=outcome)
        return [Refusal("claim-stands", what, message("hall.by-own-code"))]
    if (outcome, own.source) == (command.result, command.source):
        what = message("hall.claims-already", player=name, result=outcome)
        step = do("claim-withdraw", player=book.state.label(place.player))
        step = message("handlers.takes-it-back", command=step)
        return [Refusal("nothing-to-record", what, step, events=(own.position,))]
    return _agreed(book, place)


def _what_follows(book: Book, place: _OwnGame, fact: ResultClaimed) -> tuple[Sentence, ...]:
    """Return a note on what the arbiter, or the opponent, has to do next."""
    _, other = _claims(book, place)
    if fact.source == "board":
        return (message("hall.unconfirmed"),)
    if other is None:
        return (message("hall.waits-for-opponent", player=book.called(_opponent(place))),)
    outcome = other.outcome(place.game)
    if outcome != fact.outcome:
        player = book.called(other.player)
        return (message("hall.opponent-claims", player=player, result=outcome),)
    record = do("result", round=place.number, board=place.board, result=fact.outcome)
    return (message("hall.waits-for-arbiter", command=record),)


def _opponent(place: _OwnGame) -> int:
    return place.game.black if place.side == "W" else place.game.white
