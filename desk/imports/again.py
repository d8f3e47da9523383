"""The rounds of a tournament file, paired again by the engine of the rules it is imported under."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from ledger.messages import Sentence, message, run_on
from ledger.refusals import Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.parts import Boards
from ledger.trf.model import TrfFile
from pairing.norms.model import Pairing
from pairing.systems.registry import system_of, without_engine
from pairing.systems.trf import Difference, differences, pair_played, played_boards
from projections.games.crosstable_of_trf import of_file, rounds_with_games
from projections.standings.scores import scores

MOST_ROUNDS = 5
"""Rounds whose boards are named at once."""
MOST_BOARDS = 6
"""Boards of a round that are named."""

_KEPT: OrderedDict[tuple[str, str, int | None], RoundsAgain] = OrderedDict()
_MOST_KEPT = 4


class OtherRound(NamedTuple):
    """A round of a file that the engine pairs otherwise, or not at all.

    `boards` are those of the file that the engine does not have: white and black, or a player and
    None for the bye. `why` is why it pairs none, else None.
    """

    number: int
    boards: tuple[tuple[int, int | None], ...]
    why: Sentence | None


class RoundsAgain(NamedTuple):
    """What became of the rounds of a file: the engine that paired them again, and what differs.

    `boards` are the games of each round in the order of its boards, which a file does not have: the
    engine's where it pairs the round as it was played, else by score, sum of scores and number.
    """

    engine: str
    rounds: int
    differ: tuple[OtherRound, ...]
    boards: Mapping[int, Boards] = MappingProxyType({})

    def sentence(self) -> Sentence:
        """Return which rounds differ, and at which boards of the file."""
        rounds = [_round(one) for one in self.differ[:MOST_ROUNDS]]
        left = len(self.differ) - len(rounds)
        if left:
            rounds.append(message("imports.more-rounds", n=left))
        listed = run_on(*rounds, between="; ")
        return message(
            "imports.differs",
            n=len(self.differ),
            rounds=self.rounds,
            engine=self.engine,
            listed=listed,
        )


def _round(one: OtherRound) -> Sentence:
    if one.why is not None:
        return message("imports.round-not-paired", round=one.number, why=one.why)
    boards = [
        message("imports.bye", player=board[0]) if board[1] is None else f"{board[0]}-{board[1]}"
        for board in one.boards[:MOST_BOARDS]
    ]
    left = len(one.boards) - len(boards)
    if left:
        boards.append(message("imports.more-boards", n=left))
    return message("imports.round-differs", round=one.number, boards=run_on(*boards, between=", "))


def rounds_again(
    file: TrfFile,
    content: bytes,
    rules: Rulebook,
    rounds: int | None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> RoundsAgain | None:
    """Pair every round of a file with games again; None without an engine or a round.

    `content` are its bytes: what was paired is kept for the last few files, so that a file that is
    looked at, confirmed and recorded is paired once. `progress` is told how many rounds are done,
    and how many there are.
    """
    played = rounds_with_games(file)
    if not played or without_engine(rules):
        return None
    key = (hashlib.sha256(content).hexdigest(), rules.hash, rounds)
    if key not in _KEPT:
        differ: list[OtherRound] = []
        boards: dict[int, Boards] = {}
        for number in range(1, played + 1):
            pairing = pair_played(file, rules, number, rounds)
            if not isinstance(pairing, Pairing):
                differ.append(_as_round(number, pairing))
            elif other := differences(number, played_boards(file, number), pairing):
                differ.append(_as_round(number, other))
            else:
                boards[number] = tuple((board.white, board.black) for board in pairing.boards)
            if number not in boards:
                boards[number] = _by_score(file, rules, number)
            progress(number, played)
        system = system_of(rules)
        engine = f"{system.engine} {system.version}"
        _KEPT[key] = RoundsAgain(engine, played, tuple(differ), boards)
    _KEPT.move_to_end(key)
    while len(_KEPT) > _MOST_KEPT:
        _KEPT.popitem(last=False)
    return _KEPT[key]


def _by_score(file: TrfFile, rules: Rulebook, number: int) -> Boards:
    """Return the games of a round by the score of the higher, the sum of both, and their number.

    Rule: fide-dutch-2026 GHR3.6; knsb-wp-2014 F2; knsb-rating-2014 F1.
    """
    table = of_file(file, rules, number - 1)
    points = {player: score.points_halves for player, score in scores(table, rules).items()}

    def rank(board: tuple[int, int]) -> tuple[int, int, int]:
        higher = min(board, key=lambda player: (-points[player], player))
        return -points[higher], -sum(points[player] for player in board), higher

    games = played_boards(file, number)
    return tuple(sorted(((w, b) for w, b in games if b is not None), key=rank))


def _as_round(number: int, differences: tuple[Difference | Refusal, ...]) -> OtherRound:
    why = next((one.what for one in differences if isinstance(one, Refusal)), None)
    boards = (
        one.board for one in differences if isinstance(one, Difference) and one.found_in == "played"
    )
    return OtherRound(number, tuple(boards), why)
