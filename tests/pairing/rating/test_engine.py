"""The Swiss on rating: the engine finds what the literal procedure finds, bracket by bracket."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from ledger.rulebooks.rating_keys import RatingKeys
from ledger.rulebooks.rulebook import Rulebook
from pairing.norms.model import Board, NoPairing, Pairing, RatedPlayer
from pairing.rating.brackets.bracket import Exact, _Search
from pairing.rating.brackets.field import Bracket, Candidate, Level, RatingField
from pairing.rating.brackets.floaters import Next
from pairing.rating.engine import pair
from pairing.systems.registry import load_rulebook, pair_round
from projections.games.crosstable import Cell, CellKind, Crosstable
from projections.games.crosstable_of_trf import of_file
from tests.helpers.circle import circle_file
from tests.helpers.family import SEEDS, by_seed, day, drawn
from tests.helpers.rating_rounds import Literal, flow_of, random_players, readings, round_of_file
from tests.helpers.rating_tournaments import rounds_of
from tests.helpers.terminal import Terminal
from tests.helpers.words import words
from tests.oracles.rating_people import people


def brackets(players: list[RatedPlayer], number: int, solver: type, keys: RatingKeys) -> object:
    done = flow_of(players, number, solver, keys).done
    return [
        (d.bracket, d.level, d.how, d.candidate and (sorted(d.candidate.pairs), d.candidate.vector))
        for d in done
    ]


@pytest.mark.clause("knsb-rating-2014 C, C12, C13, D1, D2, D3")
@drawn(300, at_length=5_000, seed=SEEDS, size=range(2, 10), rounds=range(1, 7), keys=readings)
def test_the_engine_agrees_with_the_literal_procedure(
    seed: int, size: int, rounds: int, keys: RatingKeys
) -> None:
    players = random_players(seed, size, rounds)
    if players:
        literal = brackets(players, rounds + 1, Literal, keys)
        assert brackets(players, rounds + 1, Exact, keys) == literal


def test_they_agree_in_a_round_in_which_they_once_did_not() -> None:
    players = random_players(1164, 9, 6)
    keys = RatingKeys(bye_float=False, down_md=False, c12_half=False, half="before")
    assert brackets(players, 7, Exact, keys) == brackets(players, 7, Literal, keys)


def hold_tournaments(seeds: range) -> None:
    for seed in seeds:
        for round_ in rounds_of(seed):
            assert round_.engine == round_.text, (seed, round_.table.rounds + 1)


@pytest.mark.clause(
    "knsb-rating-2014 A2, A4, A7, A8, A10, B1b, C, C1, C12, C13, E1, E2, E3, E4, F1"
)
def test_whole_tournaments_are_paired_as_the_procedure_of_the_text_pairs_them() -> None:
    """Two seconds: five hundred tournaments, each paired twice."""
    hold_tournaments(range(500))


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 28_000, 1_000))
def test_a_hundred_thousand_rounds_are_paired_as_the_procedure_of_the_text_pairs_them(
    first: int,
) -> None:
    hold_tournaments(range(day() + first, day() + first + 1_000))


@pytest.mark.clause("knsb-rating-2014 C12, C13, D3")
@drawn(300, seed=SEEDS, size=range(2, 9), rounds=range(1, 6), salt=SEEDS)
def test_they_agree_at_any_level_and_with_any_floaters_asked_for(
    seed: int, size: int, rounds: int, salt: int
) -> None:
    chance = Random(salt)
    players = random_players(seed, size, rounds)
    field = RatingField(players, rounds + 1)
    places = tuple(range(len(players)))
    moved = places[: chance.randint(0, len(places))]
    last = chance.random() < 0.5
    bracket = Bracket(places, moved, (), len(moved), last)
    fewest = bracket.p0 if last else 0
    p1 = chance.randint(fewest, bracket.p0)
    level = Level(chance.randint(0, len(moved)), p1)
    spared = chance.randint(0, 3)

    def accept(floaters: tuple[int, ...]) -> bool:
        return spared == 0 or (sum(floaters) + seed) % (spared + 1) != 0

    candidate, literal = Exact(field).first(bracket, level, accept), Literal(field)
    expected = literal.first(bracket, level, accept)
    assert sorted_pairs(candidate) == sorted_pairs(expected)
    assert Exact(field).possible(bracket, level) == literal.possible(bracket, level)
    assert Exact(field).reached(bracket, level.m1) == literal.reached(bracket, level.m1)
    assert Exact(field).completes(places) == literal.completes(places)


@pytest.mark.clause("knsb-rating-2014 C13")
@drawn(400, seed=SEEDS, size=range(2, 10), rounds=range(1, 7), keys=readings, salt=SEEDS)
def test_they_agree_on_floaters_with_whom_the_rest_can_be_paired(
    seed: int, size: int, rounds: int, keys: RatingKeys, salt: int
) -> None:
    chance = Random(salt)
    players = random_players(seed, size, rounds)
    field = RatingField(players, rounds + 1, keys)
    places = tuple(range(len(players)))
    here = places[: chance.randint(0, len(places))]
    moved = here[: chance.randint(0, len(here))]
    bracket = Bracket(here, moved, (), len(moved), last=False)
    p1 = chance.randint(0, bracket.p0)
    level = Level(chance.randint(0, min(p1, len(moved))), p1)
    rest = places[len(here) :]
    candidate = Exact(field).first_completing(bracket, level, rest)
    assert sorted_pairs(candidate) == sorted_pairs(
        Literal(field).first_completing(bracket, level, rest)
    )


@pytest.mark.clause("knsb-rating-2014 C12, A10")
@drawn(400, seed=SEEDS, size=range(4, 10), rounds=range(2, 8), salt=SEEDS)
def test_they_agree_on_other_floaters_of_the_same_scores(
    seed: int, size: int, rounds: int, salt: int
) -> None:
    chance = Random(salt)
    players = random_players(seed, size, rounds)
    field = RatingField(players, rounds + 1)
    places = tuple(range(len(players)))
    split = chance.randint(0, len(places))
    residents, stuck = places[split:], tuple(field.stuck(places[:split]))
    here = tuple(i for i in places[:split] if i not in stuck)
    moved = here[: chance.randint(0, len(here))]
    bracket = Bracket(here, moved, stuck, len(moved), last=False)
    p1 = chance.randint(max(bracket.p0 - 2, 0), bracket.p0)
    level = Level(chance.randint(0, min(p1, len(moved))), p1)
    spare, last = len(here) - 2 * p1, chance.random() < 0.5
    shuffled = chance.sample(here, len(here))
    scores = tuple(sorted(field.points[i] for i in shuffled[:spare]))
    pairs = (spare + len(stuck) + len(residents)) // 2
    wanted = chance.choice(
        (
            None,
            Level(0, pairs - chance.randint(0, 0 if last else pairs)),
            Level(min(pairs, spare + len(stuck)), pairs),
        )
    )

    def first(solver: Exact | Literal) -> Candidate | None:
        def accept(floaters: tuple[int, ...]) -> bool:
            if tuple(sorted(field.points[i] for i in floaters)) != scores:
                return False
            below = field.bracket((*floaters, *stuck), residents, last)
            if wanted is None and not set(below.removed) <= set(residents):
                return False
            return solver.possible(below, wanted or Level(below.first_m1, below.p0))

        if isinstance(solver, Literal):
            return solver.first(bracket, level, accept)
        following = Next(stuck, residents, scores, wanted, last)
        return solver.first_undone(bracket, level, accept, following)

    assert sorted_pairs(first(Exact(field))) == sorted_pairs(first(Literal(field)))


@pytest.mark.clause("knsb-rating-2014 C6, C12, C14b2")
@pytest.mark.parametrize("solver", [Literal, Exact])
def test_c12_brings_nobody_where_m1_is_above_p1(solver: type) -> None:
    def player(key: int, halves: int, met: set[int]) -> RatedPlayer:
        return RatedPlayer(key, halves, "", frozenset(met), True, False, ("", ""))

    # 3 floats, 4 has no opponent; below 6 and 7 have none either: three players, M1 is 2, P1 is 1.
    # With 2 down instead of 3 there would be two pairs, each with one moved down; but C12 asks for
    # P1 pairs, of which no more than P1 can have one.
    players = [
        player(1, 6, {4}),
        player(2, 6, {4, 7}),
        player(3, 6, {4, 6, 7}),
        player(4, 6, {1, 2, 3, 6, 7}),
        player(5, 4, {6, 7}),
        player(6, 4, {3, 4, 5, 7}),
        player(7, 4, {2, 3, 4, 5, 6}),
        player(8, 2, set()),
        player(9, 2, set()),
    ]
    done = flow_of(players, 4, solver, RatingKeys(half="before")).done
    assert [(d.bracket.first_m1, d.level, d.how) for d in done] == [
        (0, Level(0, 1), "direct"),
        (2, Level(1, 1), "direct"),
        (0, Level(0, 2), "direct"),
    ]
    assert [pair for d in done if d.candidate for pair in d.candidate.pairs] == [
        (0, 1),
        (2, 4),
        (3, 7),
        (5, 8),
    ]


def sorted_pairs(candidate: Candidate | None) -> object:
    return candidate and (sorted(candidate.pairs), candidate.floaters, candidate.vector)


class Weighted(Exact):
    """The engine without its fast path."""

    def _only_within(
        self, bracket: Bracket, level: Level, may_float: Sequence[int]
    ) -> Candidate | None:
        return _Search(self.field, bracket, level, may_float).candidate()


@by_seed(30)
def test_the_short_way_finds_the_same_as_the_cheapest_matchings(seed: int) -> None:
    players = random_players(seed, 14 + seed % 30, 2 + seed % 5)
    keys, number = RatingKeys(), 3 + seed % 5
    assert brackets(players, number, Exact, keys) == brackets(players, number, Weighted, keys)


@pytest.mark.parametrize("results", [None, 1, 2])
@pytest.mark.parametrize(("size", "rounds"), [(12, 5), (20, 6), (30, 7), (44, 7), (60, 7)])
def test_the_short_ways_find_the_same_where_colours_leave_few_pairs(
    size: int, rounds: int, results: int | None
) -> None:
    table = of_file(circle_file(size, rounds, results), rulebook(), rounds)
    for last_round in (True, False):
        players = people(table, range(1, size + 1), last_round, RatingKeys())
        quick = brackets(players, rounds + 1, Exact, RatingKeys())
        assert quick == brackets(players, rounds + 1, Weighted, RatingKeys())


@pytest.mark.parametrize("size", [8, 10])
def test_where_colours_leave_few_pairs_the_text_gives_the_same(size: int) -> None:
    for seed in (None, *range(20)):
        for rounds in range(3, size - 2):
            table = of_file(circle_file(size, rounds, seed), rulebook(), rounds)
            for last_round in (True, False):
                players = people(table, range(1, size + 1), last_round, RatingKeys())
                literal = brackets(players, rounds + 1, Literal, RatingKeys())
                assert brackets(players, rounds + 1, Exact, RatingKeys()) == literal


def test_two_hundred_players_of_whom_half_has_had_white_only() -> None:
    table, present, last_round = round_of_file("circle_200.trf")
    pairing = pair_round(table, rulebook(), set(present), last_round)
    assert isinstance(pairing, Pairing)
    # As the cheapest matchings of the whole field found it, level by level.
    assert [(board.white, board.black) for board in pairing.boards] == [
        (5, 3),
        (199, 7),
        *((white, white + 7) for white in range(2, 92, 2)),
        *((104 - 2 * at, 99 + 2 * at) for at in range(7)),
        *((white, white + 7) for white in range(106, 186, 2)),
        (190, 193),
        (194, 195),
        (186, 200),
        (197, 196),
        (192, 1),
        (188, 198),
    ]


@pytest.mark.clause("knsb-rating-2014 B1a, B1b, C13")
def test_a_field_that_cannot_be_paired_is_named() -> None:
    def player(key: int, met: set[int], may_have_bye: bool) -> RatedPlayer:
        return RatedPlayer(key, 2, "WB", frozenset(met), may_have_bye, False, ("", ""))

    met_all = pair([player(1, {2}, True), player(2, {1}, True)], 3, [1, 2])
    assert isinstance(met_all, NoPairing)
    assert met_all.players == (1,)
    nobody = pair([player(i, set(), False) for i in (1, 2, 3)], 3, [1, 2, 3])
    assert isinstance(nobody, NoPairing)
    assert nobody.clause == "B1b"
    # Four players have met each other, and there are two others.
    four = [player(i, {1, 2, 3, 4} - {i}, False) for i in (1, 2, 3, 4)]
    crowded = pair([*four, player(5, set(), False), player(6, set(), False)], 3, [*range(6)])
    assert isinstance(crowded, NoPairing)
    assert len(crowded.players) == 3
    assert set(crowded.players) < {1, 2, 3, 4}
    assert "no more than 2 opponents" in words(crowded.why)
    assert "tegen niet meer dan 2 tegenstanders of de bye" in words(crowded.why, "nl")


@pytest.mark.clause("knsb-rating-2014 B2, C10g")
def test_a_board_changed_by_hand_keeps_the_topscorer_rule(tmp_path: Path) -> None:
    games = (("3 w 1", "4 w 1"), ("4 w 0", "3 w 0"), ("1 b 0", "2 b 1"), ("2 b 1", "1 b 0"))
    lines = [
        f"001 {number:4}      Player{2100 - number:32}".ljust(91)
        + "".join(f"   {g}  " for g in both)
        for number, both in enumerate(games, 1)
    ]
    file = tmp_path / "two.trf"
    file.write_text("\n".join(lines) + "\n")

    def swapped(topscorers: str, rounds: int) -> Terminal:
        terminal = Terminal(tmp_path / f"{topscorers}{rounds}.ledger")
        terminal.run(
            "import",
            file,
            "--rules",
            "knsb-rating-2014",
            "--rounds",
            rounds,
            "--set",
            f"rating.b2_pair={topscorers}",
        )
        for away in (3, 4):
            terminal.run("absent", away, 3)
        return terminal

    # 1 (two points, WW) and 2 (none, WW) are left: allowed in the last round only.
    terminal = swapped("either", 3)
    terminal.run("publish")
    for _ in range(2):
        terminal.run("board", "swap", 3, 1, 2, "--reason", "colours asked for")
    assert "no-legal-pairing" in swapped("both", 3).refused("publish")
    assert "no-legal-pairing" in swapped("either", 4).refused("publish")


def rulebook() -> Rulebook:
    rules = load_rulebook("knsb-rating-2014")
    assert isinstance(rules, Rulebook)
    return rules


@pytest.mark.clause("knsb-rating-2014 E5, F4, A2")
def test_round_one_goes_by_the_rating_that_holds_now() -> None:
    empty: dict[int, tuple[Cell, ...]] = dict.fromkeys(range(1, 6), ())
    ratings = {1: 1800, 2: 2000, 3: 1900, 4: 1700, 5: 1600}
    table = Crosstable(0, {p: p for p in empty}, empty, ratings)
    pairing = pair_round(table, rulebook(), set(empty), last_round=False)
    assert isinstance(pairing, Pairing)
    assert [(b.white, b.black) for b in pairing.boards] == [(2, 1), (4, 3)]
    assert pairing.bye == 5


@pytest.mark.clause("knsb-rating-2014 C, F7")
def test_a_corrected_rating_changes_the_rounds_still_to_be_paired() -> None:
    cells = {
        1: (Cell(CellKind.PLAYED, 1, 3, "W"),),
        2: (Cell(CellKind.PLAYED, 1, 4, "B"),),
        3: (Cell(CellKind.PLAYED, 1, 1, "B"),),
        4: (Cell(CellKind.PLAYED, 1, 2, "W"),),
    }

    def made(ratings: dict[int, int]) -> set[frozenset[int]]:
        table = Crosstable(1, {p: p for p in cells}, cells, ratings)
        pairing = pair_round(table, rulebook(), set(cells), last_round=False)
        assert isinstance(pairing, Pairing)
        return {frozenset((b.white, b.black)) for b in pairing.boards}

    assert made({1: 2000, 2: 1900, 3: 1800, 4: 1700}) == {frozenset((1, 2)), frozenset((3, 4))}


@pytest.mark.clause("knsb-rating-2014 B2, C10g")
def test_b2_falls_for_a_topscorer_of_the_last_round_only() -> None:
    def made(topscorer: bool) -> Pairing | NoPairing:
        players = [
            RatedPlayer(1, 7, "WBWBB", frozenset(), True, topscorer, ("", "")),
            RatedPlayer(2, 7, "BWWBB", frozenset(), True, topscorer, ("", "")),
        ]
        return pair(players, 6, [1, 2])

    assert isinstance(made(False), NoPairing)
    assert made(True) == Pairing((Board(1, 2, "E3"),), None, ())


def test_two_hundred_players_are_paired_with_everybody_once() -> None:
    players = random_players(7, 200, 5)
    pairing = pair(players, 6, [p.key for p in players])
    assert isinstance(pairing, Pairing)
    seated = [key for board in pairing.boards for key in (board.white, board.black)]
    seated += [] if pairing.bye is None else [pairing.bye]
    assert sorted(seated) == sorted(p.key for p in players)


@pytest.mark.clause("knsb-rating-2014 C14a")
def test_a_reading_that_the_engine_does_not_build_is_not_offered() -> None:
    refused = load_rulebook("knsb-rating-2014", {"rating.lower_x1": "false"})
    assert isinstance(refused, tuple)
    assert "rating.lower_x1" in words(refused[0].what)


@pytest.mark.clause("knsb-rating-2014 C, F6, F7")
def test_a_tournament_on_rating_is_published_checked_and_replayed(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "rating.ledger")
    terminal.run("init", "Open", "--rules", "knsb-rating-2014", "--rounds", 3)
    for name, rating in (("Anna", 1900), ("Bram", 2100), ("Cees", 1800), ("Dora", 2000)):
        terminal.run("enter", name, "--rating", rating)
    terminal.run("lots", "--by", "rating")
    terminal.run("publish")
    first = terminal.json("pairings", 1)
    terminal.run("result", 1, 1, "1-0")
    terminal.run("result", 1, 2, "0-1")
    terminal.run("publish")
    assert "as the rules give it" in terminal.run("check")
    assert "every round is paired the same" in terminal.run(
        "replay", "--pairings", "--rules", "knsb-rating-2014"
    )
    assert "number 1 of S1" in terminal.run("why", 2, 1)
    assert first
