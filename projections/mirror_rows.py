"""A tournament as the rows of a mirror: one walk over its facts, with what was known when."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from ledger.audit_events import AuditFact, CommandUndone
from ledger.book import Book, rulebook_of
from ledger.events import (
    AnyFact,
    BoardAdded,
    ColoursCorrected,
    FileImported,
    GameAdjourned,
    GameForfeited,
    PairingAmended,
    PairingMadeByHand,
    PairingPublished,
    PersonCorrected,
    PersonForgotten,
    PrizesDeclared,
    RatingCorrected,
    ResultCorrected,
    ResultRecorded,
    RoundClosed,
    RoundScheduled,
    RoundsPlanned,
    RoundStarted,
)
from ledger.season_events import CatchUpGamePlayed, ExternalGameCorrected
from ledger.state import Game, Tournament, replay
from projections.colours import difference, preference
from projections.departures import departures
from projections.floats import float_of
from projections.games import Kind, of_tournament
from projections.history import sentence
from projections.mirror_standings import Versions, done_rounds, standings_now

Rows: TypeAlias = dict[str, list[tuple[object, ...]]]

_OF_A_GAME = (ResultRecorded, GameForfeited, GameAdjourned, ResultCorrected, ColoursCorrected)
_OF_BOARDS = (PairingPublished, PairingMadeByHand, PairingAmended, BoardAdded, CatchUpGamePlayed)
_OF_NO_STANDING = (
    RoundClosed, RoundStarted, RoundScheduled, RoundsPlanned, PrizesDeclared, FileImported,
    PersonCorrected, PersonForgotten,
)  # fmt: skip
_CORRECTIONS = {
    ResultCorrected: "result",
    ColoursCorrected: "colours",
    RatingCorrected: "rating",
    PersonCorrected: "record",
    ExternalGameCorrected: "external game",
    PairingAmended: "pairing",
    CommandUndone: "taken back",
}
_EVERY_ROUND = 1


def rows_of(facts: Sequence[AnyFact], people: Mapping[str, Mapping[str, str]]) -> Rows:
    """Return the rows of every table that is derived from the facts of one tournament."""
    walk = Walk(facts)
    walk.go()
    state, made = walk.state, walk.rows
    book = Book(state, list(facts), dict(people))
    made["tournaments"].append(_tournament(state, facts))
    made["rulebooks"] += _rulebooks(state)
    made["players"] += _players(state)
    made["names"] += _names(state, people)
    made["rounds"] += _rounds(state)
    made["integrity"] += [
        (state.id, fact.position, kind, sentence(fact, lambda p: str(state.label(p))), fact.actor,
         fact.reason)
        for fact, kind in departures(book)
    ]  # fmt: skip
    _colours_and_floats(state, made)
    return made


@dataclass(slots=True)
class Walk:
    """The facts taken in one by one, and the rows of what changed on the way."""

    facts: Sequence[AnyFact]
    state: Tournament = field(default_factory=Tournament)
    rows: Rows = field(default_factory=lambda: defaultdict(list))
    versions: Versions = field(default_factory=Versions)
    games: dict[tuple[int, int], tuple[int, tuple[object, ...]]] = field(default_factory=dict)
    boards: dict[int, dict[int, int]] = field(default_factory=dict)
    pending: list[tuple[AnyFact, object]] = field(default_factory=list)
    first_touched: int | None = None
    done: int = 0

    def go(self) -> None:
        """Walk to the end."""
        for at, fact in enumerate(self.facts):
            before = self._result_before(fact)
            if isinstance(fact, CommandUndone):
                self.state = replay(self.facts[: at + 1])
            else:
                self.state.apply(fact)
            self._take_games(fact)
            if type(fact) in _CORRECTIONS:
                self.pending.append((fact, before))
            touched = _first_touched(fact)
            if touched is not None:
                self.first_touched = min(touched, self.first_touched or touched)
            following = self.facts[at + 1] if at + 1 < len(self.facts) else None
            if following is None or following.correlation_id != fact.correlation_id:
                self._end_of_command(fact.position)
        for (round_, board), (since, cells) in self.games.items():
            self._close(round_, board, since, None, cells)
        for round_, since, until, made in self.versions.all():
            place = (self.state.id, round_, since, until)
            self.rows["standings"] += [(*place, *cells) for cells in made.lines]
            self.rows["tie_breaks"] += [(*place, *cells) for cells in made.tie_breaks]
            self.rows["keizer_values"] += [(*place, *cells) for cells in made.values]

    def _end_of_command(self, position: int) -> None:
        touched: dict[int, int] = {}
        if self.first_touched is not None:
            done = done_rounds(self.state)
            first = min(self.first_touched, min(self.done, done) + 1)
            touched = self.versions.take(position, standings_now(self.state, first, done), done)
            self.done, self.first_touched = done, None
        for fact, before in self.pending:
            self.rows["corrections"].append(self._correction(fact, before, touched))
        self.pending.clear()

    def _correction(
        self, fact: AnyFact, before: object, touched: Mapping[int, int]
    ) -> tuple[object, ...]:
        return (
            self.state.id, fact.position, _CORRECTIONS[type(fact)], getattr(fact, "round", None),
            getattr(fact, "white", getattr(fact, "player", None)), getattr(fact, "black", None),
            getattr(fact, "corrects", None), before, getattr(fact, "outcome", None),
            sorted(touched), sum(touched.values()),
        )  # fmt: skip

    def _result_before(self, fact: AnyFact) -> object:
        if not isinstance(fact, ResultCorrected):
            return None
        game = self.state.rounds[fact.round - 1].game_of(fact.white)
        return game.outcome if game else None

    def _take_games(self, fact: AnyFact) -> None:
        if isinstance(fact, _OF_A_GAME):
            board = self.boards[fact.round][fact.white]
            game = self.state.rounds[fact.round - 1].game_of(fact.white)
            self._set(fact.round, board, fact.position, game)
        elif isinstance(fact, CommandUndone):
            for number in set(self.boards) | {r.number for r in self.state.rounds}:
                self._take_round(number, fact.position)
        elif isinstance(fact, _OF_BOARDS):
            self._take_round(fact.round, fact.position)
            self.rows["pairings"] += _published(self.state, fact)

    def _take_round(self, number: int, position: int) -> None:
        """Compare every board of a round with what was known of it."""
        round_ = self.state.round(number)
        games = round_.games if round_ else []
        self.boards[number] = {
            player: board for board, g in enumerate(games, 1) for player in (g.white, g.black)
        }
        for board, game in enumerate(games, 1):
            self._set(number, board, position, game)
        for _, board in [key for key in self.games if key[0] == number and key[1] > len(games)]:
            self._set(number, board, position, None)

    def _set(self, number: int, board: int, position: int, game: Game | None) -> None:
        now = None if game is None else _cells(game)
        known = self.games.get((number, board))
        if known is not None:
            if known[1] == now:
                return
            del self.games[number, board]
            self._close(number, board, known[0], position, known[1])
        if now is not None:
            self.games[number, board] = (position, now)

    def _close(
        self, number: int, board: int, since: int, until: int | None, cells: tuple[object, ...]
    ) -> None:
        self.rows["games"].append((self.state.id, number, board, since, until, *cells))


def _cells(game: Game) -> tuple[object, ...]:
    broken_off = game.adjourned and game.outcome is None
    return game.white, game.black, game.outcome, broken_off, game.rated, game.catch_up


def _first_touched(fact: AnyFact) -> int | None:
    """Return the first round whose standing a fact may change, None for no round."""
    if isinstance(fact, _OF_NO_STANDING) or (
        isinstance(fact, AuditFact) and not isinstance(fact, CommandUndone)
    ):
        return None
    number = getattr(fact, "round", None)
    return _EVERY_ROUND if number is None else int(number)


def _published(state: Tournament, fact: AnyFact) -> Iterator[tuple[object, ...]]:
    if isinstance(fact, CatchUpGamePlayed):
        return
    at, clause, relaxed = fact.position, None, {}
    basis, engine = at - 1, None
    if isinstance(fact, BoardAdded):
        board = len(state.rounds[fact.round - 1].games)
        yield (state.id, at, fact.round, board, fact.white, fact.black, fact.TOPIC, basis,
               "arbiter", None, None)  # fmt: skip
        return
    assert isinstance(fact, PairingPublished | PairingMadeByHand | PairingAmended)
    if isinstance(fact, PairingPublished):
        basis, engine = fact.basis, f"{fact.engine} {fact.engine_version}"
        relaxed = dict(zip(fact.relaxed, fact.relaxed_why, strict=False))
    elif isinstance(fact, PairingMadeByHand):
        engine = fact.source
    else:
        clause = fact.clause
    end = (fact.TOPIC, basis, engine, clause)
    for board, (white, black) in enumerate(zip(fact.whites, fact.blacks, strict=True), 1):
        yield state.id, at, fact.round, board, white, black, *end, relaxed.get(board)
    if fact.bye is not None:
        yield state.id, at, fact.round, 0, fact.bye, None, *end, None


def _tournament(state: Tournament, facts: Sequence[AnyFact]) -> tuple[object, ...]:
    rules = rulebook_of(state.rulebook_text)
    times = (facts[0].recorded_at, facts[-1].recorded_at)
    return (
        state.id, state.name, rules.system, rules.id, *(t.replace(tzinfo=None) for t in times),
        state.position, len(state.players), state.rounds_planned, len(state.rounds),
        done_rounds(state), state.closed,
    )  # fmt: skip


def _rulebooks(state: Tournament) -> Iterator[tuple[object, ...]]:
    for place, (start, text, hash_) in enumerate(state.rules, 1):
        rules = rulebook_of(text)
        yield state.id, start, place, rules.id, rules.system, hash_, text


def _players(state: Tournament) -> Iterator[tuple[object, ...]]:
    for e in state.players.values():
        yield (state.id, e.player, state.label(e.player), e.rating, e.source_of_rating, e.title,
               e.from_round, e.forgotten)  # fmt: skip


def _names(
    state: Tournament, people: Mapping[str, Mapping[str, str]]
) -> Iterator[tuple[object, ...]]:
    for entrant in state.players.values():
        record = people.get(entrant.person, {})
        if record.get("name"):
            yield (state.id, entrant.player, record["name"], record.get("club"),
                   record.get("fide_id"))  # fmt: skip


def _rounds(state: Tournament) -> Iterator[tuple[object, ...]]:
    for r in state.rounds:
        yield (
            state.id, r.number, state.dates.get(r.number), r.source, r.basis, r.position, r.bye,
            len(r.games), len(r.open_games), len(r.amended), r.closed,
        )  # fmt: skip


def _colours_and_floats(state: Tournament, rows: Rows) -> None:
    rules = rulebook_of(state.rulebook_text)
    table = of_tournament(state, rules)
    halves = {player: [0] for player in table.cells}
    for player, cells in table.cells.items():
        for cell in cells:
            halves[player].append(halves[player][-1] + cell.halves)
    for player, cells in table.cells.items():
        history = table.colours(player)
        for number, cell in enumerate(cells, 1):
            so_far = history[:number]
            colour = cell.colour if cell.played else None
            rows["colours"].append((state.id, number, player, cell.kind.value, colour, so_far,
                                    difference(so_far), str(preference(so_far))))  # fmt: skip
            if rules.system != "rating" or cell.kind is Kind.OPEN:
                continue
            before = number - 1
            his = halves[player if cell.opponent is None else cell.opponent][before]
            drawn = float_of(cell, halves[player][before], his, rules.rating)
            if drawn:
                rows["floats"].append((state.id, number, player, drawn))
