"""The criterion of 2014 and of 2017 that separates two pairings of a round.

Both pairings are followed from the top. The first bracket where they differ is judged twice: by the
procedure of 2014 (level, vector, order, as in rules/rating.md) and by the criteria of 2017 (C.4 to
C.19, then D). A difference is explained when each rule book prefers its own pairing; it is named
after the first item in which they differ. An unexplained difference is a bug here or there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any

import networkx as nx

from ledger.rulebooks.rulebook import Rulebook
from ledger.trf.model import TrfFile
from pairing.norms.model import RatedPlayer
from pairing.rating.brackets.bracket import Exact
from pairing.rating.brackets.field import Candidate, Level, PairedBracket, RatingField
from pairing.rating.brackets.flow import Flow, last_levels, levels
from pairing.rating.colours import BY_ANALOGY, boards_in_order
from tests.oracles.fide_dutch_2017 import Pair, Round2017, Theirs, both_pairings

VECTOR_2014 = (
    "B2 (C10g)",
    "A7d (C10f)",
    "X (C10e)",
    "Z (C10e)",
    "B5 down (C10d)",
    "B6 down (C10c)",
    "B5 up (C10b)",
    "B6 up (C10a)",
)
NAMES_2017 = (
    "C.1-C.3",
    "C.4",
    "C.5",
    "C.6",
    "C.7",
    "C.8",
    "C.9",
    "C.10",
    "C.11",
    "C.12",
    "C.13",
    "C.14",
    "C.15",
    "C.16",
    "C.17",
    "C.18",
    "C.19",
    "D.3",
    "D.1",
    "D.2",
    "D.1 (remainder)",
)


# --- judged by 2014 -------------------------------------------------------------------------------


def order_key(
    moved: Collection[int], everybody: Iterable[int], pairs: Collection[Pair]
) -> list[Any]:
    """Return the place of a pairing in the order of D3, D1, D2, D1; players in their order."""
    place = {p: at for at, p in enumerate(everybody)}
    higher = {min(pair, key=place.__getitem__): max(pair, key=place.__getitem__) for pair in pairs}
    first = sorted((a for a in higher if a in moved), key=place.__getitem__)
    used = {*first, *(higher[a] for a in first)}
    rest = [p for p in place if p not in used]
    at = {p: n for n, p in enumerate(rest)}
    half = len(pairs) - len(first)
    above = [a for a in rest if a in higher]
    down = sorted((at[p] for p in rest[:half] if p not in higher), reverse=True)
    up = sorted(at[p] for p in above if at[p] >= half)
    below = [p for p in rest if p not in above]
    return [
        tuple(place[a] for a in first),
        tuple(place[higher[a]] for a in first),
        (len(down), sum(up) - sum(down), tuple(-n for n in down), tuple(up)),
        tuple(below.index(higher[a]) for a in above),
    ]


def judged_2014(flow: Flow, done: PairedBracket, pairs: Collection[Pair]) -> list[Any] | str:
    """Return level, vector and order of pairs in one of our brackets; a text: not allowed in it."""
    field_, bracket = flow.field, done.bracket
    at = {p.key: i for i, p in enumerate(field_.players)}
    places = [(min(at[a], at[b]), max(at[a], at[b])) for a, b in pairs]
    inside = set(bracket.players)
    if any(i not in inside or j not in inside for i, j in places):
        return "C1"
    if any(not field_.can_play(i, j) for i, j in places):
        return "B1a, B2"
    over = tuple(sorted(inside - {i for pair in places for i in pair}))
    if bracket.last and not all(field_.players[i].may_have_bye for i in over):
        return "B1b"
    touching = sum(i in bracket.moved or j in bracket.moved for i, j in places)
    solver = Exact(field_)
    listed = list(last_levels(bracket) if bracket.last else levels(bracket, solver))
    level = next((n for n in listed if n.p1 == len(places) and n.m1 <= touching), None)
    if level is None:
        return "C14"
    moved = bracket.moved if level.m1 else ()
    key = order_key(moved, bracket.players, places)
    vector = _vector(field_, done, level, Candidate(tuple(places), over, (0,) * 8))
    return [listed.index(level), *vector, *key]


def _vector(
    field_: RatingField, done: PairedBracket, level: Level, candidate: Candidate
) -> Sequence[int]:
    bracket, keys = done.bracket, field_.readings
    whole = [0] * 8
    for i, j in candidate.pairs:
        cost = field_.cost(i, j)
        assert cost is not None
        up = field_.up(i, j) if level.m1 else (0, 0)
        whole = [a + b for a, b in zip(whole, (*cost, 0, 0, *up), strict=True)]
    for i in candidate.floaters:
        counted = keys.bye_float or not bracket.last
        if counted and (keys.down_md or i not in bracket.moved):
            whole[4] += field_.down(i)[0]
            whole[5] += field_.down(i)[1]
    x, z = field_.lowest_x_z(bracket.players, bracket.p0)
    lowered = bracket.p0 - level.p1
    return [*whole[:2], max(whole[2], x - lowered), max(whole[3], z - lowered), *whole[4:]]


# --- judged by 2017 -------------------------------------------------------------------------------


class Judge2017:
    """The criteria of 2017 on a bracket, with the players as read by py4swiss."""

    def __init__(self, round_: Round2017, flow: Flow) -> None:
        """Keep both pairings; ours gives the players of 2014 and the later brackets."""
        self.players = round_.players
        self.groups: dict[int, list[int]] = {}
        for player in flow.field.players:
            self.groups.setdefault(self.players[player.key].points, []).append(player.key)
        self.allowed = lru_cache(maxsize=None)(self._allowed)

    def _allowed(self, a: int, b: int) -> bool:
        one, two = self.players[a], self.players[b]
        if b in one.opponents:
            return False
        side, strength = one.color_preference.side, one.color_preference.strength
        absolute = import_module("py4swiss.engines.common").ColorPreferenceStrength.ABSOLUTE
        same = side == two.color_preference.side
        both = strength == absolute == two.color_preference.strength
        return one.top_scorer or two.top_scorer or not (same and both)

    def _edges(self, players: Sequence[int]) -> Iterable[Pair]:
        return (
            (a, b) for n, a in enumerate(players) for b in players[n + 1 :] if self.allowed(a, b)
        )

    def completes(self, players: Sequence[int]) -> bool:
        """Return whether all can be paired, with one bye at most (C.4)."""
        graph: Any = nx.Graph()
        graph.add_nodes_from(players)
        graph.add_edges_from(self._edges(players))
        if len(players) % 2:
            graph.add_edges_from((p, 0) for p in players if not self.players[p].bye_received)
        size = len(players) + len(players) % 2
        return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == size

    def differences(
        self, residents: Sequence[int], pairs: Iterable[Pair], over: Iterable[int]
    ) -> list[int]:
        """Return the pairing score differences, largest first (A.8, C.6)."""
        points = {p: self.players[p].points for p in self.players}
        floor = min(points[p] for p in residents) - 10
        values = [abs(points[a] - points[b]) for a, b in pairs]
        return sorted([*values, *(points[p] - floor for p in over)], reverse=True)

    def ahead(self, over: Sequence[int], lower: Sequence[int]) -> list[Any]:
        """Return pairs and differences that the floaters leave to the next bracket (C.7)."""
        if not lower:
            return [0, []]
        everybody = [*over, *lower]
        points = {p: self.players[p].points for p in everybody}
        floor = min(points[p] for p in lower) - 10
        base = len(everybody) + 1
        graph: Any = nx.Graph()
        for a, b in self._edges(everybody):
            saved = base ** (points[a] - floor) + base ** (points[b] - floor)
            graph.add_edge(a, b, weight=saved - base ** abs(points[a] - points[b]))
        mates = nx.max_weight_matching(graph, maxcardinality=True)
        paired = {p for pair in mates for p in pair}
        left = [p for p in everybody if p not in paired]
        return [-len(mates), self.differences(lower, mates, left)]

    def judged(
        self, bracket: Theirs, pairs: Collection[Pair], lower: Sequence[int], rest: Sequence[int]
    ) -> list[Any]:
        """Return the counts of C.1 to C.19 and D, smaller is better.

        `lower` are the next score group, `rest` all who come after this bracket.
        """
        players, everybody = self.players, [*bracket.moved, *bracket.residents]
        paired = {p for pair in pairs for p in pair}
        over = [p for p in everybody if p not in paired]
        illegal = sum(not self.allowed(a, b) for a, b in pairs)
        last = not rest
        colours = self._colours(pairs)
        ahead = [0, []] if last or bracket.collapsed else self.ahead(over, lower)
        completes = True if last and len(over) <= 1 else self.completes([*over, *rest])
        if last and over:
            completes = not players[over[0]].bye_received and len(over) == 1
        return [
            illegal,
            not completes,
            -len(pairs),
            self.differences(bracket.residents, pairs, over),
            ahead,
            *colours,
            *self._floats(bracket, pairs, over),
            *order_key(
                set(bracket.moved), sorted(everybody, key=lambda p: (-players[p].points, p)), pairs
            ),
        ]

    def _colours(self, pairs: Iterable[Pair]) -> list[int]:
        """Return the counts of C.8 to C.11."""
        strong = import_module("py4swiss.engines.common").ColorPreferenceStrength.STRONG
        counts = [0, 0, 0, 0]
        for a, b in pairs:
            one, two = self.players[a], self.players[b]
            mine, theirs = one.color_preference, two.color_preference
            if not mine.side.conflicts(theirs.side):
                continue
            top = one.top_scorer or two.top_scorer
            counts[0] += top and min(abs(one.color_difference), abs(two.color_difference)) > 1
            counts[1] += top and one.color_double and two.color_double
            counts[2] += 1
            counts[3] += mine.strength >= strong and theirs.strength >= strong
        return counts

    def _floats(
        self, bracket: Theirs, pairs: Iterable[Pair], over: Iterable[int]
    ) -> list[int | list[int]]:
        """Return the counts of C.12 to C.15, and the differences of C.16 to C.19."""
        points = {p: self.players[p].points for p in self.players}
        floor = min(points[p] for p in bracket.residents) - 10
        down = [(p, points[p] - floor) for p in over]
        up = []
        for a, b in pairs:
            high, low = (a, b) if points[a] > points[b] else (b, a)
            if points[high] > points[low]:
                down.append((high, points[high] - points[low]))
                up.append((low, points[high] - points[low]))
        repeats = []
        for rounds in ("float_1", "float_2"):
            for who, name in ((down, "DOWN"), (up, "UP")):
                same = [d for p, d in who if getattr(self.players[p], rounds).name == name]
                repeats.append(sorted(same, reverse=True))
        return [*map(len, repeats), *repeats]


# --- both ----------------------------------------------------------------------------------------


def first_difference(a: Sequence[Any], b: Sequence[Any], names: Sequence[str]) -> str | None:
    """Return the name of the first item in which a is better than b; None when it is not."""
    for name, mine, theirs in zip(names, a, b, strict=True):
        if mine != theirs:
            return name if mine < theirs else None
    return None


NAMES_2014 = ("level (C14)", *VECTOR_2014, "D3", "D1", "D2", "D1 (remainder)")


def explained(flow: Flow, round_: Round2017) -> str | None:
    """Return why two pairings of a round differ, "2014 clause | 2017 clause"; None: the same.

    A name that begins with "?" is an unexplained difference.
    """
    keys = [p.key for p in flow.field.players]
    judge = Judge2017(round_, flow)
    brackets = [
        {frozenset((keys[a], keys[b])) for a, b in d.candidate.pairs} if d.candidate else set()
        for d in flow.done
    ]
    everybody = {frozenset(pair) for bracket in round_.brackets for pair in bracket.pairs}
    if set().union(*brackets) == everybody:
        return _colours_explained(flow, round_)
    later = list(flow.field.players)
    for at, theirs in enumerate(round_.brackets):
        own = brackets[at]
        now = {*theirs.moved, *theirs.residents}
        later = [p for p in later if p.key not in now]
        if own == {frozenset(pair) for pair in theirs.pairs}:
            continue
        return _explained_here(flow, at, theirs, own, judge, later)
    return "? the same in every bracket"


def _colours_explained(flow: Flow, round_: Round2017) -> str | None:
    """Return why the same pairs have other colours: 2017 has other ends of E2 and of E5."""
    pairs = [pair for done in flow.done if done.candidate for pair in done.candidate.pairs]
    boards = boards_in_order(flow.field, pairs, [p.key for p in flow.field.players])
    theirs = set(round_.boards)
    for board in boards:
        if (board.white, board.black) in theirs:
            continue
        one, two = (round_.players[key] for key in (board.white, board.black))
        wider = abs(one.color_difference) != abs(two.color_difference)
        if board.rule == BY_ANALOGY:
            return "colours, E5 by analogy | E.5"
        if board.rule in ("E3", "E4", "B2") and wider:
            return f"colours, {board.rule} | E.2"
        return f"? colours, {board.rule}"
    return None


def _explained_here(
    flow: Flow,
    at: int,
    theirs: Theirs,
    own: set[frozenset[int]],
    judge: Judge2017,
    later: list[RatedPlayer],
) -> str:
    done, keys = flow.done[at], [p.key for p in flow.field.players]
    back = done.how in ("C12", "C13")
    now = {*theirs.moved, *theirs.residents}
    here = {keys[i] for i in (*done.bracket.players, *done.bracket.removed)}
    if here != now:
        merged = "C13 merges" if len(flow.done) == at + 1 else "score brackets"
        return (
            f"{merged} | A.9 collapses"
            if theirs.collapsed or merged[0] == "C"
            else (f"? brackets differ: {sorted(here)} {sorted(now)}")
        )
    pairs = [tuple(sorted(pair)) for pair in own]
    lower = [p.key for p in later if later and p.points_halves == later[0].points_halves]
    rest = [p.key for p in later]
    of_ours = judge.judged(theirs, pairs, lower, rest)  # type: ignore[arg-type]
    of_theirs = judge.judged(theirs, theirs.pairs, lower, rest)
    reason_2017 = first_difference(of_theirs, of_ours, NAMES_2017)
    by_2014 = judged_2014(flow, done, theirs.pairs)
    if isinstance(by_2014, str):
        reason_2014: str | None = f"not allowed by {by_2014}"
    elif back:
        reason_2014 = done.how
    else:
        ours_ = judged_2014(flow, done, pairs)  # type: ignore[arg-type]
        assert not isinstance(ours_, str), ours_
        reason_2014 = first_difference(ours_, by_2014, NAMES_2014)
    if reason_2014 is not None and done.bracket.moved and not done.bracket.first_m1:
        reason_2014 = f"A3 half, {reason_2014}"
    if reason_2014 is None or reason_2017 is None:
        return f"? {reason_2014 or '2014 likes theirs'} | {reason_2017 or '2017 likes ours'}"
    return f"{reason_2014} | {reason_2017}"


def compared(file: TrfFile, rules: Rulebook) -> Iterator[tuple[int, str]]:
    """Yield each round from 2 on with its comparison: "same", or the difference."""
    for number, flow, pairing in both_pairings(file, rules):
        if flow is None or pairing is None:
            yield number, "same" if (flow is None) == (pairing is None) else "only one can pair it"
        else:
            yield number, explained(flow, pairing) or "same"
