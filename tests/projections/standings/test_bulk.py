"""Standings of many tournaments at once: line by line equal to those of the plain functions."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.tie_breaks import LOTS, MUTUAL_RESULT, NUMBER, every_tie_break
from projections.games.crosstable import Crosstable
from projections.standings.bulk import Amount, BulkLines, final_standings, in_bulk, standings
from projections.standings.scores import Contribution, TreatedTable
from projections.standings.sheets import (
    ADJOURNED,
    CODES,
    OPEN,
    WITH_BLACK,
    WITHOUT_GAME,
    Sheet,
    cell,
    letters,
)
from projections.standings.standing import (
    OF_SCORE,
    Standing,
    final_standing,
    standing,
    with_shared_places,
)
from tests.helpers.crosstables import rules
from tests.helpers.family import SEEDS, drawn

ORDER = '["wp", "sb", "lots"]'
THREE = {"scores__win": "3", "scores__draw": "1", "scores__default_win": "3"}
"""Points as in football."""

VERSIONS: tuple[Rulebook, ...] = (
    rules("knsb-wp-1996"),
    rules("knsb-wp-2014"),
    rules("knsb-rating-2014"),
    rules("vega-2016"),
    rules("knsb-wp-2014", unplayed__zero_zero="unplayed", bye__points="0.5"),
    rules("knsb-wp-1996", unplayed__opponents_serve_sb="false"),
    rules("vega-2016", ranking__final='["sb", "wp", "number"]'),
    rules("knsb-wp-2014", ranking__final='["mutual_result", "sb", "wp", "lots"]'),
    *(
        rules(name, ranking__final=ORDER)
        for name in ("fide-2012", "fide-2022", "fide-2024", "fide-2026", "swiss-manager-2009")
    ),
    *(
        rules(name, ranking__final=json.dumps(codes.split()))
        for name, codes in (
            ("fide-dutch-2026", "BH/C1 BH SB lots"),
            ("fide-2012", "DE WIN BPG SB/C1 lots"),
            ("fide-2022", "mutual_result PS SB/C2 BH/M1 KS SNO"),
            ("fide-2024", "SB/C1 BH/C2 FB/C1 WON BWG lots"),
            ("fide-2026", "BH/C1/P SB/C2/P DE FB/M2/P KS/L+1 lots"),
            ("fide-2026", "DE/P STD REP BH/M2 FB PS/C1 TPN lots"),
            ("fide-2024", "KS/L-2 TPN/R DE PS/C2 BH/P SB/P lots"),
            ("swiss-manager-2009", "BH/C2 SB/C1 FB/P BH/M1/P DE lots"),
            ("vega-2016", "BH/C2 SB/C2 DE WIN SNO"),
            ("knsb-wp-2014", "SB BH/C1 DE lots"),
        )
    ),
    rules("fide-2024", ranking__final='["WIN", "WON", "DE", "KS", "lots"]', **THREE),
)


def random_sheet(rng: random.Random, players: int, rounds: int, lively: bool) -> Sheet:
    """Return a tournament with random rounds, in which the same two players may meet again.

    `lively`: rounds without a game are as frequent as games; otherwise they are rare.
    """
    codes = np.zeros((players, rounds), np.uint8)
    opponents = np.full((players, rounds), -1, np.int32)
    boards = list(range(OPEN)) if lively else [0, 0, 1, 2, 2, 3, 4]
    for column in range(rounds):
        waiting = list(range(players))
        rng.shuffle(waiting)
        while waiting:
            one = waiting.pop()
            if waiting and rng.random() < (0.6 if lively else 0.95):
                other, board = waiting.pop(), rng.choice(boards)
                codes[one, column], codes[other, column] = board, board + WITH_BLACK
                opponents[one, column], opponents[other, column] = other, one
            else:
                codes[one, column] = rng.randrange(WITHOUT_GAME, CODES)
    keys = rng.sample(range(1, players + 9), players)
    numbers = np.sort(rng.sample(range(1, players + 9), players)).astype(np.int32)
    return Sheet(np.array(keys, np.int32), numbers, codes, opponents)


def lines_of(bulk: BulkLines, at: int) -> list[dict[str, Any]]:
    lines = []
    for line in range(bulk.starts[at], bulk.starts[at + 1]):
        lines.append(
            {
                "rank": int(bulk.ranks[line]),
                "player": int(bulk.players[line]),
                "points": int(bulk.points_halves[line]),
                "ws": int(bulk.ws_halves[line]),
                "wp": int(bulk.wp_halves[line]),
                "sb": int(bulk.sb_quarters[line]),
                "decided": bulk.names[bulk.decided_by[line]],
                "opponents": [key or None for key in bulk.opponents[line].tolist()],
                "wp_parts": bulk.wp_parts[line].tolist(),
                "sb_parts": bulk.sb_parts[line].tolist(),
                "others": [(one.tie_break, _value(one, line)) for one in bulk.others],
            }
        )
    return lines


def _value(amount: Amount, line: int) -> Fraction | None:
    given = amount.given is None or amount.given[line]
    return Fraction(int(amount.values[line]), amount.parts) if given else None


Parts = dict[int, list[Contribution]]
"""What each round gives to the scores of each player."""


def parts_of(table: Crosstable, version: Rulebook) -> Parts:
    treated = TreatedTable.of(table, version)
    parts = {player: treated.contributions(player) for player in table.cells}
    rounds = [*range(1, table.rounds + 1)]
    assert all([part.round for part in own] == rounds for own in parts.values())
    return parts


def expected(plain: Standing, table: Crosstable, parts: Parts) -> list[dict[str, Any]]:
    return [
        {
            "rank": line.rank,
            "player": line.player,
            "points": line.score.points_halves,
            "ws": line.score.ws_halves,
            "wp": line.score.wp_halves,
            "sb": line.score.sb_quarters,
            "decided": line.decided_by,
            "opponents": [c.opponent for c in table.cells[line.player]],
            "wp_parts": [part.wp_halves for part in parts[line.player]],
            "sb_parts": [part.sb_quarters for part in parts[line.player]],
            "others": [one for one in line.tie_breaks if one[0] not in OF_SCORE],
        }
        for line in plain.lines
    ]


@pytest.mark.parametrize("version", VERSIONS, ids=lambda v: v.id[:40])
@drawn(60, seed=SEEDS, lively=(False, True))
def test_the_lines_are_those_of_the_plain_functions(
    version: Rulebook, seed: int, lively: bool
) -> None:
    rng = random.Random(seed)
    assert in_bulk(version)
    rounds = rng.randint(1, 7)
    sheets = [random_sheet(rng, rng.randint(1, 9), rounds, lively) for _ in range(3)]
    for after in {rounds, rng.randint(1, rounds)}:
        now, last = standings(sheets, version, after), final_standings(sheets, version, after)
        shared = final_standings(sheets, version, after, shared_places=True)
        for at, sheet in enumerate(sheets):
            table = sheet.table(version, after)
            parts, final = parts_of(table, version), final_standing(table, version)
            assert lines_of(now, at) == expected(standing(table, version), table, parts)
            assert lines_of(last, at) == expected(final, table, parts)
            assert now.provisional[at] == table.provisional
            assert lines_of(shared, at) == expected(with_shared_places(final), table, parts)


def test_a_winner_by_mutual_result_comes_first_in_these_tournaments_too() -> None:
    """Test three equal leaders who all met: the search above must reach this case."""
    rng, version, cases = random.Random(3), rules("knsb-wp-2014"), set()
    for _ in range(600):
        sheet = random_sheet(rng, 5, 5, lively=False)
        rankings = final_standings([sheet], version, 5)
        if "mutual_result" in {line["decided"] for line in lines_of(rankings, 0)}:
            table = sheet.table(version, 5)
            assert lines_of(rankings, 0) == expected(
                final_standing(table, version), table, parts_of(table, version)
            )
            cases.add(int((rankings.points_halves == rankings.points_halves[0]).sum()))
    assert {2, 3} <= cases


def test_the_letters_are_those_of_a_colour_history() -> None:
    version = rules("knsb-wp-2014")
    for code, letter in enumerate(letters().tolist()):
        if code in (OPEN, OPEN + WITH_BLACK):
            continue
        result = cell(code, 1, version)
        assert chr(letter) == (result.colour if result.played else "-"), result
    assert chr(letters()[ADJOURNED + WITH_BLACK]) == "B"


def test_seasons_round_robins_and_averages_are_left_to_the_plain_functions() -> None:
    assert not in_bulk(rules("berger"))
    assert not in_bulk(rules("mwkeizer"))
    one_by_one = {
        one.code
        for one in every_tie_break()
        if one.base not in (MUTUAL_RESULT, NUMBER, LOTS)
        and not in_bulk(rules("fide-2026", ranking__final=f'["{one.code}", "lots"]'))
    }
    ratings = "ARO ARO/C1 ARO/C2 ARO/M1 ARO/M2 TPR PTP APRO APPO RTNG RTNG/R"
    assert one_by_one == {*ratings.split(), "AOB", "AOB/F"}
