"""Mirror rows from single facts: disputes, prizes, ratings, claims, with their times."""

from __future__ import annotations

import datetime as dt
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias, TypeVar

from ledger.facts.disputes import CommandUndone, ProtestLodged, RulingRecorded
from ledger.facts.fide import PairsAllowed, PairsProhibited
from ledger.facts.hall import CheckInWithdrawn, ClaimWithdrawn, PlayerCheckedIn, ResultClaimed
from ledger.facts.prizes import PrizesAnnounced
from ledger.facts.ratings import RatingListRecorded, RatingsTaken
from ledger.facts.season import AbsenceReported, ClubDutyAssigned
from ledger.facts.stamps import Stamp
from ledger.facts.tournament import (
    AbsenceAnnounced,
    ByeRequested,
    PlayerRegistered,
    PlayerRemoved,
    PlayerWithdrew,
    PrizesDeclared,
    RatingCorrected,
    ResultRecorded,
)
from ledger.state.book import rulebook_of
from ledger.state.fide import LAST_ROUND
from ledger.state.prizes import PrizeGiven
from ledger.state.tournament import Tournament
from ledger.store.snapshot import Read
from projections.games.acceleration import virtual_points
from projections.mirror.standings import Cells, InBulk, StandingsJob
from projections.prizes.contest import People, contest_of_state, rules_in_force
from projections.prizes.division import shares
from projections.prizes.outcome import computed
from projections.prizes.rules import rules_of_text

T = TypeVar("T")

_ENDS_A_CHECK_IN = (
    CheckInWithdrawn,
    AbsenceAnnounced,
    AbsenceReported,
    ByeRequested,
    ClubDutyAssigned,
    PlayerRemoved,
    PlayerWithdrew,
)
_OF_PAIRS = frozenset((PairsAllowed, PairsProhibited))
_OF_THE_HALL = frozenset((ResultClaimed, ClaimWithdrawn, PlayerCheckedIn, *_ENDS_A_CHECK_IN))


def moment(stamp: Stamp) -> str:
    """Return the time at which a fact was recorded, UTC, as text."""
    return in_utc(stamp.recorded_at)


@lru_cache(maxsize=1024)
def in_utc(at: dt.datetime) -> str:
    """Return a time as text, UTC."""
    return at.astimezone(dt.UTC).isoformat()


At: TypeAlias = tuple[int, Read]
"""A fact as read, after its position."""


def apart_from_results(read: Sequence[Read]) -> list[At]:
    """Return the facts that are no results: a few of a tournament."""
    return [at for at in enumerate(read, 1) if type(at[1].fact) is not ResultRecorded]


def taken_back(read: Iterable[At]) -> dict[int, int]:
    """Map the position of each fact that was taken back to that of its undo."""
    undone: dict[int, int] = {}
    for position, one in read:
        if type(one.fact) is CommandUndone:
            for at in one.fact.facts:
                undone.setdefault(at, position)
    return undone


def history_rows(
    state: Tournament, others: Sequence[At], undone: Mapping[int, int]
) -> dict[str, list[Cells]]:
    """Return the rows of facts about disputes, prizes and ratings, by table.

    `others` are all facts apart from results.
    """
    rows: dict[str, list[Cells]] = {"protests": [], "rulings": [], "prizes": []}
    rows["rating_lists"] = []
    declared: list[tuple[int, tuple[Cells, ...]]] = []
    rated: dict[int, list[tuple[int, Cells]]] = defaultdict(list)
    for position, (_, _, fact, stamp) in others:
        match fact:
            case PlayerRegistered() | RatingCorrected():
                source = None if fact.rating is None else fact.rating_source
                rated[fact.player].append((position, (fact.rating, source, moment(stamp))))
            case ProtestLodged():
                last = fact.deadline and fact.deadline.astimezone(dt.UTC).isoformat()
                rows["protests"].append(
                    (
                        position,
                        moment(stamp),
                        fact.number,
                        fact.round,
                        fact.player,
                        fact.text,
                        list(fact.facts),
                        last,
                        undone.get(position),
                    )
                )
            case RulingRecorded():
                rows["rulings"].append(
                    (
                        position,
                        moment(stamp),
                        fact.number,
                        fact.verdict,
                        fact.text,
                        list(fact.facts),
                        fact.behalf,
                        undone.get(position),
                    )
                )
            case PrizesDeclared():
                amounts = enumerate(fact.amounts_cents, 1)
                declared.append((position, tuple((at, cents, "", "") for at, cents in amounts)))
            case PrizesAnnounced():
                declared.append((position, tuple(_announced(fact))))
            case RatingsTaken():
                for player, rating in zip(fact.players, fact.ratings, strict=True):
                    source = None if rating is None else "given"
                    rated[player].append((position, (rating, source, moment(stamp))))
            case RatingListRecorded():
                rows["rating_lists"] += [
                    (
                        position,
                        player,
                        moment(stamp),
                        fact.kind,
                        fact.name,
                        fact.valid_from,
                        rating,
                        undone.get(position),
                    )
                    for player, rating in zip(fact.players, fact.ratings, strict=True)
                ]
            case _:
                pass
    for since, until, prizes in in_force(declared, undone):
        rows["prizes"] += [(place, since, until, *cells) for place, *cells in prizes]
    rows["ratings"] = [*_ratings(state, rated, undone)]
    rows["prohibitions"] = _prohibitions(_of_kinds(others, _OF_PAIRS), undone)
    return rows | _hall_rows(_of_kinds(others, _OF_THE_HALL), undone)


def _of_kinds(others: Sequence[At], kinds: frozenset[type]) -> list[At]:
    return [at for at in others if type(at[1].fact) in kinds]


def _prohibitions(read: Sequence[At], undone: Mapping[int, int]) -> list[Cells]:
    """Return the prohibitions, each with the earliest round from which it was lifted.

    Only a later permission for exactly the same players lifts one.
    """
    rows: list[Cells] = []
    lifted: dict[frozenset[int], tuple[int, int]] = {}
    for position, (_, _, fact, stamp) in reversed(read):
        if isinstance(fact, PairsAllowed) and position not in undone:
            players = frozenset(fact.players)
            this = (fact.from_round, position)
            lifted[players] = min(this, lifted.get(players, this))
        elif isinstance(fact, PairsProhibited):
            start, by = lifted.get(frozenset(fact.players), (None, None))
            rows.append(
                (
                    position,
                    moment(stamp),
                    list(fact.players),
                    fact.from_round,
                    fact.to_round,
                    start,
                    by,
                    fact.reason,
                    undone.get(position),
                )
            )
    return rows[::-1]


def _hall_rows(read: Sequence[At], undone: Mapping[int, int]) -> dict[str, list[Cells]]:
    """Return the claims and the check-ins, each with the fact that ended it, None for none.

    A fact that was taken back ended nothing.
    """
    claims: list[Cells] = []
    check_ins: list[Cells] = []
    last_claim: dict[tuple[int, int], int] = {}
    ends: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for position, (_, _, fact, stamp) in reversed(read):
        back = undone.get(position)
        if isinstance(fact, ResultClaimed | ClaimWithdrawn):
            sides = (fact.white, fact.black) if fact.side == "W" else (fact.black, fact.white)
            key = (fact.round, sides[0])
            if isinstance(fact, ResultClaimed):
                claims.append(
                    (
                        position,
                        moment(stamp),
                        fact.round,
                        *sides,
                        fact.side,
                        fact.outcome,
                        fact.source,
                        fact.device,
                        last_claim.get(key),
                        back,
                    )
                )
            if back is None:
                last_claim[key] = position
        elif isinstance(fact, PlayerCheckedIn):
            later = (at for at, first, last in ends[fact.player] if first <= fact.round <= last)
            end = min(later, default=None)
            place = position, moment(stamp), fact.round, fact.player
            check_ins.append((*place, bool(fact.comes_later), end, back))
            if back is None:
                ends[fact.player].append((position, fact.round, fact.round))
        elif isinstance(fact, _ENDS_A_CHECK_IN) and back is None:
            match fact:
                case PlayerRemoved():
                    first = 1
                    last = LAST_ROUND
                case PlayerWithdrew():
                    first = fact.from_round
                    last = LAST_ROUND
                case _:
                    first = last = fact.round
            ends[fact.player].append((position, first, last))
    return {"claims": claims[::-1], "check_ins": check_ins[::-1]}


def in_force(
    values: Sequence[tuple[int, T]], undone: Mapping[int, int]
) -> Iterator[tuple[int, int | None, T]]:
    """Yield from which position until before which (None: still) each value was in force.

    `values` have the position of the fact that gives them; each replaces the one before, and when
    it is taken back the one before returns.
    """
    moments = {position for position, _ in values}
    moments |= {undone[position] for position in moments if position in undone}
    since = 0
    now = None
    for at in sorted(moments):
        standing = [one for one in values if one[0] <= at < undone.get(one[0], at + 1)]
        after = standing[-1] if standing else None
        if after is not now:
            if now is not None:
                yield since, at, now[1]
            since = at
            now = after
    if now is not None:
        yield since, None, now[1]


def _ratings(
    state: Tournament, rated: Mapping[int, Sequence[tuple[int, Cells]]], undone: Mapping[int, int]
) -> Iterator[Cells]:
    """Yield every rating with the rounds that were published while it was known.

    The first rating of a player also covers every earlier round: a late player may be put on a
    board of a published round.
    """
    published = [round_.position for round_ in state.rounds]
    for player, ratings in rated.items():
        first, cells = ratings[0]
        if len(ratings) == 1 and first not in undone:
            yield player, first, None, 1, None, *cells
            continue
        for since, until, cells in in_force(ratings, undone):
            start = 1 if since == first else bisect_left(published, since) + 1
            end = None if until is None else bisect_left(published, until)
            yield player, since, until, start, end, *cells


def virtual_rows(state: Tournament) -> Iterator[Cells]:
    """Yield the virtual half points of each player, of each published or planned round.

    Rule: fide-dutch-2026 ACC1.4, ACC1.5.
    """
    numbers = {player: state.label(player) for player in state.players}
    before = max(len(state.rounds), (state.rounds_planned or 0) - 1)
    points = virtual_points(state, rulebook_of(state.rulebook_text), numbers, before)
    for player, by_round in points.items():
        yield from ((number, player, halves) for number, halves in enumerate(by_round, 1) if halves)


def _announced(fact: PrizesAnnounced) -> Iterator[Cells]:
    """Yield the prizes of an announcement: place, cents, category, goods."""
    rules = rules_of_text(fact.rules_text)
    for name, prizes in rules.lists:
        for place, prize in enumerate(prizes, 1):
            yield place, prize.cents, name, prize.goods


def prize_shares(
    state: Tournament, people: People, done: int, final: StandingsJob | None
) -> tuple[list[Cells], list[Cells]]:
    """Return the money of each player, and each prize with the player who has it.

    It is by the final ranking after the finished rounds. `final` is the one in force, None: rounds
    are planned that are not finished. Amounts by rank alone are divided by it where it was made in
    bulk, by the rules of now.

    Rule: knsb-wp-1996 F12.1; knsb-wp-2014 F12.1.
    """
    rulebook = rulebook_of(state.rulebook_text)
    rules = rules_in_force(state, rulebook)
    if rules is None or not done:
        return [], []
    money: dict[int, Cells] = {}
    given: list[PrizeGiven] = []
    of_now = isinstance(final, InBulk) and final.rounds == done and final.under.rules is rulebook
    if isinstance(final, InBulk) and of_now and state.prizes_cents:
        out = {player for player, one in state.players.items() if one.expelled}
        lines = [line for line in final.ranked() if line[0] not in out]
        dealt = shares(
            [halves for _, _, halves in lines], state.prizes_cents, rules.division_of(None)
        )
        for place, ((player, rank, _), share) in enumerate(zip(lines, dealt, strict=True), 1):
            if share.cents:
                money[player] = (player, rank, share.equal_with, share.cents)
                given.append(PrizeGiven(player, "", place, share.cents, ""))
    elif contest := contest_of_state(state, people, rulebook, done):
        cents = contest.cents_by_player()
        for award in contest.allotment.awards:
            line = contest.lines[award.who]
            if line.player in cents and line.player not in money:
                sum_ = cents[line.player]
                money[line.player] = (line.player, line.rank, award.equal_with, sum_)
        given = [one.prize for one in computed(contest)]
    prizes = state.prizes
    if prizes.awarded_at is not None:
        given = [*prizes.given]
    awards: list[Cells] = [
        (
            one.category,
            one.place,
            one.player,
            one.cents,
            one.goods,
            prizes.awarded_at,
            one.changed_at,
            prizes.handed_out.get(one.player),
        )
        for one in given
    ]
    return [*money.values()], awards
