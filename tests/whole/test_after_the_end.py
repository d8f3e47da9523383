"""A competition that ended, was reported, taken back, corrected and ended again: all agree each time."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from tests.helpers.agreement import hold_to_one_story
from tests.helpers.competitions import Competition, rulebooks
from tests.helpers.family import by_seed

STEPS = 12


@by_seed(2)
def test_all_agree_after_each_end_each_report_and_what_took_it_back(
    tmp_path: Path, seed: int
) -> None:
    """Every page and form is asked three times: five seconds for a competition.

    A table is left out: it ends only when all of it is played.
    """
    named = [name for name, rules in rulebooks().items() if rules.system != "round-robin"]
    rules = named[(2 + 3 * seed) % len(named)]
    drawn = (_ended(tmp_path / f"{draw}.ledger", rules, 9 * seed + draw) for draw in range(99))
    competition = next(one for one in drawn if one.state.closed)
    _reported(competition, "first")
    hold_to_one_story(competition)
    assert competition.do("reopen", reason="a result was misread")
    hold_to_one_story(competition)
    _corrected(competition)
    assert competition.do("finish", draw=True)
    _reported(competition, "second")
    hold_to_one_story(competition)
    assert [made.reader for _, made in competition.state.reports] == ["fide", "fide"]


def _ended(path: Path, rules: str, seed: int) -> Competition:
    """Return a competition that has ended, if it could begin: some lack ratings, or players.

    Under the rules of Dubov everybody has a rating: dozens may be drawn before one begins.
    """
    competition = Competition(path, rules, seed, players=4 + seed % 3)
    competition.do("plan", rounds=5)
    if not competition.do("publish"):
        return competition
    for _ in range(STEPS):
        competition.carry_on()
    results = [
        {"command": "result", "round": round_.number, "board": board, "result": "1-0"}
        for round_ in competition.state.rounds
        for board, _ in round_.open_games
    ]
    competition.give(results)
    competition.do("plan", rounds=len(competition.state.rounds), reason="the hall closes")
    competition.do("finish", draw=True)
    return competition


def _reported(competition: Competition, which: str) -> None:
    digest = sha256(which.encode()).hexdigest()
    assert competition.do("report", reader="fide", sha256=digest)


def _corrected(competition: Competition) -> None:
    """Correct the first game that has a result, the other way."""
    for round_ in competition.state.rounds:
        for board, game in enumerate(round_.games, 1):
            if game.outcome in ("1-0", "0-1", "1/2-1/2"):
                result = "0-1" if game.outcome == "1-0" else "1-0"
                fields = {"round": round_.number, "board": board, "result": result}
                if competition.do("correct-result", **fields, reason="misread"):
                    return
