"""One complete fact: players by the numbers on the wall, boards by name."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from desk.answers.log import log
from desk.render.catalogue import room
from ledger.facts.base import PlayerField
from ledger.facts.codec import decode, encode
from ledger.facts.tournament import FACTS
from projections.formats.diff import diff_view
from projections.log.dossier import OF_PLAYERS, fact_view, protests_view
from projections.log.sentences import teller
from projections.views.view import View
from tests.helpers.hall import Hall, hall_of, recorded
from tests.helpers.words import in_words, words


def test_a_publication_is_shown_with_the_numbers_and_names_on_the_wall() -> None:
    hall = Hall(5, 3)
    hall.do("lots", by="draw")
    hall.do("publish")
    (game, *_), bye = hall.state.rounds[0].games, hall.state.rounds[0].bye
    view = fact_view(hall.book, str(hall.state.position))
    assert isinstance(view, View)
    view = in_words(view)
    rows: dict[object, Any] = {row["field"]: row for row in view.cells}
    assert rows["whites"]["value"][0] == game.white
    assert rows["whites"]["shown"][0] == hall.state.label(game.white)
    assert bye is not None
    assert rows["bye"]["shown"] == hall.state.label(bye)
    assert f"board 1: {words(hall.book.called_both(game))}" in view.notes
    assert f"without opponent: {hall.book.called(bye)}" in view.notes


def test_every_field_that_names_players_is_shown_by_number() -> None:
    named = set()
    for fact in FACTS:
        for name, field in fact.model_fields.items():
            bounds = [repr(one) for one in field.metadata]
            parts = [field.annotation, *get_args(field.annotation)]
            parts += [inner for part in parts for inner in get_args(part)]
            if PlayerField in parts or any("ge=1" in one for one in bounds):
                named.add(name)
    rounds = {"round", "rounds", "from_round", "to_round", "with_round", "differs", "first_rounds"}
    rounds |= {"place"}
    assert named - OF_PLAYERS <= rounds
    assert named >= OF_PLAYERS


def test_a_number_that_names_no_player_is_shown_as_it_is() -> None:
    hall = Hall(5, 3)
    hall.do("lots", by="draw")
    hall.do("plan", rounds=2)
    assert hall.state.label(2) != 2
    view = fact_view(hall.book, str(hall.state.position))
    assert isinstance(view, View)
    assert {row["field"]: row["shown"] for row in view.cells}["rounds"] == 2


def test_an_undo_and_what_it_took_back_are_each_told_once() -> None:
    hall = Hall(4, 3)
    hall.do("plan", rounds=5)
    taken = hall.state.position
    hall.do("undo")
    undo = fact_view(hall.book, str(taken + 1))
    assert isinstance(undo, View)
    undo = in_words(undo)
    assert undo.title == f"#{taken + 1} taken back: #{taken} 5 rounds planned"
    assert undo.notes == (f"takes back: #{taken} 5 rounds planned",)
    fact = fact_view(hall.book, str(taken))
    assert isinstance(fact, View)
    fact = in_words(fact)
    assert fact.title == f"#{taken} 5 rounds planned (taken back)"
    assert fact.notes == (f"taken back by: #{taken + 1}",)


def test_the_log_says_which_undo_took_a_fact_back() -> None:
    hall = Hall(4, 3)
    hall.do("plan", rounds=5)
    taken = hall.state.position
    hall.do("plan", rounds=6)
    hall.do("undo")
    hall.do("undo")
    rows: list[Any] = list(log(hall.book).cells)
    back = {row["position"]: row["taken_back_by"] for row in rows if row["taken_back_by"]}
    assert back == {taken: taken + 3, taken + 1: taken + 2}
    assert [row["taken_back_by"] for row in log(hall.book, last=4).cells] == [
        taken + 3,
        taken + 2,
        None,
        None,
    ]


def test_every_field_of_a_fact_has_a_name_in_both_languages() -> None:
    hall = Hall(4, 3)
    hall.do("publish")
    view = fact_view(hall.book, str(hall.state.position))
    assert isinstance(view, View)
    fields = {str(row["field"]) for row in view.cells}
    fields |= {name for fact in FACTS for name in fact.model_fields}
    assert {f"field.{name}" for name in fields} <= room("cells", "nl").keys()
    assert [row["field"] for row in in_words(view).cells] == [r["field"] for r in view.cells]
    dutch = in_words(view, "nl")
    assert [row["field"] for row in dutch.cells][:5] == [
        "feit",
        "positie",
        "kenmerk",
        "vastgelegd",
        "door",
    ]
    assert dutch.cells[0]["shown"] == "pairing-published, versie 2"


def test_two_moments_in_dutch_have_dutch_colours() -> None:
    hall = Hall(4, 3)
    hall.play("1-0", "1-0")
    position = hall.state.position
    hall.do("correct-colours", round=1, board=1, reason="seen")
    view = diff_view(hall.book, (str(position),))
    assert isinstance(view, View)
    codes = {row["before"] for row in view.cells if row["key"] == "colours"}
    dutch = in_words(view, "nl")
    assert codes == {"W", "B"}
    assert {row["before"] for row in dutch.cells if row["key"] == "kleuren"} == {"W", "Z"}
    assert {row["part"] for row in dutch.cells} <= {"indeling", "uitslag", "stand", "kleuren"}


@pytest.mark.parametrize(("rules", "name"), [("fide-dutch-2026", "BH"), ("knsb-wp-2014", "WP")])
def test_two_moments_name_the_resistance_points_as_their_rules_do(rules: str, name: str) -> None:
    hall = Hall(4, 3, rules=rules)
    hall.play("1-0", "1-0")
    position = hall.state.position
    hall.do("correct-result", round=1, board=1, result="1/2-1/2", reason="seen")
    view = diff_view(hall.book, (str(position),))
    assert isinstance(view, View)
    both = zip(view.cells, in_words(view).cells, strict=True)
    assert {str(said["key"]) for code, said in both if code["key"] == "wp"} == {name}


@pytest.mark.parametrize(
    ("behalf", "text"),
    [
        ("committee", " (namens de commissie van beroep)"),
        ("arbiter", " (namens de wedstrijdleider)"),
        (None, ""),
    ],
)
def test_a_ruling_says_on_whose_behalf_it_is_and_needs_not(behalf: str | None, text: str) -> None:
    hall = hall_of(("1-0",))
    hall.do("protest", round=1, player=2, text="noise")
    lodged = words(teller(hall.book)(hall.state.position), "nl")
    assert lodged == "protest 1 van 2 Player B, ronde 1: noise"
    (fact,) = hall.do("ruling", number=1, verdict="rejected", text="quiet", behalf=behalf)
    at = hall.state.position
    assert words(teller(hall.book)(at), "nl") == f"protest 1 afgewezen: quiet{text}"
    shown = protests_view(hall.book)
    assert isinstance(shown, View)
    [row] = shown.cells
    assert (row["behalf"], row["rulings"][0]["behalf"]) == (behalf, behalf)  # type: ignore[index]
    stored = encode(recorded(fact, at))
    assert (b'"behalf"' in stored) == (behalf is not None)
    assert decode("t1", at, fact.TOPIC, stored).fact == fact


def test_a_rulebook_is_shown_by_its_length_and_is_whole_for_programs() -> None:
    hall = Hall(4, 3)
    view = fact_view(hall.book, "1")
    assert isinstance(view, View)
    [row] = [row for row in in_words(view).cells if row["field"] == "rulebook_text"]
    assert row["value"] == hall.book.rules.canonical()
    assert row["shown"] == f"all keys and clauses, {len(row['value'])} characters (--json)"
