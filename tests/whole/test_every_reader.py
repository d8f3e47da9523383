"""After any facts, corrections and withdrawals, every verb that reads answers, and all agree.

A failure prints its commands, as a file for `apply`. The whole is 200 competitions, at some 15
seconds of one processor each: 50 minutes.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.commands.commands import COMMANDS
from tests.helpers.agreement import hold_to_one_story
from tests.helpers.competitions import COMMANDS_TRIED, Competition, rulebooks
from tests.helpers.readings import ALWAYS, FINDINGS, NO_READERS, VALUES, questions, readers, verbs

SEEDS = range(40)
STEPS = 48
OF_PRIZES = {"prizes-announce", "prizes-award", "prizes-change", "prizes-pay"}
NOT_TRIED = {"edition", "import", "report", "reopen", "remove", *OF_PRIZES}
"""Commands that no sequence has: `tests/whole/test_after_the_end.py`, test_a_double_entry.py,
`tests/desk/handlers/ratings/test_editions.py`, and `tests/desk/handlers/test_prizes.py`."""
SAMPLE = [(rules, seed) for seed, rules in enumerate(rulebooks())]
WHOLE = [(rules, seed) for rules in rulebooks() for seed in SEEDS]


def _competition(folder: Path, rules: str, seed: int) -> Competition:
    return Competition(folder / "a.ledger", rules, seed, players=4 + seed % 5)


def _answers(competition: Competition, folder: Path, *, whole: bool = False) -> None:
    """Check that every reader answers, or refuses the question, and that the ledger is in order."""
    for line in questions(competition, folder, whole=whole):
        so_far = "\n".join((*competition.lines, repr(line)))
        try:
            ran = competition.terminal.try_(*line)
        except AssertionError as fault:
            raise AssertionError(f"{fault}\n{so_far}") from fault
        verb = next((name for name in readers() if line[: len(name.split())] == name.split()), "")
        allowed = {0, 2, 3} | ({1} if verb in FINDINGS else set())
        if verb in ALWAYS and len(line) == len(verb.split()):
            allowed = {0}
        assert ran.code in allowed, f"{ran}\n{so_far}"
        assert ran.code in (0, 1) or ran.err.strip() or "refused" in ran.json


def _sweep(folder: Path, rules: str, seed: int, every: int) -> Competition:
    competition = _competition(folder, rules, seed)
    for step in range(1, STEPS + 1):
        competition.carry_on()
        if step % every == 0:
            _answers(competition, folder)
    return competition


@pytest.fixture(scope="module", params=SAMPLE, ids=lambda each: f"{each[0]}-{each[1]}")
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Competition:
    """Return a competition after all its steps, to be copied."""
    competition = _competition(tmp_path_factory.mktemp("played"), *request.param)
    for _ in range(STEPS):
        competition.carry_on()
    return competition


@pytest.fixture
def competition(played: Competition, tmp_path: Path) -> Competition:
    return played.copied(tmp_path)


def test_every_reader_answers_whatever_was_recorded_and_taken_back(
    competition: Competition, tmp_path: Path
) -> None:
    """Some sixty verbs are asked, with each of their forms."""
    _answers(competition, tmp_path)


def test_every_form_of_an_answer_tells_the_same(competition: Competition) -> None:
    """A mirror and a site are made, and each form of every standing is read."""
    hold_to_one_story(competition)


@pytest.mark.long
@pytest.mark.parametrize(("rules", "seed"), WHOLE)
def test_every_reader_answers_and_agrees_after_very_many_sequences(
    tmp_path: Path, rules: str, seed: int
) -> None:
    competition = _sweep(tmp_path, rules, seed, every=8)
    hold_to_one_story(competition)
    _answers(competition, tmp_path, whole=True)


def test_the_sweep_asks_every_verb_or_says_why_it_does_not() -> None:
    names = {name for name, _ in verbs()}
    assert set(NO_READERS) <= names
    assert set(readers()) >= ALWAYS | FINDINGS
    parameters = {param.name for command in readers().values() for param in command.params}
    assert set(VALUES) <= parameters


@pytest.mark.long
def test_the_sweep_carries_out_every_command(tmp_path: Path) -> None:
    carried_out: set[str] = set()
    for rules, seed in WHOLE[::4]:
        folder = tmp_path / f"{rules} {seed}"
        folder.mkdir()
        competition = _competition(folder, rules, seed)
        for _ in range(STEPS):
            competition.carry_on()
        carried_out |= competition.tally
    assert set(COMMANDS) - carried_out == NOT_TRIED


def test_the_sweep_knows_every_command() -> None:
    assert set(COMMANDS) - set(COMMANDS_TRIED) == NOT_TRIED
