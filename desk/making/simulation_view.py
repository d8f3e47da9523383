"""What `simulate` shows: shares for people, counts for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from desk.making.simulation import Comparison, MomentTally, Simulation, SimulationStage
from ledger.wording import count_of
from projections.views.view import Column, Row, View

SimulationForm = Literal["table", "csv", "json"]

_COLUMNS: tuple[Column, ...] = (
    Column("where", "round", "right"),
    Column("order_share", "order", "right"),
    Column("pairing_share", "pairing", "right"),
    Column("boards_share", "boards", "right"),
    Column("standing_share", "standing", "right"),
    Column("winner_share", "winner", "right"),
    Column("prizes_share", "top 3", "right"),
    Column("moved_share", "moved", "right"),
    Column("mean_text", "mean", "right"),
    Column("rank_change_max", "most", "right"),
)

_COUNTS = (
    "second", "part", "round", "pairings", "order_differs", "pairing_differs", "impossible",
    "bye_differs", "boards", "boards_differ", "colours_differ", "standings", "standing_differs",
    "winner_differs", "prizes_differ", "players", "players_moved", "rank_change_sum",
    "rank_change_mean", "rank_change_max", "decided_first", "decided_second",
)  # fmt: skip
"""The keys of a row for programs, and the columns of the CSV."""

_LEGEND = (
    "A round: how it is paired, and the ranking after it. rounds: all of these; tournaments: those",
    "in which it is so in any round; end: the final ranking. Shares are of all there are.",
    "order: the classification it is paired from differs. pairing: a board, a colour or the bye",
    "does; boards: games of others. standing, winner, top 3: the ranking differs there. moved:",
    "players on another place; mean, most: by how many places. Places that change are counted as",
    "neighbours who stand the other way round, by the key that parts them; lots: equal in",
    "everything (no lots are drawn, the number decides).",
)


def simulation_view(result: Simulation, form: SimulationForm = "table") -> View:
    """Return the comparisons as one table: shares for people, or counts for programs.

    The head says all it takes to play the same again. Among the counts, `rank_change_mean` is exact
    ("17/5", None: nobody moved), and what decides is a mapping of key to number; as text in CSV.
    """
    first = result.comparisons[0].first
    rows = tuple(row for one in result.comparisons for row in _rows(one, form))
    several = len(result.comparisons) > 1
    columns = _COLUMNS
    if several:
        columns = (Column("second", "against"), *_COLUMNS)
    against = ", ".join(one.second for one in result.comparisons)
    title = (
        f"{count_of(result.tournaments, 'tournament')} of {count_of(result.players, 'player')} and "
        f"{count_of(result.rounds, 'round')}, "
        f"paired under {first}; against {against}"
    )
    notes = [*_LEGEND, *(note for one in result.comparisons for note in _decided_notes(one))]
    for one in result.comparisons:
        if one.rounds.standings and not one.rounds.pairings:
            notes.append(f"no engine pairs {one.second}: only rankings are compared")
    if result.ended_early:
        notes.append(
            f"{count_of(result.ended_early, 'tournament')} ended early: a round could not be paired"
        )
    head = {
        "first": first,
        "players": result.players,
        "rounds": result.rounds,
        "tournaments": result.tournaments,
        "seed": result.seed,
        "rates_per_mille": dict(result.rates.items()),
        "ratings": list(result.ratings),
        "ended_early": result.ended_early,
    }
    if form != "table":
        columns = tuple(Column(key, key) for key in _COUNTS)
    return View(title, columns, rows, head, tuple(notes))


def _rows(one: Comparison, form: SimulationForm) -> Iterator[Row]:
    parts: list[tuple[SimulationStage, int | None, MomentTally]] = [
        ("round", number, tally) for number, tally in enumerate(one.by_round, 1)
    ]
    parts += [("rounds", None, one.rounds), ("tournaments", None, one.tournaments)]
    parts += [("end", None, one.end)]
    for part, number, tally in parts:
        row: Row = {"second": one.second, "part": part, "round": number}
        if form == "table":
            most = tally.rank_change_max if tally.players else None
            yield row | _shares(tally) | {"where": number or part, "rank_change_max": most}
        else:
            yield row | _counts(tally, as_text=form == "csv")


_PAIRING = ("pairings", "order_differs", "pairing_differs", "impossible", "bye_differs")


def _counts(tally: MomentTally, as_text: bool) -> Row:
    """Return the counts of a row; None where the row has nothing to count."""
    row: Row = {key: getattr(tally, key) for key in _COUNTS if hasattr(MomentTally, key)}
    mean = tally.rank_change_mean()
    row["rank_change_mean"] = None if mean is None else str(mean)
    for key, keys in (("first", tally.decided_first), ("second", tally.decided_second)):
        row[f"decided_{key}"] = _said(keys) if as_text else dict(_ordered(keys))
    if not tally.players:
        row |= dict.fromkeys(("players", "players_moved", "rank_change_sum", "rank_change_max"))
    if not tally.pairings:
        row |= dict.fromkeys(_PAIRING)
    if not tally.boards:
        row |= dict.fromkeys(("boards", "boards_differ", "colours_differ"))
    return {key: row[key] for key in _COUNTS if key in row}


def _shares(tally: MomentTally) -> Row:
    mean = tally.rank_change_mean()
    return {
        "standing_share": percent(tally.standing_differs, tally.standings),
        "winner_share": percent(tally.winner_differs, tally.standings),
        "prizes_share": percent(tally.prizes_differ, tally.standings),
        "moved_share": percent(tally.players_moved, tally.players),
        "mean_text": None if mean is None else rounded(mean, 2),
        "order_share": percent(tally.order_differs, tally.pairings),
        "pairing_share": percent(tally.pairing_differs, tally.pairings),
        "boards_share": percent(tally.boards_differ, tally.boards),
    }


def percent(hits: int, total: int) -> str | None:
    """Return a share as "12.5 %", rounded half up; None of nothing."""
    return f"{rounded(Fraction(100 * hits, total), 1)} %" if total else None


def rounded(value: Fraction, decimals: int) -> str:
    """Write a number that is not negative with so many decimals (1 or more), rounded half up."""
    scale: int = 10**decimals
    whole, rest = divmod((2 * value.numerator * scale // value.denominator + 1) // 2, scale)
    return f"{whole}.{rest:0{decimals}}"


def _decided_notes(one: Comparison) -> Iterator[str]:
    """Say which key decides the places that change, under either rulebook."""
    for when, tally in (("all rounds", one.rounds), ("the end", one.end)):
        for rules, keys in ((one.first, tally.decided_first), (one.second, tally.decided_second)):
            if keys:
                yield f"places that change against {one.second}, {when}, {rules}: {_said(keys)}"


def _said(counter: Counter[str]) -> str:
    """Return "wp 12, sb 3", the most frequent first."""
    return ", ".join(f"{key} {count}" for key, count in _ordered(counter))


def _ordered(counter: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counter.items(), key=lambda item: (-item[1], item[0]))
