"""Explanations of known positions: the claims of the vectors, and three disputes word for word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from desk.answers import why as answers
from ledger.refusals import Refusal
from ledger.values import Language
from pairing.explain.claims import Claim
from pairing.explain.explainer import by_lot
from pairing.explain.question import find_board
from pairing.norms.model import Pairing
from pairing.review.check import check
from pairing.wp.explain.explainer import Explainer
from pairing.wp.explain.judge import compare
from pairing.wp.explain.writer import WpWriter
from tests.helpers.positions import VECTORS, asked_of, colour_case, vector
from tests.helpers.words import whole, words
from tests.helpers.wp_fields import ABOVE

# --- the vectors ----------------------------------------------------------------------------------


def claims_of(name: str, player: int, kind: str) -> list[Claim]:
    claims = list(Explainer(asked_of(name)).why(player))
    return [claim for claim in claims if claim.kind == kind]


def rooms(name: str, player: int) -> Iterator[tuple[object, ...]]:
    for claim in claims_of(name, player, "waits") + claims_of(name, player, "other_room"):
        room = claim.others if claim.kind == "waits" else claim.players
        yield claim.group, room, claim.key, claim.clause, claim.by


@pytest.mark.clause("knsb-wp-2014 C4.4")
@pytest.mark.clause("knsb-wp-2014 C4.5")
def test_wp_03_says_that_2_would_deny_a_colour_and_that_6_is_lower_placed() -> None:
    assert list(rooms("WP-03", 4)) == [(2, (6,), "k7", "C4.5", 1), (2, (2,), "k6", "C4.4", 1)]


@pytest.mark.clause("knsb-wp-2014 C4.5")
def test_wp_04_says_that_all_is_equal_and_the_highest_waits() -> None:
    assert list(rooms("WP-04", 1)) == [(2, (2,), "k7", "C4.5", 1), (2, (3,), "k7", "C4.5", 2)]


@pytest.mark.clause("knsb-wp-2014 C4.2")
def test_wp_05_says_that_2_would_float_again_and_why() -> None:
    assert list(rooms("WP-05", 1)) == [(3, (2,), "k4", "C4.2", 1), (3, (3,), "k2", "C4.1", 1)]
    (claim,) = claims_of("WP-05", 1, "no_opponent")
    assert (claim.players, claim.others, claim.clause) == ((2,), (5, 6), "B1a")


@pytest.mark.clause("knsb-wp-2014 C4.3")
def test_wp_06_says_that_with_5_the_next_waiting_room_would_be_two_larger() -> None:
    assert (4, (5,), "k5", "C4.3", 2) in list(rooms("WP-06", 5))


@pytest.mark.clause("knsb-wp-2014 C9")
def test_wp_07_says_that_1_and_6_have_met_and_so_two_more_wait() -> None:
    sizes = claims_of("WP-07", 4, "room_size")
    assert [(c.clause, c.detail["reason"]) for c in sizes] == [("C8", "inside"), ("C9", "below")]
    proofs = claims_of("WP-07", 4, "proof")
    assert [(c.players, c.others) for c in proofs] == [((4,), (5,)), ((1,), (6,))]
    assert (2, (5, 3), "k7", "C4.5", 1) in list(rooms("WP-07", 4))


@pytest.mark.clause("knsb-wp-2014 B4")
@pytest.mark.clause("knsb-wp-2014 C5")
def test_wp_09_says_that_2_against_1_would_deny_two_more_and_that_6_takes_9() -> None:
    explainer = Explainer(asked_of("WP-09"))
    (claim,) = explainer.why_not(2, 1)
    assert (claim.key, claim.clause, claim.by, claim.group) == ("k6", "B4", 2, 1)
    (claim,) = explainer.why_not(6, 1)
    assert (claim.key, claim.clause, claim.others) == ("k8", "C5", (6, 9, 1))
    (claim,) = explainer.why_not(2, 9)
    assert (claim.kind, claim.clause, claim.detail["met_in_round"]) == ("illegal", "B1a", 1)


OTHER_READINGS = {
    ("WP-03", "C4.5 before C4.4"): "C4.4",
    ("WP-05", "no C4.2/C4.3"): "C4.2",
    ("WP-06", "C4.2 only"): "C4.3",
    ("WP-14", "C2 overrides C4.1"): "C4.1",
}


@pytest.mark.parametrize(("name", "reading"), OTHER_READINGS)
def test_the_pairing_of_another_reading_is_worse_by_the_clause_it_reads_otherwise(
    name: str, reading: str
) -> None:
    others = vector(name)["other_readings_would_give"]
    other = next(value for key, value in others.items() if key.startswith(reading))
    explainer = Explainer(asked_of(name))
    judged = explainer.judge.evaluate([tuple(b) for b in other["pairings"]], other["bye"])
    difference = compare(explainer.best, judged.groups)
    assert difference is not None
    assert difference.clause == OTHER_READINGS[name, reading]
    assert difference.by > 0
    assert difference.decisions == (("c2",) if name == "WP-14" else ())


MET_OR_NOT = [{"met_in_round": met} for met in (None, *range(1, 20))]
"""What a claim says of two who may not meet: the round in which they met, None for colours."""


def test_every_vector_is_explained_for_every_player_in_both_languages() -> None:
    languages: tuple[Language, ...] = ("en", "nl")
    for case in VECTORS["pairing"]:
        question = asked_of(case["id"])
        for language in languages:
            for c in question.contestants:
                answer = answers.why(question, None, str(c.key), int)
                assert isinstance(answer, answers.Explanation)
                assert answer.view.cells
                assert whole(answer.lines, language)
                for claim in answer.view.cells:
                    if claim["kind"] == "candidate" and claim["key"] is None:
                        assert claim["detail"] in ({"impossible": True}, *MET_OR_NOT)


# --- three disputes, word for word ----------------------------------------------------------------

C42_ENGLISH = """\
Round 3 · Swiss on resistance points (KNSB 2014) · as known at #7

Board 2: 1 Adams - 5 Evers

Score group 1½: 2 Bos and 1 Adams. From the waiting room: 3 Claes (C1).
  One goes to the waiting room, for the number is odd (A3): 1 Adams.
  1 Adams, not 2 Bos: with 2 Bos in it, one player would have to go to the waiting room again \
instead of none (C4.2).
  2 Bos has met all of the next group: 5 Evers and 6 Fokker (B1a).
  Nor 3 Claes: then a player with a score of 2 would wait instead of one with 1½ (C4.1).

Score group ½: 5 Evers and 6 Fokker. From the waiting room: 1 Adams (C1).
  One goes to the waiting room, for the number is odd (A3): 6 Fokker.
  No other choice leaves a complete pairing (C7, C9).
  Not possible, for those below could not all be paired (C9): 1 Adams.
  Not possible, for the others of the group could not all be paired (C7): 5 Evers.
  The best possible: score difference 1; everybody gets the colour they prefer (1 wants white, \
1 wants black) (B3, B4).
  1 Adams, the higher placed of the two, gets the lowest placed opponent still possible: 5 Evers \
(C5).
  Not 6 Fokker: they have met, in round 1 (B1a)."""

C42_DUTCH = """\
Ronde 3 · Zwitsers op weerstandspunten (KNSB 2014) · op basis van #7

Bord 2: 1 Adams - 5 Evers

Puntengroep 1½: 2 Bos en 1 Adams. Uit de wachtkamer: 3 Claes (C1).
  Eén speler gaat naar de wachtkamer, want het aantal is oneven (A3): 1 Adams.
  1 Adams, niet 2 Bos: met 2 Bos erin zou één speler daarna opnieuw naar de wachtkamer moeten in \
plaats van geen (C4.2).
  2 Bos heeft al tegen de hele volgende groep gespeeld: 5 Evers en 6 Fokker (B1a).
  Ook niet 3 Claes: dan zou er een speler met score 2 in de wachtkamer komen in plaats van een \
met 1½ (C4.1).

Puntengroep ½: 5 Evers en 6 Fokker. Uit de wachtkamer: 1 Adams (C1).
  Eén speler gaat naar de wachtkamer, want het aantal is oneven (A3): 6 Fokker.
  Geen andere keuze laat een volledige indeling over (C7, C9).
  Niet mogelijk, want wie eronder staan waren dan niet allen in te delen (C9): 1 Adams.
  Niet mogelijk, want de overigen van de groep waren dan niet allen in te delen (C7): 5 Evers.
  Het best haalbare: scoreverschil 1; allen krijgen de kleur van hun voorkeur (1 wil wit, 1 wil \
zwart) (B3, B4).
  1 Adams, de hogere van de twee in klassering, krijgt de laagst geklasseerde tegenstander die \
nog kan: 5 Evers (C5).
  Niet 6 Fokker: zij speelden al tegen elkaar, in ronde 1 (B1a)."""

C9_ENGLISH = """\
Round 3 · Swiss on resistance points (KNSB 2014) · as known at #7

Board 3: 2 Bos - 1 Adams

Score group 1: 2 Bos and 3 Claes. From the waiting room: 4 Dekker and 5 Evers (C1).
  2 go to the waiting room, although the group could be paired with fewer out of it: those below \
could then not be paired (C9): 4 Dekker and 2 Bos.
  1 Adams has met everybody who would be left for them: 6 Fokker (B1a).
  4 Dekker + 2 Bos, not 5 Evers + 3 Claes: all else is equal, and then the higher placed goes \
(C4.5).
  Nor 4 Dekker + 5 Evers: then a player with a score of 1½ would wait instead of one with 1 (C4.1).
  Not possible, for the others of the group could not all be paired (C7): 4 Dekker + 3 Claes, \
5 Evers + 2 Bos or 2 Bos + 3 Claes.

Score group ½: 1 Adams and 6 Fokker. From the waiting room: 4 Dekker and 2 Bos (C1).
  The best possible: score differences 1 and ½; 2 players do not get the colour they prefer \
(2 want white, 2 want black) (B3, B4).
  2 Bos, the higher placed of the two, gets the lowest placed opponent still possible: 1 Adams (C5).
  Not 6 Fokker: they have met, in round 2 (B1a)."""

C9_DUTCH = """\
Ronde 3 · Zwitsers op weerstandspunten (KNSB 2014) · op basis van #7

Bord 3: 2 Bos - 1 Adams

Puntengroep 1: 2 Bos en 3 Claes. Uit de wachtkamer: 4 Dekker en 5 Evers (C1).
  2 spelers gaan naar de wachtkamer, hoewel de groep met minder in te delen is: wie eronder staan \
zijn dan niet meer in te delen (C9): 4 Dekker en 2 Bos.
  1 Adams heeft al gespeeld tegen iedereen die er zou overblijven: 6 Fokker (B1a).
  4 Dekker + 2 Bos, niet 5 Evers + 3 Claes: al het andere is gelijk, en dan gaat de hogere in \
klassering (C4.5).
  Ook niet 4 Dekker + 5 Evers: dan zou er een speler met score 1½ in de wachtkamer komen in plaats \
van een met 1 (C4.1).
  Niet mogelijk, want de overigen van de groep waren dan niet allen in te delen (C7): 4 Dekker + \
3 Claes, 5 Evers + 2 Bos of 2 Bos + 3 Claes.

Puntengroep ½: 1 Adams en 6 Fokker. Uit de wachtkamer: 4 Dekker en 2 Bos (C1).
  Het best haalbare: scoreverschillen 1 en ½; 2 spelers krijgen niet de kleur van hun voorkeur \
(2 willen wit, 2 willen zwart) (B3, B4).
  2 Bos, de hogere van de twee in klassering, krijgt de laagst geklasseerde tegenstander die nog \
kan: 1 Adams (C5).
  Niet 6 Fokker: zij speelden al tegen elkaar, in ronde 2 (B1a)."""


@pytest.mark.clause("knsb-wp-2014 C4.2")
@pytest.mark.clause("knsb-wp-2014 C9")
@pytest.mark.parametrize(
    ("name", "player", "language", "text"),
    [
        ("WP-05", "1", "en", C42_ENGLISH),
        ("WP-05", "1", "nl", C42_DUTCH),
        ("WP-07", "2", "en", C9_ENGLISH),
        ("WP-07", "2", "nl", C9_DUTCH),
    ],
)
def test_a_disputed_pairing_is_explained_as_an_arbiter_would(
    name: str, player: str, language: Language, text: str
) -> None:
    answer = answers.why(asked_of(name), None, player, int)
    assert isinstance(answer, answers.Explanation)
    assert whole(answer.lines, language) == text


E3_ENGLISH = """\
Round 3 · Swiss on resistance points (KNSB 2014) · as known at #7

Board 1: 1 Adams - 2 Bos
1 Adams: WW-B, difference +1: strong preference for black.
2 Bos: WBW-, difference +1: strong preference for black.
The games played, gaps moved to the front (F4):
  1 Adams  - W W B
  2 Bos    - W B W
                 ^
They last had different colours where the mark stands.
Both want black, equally strongly. They alternate with that game: 1 Adams has white, 2 Bos black \
(E3)."""

E3_DUTCH = """\
Ronde 3 · Zwitsers op weerstandspunten (KNSB 2014) · op basis van #7

Bord 1: 1 Adams - 2 Bos
1 Adams: WW-Z, kleursaldo +1: sterke voorkeur voor zwart.
2 Bos: WZW-, kleursaldo +1: sterke voorkeur voor zwart.
De gespeelde partijen, met de gaten naar voren geschoven (F4):
  1 Adams  - W W Z
  2 Bos    - W Z W
                 ^
Bij het teken hadden zij voor het laatst verschillende kleuren.
Beiden willen zwart, even sterk. Zij alterneren ten opzichte van die partij: 1 Adams heeft wit, \
2 Bos zwart (E3)."""


@pytest.mark.clause("knsb-wp-2014 E3")
@pytest.mark.clause("knsb-wp-2014 F4")
@pytest.mark.parametrize(("language", "text"), [("en", E3_ENGLISH), ("nl", E3_DUTCH)])
def test_a_disputed_colour_is_explained_with_the_histories_aligned(
    language: Language, text: str
) -> None:
    case = next(case for case in VECTORS["colours"] if case["rule"] == "E3+F4")
    answer = answers.colour(colour_case(case), "1", int)
    assert isinstance(answer, answers.Explanation)
    assert whole(answer.lines, language) == text


# --- sentences ------------------------------------------------------------------------------------


def test_two_who_might_meet_and_a_pairing_that_is_not_the_best_are_told_with_their_group() -> None:
    question = asked_of("WP-09")
    answer = answers.why_not(question, "2", "1", int)
    assert isinstance(answer, answers.Explanation)
    assert whole(answer.lines).splitlines()[-1] == (
        "If 2 Bos met 1 Adams, 3 players would not get the preferred colour instead of one player "
        "(B4), in score group ½."
    )
    outcome = check(asked_of("WP-05", [(3, 1), (2, 4), (6, 5)])).claims
    assert list(map(words, WpWriter(asked_of("WP-05")).lines(list(outcome)))) == [
        "The pairing is legal, but not the best: one player would have to go to the waiting room "
        "again instead of none (C4.2), in score group 1½."
    ]
    outcome = check(asked_of("WP-07", [(4, 2), (5, 3), (6, 1)])).claims[:1]
    assert list(map(words, WpWriter(asked_of("WP-07")).lines(list(outcome)))) == [
        "Board 3: 6 Fokker and 1 Adams have met, in round 1 (B1a)."
    ]


@pytest.mark.clause("knsb-wp-2014 B1a, C3")
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "In the way: 7 Groen and 4 Dekker have met, in round 3 (B1a)."),
        ("nl", "In de weg staat: 7 Groen en 4 Dekker speelden al tegen elkaar, in ronde 3 (B1a)."),
    ],
)
def test_where_more_would_wait_those_who_are_in_the_way_are_named(
    language: Language, text: str
) -> None:
    answer = answers.why_not(asked_of("WP-06"), "2", "6", int)
    assert isinstance(answer, answers.Explanation)
    assert whole(answer.lines, language).splitlines()[-1] == text
    (_, claim) = (row.claim for row in answer.claims)
    assert (claim.kind, claim.players, claim.detail["met_in_round"]) == ("in_the_way", [7, 4], 3)


@pytest.mark.clause("knsb-wp-2014 D1")
def test_a_question_about_a_board_of_lots_names_that_board_and_the_bye_to_who_has_it() -> None:
    question = asked_of("WP-06")
    assert isinstance(question.pairing, Pairing)
    bye = question.pairing.bye
    board = question.pairing.boards[0]
    assert [claim.players for claim in by_lot(question, (board.white,))] == [
        (board.white, board.black)
    ]
    assert [claim.players for claim in by_lot(question, (bye or 0,))] == [(bye,)]


def test_a_board_is_found_by_its_number_by_two_numbers_or_by_a_player() -> None:
    question = asked_of("WP-05")

    def find(text: str) -> int:
        return {"Bos-2": 2, "2-Bos": 2, "Bos": 2}[text]

    white = question.boards[1][0]
    assert [find_board(question, text, find) for text in ("2", "1-5", " 5 - 1 ")] == [white] * 3
    assert [find_board(question, text, find) for text in ("Bos-2", "2-Bos", "Bos")] == [2] * 3
    for text in ("0", "9", "3-1"):
        assert isinstance(find_board(question, text, find), Refusal)


# --- decisions, and impossible questions ----------------------------------------------------------


@pytest.mark.clause("knsb-wp-2014 C2")
def test_an_explanation_says_where_it_rests_on_our_reading_of_c2() -> None:
    (claim,) = Explainer(asked_of("WP-14")).why_not(6, 4)
    assert (claim.clause, claim.decisions) == ("C4.1", ("c2",))
    above = asked_of("WP-14", rules=ABOVE)
    (claim,) = Explainer(above).why_not(5, 4)
    assert (claim.key, claim.clause, claim.decisions) == ("c2", "C2", ("c2",))
    assert 'pairing.c2 = "above_c4_1"' in whole(WpWriter(above).lines([claim]))


def test_a_clause_is_cited_from_the_rulebook_of_the_round() -> None:
    answer = answers.why(asked_of("WP-11-1996"), None, "5", int)
    assert isinstance(answer, answers.Explanation)
    cited = {str(row["clause"]).split(" ")[0] for row in answer.view.cells if row["clause"]}
    assert cited == {"knsb-wp-1996"}


def test_a_board_that_is_not_by_the_rules_is_said_to_be_so_with_the_key() -> None:
    question = asked_of("WP-05", [(3, 1), (2, 4), (6, 5)])
    kinds = [(c.kind, c.clause) for c in Explainer(question).why(1)]
    assert kinds[:3] == [("board", None), ("not_by_rules", None), ("forced", "C4.2")]


def test_who_is_not_in_the_round_cannot_be_asked_about() -> None:
    question = replace(asked_of("WP-05"), contestants=asked_of("WP-05").contestants[1:])
    answer = answers.why(question, None, "3", int)
    assert isinstance(answer, tuple)
    assert answer[0].code == "not-paired"
    answer = answers.why(asked_of("WP-05"), "9", None, int)
    assert isinstance(answer, tuple)
    assert isinstance(answer[0], Refusal)
    assert answer[0].code == "unknown-board"
