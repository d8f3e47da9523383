"""Some tournaments as mirror columns: walked through one by one, their standings made together.

A part depends only on its tournaments, so several processes can make parts; its size is bounded, so
memory does not grow with the ledger.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from ledger.errors import each_apart
from ledger.facts.disputes import CommandUndone
from ledger.facts.tournament import AnyFact
from ledger.refusals import Refusal
from ledger.store.snapshot import Read, Snapshot
from projections.mirror.blocks import (
    Pieces,
    ReadTournament,
    Walked,
    Wanted,
    colours,
    events,
    floats,
    games,
)
from projections.mirror.columns import PackedPart, joined, of_rows
from projections.mirror.history import apart_from_results, moment, prize_shares, taken_back
from projections.mirror.rows import Says, TableRows, keizer_points, rows_at_the_end
from projections.mirror.standings import FINAL, OfSeason, Plain, Under, Versions, make, places_moved
from projections.mirror.tables import STORED
from projections.mirror.walk import CORRECTIONS, Walk


def made_part(
    now: Snapshot,
    wanted: Sequence[Wanted],
    versions: Sequence[Under],
    says: Says,
) -> tuple[PackedPart, list[tuple[str, Refusal]]]:
    """Return the columns of some tournaments, and the damaged ones, which are left out."""

    def read(each: Wanted) -> ReadTournament:
        facts = tuple(now.read(each.tournament, each.position))
        people = now.people(each.tournament, facts) if each.whole else {}
        return ReadTournament(each, facts, people)

    there, refused = each_apart([(each.tournament, each) for each in wanted], read)
    try:
        return part_of(there, versions, says), refused
    except Exception:  # caused by one tournament; processing them singly shows which
        named = [(each.wanted.tournament, each) for each in there]
        _, senseless = each_apart(named, lambda each: part_of([each], versions, says))
        if not senseless:
            raise
    out = {tournament for tournament, _ in senseless}
    kept = [each for tournament, each in named if tournament not in out]
    return part_of(kept, versions, says), [*refused, *senseless]


def part_of(
    tournaments: Iterable[ReadTournament],
    versions: Sequence[Under],
    says: Says,
) -> PackedPart:
    """Return the columns of tournaments that were read."""
    walks: list[Walked] = []
    rows: TableRows = defaultdict(list)
    for each in tournaments:
        wanted = each.wanted
        under = (*[None] * wanted.whole, *(versions[at] for at in wanted.versions))
        others = apart_from_results(each.read)
        walk = Walk(wanted.tournament, each.read, taken_back(others), under, wanted.whole)
        walk.go()
        walks.append(Walked(each, walk, others))
        rows["replays"] += [
            (wanted.tournament, versions[at].rules.id, versions[at].hash, wanted.position)
            for at in wanted.versions
        ]
        if wanted.whole:
            _take_rows(walks[-1], rows, says)
    make(one for each in walks for take in each.walk.takes for one in take.in_bulk())
    pieces = Pieces()
    for walked in walks:
        _take_versions(walked, rows, pieces)
    columns: PackedPart = {
        table.name: of_rows(table, rows[table.name]) for table in STORED if rows[table.name]
    }
    for name, blocks in pieces.columns():
        plain = [columns[name]] if name in columns else []
        columns[name] = joined([*plain, *blocks])
    whole = [each for each in walks if each.reading.wanted.whole]
    if whole:
        columns["events"] = events(whole)
        columns["games"] = games([each.walk for each in whole])
        columns["colours"] = colours([each.walk for each in whole])
        columns["floats"] = floats([each.walk for each in whole])
    return {name: packed for name, packed in columns.items() if packed[0].rows}


def _take_rows(walked: Walked, rows: TableRows, says: Says) -> None:
    """Add the rows of a tournament, other than its standings, to those of the others."""
    (wanted, read, people), walk, others = walked
    undone = walk.undone
    now = rows_at_the_end(
        wanted.tournament,
        state=walk.state,
        read=read,
        others=others,
        done=walk.done,
        people=people,
        undone=undone,
        says=says,
    )
    for name, more in (*now.items(), *walk.rows.items()):
        rows[name] += more


def _take_versions(walked: Walked, rows: TableRows, pieces: Pieces) -> None:
    """Add every version of every standing to the others of its kind, and the corrections."""
    wanted = walked.reading.wanted
    walk = walked.walk
    causes = {cause.position for *_, cause in walk.corrections if cause}
    touched: dict[int, Mapping[int, int]] = {}
    for place, version in enumerate(walk.versions):
        history = Versions()
        own = version is None
        for take in walk.takes:
            changed = history.take(take.position, take.jobs[place], take.done)
            if own and take.position in causes:
                touched[take.position] = places_moved(changed)
        if own:
            _, final = history.in_force.get(FINAL, (0, None))
            money, awards = prize_shares(walk.state, walked.reading.people, walk.done, final)
            rows["prize_shares"] += [(wanted.tournament, *cells) for cells in money]
            rows["prize_awards"] += [(wanted.tournament, *cells) for cells in awards]
        for since, until, job in history.all():
            if isinstance(job, Plain):
                _plain_rows(wanted.tournament, own, since, until, job, rows)
                continue
            pieces.take(wanted.tournament, own, since, until, job)
            if own and isinstance(job, OfSeason) and _as_it_is(job, walk, until):
                points = keizer_points(walk.state, job.lines, job.under.rules)
                rows["keizer_points"] += [(wanted.tournament, *cells) for cells in points]
    if wanted.whole:
        for position, fact, before, cause in walk.corrections:
            cells = _cells(fact, before, touched[cause.position] if cause else {})
            times = _times(walked.reading.read, position, fact)
            undo = walked.walk.undone.get(position)
            rows["corrections"].append((wanted.tournament, position, *cells, *times, undo))


def _as_it_is(job: OfSeason, walk: Walk, until: int | None) -> bool:
    """Tell whether a standing known up to a position is that of all rounds, as now known."""
    return until is None and job.lines.rounds == walk.done


def _plain_rows(
    tournament: str, own: bool, since: int, until: int | None, plain: Plain, rows: TableRows
) -> None:
    place = (tournament, plain.under.rules.id, own, plain.rounds, plain.final, since, until)
    rows["standings"] += [(*place, *cells) for cells in plain.lines]
    rows["other_tie_breaks"] += [(*place, *cells) for cells in plain.others]


def _cells(fact: AnyFact, before: object, touched: Mapping[int, int]) -> tuple[object, ...]:
    """Return the values in the row of a correction besides its place."""
    return (
        CORRECTIONS[type(fact)],
        getattr(fact, "round", None),
        getattr(fact, "white", getattr(fact, "player", None)),
        getattr(fact, "black", None),
        getattr(fact, "corrects", None),
        before,
        getattr(fact, "outcome", None),
        sorted(touched),
        sum(touched.values()),
    )


def _times(read: Sequence[Read], position: int, fact: AnyFact) -> tuple[str, str | None]:
    """Return the times of a correction and of the fact it corrects (None: no such fact); UTC."""
    of = min(fact.facts) if isinstance(fact, CommandUndone) else getattr(fact, "corrects", None)
    return moment(read[position - 1].stamp), None if of is None else moment(read[of - 1].stamp)
