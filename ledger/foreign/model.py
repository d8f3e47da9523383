"""What a file of another program holds: players, rounds, and what became of the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from ledger.csv_files.people import PersonRow
from ledger.facts.records import ForeignFormat
from ledger.messages import Sentence, message, run_on
from ledger.refusals import Refusals
from ledger.state.parts import Boards
from ledger.values import Outcome

Away: TypeAlias = Literal[
    "bye",
    "half-point bye",
    "full-point bye",
    "absent",
    "absent without notice",
    "club duty",
    "not paired",
]
"""Why a player has no game in a round; the bye is that of the pairing."""


class ForeignGame(NamedTuple):
    """A game, by the numbers of its players; the result is None while it is open."""

    white: int
    black: int
    result: Outcome | Literal["adjourned"] | None


@dataclass(frozen=True, slots=True)
class ForeignRound:
    """A round: its games in the order of the boards, and why others have none, by number."""

    number: int
    games: tuple[ForeignGame, ...]
    away: Mapping[int, Away]


class Finding(NamedTuple):
    """What was put right in a file, or has no place here; `round` None: it is of no round."""

    kind: Literal["put-right", "no-place"]
    what: Sentence
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Foreign:
    """A tournament or a season out of a file of another program.

    `players` have their `number`. `rounds` are 1, 2, 3 ... without a gap. `findings` say of
    everything in the file that is not taken as it stands what became of it. `has_evenings` tells
    whether it is one of a club, which goes by values.
    """

    format: ForeignFormat
    players: tuple[PersonRow, ...]
    rounds: tuple[ForeignRound, ...]
    findings: tuple[Finding, ...] = ()
    has_evenings: bool = False

    def boards(self) -> dict[int, Boards]:
        """Return the games of each round in the order of the boards."""
        return {
            one.number: tuple((game.white, game.black) for game in one.games) for one in self.rounds
        }

    def notes(self) -> Iterator[Sentence]:
        """Yield what came in, round by round, each with what was put right and has no place."""
        yield message("foreign.players", n=len(self.players))
        yield from self._findings(None)
        for one in self.rounds:
            yield message("foreign.round", round=one.number, what=_came_in(one))
            yield from self._findings(one.number)

    def _findings(self, number: int | None) -> Iterator[Sentence]:
        for kind in ("put-right", "no-place"):
            for one in self.findings:
                if (one.round, one.kind) == (number, kind):
                    place: Sentence = ""
                    if number is not None:
                        place = message("foreign.of-round", round=number)
                    yield message(f"foreign.{kind}", place=place, what=one.what)


def _came_in(one: ForeignRound) -> Sentence:
    games = [message("foreign.games", n=len(one.games))]
    still_open = sum(game.result is None for game in one.games)
    if still_open:
        games.append(message("foreign.open", n=still_open))
    kinds = Counter(one.away.values())
    games += [message(f"foreign.away.{kind.replace(' ', '-')}", n=n) for kind, n in kinds.items()]
    return run_on(*games, between=", ")


@dataclass(frozen=True, slots=True)
class ForeignFiles:
    """The bytes that are imported: of a file, and of its players where they are in another one.

    `national` tells which rating is taken of players who have two: the national one, else FIDE's.
    """

    content: bytes
    players: bytes | None = None
    national: bool = field(default=True, kw_only=True)


class Program(NamedTuple):
    """A program whose files can be read: how they are known, and what reads them."""

    recognises: Callable[[bytes], bool]
    read: Callable[[ForeignFiles], Foreign | Refusals]
