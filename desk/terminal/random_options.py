"""Options of verbs that play at random."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click

from desk.terminal import options as opt
from desk.terminal.answers import Whole
from desk.terminal.options import F
from desk.terminal.output import (
    leave,
)
from pairing.systems.registry import without_engine

RATES = {
    "draws": 300,
    "defaults": 10,
    "double-defaults": 100,
    "byes": 20,
    "absences": 30,
    "withdrawals": 5,
    "returns": 100,
    "late": 20,
    "full-byes": 0,
    "short-games": 0,
    "double-losses": 0,
}
"""Name and usual value per mille of each rate of `desk.making.random_trf.Rates`."""


def rate_options(rates: Mapping[str, int]) -> Callable[[F], F]:
    """Return the options of some rates; they arrive as one mapping."""
    return opt.together(
        *(
            click.option(
                f"--{name}", type=Whole(0, 1000), default=usual, show_default=True, metavar="N"
            )
            for name, usual in rates.items()
        )
    )


sizes_options = opt.together(
    click.option("--players", type=Whole(2, 9999), required=True),
    click.option("--rounds", type=Whole(1, 99), required=True),
    click.option("--seed", default="1", show_default=True),
)


random_options = opt.together(
    opt.set_option,
    click.option("--ratings", type=Whole(1, 9999), nargs=2, default=(1200, 2400), metavar="N N"),
    rate_options(RATES),
)


def with_engine(rules: Any) -> Any:
    """Return the rulebook, or exit when it has no engine."""
    refusal = without_engine(rules)
    return leave(refusal) if refusal else rules
