"""Help: all verbs, in their groups."""

from __future__ import annotations

import textwrap

import click

from desk.terminal.groups import ALONE, FIELDS, Contents, Verbs
from desk.terminal.language import language
from desk.terminal.option_names import spelled
from desk.terminal.words import called, words
from ledger.messages import Blank, do, message

GROUPS: dict[str, Contents] = {
    "before": {
        "demo": "demo",
        "init": "opening",
        "import": "opening",
        "enter": "players",
        "remove": FIELDS,
        "lots": "players",
        "players": {ALONE: "reading", "refresh": "refreshing"},
        "plan": FIELDS,
        "schedule": "players",
        "details": FIELDS,
        "desk": "serving",
        "serve": "serving",
        "rating-list": "players",
        "rating-lists": "reading",
        "start-rank": "players",
        "numbers-exchange": FIELDS,
        "rating-periods": "players",
        "edition": "players",
        "website-choices": FIELDS,
        "show-as": FIELDS,
        "lists": {ALONE: "lists", "load": "lists", "find": "lists", "drop": "lists"},
        "tournaments": "tournaments",
        "examples": "examples",
        "help": "helping",
        "completion": "completing",
        "about": "about",
        "doctor": "machine",
    },
    "round": {
        "status": "reading",
        "evening": "evening",
        "absent": "players",
        "bye": FIELDS,
        "no-bye": FIELDS,
        "prohibit": "players",
        "prohibited": "reading",
        "accelerate": "players",
        "acceleration": "reading",
        "withdraw": FIELDS,
        "return": FIELDS,
        "check-in": "players",
        "checked-in": "check_in",
        "paid": "check_in",
        "pair": "pairing",
        "publish": "publishing",
        "pairings": "reading",
        "sheet": "sheets",
        "logo": "sheets",
        "start": FIELDS,
        "by-hand-begin": FIELDS,
        "pairing-by-hand": "rounds",
        "by-hand-end": FIELDS,
        "board": {"add": FIELDS, "swap": FIELDS},
        "amend": "rounds",
        "un-publish": FIELDS,
        "rounds": "reading",
        "fixtures": "reading",
        "fide-mode-leave": FIELDS,
        "warnings": "warnings",
    },
    "results": {
        "results": "round_results",
        "result": "results",
        "forfeit": "results",
        "adjourn": FIELDS,
        "correct": {
            "result": "correcting",
            "colours": "correcting",
            "rating": "correcting",
            "person": FIELDS,
            "external": "season",
        },
        "undo": FIELDS,
        "boards": "reading",
        "claim": FIELDS,
        "claim-withdraw": FIELDS,
        "claims": "reading",
        "claims-agree": FIELDS,
        "close": "results",
        "finish": FIELDS,
        "reopen": FIELDS,
        "standings": "reading",
        "crosstable": "reading",
        "statistics": "reading",
        "player": "reading",
        "prizes": {
            ALONE: "show",
            "announce": "prizes",
            "declare": "prizes",
            "show": "reading",
            "why": "reading",
            "award": FIELDS,
            "change": "prizes",
            "pay": FIELDS,
        },
    },
    "doubt": {
        "why": "why",
        "why-not": "why",
        "why-bye": "why",
        "why-rating": "reading",
        "norms": "reading",
        "why-colour": "why",
        "check": "checking",
        "audit": "auditing",
        "protest": FIELDS,
        "ruling": FIELDS,
        "protests": "reading",
        "log": "reading",
        "show": "reading",
        "blame": "reading",
        "diff": "beside",
        "beside": "beside",
        "integrity": "reading",
    },
    "season": {
        "join": "season",
        "leave": FIELDS,
        "present": FIELDS,
        "who-comes": "reading",
        "external": "season",
        "catch-up": FIELDS,
        "period": FIELDS,
        "overview": "overviews",
    },
    "files": {
        "website": "website",
        "open-data": "open_data",
        "export": "exporting",
        "report": {"check": "reporting", "for": "reporting"},
        "apply": "files",
        "import-folder": "files",
        "backup": "copies",
        "restore": "copies",
        "copy": "copies",
        "verify": "integrity",
        "head": "integrity",
        "prove": "integrity",
        "verify-proof": "integrity",
        "verify-site": "website",
        "bundle": {"make": "integrity", "verify": "integrity", "open": "integrity"},
        "upgrade": "integrity",
        "forget": FIELDS,
        "trf": {
            "pair": "trf_pair",
            "standings": "trf",
            "check": "trf",
            "why": "trf",
            "generate": "generating",
        },
    },
    "analysis": {
        "rules": {
            "list": "rules",
            "show": "rules",
            "diff": "rules",
            "coverage": "rules",
            "check": "rules",
            "change": "rules_change",
        },
        "compare": "comparing",
        "replay": "replaying",
        "sql": "sql",
        "digest": "digest",
        "mirror": {"build": "mirror", "update": "mirror", "path": "mirror"},
        "lake": {"build": "lake", "plan": "lake", "part": "lake"},
        "generate": "generating",
        "generate-year": "year",
        "simulate": "simulating",
    },
}
"""Every verb, in its group in help; the headings stand in the room `help`.

A verb has the name of its module in `desk.terminal.verbs`, or is a command typed by its `FIELDS`.
"""


EVENING = ("absent", "publish", "sheet", "results", "close", "standings")
"""The verbs of an evening, in their order."""


def write_guide(program: Verbs, formatter: click.HelpFormatter) -> None:
    """Lead a beginner: the verbs of an evening, then the names of all in their groups."""
    with formatter.section(words(message("help.evening"))):
        formatter.write_dl(program.rows(EVENING), col_max=34)
    for name, verbs in GROUPS.items():
        with formatter.section(words(message(f"help.group.{name}"))):
            names = ", ".join(called(program, verb, language()) for verb in verbs)
            formatter.write(_whole_names(names, formatter))
    formatter.write_paragraph()
    each, find = (do("help", names=Blank(blank)) for blank in ("VERB", "WORD"))
    formatter.write_text(words(message("help.each", command=each)))
    formatter.write_text(words(message("help.find", command=find)))
    formatter.write_text(words(message("help.all", command=f"toernooi {spelled('--help')}")))


def _whole_names(names: str, formatter: click.HelpFormatter) -> str:
    """Return lines of names, none of which is cut at a hyphen."""
    begin = " " * formatter.current_indent
    lines = textwrap.wrap(
        names,
        formatter.width,
        initial_indent=begin,
        subsequent_indent=begin,
        break_on_hyphens=False,
    )
    return "\n".join([*lines, ""])


def write_groups(program: Verbs, formatter: click.HelpFormatter) -> None:
    """List all verbs in their groups."""
    for name, verbs in GROUPS.items():
        with formatter.section(words(message(f"help.group.{name}"))):
            formatter.write_dl(program.rows(verbs), col_max=34)
    formatter.write_paragraph()
    formatter.write_text(words(message("help.each", command=do("help", names=Blank("VERB")))))
