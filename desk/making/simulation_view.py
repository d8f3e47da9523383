"""The tables of `simulate`: shares for people, counts for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated, Literal, get_type_hints

from desk.making.simulation import Comparison, MomentTally, Simulation, SimulationStage
from ledger.messages import Sentence, decimals, message, run_on
from ledger.records import Record
from pairing.review.concessions import FIGURES, GivenUp, given_up_record
from projections.views.columns import AMOUNT, Column, Kind, columns_of
from projections.views.view import Row, View

SimulationForm = Literal["table", "csv", "json"]


class SimulationHead(Record):
    """How often, and how much, rulebooks differ in random tournaments."""

    first: Annotated[str, "Rulebook that paired the tournaments."]
    players: Annotated[int, "Players of each tournament."]
    rounds: Annotated[int, "Rounds planned of each."]
    tournaments: Annotated[int, "Tournaments played."]
    seed: Annotated[str, "Seed; tournament 7 is that of generate --seed SEED:7."]
    rates_per_mille: Annotated[dict[str, int], "Rate to per mille."]
    ratings: Annotated[Sequence[int], "Lowest and highest rating."]
    ended_early: Annotated[int, "Tournaments in which a round could not be paired."]
    gives_up: Annotated[
        Sequence[GivenUp],
        "What each rulebook with an engine gives up in the tournaments of these seeds as it plays "
        "them.",
    ]


class SimulationRow(Record):
    """What one rulebook changes in a part of the rounds; null: not counted here."""

    second: Annotated[str, "Rulebook compared with the first."]
    part: Annotated[
        SimulationStage,
        "Which rounds are counted: one (round), all (rounds), each tournament once for any of its "
        "rounds, or the last of each (end).",
    ]
    round: Annotated[int | None, "The round, null where part is another."]
    pairings: Annotated[int | None, "Rounds paired again by the second."]
    order_differs: Annotated[int | None, "Of these, paired from another order of players."]
    pairing_differs: Annotated[int | None, "Of these, with a board, a colour or the bye different."]
    impossible: Annotated[int | None, "Of these, without legal pairing under the second."]
    bye_differs: Annotated[int | None, "Of these, with the bye for another."]
    boards: Annotated[int | None, "Boards compared."]
    boards_differ: Annotated[int | None, "Of these, games of others."]
    colours_differ: Annotated[int | None, "Of these, the same games with colours exchanged."]
    standings: Annotated[int, "Rankings compared."]
    standing_differs: Annotated[int, "Rankings in which a place differs."]
    winner_differs: Annotated[int, "Rankings with another first."]
    prizes_differ: Annotated[int, "Rankings with another player on places 1 to 3."]
    players: Annotated[int | None, "Players in the rankings."]
    players_moved: Annotated[int | None, "Of these, on another place."]
    rank_change_sum: Annotated[int | None, "Places moved by all of them."]
    rank_change_mean: Annotated[str | None, "Mean places, of those who moved: exact, 17/5."]
    rank_change_max: Annotated[int | None, "Places moved by one, at most."]
    decided_first: Annotated[
        dict[str, int], "Neighbours who stand the other way round in the second, by parting key."
    ]
    decided_second: Annotated[dict[str, int], "The same, of the second against the first."]


_COLUMNS = (
    Column("where", Kind("right", message("columns.round"), words="simulation-part")),
    *(
        Column(f"{share}_share", AMOUNT)
        for share in ("order", "pairing", "boards", "standing", "winner", "prizes", "moved")
    ),
    Column("mean_text", AMOUNT),
    *columns_of(SimulationRow, "rank_change_max"),
)


_LEGEND = tuple(message(f"making.legend-{part}") for part in ("rounds", "columns", "places"))


def simulation_view(result: Simulation, form: SimulationForm = "table") -> View:
    """Return the comparisons as one table: shares for people, or counts for programs.

    The head has everything needed to play the same again. Among the counts, `rank_change_mean` is
    exact ("17/5", None: nobody moved), and the deciding keys are a mapping of key to number; as
    text in CSV.
    """
    first = result.comparisons[0].first
    rows = [row for one in result.comparisons for row in _rows(one, form)]
    columns = _COLUMNS
    if form != "table":
        columns = tuple(Column(key, Kind(heading=key)) for key in get_type_hints(SimulationRow))
    elif len(result.comparisons) > 1:
        columns = (Column("second", heading=message("columns.against")), *_COLUMNS)
    against = ", ".join(one.second for one in result.comparisons)
    title = message(
        "making.title",
        tournaments=message("making.of-tournaments", n=result.tournaments),
        players=message("making.of-players", n=result.players),
        rounds=message("making.of-rounds", n=result.rounds),
        first=first,
        against=against,
    )
    notes = [*_LEGEND, *(note for one in result.comparisons for note in _decided_notes(one))]
    own = [given_up_record(rules, gives) for rules, gives in result.own]
    notes += [message("making.gives-up"), *map(_given_up_note, own)]
    for one in result.comparisons:
        if one.rounds.standings and not one.rounds.pairings:
            notes.append(message("making.no-engine", rules=one.second))
    if result.ended_early:
        notes.append(message("making.ended-early", n=result.ended_early))
    head = SimulationHead(
        first=first,
        players=result.players,
        rounds=result.rounds,
        tournaments=result.tournaments,
        seed=result.seed,
        rates_per_mille=dict(result.rates.items()),
        ratings=result.ratings,
        ended_early=result.ended_early,
        gives_up=own,
    )
    return View(title, columns, rows, head, tuple(notes))


def _rows(one: Comparison, form: SimulationForm) -> Iterator[Row]:
    parts: list[tuple[SimulationStage, int | None, MomentTally]] = [
        ("round", number, tally) for number, tally in enumerate(one.by_round, 1)
    ]
    parts += [("rounds", None, one.rounds), ("tournaments", None, one.tournaments)]
    parts += [("end", None, one.end)]
    for part, number, tally in parts:
        if form == "table":
            most = tally.rank_change_max if tally.players else None
            where = {"second": one.second, "where": number or part, "rank_change_max": most}
            yield where | _shares(tally)
            continue
        row = _counts(one.second, part, number, tally)
        first = _said(tally.decided_first)
        second = _said(tally.decided_second)
        texts = {"decided_first": first, "decided_second": second}
        yield row if form == "json" else row.as_dict() | texts


def _counts(
    second: str, part: SimulationStage, number: int | None, tally: MomentTally
) -> SimulationRow:
    """Return the counts of a row; None where the row has nothing to count."""
    mean = tally.rank_change_mean()
    paired = tally.pairings > 0
    boards = tally.boards > 0
    players = tally.players > 0
    return SimulationRow(
        second=second,
        part=part,
        round=number,
        pairings=tally.pairings if paired else None,
        order_differs=tally.order_differs if paired else None,
        pairing_differs=tally.pairing_differs if paired else None,
        impossible=tally.impossible if paired else None,
        bye_differs=tally.bye_differs if paired else None,
        boards=tally.boards if boards else None,
        boards_differ=tally.boards_differ if boards else None,
        colours_differ=tally.colours_differ if boards else None,
        standings=tally.standings,
        standing_differs=tally.standing_differs,
        winner_differs=tally.winner_differs,
        prizes_differ=tally.prizes_differ,
        players=tally.players if players else None,
        players_moved=tally.players_moved if players else None,
        rank_change_sum=tally.rank_change_sum if players else None,
        rank_change_mean=None if mean is None else str(mean),
        rank_change_max=tally.rank_change_max if players else None,
        decided_first=dict(_ordered(tally.decided_first)),
        decided_second=dict(_ordered(tally.decided_second)),
    )


def _shares(tally: MomentTally) -> dict[str, object]:
    mean = tally.rank_change_mean()
    return {
        "standing_share": percent(tally.standing_differs, tally.standings),
        "winner_share": percent(tally.winner_differs, tally.standings),
        "prizes_share": percent(tally.prizes_differ, tally.standings),
        "moved_share": percent(tally.players_moved, tally.players),
        "mean_text": None if mean is None else decimals(rounded(mean, 2)),
        "order_share": percent(tally.order_differs, tally.pairings),
        "pairing_share": percent(tally.pairing_differs, tally.pairings),
        "boards_share": percent(tally.boards_differ, tally.boards),
    }


def percent(hits: int, total: int) -> Sentence | None:
    """Return a share as "12.5 %", rounded half up; None of nothing."""
    if not total:
        return None
    return run_on(decimals(rounded(Fraction(100 * hits, total), 1)), " %")


def rounded(value: Fraction, decimals: int) -> str:
    """Return a non-negative number with `decimals` decimals (1 or more), rounded half up."""
    scale: int = 10**decimals
    whole, rest = divmod((2 * value.numerator * scale // value.denominator + 1) // 2, scale)
    return f"{whole}.{rest:0{decimals}}"


def _decided_notes(one: Comparison) -> Iterator[Sentence]:
    """Yield the key that decides the places that change, under either rulebook."""
    for key, tally in (("making.change-rounds", one.rounds), ("making.change-end", one.end)):
        for rules, keys in ((one.first, tally.decided_first), (one.second, tally.decided_second)):
            if keys:
                yield message(key, second=one.second, rules=rules, keys=_said(keys))


def _given_up_note(one: GivenUp) -> Sentence:
    """Return what a rulebook gives up, a hundred games."""

    def of_hundred(value: float) -> Sentence:
        return decimals(rounded(Fraction(100 * value) / max(one.boards, 1), 1))

    figures = {key: of_hundred(getattr(one, key)) for key in FIGURES}
    return message("making.gives-up-of", rules=one.rules, boards=one.boards, **figures)


def _said(counter: Counter[str]) -> str:
    """Return "wp 12, sb 3", the most frequent first."""
    return ", ".join(f"{key} {count}" for key, count in _ordered(counter))


def _ordered(counter: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counter.items(), key=lambda item: (-item[1], item[0]))
