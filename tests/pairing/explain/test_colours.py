"""Why a game has its colours: both players' preferences, and the deciding clause."""

from __future__ import annotations

import pytest

from pairing.explain.colours import Colouring
from pairing.norms.colours import colour_of_higher
from projections.games.colours import preference
from tests.helpers.positions import VECTORS, colour_case


@pytest.mark.clause("knsb-wp-2014 E1")
@pytest.mark.clause("knsb-wp-2014 E2")
@pytest.mark.clause("knsb-wp-2014 E4")
@pytest.mark.clause("knsb-wp-2014 B2")
@pytest.mark.parametrize("case", VECTORS["colours"], ids=lambda c: str(c["note"]))
def test_a_colour_is_explained_by_the_clause_that_decides(case: dict[str, str]) -> None:
    claims = list(Colouring(colour_case(dict(case))).why_colour(1, 2))
    (decided,) = [claim for claim in claims if claim.kind == "colour"]
    assert decided.clause is not None
    assert decided.clause in case["rule"]
    assert decided.players == ((1, 2) if case["colour_of_higher"] == "W" else (2, 1))
    otherwise = [claim for claim in claims if claim.kind == "colours_otherwise"]
    assert bool(otherwise) == (case["colour_of_higher"] == "B")
    histories = [claim.detail for claim in claims if claim.kind == "history"]
    assert bool(histories) == (decided.clause in ("E3", "E4"))
    for history in histories:
        assert isinstance(history["aligned"], tuple)
        both = zip(*map(str, history["aligned"]), strict=True)
        differing = [at for at, signs in enumerate(both) if set(signs) == {"W", "B"}]
        assert history["differ_at"] == max(differing, default=None)


@pytest.mark.clause("knsb-wp-2014 A5")
@pytest.mark.clause("knsb-wp-2014 B2")
@pytest.mark.parametrize("case", VECTORS["colours"], ids=lambda c: str(c["note"]))
def test_a_colour_is_explained_with_what_each_of_the_two_wants(case: dict[str, str]) -> None:
    question = colour_case(dict(case))
    claims = list(Colouring(question).why_colour(1, 2))
    mine, theirs = (claim for claim in claims if claim.kind == "preference")
    for claim, player in zip((mine, theirs), question.contestants, strict=True):
        lifted = preference(player.colours, True) != preference(player.colours)
        assert claim.detail["colour"] == preference(player.colours, player.topscorer).colour
        assert bool(claim.decisions) == (player.topscorer and lifted)
    wishes = mine.detail["colour"], theirs.detail["colour"]
    (decided,) = [claim for claim in claims if claim.kind == "colour"]
    if decided.clause == "B2":
        by_e = colour_of_higher(*question.contestants)[0]
        assert ("B2_before_E" in decided.decisions) == (by_e != case["colour_of_higher"])
        assert decided.detail == {}
    elif all(wishes):
        assert decided.detail == {"wish": wishes[0]}
    elif any(wishes):
        assert decided.detail == {"only": "higher" if wishes[0] else "lower"}
    else:
        assert decided.detail == {}


@pytest.mark.clause("knsb-wp-2014 E1")
@pytest.mark.parametrize(("higher", "lower", "who"), [("W", "", "higher"), ("", "B", "lower")])
def test_a_colour_that_only_one_of_the_two_wants_is_said_to_be_so(
    higher: str, lower: str, who: str
) -> None:
    histories = {"higher": higher, "lower": lower}
    lifted = {f"{name}_topscorer_last_round": False for name in histories}
    claims = list(Colouring(colour_case({**histories, **lifted})).why_colour(1, 2))
    (decided,) = [claim for claim in claims if claim.kind == "colour"]
    assert (decided.clause, decided.detail) == ("E1", {"only": who})


@pytest.mark.clause("knsb-wp-2014 B2")
def test_colours_that_break_b2_and_could_be_exchanged_are_said_to_do_so() -> None:
    lifted = {"higher_topscorer_last_round": False, "lower_topscorer_last_round": False}
    question = colour_case({"higher": "WW", "lower": "BB", **lifted})
    claims = list(Colouring(question).why_colour(1, 2))
    (otherwise,) = [claim for claim in claims if claim.kind == "colours_otherwise"]
    assert otherwise.detail["breaks_b2"] is True
    question = colour_case({"higher": "W", "lower": "B", **lifted})
    claims = list(Colouring(question).why_colour(1, 2))
    (otherwise,) = [claim for claim in claims if claim.kind == "colours_otherwise"]
    assert otherwise.detail["breaks_b2"] is False
