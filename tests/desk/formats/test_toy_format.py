"""A new format is its name, how it scores, what the desk does for it, and its words: nothing else.

The toy is a match: two players, two games with alternating colours, paired by the tables.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers.toy import ToyProgram

NAME = "    MATCH = auto()\n"
SCORING = '''"""The standing of a match: points, and nothing else."""

from projections.formats.tournament import TournamentScoring


class MatchScoring(TournamentScoring):
    """Two players, and no tie-breaks."""

    def compared(self, book, after):
        """Yield place and points of both."""
        kept = ("rank", "points")
        return (row for row in super().compared(book, after) if row[1] in kept)


SCORING = MatchScoring()
'''
AT_THE_DESK = '''"""A match at the desk: who leads."""

from dataclasses import replace

from desk.formats.tournament import TournamentFormat
from ledger.messages import message
from ledger.records import Record
from projections.formats.registry import scoring_of


class MatchStatus(Record):
    """What only a match has."""

    ahead: str


class MatchFormat(TournamentFormat):
    """One round is one game."""

    bar = ("round", "standing", "log", "more")

    def status(self, book):
        """Return who is ahead."""
        places = scoring_of(book.rules).places(book, len(book.state.rounds)).items()
        best = max((place.points for _, place in places), default=0)
        first = [book.name(player) for player, place in places if place.points == best]
        return MatchStatus(first[0] if len(first) == 1 else "-")

    def card(self, book, player):
        """Return the games of a player under a title of its own."""
        return replace(super().card(book, player), title="a match")

    def deciding(self, rules, final):
        """Return nothing: points decide."""
        return ()


FORMAT = MatchFormat()
'''
RULES = 'base = "berger"\nid = "match"\nplays = "match"\n[round_robin]\ncycles = 2\n'


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> ToyProgram:
    """Return the program with one format more.

    Copied and run for real: some ten seconds, most of them for a page of the desk.
    """
    toy = ToyProgram(tmp_path_factory.mktemp("toy"))
    toy.before("ledger/values.py", "    SEASON = auto()\n", NAME)
    toy.add("projections/formats/match.py", SCORING)
    toy.add("desk/formats/match.py", AT_THE_DESK)
    for language, words in (("en", "ahead"), ("nl", "aan kop")):
        path = f"desk/render/words/{language}/status.toml"
        toy.before(path, "arbiter = ", f'ahead = "{words}"\n')
    return toy


@pytest.fixture(scope="module")
def ledger(toy: ToyProgram, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the ledger of a match after its first game."""
    folder = tmp_path_factory.mktemp("match")
    (folder / "match.toml").write_text(RULES)
    path = folder / "match.ledger"
    for line in (
        f"init Match --rules {folder / 'match.toml'}",
        "enter Ann --rating 1800",
        "enter Bo --rating 1700",
        "lots --by rating",
        "publish",
        "result 1 1-0",
    ):
        run(toy, path, *line.split())
    return path


def run(toy: ToyProgram, ledger: Path, *words: str) -> str:
    return toy.run("cli.py", "--ledger", str(ledger), *words)


def test_a_new_format_is_three_files_and_its_words(toy: ToyProgram) -> None:
    assert toy.touched == [
        "ledger/values.py",
        "projections/formats/match.py",
        "desk/formats/match.py",
        "desk/render/words/en/status.toml",
        "desk/render/words/nl/status.toml",
    ]


def test_a_new_format_has_a_standing_a_card_and_a_status(toy: ToyProgram, ledger: Path) -> None:
    rows = json.loads(run(toy, ledger, "standings", "--json"))["rows"]
    assert [(row["name"], row["points"]) for row in rows] == [("Ann", 1), ("Bo", 0)]
    assert run(toy, ledger, "player", "Bo").startswith("a match")
    status = json.loads(run(toy, ledger, "status", "--json"))
    assert (status["ahead"], status["rounds_planned"]) == ("Ann", 2)
    assert "aan kop" in run(toy, ledger, "--lang", "nl", "status")


def test_a_new_format_is_compared_with_its_own_kind_only(toy: ToyProgram, ledger: Path) -> None:
    keys = {
        row["key"] for row in json.loads(run(toy, ledger, "diff", "--as-of", "5", "--json"))["rows"]
    }
    assert {"rank", "points"} >= keys - {"board", "white", "result"}
    assert "another format" in run(toy, ledger, "replay", "--rules", "knsb-wp-2014")


def test_a_new_format_is_undone_and_goes_on(toy: ToyProgram, ledger: Path) -> None:
    run(toy, ledger, "undo", "--reason", "misread")
    assert json.loads(run(toy, ledger, "status", "--json"))["ahead"] == "-"
    for line in ("result 1 1-0", "publish", "result 2 0-1"):
        run(toy, ledger, *line.split())
    rows = json.loads(run(toy, ledger, "pairings", "2", "--json"))["rows"]
    assert [row["white_name"] for row in rows] == ["Bo"]
    assert json.loads(run(toy, ledger, "standings", "--json"))["rows"][0]["points"] == 2


def test_a_new_format_is_in_the_mirror_and_verified(toy: ToyProgram, ledger: Path) -> None:
    question = "select distinct name from standings_now where rank = 1 and points = 2"
    assert "Ann" in run(toy, ledger, "sql", question)
    run(toy, ledger, "verify")


def test_a_new_format_has_its_own_bar_on_the_pages_of_the_desk(
    toy: ToyProgram, ledger: Path
) -> None:
    toy.with_pages()
    script = (
        "from pathlib import Path; from tests.helpers.browsing import Browsing;"
        f"desk = Browsing(Path({str(ledger)!r})); page = desk.client().get(f'/{{desk.slug}}/standing');"
        "print(page.status_code, page.text)"
    )
    page = toy.run("-c", script)
    assert page.startswith("200")
    assert "/standing" in page
    assert "/prizes" not in page
