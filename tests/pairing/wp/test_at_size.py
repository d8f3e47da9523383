"""The engine against its own definition where exhaustion is out of reach: 60 to 300 players."""

import random
from collections.abc import Sequence

import pytest

from pairing.graphs.cheapest_matching import cheapest_perfect_matching
from pairing.graphs.matching import exposed_count, maximum_matching
from pairing.norms.colours import preference_of
from pairing.norms.model import Contestant, Group, NoPairing, Pairing
from pairing.wp.engine import pair
from tests.helpers.adversarial_positions import FAMILIES
from tests.helpers.random_positions import rounds_of
from tests.oracles.legality import is_legal_pair

Keys = tuple[tuple[int, ...], int, int]
Pairs = Sequence[tuple[int, int]]
NOTHING = Pairing((), None, ())


class Judge:
    """Recomputes legality, H2 and keys of one round from its definition."""

    def __init__(self, contestants: Sequence[Contestant], paired: Pairing) -> None:
        self.by_key = {c.key: c for c in contestants}
        self.place = {c.key: i for i, c in enumerate(contestants)}
        self.preference = {c.key: preference_of(c) for c in contestants}
        self.paired = paired
        self.legal = [bytearray(len(contestants)) for _ in contestants]
        for i, one in enumerate(contestants):
            for j, two in enumerate(contestants[:i]):
                self.legal[i][j] = self.legal[j][i] = is_legal_pair(one, two)

    def may_meet(self, a: int, b: int) -> bool:
        return bool(self.legal[self.place[a]][self.place[b]])

    def graph(self, keys: Sequence[int], with_bye: bool) -> list[int]:
        places = [self.place[key] for key in keys]
        rows = [0] * (len(keys) + with_bye)
        for i, key in enumerate(keys):
            legal = self.legal[places[i]]
            for j in range(i):
                if legal[places[j]]:
                    rows[i] |= 1 << j
                    rows[j] |= 1 << i
            if with_bye and self.by_key[key].may_have_bye:
                rows[i] |= 1 << len(keys)
                rows[-1] |= 1 << i
        return rows

    def is_completable(self, keys: Sequence[int]) -> bool:
        odd = len(keys) % 2 == 1
        return exposed_count(maximum_matching(self.graph(keys, odd))) == 0

    def difference(self, a: int, b: int) -> int:
        return abs(self.by_key[a].points_halves - self.by_key[b].points_halves)

    def denies(self, a: int, b: int) -> tuple[int, int]:
        one, two = self.preference[a], self.preference[b]
        if one.colour is None or one.colour != two.colour:
            return 0, 0
        return 1, int(min(one.strength, two.strength) >= 2)

    def inner_keys(self, pairs: Pairs) -> Keys:
        denied = [self.denies(a, b) for a, b in pairs]
        differences = sorted((self.difference(a, b) for a, b in pairs), reverse=True)
        return tuple(differences), sum(d for d, _ in denied), sum(s for _, s in denied)

    def best_pairs(self, keys: Sequence[int], with_c5: bool) -> list[tuple[int, int]] | None:
        """Return the best complete pairing of these players by k3, k6 and k8, by weights alone."""
        size = len(keys)
        base = 2 * size + 2
        costs: list[list[int | None]] = [[None] * size for _ in keys]
        for i, a in enumerate(keys):
            for j in range(i + 1, size):
                b = keys[j]
                if self.may_meet(a, b):
                    denied, strong = self.denies(a, b)
                    difference = self.difference(a, b)
                    cost = (base ** (difference + 1) if difference else 0) + denied * base + strong
                    if with_c5:
                        cost = cost * base**size - j * base ** (size - 1 - i)
                    costs[i][j] = costs[j][i] = cost
        mate = cheapest_perfect_matching(costs)
        if mate is None:
            return None
        return [(keys[i], keys[j]) for i, j in enumerate(mate) if i < j]

    def floats(self, waiting: Sequence[int], following: Group | None) -> tuple[int, int]:
        """Return k4 and k5 of a waiting room of at most one, unless the next group is the last."""
        if following is None or following is self.paired.groups[-1]:
            return 0, 0
        keys = [*waiting, *following.residents]
        graph = self.graph(keys, with_bye=False)
        again = sum(graph[i] == 0 for i in range(len(waiting)))
        return again, exposed_count(maximum_matching(graph))


def rounds(size: int, seed: int, count: int, quiet: bool) -> list[tuple[list[Contestant], Pairing]]:
    played = []
    for contestants, paired in rounds_of(random.Random(seed), size, count, "2014", pair, quiet):
        assert isinstance(paired, Pairing)
        played.append((contestants, paired))
    return played


def check_round(judge: Judge, contestants: Sequence[Contestant]) -> None:
    """Check H1, H2, and that nobody is forgotten."""
    paired = judge.paired
    seen = [key for board in paired.boards for key in (board.white, board.black)]
    if paired.bye is not None:
        assert judge.by_key[paired.bye].may_have_bye
        seen.append(paired.bye)
    assert sorted(seen) == sorted(judge.by_key)
    below = [c.key for c in contestants]
    for group in paired.groups:
        for a, b in group.pairs:
            assert is_legal_pair(judge.by_key[a], judge.by_key[b])
        below = [key for key in below if key not in set(group.residents)]
        assert judge.is_completable([*group.waiting, *below])
        differences, denied, strong = judge.inner_keys(group.pairs)
        keys = group.keys
        assert keys.score_differences_halves == differences
        assert (keys.denied, keys.denied_strong) == (denied, strong)


def order(judge: Judge, pairs: Pairs) -> tuple[Keys, list[int]]:
    """Return k3, k6 and k8 of pairs in any order."""
    placed = sorted(sorted((judge.place[a], judge.place[b])) for a, b in pairs)
    return judge.inner_keys(pairs), [-lower for _, lower in placed]


def check_swaps(judge: Judge, group: Group) -> None:
    """Check that no exchange between two boards of a group improves a key."""
    for i, (a, b) in enumerate(group.pairs):
        for c, d in group.pairs[:i]:
            now = order(judge, [(a, b), (c, d)])
            for one, two in (((a, c), (b, d)), ((a, d), (b, c))):
                if judge.may_meet(*one) and judge.may_meet(*two):
                    assert order(judge, [one, two]) >= now


def check_exchanges(judge: Judge, number: int) -> None:
    """Check that no exchange of a waiting and a paired player of a group improves a key.

    Only exchanges that leave all other pairs of the group as they are are tried.
    """
    paired, group = judge.paired, judge.paired.groups[number]
    below = [key for later in paired.groups[number + 1 :] for key in later.residents]
    chosen = room_key(judge, number, group.waiting, group.pairs)
    for one in group.waiting:
        for pair_ in group.pairs:
            for other, partner in (pair_, pair_[::-1]):
                if not judge.may_meet(one, partner):
                    continue
                waiting = sorted({*group.waiting, other} - {one}, key=judge.place.__getitem__)
                pairs = [two for two in group.pairs if two != pair_] + [(one, partner)]
                key = room_key(judge, number, waiting, pairs)
                assert key >= chosen or not judge.is_completable([*waiting, *below])


def left_at_will(graph: Sequence[int], waiting: int, more: int) -> int:
    """Return who is left over when the others may pair with each other, and with outsiders.

    One outsider is left over too when the total number is odd.
    """
    size = 2 * len(graph) + more
    will = (1 << size) - (1 << waiting)
    wide = [row | will & -(at >= waiting) & ~(1 << at) for at, row in enumerate(graph)]
    wide += [will & ~(1 << at) for at in range(len(graph), size)]
    return exposed_count(maximum_matching(wide))


def room_key(judge: Judge, number: int, waiting: Sequence[int], pairs: Pairs) -> tuple[object, ...]:
    """Return k2 to k7; k4 and k5 only where the next group is not the last."""
    groups = judge.paired.groups
    again = left = 0
    if waiting and number + 2 < len(groups):
        keys = [*waiting, *groups[number + 1].residents]
        graph = judge.graph(keys, with_bye=False)
        left = exposed_count(maximum_matching(graph))
        again = min(left_at_will(graph, len(waiting), size) for size in (0, 1))
    scores = [judge.by_key[key].points_halves for key in waiting]
    differences, denied, strong = judge.inner_keys(pairs)
    places = [judge.place[key] for key in waiting]
    return scores, differences, again, left, denied, strong, places


@pytest.mark.clause("knsb-wp-2014 B4")
@pytest.mark.clause("knsb-wp-2014 C5")
@pytest.mark.clause("knsb-wp-2014 C9")
@pytest.mark.parametrize(("size", "quiet"), [(200, True), (251, False), (300, True)])
def test_hundreds_of_players_are_paired_legally_and_no_swap_of_boards_is_better(
    size: int, quiet: bool
) -> None:
    for contestants, paired in rounds(size, size, 9, quiet)[1::2]:
        judge = Judge(contestants, paired)
        check_round(judge, contestants)
        for group in paired.groups:
            check_swaps(judge, group)


@pytest.mark.clause("knsb-wp-2014 B3")
@pytest.mark.clause("knsb-wp-2014 B4")
@pytest.mark.clause("knsb-wp-2014 C5")
@pytest.mark.parametrize(("size", "seed"), [(60, 1), (75, 2), (101, 3), (180, 4)])
def test_pairs_inside_a_group_are_those_of_an_exact_weighted_matching(size: int, seed: int) -> None:
    for contestants, paired in rounds(size, seed, 7, seed % 2 == 0)[1:]:
        judge = Judge(contestants, paired)
        for group in paired.groups:
            inside = sorted((key for two in group.pairs for key in two), key=judge.place.get)  # type: ignore[arg-type]
            if len(inside) <= 70:
                assert judge.best_pairs(inside, with_c5=True) == list(group.pairs)


@pytest.mark.clause("knsb-wp-2014 C4.1")
@pytest.mark.clause("knsb-wp-2014 C4.2")
@pytest.mark.clause("knsb-wp-2014 C4.3")
@pytest.mark.clause("knsb-wp-2014 C4.4")
@pytest.mark.clause("knsb-wp-2014 C4.5")
@pytest.mark.parametrize(("size", "seed"), [(70, 5), (140, 6)])
def test_no_other_single_player_of_a_group_waits_with_a_better_key(size: int, seed: int) -> None:
    for contestants, paired in rounds(size, seed, 6, quiet=True)[1:]:
        judge = Judge(contestants, paired)
        for number, group in enumerate(paired.groups[:-1]):
            if group.keys.size != 1:
                continue
            following = paired.groups[number + 1]
            players = [*group.incoming, *group.residents]
            below = [key for later in paired.groups[number + 1 :] for key in later.residents]
            last = following is paired.groups[-1]
            keys = group.keys
            chosen = (
                judge.by_key[group.waiting[0]].points_halves,
                keys.score_differences_halves,
                *((0, 0) if last else (keys.refloat, keys.next_waiting)),
                *(keys.denied, keys.denied_strong),
                judge.place[group.waiting[0]],
            )
            for other in players:
                points = judge.by_key[other].points_halves
                if points > chosen[0] or len(players) > 45:
                    continue
                pairs = judge.best_pairs([p for p in players if p != other], with_c5=False)
                if pairs is None or not judge.is_completable([other, *below]):
                    continue
                differences, denied, strong = judge.inner_keys(pairs)
                floats = judge.floats([other], following)
                key = (points, differences, *floats, denied, strong, judge.place[other])
                assert key >= chosen or (last and len(contestants) % 2)


@pytest.mark.clause("knsb-wp-2014 B4")
@pytest.mark.clause("knsb-wp-2014 C5")
@pytest.mark.clause("knsb-wp-2014 C9")
@pytest.mark.parametrize("size", [200, pytest.param(400, marks=pytest.mark.long)])
@pytest.mark.parametrize("family", FAMILIES)
def test_hundreds_of_players_of_an_adversarial_family_are_paired_and_no_swap_is_better(
    family: str, size: int
) -> None:
    possible = 0
    for seed in range(4):
        contestants = FAMILIES[family](random.Random(seed), size)
        paired = pair(contestants)
        judge = Judge(contestants, paired if isinstance(paired, Pairing) else NOTHING)
        if isinstance(paired, NoPairing):
            assert not judge.is_completable([c.key for c in contestants])
            continue
        possible += 1
        check_round(judge, contestants)
        for number, group in enumerate(paired.groups):
            check_swaps(judge, group)
            check_exchanges(judge, number)
        if possible == 2:
            break
    assert possible


@pytest.mark.clause("knsb-wp-2014 C4.4")
@pytest.mark.clause("knsb-wp-2014 C4.5")
@pytest.mark.parametrize("family", FAMILIES)
def test_key_by_key_and_by_cost_a_hundred_players_are_paired_alike(
    family: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pairing.wp.groups.waiting_room.LISTED_AT_MOST", 10)
    monkeypatch.setattr("pairing.wp.groups.relaxations.ALONE_AT_FIRST", 0)
    for seed in range(3):
        contestants = FAMILIES[family](random.Random(seed), 100)
        answers = []
        for most in (0, 10**9):
            monkeypatch.setattr("pairing.wp.groups.relaxations.BY_COST_AT_MOST", most)
            answers.append(pair(contestants))
        assert answers[0] == answers[1]


def test_three_hundred_players_are_paired_by_nobody_twice() -> None:
    played = rounds(300, 9, 6, quiet=True)
    met: set[frozenset[int]] = set()
    for _, paired in played:
        games = {frozenset((b.white, b.black)) for b in paired.boards}
        assert not games & met
        met |= games


def test_a_large_field_without_a_pairing_is_a_value() -> None:
    field = [Contestant(k, 0, "WW", frozenset(), True, False) for k in range(40)]
    answer = pair(field)
    assert isinstance(answer, NoPairing)
    assert answer.players
