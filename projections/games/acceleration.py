"""Virtual points: the points that a system of FIDE adds to a score when a round is paired."""

from __future__ import annotations

from collections.abc import Mapping

from ledger.facts.fide import AccelerationGroupFixed
from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.scores import Scores
from ledger.state.fide import LAST_ROUND
from ledger.state.tournament import Tournament


def group_size(players: int) -> int:
    """Return how many players of a list form the accelerated group GA: half, rounded up to even.

    Rule: fide-dutch-2026 ACC1.2.
    """
    return 2 * -(-players // 4)


def schedule(rounds: int, scores: Scores) -> tuple[int, ...]:
    """Return the virtual half points of a player of GA in round 1, 2 ..., up to the last with any.

    Half of the rounds are accelerated: the first half of those by a win, the others by half of it.

    Rule: fide-dutch-2026 ACC1.4.
    """
    accelerated = -(-rounds // 2)
    whole = -(-accelerated // 2)
    return (scores.win,) * whole + (scores.win // 2,) * (accelerated - whole)


def group_of(
    numbers: Mapping[int, int], rounds: int, scores: Scores
) -> AccelerationGroupFixed | None:
    """Return the accelerated group of a list of players as round 1 is paired; None of nobody.

    `numbers` maps a player's key to the number of that player, `rounds` is how many are planned.

    Rule: fide-dutch-2026 ACC1.2, ACC1.4.
    """
    if not numbers:
        return None
    size = min(group_size(len(numbers)), len(numbers))
    last_player = sorted(numbers, key=lambda player: numbers[player])[size - 1]
    return AccelerationGroupFixed(
        size=size, last_player=last_player, halves=schedule(rounds, scores)
    )


def members(group: AccelerationGroupFixed, numbers: Mapping[int, int]) -> frozenset[int]:
    """Return who belongs to the accelerated group by the numbers of now.

    Its last player stays the same person: everybody above them belongs to it, so that it may have
    grown by late entries, to an odd number too.

    Rule: fide-dutch-2026 ACC1.3.
    """
    last = numbers.get(group.last_player, group.size)
    return frozenset(player for player, number in numbers.items() if number <= last)


def group_now(
    state: Tournament, rules: Rulebook, numbers: Mapping[int, int]
) -> AccelerationGroupFixed | None:
    """Return the accelerated group: as it was fixed, or as it would be; None without one.

    Where rounds were paired without a group, it would be that of the players who were in the first.
    Who has no number is not in the list.
    """
    if rules.acceleration != "baku":
        return None
    first = 1 if state.rounds else LAST_ROUND
    numbers = {p: n for p, n in numbers.items() if not state.players[p].came_after(first)}
    return state.fide.group or group_of(numbers, state.rounds_planned or 0, rules.scores)


def virtual_points_of(
    group: AccelerationGroupFixed, numbers: Mapping[int, int], rounds: int
) -> dict[int, tuple[int, ...]]:
    """Return the virtual half points of who belongs to a group; see `virtual_points`.

    Rule: fide-dutch-2026 ACC1.4.
    """
    halves = (group.halves + (0,) * (rounds + 1))[: rounds + 1]
    return dict.fromkeys(sorted(members(group, numbers)), halves) if any(halves) else {}


def virtual_points(
    state: Tournament, rules: Rulebook, numbers: Mapping[int, int], rounds: int
) -> dict[int, tuple[int, ...]]:
    """Return the virtual half points of each round by player, the round to be paired included.

    `rounds` is how many come before that round. Who never has any is left out.

    Rule: fide-dutch-2026 ACC1.4, ACC1.5.
    """
    group = group_now(state, rules, numbers)
    if group is not None:
        return virtual_points_of(group, numbers, rounds)
    if rules.acceleration == "none":
        return {}
    points = {
        player: tuple(by_round.get(number, 0) for number in range(1, rounds + 2))
        for player, by_round in state.fide.virtual.items()
        if player in numbers
    }
    return {player: halves for player, halves in points.items() if any(halves)}
