"""The state that facts add up to: players, games, records. No points, no rules.

`replay` folds facts into a `Tournament`. Only the fold changes it; everybody else reads. A standing
as known at an earlier position is the same fold over fewer facts.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never, cast, get_args

from ledger.facts import season as club
from ledger.facts import tournament as events
from ledger.facts.disputes import AuditFact, CommandUndone
from ledger.facts.fide import FideFact
from ledger.facts.hall import CheckInWithdrawn, ClaimWithdrawn, HallFact, ResultClaimed
from ledger.facts.prizes import PrizeFact, PrizesAnnounced
from ledger.facts.ratings import RatingFact
from ledger.facts.records import DetailsRecorded, FileImported, PersonCorrected, PersonForgotten
from ledger.facts.season import SeasonFact
from ledger.facts.tournament import AnyFact
from ledger.facts.website import WebsiteChosen
from ledger.state.fide import FideState
from ledger.state.hall import HallState
from ledger.state.numbers import label_without_number, take_numbers
from ledger.state.parts import Correction, Entrant, Game, PairingChange, Round, entrant_of
from ledger.state.prizes import PrizeState
from ledger.state.protests import Protest, take_dispute
from ledger.state.ratings import RatingState
from ledger.state.season import Season
from ledger.state.website import USUAL, WebsiteChoices, choices_of
from ledger.values import Colour, mirrored

__all__ = [
    "Entrant",
    "Game",
    "PairingChange",
    "Round",
    "Tournament",
    "carried_on",
    "following",
    "replay",
    "undone",
]

PlayersFact: TypeAlias = (
    events.PlayerRegistered
    | events.PlayerRemoved
    | PersonCorrected
    | PersonForgotten
    | events.RatingCorrected
    | events.TitleCorrected
    | events.NumbersAssigned
    | events.AbsenceAnnounced
    | events.AbsenceWithdrawn
    | events.ByeRequested
    | events.PlayerWithdrew
    | events.PlayerReinstated
)
RoundsFact: TypeAlias = (
    events.PairingPublished
    | events.PairingMadeByHand
    | events.BoardAdded
    | events.PairingAmended
    | events.RoundStarted
    | events.RoundClosed
)
GamesFact: TypeAlias = (
    events.ResultRecorded
    | events.GameForfeited
    | events.GameAdjourned
    | events.ResultCorrected
    | events.ColoursCorrected
)
_OF_PLAYERS = frozenset(get_args(PlayersFact))
_OF_ROUNDS = frozenset(get_args(RoundsFact))
_OF_GAMES = frozenset(get_args(GamesFact))
_OF_ONE_ROUND = (
    events.RoundScheduled,
    events.AbsenceAnnounced,
    events.AbsenceWithdrawn,
    events.PairingPublished,
    events.ResultRecorded,
    events.GameForfeited,
    events.ResultCorrected,
    events.ColoursCorrected,
    events.RoundClosed,
    club.PresenceAnnounced,
    club.AbsenceReported,
    club.ClubDutyAssigned,
    club.ExternalGameRecorded,
    club.ExternalGameCorrected,
)
"""The frequent facts that change nothing of the rounds before theirs."""


@dataclass(slots=True)
class Tournament:
    """The state after some facts; see the module's docstring. `position` is the number of facts.

    `entries` is the highest key a player ever had: a key is never given to another. `former` are
    the players whose entry was taken back, or who were removed: they are in nothing but the facts.
    `removed` are the latter, with the position at which; their number is the one that stays empty,
    None where it closed up. `rules` are the rulebooks, each with its first round: canonical text,
    and the recorded hash (a later program may know more keys, and compute another hash).
    `import_undone`: it was made of a file, and that was taken back; `opening_undone`: its opening
    was, with nothing in it. `details` is the key of the record that `ledger.state.details` reads,
    None: there is none. `withdrawn` are the positions at which the public pairing of a round was
    withdrawn, by round. `derived` holds what projections made of this very state: by the last round
    it counts, a name, and a number of their own. The next fact clears what it may change.
    """

    name: str = ""
    rules: list[tuple[int, str, str]] = field(default_factory=list)
    position: int = 0
    rounds_planned: int | None = None
    dates: dict[int, dt.date] = field(default_factory=dict)
    times: dict[int, str] = field(default_factory=dict)
    check_in_until: dict[int, str] = field(default_factory=dict)
    players: dict[int, Entrant] = field(default_factory=dict)
    former: dict[int, Entrant] = field(default_factory=dict)
    removed: dict[int, int] = field(default_factory=dict)
    entries: int = 0
    numbers_method: str | None = None
    first_colour: Colour | None = None
    rounds: list[Round] = field(default_factory=list)
    final_lots: tuple[int, ...] = ()
    prizes_cents: tuple[int, ...] = ()
    imports: list[FileImported] = field(default_factory=list)
    details: str | None = None
    season: Season = field(default_factory=Season)
    fide: FideState = field(default_factory=FideState)
    ratings: RatingState = field(default_factory=RatingState)
    hall: HallState = field(default_factory=HallState)
    prizes: PrizeState = field(default_factory=PrizeState)
    website: WebsiteChoices = USUAL
    protests: dict[int, Protest] = field(default_factory=dict)
    corrections: list[Correction] = field(default_factory=list)
    withdrawn: dict[int, list[int]] = field(default_factory=dict)
    closed: bool = False
    closed_at: int | None = None
    reports: list[tuple[int, events.ReportMade]] = field(default_factory=list)
    import_undone: bool = False
    opening_undone: bool = False
    derived: dict[tuple[int, str, int], object] = field(
        default_factory=dict, repr=False, compare=False
    )

    @property
    def rulebook_text(self) -> str:
        """Return the rulebook in force now, "" before the tournament is opened."""
        return self.rules[-1][1] if self.rules else ""

    @property
    def rulebook_hash(self) -> str:
        """Return the recorded hash of the rulebook in force now, "" before the opening."""
        return self.rules[-1][2] if self.rules else ""

    def rulebook_text_of(self, number: int) -> str:
        """Return the rulebook that holds for a round, and for the standing after it."""
        return [text for from_round, text, _ in self.rules if from_round <= max(number, 1)][-1]

    @property
    def next_round(self) -> int:
        """Return the number of the next round to be published."""
        return len(self.rounds) + 1

    def round(self, number: int) -> Round | None:
        """Return a published round, or None when there is none of that number."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def is_last(self, round_: Round) -> bool:
        """Tell whether a round is the last: as published, or by a later plan."""
        return round_.last_round or self.rounds_planned == round_.number

    def corrections_since(self, basis: int, number: int) -> tuple[int, ...]:
        """Return the corrections that a pairing of a round from `basis` did not know, by position.

        Rule: knsb-wp-1996 F7; knsb-wp-2014 F7; knsb-rating-2014 F7.
        """
        return tuple(one.position for one in self.corrections if one.concerns(basis, number))

    def label(self, player: int) -> int:
        """Return the number that people use for a player: the lot number, before that the entry.

        A player whose entry was taken back is called by their entry.
        """
        entrant = self.players.get(player)
        if entrant is not None and entrant.number is not None:
            return entrant.number
        return label_without_number(self.players, player, self.removed)

    def by_label(self, label: int) -> int | None:
        """Return the key of the player with that number, or None."""
        return next((player for player in self.players if self.label(player) == label), None)

    def in_number_order(self) -> Iterator[Entrant]:
        """Yield the players by number, those without one last, by entry."""
        return iter(
            sorted(self.players.values(), key=lambda e: (e.number is None, e.number or 0, e.player))
        )

    def apply(self, fact: AnyFact) -> None:
        """Take in one more fact. Facts are judged before they are recorded; here they are valid."""
        if self.derived:
            self._clear_derived(fact)
        kind = type(fact)  # called so often that matching each class in turn is slow
        if kind in _OF_PLAYERS:
            self._apply_to_players(cast(PlayersFact, fact))
        elif kind in _OF_GAMES:
            self._apply_to_games(cast(GamesFact, fact))
        elif kind in _OF_ROUNDS:
            self._apply_to_rounds(cast(RoundsFact, fact))
        elif isinstance(fact, SeasonFact):
            self._apply_to_season(fact)
        elif isinstance(fact, FideFact):
            self.fide.take(fact, self.position + 1)
        elif isinstance(fact, RatingFact):
            self.ratings.take(fact, self.players, self.position + 1)
        elif isinstance(fact, AuditFact):
            take_dispute(self.protests, fact, self.position + 1)
            if isinstance(fact, CommandUndone):
                back = Correction(self.position + 1, reaches=min(fact.facts))
                self.corrections.append(back)
                if fact.withdraws is not None:
                    self.withdrawn.setdefault(fact.withdraws, []).append(self.position + 1)
        elif isinstance(fact, HallFact):
            self.hall.take(fact, self.position + 1)
            if isinstance(fact, CheckInWithdrawn):
                self.season.coming.pop((fact.player, fact.round), None)
        elif isinstance(fact, PrizeFact):
            self.prizes.take(fact, self.position + 1)
            if isinstance(fact, PrizesAnnounced):
                self.prizes_cents = ()
        else:
            self._apply_to_tournament(fact)
        self.position += 1

    def _clear_derived(self, fact: AnyFact) -> None:
        if isinstance(fact, _OF_ONE_ROUND):
            self._clear_derived_from(fact.round)
        elif not isinstance(fact, ResultClaimed | ClaimWithdrawn):
            self.derived = {}

    def _clear_derived_from(self, number: int) -> None:
        self.derived = {key: one for key, one in self.derived.items() if key[0] < number}

    def _apply_to_tournament(self, fact: events.TournamentFact) -> None:
        match fact:
            case events.TournamentOpened():
                self.name = fact.name
                self.rules = [(1, fact.rulebook_text, fact.rulebook_hash)]
                self.fide.began_in_mode = bool(fact.fide_mode)
            case events.RulesChanged():
                self.rules.append((fact.from_round, fact.rulebook_text, fact.rulebook_hash))
            case events.PrizesDeclared():
                self.prizes_cents = fact.amounts_cents
                self.prizes.rules_text = ""
            case events.RoundsPlanned():
                self.rounds_planned = fact.rounds
            case events.RoundScheduled():
                self.dates[fact.round] = fact.date
                self.times.pop(fact.round, None)
                if fact.time is not None:
                    self.times[fact.round] = fact.time
                self.check_in_until.pop(fact.round, None)
                if fact.check_in_until is not None:
                    self.check_in_until[fact.round] = fact.check_in_until
            case FileImported():
                self.imports.append(fact)
            case DetailsRecorded():
                self.details = fact.record
                self.name = fact.name or self.name
            case events.FirstColourDrawn():
                self.first_colour = fact.colour
            case events.FinalLotsDrawn():
                before = [p for p in self.final_lots if p not in fact.players]
                self.final_lots = (*fact.players, *before)
            case events.TournamentClosed():
                self.closed = True
                self.closed_at = self.position + 1
            case events.TournamentReopened():
                self.closed = False
                self.closed_at = None
            case events.ReportMade():
                self.reports.append((self.position + 1, fact))
            case events.OpeningTakenBack():
                self.opening_undone = True
            case WebsiteChosen():
                self.website = choices_of(fact)
            case events.HashesBegun():
                pass  # concerns the file, not the tournament
            case _ if isinstance(fact, PlayersFact | RoundsFact | GamesFact):
                raise AssertionError(f"{fact.TOPIC} is taken in elsewhere")
            case _:
                assert_never(fact)

    def _apply_to_players(self, fact: PlayersFact) -> None:
        match fact:
            case events.PlayerRegistered():
                self.entries = max(self.entries, fact.player)
                self.players[fact.player] = entrant_of(fact)
            case events.PlayerRemoved():
                self._remove(fact)
            case PersonCorrected():
                self.players[fact.player].person_hash = fact.person_hash
            case PersonForgotten():
                kept = self.players if fact.player in self.players else self.former
                kept[fact.player].forgotten = self.position + 1
            case events.RatingCorrected():
                entrant = self.players[fact.player]
                entrant.rating = fact.rating
                entrant.rating_source = fact.rating_source
                self.corrections.append(Correction(self.position + 1))
            case events.TitleCorrected():
                self.players[fact.player].title = fact.title
            case events.NumbersAssigned():
                self.numbers_method = fact.method
                take_numbers(self.players, fact)
            case events.AbsenceAnnounced():
                self._stay_away(fact)
            case events.AbsenceWithdrawn():
                self._come(fact)
            case events.ByeRequested():
                self.players[fact.player].away[fact.round] = fact.halves
                self.hall.leave(fact.player, fact.round, fact.round)
            case events.PlayerWithdrew():
                self.players[fact.player].absences.append((fact.from_round, True))
                self.players[fact.player].expelled = bool(fact.expelled)
                self.hall.leave(fact.player, fact.from_round)
            case events.PlayerReinstated():
                self.players[fact.player].absences.append((fact.from_round, False))
                self.players[fact.player].expelled = False
            case _:
                assert_never(fact)

    def _apply_to_rounds(self, fact: RoundsFact) -> None:
        at = self.position + 1
        match fact:
            case events.PairingPublished():
                games = _games(fact.whites, fact.blacks, at)
                self.rounds.append(
                    Round(
                        number=fact.round,
                        games=games,
                        bye=fact.bye,
                        source=fact.engine,
                        basis=fact.basis,
                        position=at,
                        last_round=fact.last_round,
                        rulebook_hash=fact.rulebook_hash,
                    )
                )
            case events.PairingMadeByHand():
                games = _games(fact.whites, fact.blacks, at)
                self.rounds.append(
                    Round(
                        number=fact.round,
                        games=games,
                        bye=fact.bye,
                        source=fact.source,
                        basis=at - 1,
                        position=at,
                    )
                )
            case events.BoardAdded():
                round_ = self.rounds[fact.round - 1]
                board = (fact.white, fact.black)
                round_.add_game(Game(fact.white, fact.black, at, added_by_hand=True))
                if round_.bye in board:
                    round_.bye = None
                bye = None if round_.public_bye in board else round_.public_bye
                round_.change(at, fact, (*round_.public, board), bye, self.corrections)
            case events.PairingAmended():
                round_ = self.rounds[fact.round - 1]
                kept = {(game.white, game.black): game for game in round_.games}
                new = _games(fact.whites, fact.blacks, at)
                round_.set_games([kept.get((game.white, game.black), game) for game in new])
                self.hall.keep_claims(fact.round, kept.keys() & set(round_.seats))
                round_.bye = fact.bye
                boards = tuple(zip(fact.whites, fact.blacks, strict=True))
                round_.change(at, fact, boards, fact.bye, self.corrections)
            case events.RoundStarted():
                self.rounds[fact.round - 1].started = at
            case events.RoundClosed():
                self.rounds[fact.round - 1].closed = True
            case _:
                assert_never(fact)

    def _apply_to_games(self, fact: GamesFact) -> None:
        game = self._set(self.rounds[fact.round - 1], fact.white, fact.black)
        match fact:
            case events.ResultRecorded():
                game.outcome = fact.outcome
                game.adjourned = False
                game.rated = fact.rated
            case events.GameForfeited():
                game.outcome = fact.outcome
                game.adjourned = False
                game.white_cause = fact.white_cause
                game.black_cause = fact.black_cause
            case events.GameAdjourned():
                game.adjourned = True
            case events.ResultCorrected():
                game.outcome = fact.outcome
                game.adjourned = False
                game.white_cause = game.black_cause = None
                self.corrections.append(Correction(self.position + 1, fact.round))
            case events.ColoursCorrected():
                game.white, game.black = game.black, game.white
                game.outcome = None if game.outcome is None else mirrored(game.outcome)
                exchange = Correction(self.position + 1, fact.round, colours=True)
                self.corrections.append(exchange)
            case _:
                assert_never(fact)

    def _apply_to_season(self, fact: SeasonFact) -> None:
        at = self.position + 1
        season = self.season
        match fact:
            case club.PresenceAnnounced():
                self._come(fact)
                season.coming[fact.player, fact.round] = at
            case club.AbsenceReported():
                self._stay_away(fact)
                season.unannounced[fact.player, fact.round] = at
            case club.ClubDutyAssigned():
                self._stay_away(fact)
                season.duties[fact.player, fact.round] = at
            case club.ExternalGameRecorded() | club.ExternalGameCorrected():
                season.take_external(fact, at)
                if isinstance(fact, club.ExternalGameCorrected):
                    self.corrections.append(Correction(at, fact.round))
            case club.PeriodStarted() if fact.from_round == 1:
                season.first_period = fact.name
            case club.PeriodStarted():
                season.periods.append((fact.from_round, fact.name))
            case club.MemberLeft():
                self.players[fact.player].absences.append((fact.from_round, True))
                season.left_values.setdefault(fact.player, {})[fact.from_round] = fact.value
            case club.CatchUpGamePlayed():
                round_ = self.rounds[fact.round - 1]
                round_.played = round_.played or at
                round_.add_game(Game(fact.white, fact.black, at, fact.outcome, catch_up=True))
                if round_.bye in (fact.white, fact.black):
                    round_.bye = None
            case _:
                assert_never(fact)

    def _remove(self, fact: events.PlayerRemoved) -> None:
        """Take a player out of everything, but for what the facts themselves say."""
        player = fact.player
        self.fide.remove(player, [e.player for e in self.in_number_order()])
        self.former[player] = removed = self.players.pop(player)
        self.removed[player] = self.position + 1
        if not self.rounds:
            removed.number = None  # it closes up: another has it
        for other, number in zip(fact.players, fact.numbers, strict=True):
            self.players[other].number = number
        self.hall.leave(player, first=1)
        self.season.remove(player)
        self.ratings.remove(player)
        self.final_lots = tuple(other for other in self.final_lots if other != player)

    def _stay_away(
        self, fact: events.AbsenceAnnounced | club.AbsenceReported | club.ClubDutyAssigned
    ) -> None:
        self.players[fact.player].away[fact.round] = 0
        self.hall.leave(fact.player, fact.round, fact.round)
        self.season.forget_plans(fact.player, fact.round)

    def _come(self, fact: events.AbsenceWithdrawn | club.PresenceAnnounced) -> None:
        self.players[fact.player].away.pop(fact.round, None)
        self.season.forget_plans(fact.player, fact.round)

    def pass_over(self, fact: object) -> None:
        """Count a fact that was undone later: it is recorded, but has no effect."""
        self.derived = {}
        self.position += 1
        if isinstance(fact, events.PlayerRegistered):
            self.entries = max(self.entries, fact.player)
            self.former[fact.player] = entrant_of(fact)
        elif isinstance(fact, FileImported):
            self.import_undone = True

    def take_results(self, number: int, results: Iterable[events.ResultRecorded]) -> list[Game]:
        """Take in results of a round, the next facts; return their games."""
        self._clear_derived_from(number)
        round_ = self.rounds[number - 1]
        games: list[Game] = []
        for result in results:
            game = self._set(round_, result.white, result.black)
            game.outcome = result.outcome
            game.adjourned = False
            game.rated = result.rated
            self.position += 1
            games.append(game)
        return games

    def _set(self, round_: Round, white: int, black: int) -> Game:
        """Return a game in which the next fact sets something; keep its previous values."""
        game = round_.game_of(white)
        assert game is not None, f"no game of {white} in round {round_.number}"
        assert game.black == black, f"no game {white}-{black} in round {round_.number}"
        if round_.played is None:
            round_.played = self.position + 1
        if game.outcome is not None or game.adjourned:
            game.earlier.append((game.set_by, game.outcome or "adjourned"))
        game.set_by = self.position + 1
        return game


def taken_back_by(facts: Iterable[AnyFact]) -> dict[int, int]:
    """Return the position of each fact that was taken back, with that of the undo."""
    undos = ((at, fact) for at, fact in enumerate(facts, 1) if isinstance(fact, CommandUndone))
    return {back: at for at, fact in undos for back in fact.facts}


def undone(facts: Iterable[AnyFact]) -> frozenset[int]:
    """Return the positions of facts that were taken back."""
    return frozenset(taken_back_by(facts))


def replay(facts: Iterable[AnyFact]) -> Tournament:
    """Fold all facts, in order, into the state they add up to, without those taken back."""
    facts = list(facts)
    left_out = undone(facts)
    tournament = Tournament()
    for position, fact in enumerate(facts, 1):
        if position in left_out:
            tournament.pass_over(fact)
        else:
            tournament.apply(fact)
    return tournament


def following(state: Tournament, before: Sequence[AnyFact], fact: AnyFact) -> Tournament:
    """Return the state after one more fact: the same object, or a fresh one after an undo.

    `before` are the facts that led to the state. Only an undo needs them: a fold cannot forget, so
    it folds them anew.
    """
    if isinstance(fact, CommandUndone):
        return replay([*before, fact])
    state.apply(fact)
    return state


def carried_on(state: Tournament, facts: Sequence[AnyFact], upto: int) -> Tournament:
    """Return the state after more facts, up to a position; see `following`.

    `facts` are all of the tournament; the results of a round that follow one another are taken in
    together.
    """
    while (at := state.position) < upto:
        fact = facts[at]
        if isinstance(fact, events.ResultRecorded):
            state.take_results(fact.round, _results_in_a_row(fact.round, facts[at:upto]))
        else:
            before = facts[:at] if isinstance(fact, CommandUndone) else ()
            state = following(state, before, fact)
    return state


def _results_in_a_row(number: int, facts: Iterable[AnyFact]) -> Iterator[events.ResultRecorded]:
    """Yield the results of a round that facts begin with."""
    for fact in facts:
        if not isinstance(fact, events.ResultRecorded) or fact.round != number:
            return
        yield fact


def _games(whites: tuple[int, ...], blacks: tuple[int, ...], at: int) -> list[Game]:
    return [Game(white, black, at) for white, black in zip(whites, blacks, strict=True)]
