"""The words an arbiter types: parsing, lazy imports, exit codes. No rules and no storage here."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

if TYPE_CHECKING:
    from ledger.book import Book
    from ledger.commands import AnyCommand
    from ledger.events import AnyFact
    from ledger.refusals import Refusal, Refusals
    from ledger.runtime import Runtime
    from pairing.desk import Desk, Numbered
    from projections.views import View

VERSION = "0.1.0"
RULES = "knsb-wp-2014"
RESULTS = {
    "1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "½-½": "1/2-1/2", "=": "1/2-1/2",
    "1/2": "1/2-1/2", "½": "1/2-1/2", "0-0": "0-0", "1-0R": "1-0R", "0-1R": "0-1R", "0-0R": "0-0R",
}  # fmt: skip
"""How a result may be typed, and what it is recorded as."""

F = TypeVar("F", bound=Callable[..., Any])


class Verbs(click.Group):
    """A group that also knows its verbs by their Dutch names."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.dutch: dict[str, str] = {}

    def take(self, command: click.Command, dutch: str) -> None:
        """Register a verb under its name and its Dutch alias ("" for none)."""
        self.add_command(command)
        if dutch:
            self.dutch[dutch] = str(command.name)

    def verb(self, name: str, dutch: str = "") -> Callable[[F], click.Command]:
        """Register a function as a verb under its name and its Dutch alias."""

        def add(function: F) -> click.Command:
            made = click.command(name)(function)
            self.take(made, dutch)
            return made

        return add

    def section(self, name: str, dutch: str = "", help: str = "") -> Verbs:
        """Register a group of verbs under its name and its Dutch alias."""
        made = Verbs(name, help=help)
        self.take(made, dutch)
        return made

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Find a verb by either name."""
        return super().get_command(ctx, self.dutch.get(cmd_name, cmd_name))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Give the English name also when the Dutch one was typed."""
        _, command, rest = super().resolve_command(ctx, args)
        return command.name if command else None, command, rest

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the verbs with their Dutch names beside them, in the order of a tournament."""
        names = {english: dutch for dutch, english in self.dutch.items()}
        rows = [
            (f"{name} ({names[name]})" if name in names else name, command.get_short_help_str(200))
            for name, command in self.commands.items()
            if not command.hidden
        ]
        with formatter.section("Verbs"):
            formatter.write_dl(rows)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs in the order of a tournament, not of the alphabet."""
        return list(self.commands)


def _ledger_path(given: str | None) -> Path:
    """Return the file asked for, the only ledger in this folder, or toernooi.ledger."""
    if given:
        return Path(given)
    here = sorted(Path.cwd().glob("*.ledger"))
    return here[0] if len(here) == 1 else Path("toernooi.ledger")


class Session:
    """What the options before the verb say."""

    def __init__(self, ledger: str | None, tournament: str | None, runtime: Runtime) -> None:
        self.ledger, self.tournament, self.runtime = ledger, tournament, runtime

    def desk(self, base: Path | None = None) -> Desk:
        """Return the desk on the chosen ledger file."""
        from pairing.desk import Desk

        return Desk(_ledger_path(self.ledger), self.runtime, base or Path.cwd())

    def book(self, as_of: str | None = None, tournament: str | None = None) -> Book:
        """Return the book of the chosen tournament, or leave with what is against it."""
        book = self.desk().read(tournament or self.tournament, as_of)
        return _leave(book) if isinstance(book, tuple) else book


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--ledger", envvar="TOERNOOI_LEDGER", metavar="FILE", help="The ledger file.")
@click.option("-t", "--tournament", envvar="TOERNOOI_TOURNAMENT", help="Name or id, of several.")
@click.option("--actor", envvar="TOERNOOI_ACTOR", default="arbiter", help="Key of who acts.")
@click.version_option(VERSION, prog_name="toernooi")
@click.pass_context
def toernooi(ctx: click.Context, ledger: str | None, tournament: str | None, actor: str) -> None:
    """Run a chess tournament as a ledger: every result, pairing and correction stays visible."""
    if isinstance(ctx.obj, Session):
        return
    from ledger.runtime import Runtime

    runtime = ctx.obj if isinstance(ctx.obj, Runtime) else Runtime(actor=actor)
    ctx.obj = Session(ledger, tournament, runtime)


# --- what every verb shares -----------------------------------------------------------------------


def _leave(refusals: Refusals | Refusal) -> NoReturn:
    """Say everything that is in the way and leave with the exit code of its kind."""
    found = refusals if isinstance(refusals, tuple) else (refusals,)
    ctx = click.get_current_context(silent=True)
    if ctx is not None and ctx.params.get("as_json"):
        from projections.render import as_json

        click.echo(as_json({"refused": [refusal.record() for refusal in found]}))
    else:
        for refusal in found:
            click.echo(refusal.text(), err=True)
    sys.exit(max(int(refusal.exit) for refusal in found))


def _show(view: View | Refusal | Refusals, as_json: bool, as_csv: bool = False) -> None:
    from projections import render
    from projections.views import View

    if not isinstance(view, View):
        _leave(view)
    if as_json:
        click.echo(render.as_json(view.record()))
    elif as_csv:
        click.echo(render.as_csv(view))
    else:
        width = os.get_terminal_size().columns if sys.stdout.isatty() else None
        click.echo(render.as_table(view, width))


def _json_flag() -> click.Option:
    return click.Option(["--json", "as_json"], is_flag=True, help="For programs: JSON.")


def _csv_flag() -> click.Option:
    return click.Option(["--csv", "as_csv"], is_flag=True, help="Comma-separated values.")


def _read_options(function: F) -> F:
    function = click.option("--csv", "as_csv", is_flag=True, help="Comma-separated values.")(
        function
    )
    return _json_option(function)


def _json_option(function: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help="For programs: JSON.")(function)


def _command(line: int | None = None, **data: Any) -> Numbered:
    """Make one command of what was typed, or leave with everything that is wrong in it."""
    from ledger.commands import command_of

    made = command_of({key: value for key, value in data.items() if value is not None})
    return (line, _leave(made) if isinstance(made, tuple) else made)


def _write(session: Session, commands: Sequence[Numbered], as_json: bool) -> None:
    """Carry commands out, all or nothing, and say what was recorded."""
    from pairing.desk import Written

    written = session.desk().write(commands, session.tournament)
    if not isinstance(written, Written):
        _leave(written)
    _tell(written.book, written.facts, written.notes, as_json)


def _tell(book: Book, facts: Iterable[AnyFact], notes: Sequence[str], as_json: bool) -> None:
    from projections.history import sentence
    from projections.render import as_json as json_text

    told = [(fact, sentence(fact, book.called)) for fact in facts]
    if as_json:
        rows = [{"position": f.position, "fact": f.TOPIC, "what": what} for f, what in told]
        click.echo(json_text({"id": book.state.id, "facts": rows, "notes": list(notes)}))
        return
    shown = told if len(told) <= 12 else told[:5]
    for fact, what in shown:
        click.echo(f"#{fact.position} {what}")
    if len(told) > len(shown):
        last = told[-1][0].position
        click.echo(f"... and {len(told) - len(shown)} facts more, up to #{last}")
    for note in notes:
        click.echo(f"note: {note}")


class ResultType(click.ParamType[str]):
    """A result as people type it: 1-0, 0-1, 1/2-1/2 (or =, ½), 0-0; with R when by default."""

    name = "result"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the result as it is recorded."""
        typed = str(value).strip().upper().replace(":", "-")
        if typed not in RESULTS:
            self.fail(f"{value!r} is no result; use 1-0, 0-1, 1/2-1/2 or 0-0", param, ctx)
        return RESULTS[typed]


def _rulebook(rules: str | None, changes: Sequence[str] = ()) -> Any:
    from ledger.rulebook import Rulebook
    from ledger.rulebook_files import load

    loaded = load(rules or RULES, _changes(changes))
    return loaded if isinstance(loaded, Rulebook) else _leave(loaded)


def _changes(texts: Sequence[str]) -> dict[str, str]:
    pairs = [text.partition("=") for text in texts]
    for key, sign, _ in pairs:
        if not sign or not key:
            raise click.BadParameter(f"write KEY=VALUE, not {key!r}", param_hint="--set")
    return {key.strip(): value.strip() for key, _, value in pairs}


def _bytes_of(path: str) -> bytes:
    try:
        return Path(path).read_bytes() if path != "-" else sys.stdin.buffer.read()
    except OSError as error:
        raise click.FileError(path, hint=error.strerror or str(error)) from error


# --- verbs that are one command or one view -------------------------------------------------------


def _argument(name: str, **kwargs: Any) -> click.Argument:
    return click.Argument([name], metavar=kwargs.pop("metavar", name.upper()), **kwargs)


def _option(name: str, help: str, **kwargs: Any) -> click.Option:
    return click.Option([name], help=help, **kwargs)


ROUND, PLAYER = _argument("round", type=int), _argument("player")
BOARD, RESULT = _argument("board"), _argument("result", type=ResultType())
AS_OF = _option(
    "--as-of", "As known at a position (140), a time, or published:N.", metavar="MOMENT"
)
AFTER = _option("--after", "After round N; default all that are done.", type=int, metavar="N")
CAUSE = click.Choice(["late", "excused", "no word"])
SEX = click.Choice(["m", "w"])
PERSON = (
    _option("--federation", "Three letters."),
    _option("--fide-id", "FIDE number."),
    _option("--national-id", "Number at the own federation."),
    _option("--birth", "Birth date (2001-05-30) or year."),
    _option("--club", "Club."),
    _option("--sex", "m or w.", type=SEX),
)


def _writes(
    group: Verbs, name: str, dutch: str, help: str, *params: click.Parameter,
    prepare: Callable[[dict[str, Any]], dict[str, Any]] | None = None,
) -> None:  # fmt: skip
    """Make a verb that is one command of `ledger.commands`: its parameters are the fields."""
    command = name if group is toernooi else f"{group.name}-{name}"

    @click.pass_obj
    def callback(session: Session, /, as_json: bool, **given: Any) -> None:
        data = prepare(given) if prepare else given
        _write(session, [_command(command=command, **data)], as_json)

    shared = (_option("--reason", "Why, in words that name nobody."), _json_flag())
    group.take(click.Command(name, callback=callback, help=help, params=[*params, *shared]), dutch)


def _reads(
    group: Verbs, name: str, dutch: str, help: str, report: str, *params: click.Parameter
) -> None:
    """Make a verb that shows one view of `projections.reports`."""

    @click.pass_obj
    def callback(session: Session, /, as_json: bool, as_csv: bool, **given: Any) -> None:
        from projections import reports

        book = session.book(given.pop("as_of"))
        if given.get("rules"):
            given["rules"] = _rulebook(given["rules"])
        _show(getattr(reports, report)(book, **given), as_json, as_csv)

    shared = (AS_OF, _json_flag(), _csv_flag())
    group.take(click.Command(name, callback=callback, help=help, params=[*params, *shared]), dutch)


def _ask_causes(given: dict[str, Any]) -> dict[str, Any]:
    """Ask at a terminal who was not there, and why, where the options did not say."""
    if given["white"] or given["black"] or not sys.stdin.isatty():
        return given
    side = click.prompt("Who was not there", type=click.Choice(["white", "black", "both"]))
    asked = ["white", "black"] if side == "both" else [side]
    return given | {name: click.prompt(f"{name} was", type=CAUSE) for name in asked}


# --- opening and players --------------------------------------------------------------------------

RULES_OPTIONS = (
    _option("--rules", "Rulebook.", default=RULES, show_default=True),
    click.Option(["--set", "changes"], multiple=True, metavar="KEY=VALUE",
                 help="Change a key of the rulebook: bye.points=0.5."),
)  # fmt: skip


def _with_changes(given: dict[str, Any]) -> dict[str, Any]:
    return {"set": _changes(given.pop("changes")), **given}


_writes(
    toernooi, "init", "nieuw", "Open a tournament called NAME.",
    _argument("name"), _option("--rounds", "Number of rounds planned.", type=int), *RULES_OPTIONS,
    prepare=_with_changes,
)  # fmt: skip
_writes(
    toernooi, "import", "importeren",
    "Open a tournament from a TRF16 file, round by round; B1 and B2 are not judged.",
    _argument("file", type=click.Path(exists=True, dir_okay=False)),
    _option("--name", "Name of the tournament, if not the file's."),
    _option("--rounds", "Number of rounds, where the file does not say.", type=int),
    *RULES_OPTIONS, prepare=_with_changes,
)  # fmt: skip


@toernooi.verb("tournaments", "toernooien")
@_read_options
@click.pass_obj
def tournaments(session: Session, as_json: bool, as_csv: bool) -> None:
    """List the tournaments of a ledger file."""
    from projections.views import Column, Row, View

    rows: tuple[Row, ...] = tuple({"id": i, "name": n} for i, n in session.desk().tournaments())
    _show(View("", (Column("id", "id"), Column("name", "name")), rows), as_json, as_csv)


_writes(
    toernooi, "plan", "plannen", "Announce or change the number of ROUNDS.",
    _argument("rounds", type=int),
)  # fmt: skip
_writes(
    toernooi, "schedule", "datum", "Give ROUND its DATE (2026-11-28).", ROUND, _argument("date")
)


@toernooi.verb("enter", "inschrijven")
@click.argument("name", required=False)
@click.option("--rating", type=int, help="Rating; leave out for none.")
@click.option("--title", help="GM, IM, WGM, FM, WIM, CM, WFM or WCM.")
@click.option("--from-round", type=int, help="First round to be paired in; default the next.")
@click.option("--file", type=click.Path(exists=True, dir_okay=False), help="CSV or TRF of players.")
@click.option("--reason", help="Why, in words that name nobody.")
@_json_option
@click.pass_obj
def enter(
    session: Session, /, name: str | None, file: str | None, as_json: bool, **given: Any
) -> None:
    """Register a player called NAME, or all players of a file."""
    if (name is None) == (file is None):
        raise click.UsageError("give a NAME, or --file with a list of players")
    if file is None:
        _write(session, [_command(command="enter", name=name, **given)], as_json)
        return
    from ledger.people_csv import PeopleRefused, read_people

    people = read_people(_bytes_of(file))
    if isinstance(people, PeopleRefused):
        _leave(tuple(error.refusal() for error in people.errors))
    _write(session, [_command(**_entry(person)) for person in people], as_json)


enter.params[-2:-2] = PERSON


def _entry(person: Any) -> dict[str, Any]:
    fields = ("name", "rating", "title", "sex", *PERSON_KEYS)
    given = {key: getattr(person, key) or None for key in fields}
    return {"command": "enter", **given}


PERSON_KEYS = ("federation", "fide_id", "national_id", "birth", "club")


def _with_order(given: dict[str, Any]) -> dict[str, Any]:
    """Put the lines of the file in place of its name; it goes with --by file and nothing else."""
    file = given.pop("file")
    if (given["by"] == "file") != bool(file):
        raise click.UsageError("--by file and --file FILE go together")
    lines = _bytes_of(file).decode("utf-8-sig", "replace").splitlines() if file else []
    return given | {"order": [line.strip() for line in lines if line.strip()]}


_writes(
    toernooi, "lots", "loten", "Give every player his number: drawn, by rating, or as entered.",
    _option("--by", "How.", type=click.Choice(["draw", "rating", "entry", "file"]), default="draw",
            show_default=True),
    _option("--seed", "Draw with this seed instead of a fresh one."),
    _option("--file", "By file: a line a player, by name or number, number 1 first.",
            type=click.Path(exists=True, dir_okay=False, allow_dash=True)),
    prepare=_with_order,
)  # fmt: skip
_reads(toernooi, "status", "", "Show where the tournament stands and what to do next.", "status")
_reads(
    toernooi, "players", "spelers", "List the players with what is announced for them.", "players"
)
_writes(
    toernooi, "absent", "afmelden", "Announce that PLAYER misses a ROUND to come.",
    PLAYER, ROUND, _option("--cancel", "He will play after all.", is_flag=True),
)  # fmt: skip
_writes(
    toernooi, "bye", "halve-bye",
    "Request a half-point bye for PLAYER in a ROUND to come (F9).", PLAYER, ROUND,
)  # fmt: skip
_writes(
    toernooi, "withdraw", "terugtrekken", "Take PLAYER out of the rounds to come.",
    PLAYER, _option("--from-round", "First round he misses; default the next.", type=int),
)  # fmt: skip
_writes(
    toernooi, "return", "heraanmelden", "Take PLAYER, who had withdrawn, back in.",
    PLAYER, _option("--from-round", "First round he plays; default the next.", type=int),
)  # fmt: skip

# --- pairings -------------------------------------------------------------------------------------


@toernooi.verb("pair", "indelen")
@click.option("--basis", type=int, help="Pair from what was known at this position.")
@_read_options
@click.pass_obj
def pair(session: Session, basis: int | None, as_json: bool, as_csv: bool) -> None:
    """Pair the next round and print it; nothing is recorded."""
    from pairing.drafts import draft_view
    from pairing.rounds import Draft, draft

    book = session.book()
    made = draft(book, basis)
    _show(draft_view(book, made) if isinstance(made, Draft) else made, as_json, as_csv)


_writes(
    toernooi, "publish", "publiceren",
    "Pair the next round and make it public; a finished round before it is closed.",
    _option("--round", "Refuse unless this is the next round.", type=int),
    _option("--basis", "The position the draft was computed from.", type=int),
)  # fmt: skip
board = toernooi.section("board", "bord", "Change a published round by hand.")
_writes(
    board, "add", "erbij",
    "Add a game WHITE - BLACK to ROUND, for latecomers; a bye among them is lost.",
    ROUND, _argument("white"), _argument("black"),
)  # fmt: skip
_writes(
    board, "swap", "ruilen",
    "Let two players of ROUND change places, or colours when they meet each other.",
    ROUND, _argument("first"), _argument("second"),
)  # fmt: skip
_reads(
    toernooi, "pairings", "indeling", "Show a published ROUND (default the last) with its results.",
    "pairings",
    _argument("round_number", metavar="[ROUND]", type=int, required=False),
    _option("--by-name", "Every player by name, for the wall.", is_flag=True),
)  # fmt: skip
_writes(toernooi, "start", "beginnen", "Say that the games of ROUND began.", ROUND)

# --- results --------------------------------------------------------------------------------------


@toernooi.verb("result", "uitslag")
@click.argument("round", metavar="ROUND", type=int)
@click.argument("pairs", metavar="[BOARD RESULT]...", nargs=-1)
@click.option("--file", type=click.Path(exists=True, dir_okay=False, allow_dash=True),
              help="Lines of BOARD RESULT; - reads the standard input.")  # fmt: skip
@click.option("--unrated", is_flag=True, help="Counts, but is not sent for rating.")
@click.option("--reason", help="Why, in words that name nobody.")
@_json_option
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
        data = given | {"board": board, "result": outcome, "rated": not unrated}
        made.append(_command(line, command="result", **data))
    _write(session, made, as_json)


def _result_lines(file: str) -> list[tuple[int | None, str, str]]:
    found: list[tuple[int | None, str, str]] = []
    for number, line in enumerate(_bytes_of(file).decode("utf-8-sig", "replace").splitlines(), 1):
        text = line.split("#")[0].replace(";", " ").replace(",", " ").strip()
        if not text:
            continue
        words = text.rsplit(maxsplit=1)
        if len(words) < 2:
            raise click.UsageError(f"line {number}: write BOARD RESULT, not {line.strip()!r}")
        found.append((number, words[0], words[1]))
    return found


_writes(
    toernooi, "forfeit", "reglementair",
    'Decide a game of ROUND by default; "no word" also withdraws him (F10).',
    ROUND, BOARD, _option("--white", "White was not there, and why.", type=CAUSE),
    _option("--black", "Black was not there, and why.", type=CAUSE), prepare=_ask_causes,
)  # fmt: skip
_writes(
    toernooi, "adjourn", "afbreken",
    "Record that a game of ROUND was broken off; it counts as a draw until finished (F11).",
    ROUND, BOARD,
)  # fmt: skip
correct = toernooi.section("correct", "corrigeren", "Correct what was recorded; nothing is erased.")
_writes(
    correct, "result", "uitslag", "Put the right RESULT in place; 1-0R is a win by default.",
    ROUND, BOARD, RESULT,
)  # fmt: skip
_writes(
    correct, "colours", "kleuren",
    "Record that a game was played with the colours exchanged; points stay.", ROUND, BOARD,
)  # fmt: skip
_writes(
    correct, "rating", "rating",
    "Correct PLAYER's RATING for pairings still to be made; 0 is none.",
    PLAYER, _argument("rating", type=int),
)  # fmt: skip
_writes(
    correct, "person", "persoon",
    "Correct PLAYER's record: name, birth date, ids, club. It is kept beside the ledger.",
    PLAYER, _option("--name", "Name."), *PERSON,
)  # fmt: skip
_writes(
    toernooi, "close", "afsluiten", "Close ROUND (default the first that is not closed).",
    _argument("round", metavar="[ROUND]", type=int, required=False),
)  # fmt: skip
_writes(
    toernooi, "finish", "beeindigen",
    "End the tournament; lots are drawn for those equal in everything (F12).",
    _option("--seed", "Draw lots with this seed instead of a fresh one."),
)  # fmt: skip

# --- reading --------------------------------------------------------------------------------------

_reads(
    toernooi, "standings", "stand",
    "Show the standing, after any round, as known at any moment.", "standings",
    AFTER, _option("--final", "The final ranking (F12).", is_flag=True),
    _option("--rules", "Under another rulebook."),
)  # fmt: skip
_reads(
    toernooi, "crosstable", "kruistabel", "Show every game of every player.", "crosstable", AFTER
)
_reads(
    toernooi, "player", "speler", "Show PLAYER's pairing card (indelingskaart).", "player",
    PLAYER,
)  # fmt: skip
_reads(toernooi, "rounds", "ronden", "Show the rounds, played and planned.", "rounds")
_reads(
    toernooi, "log", "logboek", "Show every fact in order: when, by whom, what and why.", "log",
    _option("--last", "Only the newest N.", type=click.IntRange(min=1), metavar="N"),
)  # fmt: skip


@toernooi.verb("export", "exporteren")
@click.option("--format", "kind", type=click.Choice(["trf", "ndjson"]), default="trf",
              show_default=True, help="A tournament file, or the facts.")  # fmt: skip
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="File; default the screen.")
@click.option("--as-of", metavar="MOMENT", help=AS_OF.help)
@click.pass_obj
def export(session: Session, kind: str, output: str | None, as_of: str | None) -> None:
    """Write the tournament as a TRF16 file, or its facts as NDJSON (without names)."""
    book = session.book(as_of)
    if kind == "trf":
        from ledger.refusals import Refusal
        from ledger.trf_write import write
        from projections.reports import tournament_file

        file = tournament_file(book)
        data = _leave(file) if isinstance(file, Refusal) else write(file)
    else:
        from ledger.codec import encode

        data = b"".join(encode(fact) + b"\n" for fact in book.facts)
    if output is None:
        sys.stdout.buffer.write(data)
        return
    try:
        Path(output).write_bytes(data)
    except OSError as error:
        raise click.FileError(output, hint=error.strerror or str(error)) from error
    click.echo(f"written: {output}")


@toernooi.verb("apply", "toepassen")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@_json_option
@click.pass_obj
def apply(session: Session, file: str, as_json: bool) -> None:
    """Carry out the commands of FILE, one JSON object a line, all or nothing (docs/apply.md)."""
    from ledger.commands import read_ndjson
    from pairing.desk import Written

    commands = read_ndjson(_bytes_of(file).decode("utf-8-sig", "replace"))
    if not isinstance(commands, list):
        _leave(commands)
    base = Path.cwd() if file == "-" else Path(file).resolve().parent
    numbered: list[tuple[int | None, AnyCommand]] = [(line, command) for line, command in commands]
    written = session.desk(base).write(numbered, session.tournament)
    if not isinstance(written, Written):
        _leave(written)
    _tell(written.book, written.facts, written.notes, as_json)


@toernooi.verb("sql")
@click.argument("question")
@click.option("--as-of", metavar="MOMENT", help=AS_OF.help)
@_read_options
@click.pass_obj
def sql(session: Session, question: str, as_of: str | None, as_json: bool, as_csv: bool) -> None:
    """Ask a DuckDB mirror: tables events, players, games, standings (docs/sql.md)."""
    from projections.mirror import QueryError, ask, mirror

    book = session.book(as_of)
    names = {player: book.name(player) for player in book.state.players}
    try:
        view = ask(mirror(book.facts, book.state, book.rules, names), question)
    except QueryError as error:
        raise click.UsageError(str(error)) from error
    _show(view, as_json, as_csv)


@toernooi.verb("examples", "voorbeelden")
@click.argument("name", required=False)
@_read_options
def examples(name: str | None, as_json: bool, as_csv: bool) -> None:
    """List the tournaments that come with the program, or write the one called NAME here."""
    from importlib import resources

    from projections.views import Column, Row, View

    folder = resources.files("ledger") / "demo"
    found = {f.name[:-4]: f for f in folder.iterdir() if f.name.endswith(".trf")}
    if name is None:
        rows: tuple[Row, ...] = tuple({"name": key} for key in sorted(found))
        _show(View("", (Column("name", "name"),), rows), as_json, as_csv)
        return
    if name not in found:
        raise click.UsageError(
            f"there is no example {name!r}; there are {', '.join(sorted(found))}"
        )
    path = Path.cwd() / f"{name}.trf"
    if path.exists():
        raise click.UsageError(f"{path.name} exists already in this folder")
    path.write_bytes(found[name].read_bytes())
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


# --- why, and whether it is right -----------------------------------------------------------------


def _language_option(function: F) -> F:
    return click.option(
        "--lang", "language", type=click.Choice(["en", "nl"]), default="en", show_default=True,
        envvar="TOERNOOI_LANG", help="Language of the explanation.",
    )(function)  # fmt: skip


def _say(answer: Any, as_json: bool, as_csv: bool) -> None:
    """Show an explanation: its lines for people, its claims for programs."""
    from pairing.answers import Answer

    if isinstance(answer, Answer) and not (as_json or as_csv):
        click.echo(answer.text)
        return
    _show(answer.view if isinstance(answer, Answer) else answer, as_json, as_csv)


def _findings(answer: Any) -> int:
    """Return the exit code of a check that could be done."""
    return 0 if answer.all_the_same else 1


def _asked(session: Session, number: int | None) -> tuple[Any, Callable[[str], Any]]:
    """Return the round that is asked about, and what finds a player in it, or leave."""
    from ledger.refusals import Refusal
    from pairing.asked import Asked, of_book

    book = session.book()
    asked = of_book(book, number)
    if not isinstance(asked, Asked):
        _leave(asked)

    def find(text: str) -> Any:
        found = book.find_player(text)
        return found if isinstance(found, Refusal) else found.player

    return asked, find


@toernooi.verb("why", "waarom")
@click.argument("round", metavar="ROUND", type=int)
@click.argument("board", metavar="[BOARD]", required=False)
@click.option("--player", metavar="PLAYER", help="This player, by number or name, not a board.")
@_language_option
@_read_options
@click.pass_obj
def why(
    session: Session, round: int, board: str | None, player: str | None, language: Any,
    as_json: bool, as_csv: bool,
) -> None:  # fmt: skip
    """Explain a board (or a player's bye) of ROUND, group by group and clause by clause.

    A number is a board; ROUND may be the next, which is not published yet.
    """
    from pairing import answers

    if (board is None) == (player is None):
        raise click.UsageError("give BOARD (a number, 5-9 or a name), or --player PLAYER")
    asked, find = _asked(session, round)
    _say(answers.why(asked, board, player, find, language), as_json, as_csv)


@toernooi.verb("why-not", "waarom-niet")
@click.argument("round", metavar="ROUND", type=int)
@click.argument("first")
@click.argument("second")
@_language_option
@_read_options
@click.pass_obj
def why_not(
    session: Session, round: int, first: str, second: str, language: Any, as_json: bool,
    as_csv: bool,
) -> None:  # fmt: skip
    """Tell what gets worse first, and by which clause, when FIRST meets SECOND in ROUND."""
    from pairing import answers

    asked, find = _asked(session, round)
    _say(answers.why_not(asked, first, second, find, language), as_json, as_csv)


@toernooi.verb("why-bye", "waarom-vrij")
@click.argument("round", metavar="[ROUND]", type=int, required=False)
@_language_option
@_read_options
@click.pass_obj
def why_bye(
    session: Session, round: int | None, language: Any, as_json: bool, as_csv: bool
) -> None:
    """Explain who has the bye in ROUND (default the last published), and why nobody else."""
    from pairing import answers

    asked, _ = _asked(session, round)
    _say(answers.why_bye(asked, language), as_json, as_csv)


@toernooi.verb("why-colour", "waarom-kleur")
@click.argument("round", metavar="ROUND", type=int)
@click.argument("board")
@_language_option
@_read_options
@click.pass_obj
def why_colour(
    session: Session, round: int, board: str, language: Any, as_json: bool, as_csv: bool
) -> None:
    """Explain who has white on BOARD of ROUND: preferences, B2, E1 to E4."""
    from pairing import answers

    asked, find = _asked(session, round)
    _say(answers.colour(asked, board, find, language), as_json, as_csv)


@toernooi.verb("check", "controleren")
@click.argument("round", metavar="[ROUND]", type=int, required=False)
@_language_option
@_read_options
@click.pass_obj
def check(session: Session, round: int | None, language: Any, as_json: bool, as_csv: bool) -> None:
    """Pair published rounds (default all) again from their basis; exit 1 if anything differs."""
    from pairing.answers import check_book

    answer = check_book(session.book(), round, language)
    _say(answer, as_json, as_csv)
    sys.exit(_findings(answer))


# --- rulebooks ------------------------------------------------------------------------------------

rules_verbs = toernooi.section(
    "rules", "regels", "Look at rule versions, and at files of your own."
)


def _rules_argument(name: str) -> Callable[[F], F]:
    return click.argument(name, metavar=name.upper())


@rules_verbs.verb("list", "lijst")
@_read_options
def rules_list(as_json: bool, as_csv: bool) -> None:
    """List the rulebooks that come with the program."""
    from ledger.rulebook_files import shipped
    from projections.rules_views import list_view

    _show(list_view([_rulebook(name) for name in shipped()]), as_json, as_csv)


@rules_verbs.verb("show", "tonen")
@_rules_argument("rulebook")
@click.option("--clause", metavar="A1d", help="This clause, in our words, and its parts.")
@click.option("--set", "changes", multiple=True, metavar="KEY=VALUE", help="With keys changed.")
@_read_options
def rules_show(
    rulebook: str, clause: str | None, changes: Sequence[str], as_json: bool, as_csv: bool
) -> None:
    """Show the keys of RULEBOOK (an id, or a TOML file), or one of its clauses."""
    from projections.rules_views import show_view

    _show(show_view(_rulebook(rulebook, changes), clause), as_json, as_csv)


@rules_verbs.verb("diff", "verschil")
@_rules_argument("first")
@_rules_argument("second")
@_read_options
def rules_diff(first: str, second: str, as_json: bool, as_csv: bool) -> None:
    """Show the keys and clauses in which two rulebooks differ."""
    from projections.rules_views import diff_view

    _show(diff_view(_rulebook(first), _rulebook(second)), as_json, as_csv)


@rules_verbs.verb("coverage", "dekking")
@_rules_argument("rulebook")
@_read_options
def rules_coverage(rulebook: str, as_json: bool, as_csv: bool) -> None:
    """Show what is built of every clause; exit 1 while anything is left to build."""
    from projections.rules_views import coverage_view

    view, complete = coverage_view(_rulebook(rulebook))
    _show(view, as_json, as_csv)
    sys.exit(0 if complete else 1)


@rules_verbs.verb("check", "controleren")
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
def rules_check(file: str) -> None:
    """Read a rulebook FILE of yours; everything wrong is listed with its line."""
    rules = _rulebook(file)
    click.echo(f"{file}: a rulebook, {rules.id} ({rules.hash[:12]})")


_writes(
    rules_verbs, "change", "wijzigen",
    "Let RULEBOOK hold from the next round on; the rounds before keep theirs.",
    _argument("rulebook"), RULES_OPTIONS[1], prepare=_with_changes,
)  # fmt: skip

# --- prizes and replay ----------------------------------------------------------------------------

prizes_verbs = toernooi.section("prizes", "prijzen", "Declare prize money and see who gets it.")


@prizes_verbs.verb("declare", "vaststellen")
@click.argument("amounts", nargs=-1, required=True)
@click.option("--reason", help="Why, in words that name nobody.")
@_json_option
@click.pass_obj
def prizes_declare(
    session: Session, /, amounts: Sequence[str], as_json: bool, reason: str | None
) -> None:
    """Announce the prizes of rank 1, 2, 3 ... as AMOUNTS: 500 300 99.95."""
    cents = [_cents(amount) for amount in amounts]
    _write(session, [_command(command="prizes-declare", cents=cents, reason=reason)], as_json)


def _cents(amount: str) -> int:
    whole, _, part = amount.replace(",", ".").partition(".")
    if not whole.isdecimal() or not (part == "" or (part.isdecimal() and len(part) <= 2)):
        raise click.BadParameter(f"{amount!r} is no amount; write 500 or 99.95")
    return int(whole) * 100 + int(part.ljust(2, "0") or 0)


_reads(prizes_verbs, "show", "tonen", "Show who gets which prize (F12.1).", "prizes")


@toernooi.verb("replay", "herspelen")
@click.argument("names", metavar="[TOURNAMENT]...", nargs=-1)
@click.option(
    "--rules", "versions", multiple=True, required=True, help="Rulebook; may be repeated."
)
@click.option("--set", "changes", multiple=True, metavar="KEY=VALUE", help="With keys changed.")
@click.option("--all", "everything", is_flag=True, help="All tournaments of the ledger.")
@click.option("--pairings", is_flag=True, help="What would have been paired, not the standings.")
@click.option("--round", "only", metavar="N", help="Only this round, or final.")
@click.option("--duckdb", type=click.Path(dir_okay=False), help="Also write tables to this file.")
@_read_options
@click.pass_obj
def replay(
    session: Session, names: Sequence[str], versions: Sequence[str], changes: Sequence[str],
    everything: bool, pairings: bool, only: str | None, duckdb: str | None, as_json: bool,
    as_csv: bool,
) -> None:  # fmt: skip
    """See the same facts under another rule version: who moves, by how much, by which clause."""
    from pairing.field import without_engine
    from pairing.replays import replay_view

    rulebooks = [_rulebook(name, changes) for name in versions]
    if pairings:
        refused = [refusal for rules in rulebooks if (refusal := without_engine(rules))]
        if refused:
            _leave(tuple(refused))
    wanted: list[str | None] = [*names] or [session.tournament]
    if everything:
        wanted = [key for key, _ in session.desk().tournaments()]
    books = [session.book(tournament=name) for name in wanted]
    view = replay_view(books, rulebooks, pairings, only)
    if duckdb:
        from projections.mirror import write_replay

        write_replay(Path(duckdb), books, rulebooks, view)
        click.echo(f"written: {duckdb}", err=True)
    _show(view, as_json, as_csv)


# --- tournament files without a ledger ------------------------------------------------------------

trf = toernooi.section("trf", help="Work on a TRF16 file without a ledger, for other programs.")


def _trf_options(function: F) -> F:
    function = click.option("--rounds", type=int, metavar="N", help="Where the file does not say.")(
        function
    )
    change = "Change a key of the rulebook: bye.points=0.5."
    function = click.option("--set", "changes", multiple=True, metavar="KEY=VALUE", help=change)(
        function
    )
    function = click.option("--rules", default=RULES, show_default=True, help="Rulebook.")(function)
    return click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))(
        function
    )


def _trf_file(file: str) -> Any:
    from ledger.trf import parse
    from ledger.trf_model import TrfFile

    found = parse(_bytes_of(file))
    if not isinstance(found, TrfFile):
        _leave(tuple(error.refusal() for error in found))
    return found


@trf.verb("pair", "indelen")
@_trf_options
@click.option("--round", "number", type=int, metavar="N", help="Default the first without games.")
@click.pass_obj
def trf_pair(
    session: Session, file: str, rules: str, changes: Sequence[str], rounds: int | None,
    number: int | None,
) -> None:  # fmt: skip
    """Print the number of pairs, then WHITE BLACK a line in board order, the bye as N 0."""
    from pairing.state import Pairing
    from pairing.trf_rounds import TrfRound, pair_file, round_to_pair

    rulebook, read = _rulebook(rules, changes), _trf_file(file)
    round_ = round_to_pair(read, number, rounds)
    if not isinstance(round_, TrfRound):
        _leave(round_)
    pairing = pair_file(read, rulebook, round_)
    if not isinstance(pairing, Pairing):
        _leave(pairing)
    for note in round_.notes:
        click.echo(f"note: {note}", err=True)
    lines = [f"{board.white} {board.black}" for board in pairing.boards]
    lines += [f"{pairing.bye} 0"] if pairing.bye is not None else []
    click.echo("\n".join([str(len(lines)), *lines]))


@trf.verb("standings", "stand")
@_trf_options
@click.option("--after", type=int, metavar="N", help="After round N; default all with games.")
@_read_options
@click.pass_obj
def trf_standings(
    session: Session, file: str, rules: str, changes: Sequence[str], rounds: int | None,
    after: int | None, as_json: bool, as_csv: bool,
) -> None:  # fmt: skip
    """Print the classification (A4) of a file; --json is a list, best first."""
    from pairing.trf_views import standings_of_file

    view = standings_of_file(_trf_file(file), _rulebook(rules, changes), after, rounds)
    if as_json and not isinstance(view, tuple):
        from projections.render import as_json as json_text

        keys = (
            "rank",
            "id",
            "points",
            "ws",
            "wp",
            "sb",
            "colours",
            "colour_difference",
            "preference",
        )
        click.echo(json_text([{key: row[key] for key in keys} for row in view.rows]))
        return
    _show(view, as_json, as_csv)


@trf.verb("check", "controleren")
@_trf_options
@click.option("--round", "number", type=int, metavar="N", help="Only round N.")
@_language_option
@_read_options
@click.pass_obj
def trf_check(
    session: Session, file: str, rules: str, changes: Sequence[str], rounds: int | None,
    number: int | None, language: Any, as_json: bool, as_csv: bool,
) -> None:  # fmt: skip
    """Pair each round again from what was known and tell the differences; exit 1 if any."""
    from pairing.trf_views import checked_file

    read, rulebook = _trf_file(file), _rulebook(rules, changes)
    answer = checked_file(read, rulebook, number, rounds, language)
    _say(answer, as_json, as_csv)
    sys.exit(_findings(answer))


@trf.verb("why", "waarom")
@_trf_options
@click.option("--round", "number", type=int, metavar="N", help="Default the last with games.")
@click.option("--player", metavar="P", help="Why this player (a number) meets whom he meets.")
@click.option("--board", metavar="B", help="The same of a board: 5-9 is that of 5 and 9.")
@click.option("--pair", nargs=2, metavar="A B", help="Why these two do not meet.")
@click.option("--bye", is_flag=True, help="Why this player has the bye.")
@click.option("--colour", nargs=2, metavar="A B", help="Who of these two has white, and why.")
@_language_option
@_read_options
@click.pass_obj
def trf_why(
    session: Session, /, file: str, rules: str, changes: Sequence[str], rounds: int | None,
    number: int | None, language: Any, as_json: bool, as_csv: bool, **question: Any,
) -> None:  # fmt: skip
    """Explain a round of a file; one of --player, --board, --pair, --bye and --colour."""
    from pairing.trf_views import explained_file

    given = [name for name, value in question.items() if value]
    if len(given) != 1:
        raise click.UsageError("ask one thing: --player, --board, --pair, --bye or --colour")
    read, rulebook = _trf_file(file), _rulebook(rules, changes)
    asked = question[given[0]]
    answer = explained_file(read, rulebook, number, rounds, (given[0], asked), language)
    _say(answer, as_json, as_csv)


# --- random tournaments ---------------------------------------------------------------------------

RATES = (
    ("draws", 300, "Games drawn, where the ratings leave room for it"),
    ("defaults", 10, "Games decided by default"),
    ("double-defaults", 100, "Defaults of both players, of all defaults"),
    ("byes", 20, "Half-point byes a round, where the rulebook has them (F9)"),
    ("absences", 30, "Announced absences a round"),
    ("withdrawals", 5, "Players leaving, a round"),
    ("returns", 100, "Players coming back, a round, of those who left"),
    ("late", 20, "Players entering after round 1"),
)
"""Name, usual value per mille and help of each rate of `pairing.generate.Rates`."""


def _random_options(function: F) -> F:
    """Add the options that say what random tournaments are like; they come in as one mapping."""
    for name, usual, text in reversed(RATES):
        function = click.option(
            f"--{name}", type=click.IntRange(0, 1000), default=usual, show_default=True,
            metavar="N", help=f"{text}, per mille.",
        )(function)  # fmt: skip
    for options in (
        click.option("--ratings", type=click.IntRange(1, 9999), nargs=2, default=(1200, 2400),
                     metavar="LOW HIGH", help="Lowest and highest rating; default 1200 2400."),
        click.option("--set", "changes", multiple=True, metavar="KEY=VALUE",
                     help="Change a key of the rulebook: bye.points=0.5."),
        click.option("--seed", default="1", show_default=True, help="The same gives the same."),
        click.option("--rounds", type=click.IntRange(1, 99), required=True, help="Rounds."),
        click.option("--players", type=click.IntRange(2, 9999), required=True, help="Players."),
    ):  # fmt: skip
        function = options(function)
    return function


def _rates(given: dict[str, Any]) -> Any:
    from pairing.generate import Rates

    return Rates(**given)


@toernooi.verb("generate", "maken")
@click.option("--rules", default=RULES, show_default=True, help="Rulebook that pairs it.")
@_random_options
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="File; default the screen.")
def generate(
    rules: str, players: int, rounds: int, seed: str, changes: Sequence[str],
    ratings: tuple[int, int], output: str | None, **rates: int,
) -> None:  # fmt: skip
    """Make a random tournament, paired round by round, as a TRF16 file."""
    from ledger.trf_write import write
    from pairing.generate import ENDED, CannotGenerate
    from pairing.generate import generate as made

    book = _with_engine(_rulebook(rules, changes))
    try:
        file = made(players, rounds, book, seed, _rates(rates), ratings)
    except CannotGenerate as error:
        raise click.UsageError(str(error)) from error
    for kept in file.other:
        if kept.text.startswith(ENDED):
            click.echo(f"note: {kept.text.removeprefix('# ')}", err=True)
    _save(write(file), output)


@toernooi.verb("simulate", "simuleren")
@click.option("--rules", multiple=True, required=True, metavar="RULEBOOK[+KEY=VALUE]",
              help="The first pairs the tournaments; each other is compared with it.")  # fmt: skip
@_random_options
@click.option("--tournaments", type=click.IntRange(1), default=100, show_default=True,
              help="Tournaments.")  # fmt: skip
@_read_options
def simulate(
    rules: Sequence[str], players: int, rounds: int, tournaments: int, seed: str,
    changes: Sequence[str], ratings: tuple[int, int], as_json: bool, as_csv: bool, **rates: int,
) -> None:  # fmt: skip
    """Play random tournaments and tell how often, and how much, rule versions differ in them.

    --set changes a key of every rulebook, RULEBOOK+KEY=VALUE of that one only.
    """
    from pairing.generate import CannotGenerate
    from pairing.simulate import simulate as made
    from pairing.simulate_view import simulation_view

    books = [_variant(text, changes) for text in rules]
    _with_engine(books[0])
    try:
        result = made(
            books, players, rounds, tournaments, seed, _rates(rates), ratings,
            progress=_progress(tournaments),
        )  # fmt: skip
    except CannotGenerate as error:
        raise click.UsageError(str(error)) from error
    form: Any = "json" if as_json else "csv" if as_csv else "table"
    _show(simulation_view(result, form), as_json, as_csv)


def _variant(text: str, changes: Sequence[str]) -> Any:
    """Load "knsb-wp-2014+bye.points=0.5", as the id of a changed rulebook reads."""
    name, *own = text.split("+") if "=" in text else [text]
    return _rulebook(name, [*changes, *own])


def _with_engine(rules: Any) -> Any:
    """Return the rulebook, or leave when no engine pairs it."""
    from pairing.field import without_engine

    refusal = without_engine(rules)
    return _leave(refusal) if refusal else rules


def _progress(total: int) -> Callable[[int], None]:
    """Return what tells on a terminal how far a long run is, and says nothing elsewhere."""

    def tell(done: int) -> None:
        text = f"{done} of {total}"
        click.echo(f"\r{text if done < total else ' ' * len(text)}\r", nl=False, err=True)

    return tell if sys.stderr.isatty() else lambda done: None


def _save(data: bytes, output: str | None) -> None:
    """Write a file where it is wanted; None is the screen."""
    if output is None:
        sys.stdout.buffer.write(data)
        return
    try:
        Path(output).write_bytes(data)
    except OSError as error:
        raise click.FileError(output, hint=error.strerror or str(error)) from error
    click.echo(f"written: {output}")


# --- leaving --------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program; every way out has a sentence and an exit code, never a traceback."""
    try:
        given = list(arguments) if arguments is not None else None
        toernooi.main(given, prog_name="toernooi", standalone_mode=False)
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


def _leave_by_fault(error: Exception) -> NoReturn:
    """Say a damaged or unusable ledger's refusal; own up to anything else as a fault of ours."""
    refusal = getattr(error, "refusal", None)
    if refusal is not None:
        _leave(refusal)
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
