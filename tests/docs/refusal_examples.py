"""The examples of refusals: for each code a ledger and command lines, of which the last is refused.

Whoever adds a refusal adds its example to `EXAMPLES`, or to `IN_WORDS` where none can be typed.
"""

from __future__ import annotations

from tests.helpers.rating_lists import (
    FIDE_COMBINED,
    FIDE_SINGLE,
    fide_combined,
    fide_xml,
    people,
)

LEDGERS = {
    "nothing": ("", ""),
    "entered": (
        "",
        """
init "Club Open" --rounds 5
enter Anna --rating 1900
enter Bram --rating 1850
enter Cor --rating 1800
enter Dirk --rating 1750
enter Ernst --rating 1700
enter Frits --rating 1650
""",
    ),
    "numbered": ("entered", "lots --by entry"),
    "round-1": ("numbered", "publish"),
    "played-1": ("round-1", "result 1 1 1-0 2 1-0 3 1-0"),
    "round-2": ("played-1", "publish"),
    "finished": (
        "",
        """
init "Duel" --rounds 1
enter Anna
enter Bram
lots --by entry
publish
result 1 1 1-0
finish --confirm 1
""",
    ),
    "fide": (
        "",
        """
init "Autumn Open" --rules fide-dutch-2026 --rounds 4
enter Anna --rating 1900
enter Bram --rating 1850
enter Cor --rating 1800
enter Dirk --rating 1750
enter Ernst --rating 1700
enter Frits --rating 1650
lots --first-colour white
""",
    ),
    "fide-1": ("fide", "publish"),
    "fide-2": ("fide-1", "result 1 1 1-0 2 1-0 3 1-0\npublish"),
    "fide-3": ("fide-2", "result 2 1 1-0 2 1-0 3 1-0\npublish"),
    "group": (
        "",
        """
init "Ladder group" --rules berger --rounds 3
enter Anna
enter Bram
enter Cor
enter Dirk
lots --by entry
""",
    ),
    "group-1": ("group", "publish"),
    "season": (
        "",
        """
init "Club season" --rules mwkeizer --rounds 10 --set "keizer.external.1=[70, 68, 66]"
enter Anna --rating 1900
enter Bram --rating 1850
enter Cor --rating 1800
enter Dirk --rating 1750
enter Ernst --rating 1700
lots --by rating
""",
    ),
    "season-1": ("season", "absent Ernst 1\npublish"),
    "season-2": ("season-1", "result 1 1 1-0 2 1-0\npublish"),
    "duel": (
        "",
        """
init "Duel" --rounds 3
enter Anna
enter Bram
lots --by entry
publish
result 1 1 1-0
""",
    ),
    "drawn": (
        "",
        """
init "Draw" --rounds 1
enter Anna
enter Bram
lots --by entry
publish
result 1 1 1/2-1/2
""",
    ),
    "five": (
        "",
        """
init "Five" --rounds 3
enter Anna
enter Bram
enter Cor
enter Dirk
enter Ernst
lots --by entry
publish
result 1 1 1-0 2 1-0
publish
""",
    ),
    "dubov": (
        "",
        """
init "Dubov Open" --rules fide-dubov-2026
enter Anna
enter Bram
lots --first-colour white
""",
    ),
    "two": ("", 'init "First"\ninit "Second"'),
}
"""Ledgers by name: the one that it continues ("": none), and what is typed to make it."""

_ANNA = f"001    1      {'Anna':<33} 1899                             0.0    1\n"
_BRAM = f"001    2      {'Bram':<33} 1898                             0.0    2\n"

FILES = {
    "large.png": "x" * 110_000,
    "prizes.toml": """main = [50]

[[category]]
name = "Juniors"
year_from = 2008
prizes = [20]
""",
    "prizes-wrong.toml": 'main = [100, 300]\nmethod = "lots"\n',
    "notes/read-me.txt": "nothing to import\n",
    "boards.txt": "Anna and Bram\n",
    "twice.txt": "Anna - Bram\nAnna - Cor\nErnst - Frits\n",
    "absent.txt": "Anna - Bram\nCor - Dirk\nErnst - Frits\n",
    "empty.txt": "",
    "empty.ndjson": "# nothing yet\n",
    "undo.ndjson": (
        '{"command": "init", "name": "Open", "rules": "knsb-wp-2014"}\n{"command": "undo"}\n'
    ),
    "order.txt": "Bram\nAnna\n",
    "players.csv": "name,rating\nGerda,strong\n",
    "ratings.csv": "name,rating\nZwart,1910\n",
    "twice.csv": "name,rating,fide_id\nAnna,1910,1001\nAnna,1920,1002\n",
    "evening.csv": "kind;player;opponent;result\ngame;Anna;Bram;2-0\n",
    "kind.csv": "kind;player;opponent;result\nleft;Anna;;\n",
    "no-player.csv": "kind;player;opponent;result\ngame;;Bram;1-0\n",
    "no-result.csv": "kind;player;opponent;result\ngame;Anna;Bram;\n",
    "no-rows.csv": "kind;player;opponent;result\n",
    "other-round.csv": "round;kind;player;opponent;result\n2;game;Anna;Bram;1-0\n",
    "twice-there.csv": "kind;player;opponent;result\nabsent;Anna;;\nabsent;Anna;;\n",
    "two-byes.csv": (
        "kind;player;opponent;result\nno opponent;Anna;;\nno opponent;Bram;;\ngame;Cor;Dirk;1-0\n"
    ),
    "other-opponent.csv": "kind;player;opponent;result\ngame;Anna;Cor;1-0\n",
    "colours.csv": "kind;player;opponent;result\ngame;Bram;Anna;1-0\n",
    "rounds.txt": "Runde;Brett;NrW;NrS;ErgW;ErgS;Kontumaz\n1;1;1;2;3;0;\n",
    "sm-players.txt": (
        "Nr;Name;Identnr;EloNat;EloInt;FideIdent;Nachname;Vorname\n"
        "1;Anna;;1900;;;Anna;\n2;Bram;;1850;;;Bram;\n"
    ),
    "games.pgn": '[White "Anna"]\n[Black "Bram"]\n[Result "1-0"]\n\n1-0\n',
    "bad.pgn": '[White "Anna"]\n[Result "1-0"]\n\n1-0\n',
    "cut.s3db": "SQLite format 3\0 and no more",
    "old.smw": "2 1 0 0 0\n",
    "season.csv": "round,kind,player,opponent,result\n1,game,Anna,Bram,1-0\n",
    "bad-season.csv": "round,kind,player,opponent,result\nfirst,game,Anna,Bram,1-0\n",
    "members.csv": "number,name,rating\n1,Anna,1900\n2,Bram,1850\n",
    "bad-members.csv": "number,name,rating\n1,Anna,strong\n2,Bram,1850\n",
    "numbers.csv": "number,name,rating\n1,Anna,1900\n1,Bram,1850\n",
    "broken.trf": f"012 Two\nXXR five\n{_ANNA}{_BRAM}",
    "away.ndjson": '{"command": "import", "file": "nowhere.trf", "rules": "knsb-wp-2014"}\n',
    "two.trf": f"012 Two\nXXR 5\n{_ANNA}{_BRAM}",
    "points.trf": f"012 Two\nXXR 5\nXXS PAB=0.5\n{_ANNA}{_BRAM}",
    "fast.trf": f"012 Two\nXXR 5\n250       1.0   1   2    1    2\n{_ANNA}{_BRAM}",
    "apart.trf": f"012 Two\nXXR 5\nXXP 1 2\n{_ANNA}{_BRAM}",
    "system.trf": f"012 Two\n192 FIDE_DOUBLESWISS\nXXR 5\n{_ANNA}{_BRAM}",
    "bad.ndjson": '{"command": "absent", "player": "Anna", "round": "next"}\n',
    "twice.ndjson": ('{"command": "init", "name": "Open"}\n{"command": "init", "name": "Cup"}\n'),
    "many.ndjson": "not a command\n" * 60,
    "no-opponent.csv": "kind;player;opponent;result\ngame;Anna;;1-0\n",
    "other-bye.csv": "kind;player;opponent;result\nno opponent;Ernst;;\n",
    "team.trf": f"012 Teams\n192 FIDE_TEAM\n{_ANNA}{_BRAM}013 First team                        1    2\n",
    "rules.toml": 'id = "ours"\n[bye\n',
    "recipe.txt": "PlayersNumber=many\n",
    "head.json": "{}\n",
    "list.txt": f"{FIDE_COMBINED}\n",
    "list-of-two.txt": fide_combined(one for one in people() if one.name == "Jansen, Kees"),
    "november.txt": FIDE_SINGLE.format(month="NOV26") + "\n",
    "wide.txt": "\0".join(FIDE_COMBINED),
    "half.xml": fide_xml(people()[:2])[:900],
    "moved.txt": fide_combined(people()[:2]).replace("NED", "N3D"),
    "double.txt": fide_combined([people()[0], people()[0]]),
    "KLASSIEK.csv": "Relatienummer;Naam;Titel;FED;Rating;Nv\n",
}
"""Files that are there for every example, by name."""

EXAMPLES: dict[str, tuple[str, ...]] = {
    "acceleration-disagrees": (
        "nothing",
        "trf pair fast.trf --rules fide-dutch-2026",
    ),
    "acceleration-is-fixed": (
        "fide-1",
        'rules change fide-dutch-2026 --set fide.acceleration=baku --reason "more rounds"',
    ),
    "acceleration-not-by-player": ("fide", "accelerate 1-2 --points 1 --rounds 1-2"),
    "after-and-final": ("played-1", "standings --after 1 --final"),
    "already-absent": ("numbered", "absent Anna 1", "absent Anna 1"),
    "already-adjourned": ("round-1", "adjourn 1 1 --confirm yes", "adjourn 1 1"),
    "already-checked-in": ("numbered", "check-in Anna", "check-in Anna"),
    "already-entered": ("numbered", "enter Anna"),
    "already-expected": ("season", "present Anna 1"),
    "already-paired": ("round-1", 'board add 1 Anna Bram --reason "they came late"'),
    "already-prohibited": (
        "fide",
        "prohibit Anna Bram --confirm yes",
        "prohibit Anna Bram",
    ),
    "already-ruled": (
        "played-1",
        'protest 1 1 "the clock was set wrongly"',
        'ruling 1 rejected "the clock was right"',
        'ruling 1 upheld "the clock was wrong"',
    ),
    "already-withdrawn": ("round-1", "withdraw Anna", "withdraw Anna"),
    "ambiguous-player": ("numbered", "player r"),
    "answer-too-large": (
        "numbered",
        "sql \"select repeat('x', 100) as x from range(200_000)\" --csv --disk 1",
    ),
    "answer-unwritable": (
        "numbered",
        "sql 'select 1 as n' --parquet nowhere/n.parquet",
    ),
    "bad-board": ("numbered", 'pairing-by-hand 1 boards.txt --reason "the regulations"'),
    "bad-command": (
        "nothing",
        "apply bad.ndjson",
    ),
    "basis-outdated": (
        "numbered",
        "pair",
        "absent Anna 1",
        "publish --basis 9",
    ),
    "basis-too-old": (
        "played-1",
        "publish --basis 8",
    ),
    "board-has-result": ("played-1", 'board swap 1 Anna Cor --reason "one car"'),
    "bundle-unreadable": ("nothing", "bundle open empty.txt"),
    "by-hand-not-begun": ("fide", "by-hand-end"),
    "by-hand-not-ended": (
        "fide",
        'by-hand-begin --confirm yes --reason "a power cut"',
        "publish",
    ),
    "bye-not-allowed": (
        "five",
        "board swap 2 Ernst Anna --reason x",
    ),
    "cannot-be-undone": ("round-1", "undo"),
    "cause-missing": ("round-1", "forfeit 1 1"),
    "check-in-after-begin": ("numbered", "schedule 1 2026-12-04 20:00 --check-in-until 20:15"),
    "claim-stands": (
        "round-1",
        "claim Anna 1-0 --device 00000000000000a1",
        "claim Anna 0-1 --device 00000000000000b2 --source board",
    ),
    "claims-agree": (
        "round-1",
        "claim Anna 1-0 --device 00000000000000a1",
        "claim Frits 1-0 --device 00000000000000b2",
        "claim Anna 0-1 --device 00000000000000a1",
    ),
    "colours-differ": ("season-1", "evening 1 colours.csv"),
    "confirmation-needed": (
        "nothing",
        "generate --players 6 --rounds 3 --seed one -o made.trf",
        "import made.trf",
        "undo",
    ),
    "copy-differs": (
        "round-1",
        "copy toernooi.ledger twin.ledger",
        "withdraw Anna",
        "--ledger twin.ledger withdraw Bram",
        "copy toernooi.ledger twin.ledger",
    ),
    "copy-is-ahead": (
        "round-1",
        "copy toernooi.ledger twin.ledger",
        "--ledger twin.ledger withdraw Bram",
        "copy toernooi.ledger twin.ledger",
    ),
    "copy-names-differ": (
        "round-1",
        "bundle make -o club.bundle",
        "--ledger twin.ledger bundle open club.bundle",
        "withdraw Anna",
        "copy toernooi.ledger twin.ledger",
    ),
    "correct-it-wholly": (
        "fide-2",
        'correct result 1 1 0-1 --rating-only --reason "misread"',
    ),
    "earlier-round-open": (
        "nothing",
        "trf pair two.trf --round 3",
    ),
    "ends-before-it-begins": ("nothing", "init Cup --begins 2026-11-02 --ends 2026-11-01"),
    "evening-*": ("season", "evening 1 evening.csv"),
    "evening-kind": (
        "season",
        "evening 1 kind.csv",
    ),
    "evening-no-player": ("season", "evening 1 no-player.csv"),
    "evening-no-players": (
        "season",
        "evening 1 no-opponent.csv",
    ),
    "evening-no-result": ("season", "evening 1 no-result.csv"),
    "evening-no-rows": ("season", "evening 1 no-rows.csv"),
    "evening-other-round": ("season", "evening 1 other-round.csv"),
    "evening-twice": (
        "season",
        "evening 1 twice-there.csv",
    ),
    "evening-two-byes": ("season", "evening 1 two-byes.csv"),
    "export-unwritable": (
        "round-1",
        "export --parquet nowhere/deep/tables",
    ),
    "external-already-recorded": (
        "season-1",
        "external Ernst 1 --team 1 --board 2 --colour w --result 1",
        "external Ernst 1 --team 1 --board 2 --colour w --result 0",
    ),
    "federation-missing": (
        "fide",
        "start-rank FIDON",
    ),
    "fide-mode-refuses": (
        "fide-3",
        'correct result 1 1 0-1 --reason "misread" --confirm yes',
    ),
    "field-is-fixed": ("group-1", "enter Ernst"),
    "file-exists": ("numbered", "backup club.backup", "restore club.backup"),
    "file-not-read": (
        "nothing",
        "apply away.ndjson",
    ),
    "first-colour-missing": (
        "numbered",
        'rules change fide-dutch-2026 --reason "it is to be rated"',
        "publish",
    ),
    "folder-missing": ("nothing", "--ledger nowhere/club.ledger init Cup"),
    "foreign-*": ("nothing", "import rounds.txt --members sm-players.txt"),
    "foreign-damaged": ("nothing", "import cut.s3db --rules mwkeizer"),
    "foreign-no-table": ("entered", "import toernooi.ledger --rules mwkeizer"),
    "foreign-not-described": ("nothing", "import old.smw"),
    "foreign-other-players": ("nothing", "import rounds.txt --members members.csv"),
    "foreign-players-alone": ("nothing", "import sm-players.txt"),
    "game-open": (
        "round-1",
        "plan 1 --confirm yes",
        "finish",
    ),
    "games-open": ("round-1", "publish"),
    "given-and-cleared": ("numbered", "details --city Breda --clear city"),
    "half-point-bye-in-last-round": (
        "fide",
        'rules change --set bye.half_point_allowed=true --reason "the regulations"',
        "bye Anna 4",
    ),
    "half-point-bye-not-allowed": ("numbered", "bye Anna 1"),
    "has-a-game": (
        "season",
        'rules change --set keizer.catch_up=true --reason "decided"',
        "absent Ernst 1",
        "publish",
        "catch-up 1 Anna Ernst 1-0",
    ),
    "has-played": (
        "played-1",
        "remove Anna",
    ),
    "head-not-continued": (
        "round-1",
        "prove --from 9:AAAA-AAAA-AAAA-AAAA",
    ),
    "image-too-large": ("nothing", "logo large.png"),
    "import-taken-back": (
        "nothing",
        "generate --players 6 --rounds 3 --seed one -o made.trf",
        "import made.trf --confirm yes",
        "undo --confirm yes",
        "enter Anna",
    ),
    "is-absent": (
        "numbered",
        "absent Frits 1",
        'pairing-by-hand 1 absent.txt --reason "the regulations"',
    ),
    "lake-unwritable": (
        "round-1",
        "lake build . --to players.csv/lake",
    ),
    "ledger-is-a-folder": ("nothing", "--ledger . status"),
    "ledger-missing": ("nothing", "status"),
    "list-columns": ("nothing", "lists load KLASSIEK.csv"),
    "list-damaged": ("nothing", "lists load half.xml"),
    "list-empty": ("nothing", "lists load list.txt"),
    "list-not-kept": ("nothing", "lists drop fide-rapid"),
    "list-not-text": ("nothing", "lists load wide.txt"),
    "list-number-twice": ("nothing", "lists load double.txt"),
    "list-of-another-kind": (
        "fide",
        'rating-list "FIDE standard" 2026-11-01 --kind national --player Anna --rating 1910',
    ),
    "list-row-unreadable": ("nothing", "lists load moved.txt"),
    "list-tempo": ("nothing", "lists load november.txt"),
    "list-unknown": ("nothing", "lists load players.csv"),
    "list-without-ratings": ("fide", 'rating-list "FIDE standard" 2026-11-01'),
    "listed-twice": (
        "fide",
        'rating-list "FIDE standard" 2026-11-01 --file twice.csv',
    ),
    "lots-drawn-twice": (
        "drawn",
        "finish --draw --order Anna --order Bram --confirm 1",
    ),
    "mapping-unknown": ("entered", "enter --file ratings.csv --mapping webform"),
    "members-*": ("nothing", "import season.csv --members bad-members.csv --rules mwkeizer"),
    "members-missing": ("nothing", "import season.csv --rules mwkeizer"),
    "members-numbers": ("nothing", "import season.csv --members numbers.csv --rules mwkeizer"),
    "name-of-a-file": ("numbered", "enter players.csv"),
    "name-of-a-part": ("nothing", "--ledger club.ledger-wal init Cup"),
    "name-taken": ("numbered", 'init "Club Open"'),
    "named-twice": ("fide", "prohibit Anna Anna"),
    "no-answer": (
        "numbered",
        "sql 'set variable x = 1' --picture none.svg",
    ),
    "no-boards": ("numbered", 'pairing-by-hand 1 empty.txt --reason "the regulations"'),
    "no-bye-for-player": (
        "fide",
        'rules change --set bye.half_point_allowed=true --reason "the regulations"',
        'no-bye Anna --reason "the regulations"',
        "bye Anna 1",
    ),
    "no-catch-up": ("season-1", "catch-up 1 Anna Ernst 1-0"),
    "no-claim": ("round-1", "claim-withdraw Anna"),
    "no-cluster-address": (
        "round-1",
        "mirror build --cluster here",
    ),
    "no-colour-to-draw": ("numbered", "lots --first-colour white"),
    "no-commands": ("nothing", "apply empty.ndjson"),
    "no-decisions": (
        "round-1",
        "lake build . --to lake",
        "sql --lake lake 'from pairing_decisions'",
    ),
    "no-draw": ("fide", "start-rank FIDE --seed 12"),
    "no-evening-yet": (
        "season",
        "who-comes 3",
    ),
    "no-expulsion": ("season", 'withdraw Anna --expelled --reason "a telephone"'),
    "no-files": (
        "numbered",
        "import-folder notes",
    ),
    "no-norm": ("round-1", "norms Anna --certificate IM"),
    "norms-not-standard": ("numbered", "details --tempo rapid", "norms"),
    "no-fixtures": ("numbered", "fixtures"),
    "no-game": ("season-1", "why-colour 1 Ernst"),
    "no-ground-to-amend": (
        "round-1",
        'board swap 1 Anna Bram --reason "one car" --confirm yes',
        'amend 1 --reason "again"',
    ),
    "no-lake": (
        "numbered",
        "sql --lake nowhere 'select 1'",
    ),
    "no-ledgers": (
        "nothing",
        "lake build notes --to lake",
    ),
    "no-legal-pairing": (
        "duel",
        "publish",
    ),
    "no-lots-to-draw": (
        "duel",
        "plan 1 --confirm yes",
        "finish --order Anna --confirm 1",
    ),
    "no-mirror": (
        "numbered",
        "replay --all --rules knsb-wp-1996 --duckdb players.csv",
    ),
    "no-names": (
        "round-1",
        "bundle make -o club.bundle",
        "--ledger copy.ledger bundle open club.bundle",
        "--ledger copy.ledger bundle make --with-names",
    ),
    "no-plan": ("nothing", "lake build --to lake"),
    "no-players": ("nothing", "init Cup", "lots"),
    "more-than-announced": (
        "finished",
        'prizes announce prizes.toml --reason "not earlier"',
        "prizes award",
        "prizes change 1 Bram --category Juniors --amount 900 --reason appeal",
    ),
    "no-prize-of-theirs": (
        "finished",
        'prizes announce prizes.toml --reason "not earlier"',
        "prizes award",
        "prizes pay Bram cash",
    ),
    "no-prizes": ("numbered", "prizes show"),
    "not-an-image": ("nothing", "logo boards.txt"),
    "prizes-handed-out": (
        "finished",
        'prizes announce prizes.toml --reason "not earlier"',
        "prizes award",
        "prizes pay Anna cash",
        "prizes change 1 Bram --reason appeal",
    ),
    "prizes-invalid": ("numbered", "prizes announce prizes-wrong.toml"),
    "prizes-not-awarded": ("numbered", "prizes announce prizes.toml", "prizes pay Anna cash"),
    "prizes-not-ended": ("numbered", "prizes announce prizes.toml", "prizes award"),
    "unknown-category": (
        "finished",
        'prizes announce prizes.toml --reason "not earlier"',
        "prizes award",
        "prizes change 1 Bram --category Seniors --reason appeal",
    ),
    "unknown-prize": (
        "finished",
        'prizes announce prizes.toml --reason "not earlier"',
        "prizes award",
        "prizes change 9 Bram --reason appeal",
    ),
    "no-question": ("numbered", "sql ''"),
    "no-results": (
        "season",
        "overview 3",
    ),
    "no-round-left": ("finished", "reopen", "publish"),
    "no-season": ("numbered", "overview 1"),
    "no-such-bye": ("numbered", "bye Anna 1 --points 1"),
    "no-such-part": (
        "round-1",
        "lake plan . --to lake",
        "lake part lake 9",
    ),
    "no-such-period": ("season-2", "overview 2 --period 4"),
    "no-such-round": ("numbered", "absent Anna 9"),
    "no-value": ("season-1", "external Ernst 1 --team 1 --board 9 --colour w --result 1"),
    "nobody-in-list": ("fide", 'rating-list "FIDE standard" 2026-11-01 --file ratings.csv'),
    "norm-broken": ("round-2", 'board swap 2 Anna Bram --reason "one car"'),
    "not-a-fide-system": ("numbered", "prohibit Anna Bram"),
    "not-a-key": ("numbered", "head --sign players.csv"),
    "not-a-ledger": ("nothing", "--ledger players.csv status"),
    "not-a-member": (
        "season-1",
        "join Frits --from-round 2",
        "external Frits 1 --team 1 --board 2 --colour w --result 1",
    ),
    "no-open-data": ("round-1", "open-data data --without-names"),
    "not-open-data": ("round-1", "export -o cup.trf", "open-data ."),
    "not-on-website": (
        "round-1",
        "bundle make -o cup.json",
        "verify-site . --bundle cup.json",
    ),
    "not-a-target": ("round-1", "website site --send nowhere"),
    "not-a-website": ("round-1", "export -o index.html", "website ."),
    "not-absent": ("numbered", "absent Anna 1 --cancel"),
    "not-an-export": (
        "round-1",
        "export --parquet .",
    ),
    "not-checked-in": ("numbered", "check-in Anna --cancel"),
    "not-confirmed": (
        "round-1",
        "adjourn 1 1 --confirm no",
    ),
    "not-entered-yet": ("round-1", "enter Gerda --from-round 3", "absent Gerda 2"),
    "not-in-fide-mode": ("numbered", "by-hand-begin"),
    "not-paired": ("season-1", "why 1 Ernst"),
    "not-prohibited": ("fide", "prohibit Anna Bram --cancel"),
    "not-read-on": (
        "nothing",
        "apply many.ndjson",
    ),
    "not-text": ("numbered", "lots --by file --file toernooi.ledger"),
    "not-the-last-command": ("entered", "undo --fact 4"),
    "not-the-last-round": ("round-2", "amend 1"),
    "not-the-next-round": ("numbered", "publish --round 3"),
    "not-their-board": ("round-1", "claim Anna 1-0 --board 3"),
    "not-those-equal": (
        "drawn",
        "finish --order Anna --confirm 1",
    ),
    "not-withdrawn": ("numbered", "return Anna"),
    "nothing-to-change": ("numbered", "plan 5"),
    "nothing-to-correct": ("round-1", "correct result 1 1 1-0"),
    "nothing-to-draw": (
        "numbered",
        "sql 'select name from names' --picture names.svg",
    ),
    "nothing-to-record": (
        "round-1",
        "claim Anna 1-0 --device 00000000000000a1",
        "claim Anna 1-0 --device 00000000000000a1",
    ),
    "numbers-are-fixed": ("round-1", "lots --by rating"),
    "numbers-by-strength": ("fide-1", "lots --by entry"),
    "numbers-missing": ("entered", "publish"),
    "one-answer-only": (
        "numbered",
        "sql 'select 1; select 2' --picture two.svg",
    ),
    "one-player-alone": ("fide", "prohibit Anna"),
    "opening-taken-back": ("nothing", "init Cup", "undo", "enter Anna"),
    "option-not-for-overview": ("season-2", "overview 1 --period 1"),
    "order-incomplete": ("entered", "lots --by file --file order.txt"),
    "other-bye": (
        "season-1",
        "evening 1 other-bye.csv",
    ),
    "other-opponent": ("season-1", "evening 1 other-opponent.csv"),
    "other-period": (
        "season",
        "schedule 1 2026-12-04",
        "schedule 3 2026-12-18",
        "period 3",
        "absent Ernst 1",
        "publish",
        "external Ernst 1 --team 1 --board 2 --colour w --result 1 --elsewhere --announced-to leader --date 2026-12-19",
    ),
    "paired-twice": ("numbered", 'pairing-by-hand 1 twice.txt --reason "the regulations"'),
    "pairing-already-published": ("round-1", "publish --round 1"),
    "pgn-does-not-fit": ("round-1", "results 1 --file games.pgn"),
    "pgn-not-read": ("round-1", "results 1 --file bad.pgn"),
    "people-*": ("entered", "enter --file players.csv"),
    "period-in-place": ("season", "period 3", "period 3"),
    "period-to-come": ("season-2", "period 3", "overview 2 --period 2"),
    "person-forgotten": ("round-1", "forget Anna", 'correct person 1 --name Anna --reason "again"'),
    "person-not-listed": ("entered", "enter 24173657"),
    "player-withdrew": ("round-1", "withdraw Anna", "absent Anna 3"),
    "points-disagree": (
        "nothing",
        "trf pair points.trf",
    ),
    "prizes-not-in-order": ("numbered", "prizes declare 100 300"),
    "proof-unreadable": ("numbered", "verify-proof empty.txt"),
    "question-changes": ("numbered", "sql 'delete from players'"),
    "question-settings": ("numbered", "sql 'set threads = 1'"),
    "question-too-large": (
        "numbered",
        "sql \"select len(list(repeat('x', 1000) || n)) from range(200_000) t(n)\" --memory 64",
    ),
    "question-touches-files": ("numbered", "sql \"select * from 'players.csv'\""),
    "question-transaction": ("numbered", "sql 'begin'"),
    "question-wrong": ("numbered", "sql 'select name form players'"),
    "rating-missing": (
        "numbered",
        'correct rating Anna 0 --estimated --reason "no list has one"',
    ),
    "ratings-missing": (
        "dubov",
        "publish",
    ),
    "reason-required": ("round-1", "board swap 1 Anna Bram"),
    "recipe-unreadable": ("nothing", "generate --config recipe.txt"),
    "report-made": (
        "finished",
        "export --for fide -o report.trf",
        "undo",
    ),
    "report-too-early": ("round-1", "report for fide"),
    "result-already-recorded": ("played-1", "result 1 1 0-1"),
    "round-already-closed": ("played-1", "close 1", "close 1"),
    "round-already-published": ("round-1", "absent Anna 1"),
    "round-already-started": ("round-1", "start 1", "start 1"),
    "round-and-period": (
        "season-2",
        "overview 3 --round 1 --period 1",
    ),
    "round-closed": ("played-1", "close 1", 'board add 1 Anna Bram --reason "late"'),
    "round-has-begun": (
        "round-1",
        'rules change --set arbiter.amend_until=start --reason "decided"',
        "result 1 1 1-0 2 1-0 3 1-0",
        "publish",
        "start 2",
        'correct result 1 1 0-1 --reason "misread"',
        'amend 2 --reason "misread"',
    ),
    "round-has-claims": (
        "round-1",
        "claim Anna 1-0 --device 00000000000000a1",
        'un-publish 1 --reason "a late entry was forgotten"',
    ),
    "round-has-results": ("played-1", "amend 1"),
    "round-is-past": ("round-2", "withdraw Anna --from-round 1"),
    "round-not-before": (
        "season-2",
        "blame standings --player Anna --since 2 --after 1",
    ),
    "round-not-played": (
        "nothing",
        "generate --players 6 --rounds 3 --seed one -o made.trf",
        "trf check made.trf --round 5",
    ),
    "round-not-published": ("round-1", "pairings 3"),
    "round-to-come": ("season-1", "external Ernst 4 --team 1 --board 2 --colour w --result 1"),
    "round-without-date": ("fide", "rating-lists 1"),
    "rounds-already-published": ("round-2", "plan 1"),
    "rounds-do-not-fit": (
        "group",
        "plan 4",
    ),
    "rounds-left": ("played-1", "finish"),
    "rounds-not-planned": (
        "dubov",
        "publish",
    ),
    "rounds-reversed": ("fide", "prohibit Anna Bram --rounds 3-2"),
    "rulebook-does-not-pair": (
        "nothing",
        "init Cup --rules fide-2026",
        "enter Anna",
        "enter Bram",
        "lots --by entry",
        "publish",
    ),
    "rulebook-invalid": ("nothing", "init Cup --set bye.points=0.3"),
    "rulebook-unreadable": ("nothing", "rules check rules.toml"),
    "rules-missing": ("numbered", 'rules change --reason "decided"'),
    "same-device": (
        "round-1",
        "claim Anna 1-0 --device 00000000000000a1",
        "claim Frits 1-0 --device 00000000000000a1",
    ),
    "same-name-twice": (
        "round-1",
        "replay --all --rules knsb-wp-1996 --rules knsb-wp-1996",
    ),
    "same-player": ("round-1", "why-not 1 Anna Anna"),
    "season-*": ("nothing", "import bad-season.csv --members members.csv --rules mwkeizer"),
    "season-not-in-bulk": ("played-1", "replay --all --rules mwkeizer"),
    "season-not-simulated": (
        "nothing",
        "simulate --rules mwkeizer --players 8 --rounds 3",
    ),
    "signed-head-unreadable": (
        "numbered",
        "verify --head head.json --key players.csv",
    ),
    "start-rank-is-fixed": ("fide-1", "start-rank FIDE"),
    "system-cannot-change": ("round-2", 'rules change mwkeizer --reason "decided"'),
    "system-not-here": (
        "nothing",
        "trf pair system.trf",
    ),
    "tie-break-unknown": (
        "nothing",
        "generate --rules fide-dutch-2026 --players 8 --rounds 3 --tie-breaks XX",
    ),
    "too-few-players": ("nothing", "init Cup", "enter Anna", "lots", "publish"),
    "top-too-low": (
        "season",
        'rules change --set keizer.top=5 --reason "decided"',
        "enter Frits",
    ),
    "tournament-already-open": (
        "nothing",
        "apply twice.ndjson",
    ),
    "tournament-closed": ("finished", "publish"),
    "tournament-exists": ("round-1", "bundle make -o club.bundle", "bundle open club.bundle"),
    "tournament-not-closed": ("round-1", "reopen"),
    "tournament-twice": (
        "round-1",
        "backup twin.ledger",
        "lake build . --to lake",
    ),
    "trf-*": (
        "nothing",
        "import broken.trf",
    ),
    "trf-not-carried-out": (
        "nothing",
        "trf pair apart.trf",
    ),
    "trf-team-event": (
        "nothing",
        "import team.trf",
    ),
    "undo-stands-alone": ("nothing", "apply undo.ndjson"),
    "undone-already": ("entered", "undo", "undo --fact 8"),
    "unknown-board": ("round-1", "result 1 9 1-0"),
    "unknown-clause": (
        "nothing",
        "rules show knsb-wp-2014 --clause Z9",
    ),
    "unknown-command": ("numbered", "sql '\\x'"),
    "unknown-edition": ("numbered", "edition knsb-2026"),
    "unknown-moment": ("round-1", "standings --as-of 999"),
    "unknown-player": ("numbered", "absent Zacharias 1"),
    "unknown-position": ("numbered", "undo --fact 99"),
    "unknown-protest": ("numbered", 'ruling 7 rejected "the clock was right"'),
    "unknown-publication": ("round-1", "audit 1 --publication 3"),
    "unknown-rulebook": ("nothing", "init Cup --rules fide"),
    "unknown-table": ("numbered", "sql '\\d nothing'"),
    "unknown-season": ("round-1", "digest --season 1999-2000"),
    "unknown-version": (
        "round-1",
        "replay --all --rules knsb-wp-1996",
        "sql \"select * from standings_diff('knsb-wp-2014', 'knsb-wp-1999')\" --mirror",
    ),
    "values-are-fixed": (
        "season-1",
        'rules change --set "keizer.external.1=[60, 50]" --reason "decided"',
    ),
    "which-ledger": (
        "nothing",
        "--ledger one.ledger init One",
        "--ledger two.ledger init Two",
        "status",
    ),
    "which-person": ("entered", "lists load list-of-two.txt", "enter jansen"),
    "which-tournament": ("two", "enter Anna"),
    "wrong-address": ("nothing", "--ledger postgresql://[x status"),
}
"""For each code the ledger on which it is shown, and what is typed there; the last is refused."""

IN_WORDS: dict[str, tuple[str, ...]] = {
    "browser": (
        "account-name",
        "account-name-taken",
        "account-of-others",
        "bad-facts",
        "change-differs",
        "claim-changed",
        "draft-changed",
        "fault",
        "file-missing",
        "form-unreadable",
        "invitation-void",
        "last-chief",
        "log-in-wrong",
        "no-key",
        "no-overview",
        "no-result",
        "no-rulebook",
        "no-screen",
        "no-sheet",
        "no-tournament",
        "not-allowed",
        "not-found",
        "nothing-to-undo",
        "old-form",
        "other-kind-of-rules",
        "passphrase-differs",
        "passphrase-length",
        "passphrase-wrong",
        "players-missing",
        "role-missing",
        "ticket-void",
        "too-fast",
        "too-large",
        "too-many-attempts",
    ),
    "server": (
        "answer-lost",
        "connection-lost",
        "ledger-not-empty",
        "no-database",
        "not-utf8",
        "psycopg-missing",
        "server-cannot",
        "server-error",
        "server-full",
        "server-login",
        "server-memory",
        "server-not-that-kind",
        "server-refuses",
        "server-rights",
        "server-silent",
        "server-starting",
        "server-stopped-it",
        "server-unknown",
        "server-unreachable",
    ),
    "cluster": (
        "no-dask",
        "no-scheduler",
        "no-workers",
        "other-file",
        "other-program",
        "process-killed",
        "scheduler-lost",
        "worker-killed",
        "worker-without-file",
    ),
    "disk": (
        "disk-error",
        "disk-full",
        "extra-missing",
        "file-unusable",
        "ledger-cannot-be-opened",
        "ledger-gone",
        "ledger-has-two-names",
        "ledger-moved",
        "ledger-read-only",
        "ledger-replaced",
        "list-too-large",
        "list-unreadable",
        "mirror-missing",
        "mirror-unwritable",
        "name-not-possible",
        "name-unreadable",
        "not-a-file",
        "port-taken",
        "question-too-long",
    ),
    "others": (
        "export-busy",
        "lake-busy",
        "lake-changed",
        "ledger-busy",
        "ledger-conflict",
        "ledger-from-before-hashes",
        "ledger-locked",
        "mirror-busy",
        "mirror-stale",
        "newer-desk-file",
        "newer-fact",
        "newer-ledger",
        "not-sent",
        "other-lake",
        "other-ledger",
        "other-plan",
        "plan-outdated",
        "website-busy",
    ),
    "changed": (
        "all-ledgers-damaged",
        "bundle-damaged",
        "desk-file-damaged",
        "facts-lost",
        "lake-unreadable",
        "ledger-damaged",
        "mirror-unreadable",
        "plan-unreadable",
        "signature-fails",
    ),
}
"""Codes of which no example is typed, by what it would take."""
