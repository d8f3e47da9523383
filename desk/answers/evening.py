"""The club evening: who comes, who plays for a team, who meets whom, and how far it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from ledger.messages import Blank, Sentence, do, message
from ledger.names import alphabetical
from ledger.records import Record, Spread
from ledger.refusals import Refusal
from ledger.state.book import Book, keys_of_season
from ledger.state.tournament import Entrant, Round
from pairing.systems.draft import never_comes
from projections.games.rounds import TournamentAt, head
from projections.views import fields
from projections.views.columns import Kind, columns_of
from projections.views.view import View

Coming = Literal["coming", "unsaid", "notice", "no notice", "club duty", "team", "left", "later"]
"""What is known of a member for an evening; unsaid: where each must announce that they come."""


class EveningHead(Record):
    """An evening of a season."""

    at: Spread[TournamentAt]
    round: fields.NumberOfRound
    date: Annotated[str | None, "Its date, YYYY-MM-DD; null: not said."]
    period: Annotated[int, "Its period."]
    published: Annotated[bool, "Whether its pairing is published."]
    coming: Annotated[int, "Members who come, or are paired."]
    open: Annotated[int, "Games without a result."]


class EveningRow(Record):
    """A member on an evening."""

    id: fields.PlayerNumber
    name: fields.PlayerName
    coming: Annotated[
        str,
        "coming, unsaid, notice, no notice, club duty, team, left or later.",
        Kind(words="coming"),
    ]
    board: Annotated[int | None, "Their board, null: none."]
    opponent: Annotated[str | None, "Name of their opponent."]
    result: Annotated[
        str | None, "Result of their game, or of their game for a team.", Kind(words="result")
    ]
    team: Annotated[str | None, "Team that they play for on this evening."]


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening as a desk shows it: the rows by name, with the key of each player.

    `round` is None until the pairing is published.
    """

    number: int
    round: Round | None
    head: EveningHead
    rows: tuple[tuple[int, EveningRow], ...]

    @property
    def counts(self) -> Counter[str]:
        """Return how many members there are of each kind."""
        return Counter(row.coming for _, row in self.rows)


COLUMNS = columns_of(
    EveningRow,
    "id",
    "name",
    "coming",
    "board",
    "opponent",
    "result",
    "team",
    spare=("team",),
    headings={
        "coming": message("columns.evening-coming"),
        "opponent": message("columns.opponent_name"),
    },
)


def evening_number(book: Book) -> int:
    """Return the evening at work: the last published one while games are open, else the next.

    After the last evening it is that one.
    """
    rounds = book.state.rounds
    if rounds and never_comes(book, book.state.next_round):
        return rounds[-1].number
    if rounds and (rounds[-1].open_games or not rounds[-1].closed):
        return rounds[-1].number
    return book.state.next_round


def evening(book: Book, number: int | None = None) -> Evening | Refusal:
    """Return an evening of a season (None: the one at work), with every member."""
    if isinstance(wrong := keys_of_season(book), Refusal):
        return wrong
    chosen = evening_number(book) if number is None else number
    if chosen > book.state.next_round:
        return never_comes(book, chosen) or _not_yet(book, chosen)
    if refusal := never_comes(book, chosen):
        return refusal
    round_ = book.state.round(chosen)
    players = book.state.players.values()
    rows = sorted(
        ((each.player, _row(book, each, chosen, round_)) for each in players),
        key=lambda row: alphabetical(row[1].name),
    )
    day = book.state.dates.get(chosen)
    coming = sum(row.coming == "coming" for _, row in rows)
    open_games = len(round_.open_games) if round_ else 0
    top = EveningHead(
        at=head(book),
        round=chosen,
        date=None if day is None else day.isoformat(),
        period=book.state.season.period_of(chosen),
        published=round_ is not None,
        coming=coming,
        open=open_games,
    )
    return Evening(chosen, round_, top, tuple(rows))


def evening_view(book: Book, round_number: int | None = None) -> View | Refusal:
    """Return an evening as a table."""
    one = evening(book, round_number)
    if isinstance(one, Refusal):
        return one
    title = message("evening.title", name=book.state.name, round=one.number)
    notes: Sequence[Sentence] = [message("evening.coming", n=one.head.coming)]
    rows = [row for _, row in one.rows]
    return View(title, COLUMNS, rows, one.head, tuple(notes))


def _not_yet(book: Book, number: int) -> Refusal:
    what = message("evening.not-yet", round=number, next=book.state.next_round)
    return Refusal("no-evening-yet", what, do("who-comes", round_number=Blank("ROUND")))


def _row(book: Book, entrant: Entrant, number: int, round_: Round | None) -> EveningRow:
    player = entrant.player
    board = None
    opponent = None
    team = None
    result: str | None = None
    for at, game in enumerate(round_.games if round_ else (), 1):
        if player in (game.white, game.black):
            board = at
            result = game.outcome
            opponent = book.name(game.opponent_of(player))
    external = book.state.season.externals.get((player, number))
    if external is not None:
        team = f"{external.team} {external.board}"
        result = external.result
    coming = "coming" if board else coming_of(book, entrant, number)
    label = book.state.label(player)
    return EveningRow(
        id=label,
        name=book.name(player),
        coming=coming,
        board=board,
        opponent=opponent,
        result=result,
        team=team,
    )


def coming_of(book: Book, entrant: Entrant, number: int) -> Coming:
    """Return what is known of a member for an evening."""
    season = book.state.season
    at = (entrant.player, number)
    if entrant.withdrawn_in(number):
        return "left"
    if entrant.from_round > number:
        return "later"
    if season.plays_for_team(*at):
        return "team"
    if at in season.duties:
        return "club duty"
    if at in season.unannounced:
        return "no notice"
    if number in entrant.away:
        return "notice"
    return "coming" if book.attends(entrant, number) else "unsaid"
