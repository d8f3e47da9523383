"""The standing: classification for pairing (A4) and the final ranking (F12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ledger.rulebook import Rulebook
from projections.colours import difference_text, preference
from projections.games import Crosstable
from projections.scores import Score, scores


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a standing, best first.

    player is his key, number what people call him by. colours has a sign a round. decided_by is the
    key that puts him below the line above him: "points", "mutual_result", "wp", "sb", "lots" or
    "number"; None for the first. lots_needed marks players whom only lots not yet drawn can part.
    """

    rank: int
    player: int
    number: int
    score: Score
    colours: str
    colour_difference: str
    preference: str
    decided_by: str | None = None
    lots_needed: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """A standing after some rounds; provisional while a game in it is open or adjourned."""

    rounds: int
    lines: tuple[Line, ...]
    provisional: bool
    final: bool = False


_CLASSIFICATION = ("wp", "sb", "number")

Values = tuple[tuple[str, int], ...]
"""A player's ranking keys by name, each smaller for the better player."""


def classified(table: Crosstable, by_player: Mapping[int, Score]) -> list[int]:
    """Return the players in the order of the classification: points, WP, SB, lot number.

    Rule: knsb-wp-1996 A4; knsb-wp-2014 A4.
    """
    return sorted(table.cells, key=lambda p: _values(table, by_player, p, _CLASSIFICATION, {}))


def standing(table: Crosstable, rules: Rulebook, last_round_next: bool = False) -> Standing:
    """Return the classification as a standing.

    last_round_next: whether the next round is the last, which takes the absolute preference from
    players above half of the points (A5).
    """
    by_player = scores(table, rules)
    order = classified(table, by_player)
    values = [_values(table, by_player, p, _CLASSIFICATION, {}) for p in order]
    lines = tuple(
        _line(
            table,
            rank,
            player,
            by_player[player],
            _first_difference(values, rank - 1),
            last_round_next and rules.colours.topscorer_exempt,
        )
        for rank, player in enumerate(order, 1)
    )
    return Standing(table.rounds, lines, table.provisional)


def final_standing(table: Crosstable, rules: Rulebook, lots: Sequence[int] = ()) -> Standing:
    """Return the final ranking; lots are the players in the order drawn, empty before the draw.

    The mutual result decides the first place only, and only where all who are equal on points met
    each other over the board; the others go on with the next keys.

    Rule: knsb-wp-1996 F12; knsb-wp-2014 F12.
    """
    by_player = scores(table, rules)
    keys = tuple(key for key in rules.ranking.final if key != "mutual_result")
    drawn = {player: place for place, player in enumerate(lots)}
    values = {p: _values(table, by_player, p, keys, drawn) for p in table.cells}
    order = sorted(values, key=lambda p: (values[p], table.numbers[p]))
    winners: frozenset[int] = frozenset()
    first = None
    if "mutual_result" in rules.ranking.final:
        winners = best_by_mutual_result(table, by_player)
        if winners:
            first = next(p for p in order if p in winners)
            order.remove(first)
            order.insert(0, first)
    equal = Counter(values.values())
    lines = []
    for rank, player in enumerate(order, 1):
        decided = _first_difference([values[p] for p in order[:rank]], rank - 1)
        if rank == 2 and winners and player not in winners:
            decided = "mutual_result"
        alike = equal[values[player]] - 1
        if player == first:
            alike = sum(values[p] == values[player] for p in winners - {player})
        elif first is not None and player not in winners and values[first] == values[player]:
            alike -= 1
        line = _line(table, rank, player, by_player[player], decided, False)
        lines.append(replace(line, lots_needed=alike > 0))
    return Standing(table.rounds, tuple(lines), table.provisional, final=True)


def best_by_mutual_result(table: Crosstable, by_player: Mapping[int, Score]) -> frozenset[int]:
    """Return those best in the games among the players equal on the most points.

    Empty when nobody shares the first place, when two of them did not meet over the board, or when
    their games part nobody. When several are best, the next keys decide among these.

    Rule: knsb-wp-1996 F12; knsb-wp-2014 F12.
    """
    most = max((s.points_halves for s in by_player.values()), default=0)
    tied = {p for p, s in by_player.items() if s.points_halves == most}
    if len(tied) < 2 or any(not tied - {p} <= table.met(p) for p in tied):
        return frozenset()
    mutual = {
        p: sum(c.halves for c in table.cells[p] if c.played and c.opponent in tied) for p in tied
    }
    best = frozenset(p for p in tied if mutual[p] == max(mutual.values()))
    return frozenset() if best == tied else best


def _values(
    table: Crosstable,
    by_player: Mapping[int, Score],
    player: int,
    keys: Sequence[str],
    lots: Mapping[int, int],
) -> Values:
    s = by_player[player]
    value = {
        "wp": -s.wp_halves,
        "sb": -s.sb_quarters,
        "number": table.numbers[player],
        "lots": lots.get(player, len(lots)),
    }
    return (("points", -s.points_halves), *((key, value[key]) for key in keys))


def _first_difference(values: Sequence[Values], index: int) -> str | None:
    if index == 0:
        return None
    pairs = zip(values[index - 1], values[index], strict=True)
    return next((name for (name, above), (_, here) in pairs if above != here), None)


def _line(
    table: Crosstable,
    rank: int,
    player: int,
    score: Score,
    decided_by: str | None,
    last_round_next: bool,
) -> Line:
    history = table.colours(player)
    topscorer = last_round_next and score.points_halves > table.rounds
    return Line(
        rank,
        player,
        table.numbers[player],
        score,
        history,
        difference_text(history),
        str(preference(history, topscorer)),
        decided_by,
    )
