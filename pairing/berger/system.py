"""The round robin, as a system; its explanations are imported when first needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from ledger.rulebooks.rulebook import Rulebook
from pairing.berger.engine import round_robin, rounds_needed
from pairing.norms.contestants import ToPair, in_classification
from pairing.norms.legality import have_met
from pairing.norms.model import Contestant, Pairing
from pairing.system import System, later
from pairing.wp.system import colours


def _pair(round_: ToPair, _: Sequence[Contestant] | None) -> Pairing:
    """Return a round of everybody, present or not.

    Rule: berger table, double, odd.
    """
    table = round_.table
    keys = round_.rules.round_robin
    everybody = sorted(table.cells, key=lambda player: table.numbers[player])
    return round_robin(everybody, table.rounds + 1, keys.cycles, keys.swap_last_two)


def _contestants(round_: ToPair) -> list[Contestant]:
    """Return the players in the order of the standing; `met` are those met once in every cycle.

    Rule: berger B1a.
    """
    cycles = round_.rules.round_robin.cycles
    return [
        replace(one, met=_met_in_every_cycle(round_, one.key, cycles), may_have_bye=True)
        for one in in_classification(round_)
    ]


def _met_in_every_cycle(round_: ToPair, player: int, cycles: int) -> frozenset[int]:
    times = Counter(cell.opponent for cell in round_.table.cells[player] if cell.played)
    return frozenset(p for p, games in times.items() if p is not None and games >= cycles)


def norm_broken(_: Rulebook, white: Contestant, black: Contestant) -> Literal["B1a"] | None:
    """Return the norm that a board breaks: a round robin has none about colours.

    Rule: berger B1a.
    """
    return "B1a" if have_met(white, black) else None


SYSTEM = System(
    name="round-robin",
    engine="berger",
    version="1",
    contestants=_contestants,
    pair=_pair,
    by_lot=lambda *_: "table",
    colours=colours,
    history=(),
    writer=later("pairing.berger.explain", "TableWriter"),
    explainer=later("pairing.berger.explain", "TableExplainer"),
    norm_broken=norm_broken,
    judges_by_hand=True,
    takes_everybody=True,
    rounds_at_most=lambda players, rules: rounds_needed(players, rules.round_robin.cycles),
    waits_for_results=False,
    last_round_matters=False,
)
