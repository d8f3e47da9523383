"""A season exported as CSV and imported again, and the values that must be the same."""

from __future__ import annotations

from typing import Any

from desk.commands.commands import read_ndjson
from desk.commands.decision import Decision
from desk.handlers.dispatch import handle, handle_all
from ledger.facts.tournament import AnyFact
from ledger.state.book import Book
from ledger.state.parts import Game
from ledger.state.tournament import Tournament
from ledger.values import by_default
from projections.exports.season import members_csv, season_csv
from projections.games.crosstable import of_tournament
from projections.standings.keizer import items, standings_of
from tests.helpers.hall import command


def imported(season: bytes, members: bytes, rules: str, changes: dict[str, Any]) -> Any:
    """Return the book that an import opens, or the refusals."""
    book = Book(Tournament(), new_seed=lambda: "salt")
    command_ = command("import", file="season.csv", members="members.csv", rules=rules, set=changes)
    decided = handle(
        book, command_.model_copy(update={"content": season, "members_content": members})
    )
    if not isinstance(decided, Decision):
        return decided
    book.take(decided.facts)
    for person in decided.people:
        book.people[person.key] = dict(person.fields)
    return book


def copied(book: Book, changes: dict[str, Any]) -> Book:
    """Return the season of a book after an export and an import."""
    events = season_csv(book)
    assert isinstance(events, bytes), events
    copy = imported(events, members_csv(book), "mwkeizer", changes)
    assert isinstance(copy, Book), copy
    return copy


def essence(book: Book) -> dict[str, Any]:
    """Return everything of a season that an export carries, by numbers, without rounding."""
    state, label = book.state, book.state.label
    table = of_tournament(state, book.rules)
    standings = [
        [(line.rank, label(line.player), line.value, line.total) for line in standing.lines]
        for standing in standings_of(table, lambda _: book.rules)
    ]
    rows = {
        label(player): [
            item._replace(of=None, opponent=item.opponent and label(item.opponent)) for item in row
        ]
        for player, row in items(table, book.rules).items()
    }
    return {
        "standings": standings,
        "rows": rows,
        "games": [
            [
                (
                    label(g.white),
                    label(g.black),
                    g.outcome,
                    g.adjourned,
                    _is_rated(g),
                    g.catch_up,
                    g.white_cause,
                    g.black_cause,
                )
                for g in round_.games
            ]
            for round_ in state.rounds
        ],
        "free": [round_.bye and label(round_.bye) for round_ in state.rounds],
        "cells": {
            label(p): [(c.kind, c.halves, c.colour) for c in row] for p, row in table.cells.items()
        },
        "externals": {
            (label(p), n): (
                g.team,
                g.board,
                g.colour,
                g.result,
                g.club_evening,
                g.announced_to,
                g.date,
            )
            for (p, n), g in state.season.externals.items()
        },
        "periods": (state.season.first_period, state.season.periods),
        "dates": state.dates,
        "times": state.times,
        "members": {
            label(p): (e.rating, e.title, e.from_round, e.absences, book.name(p))
            for p, e in state.players.items()
        },
        "left": {label(p): row for p, row in state.season.left_values.items()},
        "planned": (state.name, state.rounds_planned),
    }


def same_facts(facts: list[AnyFact], state: Tournament) -> bool:
    """Return whether a state is the sum of its facts."""
    from ledger.state.tournament import replay

    return repr(replay(facts)) == repr(state)


def of_commands(data: bytes) -> Book:
    """Return the resulting book of a command file."""
    book = Book(Tournament(), new_seed=lambda: "salt")
    commands = read_ndjson(data.decode())
    assert isinstance(commands, list)
    decided = handle_all(book, commands)
    assert isinstance(decided, Decision), decided
    return book


def _is_rated(game: Game) -> bool:
    """Return whether a game was not said to be unrated; a default, never rated, says nothing."""
    return game.rated or (game.outcome is not None and by_default(game.outcome))
