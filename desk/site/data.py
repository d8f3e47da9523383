"""The data files of a tournament: JSON with an envelope, CSV, PGN, TRF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, cast

from desk.answers.tournament_file import tournament_file
from desk.formats.registry import format_of
from desk.site.contents import Contents
from desk.site.events import PublicEvent, is_of_log, public_events
from desk.site.forecasts import PlayerForecasts
from desk.site.lines import in_lines
from desk.site.records import (
    CrosstableData,
    CrosstableRoundData,
    Envelope,
    ForecastsData,
    LogData,
    NormForecastData,
    PairingData,
    PairingsEnvelope,
    PlayerData,
    PlayerEnvelope,
    PlayerRoundData,
    PrizeForecastData,
    RatingForecastData,
    RoundOfData,
    ScheduledRound,
    SeatData,
    StandingData,
    SumsData,
    TextInLanguages,
    TieBreakOfData,
    TournamentEnvelope,
    TournamentOfData,
)
from desk.site.shown import Shown, shown
from desk.site.tables import column_of
from desk.site.words import site_words
from ledger.csv_files.spreadsheet import csv_text
from ledger.messages import Sentence
from ledger.refusals import Refusal
from ledger.state.details import days_of, details_of
from ledger.state.tournament import Game
from ledger.trf.profiles import default_profile
from ledger.trf.writer import write
from projections.exports.pgn import pairings_pgn
from projections.views.view import RowValues, value_of

VERSION: Final = 1
"""The version of the shapes of the data files."""

KINDS: Final = (
    "site-tournament",
    "site-standing",
    "site-pairings",
    "site-crosstable",
    "site-players",
    "site-player",
    "site-log",
)
"""The shapes of the JSON files, as docs/json has them."""


def as_text(value: object) -> str:
    """Return a number of points as text: 5.5, 8.75, 12; a text as it is."""
    if isinstance(value, float):
        return f"{value:.4f}".rstrip("0").rstrip(".")
    return "" if value is None else str(value)


@dataclass
class DataFiles:
    """The data files of a tournament; `program` is the version of the program."""

    of: Contents
    program: str

    def all(self) -> Iterator[tuple[str, bytes]]:
        """Yield every file: its path from the folder of the site, and its content."""
        for name, content in self._all():
            yield f"data/{self.of.slug}/{name}", content

    def _all(self) -> Iterator[tuple[str, bytes]]:
        state = self.of.book.state
        yield "players.json", self.players()
        yield "log.json", self.log()
        rounds = len(state.rounds)
        for number in range(1, rounds + 1):
            yield f"pairings-{number}.json", self.pairings(number)
            yield f"standing-{number}.json", self.standing(number)
        if rounds:
            yield "crosstable.json", self.crosstable()
            yield "games.pgn", pairings_pgn(self.of.book, range(1, rounds + 1))
            yield "standing.csv", self.standing_csv()
        yield "players.csv", self.players_csv()
        for player in self.of.cards:
            yield f"player-{self.of.numbers[player]}.json", self.player(player)
        file = tournament_file(self.of.book, (), default_profile(self.of.book.rules))
        if self.of.choices.ratings and not isinstance(file, Refusal):
            yield "tournament.trf", write(file, default_profile(self.of.book.rules))
        yield "tournament.json", self.tournament()

    def _envelope(
        self,
        kind: str,
        position: int | None = None,
        before: str | None = None,
        after: str | None = None,
    ) -> Envelope:
        book = self.of.book
        last = book.state.position if position is None else position
        head = self.of.head_at(last)
        return Envelope(
            schema=f"site-{kind}/{VERSION}",
            tournament=TournamentOfData(book.id, book.state.name, self.of.slug),
            position=last,
            head=head.short if head is not None else None,
            as_of=book.recorded[last - 1].stamp.recorded_at.isoformat() if last else None,
            program=self.program,
            names=self.of.names,
            next=after,
            previous=before,
        )

    def _neighbours(self, kind: str, number: int) -> tuple[str | None, str | None]:
        last = len(self.of.book.state.rounds)
        before = f"{kind}-{number - 1}.json" if number > 1 else None
        return before, f"{kind}-{number + 1}.json" if number < last else None

    @cached_property
    def _shown(self) -> Mapping[int, Shown]:
        return {
            player: shown(self.of.book, player, self.of.choices)
            for player in self.of.book.state.players
        }

    # --- the tournament -----------------------------------------------------------------------

    def tournament(self) -> bytes:
        """Return what the tournament is, and its rounds."""
        book = self.of.book
        state = book.state
        details = details_of(state, book.people)
        first, last = days_of(state, book.people)
        about = TournamentEnvelope(
            envelope=self._envelope("tournament"),
            rules=book.rules.id,
            city=details.get("city"),
            begins=first.isoformat() if first else None,
            ends=last.isoformat() if last else None,
            tempo=details.get("tempo"),
            time_zone=details.get("time_zone"),
            rounds_planned=state.rounds_planned,
            rounds_done=self.of.done,
            players=len(state.players),
            finished=state.closed,
        )
        numbers = range(1, max(len(state.rounds), state.rounds_planned or 0) + 1)
        return in_lines(about, map(self._scheduled, numbers))

    def _scheduled(self, number: int) -> ScheduledRound:
        state = self.of.book.state
        round_ = state.round(number)
        day = state.dates.get(number)
        return ScheduledRound(
            round=number,
            date=day.isoformat() if day else None,
            time=state.times.get(number),
            published_at=round_.position if round_ else None,
            boards=len(round_.games) if round_ else None,
            open=len(round_.open_games) if round_ else None,
        )

    # --- standing -----------------------------------------------------------------------------

    def standing(self, after: int) -> bytes:
        """Return the standing after a round."""
        before, following = self._neighbours("standing", after)
        envelope = self._envelope("standing", self.of.set_by(after), before, following)
        return in_lines(envelope, self._lines(after))

    def _lines(self, after: int, *, final: bool = False) -> list[StandingData]:
        view = self.of.final if final else self.of.standing(after)
        if view is None:
            return []
        rules = self.of.book.rules_of(after)
        order = format_of(rules).deciding(rules, final)
        cells = view.cells
        places = Counter(row["rank"] for row in cells)
        lines = list[StandingData]()
        for row in cells:
            rank, number = row["rank"], row["id"]
            assert isinstance(number, int)
            one = self._shown[self.of.keys[number]]
            value = row.get("value")
            lines.append(
                StandingData(
                    place=rank if isinstance(rank, int) else None,
                    place_shared=rank is not None and places[rank] > 1,
                    player=int(number),
                    name=one.name,
                    title=one.title,
                    federation=one.federation,
                    club=one.club,
                    rating=one.rating,
                    points=as_text(row["points"]),
                    tie_breaks=[_tie_break(row, name) for name in order],
                    colours=str(row.get("colours") or ""),
                    value=value if isinstance(value, int) else None,
                )
            )
        return lines

    def standing_csv(self) -> bytes:
        """Return the standing of now as a table for spreadsheets."""
        final = self.of.final is not None
        lines = self._lines(self.of.done, final=final)
        names = [one.code for one in lines[0].tie_breaks] if lines else []
        heading = [
            "place",
            "player",
            "name",
            "title",
            "federation",
            "club",
            "rating",
            "points",
            *names,
        ]
        rows = [
            [
                one.place,
                one.player,
                one.name,
                one.title,
                one.federation,
                one.club,
                one.rating,
                one.points,
                *(tie_break.value for tie_break in one.tie_breaks),
            ]
            for one in lines
        ]
        return csv_text([heading, *rows], spreadsheet=True).encode()

    @cached_property
    def _after(self) -> Mapping[int, Mapping[int, tuple[str, int | None]]]:
        """Return points and place of each player by number, after each round that is done."""
        found = dict[int, Mapping[int, tuple[str, int | None]]]()
        for number in range(1, self.of.done + 1):
            view = self.of.standing(number)
            found[number] = {
                int(row["id"]): (as_text(row["points"]), _place(row))  # type: ignore[call-overload]  # a number
                for row in (view.cells if view is not None else ())
            }
        return found

    # --- rounds -------------------------------------------------------------------------------

    def pairings(self, number: int) -> bytes:
        """Return a round: its boards, and who is free."""
        state = self.of.book.state
        round_ = state.rounds[number - 1]
        before, following = self._neighbours("pairings", number)
        day = state.dates.get(number)
        about = PairingsEnvelope(
            envelope=self._envelope("pairings", self.of.round_set_by(number), before, following),
            round=RoundOfData(
                round=number,
                date=day.isoformat() if day else None,
                time=state.times.get(number),
                published_at=round_.position,
            ),
        )
        rows = [
            PairingData(
                board=board,
                white=self._seat(game.white, number),
                black=self._seat(game.black, number),
                result=game.outcome,
                bye=False,
                adjourned=game.adjourned and game.outcome is None,
                changed_by=self._corrected(game, number),
            )
            for board, game in enumerate(round_.games, 1)
        ]
        if round_.bye is not None:
            rows.append(
                PairingData(
                    board=None,
                    white=self._seat(round_.bye, number),
                    black=None,
                    result=None,
                    bye=True,
                    adjourned=False,
                    changed_by=None,
                )
            )
        return in_lines(about, rows)

    def _corrected(self, game: Game, number: int) -> int | None:
        positions = {one.position for one in self.of.book.state.corrections if one.round == number}
        return game.set_by if game.set_by in positions else None

    def _seat(self, player: int, round_: int) -> SeatData:
        number = self.of.numbers[player]
        before = self._after.get(round_ - 1, {}).get(number)
        points = "0" if round_ == 1 else before[0] if before else None
        one = self._shown[player]
        return SeatData(player=number, name=one.name, rating=one.rating, points=points)

    def crosstable(self) -> bytes:
        """Return every round of every player, in the order of the standing."""
        rows = []
        order = [*self.of.in_order, *(p for p in self.of.cards if p not in set(self.of.in_order))]
        sums = self._sums
        for player in order:
            own = sums.get(player)
            rows.append(
                CrosstableData(
                    place=own.place if own else None,
                    player=self.of.numbers[player],
                    name=self._shown[player].name,
                    points=own.points if own else "0",
                    rounds=[one.game for one in self._rounds(player)],
                )
            )
        position = self.of.set_by(len(self.of.book.state.rounds))
        return in_lines(self._envelope("crosstable", position), rows)

    def _rounds(self, player: int) -> list[PlayerRoundData]:
        card = self.of.cards.get(player)
        number = self.of.numbers[player]
        rounds = []
        for row in card.cells if card is not None else ():
            round_ = row.get("round")
            if not isinstance(round_, int):
                continue
            opponent = row.get("opponent")
            points, place = self._after.get(round_, {}).get(number, (None, None))
            colour = row.get("colour")
            rounds.append(
                PlayerRoundData(
                    game=CrosstableRoundData(
                        round=round_,
                        opponent=int(opponent) if isinstance(opponent, int) else None,
                        colour="W" if colour == "W" else "B" if colour == "B" else None,
                        kind=str(row.get("kind") or ""),
                        points=as_text(row.get("points")),
                    ),
                    points_after=points,
                    place_after=place,
                )
            )
        return rounds

    # --- players ------------------------------------------------------------------------------

    def _player(self, player: int) -> PlayerData:
        one = self._shown[player]
        return PlayerData(
            player=self.of.numbers[player],
            name=one.name,
            title=one.title,
            federation=one.federation,
            club=one.club,
            rating=one.rating,
            birth_year=one.birth_year,
        )

    def players(self) -> bytes:
        """Return the players, in alphabetical order."""
        return in_lines(self._envelope("players"), map(self._player, self.of.by_name))

    def players_csv(self) -> bytes:
        """Return the players as a table for spreadsheets."""
        rows = [self._player(player).as_dict() for player in self.of.by_name]
        heading = ["player", "name", "title", "federation", "club", "rating"]
        heading += ["birth_year"] if self.of.choices.birth_year else []
        cells = [[row.get(key) for key in heading] for row in rows]
        return csv_text([heading, *cells], spreadsheet=True).encode()

    @cached_property
    def _sums(self) -> Mapping[int, SumsData]:
        final = self.of.final is not None
        return {
            self.of.keys[line.player]: SumsData(line.points, line.place, line.tie_breaks)
            for line in self._lines(self.of.done, final=final)
        }

    def player(self, player: int) -> bytes:
        """Return a player with their rounds; next and previous are those of the standing."""
        order = self._order
        at = order.get(player)
        sequence: Sequence[int] = self.of.in_order

        def file(place: int) -> str | None:
            there = at is not None and 0 <= place < len(sequence)
            return f"player-{self.of.numbers[sequence[place]]}.json" if there else None

        here = 0 if at is None else at
        about = PlayerEnvelope(
            envelope=self._envelope("player", None, file(here - 1), file(here + 1)),
            player=self._player(player),
            sums=self._sums.get(player),
            forecasts=_forecasts(self.of.forecasts.get(self.of.numbers[player])),
        )
        return in_lines(about, self._rounds(player))

    @cached_property
    def _order(self) -> Mapping[int, int]:
        return {player: at for at, player in enumerate(self.of.in_order)}

    # --- log ----------------------------------------------------------------------------------

    def log(self) -> bytes:
        """Return the corrections, protests and rulings, oldest first."""
        rows = [_logged(event) for event in public_events(self.of) if is_of_log(event)]
        return in_lines(self._envelope("log"), rows)


def _forecasts(of: PlayerForecasts | None) -> ForecastsData | None:
    if of is None:
        return None
    rating = of.rating
    return ForecastsData(
        rating=None
        if rating is None
        else RatingForecastData(
            change=None if rating.change is None else f"{rating.change:.2f}",
            new=rating.new,
            k=rating.k,
            edition=rating.edition,
        ),
        norms=[NormForecastData(one.norm, one.state, _in_languages(one.needs)) for one in of.norms],
        prizes=[
            PrizeForecastData(
                category=cast("str | None", row["category"]),
                place=cast("int", row["place"]),
                cents=cast("int", row["cents"]),
                goods=cast("str", row["goods"]),
            )
            for row in of.prizes
        ],
    )


def _in_languages(sentence: Sentence) -> TextInLanguages:
    return TextInLanguages(*(site_words(language)(sentence) for language in ("en", "nl")))


def _logged(event: PublicEvent) -> LogData:
    return LogData(
        position=event.position,
        at=event.moment.isoformat(),
        kind=event.kind,
        round=event.round,
        what=_in_languages(event.what),
        corrects=event.corrects,
        verdict=event.verdict,
        reason=event.reason or None,
    )


def _tie_break(row: RowValues, name: str) -> TieBreakOfData:
    value = value_of(row, column_of(name))
    return TieBreakOfData(code=str(name), value=None if value is None else as_text(value))


def _place(row: RowValues) -> int | None:
    rank = row["rank"]
    return rank if isinstance(rank, int) else None
