"""A game as the phone of a player shows it, with what both said of it, and the player's card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from desk.answers.board_list import BoardState, board_state, scores_before
from desk.answers.competition import standings
from ledger.messages import Sentence, message
from ledger.state.book import Book
from ledger.state.hall import ResultClaim
from ledger.state.tournament import Game, Round
from ledger.values import ClaimedOutcome, Colour, halves_text
from pairing.systems.registry import system_of
from projections.games.crosstable import Cell, CellKind, kind_without_game, of_tournament
from projections.games.rounds import rounds_done
from projections.views.view import View


@dataclass(frozen=True, slots=True)
class GameSeat:
    """A player of a game. `score` is the one before the round, `claim` what they claimed of it."""

    player: int
    number: int
    name: str
    score: Sentence
    club: str
    colour: Colour
    claim: ResultClaim | None
    claimed: ClaimedOutcome | None


@dataclass(frozen=True, slots=True)
class GameAtHand:
    """A game of the current round, by its board; `white` and `black` sit there."""

    round: int
    board: int
    white: GameSeat
    black: GameSeat
    result: str | None
    state: BoardState
    set_by: int | None

    def seat(self, colour: Colour) -> GameSeat:
        """Return the player with a colour."""
        return self.white if colour == "W" else self.black

    def colour_of(self, player: int) -> Colour:
        """Return the colour of one of its players."""
        return "W" if player == self.white.player else "B"

    def may_withdraw(self, colour: Colour, device: str, own: bool) -> bool:
        """Tell whether a claim can be taken back: by the player (`own`), or where it was made.

        Who came by the code of the board takes back only what this device claimed with it.
        """
        claim = self.seat(colour).claim
        if claim is None or self.state not in ("claim", "conflict"):
            return False
        return own or (claim.source == "board" and claim.device == device)


def current_round(book: Book) -> Round | None:
    """Return the round published last, None before the first."""
    return book.state.rounds[-1] if book.state.rounds else None


def game_at(book: Book, board: int) -> GameAtHand | None:
    """Return the game at a board of the current round, None where there is no such board."""
    round_ = current_round(book)
    if round_ is None or not 1 <= board <= len(round_.games):
        return None
    game = round_.games[board - 1]
    claims = book.state.hall.claims_of(round_.number, game)
    score_of = scores_before(book, round_.number)

    def seat(colour: Colour) -> GameSeat:
        player = game.white if colour == "W" else game.black
        claim = claims.white if colour == "W" else claims.black
        club = book.people.get(book.state.players[player].person, {}).get("club", "")
        return GameSeat(
            player=player,
            number=book.state.label(player),
            name=book.name(player),
            score=score_of(player),
            club=club,
            colour=colour,
            claim=claim,
            claimed=None if claim is None else claim.outcome(game),
        )

    return GameAtHand(
        round=round_.number,
        board=board,
        white=seat("W"),
        black=seat("B"),
        result=_result(game),
        state=board_state(game, claims),
        set_by=None if game.outcome is None else game.set_by,
    )


def _result(game: Game) -> str | None:
    return "adjourned" if game.adjourned and game.outcome is None else game.outcome


def game_of(book: Book, player: int) -> GameAtHand | None:
    """Return the player's game of the current round, None where they have none."""
    round_ = current_round(book)
    board = None if round_ is None else round_.board_of(player)
    return None if board is None else game_at(book, board)


def without_game(book: Book, player: int) -> CellKind | None:
    """Return what the current round is for a player who has no game, None before the first."""
    round_ = current_round(book)
    return None if round_ is None else kind_without_game(book.state, round_, player)


@dataclass(frozen=True, slots=True)
class CardLine:
    """A round on a player's card; `score` and `total` are as tables write points.

    `total` is None in a season, where a round is worth more later. `kind` is the kind of a round
    without opponent, "" for a game.
    """

    round: int
    colour: Colour | None
    opponent: str
    kind: str
    score: Sentence
    total: Sentence | None
    current: bool


def card_of(book: Book, player: int) -> Iterator[CardLine]:
    """Yield the rounds of a player, the first one first."""
    grows = book.rules.ranks_by_value
    total = 0
    table = of_tournament(book.state, book.rules)
    for number, cell in enumerate(table.counted.cells[player], 1):
        total += cell.halves
        name = "" if cell.opponent is None else book.name(cell.opponent)
        yield CardLine(
            round=number,
            colour=cell.colour,
            opponent=name,
            kind="" if cell.opponent is not None else cell.kind.value,
            score=_score(cell),
            total=None if grows else halves_text(total),
            current=number == table.rounds,
        )


def _score(cell: Cell) -> Sentence:
    """Return the points of a round; of a game by default with R, of an open one dots."""
    if cell.kind is CellKind.OPEN:
        return "…"
    if cell.kind is CellKind.ADJOURNED:
        return message("cells.result.adjourned")
    by_default = cell.kind in (CellKind.DEFAULT_WIN, CellKind.DEFAULT_LOSS)
    return f"{halves_text(cell.halves)}R" if by_default else halves_text(cell.halves)


@dataclass(frozen=True, slots=True)
class PlaceNow:
    """The place of a player in the standing after the rounds done, None for one who left."""

    rank: int | None
    after: int


def place_of(book: Book, player: int) -> PlaceNow | None:
    """Return the player's place, None before the first round is done."""
    after = rounds_done(book)
    number = book.state.label(player)
    view = standings(book) if after else None
    if not isinstance(view, View):
        return None
    rows = (row for row in view.cells if row.get("id", row.get("number")) == number)
    rank = next((row["rank"] for row in rows), None)
    return PlaceNow(rank if isinstance(rank, int) else None, after)


@dataclass(frozen=True, slots=True)
class ComingRound:
    """A round to come, with what is known of a player's presence.

    `state` is "in" (checked in or expected), "coming" or "open" (announced that they come, or not
    yet, where that is asked), "absent", "bye", "late" or "out". `may_leave` and `may_return`:
    whether the player themself may say that they miss it, or play.
    """

    number: int
    state: str
    may_leave: bool
    may_return: bool


def rounds_to_come(book: Book, player: int) -> list[ComingRound]:
    """Return the rounds that a player can still say they will miss; none where all are needed.

    In a round robin everybody meets everybody: who misses a game tells the arbiter.

    Rule: knsb-wp-2014 F5.
    """
    state = book.state
    entrant = book.state.players[player]
    if state.closed or system_of(book.rules).takes_everybody:
        return []
    last = state.rounds_planned or state.next_round + 1
    rounds = []
    for number in range(state.next_round, last + 1):
        kind = _presence(book, player, number)
        returns = kind == "open" or (kind == "absent" and entrant.away.get(number) == 0)
        rounds.append(ComingRound(number, kind, kind in ("in", "coming"), returns))
    return rounds


def _presence(book: Book, player: int, number: int) -> str:
    entrant = book.state.players[player]
    if entrant.withdrawn_in(number):
        return "out"
    if number < entrant.from_round:
        return "late"
    if number in entrant.away:
        return "bye" if entrant.away[number] else "absent"
    if book.rules.announces_presence:
        return "coming" if (player, number) in book.state.season.coming else "open"
    return "in"
