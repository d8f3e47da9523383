"""Where a club evening stands: the round at work, and what is done, next and still to come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias, get_args

from desk.formats.registry import format_of
from ledger.messages import Sentence, day_in_full, do, message, run_on
from ledger.records import Record, Spread
from ledger.state.book import Book
from ledger.state.tournament import Round
from pairing.systems.draft import rounds_of
from projections.games.rounds import TournamentAt, head
from projections.views import fields
from projections.views.columns import Kind, columns_of
from projections.views.view import View

EveningStep: TypeAlias = Literal["absent", "publish", "results", "close", "over"]
"""Who is not there; the pairing; the results; the round closed; the competition has no round left."""

STEPS: Final[tuple[EveningStep, ...]] = get_args(EveningStep)[:-1]

StepState: TypeAlias = Literal["done", "next", "later"]


@dataclass(frozen=True, slots=True)
class Tonight:
    """The round of this evening, and the step that it has come to.

    `planned` is the number of rounds, None where it is unknown. Who is absent can be told until the
    round is published, so that `step` is "absent" until then.
    """

    number: int
    planned: int | None
    step: EveningStep
    round: Round | None


def tonight(book: Book) -> Tonight:
    """Return where the evening stands: at the last published round until it is closed, else the next."""
    planned = rounds_of(book)
    last = book.state.rounds[-1] if book.state.rounds else None
    if last is not None and not last.closed and not book.state.closed:
        return Tonight(last.number, planned, "results" if last.open_games else "close", last)
    following = book.state.next_round
    if last is not None and (book.state.closed or (planned is not None and following > planned)):
        return Tonight(last.number, planned, "over", last)
    return Tonight(following, planned, "absent", None)


def when_of(book: Book, now: Tonight) -> Sentence:
    """Return which evening it is: the round, the day, and of a season the period."""
    number = now.number
    key = "tonight.round-of" if now.planned else "tonight.round"
    parts = [message(key, round=number, of=now.planned or 0)]
    if day := book.state.dates.get(number):
        parts.append(day_in_full(day, book.state.times.get(number)))
    if format_of(book.rules).plays_evenings:
        parts.append(message("tonight.period", period=book.state.season.period_of(number)))
    return run_on(*parts, between=" · ")


def absent_players(book: Book, number: int) -> list[int]:
    """Return who is not to be paired in a coming round though they play in it, by number."""
    return sorted(
        (
            player
            for player, entrant in book.state.players.items()
            if entrant.from_round <= number
            and not entrant.withdrawn_in(number)
            and not book.attends(entrant, number)
        ),
        key=book.state.label,
    )


class TonightHead(Record):
    """A club evening."""

    at: Spread[TournamentAt]
    round: fields.NumberOfRound
    rounds: Annotated[int | None, "Number of rounds; null: not known."]
    date: Annotated[str | None, "Day of the round, YYYY-MM-DD; null: not said."]
    step: Annotated[EveningStep, "What comes next: absent, publish, results, close; over: nothing."]
    absent: Annotated[list[int], "Numbers of the players who are not to be paired in it."]
    open: Annotated[list[int], "Boards without a result."]


class TonightRow(Record):
    """A step of a club evening."""

    step: Annotated[EveningStep, "absent, publish, results or close.", Kind(words="evening-step")]
    state: Annotated[StepState, "done, next or later.", Kind(words="step-state")]
    command: Annotated[Sentence, "The command that does it."]


COLUMNS = columns_of(TonightRow, "step", "state", "command")


def tonight_view(book: Book) -> View:
    """Return the steps of this evening, each with the command that does it alone."""
    now = tonight(book)
    day = book.state.dates.get(now.number)
    boards = now.round.games if now.round else ()
    top = TonightHead(
        at=head(book),
        round=now.number,
        rounds=now.planned,
        date=None if day is None else day.isoformat(),
        step=now.step,
        absent=[book.state.label(player) for player in absent_players(book, now.number)],
        open=[at for at, game in enumerate(boards, 1) if game.open],
    )
    commands: dict[EveningStep, Sentence] = {
        "absent": do("absent", round=now.number),
        "publish": do("publish"),
        "results": do("results"),
        "close": do("close"),
    }
    rows = [TonightRow(step, state_of(now, step), commands[step]) for step in STEPS]
    title = message("tonight.title", name=book.state.name, round=now.number)
    return View(title, COLUMNS, rows, top)


def state_of(now: Tonight, step: EveningStep) -> StepState:
    """Return whether a step is done, comes next or later. The first two are one question."""
    if now.step == "over":
        return "done"
    at = STEPS.index(now.step)
    own = STEPS.index(step)
    return "done" if own < at else "next" if own == at else "later"
