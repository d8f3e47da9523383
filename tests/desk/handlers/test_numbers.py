"""The Swiss on rating before round 1: ratings and their sources, numbers, first colour."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest

from desk.making.random_trf import Rates, generate
from ledger.csv_files.people import PeopleRefused, PersonRow, parse_people_csv
from ledger.facts.tournament import (
    FirstColourDrawn,
    NumbersAssigned,
    PlayerRegistered,
    RatingCorrected,
)
from ledger.facts.upcasts import upcast
from ledger.rulebooks.rulebook import Rulebook, from_canonical
from ledger.state.tournament import replay
from ledger.trf.meaning import first_colour_of
from ledger.trf.model import TrfFile
from ledger.trf.reader import parse
from ledger.trf.writer import write
from ledger.values import drawn_colour
from pairing.norms.model import Pairing
from pairing.systems.draft import Draft, draft
from pairing.systems.registry import load_rulebook
from pairing.systems.trf import check_file, not_finished, pair_file, round_to_pair
from tests.helpers.hall import Hall
from tests.helpers.terminal import Terminal
from tests.helpers.words import words

RULES = "knsb-rating-2014"


def rulebook(**keys: str) -> Rulebook:
    rules = load_rulebook(RULES, {f"rating.{key}": value for key, value in keys.items()})
    assert isinstance(rules, Rulebook)
    return rules


def entered(*ratings: int, **init: Any) -> Hall:
    hall = Hall(rounds=3, rules=RULES, **init)
    for at, rating in enumerate(ratings):
        hall.do("enter", name=f"Player {chr(65 + at)}", **({"rating": rating} if rating else {}))
    return hall


@pytest.mark.clause("knsb-rating-2014 A2")
def test_numbers_go_by_rating_unless_asked_otherwise() -> None:
    hall = entered(1700, 1900, 1800)
    numbers = hall.do("lots")[0]
    assert isinstance(numbers, NumbersAssigned)
    assert (numbers.players, numbers.method) == ((2, 3, 1), "rating")
    drawn = hall.do("lots", by="draw", seed="a")[0]
    assert isinstance(drawn, NumbersAssigned)
    assert drawn.method == "draw"
    assert Hall(2).do("lots")[0].model_dump()["method"] == "draw"


@pytest.mark.clause("knsb-wp-2014 D")
def test_drawn_numbers_follow_from_their_seed_by_the_hash_of_each_player() -> None:
    hall = Hall(7)
    for seed in ("a", "b"):
        drawn = hall.do("lots", by="draw", seed=seed)[0]
        assert isinstance(drawn, NumbersAssigned)
        lots = {p: hashlib.sha256(f"{seed}:{p}".encode()).digest() for p in range(1, 8)}
        assert drawn.seed == seed
        assert drawn.players == tuple(sorted(lots, key=lambda p: lots[p]))
        assert drawn.numbers == (1, 2, 3, 4, 5, 6, 7)


@pytest.mark.clause("knsb-rating-2014 E5")
@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_the_first_colour_is_drawn_with_a_recorded_seed_and_round_one_follows_it(seed: str) -> None:
    hall = entered(1900, 1800, 1700, 1600)
    _, drawn = hall.do("lots", seed=seed)
    assert isinstance(drawn, FirstColourDrawn)
    assert (drawn.source, drawn.seed) == ("draw", seed)
    assert drawn.colour == drawn_colour(seed)
    proposal = draft(hall.book)
    assert isinstance(proposal, Draft)
    colour = "white" if drawn.colour == "W" else "black"
    assert tuple(map(words, proposal.notes)) == (
        f"the highest player has {colour}, as it was drawn (E5)",
    )
    hall.do("publish")
    white_first = [(1, 3), (4, 2)]
    expected = white_first if drawn.colour == "W" else [(b, w) for w, b in white_first]
    assert hall.boards(1) == expected


def test_both_colours_are_drawn_by_some_seed() -> None:
    assert {drawn_colour(seed) for seed in "abcdefgh"} == {"W", "B"}


@pytest.mark.clause("knsb-rating-2014 E5")
def test_a_draw_on_paper_is_recorded_as_one_and_the_last_draw_counts() -> None:
    hall = entered(1900, 1800)
    hall.do("lots", first_colour="white")
    _, drawn = hall.do("lots", first_colour="black")
    assert isinstance(drawn, FirstColourDrawn)
    assert (drawn.colour, drawn.source, drawn.seed) == ("B", "paper", None)
    hall.do("publish")
    assert hall.boards(1) == [(2, 1)]


@pytest.mark.clause("knsb-rating-2014 E5")
def test_nothing_is_drawn_where_the_rules_name_the_colour_or_know_none() -> None:
    named = entered(1900, 1800, set={"rating.first_colour": "B"})
    assert len(named.do("lots")) == 1
    assert named.refused("lots", first_colour="white").code == "no-colour-to-draw"
    named.do("publish")
    assert named.boards(1) == [(2, 1)]
    assert Hall(2).refused("lots", first_colour="white").code == "no-colour-to-draw"


@pytest.mark.clause("knsb-rating-2014 E5")
def test_round_one_waits_for_a_first_colour_when_the_rules_changed_after_the_numbers() -> None:
    hall = Hall(2, rounds=3)
    hall.do("rules-change", rulebook=RULES, reason="the entrants agreed")
    refusal = hall.refused("publish")
    assert (refusal.code, refusal.clause) == ("first-colour-missing", f"{RULES} E5")
    hall.do("lots")
    hall.do("publish")


def test_a_ledger_whose_rulebook_names_the_colour_still_opens_and_pairs_by_it() -> None:
    text = rulebook().canonical().replace('"first_colour": "drawn"', '"first_colour": "B"')
    assert from_canonical(text).rating.first_colour == "B"


@pytest.mark.clause("knsb-rating-2014 E5")
def test_the_log_and_an_exported_file_tell_the_colour(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "rating.ledger")
    terminal.run("init", "Open", "--rules", RULES, "--rounds", 3)
    for name, rating in (("Anna", 1900), ("Bram", 2100)):
        terminal.run("enter", name, "--rating", rating)
    said = terminal.run("lots", "--seed", "a")
    assert "by rating" in said
    assert "in round 1 (drawn, seed a)" in terminal.run("log")
    terminal.run("lots", "--first-colour", "black")
    assert "the highest player has black in round 1 (drawn on paper)" in terminal.run("log")
    assert "the highest player has black, as it was drawn (E5)" in terminal.run("pair")
    exported = parse(terminal.run("export").encode())
    assert isinstance(exported, TrfFile)
    assert exported.first_colour == "b"


def trf(*lines: str) -> TrfFile:
    file = parse("".join(line + "\n" for line in lines).encode())
    assert isinstance(file, TrfFile), file
    return file


def line(number: int, rating: int, *cells: str) -> str:
    head = f"001 {number:4}      Player{rating:32}"
    return head.ljust(91) + "".join(f"{cell:10}" for cell in cells)


PLAYED = (
    line(1, 1700, "   3 b 0"),
    line(2, 2000, "   4 b ="),
    line(3, 1900, "   1 w 1"),
    line(4, 1800, "   2 w ="),
)


@pytest.mark.clause("knsb-rating-2014 E5, A2")
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (PLAYED, "B"),
        (("XXC white1", *PLAYED), "W"),
        (("152 B", line(1, 1700), line(2, 2000)), "B"),
        ((line(1, 1700), line(2, 2000)), None),
        (
            (
                line(1, 2000, "   3 - +"),
                line(2, 1900, "   4 w 1"),
                line(3, 1800, "   1 - -"),
                line(4, 1700, "   2 b 0"),
            ),
            "B",
        ),
    ],
)
def test_a_file_tells_the_first_colour_by_its_record_or_by_its_round_one(
    lines: tuple[str, ...], expected: str | None
) -> None:
    assert first_colour_of(trf(*lines), "position") == expected


def test_the_rounds_of_a_file_count_from_one_to_the_first_without_games() -> None:
    file = trf(*PLAYED)
    codes = {}
    for number in (0, 1, 2, 3):
        outcome = round_to_pair(file, number, None)
        codes[number] = outcome[0].code if isinstance(outcome, tuple) else outcome.number
    assert codes == {0: "round-not-published", 1: 1, 2: 2, 3: "earlier-round-open"}
    first = round_to_pair(file, None, 1)
    assert isinstance(first, tuple)
    assert first[0].code == "no-round-left"


@pytest.mark.clause("knsb-wp-2014 F11")
def test_a_round_of_a_file_waits_for_the_results_before_it_and_not_for_its_own() -> None:
    rules = load_rulebook("knsb-wp-2014")
    assert isinstance(rules, Rulebook)
    file = trf(line(1, 1700, "   2 b 0", "   2 w  "), line(2, 2000, "   1 w 1", "   1 b  "))
    assert not_finished(file, rules, 2) == ()
    (refusal,) = not_finished(file, rules, 3)
    assert (refusal.code, refusal.clause) == ("games-open", "knsb-wp-2014 F11")
    assert words(refusal.what) == "round 2 has 1 game without a result, and round 3 waits for them"


@pytest.mark.clause("knsb-rating-2014 E5")
def test_round_one_of_a_file_without_the_colour_is_refused_and_with_it_paired() -> None:
    players = (line(1, 2000), line(2, 1900))
    refused = trf(*players)
    round_ = round_to_pair(refused, None, None)
    assert not isinstance(round_, tuple)
    pairing = pair_file(refused, rulebook(), round_)
    assert isinstance(pairing, tuple)
    assert (pairing[0].code, pairing[0].clause) == ("first-colour-missing", f"{RULES} E5")
    for word, white in (("white1", 1), ("black1", 2)):
        coloured = pair_file(trf(f"XXC {word}", *players), rulebook(), round_)
        assert isinstance(coloured, Pairing)
        assert coloured.boards[0].white == white


@pytest.mark.clause("knsb-rating-2014 E5")
def test_an_import_takes_the_colour_of_the_file_or_draws_it(tmp_path: Path) -> None:
    for name, lines, entry in (
        ("played", PLAYED, "has black in round 1 (a file)"),
        ("new", (line(1, 2000), line(2, 1900)), "in round 1 (drawn, seed "),
    ):
        file = tmp_path / f"{name}.trf"
        file.write_bytes(write(trf(*lines)))
        terminal = Terminal(tmp_path / f"{name}.ledger")
        terminal.run("import", file, "--rules", RULES, "--rounds", 3)
        assert entry in terminal.run("log")
    terminal.run("pair")


@pytest.mark.clause("knsb-rating-2014 A2, E5")
def test_a_generated_tournament_is_numbered_by_rating_and_draws_the_colour() -> None:
    rules = rulebook()
    colours = set()
    for seed in "cdk":
        file = generate(9, 2, rules=rules, seed=seed, rates=replace(Rates(), late=0))
        ratings = [player.rating for player in file.players]
        assert ratings == sorted(ratings, key=lambda rating: -(rating or 0))
        assert all(not difference for _, difference in check_file(file, rules, None))
        colours.add(file.first_colour)
    assert colours == {"w", "b"}


# --- the source of a rating -----------------------------------------------------------------------


@pytest.mark.clause("fide-dutch-2026 GHR2.1")
@pytest.mark.parametrize(
    ("rulebook", "mark"),
    [
        ("knsb-rating-2014", " (A1)"),
        ("fide-dutch-2026", " (GHR2.1)"),
        ("fide-dutch-2017", " (GHR-B)"),
    ],
)
def test_who_has_no_rating_is_named_with_the_clause_of_the_rulebook(
    rulebook: str, mark: str
) -> None:
    hall = Hall(rules=rulebook)
    hall.do("enter", name="Player A", rating=1900)
    hall.do("enter", name="Player B")
    assert hall.notes("lots") == (f"without rating, to be estimated{mark}: Player B",)


@pytest.mark.clause("knsb-rating-2014 A1")
def test_a_rating_is_given_estimated_or_corrected() -> None:
    hall = entered(1900, 0)
    hall.do("enter", name="Guest", rating=1500, estimated=True)
    assert hall.notes("lots") == ("without rating, to be estimated (A1): Player B",)
    (fact,) = hall.do("correct-rating", player="Player B", rating=1600, estimated=True)
    assert isinstance(fact, RatingCorrected)
    hall.do("correct-rating", player=1, rating=1950)
    sources = {p: entrant.source_of_rating for p, entrant in hall.state.players.items()}
    assert sources == {1: "corrected", 2: "estimated", 3: "estimated"}
    assert replay(hall.facts).players == hall.state.players
    hall.do("correct-rating", player="Player B", rating=1600, reason="found on the list")
    assert hall.state.players[2].source_of_rating == "corrected"


@pytest.mark.clause("knsb-rating-2014 A1")
def test_an_estimate_needs_a_rating() -> None:
    hall = entered(1900)
    assert hall.refused("enter", name="Guest", estimated=True).code == "rating-missing"
    refusal = hall.refused("correct-rating", player=1, rating=0, estimated=True)
    assert refusal.code == "rating-missing"


@pytest.mark.clause("knsb-rating-2014 A1")
def test_a_list_of_players_may_say_which_ratings_are_estimated(tmp_path: Path) -> None:
    text = "naam;rating;geschat\nAnna;1900;\nBram;1500;ja\nCees;;nee\n"
    assert parse_people_csv(text.encode()) == (
        PersonRow("Anna", 1900),
        PersonRow("Bram", 1500, estimated=True),
        PersonRow("Cees"),
    )
    wrong = parse_people_csv(b"naam;rating;geschat\nAnna;1900;misschien\nBram;;ja\n")
    assert isinstance(wrong, PeopleRefused)
    assert [e.code for e in wrong.errors] == ["bad-estimated", "no-estimate"]
    file = tmp_path / "players.csv"
    file.write_text(text)
    terminal = Terminal(tmp_path / "rating.ledger")
    terminal.run("init", "Open", "--rules", RULES)
    terminal.run("enter", "--file", file)
    rows = terminal.json("players")["rows"]
    assert [row["rating_source"] for row in rows] == ["given", "estimated", None]
    assert "rating 1500, estimated" in terminal.run("log")
    assert "rating 1500 (estimated)" in terminal.run("player", "Bram")


@pytest.mark.clause("knsb-rating-2014 A1")
def test_older_facts_have_given_and_corrected_ratings() -> None:
    old: dict[str, object] = {"player": 1, "rating": 1800}
    source: Literal["given"] = "given"
    registered = {"person": "p1", "person_hash": "", "from_round": 1, **old}
    fact = PlayerRegistered.model_validate(upcast("player-registered", 2, dict(registered)))
    assert fact.rating_source == source
    assert upcast("rating-corrected", 1, dict(old)) == {**old, "rating_source": "corrected"}
