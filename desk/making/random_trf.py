"""Random tournaments, paired by the engine of a rulebook: the same arguments give the same file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Literal, TypeAlias

from desk.making.chances import PER_MILLE, Chances, game_outcome
from desk.making.fide_results import BILLION, fide_outcome
from ledger.messages import Sentence, do, message
from ledger.refusals import Refusal, Refusals
from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.tie_breaks import LAST, NUMBER, TieBreak
from ledger.trf.codes import tie_break_list
from ledger.trf.findings import TrfNote
from ledger.trf.meaning import codes_of, points_of
from ledger.trf.model import (
    MAX_START_RANK,
    TrfCell,
    TrfFile,
    TrfHeader,
    TrfKept,
    TrfPlayer,
    TrfPoints,
)
from ledger.values import Outcome
from pairing.norms.model import Pairing
from pairing.systems.registry import system_of, without_engine
from pairing.systems.trf import TrfRound, pair_file
from projections.games.crosstable_of_trf import of_file
from projections.standings.standing import final_standing, standing

MAX_ROUNDS = 99
RATINGS = (1200, 2400)
"""Lowest and highest rating, where none are asked for."""


class CannotGenerate(ValueError):
    """Sizes or rates that no tournament file can have, or a rulebook that no engine pairs."""

    def __init__(self, why: Sentence) -> None:
        super().__init__(repr(why))
        self.why = why


CAME_LATER = (
    "full_byes",
    "short_games",
    "double_losses",
    "check_ins",
    "claims",
    "protests",
    "listed",
    "prohibitions",
)
"""Rates without which a comment has the bytes that it had before there were these."""


@dataclass(frozen=True, slots=True)
class PerMille:
    """Rates of things that may happen, each a whole number per mille."""

    def __post_init__(self) -> None:
        for name, value in self.items():
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= PER_MILLE:
                raise CannotGenerate(
                    message("making.rate", name=name, value=repr(value), most=PER_MILLE)
                )

    def items(self) -> tuple[tuple[str, int], ...]:
        """Return (name, per mille) of every rate."""
        return tuple((f.name, getattr(self, f.name)) for f in fields(self))

    def text(self) -> str:
        """Return the rates as a comment has them; one that came later is left out where it is 0."""
        rates = (
            f"{name.replace('_', ' ')} {value}"
            for name, value in self.items()
            if value or name not in CAME_LATER
        )
        return f"per mille: {', '.join(rates)}"


@dataclass(frozen=True, slots=True)
class Rates(PerMille):
    """How often things happen, in whole per mille (0 to 1,000).

    `draws`: games drawn, where the ratings leave room for it (`desk.making.chances.game_outcome`).
    `defaults`: games decided by default; `double_defaults`: of those, without either player.
    `byes`: half-point byes, a player and round; never where the rulebook has none on request (F9).
    `absences`: announced absences, a player and round (who has such a bye or left is not asked).
    `withdrawals`: players who leave before a round, from round 2; `returns`: of those away, a
    round.
    `late`: players who enter after round 1, at the latest in the round after half of them.
    `full_byes`: full-point byes, a player and round. `short_games`: games of less than one move,
    which count and are not rated. `double_losses`: games over the board that both players lost.

    CannotGenerate for a rate that is anything else.
    """

    draws: int = 300
    defaults: int = 10
    double_defaults: int = 100
    byes: int = 20
    absences: int = 30
    withdrawals: int = 5
    returns: int = 100
    late: int = 20
    full_byes: int = 0
    short_games: int = 0
    double_losses: int = 0


Model: TypeAlias = Literal["expected", "fide"]
"""How results are drawn: White expects what the table of ratings says, or FIDE's model."""


def generate(
    players: int,
    rounds: int,
    *,
    rules: Rulebook,
    seed: str,
    rates: Rates | None = None,
    ratings: tuple[int, int] = RATINGS,
    model: Model | None = None,
    tie_breaks: Sequence[TieBreak] = (),
) -> TrfFile:
    """Return a tournament of so many players and rounds; the start rank is the lot number.

    In the Swiss on rating it is the pairing number: the highest rating of those in round 1 has 1,
    and the first colour is drawn (XXC). Late entries have the last numbers, in order of entry;
    under FIDE's rules they have the number of their rating. Ratings are drawn evenly from lowest to
    highest. `model` None is FIDE's model for FIDE's rules, and the expected scores for others.
    The places are by `tie_breaks`, none: those of the rulebook, and the number decides in the end.

    When a round has no legal pairing, or fewer than two players are there, the tournament ends
    before it, as nobody may decide for the arbiter who sits out: the file keeps the number of
    rounds planned, has fewer with games, and names who was away (XXZ), so that `trf pair` refuses
    that round with the same reason. A note says why, and a comment line has the name of the reason.

    In a round robin nobody enters late, and who is away loses by default.

    CannotGenerate for sizes a file cannot hold, for another number of rounds than a table has, and
    for a rulebook that no engine pairs. `rates` None are the usual ones.

    Rule: knsb-rating-2014 A2, E5.
    """
    judge(players, rounds, rules, ratings)
    chosen = model or ("fide" if rules.has_fide_mode else "expected")
    run = _Run(
        players=players,
        rounds=rounds,
        rules=rules,
        chances=Chances(seed),
        rates=rates or Rates(),
        range=ratings,
        model=chosen,
    )
    ended: Refusals = ()
    for number in range(1, rounds + 1):
        if ended := run.play(number):
            break
    return _finished(run, seed, ended, tie_breaks)


def judge(players: int, rounds: int, rules: Rulebook, ratings: tuple[int, int]) -> None:
    """Raise CannotGenerate for what no tournament can be made of."""
    low, high = ratings
    if (refusal := without_engine(rules)) is not None:
        raise CannotGenerate(refusal.what)
    if rules.ranks_by_value:
        raise CannotGenerate(message("making.no-season", rules=rules.id, command=do("generate")))
    if not 2 <= players <= MAX_START_RANK:
        raise CannotGenerate(message("making.players", most=MAX_START_RANK))
    if not 1 <= rounds <= MAX_ROUNDS:
        raise CannotGenerate(message("making.rounds", most=MAX_ROUNDS))
    at_most = system_of(rules).rounds_at_most
    if at_most is not None and rounds != (fitting := at_most(players, rules)):
        raise CannotGenerate(message("making.table", players=players, n=fitting, rounds=rounds))
    if not 1 <= low <= high <= 9_999:
        raise CannotGenerate(message("making.ratings"))


def entries(players: int, rounds: int, chances: Chances, late: int) -> list[int]:
    """Return the first round of each player, in order of entry; two are there from the first.

    `late` is how many enter after round 1, per mille.
    """
    if rounds == 1:
        return [1] * players
    numbers = range(1, players + 1)
    those_late = min(sum(chances.hit(late, "late", n) for n in numbers), players - 2)
    choices = max(1, rounds // 2)
    first_rounds = sorted(2 + chances.below(choices, "entry", n) for n in range(those_late))
    return [1] * (players - those_late) + first_rounds


_ABSENT, _HALF_BYE, _FULL_BYE, _BYE = (TrfCell(None, "-", code) for code in "ZHFU")

_OF_A_GAME: tuple[Outcome, ...] = ("1-0", "0-1", "1/2-1/2")

_BY_DEFAULT: dict[tuple[bool, bool], Outcome] = {
    (True, False): "0-1R",
    (False, True): "1-0R",
    (True, True): "0-0R",
}
"""What a game is whose players, white and black, are away or not."""


@dataclass(slots=True)
class _Run:
    """A tournament that is being played; `cells` are by number - 1, one a round so far."""

    players: int
    rounds: int
    rules: Rulebook
    chances: Chances
    rates: Rates
    range: tuple[int, int]
    model: Model
    ratings: list[int] = field(init=False)
    first_rounds: list[int] = field(init=False)
    away: set[int] = field(default_factory=set)
    absent_next: tuple[int, ...] = ()
    cells: list[list[TrfCell | None]] = field(init=False)
    first_colour: Literal["w", "b"] | None = None

    def __post_init__(self) -> None:
        low, high = self.range
        numbers = range(1, self.players + 1)
        self.ratings = [low + self.chances.below(high - low + 1, "rating", n) for n in numbers]
        system = system_of(self.rules)
        # Where everybody is in every round nobody enters later.
        late = 0 if system.takes_everybody else self.rates.late
        self.first_rounds = entries(self.players, self.rounds, self.chances, late)
        if self.rules.late_number != "last":
            self.ratings.sort(reverse=True)
            shuffled = sorted(numbers, key=lambda n: self.chances.below(2**64, "place", n))
            joins = dict(zip(shuffled, self.first_rounds, strict=True))
            self.first_rounds = [joins[n] for n in numbers]
        elif system.default_numbers == "rating":
            there = self.first_rounds.count(1)
            self.ratings[:there] = sorted(self.ratings[:there], reverse=True)
        if system.first_colour_clause is not None:
            self.first_colour = "b" if self.chances.below(2, "first colour") else "w"
        self.cells = [[] for _ in numbers]

    def file(self) -> TrfFile:
        """Return what has been played so far, without names, points and ranks."""
        players = tuple(
            TrfPlayer(number, "", rating=rating, cells=tuple(cells))
            for number, (rating, cells) in enumerate(zip(self.ratings, self.cells, strict=True), 1)
        )
        return TrfFile(players, rounds_planned=self.rounds, first_colour=self.first_colour)

    def play(self, number: int) -> Refusals:
        """Play a round; what is against it, with nothing changed in the cells, or ()."""
        away = dict(self._not_there(number))
        # Where everybody is in every round, one who is away has a game, and loses it by default.
        off = {} if system_of(self.rules).takes_everybody else away
        present = tuple(n for n in range(1, self.players + 1) if n not in off)
        self.absent_next = tuple(off)
        if len(present) < 2:
            what = message("making.too-few", round=number)
            return (Refusal("too-few-players", what, message("making.too-few-step")),)
        round_ = TrfRound(number, present, number == self.rounds, (), self.rounds)
        if not isinstance(pairing := pair_file(self.file(), self.rules, round_), Pairing):
            return pairing
        for player, cell in off.items():
            self.cells[player - 1].append(cell)
        if pairing.bye is not None:
            self.cells[pairing.bye - 1].append(_BYE)
        for board in pairing.boards:
            both = (board.white in away, board.black in away)
            outcome = _BY_DEFAULT.get(both) or self._outcome(number, board.white, board.black)
            white, black = self._codes(number, board.white, outcome)
            self.cells[board.white - 1].append(TrfCell(board.black, "w", white))
            self.cells[board.black - 1].append(TrfCell(board.white, "b", black))
        return ()

    def _not_there(self, number: int) -> Iterator[tuple[int, TrfCell]]:
        """Yield who is not to be paired in a round, and what stands in their line for it."""
        hit = self.chances.hit
        rates = self.rates
        has_byes = self.rules.bye.half_point_allowed or self.rules.bye_worths != (1,)
        byes = rates.byes if has_byes else 0
        for player, first in enumerate(self.first_rounds, 1):
            if number < first:
                yield player, _ABSENT
                continue
            if player in self.away:
                if hit(rates.returns, "return", number, player):
                    self.away.discard(player)
            elif number > first and hit(rates.withdrawals, "leave", number, player):
                self.away.add(player)
            if player in self.away:
                yield player, _ABSENT
            elif hit(byes, "bye", number, player):
                yield player, _HALF_BYE
            elif hit(rates.full_byes, "full bye", number, player):
                yield player, _FULL_BYE
            elif hit(rates.absences, "absent", number, player):
                yield player, _ABSENT

    def _codes(self, number: int, white: int, outcome: Outcome) -> tuple[str, str]:
        """Return the codes of both sides of a game, which may have been one of less than a move."""
        short = outcome in _OF_A_GAME and self.chances.hit(
            self.rates.short_games, "short", number, white
        )
        return codes_of(outcome, rated=not short)

    def _outcome(self, number: int, white: int, black: int) -> Outcome:
        chances = self.chances
        game = (number, white, black)
        if chances.hit(self.rates.defaults, "default", *game):
            if chances.hit(self.rates.double_defaults, "double default", *game):
                return "0-0R"
            return "1-0R" if chances.below(2, "winner by default", *game) else "0-1R"
        if chances.hit(self.rates.double_losses, "double loss", *game):
            return "0-0"
        if self.model == "fide":
            chance = chances.below(BILLION, "result", *game)
            return fide_outcome(self.ratings[white - 1], self.ratings[black - 1], chance)
        difference = self.ratings[white - 1] - self.ratings[black - 1]
        chance = chances.below(2 * PER_MILLE, "result", *game)
        return game_outcome(difference, self.rates.draws, chance)


def _finished(run: _Run, seed: str, ended: Refusals, tie_breaks: Sequence[TieBreak]) -> TrfFile:
    """Return the file with names, points, ranks, and how it was made."""
    rules = run.rules
    file = run.file()
    worth = points_of(run.rules)
    keys = _keys(rules, tie_breaks)
    played = file.rounds_recorded
    if ended:
        file = replace(file, absent_next=run.absent_next)
    table = of_file(file, rules, played)
    held = standing(table, rules)
    if tie_breaks:
        ranking = rules.ranking.model_copy(update={"final": keys})
        held = final_standing(table, rules.model_copy(update={"ranking": ranking}))
    ranks = {line.player: line.rank for line in held.lines}
    low, high = run.range
    comments = [
        f"# generated by toernooi: {run.players} players, {run.rounds} rounds, seed {seed!a}",
        f"# rules {rules.id} ({rules.hash[:12]}), ratings {low} to {high}",
        f"# {run.rates.text()}",
    ]
    comments += [f"# results by the model {run.model}"] if run.model == "fide" else []
    comments += [f"# ended after round {played}: {refusal.code}" for refusal in ended]
    notes = [message("making.ended", round=played, why=refusal.what) for refusal in ended]
    return replace(
        file,
        header=(TrfHeader("012", f"Generated tournament, {rules.id}"), *_tie_breaks(rules, keys)),
        points=None if worth == TrfPoints() else worth,
        players=tuple(
            replace(
                player,
                name=f"Player {player.number:04}",
                rank=ranks[player.number],
                points_halves=sum(worth.of(cell) for cell in player.cells),
            )
            for player in file.players
        ),
        other=tuple(TrfKept(" ".join(text.split())) for text in comments),
        notes=tuple(TrfNote(0, note) for note in notes),
    )


def _keys(rules: Rulebook, tie_breaks: Sequence[TieBreak]) -> tuple[TieBreak, ...]:
    """Return the tie-breaks of a file: nobody draws lots for it, so that the number decides."""
    keys = tie_breaks or rules.ranking.final
    return (*(key for key in dict.fromkeys(keys) if key not in LAST), NUMBER())


def _tie_breaks(rules: Rulebook, keys: Sequence[TieBreak]) -> Iterator[TrfHeader]:
    if rules.speaks_trf26:
        yield TrfHeader("202", tie_break_list(keys))
