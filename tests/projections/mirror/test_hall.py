"""Claims and check-ins in a mirror: each with the fact that ended it, and with its undo."""

from __future__ import annotations

from pathlib import Path

from projections.mirror.files import mirror_path
from projections.sql.connections import looked_at
from tests.helpers.terminal import Terminal


def test_claims_and_check_ins_are_tables_that_tell_how_each_ended(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "hall.ledger")
    terminal.run("init", "Open", "--rounds", 3)
    for name in "ABCD":
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    terminal.run("check-in", 1, 2, 3)
    terminal.run("undo")
    terminal.run("schedule", 1, "2026-09-11", "19:30", "--check-in-until", "19:15")
    terminal.run("check-in", 1, 2, "--later")
    terminal.run("check-in", 1, "--cancel")
    terminal.run("absent", 2, 1)
    terminal.run("absent", 2, 1, "--cancel")
    terminal.run("publish", "--confirm", "yes")
    board = terminal.json("boards")["rows"][0]
    white, black = board["white"], board["black"]
    terminal.run("claim", white, "1-0", "--source", "board", "--device", "1" * 16)
    terminal.run("claim", white, "0-1", "--device", "1" * 16)
    terminal.run("claim", black, "0-1")
    terminal.run("undo")
    terminal.run("claim", black, "1/2-1/2")
    terminal.run("claim-withdraw", black)
    terminal.run("mirror", "build")
    with looked_at(mirror_path(terminal.ledger)) as connection:
        claims = connection.execute(
            "SELECT player, opponent, colour, result, source, left(device, 2), e.fact,"
            " c.taken_back_by IS NOT NULL FROM claims c LEFT JOIN events e"
            " ON e.tournament = c.tournament AND e.position = c.ended_by ORDER BY c.position"
        ).fetchall()
        check_ins = connection.execute(
            "SELECT player, c.round, comes_later, e.fact, c.taken_back_by IS NOT NULL"
            " FROM check_ins c"
            " LEFT JOIN events e ON e.tournament = c.tournament AND e.position = c.ended_by"
            " ORDER BY c.position"
        ).fetchall()
        closed = connection.execute("SELECT time, check_in_until FROM rounds").fetchall()
    replaced, withdrawn = "result-claimed", "claim-withdrawn"
    own = [(*row[:5], *row[6:]) for row in claims]
    assert own == [
        (white, black, "W", "1-0", "board", replaced, False),
        (white, black, "W", "0-1", "player", None, False),
        (black, white, "B", "0-1", "player", replaced, True),
        (black, white, "B", "1/2-1/2", "player", withdrawn, False),
    ]
    assert [row[5] for row in claims[:2]] == ["11", "11"]
    end = "check-in-withdrawn"
    again = "player-checked-in"
    assert check_ins == [
        (1, 1, False, again, True),
        (2, 1, False, again, True),
        (3, 1, False, None, True),
        (1, 1, True, end, False),
        (2, 1, True, "absence-announced", False),
    ]
    assert closed == [("19:30", "19:15")]
