"""The rounds of a tournament file, paired again by the engine of the rules it is imported under."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from ledger.messages import Sentence, message, run_on
from ledger.refusals import Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.trf.model import TrfFile
from pairing.systems.registry import system_of, without_engine
from pairing.systems.trf import Difference, check_round
from projections.games.crosstable_of_trf import rounds_with_games

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
    """What became of the rounds of a file: the engine that paired them again, and what differs."""

    engine: str
    rounds: int
    differ: tuple[OtherRound, ...]

    def sentence(self) -> Sentence:
        """Return which rounds differ, and at which boards of the file."""
        rounds = [_round(one) for one in self.differ[:MOST_ROUNDS]]
        left = len(self.differ) - len(rounds)
        if left:
            rounds.append(message("imports.more-rounds", n=left))
        listed = run_on(*rounds, between="; ")
        return message(
            "imports.differs", n=len(self.differ), rounds=self.rounds, engine=self.engine,
            listed=listed,
        )  # fmt: skip


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
    file: TrfFile, content: bytes, rules: Rulebook, rounds: int | None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> RoundsAgain | None:  # fmt: skip
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
        differ = list[OtherRound]()
        for number in range(1, played + 1):
            differences = check_round(file, rules, number, rounds)
            if differences:
                differ.append(_as_round(number, differences))
            progress(number, played)
        system = system_of(rules)
        _KEPT[key] = RoundsAgain(f"{system.engine} {system.version}", played, tuple(differ))
    _KEPT.move_to_end(key)
    while len(_KEPT) > _MOST_KEPT:
        _KEPT.popitem(last=False)
    return _KEPT[key]


def _as_round(number: int, differences: tuple[Difference | Refusal, ...]) -> OtherRound:
    why = next((one.what for one in differences if isinstance(one, Refusal)), None)
    boards = (
        one.board for one in differences if isinstance(one, Difference) and one.found_in == "played"
    )
    return OtherRound(number, tuple(boards), why)
