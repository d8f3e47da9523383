import random
from collections.abc import Iterable, Sequence
from itertools import product

import pytest

from pairing.norms.model import Contestant, NoPairing, Pairing
from pairing.wp.engine import pair
from pairing.wp.groups.below import Rest
from pairing.wp.groups.field import LegalRows, WpField
from pairing.wp.groups.inside import Inside
from pairing.wp.groups.look_ahead import LookAhead
from pairing.wp.groups.waiting_room import C2
from tests.helpers.adversarial_positions import small
from tests.helpers.family import SEEDS, drawn
from tests.helpers.random_positions import rounds_of
from tests.helpers.wp_fields import C2_VALUES, position
from tests.oracles.wp import pair as pair_by_exhaustion

ADVERSARIAL = {
    "seed": SEEDS,
    "size": range(6, 11),
    "c2": C2_VALUES,
    "by_cost": (0, 1, 3),
    "changes": (1, 2, 12),
}


def check_against_the_twin(contestants: Sequence[Contestant], c2: C2) -> None:
    paired = pair(contestants, c2=c2)
    expected = pair_by_exhaustion(contestants, c2=c2)
    if isinstance(expected, NoPairing):
        assert isinstance(paired, NoPairing)
        assert set(paired.players) <= {c.key for c in contestants}
    else:
        assert paired == expected


@pytest.mark.clause("knsb-wp-2014 C4.1")
@pytest.mark.clause("knsb-wp-2014 C5")
@pytest.mark.clause("knsb-wp-1996 C5")
@drawn(400, at_length=20_000, seed=SEEDS, size=range(4, 11), rounds=range(3, 8), c2=C2_VALUES)
def test_the_engine_pairs_every_round_of_small_tournaments_like_the_twin(
    seed: int, size: int, rounds: int, c2: C2
) -> None:
    """The literal twin tries every pairing there is."""
    rng = random.Random(seed)
    rules = rng.choice(("1996", "2014"))
    for contestants, _ in rounds_of(rng, size, rounds, rules, pair):
        check_against_the_twin(contestants, c2)


@pytest.mark.clause("knsb-wp-2014 C9")
@pytest.mark.clause("knsb-wp-2014 B1b")
@drawn(500, at_length=20_000, contestants=position, c2=C2_VALUES)
def test_the_engine_pairs_positions_beyond_tournaments_like_the_twin(
    contestants: list[Contestant], c2: C2
) -> None:
    check_against_the_twin(contestants, c2)


@pytest.mark.clause("knsb-wp-2014 C9")
@drawn(500, at_length=20_000, contestants=position, c2=C2_VALUES)
def test_waiting_rooms_that_are_searched_come_out_like_the_twin_too(
    contestants: list[Contestant], c2: C2
) -> None:
    """The literal twin tries every pairing there is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pairing.wp.groups.waiting_room.LISTED_AT_MOST", 0)
        check_against_the_twin(contestants, c2)


@pytest.mark.clause("knsb-wp-2014 C2")
@pytest.mark.clause("knsb-wp-2014 C4.2")
@pytest.mark.clause("knsb-wp-2014 C4.3")
@drawn(
    1000,
    at_length=40_000,
    seed=SEEDS,
    size=range(4, 11),
    c2=C2_VALUES,
    listed=(0, 0, 300),
    alone=(0, 8),
    small_field=(0, 1000),
    step=(1, 10**6),
)
def test_adversarial_positions_are_paired_like_the_twin_by_each_search(
    seed: int, size: int, c2: C2, listed: int, alone: int, small_field: int, step: int
) -> None:
    """The literal twin, which is slow, pairs each position too."""
    contestants = small(random.Random(seed), size)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pairing.wp.groups.relaxations.BY_COST_AT_MOST", 10**9)
        patch.setattr("pairing.wp.groups.waiting_room.LISTED_AT_MOST", listed)
        patch.setattr("pairing.wp.groups.waiting_room.STEP_IN_ROOMS", step)
        patch.setattr("pairing.wp.groups.relaxations.ALONE_AT_FIRST", alone)
        patch.setattr("pairing.wp.groups.relaxations.SMALL_FIELD", small_field)
        check_against_the_twin(contestants, c2)


@pytest.mark.clause("knsb-wp-2014 C4.2")
@pytest.mark.clause("knsb-wp-2014 C4.3")
@pytest.mark.clause("knsb-wp-2014 C4.4")
@pytest.mark.clause("knsb-wp-2014 C4.5")
@drawn(500, at_length=20_000, **ADVERSARIAL)
def test_adversarial_positions_are_paired_like_the_twin_key_by_key(
    seed: int, size: int, c2: C2, by_cost: int, changes: int
) -> None:
    contestants = small(random.Random(seed), size)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pairing.wp.groups.waiting_room.LISTED_AT_MOST", 0)
        patch.setattr("pairing.wp.groups.waiting_room.LISTED_IN_THE_END", -1)
        patch.setattr("pairing.wp.groups.relaxations.ALONE_AT_FIRST", 0)
        patch.setattr("pairing.wp.groups.relaxations.BY_COST_AT_MOST", by_cost)
        patch.setattr("pairing.wp.groups.key_by_key.MOST_CHANGES", changes)
        check_against_the_twin(contestants, c2)


def test_prices_that_cannot_be_used_leave_no_trace_in_the_search() -> None:
    rows = [
        (7, 10, "-BWBW", {1, 3, 4, 5}, False),
        (4, 6, "BWBWB", {1, 2, 6, 7, 8}, True),
        (3, 6, "BWBW-", {2, 5, 6, 7}, False),
        (6, 6, "WBWBW", {1, 3, 4, 5, 9}, True),
        (5, 6, "BWWBB", {3, 6, 7, 8, 9}, True),
        (9, 6, "W-BWB", {1, 2, 5, 6}, False),
        (1, 4, "BWBWW", {4, 6, 7, 8, 9}, True),
        (2, 3, "WB-BW", {3, 4, 8, 9}, False),
        (8, 2, "WBW-B", {1, 2, 4, 5}, False),
    ]
    field = [
        Contestant(key, points, colours, frozenset(met), may_have_bye, False)
        for key, points, colours, met, may_have_bye in rows
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pairing.wp.groups.waiting_room.LISTED_AT_MOST", 0)
        check_against_the_twin(field, "below_c4_1")


def test_prices_never_promise_more_than_the_keys_of_a_waiting_room() -> None:
    rng = random.Random(3)
    attained = 0
    for _ in range(300):
        field = WpField(small(rng, rng.randint(8, 16)))
        if len(field.groups) < 3:
            continue
        (_, end), following = field.groups[:2]
        ahead = LookAhead(Rest(field, range(end), end), *following)
        room = rng.getrandbits(end)
        again, single = ahead.floats_again(room), ahead.single(room)
        prices_of_again = ahead.prices_of_again(room, again.proof)
        prices_of_single = ahead.prices_of_single(room, single.proof)
        attained += prices_of_single.bound(room) == single.number
        exact_again = ahead.exact_prices(room, again.proof)
        exact_single = ahead.exact_prices(room, single.proof)
        assert exact_again.bound(room) == again.number
        assert exact_single.bound(room) == single.number
        for other in [room, *(rng.getrandbits(end) for _ in range(20))]:
            assert prices_of_again.bound(other) <= ahead.floats_again(other).number
            assert prices_of_single.bound(other) <= ahead.single(other).number
            assert exact_again.bound(other) <= ahead.floats_again(other).number
            assert exact_single.bound(other) <= ahead.single(other).number
            if not other & again.include and again.omit & other == again.omit:
                assert ahead.floats_again(other).number >= again.number
            if not other & single.include and single.omit & other == single.omit:
                assert ahead.single(other).number >= single.number
    assert attained > 100


@pytest.mark.clause("knsb-wp-2014 C8")
def test_seventy_wait_where_groups_have_met_themselves_and_the_last_needs_seventy() -> None:
    groups = [range(30), range(30, 90), range(90, 160)]
    field = [
        Contestant(key, 4 - 2 * at, "", frozenset(set(group) - {key}), True, False)
        for at, group in enumerate(groups)
        for key in group
    ]
    paired = pair(field)
    assert isinstance(paired, Pairing)
    assert [group.keys.size for group in paired.groups] == [30, 70, 0]


def test_nobody_at_all_is_a_pairing_without_boards() -> None:
    assert pair([]) == Pairing((), None, ())


def contestant(key: int, met: Iterable[int] = (), bye: bool = True) -> Contestant:
    return Contestant(key, 0, "", frozenset(met), bye, False)


@pytest.mark.clause("knsb-wp-2014 B1b")
def test_no_pairing_names_b1b_when_nobody_may_have_the_bye() -> None:
    answer = pair([contestant(1, bye=False), contestant(2, bye=False), contestant(3, bye=False)])
    assert isinstance(answer, NoPairing)
    assert answer.clause == "B1b"


@pytest.mark.clause("knsb-wp-2014 B1a")
def test_no_pairing_names_a_player_who_has_met_everybody() -> None:
    answer = pair([contestant(1, (2, 3, 4)), *map(contestant, (2, 3, 4))])
    assert isinstance(answer, NoPairing)
    assert answer.players == (1,)


@pytest.mark.clause("knsb-wp-2014 B1a")
def test_no_pairing_names_players_with_too_few_partners() -> None:
    three = [contestant(k, {1, 2, 3} - {k}) for k in (1, 2, 3)]
    answer = pair([*three, contestant(4), contestant(5, (4,)), contestant(6, (1, 2, 3, 4))])
    assert isinstance(answer, NoPairing)
    assert answer.players


# --- one group ------------------------------------------------------------------------------------


def dense_group(rng: random.Random) -> list[Contestant]:
    """Return players of few scores, most of whom have met, so that weights must decide."""
    size = rng.choice((8, 10, 12, 14))
    met: list[set[int]] = [set() for _ in range(size)]
    for i in range(size):
        for j in range(i):
            if rng.randrange(100) < rng.choice((30, 50, 70)):
                met[i].add(j)
                met[j].add(i)
    points = sorted((rng.randrange(3) for _ in range(size)), reverse=True)
    histories = [*("".join(signs) for signs in product("WB", repeat=3) if len(set(signs)) > 1)]
    return [
        Contestant(at, points[at], rng.choice(histories), frozenset(met[at]), True, False)
        for at in range(size)
    ]


@pytest.mark.clause("knsb-wp-2014 B3")
@pytest.mark.clause("knsb-wp-2014 C4.4")
def test_what_a_group_attains_does_not_depend_on_what_was_asked_before() -> None:
    rng = random.Random(0)
    for _ in range(150):
        contestants = dense_group(rng)
        field, players = WpField(contestants), range(len(contestants))
        group = Inside(field, players)
        for _ in range(8):
            waiting = sorted(rng.sample(players, rng.choice((0, 2, 4))))
            assert group.optimum(waiting) == Inside(field, players).optimum(waiting)


@pytest.mark.clause("knsb-wp-2014 B1a")
@pytest.mark.clause("knsb-wp-2014 B2")
@drawn(200, contestants=position)
def test_the_isolated_players_are_those_without_a_legal_opponent(
    contestants: list[Contestant],
) -> None:
    field = WpField(contestants)
    players = range(len(contestants))
    rows = LegalRows(field, players)
    alone = [p for p in players if not any(field.is_legal(p, q) for q in players if q != p)]
    assert rows.isolated(max(len(met) for met in field.met)) == alone
    assert rows.isolated(len(players)) == alone
