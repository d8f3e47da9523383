"""The verb that plays random tournaments by several rule versions."""

from __future__ import annotations

from collections.abc import Sequence

import click

from desk.making.random_trf import CannotGenerate, Rates
from desk.making.simulation import not_simulated
from desk.making.simulation import simulate as made
from desk.making.simulation_view import simulation_view
from desk.terminal.answers import Whole
from desk.terminal.misuse import Misuse
from desk.terminal.options import read_options
from desk.terminal.output import asked_form, leave, progress
from desk.terminal.random_options import (
    random_options,
    sizes_options,
    with_engine,
)
from desk.terminal.registry import Registry
from desk.terminal.rulebooks import load_variant
from desk.terminal.tables import show
from desk.terminal.workers import worker_options, workers

here = Registry()


@here.verb("simulate")
@click.option("--rules", multiple=True, required=True, metavar="RULEBOOK[+KEY=VALUE]")
@sizes_options
@random_options
@click.option("--tournaments", type=Whole(1), default=100, show_default=True)
@worker_options
@read_options
def simulate(
    rules: Sequence[str],
    *,
    players: int,
    rounds: int,
    tournaments: int,
    seed: str,
    changes: Sequence[str],
    ratings: tuple[int, int],
    jobs: int | None,
    cluster: str | None,
    **rates: int,
) -> None:
    """Play random tournaments and report how often, and how much, rule versions differ in them.

    --set changes a key of every rulebook, RULEBOOK+KEY=VALUE of that one only.
    """
    books = [load_variant(text, changes) for text in rules]
    refused = [refusal for book in books if (refusal := not_simulated(book))]
    if refused:
        leave(tuple(refused))
    with_engine(books[0])
    try:
        with workers(jobs, cluster) as workforce:
            result = made(
                books,
                players=players,
                rounds=rounds,
                tournaments=tournaments,
                seed=seed,
                rates=Rates(**rates),
                ratings=ratings,
                workforce=workforce,
                progress=progress(tournaments),
            )
    except CannotGenerate as error:
        raise Misuse(error.why) from error
    form = asked_form()
    show(simulation_view(result, form))
