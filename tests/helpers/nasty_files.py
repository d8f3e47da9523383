"""Spoiled files: a good file of each kind, and random ways to spoil it."""

from __future__ import annotations

import base64
import random
import re
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp

from tests.helpers import nasty
from tests.helpers.foreign import keizer_file
from tests.helpers.places import EXAMPLES
from tests.helpers.tampered import sample
from tests.helpers.terminal import Terminal

COMMANDS = """\
# a tournament
{"command": "init", "name": "Cup", "rounds": 3, "set": {"bye.half_point_allowed": true}}
{"command": "details", "city": "Utrecht", "arbiter": "Vries, A. de", "begins": "2026-11-27"}
{"command": "enter", "name": "Aalbers", "rating": 1900, "birth": "1990-04-01", "federation": "NED"}
{"command": "enter", "name": "Bakker", "title": "FM", "fide_id": "1000001"}
{"command": "enter", "name": "Cornelisse"}
{"command": "enter", "name": "Dekker"}

{"command": "lots", "by": "entry"}
{"command": "absent", "player": 4, "round": 2}
{"command": "publish"}
{"command": "result", "round": 1, "board": 1, "result": "1-0"}
{"command": "forfeit", "round": 1, "board": 2, "black": "no word"}
{"command": "correct-result", "round": 1, "board": 1, "result": "0-1", "reason": "misread"}
{"command": "publish", "confirm": "yes"}
{"command": "schedule", "round": 3, "date": "2026-12-04"}
{"command": "prizes-declare", "cents": [50000, 30000]}
"""
MEMBERS = """\
name;number;rating;title;club;birth;sex;federation;fide_id;national_id;from_round
Aalders, M.;1;1930;FM;De Toren;1990-04-01;m;NED;1000001;7000001;
Beekman, K.;2;1875;;De Toren;;;;;;
Citroen, M.;3;1820;;Het Paard;;w;;;;
Dijkstra, D.;4;1760;;;1985;;;;;
"""
EVENING = """\
soort;speler;kleur;tegenstander;uitslag;oorzaak;team;bord;elders
partij;Aalders;W;Beekman;1-0;;;;
absent;4;;;;;;;
extern;Citroen;W;;1;;1;2;
"""
PLAYERS = """\
Nr;Name;Titel;Identnr;EloNat;EloInt;Geburt;Fed;Sex;Klub;FideIdent;Pkt;Nachname;Vorname
1;Aalders M.;FM;7000001;1930;1950;01.04.1990;NED;;De Toren;1000001;1,5;Aalders;M.
2;Beekman K.;;0;1875;0;01.01.1985;NED;W;;0;1;Beekman;K.
3;Citroen M.;;0;0;1820;;;;;0;0,5;Citroen;M.
"""
PAIRINGS = """\
Runde;Brett;IdentW;IdentS;NrW;NrS;ErgW;ErgS;Kontumaz;Erg;Mnr;ErgEloW;ErgEloS
1;1;0;0;1;2;1;0;K;1:0K;0;;
1;2;0;0;3;-1;0;0;;0:0;0;;
2;1;0;0;3;1;0,5;0,5;;0,5:0,5;0;;
2;2;0;0;2;-1;0;0;;0:0;0;;
"""
RESULTS = "board,result,cause\n1,1-0,\n2,1-0R,te laat\n"
SEASON = """\
kind;round;date;name;player;colour;opponent;team;board;result;cause;elsewhere;value;rated
season;30;;Interne;;;;;;;;;;
round;1;2026-09-04;;;;;;;;;;;
period;3;;lente;;;;;;;;;;
left;2;;;3;;;;;;;;60;
game;1;;;1;W;2;;1;1-0;;;;no
absent;1;;;4;;;;;;;;;
external;1;;;3;W;;1;2;1;;;;
game;2;;;4;W;2;;1;1-0R;late;;;
no opponent;2;;;1;;;;;;;;;
"""
RULES = """\
base = "knsb-wp-2014"
id = "ours"
title = "Rules of ours"

[bye]
half_point_allowed = true
points = 0.5
"""
KEIZER = 'base = "mwkeizer"\nid = "ours"\n[keizer.external]\n1 = [70, 68]\n'
QUESTIONS = """\
-- who leads
SELECT number, points FROM standings_now ORDER BY 1;
WITH few AS (FROM players LIMIT 2) SELECT count(*), 'a' || "number" FROM few GROUP BY ALL;
SELECT 1 + 0.5, [1, 2], {'a': DATE '2026-01-01'};
"""


@dataclass(frozen=True)
class Kind:
    """A kind of file: good content, and the command lines, with {}, that read it.

    `kept`: the ledger for them, None where they make one. `name`: the name of the file.
    """

    content: bytes
    lines: tuple[str, ...]
    kept: Path | None = None
    name: str = "file"


@cache
def season() -> Path:
    """Return the ledger of a season of four, nothing played yet."""
    terminal = Terminal(_folder() / "season.ledger")
    (_folder() / "members.csv").write_text(MEMBERS, "utf-8")
    rules = ("--rules", "mwkeizer", "--set", "keizer.external.1=[70, 68]")
    terminal.run("init", "Interne", "--rounds", 9, *rules)
    terminal.run("enter", "--file", _folder() / "members.csv")
    terminal.run("lots", "--by", "entry")
    return terminal.ledger


@cache
def kinds() -> dict[str, Kind]:
    """Return every kind of file that a verb reads."""
    trf = (EXAMPLES / "club-open.trf").read_bytes()
    members = _folder() / "members.csv"
    keizer, whole = f"--rules {_written('keizer.toml', KEIZER)}", _written("season.csv", SEASON)
    season()
    return {
        "commands": Kind(COMMANDS.encode(), ("apply {}",)),
        "players": Kind(MEMBERS.encode(), ("-t Winter enter --file {}",), sample()),
        "evening": Kind(EVENING.encode(), ("evening 1 {}",), season()),
        "results": Kind(RESULTS.encode(), ("-t Winter evening 2 {}",), sample()),
        "season": Kind(SEASON.encode(), (f"import {{}} --members {members} {keizer}",)),
        "members": Kind(MEMBERS.encode(), (f"import {whole} --members {{}} {keizer}",)),
        "pairings elsewhere": Kind(
            PAIRINGS.encode(), (f"import {{}} --members {_written('players.txt', PLAYERS)}",)
        ),
        "players elsewhere": Kind(
            PLAYERS.encode(), (f"import {_written('pairings.txt', PAIRINGS)} --members {{}}",)
        ),
        "season elsewhere": Kind(keizer_file(), ("import {} --rules mwkeizer",)),
        "live boards": Kind(
            Terminal(sample()).run("-t", "Winter", "export", "--format", "pgn").encode(),
            ("-t Winter results 1 --file {}",),
            sample(),
        ),
        "boards": Kind(b"Aalders - Beekman\n3-4\n", ("pairing-by-hand 1 {}",), season()),
        "tournament": Kind(
            trf,
            (
                "import {}",
                "trf pair {}",
                "trf check {}",
                "trf standings {}",
                "trf why {} --board 1",
                "demo {}",
            ),
        ),
        "bundle": Kind(
            _made("bundle", "make", "--with-names"),
            ("bundle verify {}", "bundle open {}"),
        ),
        "copy": Kind(_made("bundle", "make"), ("-t Winter verify --against {}",), sample()),
        "inclusion": Kind(_made("prove", 2), ("verify-proof {}",)),
        "growth": Kind(_made("prove", "--from", _first_head()), ("verify-proof {}",)),
        "rules": Kind(
            RULES.encode(), ("rules check {}", "init Cup --rules {}"), None, "rules.toml"
        ),
        "questions": Kind(QUESTIONS.encode(), ("-t Winter sql --file {} --timeout 5",), sample()),
        **(_signed() if find_spec("cryptography") else {}),
    }


def _signed() -> dict[str, Kind]:
    """Return the kinds of a signed head and of a public key."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
    plain = serialization.NoEncryption()
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain
    )
    public = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    signing, shared = _written("key.pem", private.decode()), _written("pub.pem", public.decode())
    head = _folder() / "head.json"
    Terminal(sample()).run("-t", "Winter", "head", 1, "--sign", signing, "-o", head)
    return {
        "signed head": Kind(
            head.read_bytes(), (f"-t Winter verify --head {{}} --key {shared}",), sample()
        ),
        "public key": Kind(public, (f"-t Winter verify --head {head} --key {{}}",), sample()),
        "private key": Kind(private, ("-t Winter head --sign {} -o signed.json",), sample()),
    }


@cache
def _folder() -> Path:
    return Path(mkdtemp())


def _written(name: str, text: str) -> Path:
    (_folder() / name).write_text(text, "utf-8")
    return _folder() / name


def _made(*line: object) -> bytes:
    return Terminal(sample()).run("-t", "Winter", *line).encode()


def _first_head() -> str:
    return str(Terminal(sample()).json("-t", "Winter", "head")["rows"][0]["short"])


VALUES = tuple(
    value if isinstance(value, bytes) else value.encode()
    for value in (
        "",
        "0",
        "-1",
        "1",
        "0.5",
        "1.0",
        "true",
        "null",
        "[]",
        "{}",
        '""',
        '" "',
        '"x"',
        "x",
        "½",
        "1" * 5000,
        '"' + "1" * 5000 + '"',
        "1e999",
        "-1e999",
        "1e-999999999",
        "1e999999999",
        "NaN",
        "Infinity",
        "inf",
        str(2**63),
        str(-(2**63) - 1),
        str(2**53 + 1),
        str(10**30),
        "0x" + "f" * 9999,
        "[" * 100000,
        '{"a":' * 100000,
        "(" * 5000,
        "x" * 70000,
        '"' + "x" * 70000 + '"',
        r'"\ud800"',
        r'"\u0000"',
        r'"\u202e"',
        "\x00",
        "\x1b[31m",
        '"\u2066"',
        "\ufeff",
        b"\xed\xa0\x80",
        b"\xff",
        "1/0",
        '"1/0"',
        "٣",
        "²",
        "9999-12-31",
        "2026-02-30",
        '"0000-00-00"',
        "0000 - Z",
        "w" * 200,
        "-",
        ";" * 500,
        "'",
        '"',
        "--",
        "1-1",
        "[[1]]",
        '["", null, 1e5]',
        '{"": {"": 1}}',
        "\r",
        "\n",
        "\t",
        "#",
        "a.b.c = 1",
    )
)
"""Replacements for a value; some of them in the words of one format only."""

_TOKENS = re.compile(rb'"[^"\n]*"|[^\s,;:\[\]{}"=]+')
_KEYS = re.compile(rb'"\w+"(?=:)')


def spoiled(content: bytes, chance: random.Random) -> bytes:
    """Change the content of a file in one to three ways."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        content = chance.choice((_value, _value, _value, _value, _lines, _bytes, _key))(
            content, chance
        )
    return content


def spoiled_key(content: bytes, chance: random.Random) -> bytes:
    """Change bytes inside a PEM, so that it still reads as one."""
    first, *body, last = content.split()
    start, inner, end = b" ".join((first, *body, last)).partition(b"KEY----- ")
    packed, between, rest = end.partition(b" -----END")
    data = bytearray(base64.b64decode(packed))
    for _ in range(chance.choice((1, 1, 2))):
        data[chance.randrange(len(data))] = chance.randrange(256)
    lines = (start + inner.strip(), base64.b64encode(bytes(data)), (between + rest).strip())
    return b"\n".join(lines) + b"\n"


def _value(content: bytes, chance: random.Random) -> bytes:
    """Replace one value by another, or part of a fixed column."""
    places = [match.span() for match in _TOKENS.finditer(content)]
    if not places:
        return content
    start, end = chance.choice(places)
    if content[start:end].startswith(b"001 ") or chance.random() < 0.05:
        end = start
    return content[:start] + chance.choice(VALUES) + content[end:]


def _key(content: bytes, chance: random.Random) -> bytes:
    """Give a key of an object twice, or another one."""
    keys = list(_KEYS.finditer(content))
    if not keys:
        return _value(content, chance)
    key, value = chance.choice(keys), chance.choice(VALUES)
    extra = chance.choice((key.group(), b'"command"', b'"x"', b'"\\ud800"', b'"v"'))
    return content[: key.start()] + extra + b":" + value + b"," + content[key.start() :]


def _lines(content: bytes, chance: random.Random) -> bytes:
    """Drop, double, exchange or cut lines."""
    lines = content.splitlines(keepends=True)
    if not lines:
        return content
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    what = chance.randrange(5)
    if what == 0:
        del lines[at]
    elif what == 1:
        lines.insert(other, lines[at])
    elif what == 2:
        lines[at], lines[other] = lines[other], lines[at]
    elif what == 3:
        lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]
    else:
        lines = lines[:at]
    return b"".join(lines)


def _bytes(content: bytes, chance: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(chance.choice((1, 2, 20)) if changed else 0):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def asked(terminal: Terminal, kind: Kind, line: str, name: str) -> list[str]:
    """Restore the ledger, and return the words of a command line about a file."""
    for beside in terminal.ledger.parent.glob(f"{terminal.ledger.stem}.*"):
        beside.unlink()
    if kind.kept is not None:
        nasty.fresh(terminal.ledger, kind.kept)
    return [word.replace("{}", name) for word in line.split()]
