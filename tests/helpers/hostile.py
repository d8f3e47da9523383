"""A tournament with names meant to break a page, and with texts that no public page may show."""

from __future__ import annotations

from pathlib import Path

from desk.commands.commands import command_of
from desk.desk import Desk
from desk.outcomes import Written
from desk.writing import carry_out
from ledger.facts.tournament import PlayerRegistered
from ledger.runtime import Runtime
from ledger.store.store import Store
from ledger.store.tables.people import PersonRecord

MARK = "zq9"
"""Part of every hostile text, so that a test sees whether a page shows it."""

SCRIPT = f"<script>alert('{MARK}')</script>"
HOSTILE = (
    SCRIPT,
    f'{MARK}" onmouseover="alert(1)" x="',
    f"{MARK}' onfocus='alert(1)' autofocus='",
    f"</title></select></textarea></table>{MARK}<img src=x onerror=alert(1)>",
    f"{MARK} \u202egnp.elpmaxe\u202c \u2066x",
    f"{MARK}\x00\x07\x1b[31m\x85\u2028\r\n\tred",
    f"{MARK}{{{{ 7 * 7 }}}}{{% raw %}}${{7*7}}",
    MARK + "x" * 10_000,
    f"{MARK}&lt;b&gt;&amp;amp;",
    f"javascript:alert('{MARK}')",
)
"""Names of players. What the handlers refuse is written straight into the file, as if an older
program had."""

TYPED = tuple(text for text in HOSTILE if text.isprintable() and len(text) < 200)
"""Those that the commands take."""

SECRETS = {
    "birth": "1987-06-05",
    "fide_id": "10098763",
    "national_id": "7654329",
    "reason": "reason-k7w",
    "protest": "protest-k7w",
    "absence": "absence-k7w",
    "ruling": "ruling-k7w",
    "nameless": "nameless-k7w",
    "club": "club-k7w",
}
"""What never stands on a page of the public or of a player."""


def hostile_ledger(path: Path, runtime: Runtime) -> None:
    """Make a tournament whose texts are hostile, with a round in play, a protest and a ruling."""
    desk = Desk(path, runtime)

    def do(*commands: dict[str, object]) -> Written:
        numbered = [(None, command_of(command)) for command in commands]
        assert [one for _, one in numbered if isinstance(one, tuple)] == []
        written = carry_out(desk, numbered)  # type: ignore[arg-type]
        assert isinstance(written, Written), written
        return written

    do({"command": "init", "name": f"Cup {SCRIPT}", "rounds": 3})
    for number, name in enumerate(TYPED, 1):
        do(
            {
                "command": "enter",
                "name": f"Player {number} {name}",
                "club": name,
                "rating": 2000 - number,
                "birth": SECRETS["birth"],
                **(
                    {"fide_id": SECRETS["fide_id"], "national_id": SECRETS["national_id"]}
                    if number == 1
                    else {}
                ),
            }
        )
    do(
        {
            "command": "correct-person",
            "player": "3",
            "name": SECRETS["nameless"],
            "club": SECRETS["club"],
            "nameless": "yes",
        }
    )
    _write_past_the_handlers(path, runtime, [n for n in HOSTILE if n not in TYPED], len(TYPED))
    do(
        {
            "command": "details",
            "city": SCRIPT,
            "organiser": TYPED[1],
            "arbiter": TYPED[2],
            "venue": TYPED[3],
        }
    )
    do({"command": "lots", "by": "entry"}, {"command": "publish"})
    boards = len(desk.read().state.rounds[-1].games)  # type: ignore[union-attr]
    do(
        *(
            {"command": "result", "round": 1, "board": b, "result": "1-0"}
            for b in range(1, boards + 1)
        )
    )
    do({"command": "publish"}, {"command": "start", "round": 2})
    do(
        {
            "command": "correct-result",
            "round": 1,
            "board": 1,
            "result": "0-1",
            "reason": f"{SECRETS['reason']} {SCRIPT}",
        }
    )
    do({"command": "protest", "round": 2, "player": "1", "text": f"{SECRETS['protest']} {SCRIPT}"})
    do(
        {
            "command": "ruling",
            "number": 1,
            "verdict": "rejected",
            "text": f"{SECRETS['ruling']} {TYPED[1]}",
        }
    )
    do({"command": "protest", "round": 2, "player": "2", "text": SECRETS["protest"]})
    do({"command": "absent", "player": "3", "round": 3, "reason": SECRETS["absence"]})
    do(
        {
            "command": "claim",
            "player": "1",
            "round": 2,
            "result": "1-0",
            "device": "abcdefghijklmnop",
        }
    )


def _write_past_the_handlers(path: Path, runtime: Runtime, names: list[str], before: int) -> None:
    with Store(path) as store:
        ((id_, _),) = store.tournaments()
        for number, name in enumerate(names, before + 1):
            person = PersonRecord(f"p{number}", (("name", name), ("club", name)), "salt")
            fact = PlayerRegistered(
                player=number,
                person=person.key,
                person_hash=person.hash,
                rating=1500,
                title="",
                from_round=1,
            )
            store.append(id_, store.head(id_), [fact], [person], runtime=runtime)
