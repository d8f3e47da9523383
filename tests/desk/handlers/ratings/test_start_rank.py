"""The start rank by FIDE's and national ratings, what orders equal players, numbers by hand."""

from __future__ import annotations

import pytest

from desk.commands.decision import Decision
from desk.handlers.dispatch import handle_all
from ledger.facts.tournament import NumbersAssigned
from tests.helpers.hall import Hall, command

FIDE = {"name": "FIDE", "valid_from": "2026-09-01"}
NATIONAL = {"name": "KNSB", "valid_from": "2026-09-01", "kind": "national"}


def with_lists(**init: object) -> Hall:
    """Return a hall in which A has a rating of FIDE, B a national one, C both and D none."""
    hall = Hall(4, 5, rules="fide-dutch-2026", **init)
    hall.do("rating-list", **FIDE, player="Player A", rating=2100)
    hall.do("rating-list", **NATIONAL, player="Player B", rating=2200)
    hall.do("rating-list", **FIDE, player="Player C", rating=1900)
    hall.do("rating-list", **NATIONAL, player="Player C", rating=2000)
    hall.do("rating-list", **FIDE, player="Player D", rating=0)
    return hall


def numbered(hall: Hall) -> str:
    hall.do("lots")
    return "".join(hall.book.name(e.player)[-1] for e in hall.state.in_number_order())


@pytest.mark.clause("fide-dutch-2026 GHR2.1")
@pytest.mark.parametrize(
    ("method", "ratings", "order"),
    [
        ("FIDE", [2100, 1998, 1900, None], "ABCD"),
        # A and D are in no national list: the ratings of their entries stand.
        ("NRO", [1999, 2200, 2000, 1996], "BCAD"),
        ("FIDON", [2100, 2200, 1900, None], "BACD"),
        ("NIDOF", [2100, 2200, 2000, None], "BACD"),
        ("HBFN", [2100, 2200, 2000, None], "BACD"),
        ("LBFN", [2100, 2200, 1900, None], "BACD"),
    ],
)
def test_each_method_reads_the_lists_in_its_own_way(
    method: str, ratings: list[int | None], order: str
) -> None:
    hall = Hall(4, 5, rules="fide-dutch-2026")
    hall.do("start-rank", method=method, federation="NED")
    for fields, player, rating in (
        (FIDE, "A", 2100),
        (NATIONAL, "B", 2200),
        (FIDE, "C", 1900),
        (NATIONAL, "C", 2000),
        (FIDE, "D", 0),
    ):
        hall.do("rating-list", **fields, player=f"Player {player}", rating=rating)
    mine = [hall.state.players[player].rating for player in (1, 2, 3, 4)]
    assert mine == ratings
    assert numbered(hall) == order


def test_a_declaration_after_the_lists_gives_the_ratings_by_its_method() -> None:
    hall = with_lists()
    assert [hall.state.players[p].rating for p in (1, 2, 3, 4)] == [2100, 2200, 1900, None]
    hall.do("start-rank", method="NIDOF", federation="NED")
    assert [hall.state.players[p].rating for p in (1, 2, 3, 4)] == [2100, 2200, 2000, None]
    assert hall.refused("start-rank", method="NIDOF", federation="NED").code == "nothing-to-change"


@pytest.mark.clause("fide-dutch-2026 GHR2.2")
def test_another_criterion_than_the_alphabet_orders_equal_players() -> None:
    orders = {}
    for second, seed in (("alphabet", None), ("entry", None), ("lots", "a"), ("lots", "b")):
        hall = Hall(rounds=5, rules="fide-dutch-2026")
        for name in ("Zwart, Z.", "Bos, B.", "Maas, M."):
            hall.do("enter", name=name, rating=2000)
        hall.do("enter", name="Ruys, R.", rating=2000, title="FM")
        hall.do("start-rank", method="FIDE", second=second, seed=seed)
        hall.do("lots")
        orders[second, seed] = [e.player for e in hall.state.in_number_order()]
        again = hall.do("enter", name="Aal, A.", rating=2000)  # a late entry goes by it too
        assert again
        if second == "entry":
            assert [e.player for e in hall.state.in_number_order()][-1] == 5
    assert orders["alphabet", None] == [4, 2, 3, 1]
    assert orders["entry", None] == [4, 1, 2, 3]
    assert orders["lots", "a"][0] == 4, "the title comes before the draw"
    assert orders["lots", "a"] != orders["lots", "b"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [({"method": "NRO"}, "federation-missing"), ({"method": "FIDE", "seed": "a"}, "no-draw")],
)
def test_a_declaration_that_lacks_something_is_refused(fields: dict[str, str], code: str) -> None:
    assert Hall(4, 5, rules="fide-dutch-2026").refused("start-rank", **fields).code == code


def test_the_start_rank_is_declared_before_round_1() -> None:
    hall = Hall(4, 5, rules="fide-dutch-2026")
    hall.do("lots")
    hall.play()
    assert hall.refused("start-rank", method="FIDE").code == "start-rank-is-fixed"


def exchanged(hall: Hall, confirm: str | None = None) -> object:
    one = command("numbers-exchange", first=1, second=3, reason="announced so", confirm=confirm)
    return handle_all(hall.book.trial(), [(None, one)])


@pytest.mark.clause("fide-dutch-2026 GHR2.3")
def test_two_players_exchange_numbers_until_round_4_is_paired() -> None:
    hall = Hall(8, 5, rules="fide-dutch-2026")
    hall.do("lots")
    decision = exchanged(hall)
    assert isinstance(decision, Decision)
    assert [one.code for one in decision.warnings] == ["numbers-by-hand"]
    done = exchanged(hall, "yes")
    assert isinstance(done, Decision)
    (fact,) = done.facts
    assert isinstance(fact, NumbersAssigned)
    assert (fact.players, fact.numbers) == ((1, 3), (3, 1))
    assert fact.answered == ("numbers-by-hand",)
    hall.do("numbers-exchange", first=1, second=3, reason="announced so")
    assert [hall.state.players[p].number for p in (1, 2, 3)] == [3, 2, 1]
    for _ in range(3):
        hall.play()
    hall.do("numbers-exchange", first=1, second=3, reason="a mistake")
    assert [hall.state.players[p].number for p in (1, 2, 3)] == [1, 2, 3]
    hall.play()
    refusal = hall.refused("numbers-exchange", first=1, second=3, reason="too late")
    assert (refusal.code, refusal.clause) == ("numbers-are-fixed", "fide-dutch-2026 GHR2.3")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"first": 1, "second": 1, "reason": "x"}, "named-twice"),
        ({"first": 1, "second": 2}, "reason-required"),
        ({"first": 1, "second": 99, "reason": "x"}, "unknown-player"),
    ],
)
def test_an_exchange_names_two_players_and_a_reason(fields: dict[str, object], code: str) -> None:
    hall = Hall(4, 5, rules="fide-dutch-2026")
    assert hall.refused("numbers-exchange", **fields).code == code


def test_outside_fide_numbers_are_exchanged_before_round_1_alone() -> None:
    hall = Hall(4, 5, rules="knsb-wp-2014")
    hall.do("numbers-exchange", first=1, second=2, reason="announced so")
    hall.play()
    refusal = hall.refused("numbers-exchange", first=1, second=2, reason="announced so")
    assert refusal.code == "numbers-are-fixed"
