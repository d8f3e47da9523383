"""Sentences of explanations: named players, claims in one line, and manual changes."""

from __future__ import annotations

import pytest

from pairing.explain.claims import Claim, ClaimValue
from pairing.explain.writer import Writer
from pairing.rating.explain.writer import RatingWriter
from pairing.wp.explain.writer import WpWriter
from tests.helpers.positions import asked_of
from tests.helpers.words import whole, words


def test_of_many_names_eleven_are_told_and_the_others_counted() -> None:
    named = [Claim("not_examined", (1, 2) * several) for several in (6, 8)]
    few, many = (whole(WpWriter(asked_of("WP-05")).lines([claim])) for claim in named)
    assert few.endswith(f"{'1 Adams, 2 Bos, ' * 5}1 Adams and 2 Bos.")
    assert many.endswith(f"{'1 Adams, 2 Bos, ' * 5}1 Adams and 5 more.")


@pytest.mark.clause("knsb-wp-2014 B1b")
def test_an_odd_field_without_anybody_for_the_bye_is_told_so_and_not_as_too_few_partners() -> None:
    proof = Claim("proof", (1, 2, 3), (), "B1b", detail={"why": "no_bye"})
    assert list(map(words, WpWriter(asked_of("WP-05")).lines([proof]))) == [
        "The number is odd and none of them may have the bye (B1b): 1 Adams, 2 Bos and 3 Claes."
    ]


@pytest.mark.clause("knsb-wp-2014 B1a, B2")
def test_players_for_whom_nobody_is_left_are_told_so_and_without_a_number_of_partners() -> None:
    too_few: dict[str, ClaimValue] = {"why": "too_few", "parts": 2, "bye": "nowhere"}
    proof = Claim("proof", (1, 2, 3, 4, 5, 6), (), "B1a, B2", detail=too_few)
    (line,) = WpWriter(asked_of("WP-05")).lines([proof])
    assert words(line) == (
        "1 Adams, 2 Bos, 3 Claes, 4 Dekker, 5 Evers and 6 Fokker cannot be paired among themselves, "
        "and nobody else is left for them (B1a, B2)."
    )


@pytest.mark.clause("knsb-wp-2014 D")
def test_colours_of_two_without_a_preference_are_told_to_be_given_by_analogy() -> None:
    (line,) = WpWriter(asked_of("WP-05")).lines([Claim("colour", (1, 2), (1, 2), "D")])
    assert words(line) == (
        "Nobody has a preference: the higher placed has white (D by analogy): 1 Adams."
    )


@pytest.mark.clause("knsb-rating-2014 C8")
def test_those_who_come_later_in_order_are_told_in_one_line() -> None:
    later = [Claim("candidate", (1, two), (1, 2, two), "C8", 2, "d3") for two in (3, 4)]
    (line,) = RatingWriter(asked_of("WP-05")).lines(later)
    assert words(line).startswith("Not 3 Claes and 4 Dekker: all else would be equal")


@pytest.mark.clause("knsb-wp-2014 C5")
@pytest.mark.clause("knsb-wp-2014 B4")
def test_candidates_share_a_line_by_place_whichever_it_is_and_by_a_number_if_it_is_equal() -> None:
    writer = WpWriter(asked_of("WP-05"))
    by_place = [
        Claim("candidate", (1, p), (2, 6, p), "C5", 2, "k8", 1, "places", 6, p) for p in (3, 4)
    ]
    (line,) = writer.page(by_place)
    assert words(line).startswith("Not 3 Claes and 4 Dekker: then somebody placed still higher")
    denied = [Claim("candidate", (1, p), (), "B4", 2, "k6", p, "players", 0, p) for p in (3, 4)]
    assert [words(line).split(":")[0] for line in writer.page(denied)] == [
        "Not 3 Claes",
        "Not 4 Dekker",
    ]


def test_a_board_made_by_hand_is_told_with_its_fact_and_whether_the_round_had_begun() -> None:
    detail: dict[str, ClaimValue] = {
        "position": 7,
        "recorded_at": "2026-01-05T20:00:00+00:00",
        "actor": "Bos",
        "reason": "late",
        "added": False,
    }
    writer = WpWriter(asked_of("WP-05"))

    def told(begun_at: int | None) -> list[str]:
        claim = Claim("by_hand", (1, 2), detail=detail | {"begun_at": begun_at})
        return list(map(words, writer.lines([claim])))

    (line,) = told(None)
    assert line.startswith("The arbiter made this by hand after the publication: #7 ")
    assert line.endswith(", Bos (late).")
    assert told(5) == [line, "The round had begun by then (#5)."]


def test_a_claim_in_one_line_has_no_spaces_that_align_it() -> None:
    detail: dict[str, ClaimValue] = {"aligned": ("-WWB", "-WBW"), "differ_at": 3}
    claim = Claim("history", (1, 2), clause="F4", detail=detail)
    line = words(Writer(asked_of("WP-05")).text(claim), "nl")
    assert line.startswith("De gespeelde partijen, met de gaten naar voren geschoven (F4): 1 Adams")
    assert "1 Adams - W W Z 2 Bos - W Z W ^ Bij het teken" in line
