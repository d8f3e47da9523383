"""A new format is its name, how it scores, what the desk does for it, and its words: nothing else.

The toy is a match: two players, two games with alternating colours, paired by the tables. Its
standing and its cards have rows of their own.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers.toy import ToyProgram

NAME = "    MATCH = auto()\n"
SCORING = '''"""The standing of a match: games won, and nothing else."""

from ledger.values import halves_text
from projections.formats.base import Place, Worth
from projections.formats.tournament import TournamentScoring
from projections.games.crosstable import of_tournament


class MatchScoring(TournamentScoring):
    """Two players, who are equal when they won as many games."""

    def won(self, table):
        """Return how many games each won, who won most first."""
        won = {p: sum(cell.halves == 2 for cell in cells) for p, cells in table.cells.items()}
        return dict(sorted(won.items(), key=lambda item: (-item[1], table.numbers[item[0]])))

    def places(self, book, after):
        """Return place and games won of both."""
        won = self.won(of_tournament(book.state, book.rules_of(after), after))
        return {p: Place(1 + sum(n > w for n in won.values()), w, None) for p, w in won.items()}

    def in_order(self, book, table):
        """Return who won most first."""
        return list(self.won(table))

    def worth(self, table, rules):
        """Return the games that a player won."""
        won = self.won(table)
        return lambda player: Worth(None, str(won[player]))

    def compared(self, book, after):
        """Yield place and games won of both."""
        for player, place in self.places(book, after).items():
            yield player, "rank", place.rank
            yield player, "won", place.points


SCORING = MatchScoring()
'''
AT_THE_DESK = '''"""A match at the desk: who leads."""

from desk.formats.tournament import TournamentFormat
from ledger.messages import message
from ledger.records import Record
from projections.formats.registry import scoring_of
from projections.games.crosstable import of_tournament
from projections.views import fields
from projections.views.columns import columns_of
from projections.views.view import View


class MatchStatus(Record):
    """What only a match has."""

    ahead: str


class MatchLine(Record):
    """A player of a match in its standing."""

    rank: fields.Rank
    id: int
    name: str
    points: int
    won: int


class MatchGame(Record):
    """A game on a card."""

    round: int
    opponent: int | None
    score: str


class MatchHead(Record):
    """A card."""

    points: int


class MatchFormat(TournamentFormat):
    """One round is one game."""

    bar = ("round", "standing", "log", "more")

    def status(self, book):
        """Return who is ahead."""
        places = scoring_of(book.rules).places(book, len(book.state.rounds)).items()
        best = max((place.points for _, place in places), default=0)
        first = [book.name(player) for player, place in places if place.points == best]
        return MatchStatus(first[0] if len(first) == 1 else "-")

    def standings(self, book, after, final, rules):
        """Return who won how many games."""
        of = rules or book.rules_of(after)
        table = of_tournament(book.state, of, after)
        rows = [
            MatchLine(place.rank, book.state.label(p), book.name(p), place.points, place.points)
            for p, place in scoring_of(of).places(book, after).items()
        ]
        columns = columns_of(MatchLine, "rank", "name", "won", headings={"won": "games won"})
        return View("the match", columns, rows)

    def card(self, book, player):
        """Return the games of a player."""
        table = of_tournament(book.state, book.rules)
        rows = [
            MatchGame(at, table.numbers.get(cell.opponent), f"{cell.halves}/2")
            for at, cell in enumerate(table.cells[player], 1)
        ]
        columns = columns_of(MatchGame, "round", "score", headings={"score": "worth"})
        head = MatchHead(sum(cell.halves == 2 for cell in table.cells[player]))
        return View("a match", columns, rows, head, notes=("", "personal"))

    def page_columns(self, deciding):
        """Return that a page has all columns."""
        return None

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


def refused(toy: ToyProgram, ledger: Path, *words: str) -> str:
    """Return how a command is refused."""
    return toy.run("cli.py", "--ledger", str(ledger), *words, code=3)


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
    assert rows == [
        {"rank": rank, "id": rank, "name": name, "points": won, "won": won}
        for rank, name, won in ((1, "Ann", 1), (2, "Bo", 0))
    ]
    assert "games won" in run(toy, ledger, "standings")
    assert run(toy, ledger, "player", "Bo").startswith("a match")
    status = json.loads(run(toy, ledger, "status", "--json"))
    assert (status["ahead"], status["rounds_planned"]) == ("Ann", 2)
    assert "aan kop" in run(toy, ledger, "--lang", "nl", "status")


def test_a_new_format_is_compared_with_its_own_kind_only(toy: ToyProgram, ledger: Path) -> None:
    assert "another format" in run(toy, ledger, "replay", "--rules", "knsb-wp-2014")
    change = ("rules", "change", "berger", "--reason", "no match after all")
    assert "another kind of competition than berger is for" in refused(toy, ledger, *change)


def test_a_new_format_is_undone_and_goes_on(toy: ToyProgram, ledger: Path) -> None:
    run(toy, ledger, "undo", "--reason", "misread")
    assert json.loads(run(toy, ledger, "status", "--json"))["ahead"] == "-"
    for line in ("result 1 1-0", "publish", "result 2 0-1"):
        run(toy, ledger, *line.split())
    rows = json.loads(run(toy, ledger, "pairings", "2", "--json"))["rows"]
    assert [row["white_name"] for row in rows] == ["Bo"]
    run(toy, ledger, "correct", "result", "1", "1", "1/2", "--reason", "misread")
    then = run(toy, ledger, "diff", "--as-of", "published:2", "--json")
    assert {row["key"] for row in json.loads(then)["rows"]} == {"rank", "result", "won"}
    run(toy, ledger, "correct", "result", "1", "1", "1-0", "--reason", "misread again")
    assert json.loads(run(toy, ledger, "standings", "--json"))["rows"][0]["points"] == 2


def test_a_new_format_is_in_the_mirror_and_verified(toy: ToyProgram, ledger: Path) -> None:
    question = "select distinct name from standings_now where rank = 1 and points = 2"
    assert "Ann" in run(toy, ledger, "sql", question)
    run(toy, ledger, "verify")


PAGES = """
import sys
from pathlib import Path
from tests.helpers.browsing import Browsing
from tests.helpers.matrix import GETS, address_of
desk = Browsing(Path(sys.argv[1]))
client = desk.client()
for route in GETS:
    if "{token}" not in route.path and "{ticket}" not in route.path:
        page = client.get(address_of(desk, route))
        print(route.name, page.status_code, " ".join(page.text.split()), sep="|")
"""


def test_a_new_format_has_its_own_bar_and_rows_on_the_pages_of_the_desk(
    toy: ToyProgram, ledger: Path
) -> None:
    """A program with the toy in it is loaded in a process of its own, and makes all pages."""
    toy.with_pages()
    lines = toy.run("-c", PAGES, str(ledger)).splitlines()
    pages = {name: (status, text) for name, status, text in (line.split("|", 2) for line in lines)}
    assert {name for name, (status, _) in pages.items() if status.startswith("5")} == set()
    _, standing = pages["standing"]
    assert "games won" in standing
    assert "/standing" in standing
    assert "/prizes" not in standing
    _, card = pages["player"]
    assert "2 punten" in card
