"""Norms of a ledger: who made one or still can, each condition of a player, the certificate's data."""

from __future__ import annotations

from random import Random

from ledger.refusals import Refusal
from projections.ratings.norm_players import Norms
from projections.views.norms import norms
from projections.views.view import View
from tests.helpers.family import by_seed
from tests.helpers.hall import Hall
from tests.helpers.words import words
from tests.oracles import fide_norms_text as text

FEDERATIONS = ("GER", "USA", "NED", "ESP", "FRA", "IND", "NED", "CHN", "ITA", "NED")


def masters(rules: str = "berger") -> Hall:
    """Return a tournament of 9 rounds with ten players, six of them grandmasters."""
    hall = Hall(rules=rules, rounds=9)
    for number, federation in enumerate(FEDERATIONS, 1):
        hall.do(
            "enter",
            name=f"Player {chr(64 + number)}",
            rating=2600 - 15 * number,
            federation=federation,
            title="GM" if number < 7 else "IM" if number < 9 else "",
            sex="w" if number == 10 else "m",
        )
    hall.do("details", federation="NED", city="Wijk", arbiter="Vries, A. de")
    hall.do("schedule", round=1, date="2026-09-05")
    hall.do("lots", by="entry")
    return hall


def play(hall: Hall, rounds: int, winner: int, chance: Random | None = None) -> None:
    """Play rounds: the winner wins, everything else is drawn, or by chance."""
    for _ in range(rounds):
        hall.do("publish")
        number = len(hall.state.rounds)
        for board, game in enumerate(hall.state.rounds[-1].games, 1):
            result = "1/2-1/2" if chance is None else chance.choice(["1-0", "0-1", "1/2-1/2"])
            if winner in (game.white, game.black) and (chance is None or chance.random() < 0.6):
                result = "1-0" if game.white == winner else "0-1"
            hall.do("result", round=number, board=board, result=result)


def shown(view: object) -> str:
    assert isinstance(view, View)
    return "\n".join(map(words, view.notes))


def view_of(hall: Hall, **asked: object) -> View:
    view = norms(hall.book, **asked)  # type: ignore[arg-type]
    assert isinstance(view, View)
    return view


def test_who_made_a_norm_has_the_data_of_the_certificate() -> None:
    hall = masters()
    play(hall, 9, winner=10)
    rows = {(row["number"], row["norm"]): row for row in view_of(hall).cells}
    assert rows[10, "GM"]["state"] == rows[10, "WGM"]["state"] == "met"
    assert (8, "GM") not in rows
    assert [row["number"] for row in view_of(hall, certificate="GM").cells] == [10]
    head = view_of(hall, player="10", certificate="GM").head.as_dict()
    assert {key: head[key] for key in ("federation", "event_federation", "sex", "arbiter")} == {
        "federation": "NED",
        "event_federation": "NED",
        "sex": "w",
        "arbiter": "Vries, A. de",
    }
    assert (head["games"], head["points"], head["average"]) == (9, 9, 2525)
    assert (head["counts"], head["performance"]) == (12, 3325)
    games = view_of(hall, player="10", certificate="GM").cells
    assert [row["counted"] for row in games] == [True] * 9
    assert shown(view_of(hall, player="10", certificate="GM")).splitlines() == [
        "federation: NED",
        "sex: w",
        "rating: 2450",
        "place: Wijk",
        "federation of the tournament: NED",
        "first day: 2026-09-05",
        "chief arbiter: Vries, A. de",
        "rounds: 9",
        "games that count: 9",
        "points: 9",
        "average of the opponents: 2525",
        "performance: 3325",
        "counts for the title: 12",
        "edition: fide-norms-2024",
        "not known as a tournament of which a title takes a norm (1.5.6)",
    ]


def test_a_norm_that_is_not_there_has_no_certificate() -> None:
    hall = masters()
    play(hall, 9, winner=10)
    refusal = norms(hall.book, "8", certificate="GM")
    assert isinstance(refusal, Refusal)
    assert refusal.code == "no-norm"


def test_conditions_stand_with_their_clauses_and_what_they_take() -> None:
    hall = masters()
    play(hall, 8, winner=9)
    rows = [row for row in view_of(hall, player="9").cells if row["norm"] == "GM"]
    has = {
        row["condition"]: (row["clause"], row["has"], row["takes"], row["holds"]) for row in rows
    }
    assert has["games"] == ("1.4.1", 8, 9, False)
    assert has["federations"][0] == "1.4.3"
    assert has["titled"] == ("1.4.5", 7, 4, True)
    assert has["score"] == ("1.4.8", 8, 3, True)


def test_before_the_last_round_it_says_against_whom_it_is_still_possible() -> None:
    hall = masters()
    play(hall, 8, winner=9)
    (last,) = Norms(hall.book).yet_to_meet(9)
    said = shown(view_of(hall, player="9"))
    assert "GM: possible; a score of 1 against 1291 on average, a score of ½ against" in said
    assert f"in the last round against {last} Player" in said
    hall.do("publish")
    assert "a score of 0 in 1 game that is paired" in shown(view_of(hall, player="9"))


def test_a_norm_that_nobody_can_make_is_not_listed() -> None:
    hall = Hall(4, 9)
    view = view_of(hall)
    assert view.cells == []
    assert words(view.empty) == "nobody can make a norm"


def test_norms_are_for_standard_chess_alone() -> None:
    hall = masters()
    hall.do("details", tempo="rapid 15 min")
    refusal = norms(hall.book)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "norms-not-standard"


def test_an_exemption_and_a_least_number_are_what_the_arbiter_says() -> None:
    hall = masters()
    play(hall, 7, winner=10)
    plain = {row["condition"]: row["takes"] for row in view_of(hall, player="10").cells}
    said = view_of(hall, player="10", exemption="c", least_games=7)
    assert plain["games"] == 9
    assert {row["condition"]: row["takes"] for row in said.cells}["games"] == 7
    assert "1.4.3c" in shown(said)
    assert {row["norm"] for row in view_of(hall, exemption="c", least_games=7).cells} >= {"GM"}


def test_the_edition_that_a_tournament_keeps_judges() -> None:
    hall = masters()
    hall.do("edition", edition="fide-norms-2024")
    assert view_of(hall).head.as_dict()["declared"] is True


@by_seed(3)
def test_norms_of_ledgers_at_random_are_those_of_the_twin(seed: int) -> None:
    chance = Random(seed)
    hall = masters()
    play(hall, 9, winner=chance.randrange(7, 11), chance=chance)
    of = Norms(hall.book)
    for player in (7, 8, 9, 10):
        rounds: list[text.Game] = []
        for game in of.games(player):
            result = "0=1"[game.halves]
            rounds.append((game.rating or 0, game.title, game.federation, result))
        for title in of.titles(player):
            verdict = of.verdict(title, player, of.games(player))
            own = FEDERATIONS[player - 1]
            sets = text.judged(title, rounds, own=own, kind="round_robin", planned=9)
            assert verdict.met is bool(sets)
