"""The status of a tournament, and a sensible next step for the arbiter."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Literal

from ledger.messages import Blank, Sentence, do, message, run_on, spans
from ledger.records import LeftOut, Record, Spread
from ledger.refusals import Refusal
from ledger.state.numbers import numbers_missing
from ledger.state.parts import Round
from ledger.state.tournament import Entrant, Tournament
from ledger.store.imported_files import TakenBack
from ledger.values import Unnumbered
from projections.games.rounds import TournamentAt
from projections.views import fields
from projections.views.changes import at_positions
from projections.views.columns import DAY, Kind, columns_of
from projections.views.damage import DamagedRows, damaged_rows
from projections.views.view import NameOf, View


class TournamentRow(Record):
    """A tournament of a ledger file."""

    id: Annotated[str, "Id of the tournament, for --tournament."]
    name: Annotated[str, "Name of the tournament."]
    state: Annotated[
        TakenBack | None,
        "import-undone, opening-undone: what was taken back, and it goes no further; otherwise null.",
        Kind(words="tournament-state"),
    ]


class TournamentsHead(Record):
    """The common head of the list of tournaments."""

    refused: DamagedRows


def tournaments_view(
    tournaments: Iterable[tuple[str, str]],
    damaged: Sequence[tuple[str, Refusal]],
    gone: Mapping[str, TakenBack] = MappingProxyType({}),
) -> View:
    """Return the tournaments of a ledger file, given as id and name, without the damaged ones.

    `gone` are the ids of those that were taken back, each with what was.
    """
    rows = [TournamentRow(id_, name, gone.get(id_)) for id_, name in tournaments]
    refused, _ = damaged_rows(damaged)
    columns = [*columns_of(TournamentRow, "id", "name")]
    if any(row.state for row in rows):
        columns += columns_of(TournamentRow, "state")
    return View("", tuple(columns), rows, TournamentsHead(refused))


class ExampleRow(Record):
    """A tournament that comes with the program."""

    name: Annotated[str, "Name, for examples NAME."]


def examples_view(names: Iterable[str]) -> View:
    """Return the tournaments that come with the program, by name."""
    return View("", columns_of(ExampleRow, "name"), [ExampleRow(name) for name in names])


def next_command(state: Tournament, rounds: int | None, table: int | None = None) -> Sentence:
    """Return the command that takes the tournament on from here.

    `rounds` is the number of rounds, None if it is not known yet; `table` that of the table for the
    players so far, None where any number will do. Numbers are only given where the two agree.
    """
    if state.closed:
        announced = state.prizes_cents or state.prizes.rules_text
        waits = announced and state.prizes.awarded_at is None
        return do("prizes-award") if waits else do("standings", final=True)
    if state.fide.manual is not None:
        return do("by-hand-end")
    if state.import_undone:
        return do("import", file=Blank("FILE"))
    if state.opening_undone:
        return do("init", name=Blank("NAME"))
    if not state.players:
        return do("enter", name=Blank("NAME"))
    if numbers_missing(state.players):
        if table is None or rounds is None or table == rounds:
            return do("lots")
        return do("plan", rounds=table)
    if waiting := [round_.number for round_ in state.rounds if round_.open_games]:
        return do("results") if len(waiting) == 1 else do("results", round=waiting[0])
    if rounds is None:
        return do("plan", rounds=Blank("ROUNDS"))
    if state.next_round <= rounds:
        return do("publish")
    for round_ in state.rounds:
        if any(game.outcome is None for game in round_.games):  # adjourned
            return do("results", round=round_.number)
    return do("finish")


class StatusDetails(Record):
    """Where, when and by whom a tournament is held; null for unknown details."""

    city: Annotated[str | None, "City where it is played."]
    federation: Annotated[str | None, "Federation, three letters."]
    begins: Annotated[str | None, "First day, YYYY-MM-DD where it is a date."]
    ends: Annotated[str | None, "Last day, likewise."]
    type: Annotated[str | None, "Type of tournament."]
    arbiter: Annotated[str | None, "Name of the chief arbiter."]
    deputy_arbiters: Annotated[list[str], "Names of the deputy arbiters."]
    tempo: Annotated[str | None, "Time allowed for moves or game."]
    club: Annotated[str | None, "Club that holds it."]
    venue: Annotated[str | None, "Where in the city it is played."]
    organiser: Annotated[str | None, "Who organises it: a club or a person."]
    time_zone: Annotated[str | None, "Time zone of the times shown: Europe/Amsterdam."]


def status_details(details: Mapping[str, str]) -> StatusDetails:
    """Return the details of a tournament from `ledger.state.details`, for its status."""
    deputies = details.get("deputy_arbiters", "")
    one = {key: "; ".join(text.split("\n")) for key, text in details.items()}
    return StatusDetails(
        city=one.get("city"),
        federation=one.get("federation"),
        begins=one.get("begins"),
        ends=one.get("ends"),
        type=one.get("type"),
        arbiter=one.get("arbiter"),
        deputy_arbiters=deputies.split("\n") if deputies else [],
        tempo=one.get("tempo"),
        club=one.get("club"),
        venue=one.get("venue"),
        organiser=one.get("organiser"),
        time_zone=one.get("time_zone"),
    )


class SeasonStatus(Record):
    """The additional status of a club season."""

    period: Annotated[int, "In a season: period of the next round."]
    leader: Annotated[str | None, "In a season: first of the standing."]
    passes: Annotated[int, "In a season: how often totals were computed until nothing changed."]
    cycle: Annotated[int, "In a season: 0, or how many rankings alternate."]


class StatusHead(Record):
    """The status of a tournament."""

    at: Spread[TournamentAt]
    details: Spread[StatusDetails]
    rules: fields.RulebookId
    fide_mode: Annotated[
        Literal["on", "left"] | None, "FIDE mode; null: the tournament never was in it."
    ]
    by_hand: Annotated[
        LeftOut[int | None], "Round that is being paired by hand; left out: none is."
    ]
    players: Annotated[int, "Number of players."]
    rounds_planned: Annotated[int | None, "Rounds planned, null: not said."]
    rounds_published: Annotated[int, "Rounds published."]
    open_boards: Annotated[list[str], 'Games without a result: "3.2" is board 2 of round 3.']
    adjourned_boards: Annotated[list[str], "Adjourned games, written likewise."]
    away_next_round: Annotated[list[fields.PlayerNumber], "Players who are not in the next round."]
    date_next_round: Annotated[str | None, "Date of the next round, YYYY-MM-DD; null: not said."]
    time_next_round: Annotated[str | None, "When it begins, HH:MM; null: not said."]
    of_format: Spread[SeasonStatus | None]
    finished: Annotated[bool, "Whether the tournament is finished."]
    last_position: Annotated[int, "Position of the last fact."]
    next: Annotated[Sentence, "The next sensible command."]


class StatusRow(Record):
    """A line of the table."""

    what: Annotated[Sentence, "The line's subject."]
    value: Annotated[object, "Its value.", DAY]


def status_view(
    state: Tournament,
    *,
    rules_id: str,
    at: TournamentAt,
    expected: Collection[int],
    rounds: int | None,
    details: StatusDetails,
    step: Sentence,
    said: Mapping[str, Sentence] = MappingProxyType({}),
    of_format: SeasonStatus | None = None,
) -> View:
    """Return the tournament in a few lines: finished, open and next steps.

    `expected` are the players to be paired in the next round; `rounds` is the number of rounds, as
    planned or as the system determines it; unknown details have no line; `step` is the next command;
    `said` is what the table says of a key in place of its value; `of_format` is what only its
    format has.
    """
    open_boards = [f"{r.number}.{board}" for r in state.rounds for board, _ in r.open_games]
    adjourned = [f"{r.number}.{board}" for r in state.rounds for board in _adjourned(r)]
    away = [state.label(e.player) for e in state.in_number_order() if e.player not in expected]
    day = state.dates.get(state.next_round)
    manual = state.fide.manual
    head = StatusHead(
        at=at,
        details=details,
        rules=rules_id,
        fide_mode=_fide_mode(state),
        by_hand=manual.round if manual else None,
        players=len(state.players),
        rounds_planned=rounds,
        rounds_published=len(state.rounds),
        open_boards=open_boards,
        adjourned_boards=adjourned,
        away_next_round=away,
        date_next_round=day.isoformat() if day else None,
        time_next_round=state.times.get(state.next_round),
        of_format=of_format,
        finished=state.closed,
        last_position=state.position,
        next=step,
    )
    unsaid = {key for key, value in details.as_dict().items() if not value}
    is_last = rounds is not None and state.next_round > rounds
    unsaid |= {"away_next_round"} if state.closed or is_last else set()
    unsaid |= {"date_next_round"} if day is None else set()
    unsaid |= {"time_next_round"} if head.time_next_round is None else set()
    unsaid |= {"fide_mode"} if head.fide_mode is None else set()
    unsaid |= {"passes", "cycle"} if not head.as_dict().get("cycle") else set()
    unsaid |= {"leader"} if not state.rounds else set()
    left_out = unsaid | set(at.as_dict())
    rows = [
        StatusRow(message(f"status.{key}"), said.get(key) or _shown_of(key, value, state))
        for key, value in head.as_dict().items()
        if key not in left_out
    ]
    return View(state.name, columns_of(StatusRow, "what", "value"), rows, head)


def _fide_mode(state: Tournament) -> Literal["on", "left"] | None:
    if not state.fide.began_in_mode:
        return None
    return "on" if state.fide.in_mode else "left"


def _shown_of(key: str, value: object, state: Tournament) -> object:
    if key == "finished" and state.closed_at is not None:
        return message("status.ended", position=state.closed_at)
    if key == "open_boards" and value:
        boards = {r.number: [at for at, _ in r.open_games] for r in state.rounds}
        return _boards_shown(boards)
    if key == "adjourned_boards" and value:
        return _boards_shown({r.number: _adjourned(r) for r in state.rounds})
    return message(f"status.fide-mode.{value}") if key == "fide_mode" else _shown(value)


def _adjourned(round_: Round) -> list[int]:
    """Return the boards of the games of a round that are adjourned and not finished since."""
    games = enumerate(round_.games, 1)
    return [board for board, game in games if game.adjourned and game.outcome is None]


def _boards_shown(boards: Mapping[int, Sequence[int]]) -> Sentence:
    """Return boards as people say them: round 1, board 3; round 2, boards 1 to 4."""
    said = [
        message("status.boards", round=number, n=len(of_round), boards=spans(of_round[:_MOST]))
        if len(of_round) <= _MOST
        else message(
            "status.boards-and-more",
            round=number,
            n=len(of_round) - _MOST,
            boards=spans(of_round[:_MOST]),
        )
        for number, of_round in boards.items()
        if of_round
    ]
    return run_on(*said, between="; ")


_MOST = 12
"""The items of a list that are named; of the others only how many there are."""


def _shown(value: object) -> object:
    match value:
        case []:
            return message("views.none")
        case list():
            return _list_shown(value)
        case None:
            return message("views.not-said")
        case bool():
            return message("common.yes" if value else "common.no")
        case _:
            return value


def _list_shown(value: Sequence[object]) -> Sentence:
    """Return the items of a list; of players without a number only how many there are."""
    named = [item for item in value if not isinstance(item, Unnumbered)]
    if len(named) < len(value):
        others = message("waiting.others", n=len(value) - len(named))
        return run_on(_list_shown(named), others, between=", ") if named else others
    between = "; " if any(", " in str(item) for item in value) else ", "
    text = between.join(str(item) for item in value[:_MOST])
    if len(value) <= _MOST:
        return text
    return message("views.and-more", items=text, n=len(value) - _MOST)


class PlayerRow(Record):
    """A player, with the announcements for the rounds to come."""

    id: fields.PlayerNumber
    entry: Annotated[int, "Order of entry, which never changes."]
    name: fields.PlayerName
    rating: fields.PlayerRating
    rating_source: fields.SourceOfRating
    title: fields.PlayerTitle
    state: Annotated[Sentence, "What is announced for the player, in words."]


PLAYER_COLUMNS = columns_of(PlayerRow, "id", "name", "rating", "title", "state")


def players_view(state: Tournament, name_of: NameOf, head: TournamentAt) -> View:
    """Return all players by number with the announcements for the rounds to come."""
    rows = []
    for entrant in state.in_number_order():
        announced = _announced(state, entrant)
        if entrant.rating_source == "estimated":
            announced.append(message("views.estimated"))
        rows.append(
            PlayerRow(
                id=state.label(entrant.player),
                entry=entrant.player,
                name=name_of(entrant.player),
                rating=entrant.rating,
                rating_source=entrant.source_of_rating,
                title=entrant.title,
                state=run_on(*announced, between=", ") if announced else "",
            )
        )
    return View(state.name, PLAYER_COLUMNS, rows, head)


def _announced(state: Tournament, entrant: Entrant) -> list[Sentence]:
    """Return the announcements for a player's rounds to come."""
    player = entrant.player
    season = state.season
    sentences = list[Sentence]()
    for number in sorted({*entrant.away, *(r for p, r in season.coming if p == player)}):
        if number < state.next_round:
            continue
        key = (player, number)
        taken = entrant.away.get(number)
        kind = (
            "coming"
            if taken is None
            else "club-duty"
            if key in season.duties
            else "full-bye"
            if taken == 2
            else "half-bye"
            if taken
            else "absent"
        )
        how = message("views.no-notice") if key in season.unannounced else ""
        sentences.append(message(f"views.announced.{kind}", round=number, how=how))
    if entrant.withdrawn_in(state.next_round):
        declared = season.left_values.get(player, {}).get(entrant.absences[-1][0])
        if declared is None:
            sentences.append(message("expelled.word" if entrant.expelled else "views.withdrawn"))
        else:
            sentences.append(message("views.left", value=declared))
    if player in state.fide.without_bye:
        sentences.append(message("byes.mark"))
    if entrant.numbered_from is None:
        sentences.append(message("waiting.state"))
    if entrant.from_round > state.next_round:
        sentences.append(message("views.from-round", round=entrant.from_round))
    return sentences


class RoundRow(Record):
    """A round, published or planned."""

    round: fields.NumberOfRound
    date: Annotated[str | None, "Date, YYYY-MM-DD.", DAY]
    time: fields.TimeOfRound
    boards: Annotated[int | None, "Number of boards."]
    open: Annotated[int | None, "Boards without a result."]
    bye: fields.ByeNumber
    source: fields.PairedBy
    basis: fields.PairingBasis
    changed: fields.ChangedByHand
    changed_text: Annotated[str, "The same as text."]
    state: fields.RoundStage

    @classmethod
    def planned(cls, number: int, date: str | None, time: str | None) -> RoundRow:
        """Return the row of a round that has no pairing yet."""
        return cls(
            round=number,
            date=date,
            time=time,
            boards=None,
            open=None,
            bye=None,
            source=None,
            basis=None,
            changed=[],
            changed_text="",
            state="planned",
        )


ROUND_COLUMNS = columns_of(
    RoundRow,
    "round",
    "date",
    "time",
    "boards",
    "open",
    "bye",
    "source",
    "basis",
    "changed_text",
    "state",
    spare=("basis",),
    headings={
        "source": message("columns.paired-by"),
        "basis": message("columns.from-fact"),
        "changed_text": message("columns.changed-since"),
    },
)


def rounds_view(state: Tournament, head: TournamentAt) -> View:
    """Return the rounds, published and planned: date, boards, author of the pairing, progress.

    Times of day are shown where there are any.
    """
    rows = []
    for number in range(1, max(len(state.rounds), state.rounds_planned or 0) + 1):
        day = state.dates.get(number)
        date = day.isoformat() if day else None
        time = state.times.get(number)
        round_ = state.round(number)
        if round_ is None:
            rows.append(RoundRow.planned(number, date, time))
            continue
        still_open = len(round_.open_games)
        changed = [c.position for c in round_.changes]
        rows.append(
            RoundRow(
                round=number,
                date=date,
                time=time,
                boards=len(round_.games),
                open=still_open,
                bye=None if round_.bye is None else state.label(round_.bye),
                source=round_.source,
                basis=round_.basis,
                changed=changed,
                changed_text=at_positions(changed),
                state="closed" if round_.closed else "published" if still_open else "played",
            )
        )
    columns = tuple(column for column in ROUND_COLUMNS if state.times or column.key != "time")
    return View(state.name, columns, rows, head)
