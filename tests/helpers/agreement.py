"""Agreement of all forms: text, JSON, CSV, the mirror, pages, exported facts, and `verify`."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from dataclasses import replace
from fractions import Fraction
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from desk.access.roles import Role
from projections.games.rounds import rounds_done
from tests.helpers.browsing import Browsing
from tests.helpers.competitions import Competition
from tests.helpers.matrix import GETS, address_of
from tests.helpers.terminal import Terminal


def hold_to_one_story(competition: Competition) -> None:
    """Check every form of standings, games and facts against the others, building the mirror."""
    terminal = competition.terminal
    terminal.run("mirror", "update")
    events, departures, games, standings = _asked(terminal)
    _facts_are_counted_alike(terminal, events, departures)
    _games_are_alike(competition, games)
    mirrored: dict[int, list[dict[str, Any]]] = {}
    for row in standings:
        mirrored.setdefault(row["round"], []).append(row)
    assert [*mirrored] == [*range(1, rounds_done(competition.book) + 1)]
    for after in range(len(mirrored) + 1):
        _standings_are_alike(competition, after, mirrored.get(after))
    _pages_are_alike(competition)
    _next_step_works(competition)


_QUESTIONS = (
    "select position, fact from events order by position",
    "select position, kind from integrity order by position",
    "select * from games_now order by round, board",
    "select * from standings_now order by round, rank, number",
)
"""What the mirror is asked, and one copy that is made on the fly: making it takes longest."""

Rows: TypeAlias = list[dict[str, Any]]


def _asked(terminal: Terminal) -> list[Rows]:
    """Return the answers to all questions, which are the same from the mirror and from a copy."""
    text = ";\n".join(_QUESTIONS).encode()
    mirrored, copied = (
        [answer["rows"] for answer in json.loads(terminal.run("sql", *of, "--json", stdin=text))]
        for of in (("--mirror",), ())
    )
    for question, rows, others in zip(_QUESTIONS, mirrored, copied, strict=True):
        assert rows == others, f"the mirror and a copy made on the fly differ: {question}"
    return mirrored


def _facts_are_counted_alike(terminal: Terminal, events: Rows, departures: Rows) -> None:
    log, status = terminal.json("log"), terminal.json("status")
    (verified,) = terminal.json("verify")["tournaments"]
    positions = [row["position"] for row in log["rows"]]
    lines = terminal.run("export", "--format", "ndjson").splitlines()
    exported = [json.loads(line) for line in lines]
    assert positions == [*range(1, status["last_position"] + 1)]
    assert positions == [fact["position"] for fact in exported]
    assert verified["facts"] == len(positions)
    assert [(row["position"], row["fact"]) for row in log["rows"]] == [
        (row["position"], row["fact"]) for row in events
    ]
    listed = terminal.json("integrity")["rows"]
    assert [(row["position"], row["kind"]) for row in listed] == [
        (row["position"], row["kind"]) for row in departures
    ]


def _games_are_alike(competition: Competition, games: Rows) -> None:
    terminal, published = competition.terminal, len(competition.state.rounds)
    shown = []
    for number in range(1, published + 1):
        sheet = terminal.json("pairings", number)["rows"]
        rows = list(csv.DictReader(io.StringIO(terminal.run("pairings", number, "--csv"))))
        for key in ("board", "white", "black"):
            assert [str(row[key]) for row in sheet] == [row[key] for row in rows]
        shown += [(number, r["board"], r["white"], r["black"], r["result"]) for r in sheet]
    assert shown == [
        (
            row["round"],
            row["board"],
            row["white"],
            row["black"],
            row["result"] or ("adjourned" if row["adjourned"] else None),
        )
        for row in games
    ]


def _standings_are_alike(
    competition: Competition, after: int, lines: list[dict[str, Any]] | None
) -> None:
    terminal = competition.terminal
    rows = terminal.json("standings", "--after", after)["rows"]
    text = terminal.run("standings", "--after", after).splitlines()
    heading, *cells = csv.reader(io.StringIO(terminal.run("standings", "--after", after, "--csv")))
    place = next(at for at, name in enumerate(heading) if name in ("name", "Naam", "Name"))
    names = [row.get("name_shown") or row["name"] for row in rows]
    assert [cell[place] for cell in cells] == names
    rules = [at for at, line in enumerate(text) if line.startswith("─")] or [len(text)]
    body = text[rules[0] + 1 :]
    assert len(body) >= len(names)
    assert all(name in line for name, line in zip(names, body, strict=False))
    crossed = terminal.json("crosstable", "--after", after)["rows"]
    expected = [{key: row[key] for key in ("id", "rank", "points")} for row in rows]
    if competition.book.rules_of(after).system == "round-robin":  # a matrix is by number
        expected.sort(key=lambda row: row["id"])
    assert [{key: row[key] for key in ("id", "rank", "points")} for row in crossed] == expected
    if lines is None:
        return
    mirrored = {row["number"]: row for row in lines}
    assert {row["id"]: row["rank"] for row in rows} == {n: r["rank"] for n, r in mirrored.items()}
    for row in rows:
        kept = mirrored[row["id"]]
        exact = Fraction(str(row["points"]))
        assert abs(Fraction(str(kept["points"])) - exact) <= Fraction(1, 10_000)
        for key in ("wp", "sb"):
            assert key not in row or Fraction(str(kept[key])) == Fraction(str(row[key]))


def _pages_are_alike(competition: Competition) -> None:
    """Check that every page is made, and that the standing is the one of the terminal."""
    browsing = Browsing(competition.terminal.ledger)
    client = browsing.client(Role.CHIEF, "en")
    try:
        for route in GETS:
            if Role.CHIEF in route.roles and "ticket" not in route.path:
                answer = client.get(address_of(browsing, route))
                assert answer.status_code < 500, (route.name, answer.status_code)
        page = client.get(f"/{browsing.slug}/standing").text
    finally:
        browsing.office.live.close()
    final = ("--final",) if competition.state.closed else ()  # the end shows the final standing
    rows = competition.terminal.json("standings", *final)["rows"]
    table = page.partition("<tbody")[2].partition("</tbody>")[0]
    shown = [unescape(re.sub("<[^>]+>", "", row)) for row in table.split("<tr")[1:]]
    names = [row.get("name_shown") or row["name"] for row in rows]
    assert len(shown) == len(names)
    assert all(name in line for name, line in zip(names, shown, strict=True)), (names, shown)


def _next_step_works(competition: Competition) -> None:
    """Carry out the step that `status` shows, in a copy, where all of it is whole commands."""
    status = competition.terminal.json("status")
    step, _, _ = status["next"].partition("; ")
    lines = step.split(", then ")
    if not all(line.startswith("toernooi ") for line in lines) or re.search("[A-Z]{3,}", step):
        return
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.ledger"
        competition.terminal.run("copy", competition.terminal.ledger, copy)
        for line in lines:
            words, terminal = shlex.split(line)[1:], replace(competition.terminal, ledger=copy)
            rounds = [int(board.partition(".")[0]) for board in status["open_boards"]]
            of_round = (
                int(words[1]) if words[1:] and words[1].isdecimal() else max(rounds, default=0)
            )
            ran = terminal.try_(*words, stdin=b"=\n" * rounds.count(of_round))
            if "(confirmation-needed)" in ran.err:
                asked = re.search(r"--confirm (\S+)", ran.err)
                assert asked, ran
                ran = terminal.try_(*words, "--confirm", asked[1].rstrip(".,;"))
            unpaired = (
                "(no-legal-pairing)",
                "(norm-broken)",
            )  # what nobody knows before it is paired
            assert ran.code == 0 or any(code in ran.err for code in unpaired), (line, ran)
