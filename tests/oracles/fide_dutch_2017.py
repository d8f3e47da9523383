"""A round paired by us and by py4swiss (the FIDE Dutch system of 2017) from the same basis."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from desk.making.random_trf import Rates, generate
from ledger.rulebooks.rulebook import Rulebook
from ledger.titles import title_of
from ledger.trf.model import TrfCell, TrfFile, TrfPlayer
from ledger.trf.writer import write
from ledger.values import TITLE_ORDER
from pairing.rating.brackets.bracket import Exact
from pairing.rating.brackets.field import RatingField
from pairing.rating.brackets.flow import Flow
from pairing.rating.contestants import rated_players
from pairing.systems.trf import TrfRound, round_to_pair
from projections.games.crosstable_of_trf import of_file, rounds_with_games
from projections.games.floats import order_a2

Pair = tuple[int, int]


@dataclass(slots=True)
class Theirs:
    """A bracket as py4swiss paired it, by number; `collapsed`: A.9 has merged all that follows."""

    moved: tuple[int, ...]
    residents: tuple[int, ...]
    pairs: frozenset[Pair]
    collapsed: bool


@dataclass(slots=True)
class Round2017:
    """py4swiss's pairing: brackets, (white, black) of each board, and its players by number."""

    brackets: list[Theirs] = field(default_factory=list)
    boards: list[Pair] = field(default_factory=list)
    players: dict[int, Any] = field(default_factory=dict)


def renumbered(file: TrfFile) -> TrfFile:
    """Return the file with start ranks in the order of A2, which 2017 takes from them."""
    order = sorted(
        file.players,
        key=lambda p: (-(p.rating or 0), TITLE_ORDER.index(title_of(p.title)), p.number),
    )
    new = {player.number: at for at, player in enumerate(order, 1)}

    def cell(one: TrfCell | None) -> TrfCell | None:
        if one is None or one.opponent is None:
            return one
        return replace(one, opponent=new[one.opponent])

    players = tuple(
        replace(p, number=new[p.number], line=0, cells=tuple(cell(c) for c in p.cells))
        for p in order
    )
    return replace(file, players=players, absent_next=(), other=(), header=())


def before(file: TrfFile, round_: TrfRound) -> bytes:
    """Return the file as it stood before a round, absentees marked in it, without points."""

    def cut(player: TrfPlayer) -> TrfPlayer:
        cells = [player.cell(n) or TrfCell(None, "-", "Z") for n in range(1, round_.number)]
        away = () if player.number in round_.present else (TrfCell(None, "-", "Z"),)
        worth = {"1": 2, "W": 2, "+": 2, "U": 2, "F": 2, "=": 1, "D": 1, "H": 1}
        halves = sum(worth.get(c.code, 0) for c in cells)
        return TrfPlayer(
            player.number,
            "x",
            rating=player.rating,
            rank=player.number,
            points_halves=halves,
            cells=(*cells, *away),
        )

    players = tuple(cut(player) for player in file.players)
    colour = file.first_colour or "w"
    return write(TrfFile(players, rounds_planned=file.rounds_planned or 99, first_colour=colour))


def pair_2017(content: bytes) -> Round2017 | None:
    """Pair a file by py4swiss, and keep its brackets; None when it finds no pairing."""
    engines: Any = import_module("py4swiss.engines.dutch.engine")
    brackets = import_module("py4swiss.engines.dutch.bracket.brackets").Brackets
    parser = import_module("py4swiss.trf").TrfParser
    round_ = Round2017()

    class Seen(brackets):  # type: ignore[misc, valid-type]
        def apply_bracket_pairings(self, pairs: Any) -> None:
            state = self.get_current_bracket()
            for player in (*state.mdp_list, *state.resident_list):
                round_.players[player.id] = player
            round_.brackets.append(
                Theirs(
                    tuple(p.id for p in state.mdp_list),
                    tuple(p.id for p in state.resident_list),
                    frozenset((min(a.id, b.id), max(a.id, b.id)) for a, b in pairs if a != b),
                    state.penultimate_pairing_bracket,
                )
            )
            super().apply_bracket_pairings(pairs)

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "round.trf"
        path.write_bytes(content)
        engines.Brackets, usual = Seen, engines.Brackets
        try:
            paired = engines.Engine.generate_pairings(parser.parse(path))
        except import_module("py4swiss.engines.common").PairingError:
            return None
        finally:
            engines.Brackets = usual
    round_.boards = [(pair.white, pair.black) for pair in paired if pair.black]
    return round_


def ours(file: TrfFile, rules: Rulebook, round_: TrfRound) -> Flow | None:
    """Pair the round by our engine, with its brackets; None when no pairing exists."""
    table = of_file(file, rules, round_.number - 1)
    order = [p for p in order_a2(table) if p in round_.present]
    players = rated_players(table, rules, order, round_.last_round)
    flow = Flow(field_ := RatingField(players, round_.number, rules.rating), Exact(field_))
    return flow if flow.run() else None


def random_file(seed: int, rules: Rulebook, absences: bool) -> TrfFile:
    """Return a tournament of 6 to 40 players and 4 to 9 rounds."""
    chance = random.Random(seed)
    rates = Rates(late=0) if absences else Rates(300, 0, 0, 0, 0, 0, 0, 0)
    size, rounds = chance.randint(6, 40), chance.randint(4, 9)
    return generate(size, min(rounds, size - 1), rules=rules, seed=f"compare {seed}", rates=rates)


def both_pairings(
    file: TrfFile, rules: Rulebook
) -> Iterator[tuple[int, Flow | None, Round2017 | None]]:
    """Yield each round from 2 on as we pair it and as they do; None: no pairing exists."""
    file = renumbered(replace(file, points=None))
    for number in range(2, rounds_with_games(file) + 1):
        round_ = round_to_pair(file, number, file.rounds_recorded)
        if isinstance(round_, TrfRound):
            yield number, ours(file, rules, round_), pair_2017(before(file, round_))
