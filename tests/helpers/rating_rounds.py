"""Rounds of the Swiss on rating for tests: from the vectors, from Held's example, and at random."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest

from ledger.rulebooks.rating_keys import RatingKeys
from ledger.rulebooks.rulebook import Rulebook
from ledger.trf.model import TrfFile
from ledger.trf.reader import parse
from pairing.explain.question import Question
from pairing.norms.model import Contestant, NoPairing, Pairing, RatedPlayer
from pairing.rating.brackets.field import Bracket, Candidate, Level, PairedBracket, RatingField
from pairing.rating.brackets.flow import Flow
from pairing.rating.engine import pair
from pairing.rating.explain.explainer import RatingExplainer
from pairing.systems.registry import contestants, pair_round, system_of
from pairing.systems.trf import TrfRound, round_to_pair
from projections.games.crosstable import Cell, CellKind, Crosstable
from projections.games.crosstable_of_trf import of_file
from projections.games.floats import Float, floats, is_topscorer, order_a2
from tests.helpers.crosstables import rules
from tests.helpers.places import VECTOR_FOLDER
from tests.helpers.positions import NAMES
from tests.oracles.rating_bracket import Accept, Attempt, Choice, Group
from tests.oracles.rating_procedure import Procedure

RATING = rules("knsb-rating-2014")

_GAMES = {"1-0": (2, 0), "0-1": (0, 2), "=": (1, 1)}
_FORFEITS = {"+-": (2, 0), "-+": (0, 2), "--": (0, 0)}
_BYES = {
    "PAB": CellKind.BYE,
    "HPB": CellKind.HALF_BYE,
    "ZPB": CellKind.ABSENT,
    "OUT": CellKind.WITHDRAWN,
}


def cells_of(results: dict[str, Any]) -> dict[int, Cell]:
    """Return everybody's cell of one round of a vector."""
    cells: dict[int, Cell] = {}
    for white, black, result in results["games"]:
        mine, theirs = _GAMES[result]
        cells[white] = Cell(CellKind.PLAYED, mine, black, "W")
        cells[black] = Cell(CellKind.PLAYED, theirs, white, "B")
    for white, black, result in results["forfeits"]:
        mine, theirs = _FORFEITS[result]
        sides = (white, black, mine, "W"), (black, white, theirs, "B")
        for player, other, halves, colour in sides:
            kind = CellKind.DEFAULT_WIN if halves else CellKind.DEFAULT_LOSS
            cells[player] = Cell(kind, halves, other, "W" if colour == "W" else "B")
    for player, kind, points in results["byes"]:
        cells[player] = Cell(_BYES[kind], int(2 * points))
    return cells


def table_of(tournament: dict[str, Any], after: int) -> Crosstable:
    """Return the crosstable of a vector after some rounds."""
    ids = [p["id"] for p in tournament["players"]]
    rounds = [cells_of(r["results"]) for r in tournament["rounds"][:after]]
    rows = {i: tuple(cells[i] for cells in rounds) for i in ids}
    return Crosstable(after, {i: i for i in ids}, rows)


def players_of(
    table: Crosstable, absent: set[int], last_round: bool, readings: RatingKeys
) -> list[RatedPlayer]:
    """Return the players to be paired after a table's rounds, in A2 order."""
    floats_of = floats(table, readings)
    return [
        RatedPlayer(
            key=p,
            points_halves=table.points_halves(p),
            colours=table.colours(p),
            met=table.met(p),
            may_have_bye=not any(table.unplayed_halves(p)),
            topscorer=last_round and is_topscorer(table.points_halves(p), table.rounds),
            floats=floats_of[p],
        )
        for p in order_a2(table)
        if p not in absent
    ]


def round_of_file(name: str) -> tuple[Crosstable, tuple[int, ...], bool]:
    """Return the table of a tournament file among the vectors, those to be paired, and if last."""
    file = parse((VECTOR_FOLDER / name).read_bytes())
    assert isinstance(file, TrfFile)
    round_ = round_to_pair(file, None, None)
    assert isinstance(round_, TrfRound)
    return of_file(file, RATING, round_.number - 1), round_.present, round_.last_round


class Literal:
    """The text's own procedure behind the engine's interface: the values are the engine's."""

    def __init__(self, field: RatingField, lower_x1: bool = True) -> None:
        """Keep the players, round and readings of a field; `lower_x1` selects a reading of C14a."""
        self.procedure = Procedure(
            field.players, 1 if field.is_odd_round else 2, field.readings, lower_x1
        )
        self.done: list[PairedBracket] = []

    def run(self) -> bool:
        """Pair the round, bracket by bracket."""
        paired = self.procedure.run()
        self.done = [
            PairedBracket(
                Bracket(*(t.group.players, t.group.moved, t.group.gone, t.group.m1, t.group.last)),
                t.residents,
                t.level and Level(*t.level),
                t.choice and Candidate(*t.choice),  # type: ignore[arg-type]
                t.how,
            )
            for t in self.procedure.done
        ]
        return paired

    def attempt(self, bracket: Bracket, level: Level) -> Attempt:
        """Return the bracket at one level."""
        group = Group(
            bracket.players, bracket.moved, bracket.removed, bracket.first_m1, bracket.last
        )
        return self.procedure.attempt(group, level.m1, level.p1)

    def first(
        self, bracket: Bracket, level: Level, accept: Accept | None = None
    ) -> Candidate | None:
        """Return the first accepted candidate of those that drop least."""
        choice = self.attempt(bracket, level).first(accept)
        return choice and Candidate(*choice)  # type: ignore[arg-type]

    def candidates(self, bracket: Bracket, level: Level) -> Iterator[Choice]:
        """Yield all candidates in the order of C6 to C9."""
        return self.attempt(bracket, level).candidates()

    def first_completing(
        self, bracket: Bracket, level: Level, rest: tuple[int, ...]
    ) -> Candidate | None:
        """Return the first candidate whose floaters complete with the rest."""
        return self.first(bracket, level, lambda floaters: self.completes((*floaters, *rest)))

    def possible(self, bracket: Bracket, level: Level) -> bool:
        """Return whether there is any candidate."""
        return self.attempt(bracket, level).possible()

    def reached(self, bracket: Bracket, m1: int) -> bool:
        """Return whether M1 players moved down can be paired."""
        return self.attempt(bracket, Level(m1, m1)).reached()

    def completes(self, players: Sequence[int]) -> bool:
        """Return whether all can be paired, with the bye if their number is odd."""
        return self.procedure.complete(frozenset(players))


def flow_of(
    players: list[RatedPlayer], number: int, solver: Callable[[RatingField], Any], keys: RatingKeys
) -> Flow | Literal:
    """Return the brackets of a round, none when no pairing exists.

    The literal solver treats them in its own way.
    """
    field = RatingField(players, number, keys)
    solved = solver(field)
    flow = solved if isinstance(solved, Literal) else Flow(field, solved)
    if not flow.run():
        flow.done.clear()
    return flow


def pairs_of(flow: Flow | Literal) -> list[tuple[int, int]]:
    """Return all pairs of a round, by position, (higher, lower)."""
    return [p for d in flow.done if d.candidate for p in d.candidate.pairs]


def random_players(seed: int, size: int, rounds: int) -> list[RatedPlayer]:
    """Return a field with the history of some rounds, paired at random near their scores."""
    chance = random.Random(seed)
    points, colours = [0] * size, [""] * size
    met: list[set[int]] = [set() for _ in range(size)]
    byes = [True] * size
    history: list[list[Float]] = [[] for _ in range(size)]
    for _ in range(rounds):
        order = sorted(range(size), key=lambda i: (-points[i], chance.random()))
        before, free = list(points), set(order)
        for i in order:
            others = [j for j in order if j in free and j != i and j not in met[i]]
            if i not in free:
                continue
            free.discard(i)
            if not others or chance.random() < 0.06:
                without_play = chance.choice((0, 1, 2))
                points[i] += without_play
                byes[i] = byes[i] and not without_play
                colours[i] += "-"
                history[i].append("D" if without_play else "")
                continue
            j = others[0]
            free.discard(j)
            met[i].add(j)
            met[j].add(i)
            if colours[i].count("W") - colours[i].count("B") > colours[j].count("W") - colours[
                j
            ].count("B"):
                colours[i], colours[j] = colours[i] + "B", colours[j] + "W"
            else:
                colours[i], colours[j] = colours[i] + "W", colours[j] + "B"
            for one, two in ((i, j), (j, i)):
                lower, higher = before[one] < before[two], before[one] > before[two]
                history[one].append("U" if lower else "D" if higher else "")
            gained = chance.choice((0, 1, 2))
            points[i] += gained
            points[j] += 2 - gained
    last = chance.random() < 0.3
    players = [
        RatedPlayer(
            key=i + 1,
            points_halves=points[i],
            colours=colours[i],
            met=frozenset(j + 1 for j in met[i]),
            may_have_bye=byes[i],
            topscorer=last and points[i] > rounds,
            floats=((history[i][-1:] or [""])[0], (history[i][-2:-1] or [""])[0]),
        )
        for i in range(size)
        if chance.random() > 0.08
    ]
    return sorted(players, key=lambda p: (-p.points_halves, p.key))


def asked_about(players: list[RatedPlayer], number: int, keys: RatingKeys) -> Question:
    """Return a round of these players, published as the engine pairs it."""
    table = Crosstable(number - 1, {p.key: p.key for p in players}, {p.key: () for p in players})
    rules = RATING.model_copy(update={"rating": keys})
    pairing = pair(players, number, [p.key for p in players], keys)
    field = tuple(RatingField(players, number, keys).contestants.values())
    return _asked(number, rules, field, pairing, table, False)


def explained(players: list[RatedPlayer], number: int, keys: RatingKeys) -> RatingExplainer:
    """Return the explainer of a round of these players, whatever they played before."""
    with players_are(players):
        return RatingExplainer(asked_about(players, number, keys))


@contextmanager
def players_are(players: list[RatedPlayer]) -> Iterator[None]:
    """Let a round consist of these players instead of those of its table."""
    with patch("pairing.rating.explain.explainer.by_readings", lambda _: lambda _: players):
        yield


def asked_of(tournament: dict[str, Any], number: int) -> Question:
    """Return a round of a vector, from 2, published as the engine pairs it."""
    table = table_of(tournament, number - 1)
    byes = tournament["rounds"][number - 1]["results"]["byes"]
    present = set(table.cells) - {player for player, kind, _ in byes if kind != "PAB"}
    last = number == len(tournament["rounds"])
    pairing = pair_round(table, RATING, present, last)
    field = tuple(contestants(table, RATING, present, last))
    return _asked(number, RATING, field, pairing, table, last)


def asked_of_file(name: str) -> Question:
    """Return the round after those of a tournament file among the vectors, paired by the engine."""
    table, present, last = round_of_file(name)
    pairing = pair_round(table, RATING, set(present), last)
    field = tuple(contestants(table, RATING, set(present), last))
    return _asked(table.rounds + 1, RATING, field, pairing, table, last)


def _asked(
    number: int,
    rules: Rulebook,
    field: tuple[Contestant, ...],
    pairing: Pairing | NoPairing,
    table: Crosstable,
    last_round: bool,
) -> Question:
    boards: tuple[tuple[int, int], ...] = ()
    bye = None
    if isinstance(pairing, Pairing):
        boards, bye = tuple((b.white, b.black) for b in pairing.boards), pairing.bye
    return Question(
        *(number, rules, field, boards, bye, pairing, table, "published", 7),
        lambda player: player,
        lambda player: f"{player} {NAMES[player] if player < len(NAMES) else 'N.N.'}",
        last_round=last_round,
        by_lot=system_of(rules).by_lot(table, rules),
    )


def readings(rng: random.Random) -> RatingKeys:
    """Return any way to read what the text leaves open."""
    return RatingKeys(
        bye_float=rng.choice((False, True)),
        down_md=rng.choice((False, True)),
        c12_half=rng.choice((False, True)),
        b2_pair=rng.choice(("either", "both")),
        c1_last=rng.choice(("bye", "literal")),
        half=rng.choice(("after", "before")),
    )


VECTORS = json.loads((VECTOR_FOLDER / "rating_pairing.json").read_text("utf-8"))


ROUNDS = [
    pytest.param(tournament, number, id=f"{tournament['id']}-{number + 1}")
    for tournament in VECTORS["tournaments"]
    for number in range(1, len(tournament["rounds"]))
]
