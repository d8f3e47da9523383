"""A tournament as the rows of a mirror: what it is at the end of its facts."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from ledger.facts.fast_result import PlainResult
from ledger.state.book import rulebook_of
from ledger.state.details import days_of, details_of
from ledger.state.tournament import Tournament
from ledger.store.snapshot import Read, TakenStamp
from projections.games.crosstable import CellKind, of_tournament
from projections.games.floats import float_of, scores_before
from projections.log.departures import departures, imported_rounds
from projections.log.sentences import sentence

People: TypeAlias = Mapping[str, Mapping[str, str]]
"""The records kept beside the facts, by key."""

TableRows: TypeAlias = dict[str, list[tuple[Any, ...]]]


def rows_at_the_end(
    tournament: str, state: Tournament, read: Sequence[Read], done: int, people: People
) -> TableRows:
    """Return the rows that tell what a tournament is now.

    done is the number of rounds, from the first, without an open game.
    """
    tables: dict[str, Iterable[tuple[object, ...]]] = {
        "tournaments": [_tournament(state, read, done, people)], "rulebooks": _rulebooks(state),
        "players": _players(state), "names": _names(state, people), "rounds": _rounds(state),
        "integrity": _departures(state, read), "floats": _floats(state),
    }  # fmt: skip
    return {name: [(tournament, *cells) for cells in rows] for name, rows in tables.items()}


def _departures(state: Tournament, read: Sequence[Read]) -> Iterator[tuple[object, ...]]:
    facts = [one.fact for one in read]
    for position, fact, kind in departures(facts):
        said = sentence(fact, lambda player: str(state.label(player)))
        said += imported_rounds(facts) if kind == "import" else ""
        yield position, kind, said, read[position - 1].stamp.actor, fact.reason


def moment(stamp: TakenStamp) -> str:
    """Return when a fact was recorded, UTC, as text."""
    at = stamp.recorded_at
    return at if isinstance(at, str) else at.astimezone(dt.UTC).isoformat()


def season_of(day: dt.date) -> str:
    """Return the season a day is in: 1 July to 30 June, "2026-2027"."""
    first = day.year if day.month >= _JULY else day.year - 1
    return f"{first}-{first + 1}"


_JULY = 7


def first_day(state: Tournament, people: People, opened: dt.date) -> dt.date:
    """Return the day a tournament began: as was said, of its first round, or of the opening."""
    first, _ = days_of(state, people)
    return first or opened


def _tournament(
    state: Tournament, read: Sequence[Read], done: int, people: People
) -> tuple[object, ...]:
    rules = rulebook_of(state.rulebook_text)
    opened = read[0].stamp
    assert not isinstance(opened, PlainResult)
    began = first_day(state, people, opened.recorded_at.date())
    said = details_of(state, people)
    return (
        state.name, rules.system, rules.id,
        *(said.get(field) for field in ("city", "federation", "type", "tempo")),
        *days_of(state, people), season_of(began), moment(opened),
        moment(read[-1].stamp), state.position, len(state.players), state.rounds_planned,
        len(state.rounds), done, state.closed,
    )  # fmt: skip


def _rulebooks(state: Tournament) -> Iterator[tuple[object, ...]]:
    for place, (start, text, hash_) in enumerate(state.rules, 1):
        rules = rulebook_of(text)
        yield start, place, rules.id, rules.system, hash_, text


def _players(state: Tournament) -> Iterator[tuple[object, ...]]:
    for e in state.players.values():
        yield (e.player, state.label(e.player), e.rating, e.source_of_rating, e.title,
               e.from_round, e.forgotten)  # fmt: skip


def _names(state: Tournament, people: People) -> Iterator[tuple[object, ...]]:
    for entrant in state.players.values():
        record = people.get(entrant.person, {})
        if record.get("name"):
            yield (entrant.player, record["name"], record.get("club"),
                   record.get("fide_id"))  # fmt: skip


def _rounds(state: Tournament) -> Iterator[tuple[object, ...]]:
    for r in state.rounds:
        yield (
            r.number, state.dates.get(r.number), r.source, r.basis, r.position, r.bye,
            len(r.games), len(r.open_games), len(r.changes), r.closed,
        )  # fmt: skip


def _floats(state: Tournament) -> Iterator[tuple[object, ...]]:
    rules = rulebook_of(state.rulebook_text)
    if not rules.has_floats:
        return
    table = of_tournament(state, rules)
    halves = scores_before(table)
    for player, cells in table.cells.items():
        for before, cell in enumerate(cells):
            if cell.kind is CellKind.OPEN:
                continue
            his = halves[player if cell.opponent is None else cell.opponent][before]
            drawn = float_of(cell, halves[player][before], his, rules.rating)
            if drawn:
                yield before + 1, player, drawn
