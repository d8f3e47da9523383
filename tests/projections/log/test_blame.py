"""Every point back to its fact: in a Swiss with WP and SB, in a season with values."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any, cast

import pytest
from jsonschema import Draft202012Validator

from desk.answers.replays import replay_view
from desk.render.text import as_json
from ledger.messages import Sentence
from ledger.refusals import Refusal
from ledger.rulebooks.rulebook import Rulebook
from pairing.systems.registry import load_rulebook
from projections.formats.blame import blame as blame_report
from projections.games.crosstable import of_tournament
from projections.standings.scores import scores
from projections.views.view import View, number
from tests.docs.schemas import SCHEMAS
from tests.helpers.hall import Hall
from tests.helpers.season import Season
from tests.helpers.words import in_words, words


def blame(hall: Hall, player: int, **options: Any) -> View:
    view = blame_report(hall.book, "standings", str(player), **options)
    assert isinstance(view, View), view
    errors = Draft202012Validator(SCHEMAS["blame"]).iter_errors(json.loads(as_json(view.record())))
    assert not list(errors)
    return view


def made_season(seed: int, members: int = 9, rounds: int = 7, **keys: Any) -> Season:
    """Return a season with absences, games for teams, club duty and a member who leaves."""
    rng, season = random.Random(seed), Season(members, **keys)
    for number_ in range(1, rounds + 1):
        for player, entrant in season.state.players.items():
            if entrant.there_in(number_) and rng.random() < 0.25:
                kind = rng.choice(["notice", "no notice", "club duty"])
                season.do("absent", player=player, round=number_, kind=kind)
                if rng.random() < 0.5:
                    season.do(
                        "external",
                        player=player,
                        round=number_,
                        team="1",
                        board=rng.randint(1, 3),
                        colour=rng.choice("WB"),
                        result=rng.choice(["1", "1/2", "0", "1R"]),
                    )
        season.play(*(rng.choice(["1-0", "0-1", "1/2-1/2"]) for _ in range(members)))
        if number_ == 4:
            season.do("leave", player=rng.randint(1, members))
            season.do("join", name="New")
    return season


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.clause("mwkeizer 4, schommelen")
def test_the_rows_of_a_member_add_up_to_their_total_and_to_what_changed(seed: int) -> None:
    season = made_season(seed)
    for line in season.standing().lines:
        for since in (3, 6):
            view = blame(season, season.state.label(line.player), since=since)
            assert sum(Fraction(str(row["exact"])) for row in view.cells) == line.total
            before = {x.player: x.total for x in season.standing(since).lines}
            if line.player in before:
                change = sum(Fraction(str(row["exact_change"])) for row in view.cells)
                assert change == line.total - before[line.player]


def test_every_row_names_the_fact_it_rests_on() -> None:
    season = made_season(3)
    season.do("correct-result", round=2, board=1, result="1/2-1/2", reason="misread")
    corrected = season.state.position
    white = season.state.rounds[1].games[0].white
    view = blame(season, season.state.label(white))
    row, dutch = (
        next(r for r in in_words(view, language).cells if r["round"] == 2)
        for language in ("en", "nl")
    )
    assert str(row["event"]).startswith(f"#{corrected}, was #")
    assert str(dutch["event"]).startswith(f"#{corrected}, eerst #")
    assert str(row["against"]).endswith(" (white)")
    assert str(dutch["against"]).endswith(" (wit)")
    assert (row["what"], dutch["what"]) == ("draw", "remise")
    assert words(view.title, "nl").split(": ")[1].startswith("elk punt na ronde 7 · ")
    for line in season.standing().lines:
        for row in blame(season, season.state.label(line.player)).cells:
            position = int(words(cast("Sentence", row["event"])).split(",")[0].removeprefix("#"))
            fact = season.facts[position - 1]
            if row["round"] is not None:
                assert getattr(fact, "round", None) == row["round"]


@pytest.mark.clause("mwkeizer schommelen")
def test_a_total_may_move_though_the_member_did_not_play() -> None:
    season = Season(8)
    season.play("1-0", "1-0", "1-0", "1-0")
    season.do("absent", player=1, round=2)
    season.play("0-1", "0-1", "0-1")
    view = blame(season, 1)
    first = next(row for row in view.cells if row["round"] == 1)
    assert first["value"] != first["value_before"]
    assert first["exact_change"] == str(int(str(first["value"])) - int(str(first["value_before"])))
    assert any("met before" in words(note) for note in view.notes)
    assert any(words(note).startswith("since round 1: place 1 >") for note in view.notes)


def test_since_must_be_an_earlier_round() -> None:
    season = Season(4)
    season.play()
    refused = blame_report(season.book, "standings", "1", after=1, since=2)
    assert isinstance(refused, Refusal)
    assert refused.code == "round-not-before"


@pytest.mark.parametrize("rules", ["knsb-wp-1996", "knsb-wp-2014", "fide-2024", "berger"])
def test_in_a_swiss_the_rows_add_up_to_points_wp_and_sb(rules: str) -> None:
    hall = Hall(7, 7, rules="knsb-wp-2014" if rules == "fide-2024" else rules)
    rng = random.Random(1)
    for _ in range(5):
        hall.play(*(rng.choice(["1-0", "0-1", "1/2-1/2", "0-0"]) for _ in range(3)))
    by_player = scores(of_tournament(hall.state, hall.book.rules), hall.book.rules)
    for player, score in by_player.items():
        rows = blame(hall, player).cells
        wanted = {
            "points": number(score.points_halves),
            "wp": number(score.wp_halves),
            "sb": number(score.sb_quarters, 4),
        }
        for key, amount in wanted.items():
            assert sum(float(str(row[key] or 0)) for row in rows) == amount, key


def rulebook(**keys: str) -> Rulebook:
    rules = load_rulebook("mwkeizer", {f"keizer.{key}": value for key, value in keys.items()})
    assert isinstance(rules, Rulebook), rules
    return rules


@pytest.mark.clause("mwkeizer schommelen")
def test_a_season_replayed_under_its_own_rules_is_the_same() -> None:
    season = made_season(5)
    view = replay_view([season.book], [season.book.rules], pairings=False)
    assert not view.cells
    assert "every standing is the same" in words(view.notes[0])


@pytest.mark.parametrize(
    "keys", [{"valuation": "previous-ranking"}, {"top": "100"}, {"absent": "1/2"}]
)
def test_the_causes_of_a_replay_add_up_to_the_difference(keys: dict[str, str]) -> None:
    season = made_season(2)
    view = replay_view([season.book], [rulebook(**keys)], pairings=False)
    assert view.cells
    schema = Draft202012Validator(SCHEMAS["replay"])
    assert not list(schema.iter_errors(json.loads(as_json(view.record()))))
    for row in view.cells:
        causes = row["causes"]
        assert isinstance(causes, list)
        moved = sum(Fraction(c["now"]) - Fraction(c["before"]) for c in causes)
        assert moved == Fraction(str(row["exact_now"])) - Fraction(str(row["exact_before"]))


def test_games_for_teams_keep_their_fixed_value_under_other_constants() -> None:
    season = Season(4)
    season.play()
    season.do("external", player=1, round=1, team="1", board=2, colour="W", result="1")
    view = replay_view([season.book], [rulebook(top="100")], pairings=False)
    kinds = {c["kind"] for row in view.cells for c in row["causes"]}  # type: ignore[attr-defined]
    assert "external" not in kinds


def test_a_season_and_a_swiss_are_not_compared_by_standing_but_by_pairing() -> None:
    season = made_season(1)
    swiss = load_rulebook("knsb-wp-2014")
    assert isinstance(swiss, Rulebook)
    view = replay_view([season.book], [swiss], pairings=False)
    assert not view.cells
    assert "left out" in words(view.notes[0])
    assert replay_view([season.book], [swiss], pairings=True).cells
    assert not replay_view([season.book], [season.book.rules], pairings=True).cells


def test_a_round_without_a_game_names_what_kept_the_player_away() -> None:
    hall = Hall(5, 5, set={"bye.half_point_allowed": True})
    hall.do("absent", player=1, round=1)
    absent = hall.state.position
    hall.do("bye", player=2, round=2)
    latest = hall.state.position
    hall.play()
    hall.play()
    hall.do("withdraw", player=3)
    left = hall.state.position
    hall.play()
    wanted = {1: (1, absent), 2: (2, latest), 3: (3, left)}
    for player, (number_, position) in wanted.items():
        row = blame(hall, player).cells[number_ - 1]
        assert row["event"] == f"#{position}"
    for round_ in hall.state.rounds:
        if round_.bye is not None:
            row = blame(hall, round_.bye).cells[round_.number - 1]
            assert row["event"] == f"#{round_.position}"


def test_what_makes_a_standing_is_read_in_dutch() -> None:
    hall = Hall(4, 3)
    hall.play("1-0", "1-0")
    hall.do("correct-result", round=1, board=1, result="1/2-1/2", reason="misread")
    game = hall.state.rounds[0].games[0]
    view = blame(hall, hall.state.label(game.white))
    english, dutch = in_words(view), in_words(view, "nl")
    assert [column.heading for column in dutch.columns][1:5] == [
        "soort",
        "tegen",
        "punten",
        "WS tegenstander",
    ]
    correction = hall.state.position
    assert english.cells[0]["event"] == f"#{correction}, was #{game.earlier[0][0]}"
    assert dutch.cells[0]["event"] == f"#{correction}, eerst #{game.earlier[0][0]}"
    assert english.notes == ("points 0.5, wp 0.5, sb 0.25",)
    assert dutch.notes == ("punten 0,5, WP 0,5, SB 0,25",)
