"""A walk through the facts of a tournament: the knowledge at each moment, as mirror rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Literal, TypeAlias, cast, get_args

from ledger.facts import tournament as events
from ledger.facts.disputes import AuditFact, CommandUndone
from ledger.facts.fide import FideFact, FideModeLeft
from ledger.facts.hall import HallFact
from ledger.facts.prizes import PrizeFact
from ledger.facts.records import DetailsRecorded, FileImported, PersonCorrected, PersonForgotten
from ledger.facts.season import CatchUpGamePlayed, ExternalGameCorrected
from ledger.facts.tournament import AnyFact
from ledger.facts.website import WebsiteChosen
from ledger.state.tournament import Game, Tournament, undone
from ledger.store.snapshot import Read
from ledger.values import Outcome
from projections.mirror.rows import TableRows
from projections.mirror.standings import FINAL, Cells, SeasonSoFar, Take, Under, asked_now
from projections.standings.sheets import Sheet, Sheets

_OF_A_GAME = (
    events.ResultRecorded,
    events.GameForfeited,
    events.GameAdjourned,
    events.ResultCorrected,
    events.ColoursCorrected,
)
_OF_BOARDS = (
    events.PairingPublished,
    events.PairingMadeByHand,
    events.PairingAmended,
    events.BoardAdded,
    CatchUpGamePlayed,
)
_SHOWN_ON_BOARDS = frozenset((*_OF_A_GAME, *_OF_BOARDS, CommandUndone))
_OF_NO_STANDING = frozenset(
    (
        events.RoundClosed,
        events.RoundStarted,
        events.RoundScheduled,
        events.PrizesDeclared,
        FileImported,
        PersonCorrected,
        PersonForgotten,
        events.TournamentClosed,
        events.TournamentReopened,
        events.OpeningTakenBack,
        events.ReportMade,
        DetailsRecorded,
        events.HashesBegun,
        WebsiteChosen,
        *get_args(FideFact),
        *get_args(AuditFact),
        *get_args(HallFact),
        *get_args(PrizeFact),
    )
) - {CommandUndone}
_OF_A_ROUND = frozenset(kind for kind in events.FACTS if "round" in kind.model_fields)
Correction: TypeAlias = Literal[
    "result", "colours", "rating", "record", "external game", "pairing", "taken back"
]
"""The subject of a correction, in the mirror."""

_CORRECTING = (
    events.ResultCorrected,
    events.ColoursCorrected,
    events.RatingCorrected,
    PersonCorrected,
    ExternalGameCorrected,
    events.PairingAmended,
    CommandUndone,
)
CORRECTIONS: dict[type, Correction] = {
    **dict(zip(_CORRECTING, get_args(Correction), strict=True)),
    events.TitleCorrected: "record",
}
_EVERY_ROUND = 1
_FINAL_ALONE = 10**6
"""The round of facts that change the final ranking alone.

A plan of rounds changes whether there is one, and outside FIDE mode nobody shares a place in it.
"""


@dataclass(slots=True)
class Walk:
    """The facts of a tournament taken in one by one, and the rows of the changes on the way.

    `undone` maps the position of each fact that was taken back to that of its undo. `versions` are
    those to make its standings under; None: the rules in force. `shown`: whether the state of the
    boards is recorded too.
    """

    tournament: str
    read: Sequence[Read]
    undone: Mapping[int, int]
    versions: Sequence[Under | None] = (None,)
    shown: bool = True
    state: Tournament = field(default_factory=Tournament)
    rows: TableRows = field(default_factory=lambda: defaultdict(list))
    takes: list[Take] = field(default_factory=list)
    corrections: list[tuple[int, AnyFact, object, Take | None]] = field(default_factory=list)
    done: int = 0
    boards: list[tuple[int, ...]] = field(default_factory=list)
    _held: dict[int, dict[int, tuple[int, tuple[int, ...]]]] = field(default_factory=dict)
    _boards: dict[int, dict[int, int]] = field(default_factory=dict)
    _sheets: Sheets = field(default_factory=Sheets)
    _season: SeasonSoFar = field(default_factory=SeasonSoFar)
    _open: dict[int, int] = field(default_factory=dict)
    _pending: list[tuple[int, AnyFact, object]] = field(default_factory=list)
    _first_touched: int | None = None
    _touched: int | None = None
    _had_final: bool = False

    def go(self) -> None:
        """Walk to the end; `takes` then lists the standings to make."""
        position = 0
        for _, facts in groupby(self.read, attrgetter("stamp.correlation_id")):
            for kind, some in groupby([one.fact for one in facts], type):
                if kind is events.ResultRecorded:
                    results = cast("list[events.ResultRecorded]", [*some])
                    self._take_results(position, results)
                    position += len(results)
                    continue
                for fact in some:
                    position += 1
                    self._take(position, fact)
            self._end_of_command(position)
        for number, held in self._held.items():
            for board, (since, cells) in held.items():
                self.boards.append((number, board, since, 0, *cells))

    def sheet_of_all(self) -> Sheet:
        """Return the sheet of all published rounds, at the end of the walk."""
        return self._sheets.sheet(self.state, len(self.state.rounds))

    def _take_results(self, position: int, results: Sequence[events.ResultRecorded]) -> None:
        """Take in results; `position` is that of the fact before them."""
        for number, of_round in groupby(results, attrgetter("round")):
            some = [*of_round]
            games = self.state.take_results(number, some)
            if self.shown:
                boards = self._boards[number]
                held = self._held[number]
                for at, (fact, game) in enumerate(zip(some, games, strict=True), position + 1):
                    white = fact.white
                    board = boards[fact.white]
                    now = white, fact.black, _PLACES[fact.outcome], 0, fact.rated, game.catch_up
                    since, cells = held[board]
                    if now != cells:
                        self.boards.append((number, board, since, at, *cells))
                        held[board] = at, now
            position += len(some)
            if number != self._touched:
                self._touch(number)

    def _take(self, position: int, fact: AnyFact) -> None:
        kind = type(fact)
        before = self._result_before(fact) if kind is events.ResultCorrected else None
        if kind is CommandUndone:
            self._fold_again(position)
        else:
            self.state.apply(fact)
        if kind in CORRECTIONS:
            self._pending.append((position, fact, before))
        if self.shown and kind in _SHOWN_ON_BOARDS:
            self._take_games(position, fact)
        touched = _first_touched(fact)
        if touched is not None:
            self._touch(touched, every=kind not in _OF_A_ROUND)

    def _touch(self, first: int, *, every: bool = False) -> None:
        if every and self._touched is None and first == self._first_touched:
            return  # by the fact before, as when many players enter
        self._first_touched = min(first, self._first_touched or first)
        self._touched = None if every else first
        self._sheets.touch(self._touched)
        self._season.touch(self._touched)
        if every:
            self._open.clear()
        else:
            self._open.pop(first, None)

    def _fold_again(self, last: int) -> None:
        """Fold the facts up to an undo anew: a fold cannot forget."""
        facts = [one.fact for one in self.read[:last]]
        left_out = undone(facts)
        self.state = state = Tournament()
        for position, fact in enumerate(facts, 1):
            if position in left_out:
                state.pass_over(fact)
            else:
                state.apply(fact)

    def _rounds_done(self) -> int:
        """Return the number of rounds, from the first, in which no game is open."""
        for round_ in self.state.rounds:
            number = round_.number
            if number not in self._open:
                self._open[number] = sum(game.open for game in round_.games)
            if self._open[number]:
                return number - 1
        return len(self.state.rounds)

    def _end_of_command(self, position: int) -> None:
        take = None
        if self._first_touched is not None:
            done = self._rounds_done()
            first = min(self._first_touched, min(self.done, done) + 1)
            planned = self._first_touched == _FINAL_ALONE
            if first <= done or done < self.done or self._had_final or planned:
                now = (self.state, self._sheets, self._season, first, done)
                jobs = tuple(asked_now(*now, version) for version in self.versions)
                self._had_final = any(FINAL in of_version for of_version in jobs)
                take = Take(position, done, jobs)
                self.takes.append(take)
            self.done = done
            self._first_touched = None
            self._touched = None
        if self._pending:
            self.corrections += [(*correction, take) for correction in self._pending]
            self._pending.clear()

    def _result_before(self, fact: AnyFact) -> object:
        assert isinstance(fact, events.ResultCorrected)
        game = self.state.rounds[fact.round - 1].game_of(fact.white)
        return game.outcome if game else None

    def _take_games(self, position: int, fact: AnyFact) -> None:
        if isinstance(fact, _OF_A_GAME):
            board = self._boards[fact.round][fact.white]
            game = self.state.rounds[fact.round - 1].game_of(fact.white)
            self._set(fact.round, board, position, game)
        elif isinstance(fact, CommandUndone):
            for number in set(self._boards) | {r.number for r in self.state.rounds}:
                self._take_round(number, position)
        elif isinstance(fact, _OF_BOARDS):
            self._take_round(fact.round, position)
            self.rows["pairings"] += _published(
                self.state, self.tournament, position, fact, self.undone.get(position)
            )

    def _take_round(self, number: int, position: int) -> None:
        """Compare every board of a round with its last known state."""
        round_ = self.state.round(number)
        games = round_.games if round_ else []
        before = max(self._boards.get(number, {}).values(), default=0)
        self._boards[number] = {
            player: board for board, g in enumerate(games, 1) for player in (g.white, g.black)
        }
        for board, game in enumerate(games, 1):
            self._set(number, board, position, game)
        for board in range(len(games) + 1, before + 1):
            self._set(number, board, position, None)

    def _set(self, number: int, board: int, position: int, game: Game | None) -> None:
        now = None if game is None else _shown(game)
        held = self._held.setdefault(number, {})
        earlier = held.get(board)
        if earlier is not None:
            since, cells = earlier
            if cells == now:
                return
            self.boards.append((number, board, since, position, *cells))
        if now is not None:
            held[board] = position, now
        elif earlier is not None:
            del held[board]


RESULTS = (*get_args(Outcome), None)
_PLACES = {result: at for at, result in enumerate(RESULTS)}


def _shown(game: Game) -> tuple[int, ...]:
    """Return a board as numbers: players, place in RESULTS, adjourned, rated, catch-up."""
    broken_off = game.adjourned and game.outcome is None
    return game.white, game.black, _PLACES[game.outcome], broken_off, game.rated, game.catch_up


def _first_touched(fact: AnyFact) -> int | None:
    """Return the first round whose standing a fact may change, None for no round."""
    kind = type(fact)
    if kind in (events.RoundsPlanned, FideModeLeft):
        return _FINAL_ALONE
    if kind in _OF_NO_STANDING:
        return None
    return int(fact.round) if kind in _OF_A_ROUND else _EVERY_ROUND  # type: ignore[union-attr]


def _published(
    state: Tournament,
    tournament: str,
    position: int,
    fact: events.PairingPublished
    | events.PairingMadeByHand
    | events.PairingAmended
    | events.BoardAdded
    | CatchUpGamePlayed,
    undo: int | None,
) -> Iterator[Cells]:
    if isinstance(fact, CatchUpGamePlayed):
        return
    place = tournament, position, fact.round
    basis = position - 1
    engine = None
    clause = None
    relaxed = {}
    if isinstance(fact, events.BoardAdded):
        board = len(state.rounds[fact.round - 1].games)
        yield (
            *place,
            board,
            fact.white,
            fact.black,
            fact.TOPIC,
            basis,
            "arbiter",
            None,
            None,
            undo,
        )
        return
    if isinstance(fact, events.PairingPublished):
        basis = fact.basis
        engine = f"{fact.engine} {fact.engine_version}"
        relaxed = dict(zip(fact.relaxed, fact.relaxed_why, strict=False))
    elif isinstance(fact, events.PairingMadeByHand):
        engine = fact.source
    else:
        clause = "by hand" if fact.basis is None and fact.clause == "F7" else fact.clause
        if fact.basis is not None:
            basis = fact.basis
            engine = f"{fact.engine} {fact.engine_version}"
    end = (fact.TOPIC, basis, engine, clause)
    for board, (white, black) in enumerate(zip(fact.whites, fact.blacks, strict=True), 1):
        yield *place, board, white, black, *end, relaxed.get(board), undo
    if fact.bye is not None:
        yield *place, 0, fact.bye, None, *end, None, undo
