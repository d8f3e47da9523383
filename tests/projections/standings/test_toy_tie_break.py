"""A new tie-break is its base, a class that counts it, and its words: nothing else is needed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers.toy import ToyProgram

BASE = 'GAMES_WITH_WHITE = Base("WPG", "games_with_white", "7.3", takes=((TO_LOWEST,),))\n'
COUNTED = '''class GamesWithWhite(OfPlayer, base=tie_breaks.GAMES_WITH_WHITE):
    """The number of games played over the board with the white pieces."""

    def value(self, scored: Scored, player: int) -> int:
        """Return the number of such games."""
        return sum(cell.played and cell.colour == "W" for cell in scored.table.cells[player])


'''
WORDS = '\n[games_with_white]\nlong = "{long}"\nshort = "{short}"\n'
LIST = 'ranking.final=["WPG/R", "WPG", "BH", "lots"]'
PAGES = """
import sys
from pathlib import Path
from tests.helpers.browsing import Browsing
desk = Browsing(Path(sys.argv[1]))
for language in ("en", "nl"):
    page = desk.client(None, language).get(f"/{desk.slug}/standing")
    print(page.status_code, *(word for word in sys.argv[2:] if word in page.text), sep="|")
"""


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> ToyProgram:
    """Return the program with one tie-break more, and a ledger that has it.

    Copied and run for real: some six seconds.
    """
    toy = ToyProgram(tmp_path_factory.mktemp("toy"))
    toy.before("ledger/rulebooks/tie_breaks.py", "BLACK_WINS = Base(", BASE)
    toy.before("projections/standings/tiebreaks.py", "class BlackWins(", COUNTED)
    english = WORDS.format(long="games played with white", short="white")
    dutch = WORDS.format(long="gespeelde partijen met wit", short="wit")
    toy.add("desk/render/words/en/tie-breaks.toml", english)
    toy.add("desk/render/words/nl/tie-breaks.toml", dutch)
    toy.with_pages()
    opening = ["init", "Cup", "--rounds", "1", "--rules", "fide-dutch-2026", "--set", LIST]
    entries = [["enter", name, "--rating", "1500"] for name in ("Ann", "Bo", "Cy", "Di")]
    played = [["result", "1", board, "1/2-1/2"] for board in ("1", "2")]
    for words in (opening, *entries, ["lots", "--seed", "1"], ["pair"], ["publish"], *played):
        toy.run("cli.py", "--ledger", "toy.ledger", *words)
    return toy


def test_a_new_tie_break_is_two_files_and_its_words(toy: ToyProgram) -> None:
    assert len(toy.touched) == len(set(toy.touched)) == 4


def test_a_new_tie_break_orders_a_standing_in_both_languages(toy: ToyProgram) -> None:
    line = ["--ledger", "toy.ledger", "standings", "--final"]
    english, dutch = toy.run("cli.py", *line), toy.run("cli.py", "--lang", "nl", *line)
    assert "WPG/R white BH" in " ".join(english.split())
    assert "WPG/R wit BH" in " ".join(dutch.split())
    rows = json.loads(toy.run("cli.py", *line, "--json"))["rows"]
    both = [
        (row["tie_breaks"]["games_with_white_lowest_first"], row["tie_breaks"]["games_with_white"])
        for row in rows
    ]
    assert both == [(0, 0), (0, 0), (1, 1), (1, 1)]
    assert rows[2]["decided_by"] == "games_with_white_lowest_first"


def test_a_new_tie_break_is_in_sql_in_a_file_and_beside_another_rulebook(toy: ToyProgram) -> None:
    before = ["--ledger", "toy.ledger"]
    asked = "select distinct tie_break, value from tie_breaks where final and tie_break like 'g%'"
    for where in ([], ["--mirror"]):
        if where:
            toy.run("cli.py", *before, "mirror", "build")
        answer = toy.run("cli.py", *before, "sql", *where, f"{asked} order by 1, 2", "--csv")
        assert answer.splitlines()[1:] == [
            f"games_with_white{end},{value}" for end in ("", "_lowest_first") for value in (0, 1)
        ]
    toy.run("cli.py", *before, "export", "-o", "toy.trf")
    assert "202 WPG/R,WPG,BH,OTHER_LOTS" in (toy.folder / "toy.trf").read_text()
    other = ["--rules", "fide-dutch-2026", "--set", 'ranking.final=["WPG", "lots"]']
    moves = toy.run("cli.py", *before, "replay", *other, "--round", "final", "--wide")
    assert "white" in moves.split()


def test_a_new_tie_break_stands_on_the_page_with_what_it_means(toy: ToyProgram) -> None:
    words = ("games played with white, the lowest first", "gespeelde partijen met wit")
    pages = toy.run("-c", PAGES, str(Path(toy.folder, "toy.ledger")), *words)
    assert pages.splitlines() == [f"200|{words[0]}", f"200|{words[1]}"]


def test_a_modifier_that_it_does_not_take_is_refused_with_those_that_it_takes(
    toy: ToyProgram,
) -> None:
    script = (
        "from pairing.systems.registry import load_rulebook; from desk.render.catalogue import in_language;"
        "[no] = load_rulebook('fide-2026', {'ranking.final': '[\"WPG/C1\", \"lots\"]'});"
        "print(no.clause, in_language(no.what, 'en'))"
    )
    said = toy.run("-c", script)
    assert said.startswith("fide-2026 7.3 ")
    assert '"WPG/C1" is not one of WPG or WPG/R' in said
