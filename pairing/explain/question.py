"""A round that a question is about: the facts it was paired from, and its published pairing.

It comes from a ledger (a published round from its basis, or the draft of the next) or from a
tournament file; explanations and checks treat both alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import TYPE_CHECKING, TypeAlias

from ledger.facts.tournament import PairingAmended, PairingMadeByHand, PairingPublished
from ledger.messages import Sentence, message
from ledger.refusals import Exit, Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.values import whole_number
from pairing.norms.model import Contestant, NoPairing, Pairing
from projections.games.crosstable import Crosstable
from projections.games.rounds import NO_TOURNAMENT, TournamentAt, TournamentFile

if TYPE_CHECKING:
    from pairing.explain.claims import Claim

PairingFact: TypeAlias = PairingPublished | PairingMadeByHand | PairingAmended
"""The facts that describe how a whole round is paired."""


@dataclass(frozen=True, slots=True)
class Question:
    """One round, with the players to be paired in A4 order.

    `boards` are (white, black) as published, played or drafted, in board order; `bye` as published.
    `pairing` is the engine's pairing now, from the same facts. `basis` is the position that was
    known (None for a file), `source` "published", "draft" or "file". `outside` are published boards
    with a player who was not paired from the basis; they are not compared. `wall` are all boards in
    their order, () when none is outside. `by_hand` are the boards and byes that the arbiter made
    after the publication, each with its description, and `changed` the facts that made them.
    `left_out` are the corrections between its basis and its publication, and `outdated` tells
    whether it would have been paired otherwise with them.
    `colourless` are boards of a file without colours. `notes` are for people. `last_round` tells
    whether the round is the last. `cites` is the rulebook whose clauses decide the round, "" for
    its own.

    `by_lot` names the method that pairs the round without an engine: the clause of a first round
    (D1, D2, F4) or "table" for a Berger table; None when the engine pairs it. `zone` is the time
    zone of times, None: that of this machine.
    """

    round: int
    rules: Rulebook
    contestants: tuple[Contestant, ...]
    boards: tuple[tuple[int, int], ...]
    bye: int | None
    pairing: Pairing | NoPairing
    table: Crosstable
    source: str
    basis: int | None
    label: Callable[[int], int]
    called: Callable[[int], str]
    outside: tuple[tuple[int, int], ...] = ()
    wall: tuple[tuple[int, int], ...] = ()
    by_hand: Mapping[tuple[int, ...], tuple[Claim, ...]] = field(default_factory=dict)
    changed: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()
    outdated: bool = False
    colourless: frozenset[tuple[int, int]] = frozenset()
    notes: tuple[Sentence, ...] = ()
    head: TournamentAt | TournamentFile = NO_TOURNAMENT
    last_round: bool = False
    by_lot: str | None = None
    zone: tzinfo | None = None
    cites: str = ""

    def clause(self, name: str) -> str:
        """Return a clause as the rulebook that decides the round is cited."""
        return f"{self.cites or self.rules.family} {name}"

    def board_of(self, player: int) -> tuple[int, tuple[int, int]] | None:
        """Return the number and the board of a player; None without a game."""
        for board in self.boards:
            if player in board:
                return self.number_of(board), board
        return None

    def number_of(self, board: tuple[int, int]) -> int:
        """Return the number of a board as shown, counting boards outside the comparison too."""
        return (self.wall or self.boards).index(board) + 1

    def outside_board_of(self, player: int) -> tuple[int, int] | None:
        """Return the player's board outside the comparison, or None."""
        return next((board for board in self.outside if player in board), None)

    def met_in(self, one: int, two: int) -> int | None:
        """Return the round in which two players met over the board, or None."""
        for number, cell in enumerate(self.table.cells[one], 1):
            if cell.opponent == two and cell.played:
                return number
        return None


def find_board(
    question: Question, reference: str, find: Callable[[str], int | Refusal]
) -> int | Refusal:
    """Return the key of the player that a question names by board number, "5-9", or name.

    For a board it is the player with white.
    """
    text = reference.strip()
    boards = question.wall or question.boards
    left, dash, right = text.partition("-")
    pair = {whole_number(left), whole_number(right)}
    if dash and None not in pair:
        for board in boards:
            if {question.label(p) for p in board} == pair:
                return board[0]
        return _no_board(message("review.no-game", round=question.round, game=text))
    number = whole_number(text)
    if number is not None:
        if 1 <= number <= len(boards):
            return boards[number - 1][0]
        what = message("review.no-board", round=question.round, n=len(boards), board=text)
        return _no_board(what)
    return find(text)


def _no_board(what: Sentence) -> Refusal:
    return Refusal("unknown-board", what, message("review.ask-of-round"), exit=Exit.USAGE)
