"""The decisions of a round on rating, bracket by bracket, as the engine makes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ledger.messages import Sentence, message
from ledger.rulebooks.rating_keys import RatingKeys
from ledger.values import halves_text
from pairing.explain import decisions as shared
from pairing.explain.decisions import Decided, DecisionKey, KeyValue, Unit
from pairing.norms.contestants import ToPair
from pairing.norms.model import Board, NoPairing
from pairing.rating.colours import colour_on_rating, first_round, turned
from pairing.rating.contestants import by_readings, first_colour, in_a2_order
from pairing.rating.engine import pairing_of
from pairing.rating.explain.criteria import OF_EVERY_BRACKET, OF_PAIRS
from pairing.rating.explain.judge import RatingJudge
from pairing.rating.explain.readings import CLAUSE_OF_READING, Readings, value_of


def _said(reading: str) -> Sentence:
    """Return the subject of a reading on rating, as explanations describe it."""
    return message(f"rating.decision.rating.{reading}")


KEYS: Final = (
    DecisionKey("c1", "C1", "players", "who have no legal opponent in the bracket, and go on", "0"),
    *map(shared.key_of, (*OF_EVERY_BRACKET, *OF_PAIRS)),
    DecisionKey(
        "float",
        "A4",
        "half points",
        "how far each who was moved down is above the bracket; value: the farthest",
    ),
    DecisionKey("bye", "A5", "half points", shared.BYE_MEANING),
    DecisionKey("F4", "F4", "boards", "the boards of round 1, in order of rating"),
    *shared.colour_keys("E1", "E2", "E3", "E4", "E5", "B2"),
    DecisionKey("E5 by analogy", "E5", "boards", "boards where nobody prefers a colour"),
    *(
        DecisionKey(f"rating.{name}", clause, "boards", _said(name), "0")
        for name, clause in {**CLAUSE_OF_READING, "e3": "E3", "e5": "E5"}.items()
    ),
    DecisionKey(
        "rating.nobody_prefers",
        "E5",
        "boards",
        "where nobody prefers a colour the higher has white, or white and black by their number",
        "0",
    ),
    shared.not_recomputed("C13"),
)
"""Every key, in the order of its rows."""

CLAIM_KINDS: Final = {
    "as_homogeneous": "rating: half or more were moved down, so the group is paired as homogeneous",
    "undone": "rating: who goes on by C12 or C13, and (others) who would have gone on before",
    "level": "rating: how many pairs are made (P1), and how many moved down are paired first (M1)",
    "reading": "rating: a reading of ours of a silent text that counts in the group, or decides it",
}
"""The kinds of claims that no other system makes."""


def decide(round_: ToPair) -> Decided | NoPairing:
    """Decide a round: its pairing, and the keys of each bracket.

    Rule: knsb-rating-2014 A5, C, C13.
    """
    table = round_.table
    rules = round_.rules
    if table.rounds == 0:
        return _decide_round_1(round_)
    players = by_readings(round_)
    judge = RatingJudge(players(rules.rating), table.rounds + 1, rules.rating)
    if not judge.best:
        return NoPairing("", (), "C13")
    field = judge.field
    numbers = [table.numbers[player.key] for player in field.players]
    pairing = pairing_of(field, judge.best, numbers)
    readings = Readings(judge, players)
    keys = [
        one for number in range(len(judge.best)) for one in _of_bracket(number, judge, readings)
    ]
    keys += shared.bye(
        pairing, 0 if pairing.bye is None else field.points[judge.place[pairing.bye]]
    )
    keys += shared.colours(pairing.boards)
    keys += _colours_otherwise(judge, pairing.boards, numbers)
    return Decided(pairing, keys)


def _decide_round_1(round_: ToPair) -> Decided:
    """Rule: knsb-rating-2014 E5, F4."""
    table = round_.table
    rules = round_.rules
    order = in_a2_order(round_)
    e5 = rules.rating.e5
    numbers = [table.numbers[player] for player in order]
    colour = first_colour(table, rules)
    pairing = first_round(order, numbers, colour, e5)
    unit = Unit(1, "rating order", tuple(round_.in_number_order), len(pairing.boards))
    keys = [
        KeyValue(unit, "F4", len(pairing.boards)),
        *shared.bye(pairing, 0),
        *shared.colours(pairing.boards),
    ]
    other = first_round(order, numbers, colour, "number" if e5 == "position" else "position")
    lost = shared.lost_boards(pairing, other)
    keys += [KeyValue(unit, "rating.e5", lost, 0, text=e5, clause="E5")] if lost else []
    return Decided(pairing, keys)


def _of_bracket(number: int, judge: RatingJudge, readings: Readings) -> Iterator[KeyValue]:
    """Yield the keys of a bracket; those of its pairs only if it has pairs.

    Rule: knsb-rating-2014 A3, A4, A8, B2, B4, B5, B6, C1, C10e, C12, C13, C14a, C14b1, C14b2, D1,
    D2, D3.
    """
    treated = judge.best[number]
    points = judge.field.points
    keys = judge.field.readings
    bracket = treated.bracket
    residents = treated.residents
    candidate = treated.candidate
    inside = sorted((*bracket.players, *bracket.removed))
    above = [i for i in inside if i not in residents]
    merged = points[residents[0]] != points[residents[-1]]
    label = halves_text(points[residents[0]])
    label += f" to {halves_text(points[residents[-1]])}" if merged else ""

    def called(places: Sequence[int]) -> tuple[int, ...]:
        return tuple(judge.field.players[i].key for i in places)

    boards = len(candidate.pairs) if candidate else 0
    unit = Unit(number + 1, label, called(inside), boards, called(above))
    way = judge.own(number)
    yield KeyValue(unit, "c1", len(bracket.removed), 0)
    yield from (shared.of_criterion(unit, one, way) for one in OF_EVERY_BRACKET)
    if candidate is not None:
        yield from (shared.of_criterion(unit, one, way) for one in OF_PAIRS)
    yield from shared.floats(unit, [points[i] - points[residents[0]] for i in above])
    for name, lost in readings.otherwise(number):
        yield KeyValue(unit, f"rating.{name}", lost, 0, text=_set(keys, name))
    for name in readings.built_one_way(number):
        yield KeyValue(unit, f"rating.{name}", 0, 0, text=_set(keys, name))


def _set(readings: RatingKeys, name: str) -> str:
    return str(value_of(name, readings)).lower()


def _colours_otherwise(
    judge: RatingJudge, boards: Sequence[Board], numbers: Sequence[int]
) -> Iterator[KeyValue]:
    """Yield the readings of the colour rules under which boards would have other colours.

    Rule: knsb-rating-2014 E3, E5.
    """
    field = judge.field
    place = judge.place
    players = field.contestants
    for name, readings in turned(field.readings).items():
        others: list[Board] = []
        for board in boards:
            higher, lower = sorted((board.white, board.black), key=place.__getitem__)
            number = numbers[place[higher]]
            colour, _ = colour_on_rating(readings, players[higher], players[lower], number)
            if (colour == "W") != (board.white == higher):
                others.append(board)
        if others:
            unit = Unit(0, "other colours", shared.players_at(others), len(others))
            read = field.readings
            yield KeyValue(unit, f"rating.{name}", len(others), 0, text=_set(read, name))
