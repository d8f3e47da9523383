"""The words an arbiter types: parsing, lazy imports, exit codes. No rules and no storage here."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from pairing.terminal.common import (
    AFTER,
    AS_OF,
    BOARD,
    CONFIRM,
    HTML,
    PLAYER,
    RESULT,
    ROUND,
    RULES,
    RULES_OPTIONS,
    ResultType,
    Session,
    argument,
    bytes_of,
    json_option,
    leave,
    option,
    progress,
    read_options,
    reads,
    save,
    show,
    tell,
    text_of,
    toernooi,
    typed_command,
    with_changes,
    write,
    writes,
)

if TYPE_CHECKING:
    from ledger.commands import AnyCommand
    from ledger.runtime import Runtime


def _ask_causes(given: dict[str, Any]) -> dict[str, Any]:
    """Ask at a terminal who was not there, and why, where the options did not say."""
    if given["white"] or given["black"] or not sys.stdin.isatty():
        return given
    side = click.prompt("Who was not there", type=click.Choice(["white", "black", "both"]))
    asked = ["white", "black"] if side == "both" else [side]
    return given | {name: click.prompt(f"{name} was", type=CAUSE) for name in asked}


CAUSE = click.Choice(["late", "excused", "no word"])
ESTIMATED = "The rating is the arbiter's estimate (A1)."
SEX = click.Choice(["m", "w"])
PERSON = (
    option("--federation", "Three letters."),
    option("--fide-id", "FIDE number."),
    option("--national-id", "Number at the own federation."),
    option("--birth", "Birth date (2001-05-30) or year."),
    option("--club", "Club."),
    option("--sex", "m or w.", type=SEX),
)


def _kind_of_absence(given: dict[str, Any]) -> dict[str, Any]:
    """Put one field in place of the two options."""
    no_notice, duty = given.pop("no_notice"), given.pop("duty")
    if no_notice and duty:
        raise click.UsageError("--no-notice and --duty exclude each other")
    return given | {"kind": "no notice" if no_notice else "club duty" if duty else "notice"}


# --- opening and players --------------------------------------------------------------------------

writes(
    toernooi, "init", "nieuw", "Open a tournament called NAME.",
    argument("name"), option("--rounds", "Number of rounds planned.", type=int), *RULES_OPTIONS,
    prepare=with_changes,
)  # fmt: skip
writes(
    toernooi, "import", "importeren",
    "Open a tournament from a TRF16 file, or a season from CSV, round by round as it was played.",
    argument("file", type=click.Path(exists=True, dir_okay=False)),
    option("--members", "CSV of the members: FILE is a season (docs/season-files.md).",
           type=click.Path(exists=True, dir_okay=False)),
    option("--name", "Name of the tournament, if not the file's."),
    option("--rounds", "Number of rounds, where the file does not say.", type=int),
    *RULES_OPTIONS, prepare=with_changes,
)  # fmt: skip


@toernooi.verb("tournaments", "toernooien")
@read_options
@click.pass_obj
def tournaments(session: Session, as_json: bool, as_csv: bool) -> None:
    """List the tournaments of a ledger file."""
    from projections.views import Column, Row, View

    rows: tuple[Row, ...] = tuple({"id": i, "name": n} for i, n in session.desk().tournaments())
    show(View("", (Column("id", "id"), Column("name", "name")), rows), as_json, as_csv)


writes(
    toernooi, "plan", "plannen", "Announce or change the number of ROUNDS.",
    argument("rounds", type=int),
)  # fmt: skip
writes(toernooi, "schedule", "datum", "Give ROUND its DATE (2026-11-28).", ROUND, argument("date"))


@toernooi.verb("enter", "inschrijven")
@click.argument("name", required=False)
@click.option("--rating", type=int, help="Rating; leave out for none.")
@click.option("--estimated", is_flag=True, help=ESTIMATED)
@click.option("--title", help="GM, IM, WGM, FM, WIM, CM, WFM or WCM.")
@click.option("--from-round", type=int, help="First round to be paired in; default the next.")
@click.option("--file", type=click.Path(exists=True, dir_okay=False), help="CSV or TRF of players.")
@click.option("--reason", help="Why, in words that name nobody.")
@json_option
@click.pass_obj
def enter(
    session: Session, /, name: str | None, file: str | None, as_json: bool, **given: Any
) -> None:
    """Register a player called NAME, or all players of a file."""
    if (name is None) == (file is None):
        raise click.UsageError("give a NAME, or --file with a list of players")
    if file is None:
        write(session, [typed_command(command="enter", name=name, **given)], as_json)
        return
    from ledger.people_csv import PeopleRefused, read_people

    people = read_people(bytes_of(file))
    if isinstance(people, PeopleRefused):
        leave(tuple(error.refusal() for error in people.errors))
    write(session, [typed_command(**_entry(person)) for person in people], as_json)


enter.params[-2:-2] = PERSON


def _entry(person: Any) -> dict[str, Any]:
    fields = ("name", "rating", "title", "sex", "from_round", *PERSON_KEYS)
    given = {key: getattr(person, key) or None for key in fields}
    return {"command": "enter", "estimated": person.estimated, **given}


PERSON_KEYS = ("federation", "fide_id", "national_id", "birth", "club")


def _with_order(given: dict[str, Any]) -> dict[str, Any]:
    """Put the lines of the file in place of its name; it goes with --by file and nothing else."""
    file = given.pop("file")
    if (given["by"] == "file") != bool(file):
        raise click.UsageError("--by file and --file FILE go together")
    lines = text_of(file).split("\n") if file else []
    return given | {"order": [line.strip() for line in lines if line.strip()]}


writes(
    toernooi, "lots", "loten", "Give every player his number: drawn, by rating, or as entered.",
    option("--by", "How; default by rating in the Swiss on rating, else draw.",
            type=click.Choice(["draw", "rating", "entry", "file"])),
    option("--seed", "Draw with this seed instead of a fresh one."),
    option("--first-colour", "Swiss on rating: the highest player's colour, as drawn on paper.",
            type=click.Choice(["white", "black"])),
    option("--file", "By file: a line a player, by name or number, number 1 first.",
            type=click.Path(exists=True, dir_okay=False, allow_dash=True)),
    prepare=_with_order,
)  # fmt: skip
reads(toernooi, "status", "", "Show where the tournament stands and what to do next.", "status")
reads(
    toernooi, "players", "spelers", "List the players with what is announced for them.", "players"
)
writes(
    toernooi, "absent", "afmelden", "Announce that PLAYER misses a ROUND to come.",
    PLAYER, ROUND, option("--cancel", "He will play after all.", is_flag=True),
    option("--no-notice", "In a season: he gave no notice.", is_flag=True),
    option("--duty", "In a season: he does something for the club.", is_flag=True),
    prepare=_kind_of_absence,
)  # fmt: skip
writes(
    toernooi, "bye", "halve-bye",
    "Request a half-point bye for PLAYER in a ROUND to come (F9).", PLAYER, ROUND,
)  # fmt: skip
writes(
    toernooi, "withdraw", "terugtrekken", "Take PLAYER out of the rounds to come.",
    PLAYER, option("--from-round", "First round he misses; default the next.", type=int),
)  # fmt: skip
writes(
    toernooi, "return", "heraanmelden", "Take PLAYER, who had withdrawn, back in.",
    PLAYER, option("--from-round", "First round he plays; default the next.", type=int),
)  # fmt: skip

# --- pairings -------------------------------------------------------------------------------------


@toernooi.verb("pair", "indelen")
@click.option("--basis", type=int, help="Pair from what was known at this position.")
@read_options
@click.pass_obj
def pair(session: Session, basis: int | None, as_json: bool, as_csv: bool) -> None:
    """Pair the next round and print it; nothing is recorded."""
    from pairing.drafts import draft_view
    from pairing.rounds import Draft, draft

    book = session.book()
    made = draft(book, basis)
    show(draft_view(book, made) if isinstance(made, Draft) else made, as_json, as_csv)


writes(
    toernooi, "publish", "publiceren",
    "Pair the next round and make it public; a finished round before it is closed.",
    option("--round", "Refuse unless this is the next round.", type=int),
    option("--basis", "The position the draft was computed from.", type=int), CONFIRM,
)  # fmt: skip
board = toernooi.section("board", "bord", "Change a published round by hand.")
writes(
    board, "add", "erbij",
    "Add a game WHITE - BLACK to ROUND, for latecomers; a bye among them is lost.",
    ROUND, argument("white"), argument("black"),
)  # fmt: skip
writes(
    toernooi, "amend", "herindelen",
    "Pair ROUND again, because it breaks B1 or B2, or by F7 after a correction.", ROUND, CONFIRM,
)  # fmt: skip
writes(
    board, "swap", "ruilen",
    "Let two players of ROUND change places, or colours when they meet each other.",
    ROUND, argument("first"), argument("second"),
)  # fmt: skip
reads(
    toernooi, "pairings", "indeling", "Show a published ROUND (default the last) with its results.",
    "pairings",
    argument("round_number", metavar="[ROUND]", type=int, required=False),
    option("--by-name", "Every player by name, for the wall.", is_flag=True), HTML,
)  # fmt: skip
writes(toernooi, "start", "beginnen", "Say that the games of ROUND began.", ROUND)

# --- results --------------------------------------------------------------------------------------


@toernooi.verb("result", "uitslag")
@click.argument("round", metavar="ROUND", type=int)
@click.argument("pairs", metavar="[BOARD RESULT]...", nargs=-1)
@click.option("--file", type=click.Path(exists=True, dir_okay=False, allow_dash=True),
              help="Lines of BOARD RESULT; - reads the standard input.")  # fmt: skip
@click.option("--unrated", is_flag=True, help="Counts, but is not sent for rating.")
@click.option("--reason", help="Why, in words that name nobody.")
@json_option
@click.pass_obj
def result(
    session: Session, /, pairs: Sequence[str], file: str | None, unrated: bool, as_json: bool,
    **given: Any,
) -> None:  # fmt: skip
    """Record results of ROUND: BOARD is a number, 5-9 (white-black) or a player's name."""
    if len(pairs) % 2:
        raise click.UsageError(f"{pairs[-1]!r} has no result; write BOARD RESULT, in pairs")
    typed: list[tuple[int | None, str, str]] = [
        (None, *pair) for pair in zip(pairs[::2], pairs[1::2], strict=True)
    ]
    typed += _result_lines(file) if file else []
    if not typed:
        raise click.UsageError("give BOARD RESULT, or --file")
    kind, made = ResultType(), []
    for line, board, text in typed:
        try:
            outcome = kind(text)
        except click.BadParameter as error:
            place = f"line {line}: " if line else ""
            raise click.UsageError(f"{place}{error.message}") from error
        if outcome.endswith("R"):
            place = f"line {line}: " if line else ""
            step = f"toernooi forfeit {given['round']} {board}"
            raise click.UsageError(f"{place}{text} is a result by default: {step}")
        data = given | {"board": board, "result": outcome, "rated": not unrated}
        made.append(typed_command(line, command="result", **data))
    write(session, made, as_json)


def _result_lines(file: str) -> list[tuple[int | None, str, str]]:
    from ledger.text_files import quoted

    found: list[tuple[int | None, str, str]] = []
    for number, line in enumerate(text_of(file).split("\n"), 1):
        text = line.split("#")[0].replace(";", " ").replace(",", " ").strip()
        if not text:
            continue
        words = text.rsplit(maxsplit=1)
        if len(words) < 2:
            raise click.UsageError(f"line {number}: write BOARD RESULT, not {quoted(line.strip())}")
        found.append((number, words[0], words[1]))
    return found


writes(
    toernooi, "forfeit", "reglementair",
    'Decide a game of ROUND by default; "no word" also withdraws him (F10).',
    ROUND, BOARD, option("--white", "White was not there, and why.", type=CAUSE),
    option("--black", "Black was not there, and why.", type=CAUSE), prepare=_ask_causes,
)  # fmt: skip
writes(
    toernooi, "adjourn", "afbreken",
    "Record that a game of ROUND was broken off; it counts as a draw until finished (F11).",
    ROUND, BOARD,
)  # fmt: skip
correct = toernooi.section("correct", "corrigeren", "Correct what was recorded; nothing is erased.")
writes(
    correct, "result", "uitslag", "Put the right RESULT in place; 1-0R is a win by default.",
    ROUND, BOARD, RESULT,
)  # fmt: skip
writes(
    correct, "colours", "kleuren",
    "Record that a game was played with the colours exchanged; points stay.", ROUND, BOARD,
)  # fmt: skip
writes(
    correct, "rating", "rating",
    "Correct PLAYER's RATING for pairings still to be made; 0 is none.",
    PLAYER, argument("rating", type=int), option("--estimated", ESTIMATED, is_flag=True),
)  # fmt: skip
writes(
    correct, "person", "persoon",
    "Correct PLAYER's record: name, birth date, ids, club. It is kept beside the ledger.",
    PLAYER, option("--name", "Name."), *PERSON,
)  # fmt: skip
writes(
    toernooi, "undo", "ongedaan", "Take the last command back, where nothing has come of it yet.",
    CONFIRM,
)  # fmt: skip
writes(
    toernooi, "close", "afsluiten", "Close ROUND (default the first that is not closed).",
    argument("round", metavar="[ROUND]", type=int, required=False),
)  # fmt: skip
writes(
    toernooi, "finish", "beeindigen",
    "End the tournament; lots are drawn for those equal in everything (F12).",
    option("--seed", "Draw lots with this seed instead of a fresh one."),
)  # fmt: skip

# --- reading --------------------------------------------------------------------------------------

reads(
    toernooi, "standings", "stand",
    "Show the standing, after any round, as known at any moment.", "standings",
    AFTER, option("--final", "The final ranking (F12).", is_flag=True),
    option("--rules", "Under another rulebook."),
)  # fmt: skip
reads(toernooi, "crosstable", "kruistabel", "Show every game of every player.", "crosstable", AFTER)
reads(
    toernooi, "player", "speler", "Show PLAYER's pairing card (indelingskaart).", "player",
    PLAYER,
)  # fmt: skip
reads(
    toernooi, "blame", "verantwoording",
    "Show which facts make each point of a player's standing, and what opponents add to it.",
    "blame", argument("what", type=click.Choice(["standings"]), metavar="standings"),
    option("--player", "Number, or a part of the name.", required=True), AFTER,
    option("--since", "In a season: what changed since round M; default the one before.",
           type=int, metavar="M"),
)  # fmt: skip
reads(toernooi, "rounds", "ronden", "Show the rounds, played and planned.", "rounds")
reads(
    toernooi, "log", "logboek", "Show every fact in order: when, by whom, what and why.", "log",
    option("--last", "Only the newest N.", type=click.IntRange(min=1), metavar="N"),
)  # fmt: skip


@toernooi.verb("export", "exporteren")
@click.option("--format", "kind", type=click.Choice(["trf", "ndjson", "season", "members"]),
              help="A tournament file (default), facts, CSV of a season or members.")  # fmt: skip
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="File; default the screen.")
@click.option("--as-of", metavar="MOMENT", help=AS_OF.help)
@click.option("--parquet", metavar="DIR", help="The mirror of the whole ledger as Parquet files.")
@click.option("--names", is_flag=True, help="With --parquet: who is who, too.")
@click.option("--json", "as_json", is_flag=True, help="With --parquet: JSON of what was written.")
@click.pass_obj
def export(
    session: Session, kind: str | None, output: str | None, as_of: str | None,
    parquet: str | None, names: bool, as_json: bool,
) -> None:  # fmt: skip
    """Write the tournament as a TRF16 file, its facts as NDJSON (without names), or CSV.

    With --parquet all tournaments of the ledger, for analysis (docs/sql.md).
    """
    if parquet is not None:
        if kind or output or as_of:
            raise click.UsageError("--parquet goes without --format, --output and --as-of")
        asking.export_parquet(session, parquet, names, as_json)
        return
    if names or as_json:
        raise click.UsageError("--names and --json go with --parquet")
    book = session.book(as_of)
    if kind in ("season", "members"):
        from projections import season_out

        made = season_out.season_csv(book) if kind == "season" else season_out.members_csv(book)
        data = made if isinstance(made, bytes) else leave(made)
        for note in season_out.not_carried(book) if kind == "season" else ():
            click.echo(f"note: {note}", err=True)
    elif kind in ("trf", None):
        from ledger.refusals import Refusal
        from ledger.trf_write import write
        from projections.reports import not_in_file, tournament_file

        file = tournament_file(book)
        data = leave(file) if isinstance(file, Refusal) else write(file)
        for note in not_in_file(book):
            click.echo(f"note: {note}", err=True)
    else:
        from ledger.codec import encode

        data = b"".join(encode(fact) + b"\n" for fact in book.facts)
    save(data, output)


@toernooi.verb("apply", "toepassen")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@json_option
@click.pass_obj
def apply(session: Session, file: str, as_json: bool) -> None:
    """Carry out the commands of FILE, one JSON object a line, all or nothing (docs/apply.md)."""
    from ledger.commands import read_ndjson
    from pairing.desk import Written

    commands = read_ndjson(text_of(file))
    if not isinstance(commands, list):
        leave(commands)
    base = Path.cwd() if file == "-" else Path(file).resolve().parent
    numbered: list[tuple[int | None, AnyCommand]] = [(line, command) for line, command in commands]
    written = session.desk(base).write(numbered, session.tournament, progress(len(numbered)))
    if not isinstance(written, Written):
        leave(written)
    tell(written.book, written.facts, written.notes, as_json)


@toernooi.verb("examples", "voorbeelden")
@click.argument("name", required=False)
@read_options
def examples(name: str | None, as_json: bool, as_csv: bool) -> None:
    """List the tournaments that come with the program, or write the one called NAME here.

    A season is written as a command file, for `apply`; it is made from its seed.
    """
    from importlib import resources

    from pairing.made_season import CLUB_SEASON, season_file
    from projections.views import Column, Row, View

    folder = resources.files("ledger") / "demo"
    found = {f.name[:-4]: f for f in folder.iterdir() if f.name.endswith(".trf")}
    names = sorted({*found, CLUB_SEASON.seed})
    if name is None:
        rows: tuple[Row, ...] = tuple({"name": key} for key in names)
        show(View("", (Column("name", "name"),), rows), as_json, as_csv)
        return
    if name not in names:
        raise click.UsageError(f"there is no example {name!r}; there are {', '.join(names)}")
    path = Path.cwd() / f"{name}.{'trf' if name in found else 'ndjson'}"
    if path.exists():
        raise click.UsageError(f"{path.name} exists already in this folder")
    if name in found:
        path.write_bytes(found[name].read_bytes())
    else:
        path.write_bytes(season_file(CLUB_SEASON, progress(CLUB_SEASON.rounds)))
    click.echo(f"written: {path.name}")


@toernooi.verb("demo")
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False))
@click.option("--rules", default=RULES, show_default=True, help="Rulebook.")
@click.pass_obj
def demo(session: Session, file: str | None, rules: str) -> None:
    """Run the main job on the shipped tournament, or on a TRF FILE of yours."""
    from pairing.demo import run

    run(session.runtime, Path(file) if file else None, rules, _call, click.echo)


def _call(arguments: Sequence[str], runtime: Runtime) -> None:
    """Run one command line as if it were typed."""
    toernooi.main(list(arguments), standalone_mode=False, obj=runtime)


# These add verbs.
from pairing.terminal import (  # noqa: E402
    asking,
    disputes,  # noqa: F401
    evenings,  # noqa: F401
    explaining,  # noqa: F401
    files,  # noqa: F401
    integrity,  # noqa: F401
    making,  # noqa: F401
    many,  # noqa: F401
    mirrors,  # noqa: F401
    season,  # noqa: F401
    versions,  # noqa: F401
)

__all__ = ["main", "toernooi"]

# --- leaving --------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program; every way out has a sentence and an exit code, never a traceback."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        toernooi.main(given, prog_name="toernooi", standalone_mode=False)
    except click.NoSuchOption as error:
        _leave_by_option(error, given)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped; what was acknowledged is recorded, the rest is not", err=True)
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        _leave_by_fault(error)
    sys.exit(0)


def _leave_by_option(error: click.NoSuchOption, typed: Sequence[str]) -> NoReturn:
    """Say that there is no such option; -3 was not meant as one."""
    numbers = [word for word in typed if re.fullmatch(r"-\d+", word)]
    number = next((word for word in numbers if word.startswith(error.option_name)), None)
    if number is None:
        error.show()
        sys.exit(2)
    from ledger.refusals import Exit, Refusal

    path = error.ctx.command_path if error.ctx else "toernooi"
    what = f"{number} is less than 0, and no number here is"
    leave(Refusal("bad-command", what, f"{path} --help", exit=Exit.USAGE))


def _leave_by_fault(error: Exception) -> NoReturn:
    """Say a damaged or unusable ledger's refusal; own up to anything else as a fault of ours."""
    refusal = getattr(error, "refusal", None)
    if refusal is not None:
        leave(refusal)
    if os.environ.get("TOERNOOI_DEBUG"):
        raise error
    click.echo(
        f"fault of the program ({type(error).__name__}: {error}); nothing more was recorded\n"
        "  next: run the command again with TOERNOOI_DEBUG=1 and send us what it prints",
        err=True,
    )
    sys.exit(70)


if __name__ == "__main__":
    main()
