"""Random seasons for tests, and their values by a literal reading of the rules."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ledger.rulebooks.keizer_keys import KeizerKeys
from ledger.state.tournament import Tournament
from tests.helpers.season import Season

TEAMS = {"1": [9, 8, 7], "2": [5, 4]}


def random_season(seed: int, members: int = 6, rounds: int = 6, **keys: Any) -> Season:
    """Return a season with something of everything, always the same for a seed."""
    rng = random.Random(seed)
    season = Season(members, rounds + 1, **{"top": members + 4, "external": TEAMS, **keys})
    for number in range(1, rounds + 1):
        if number == rounds // 2 + 1:
            season.do("period", round=number)
        if number == 3 and rng.random() < 0.4:
            season.do("join", name="Late Member")
        if number == 4 and rng.random() < 0.4:
            season.do("leave", player=rng.randint(1, members))
        there = [p for p, e in season.state.players.items() if e.there_in(number)]
        away = [p for p in there if rng.random() < 0.3][: len(there) - 2]
        for player in away:
            kind = rng.choice(["notice", "notice", "no notice", "club duty"])
            season.do("absent", player=player, round=number, kind=kind)
        season.do("publish")
        for board in range(1, len(season.state.rounds[-1].games) + 1):
            if rng.random() < 0.1:
                season.do("forfeit", round=number, board=board, white="late")
            else:
                result = rng.choice(["1-0", "0-1", "1/2-1/2", "1-0", "0-1", "0-0"])
                season.do("result", round=number, board=board, result=result)
        for player in there:
            if rng.random() < 0.2:
                _external(season, rng, player, number)
    return season


def _external(played: Season, rng: random.Random, player: int, number: int) -> None:
    team = rng.choice(["1", "2"])
    elsewhere = rng.random() < 0.4
    notice = {"announced_to": "leader"} if elsewhere and rng.random() < 0.5 else {}
    played.do(
        "external",
        player=player,
        round=number,
        team=team,
        board=rng.randint(1, len(TEAMS[team])),
        colour=rng.choice("WB"),
        result=rng.choice(["1", "1/2", "0", "1R", "0R"]),
        club_evening=not elsewhere,
        **notice,
    )


# --- the rules, read literally --------------------------------------------------------------------


def worth(
    state: Tournament, keys: KeizerKeys, values: Mapping[int, int], player: int, rounds: range
) -> Fraction:
    """Return own value and the rounds of a member at these values; absences count from round 1."""
    total, absences = Fraction(values[player] if keys.own_value else 0), 0
    for number in range(1, rounds.stop):
        if keys.cap_per == "period" and number in {n for n, _ in state.season.periods}:
            absences = 0
        points, absent = _round(state, keys, values, player, number)
        if absent:
            absences += 1
            share = keys.absent if absences <= keys.absent_cap else keys.beyond_cap
            points += share * values[player]
        if number in rounds:
            total += points
    return total


def _round(
    state: Tournament, keys: KeizerKeys, values: Mapping[int, int], player: int, number: int
) -> tuple[Fraction, bool]:
    """Return the value of a round without its absence, and whether it counts as one."""
    entrant, round_ = state.players[player], state.rounds[number - 1]
    game = round_.game_of(player)
    external = state.season.externals.get((player, number))
    if external is not None and not (external.club_evening or external.announced_to):
        external = None
    points = Fraction(0)
    if external is not None:
        share = {
            "1": keys.win,
            "1/2": keys.draw,
            "0": keys.loss,
            "1R": keys.default_win,
            "0R": keys.default_loss,
        }[external.result]
        points += share * keys.external[external.team][external.board - 1]
    if game is not None:
        assert game.outcome is not None
        mine, theirs = (0, 1) if game.white == player else (1, 0)
        scores = game.outcome.removesuffix("R").split("-")
        won, drawn = scores[mine] == "1", scores[mine] == "1/2"
        by_default = game.outcome.endswith("R")
        share = (
            keys.draw
            if drawn
            else (keys.default_win if by_default else keys.win)
            if won
            else (keys.default_loss if by_default else keys.loss)
        )
        other = (game.white, game.black)[theirs]
        return points + share * values[other], False
    if round_.bye == player:
        return points + keys.no_opponent * values[player], False
    if not entrant.there_in(number):
        return points, False
    if (player, number) in state.season.duties:
        return points + keys.club_duty * values[player], False
    if external is not None and keys.external_replaces_absence:
        return points, False
    silent = (player, number) in state.season.unannounced
    return points, not (silent and keys.unannounced == "zero")


def period_by_its_own_values(
    season: Season, standings: Sequence[Any], rounds: range
) -> tuple[list[int], dict[int, Fraction]]:
    """Return a period's ranking and totals under the values of its own ranking."""
    state, keys = season.state, season.book.rules.season_keys
    order = standings[rounds.start - 1].order
    totals: dict[int, Fraction] = {}
    for after in rounds:
        ranked = standings[after].order
        order = [p for p in order if p in ranked] + [p for p in ranked if p not in order]
        gone = {n.player: n.value for n in standings[after].lines if n.rank is None}
        begin, seen = list(order), []
        while order not in seen:
            seen.append(order)
            totals = _totals(state, keys, order, gone, range(rounds.start, after + 1))
            order = sorted(order, key=lambda p: -totals[p])
        cycle = seen[seen.index(order) :]
        order = min(cycle, key=lambda o: _crossings(begin, o))
        totals = _totals(state, keys, order, gone, range(rounds.start, after + 1))
    return order, totals


def _totals(
    state: Tournament, keys: KeizerKeys, order: list[int], gone: Mapping[int, int], rounds: range
) -> dict[int, Fraction]:
    values = dict(gone) | {p: keys.top - at * keys.step for at, p in enumerate(order)}
    return {p: worth(state, keys, values, p, rounds) for p in values}


def _crossings(one: list[int], two: list[int]) -> int:
    return sum(two.index(a) > two.index(b) for i, a in enumerate(one) for b in one[i + 1 :])
