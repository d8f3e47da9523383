"""What decided a round, group by group: the keys of the pairing that the engine finds.

Each system's engine is asked once; what it found is read as its explanations and checks read it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from ledger.rulebooks.rulebook import RatingKeys, Rulebook
from ledger.values import halves_text
from pairing.norms.model import Board, Group, NoPairing, Pairing
from pairing.rating.colours import colour_on_rating, turned
from pairing.rating.engine import pairing_of
from pairing.rating.judge import VECTOR_KEYS, RatingJudge
from pairing.rating.readings import Readings
from pairing.review.questions import rated
from pairing.systems.registry import contestants, pair_round
from projections.games.crosstable import Crosstable


class Unit(NamedTuple):
    """A group as it was formed, from 1, or what is of the whole round (0); players by key."""

    group: int
    label: str
    players: tuple[int, ...]
    boards: int
    floaters: tuple[int, ...] = ()


class Told(NamedTuple):
    """A key of a group; see `pairing.review.decisions.Decision`. clause None: that of the key."""

    unit: Unit
    key: str
    value: int | None
    wanted: int | None = None
    parts: tuple[int, ...] = ()
    text: str | None = None
    clause: str | None = None


class Decided(NamedTuple):
    """A round decided again: its boards and bye, and every key."""

    pairing: Pairing
    told: list[Told]


class ToPair(NamedTuple):
    """A round to be decided: the table before it, its rules, who is there, whether it is last."""

    table: Crosstable
    rules: Rulebook
    present: Collection[int]
    last_round: bool


def decide(given: ToPair) -> Decided | NoPairing:
    """Decide a round of a Swiss or a season.

    Rule: knsb-wp-2014 C, D; knsb-rating-2014 C, F4; mwkeizer a, b, c, 3c.
    """
    if given.rules.system == "keizer":
        return _decide_evening(given)
    if given.table.rounds == 0:
        return _decide_by_lot(given)
    return _decide_on_rating(given) if given.rules.system == "rating" else _decide_wp(given)


def _places(places: Sequence[int], order: dict[int, int]) -> tuple[int, ...]:
    """Return places counted from 1, as people count them."""
    return tuple(order[one] + 1 for one in places)


def _list(values: Sequence[int]) -> str:
    return " ".join(map(str, values))


def _points(halves: Sequence[int]) -> str:
    return " ".join(map(halves_text, halves))


def _bye(pairing: Pairing, halves: int) -> Iterator[Told]:
    if pairing.bye is not None:
        yield Told(Unit(0, "bye", (pairing.bye,), 0), "bye", halves)


def _floats(unit: Unit, differences: Sequence[int]) -> Iterator[Told]:
    """How far those who came from above are above the group.

    Rule: knsb-wp-2014 A3; knsb-rating-2014 A4.
    """
    if differences:
        text = _points(differences)
        yield Told(unit, "float", max(differences), None, tuple(differences), text)


def _colours(boards: Sequence[Board]) -> Iterator[Told]:
    """How many boards have their colours by which clause."""
    count = Counter(board.rule for board in boards)
    for rule in sorted(count):
        players = tuple(p for b in boards if b.rule == rule for p in (b.white, b.black))
        yield Told(Unit(0, "colours", players, count[rule]), rule, count[rule])


# --- round 1 --------------------------------------------------------------------------------------


def _decide_by_lot(given: ToPair) -> Decided:
    """Rule: knsb-wp-2014 D1, D2; knsb-rating-2014 E5, F4."""
    table, rules, present, last_round = given
    pairing = pair_round(table, rules, present, last_round)
    assert isinstance(pairing, Pairing)
    boards = pairing.boards
    players = tuple(sorted(present, key=lambda player: table.numbers[player]))
    on_rating = rules.system == "rating"
    key = "F4" if on_rating else rules.pairing.first_round
    unit = Unit(1, "rating order" if on_rating else "lots", players, len(boards))
    told = [Told(unit, key, len(boards)), *_bye(pairing, 0)]
    told += _colours(boards) if on_rating else ()
    if on_rating or (key == "D1" and len(players) % 2):
        other = pair_round(table, _turned_round_1(rules), present, last_round)
        assert isinstance(other, Pairing)
        lost = len(
            {(b.white, b.black) for b in boards} - {(b.white, b.black) for b in other.boards}
        )
        name, clause = ("rating.e5", "E5") if on_rating else ("pairing.first_round_odd", "D1")
        ours = rules.rating.e5 if on_rating else rules.pairing.first_round_odd
        told += [Told(unit, name, lost, 0, (), ours, clause)] if lost else []
    return Decided(pairing, told)


def _turned_round_1(rules: Rulebook) -> Rulebook:
    """Return the rules with the reading of round 1 turned about that there are two ways of."""
    if rules.system == "rating":
        e5 = "number" if rules.rating.e5 == "position" else "position"
        return rules.model_copy(update={"rating": rules.rating.model_copy(update={"e5": e5})})
    first = rules.pairing.first_round_odd == "first_free"
    odd = {"first_round_odd": "last_free" if first else "first_free"}
    return rules.model_copy(update={"pairing": rules.pairing.model_copy(update=odd)})


# --- resistance points ----------------------------------------------------------------------------


def _decide_wp(given: ToPair) -> Decided | NoPairing:
    """Rule: knsb-wp-2014 C, F1; knsb-wp-1996 C, F1."""
    from pairing.wp.engine import pair

    players = contestants(*given)
    c2 = given.rules.pairing.c2
    pairing = pair(players, c2=c2)
    if isinstance(pairing, NoPairing):
        return pairing
    order = {player.key: at for at, player in enumerate(players)}
    others: frozenset[tuple[int, int]] | None = None
    if c2 == "above_c4_1" or any(group.keys.stuck for group in pairing.groups):
        # Where nobody who waits is stuck, the other way round finds the same.
        other = pair(players, c2="above_c4_1" if c2 == "below_c4_1" else "below_c4_1")
        assert isinstance(other, Pairing)
        others = frozenset(two for group in other.groups for two in group.pairs)
    told: list[Told] = []
    scores: tuple[int, ...] = ()
    for number, group in enumerate(pairing.groups, 1):
        following = pairing.groups[number].residents if number < len(pairing.groups) else ()
        inside = (*group.incoming, *group.residents)
        label = halves_text(group.score_halves)
        unit = Unit(number, label, inside, len(group.pairs), group.incoming)
        told += _of_group(unit, group, order, len(following))
        told += _floats(unit, [halves - group.score_halves for halves in scores])
        lost = 0 if others is None else len(set(group.pairs) - others)
        told += [Told(unit, "pairing.c2", lost, 0, (), c2)] if lost else []
        scores = group.keys.w_scores_halves
    told += _bye(pairing, scores[0] if scores else 0)
    told += _colours(pairing.boards)
    return Decided(pairing, told)


def _of_group(unit: Unit, group: Group, order: dict[int, int], following: int) -> Iterator[Told]:
    """The keys of a group; the next one has so many players of its own (0: there is none).

    Rule: knsb-wp-2014 C2, C3, C4.1, C4.2, C4.3, C4.4, C4.5, C5, B3, B4.
    """
    keys = group.keys
    waiting = _places(group.waiting, order)
    lower = _places([two for _, two in group.pairs], order)
    apart, scores = keys.score_differences_halves, keys.w_scores_halves
    least = (keys.size + following) % 2 if following else 0
    yield Told(unit, "k1", keys.size, len(unit.players) % 2)
    yield Told(unit, "c2", keys.stuck, 0)
    yield Told(unit, "k2", None, None, scores, _points(scores))
    yield Told(unit, "k3", None, None, apart, _points([d for d in apart if d]))
    yield Told(unit, "k4", keys.refloat, 0)
    yield Told(unit, "k5", keys.next_waiting, least)
    yield Told(unit, "k6", keys.denied, 0)
    yield Told(unit, "k6_strong", keys.denied_strong, 0)
    yield Told(unit, "k7", None, None, waiting, _list(waiting))
    yield Told(unit, "k8", None, None, lower, _list(lower))


# --- rating ---------------------------------------------------------------------------------------


def _decide_on_rating(given: ToPair) -> Decided | NoPairing:
    """Rule: knsb-rating-2014 A5, C, C13."""
    table, rules, present, last_round = given
    players = rated(table, rules, present, last_round)
    assert players is not None
    judge = RatingJudge(players(rules.rating), table.rounds + 1, rules.rating)
    if not judge.best:
        return NoPairing("", (), "C13")
    field = judge.field
    numbers = [table.numbers[player.key] for player in field.players]
    pairing = pairing_of(field, judge.best, numbers)
    readings = Readings(judge, players)
    told = [
        one for number in range(len(judge.best)) for one in _of_bracket(number, judge, readings)
    ]
    told += _bye(pairing, 0 if pairing.bye is None else field.points[judge.place[pairing.bye]])
    told += _colours(pairing.boards)
    told += _colours_otherwise(judge, pairing.boards, numbers)
    return Decided(pairing, told)


def _of_bracket(number: int, judge: RatingJudge, readings: Readings) -> Iterator[Told]:
    """The keys of a bracket; those of its pairs only where it has some.

    Rule: knsb-rating-2014 A3, A4, A8, C1, C12, C13, C14a, C14b1, C14b2.
    """
    treated, points, keys = judge.best[number], judge.field.points, judge.field.readings
    bracket, residents, candidate = treated.bracket, treated.residents, treated.candidate
    inside = sorted((*bracket.players, *bracket.removed))
    above = [i for i in inside if i not in residents]
    merged = points[residents[0]] != points[residents[-1]]
    label = halves_text(points[residents[0]])
    label += f" to {halves_text(points[residents[-1]])}" if merged else ""

    def called(places: Sequence[int]) -> tuple[int, ...]:
        return tuple(judge.field.players[i].key for i in places)

    boards = len(candidate.pairs) if candidate else 0
    unit = Unit(number + 1, label, called(inside), boards, called(above))
    level = judge.level(number)
    again = "paired again" if treated.how == "C13" else "merged" if merged else None
    yield Told(unit, "c1", len(bracket.removed), 0)
    yield Told(unit, "m1", level.m1, bracket.first_m1)
    yield Told(unit, "p1", level.p1, bracket.p0)
    yield Told(unit, "c12", int(treated.how == "C12"), 0)
    yield Told(unit, "c13", int(again is not None), 0, (), again)
    if candidate is not None:
        yield from _of_pairs(unit, number, judge)
    yield from _floats(unit, [points[i] - points[residents[0]] for i in above])
    for name, lost in readings.otherwise(number):
        yield Told(unit, f"rating.{name}", lost, 0, (), _set(keys, name))
    for name in readings.built_one_way(number):
        yield Told(unit, f"rating.{name}", 0, 0, (), _set(keys, name))


def _set(readings: RatingKeys, name: str) -> str:
    return str(getattr(readings, name)).lower()


def _of_pairs(unit: Unit, number: int, judge: RatingJudge) -> Iterator[Told]:
    """What the pairs of a bracket drop, and where they stand in the order of generation.

    Rule: knsb-rating-2014 A8, B2, B4, B5, B6, C10e, C14a, D1, D2, D3.
    """
    bracket, way = judge.best[number].bracket, judge.own(number)
    lowered = bracket.p0 - len(way.pairs)
    x1, z1 = judge.field.lowest_x_z(bracket.players, bracket.p0)
    wanted = {"x": max(x1 - lowered, 0), "z": max(z1 - lowered, 0)}
    for key, value in zip(VECTOR_KEYS, way.vector, strict=True):
        yield Told(unit, key, value, min(wanted.get(key, 0), value))
    for name, parts in way.split.rank:
        if name == "d2":
            count = parts[0]
            down, up = (
                [abs(at) + 1 for at in some] for some in (parts[2 : 2 + count], parts[2 + count :])
            )
            text = f"{_list(down)} for {_list(up)}" if count else None
            yield Told(unit, name, count, 0, (*parts[:2], *(-at for at in down), *up), text)
            continue
        places = tuple(at + 1 for at in parts)
        yield Told(unit, name, None, None, places, _list(places))


def _colours_otherwise(
    judge: RatingJudge, boards: Sequence[Board], numbers: Sequence[int]
) -> Iterator[Told]:
    """The readings of the colour rules by which boards would have other colours.

    Rule: knsb-rating-2014 E3, E5.
    """
    field, place = judge.field, judge.place
    players = field.contestants()
    for name, readings in turned(field.readings).items():
        found: list[Board] = []
        for board in boards:
            higher, lower = sorted((board.white, board.black), key=place.__getitem__)
            number = numbers[place[higher]]
            colour, _ = colour_on_rating(readings, players[higher], players[lower], number)
            if (colour == "W") != (board.white == higher):
                found.append(board)
        if found:
            at_them = tuple(p for b in found for p in (b.white, b.black))
            unit = Unit(0, "other colours", at_them, len(found))
            yield Told(unit, f"rating.{name}", len(found), 0, (), _set(field.readings, name))


# --- a season -------------------------------------------------------------------------------------


def _decide_evening(given: ToPair) -> Decided:
    """Rule: mwkeizer a, b, c, 3c."""
    from pairing.keizer.engine import Classes, pair
    from pairing.keizer.members import evening, members

    here, conditions = members(given.table, given.rules, given.present), evening(*given[:2])
    pairing, classes = pair(here, conditions), Classes(here, conditions)
    place = {member.key: at for at, member in enumerate(here)}
    why = {item.board: item.why for item in pairing.relaxed}
    free = {place[p] for board in pairing.boards for p in (board.white, board.black)}
    told: list[Told] = []
    levels = [0]
    for number, board in enumerate(pairing.boards, 1):
        high, low = sorted((place[board.white], place[board.black]))
        free.remove(high)
        nearest, level = min(free), classes.of(high, low)
        free.remove(low)
        players = (here[high].key, here[low].key)
        unit = Unit(number, f"ranking {high + 1}-{low + 1}", players, 1)
        clause = None if not level else "b" if level == classes.colours_class else "a"
        told.append(Told(unit, "level", level, 0, (), why.get(number), clause))
        told.append(Told(unit, "nearest", low - high, nearest - high))
        levels.append(level)
    everybody = Unit(0, "round", tuple(place), len(pairing.boards))
    told.append(Told(everybody, "level", max(levels), 0))
    if pairing.bye is not None:
        alone = here[place[pairing.bye]]
        unit = Unit(0, "no opponent", (alone.key,), 0)
        told.append(Told(unit, "free", alone.no_opponent))
        told.append(Told(unit, "lowest", len(here) - 1 - place[alone.key], 0))
    told += _colours(pairing.boards)
    return Decided(pairing, told)
