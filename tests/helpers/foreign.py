"""Files of other programs, made as they are described: Swiss-Manager, KeizerForClubs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing

PLAYERS = (
    "Nr;Name;Titel;Identnr;EloNat;EloInt;Geburt;Fed;Sex;Klub;FideIdent;Pkt;Rang;Nachname;Vorname"
)
HEAD = "Runde;Brett;IdentW;IdentS;NrW;NrS;ErgW;ErgS;Kontumaz;Erg;Mnr;ErgEloW;ErgEloS"
ONE = "1;1;0;0;1;3;1;0;;1:0;0;;"
TWO = "1;2;0;0;4;2;0,5;0,5;;0,5:0,5;0;;"
BYE = "1;3;0;0;5;-1;0;0;;0:0;0;;"


def players(*points: str) -> bytes:
    """Return as many players as there are points, which may be blank."""
    rows = [
        f"{n};Player {n};;700000{n};{1900 + n};0;01.01.1990;NED;;De Toren;0;{own};;Player;N. {n}"
        for n, own in enumerate(points, 1)
    ]
    return "\r\n".join((PLAYERS, *rows, "")).encode()


FIVE = players("", "", "", "", "")

_TABLES = """
CREATE TABLE Player (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, name VARCHAR(30) NOT NULL,
 rating INTEGER(4) NOT NULL, rank INTEGER(3) NOT NULL, state INTEGER(2), Keizer_StartPts FLOAT,
 Keizer_SumPts FLOAT, RatingWDelta INTEGER NOT NULL DEFAULT 0, Keizer_PrevPts FLOAT);
CREATE TABLE Pairing (Rnd INTEGER NOT NULL, board INTEGER NOT NULL, PID_W INTEGER NOT NULL,
 PID_B INTEGER NOT NULL, Result INTEGER(2), Pts_W FLOAT, Pts_B FLOAT);
CREATE TABLE ConfigTab (CfgKey VARCHAR(20) NOT NULL PRIMARY KEY, CfgText VARCHAR(5), CfgValue FLOAT);
"""

MEMBERS = (("Aalders, M.", 1930), ("Beekman, K.", 1875), ("Citroen, M.", 0), ("Dijkstra", 1700))
EVENINGS = (
    (1, 1, 1, 2, 1),
    (1, 2, 4, 3, 2),
    (2, 1, 3, 1, 3),
    (2, 100, 2, -1, 6),
    (2, 101, 4, -1, 4),
)


def keizer_file(
    members: Sequence[tuple[object, ...]] = MEMBERS,
    pairs: Iterable[tuple[object, ...]] = EVENINGS,
    *,
    settings: Iterable[tuple[str, float]] = (),
    more: str = "",
) -> bytes:
    """Return a file of KeizerForClubs: members by name, rating and state; pairs by their columns.

    The program itself wrote none of these: its tables are those of its own source. `more` is SQL
    that is carried out at the end.
    """
    with closing(sqlite3.connect(":memory:")) as file:
        file.executescript(_TABLES)
        for member in members:
            name, rating, state = (*member, 1)[:3]
            file.execute(
                "INSERT INTO Player (name, rating, rank, state) VALUES (?, ?, 99, ?)",
                (name, rating, state),
            )
        file.executemany(
            "INSERT INTO Pairing (Rnd, board, PID_W, PID_B, Result) VALUES (?, ?, ?, ?, ?)", pairs
        )
        file.executemany("INSERT INTO ConfigTab (CfgKey, CfgValue) VALUES (?, ?)", settings)
        file.executescript(more)
        file.commit()
        return file.serialize()
