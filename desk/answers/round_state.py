"""Where a round stands, from draft to closed, and what may be done with it now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, TypeAlias, get_args

from desk.commands.rounds import Close, Start
from desk.commands.tournament import Finish
from desk.handlers.dispatch import handle
from desk.handlers.rounds import out_of_turn
from ledger.facts.tournament import RoundClosed
from ledger.refusals import Refusals
from ledger.state.book import Book
from ledger.state.tournament import Game, Round
from pairing.systems.draft import not_ready, rounds_of

StageOfRound: TypeAlias = Literal["draft", "published", "playing", "complete", "closed"]
"""How far a round is. It is complete when every game has a result or is adjourned."""

STAGES: Final[tuple[StageOfRound, ...]] = get_args(StageOfRound)

RoundActionName: TypeAlias = Literal["start", "close", "publish", "finish"]
"""What takes a tournament on: begin and close a round, publish the next, end the tournament."""


@dataclass(frozen=True, slots=True)
class StageReached:
    """A stage, with the fact that led to it and its moment; None: not reached, or not recorded."""

    stage: StageOfRound
    position: int | None = None
    moment: datetime | None = None


@dataclass(frozen=True, slots=True)
class RoundAction:
    """Something to do with a round; `refusals` are the reasons why it cannot be done yet."""

    name: RoundActionName
    round: int
    refusals: Refusals = ()


@dataclass(frozen=True, slots=True)
class RoundState:
    """A round, published or the next one.

    `stages` are all five, in order; `still_open` are the boards without result or adjournment,
    `adjourned` those that are to be finished later. `actions` are those of now, in the order in
    which an arbiter comes to them.
    """

    number: int
    stage: StageOfRound
    stages: tuple[StageReached, ...]
    still_open: tuple[int, ...] = ()
    adjourned: tuple[int, ...] = ()
    actions: tuple[RoundAction, ...] = ()

    def reached(self, stage: StageOfRound) -> bool:
        """Tell whether the round is at a stage, or past it."""
        return STAGES.index(stage) <= STAGES.index(self.stage)


def round_state(book: Book, number: int) -> RoundState:
    """Return where a round stands; `number` is that of a published round or of the next one.

    Rule: knsb-wp-2014 F6, F11.
    """
    round_ = book.state.round(number)
    if round_ is None:
        drafted = StageReached("draft", *_at(book, book.state.position))
        return RoundState(
            number,
            "draft",
            (drafted, *map(StageReached, STAGES[1:])),
            actions=(_publish(book, number),),
        )
    unfinished = [(board, game) for board, game in enumerate(round_.games, 1) if not game.outcome]
    positions: dict[StageOfRound, int | None] = {
        "draft": round_.basis,
        "published": round_.position,
        "playing": round_.begun_at,
        "complete": _decided_last(round_),
        "closed": _closed_by(book, round_),
    }
    stage: StageOfRound = (
        "closed"
        if round_.closed
        else "complete"
        if not round_.open_games
        else "published"
        if round_.begun_at is None
        else "playing"
    )
    until = STAGES.index(stage)
    return RoundState(
        number=number,
        stage=stage,
        stages=tuple(
            StageReached(each, *(_at(book, positions[each]) if place <= until else ()))
            for place, each in enumerate(STAGES)
        ),
        still_open=tuple(board for board, game in unfinished if game.open),
        adjourned=tuple(board for board, game in unfinished if not game.open),
        actions=tuple(_actions(book, round_, stage)),
    )


def _at(book: Book, position: int | None) -> tuple[int | None, datetime | None]:
    if position is None or not 1 <= position <= len(book.recorded):
        return position or None, None
    return position, book.recorded_at(position)


def _decided_last(round_: Round) -> int | None:
    """Return the fact that decided or adjourned the last game that was open."""
    return None if round_.open_games else max(map(_decided_by, round_.games), default=None)


def _decided_by(game: Game) -> int:
    """Return the first fact that gave a game a result, or adjourned it."""
    return game.earlier[0][0] if game.earlier else game.set_by


def _closed_by(book: Book, round_: Round) -> int | None:
    if not round_.closed:
        return None
    closings = (
        at
        for at, fact in book.in_force
        if isinstance(fact, RoundClosed) and fact.round == round_.number
    )
    return next(closings, None)


def _actions(book: Book, round_: Round, stage: StageOfRound) -> Iterator[RoundAction]:
    """Yield what may come next; each is judged by the handler that would carry it out."""
    number = round_.number
    if stage == "published":
        yield _judged(book, "start", number)
    if not round_.closed:
        yield _judged(book, "close", number)
    if number < len(book.state.rounds) or book.state.closed:
        return
    planned = rounds_of(book)
    if planned is not None and number >= planned:
        yield _judged(book, "finish", number)
    else:
        yield _publish(book, number + 1)


def _judged(book: Book, name: Literal["start", "close", "finish"], number: int) -> RoundAction:
    command = (
        Start(round=number)
        if name == "start"
        else Close(round=number)
        if name == "close"
        else Finish()
    )
    decision = handle(book, command)
    return RoundAction(name, number, decision if isinstance(decision, tuple) else ())


def _publish(book: Book, number: int) -> RoundAction:
    """Return the publication of the next round; that there is a pairing shows in its draft."""
    return RoundAction("publish", number, out_of_turn(book, number) or not_ready(book))
