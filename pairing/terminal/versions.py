"""The verbs about rule versions: rulebooks, prizes, replay, random seasons."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import click

from pairing.terminal.common import (
    RULES,
    RULES_OPTIONS,
    F,
    Session,
    argument,
    changed_keys,
    json_option,
    leave,
    ledger_path,
    load_rules,
    progress,
    progress_of,
    read_options,
    reads,
    save,
    show,
    toernooi,
    typed_command,
    with_changes,
    write,
    writes,
)

# --- rulebooks ------------------------------------------------------------------------------------

rules_verbs = toernooi.section(
    "rules", "regels", "Look at rule versions, and at files of your own."
)


def _rules_argument(name: str) -> Callable[[F], F]:
    return click.argument(name, metavar=name.upper())


@rules_verbs.verb("list", "lijst")
@read_options
def rules_list(as_json: bool, as_csv: bool) -> None:
    """List the rulebooks that come with the program."""
    from ledger.rulebook_files import shipped
    from projections.rules_views import list_view

    show(list_view([load_rules(name) for name in shipped()]), as_json, as_csv)


@rules_verbs.verb("show", "tonen")
@_rules_argument("rulebook")
@click.option("--clause", metavar="A1d", help="This clause, in our words, and its parts.")
@click.option("--set", "changes", multiple=True, metavar="KEY=VALUE", help="With keys changed.")
@read_options
def rules_show(
    rulebook: str, clause: str | None, changes: Sequence[str], as_json: bool, as_csv: bool
) -> None:
    """Show the keys of RULEBOOK (an id, or a TOML file), or one of its clauses."""
    from projections.rules_views import show_view

    show(show_view(load_rules(rulebook, changes), clause), as_json, as_csv)


@rules_verbs.verb("diff", "verschil")
@_rules_argument("first")
@_rules_argument("second")
@read_options
def rules_diff(first: str, second: str, as_json: bool, as_csv: bool) -> None:
    """Show the keys and clauses in which two rulebooks differ."""
    from projections.rules_views import diff_view

    show(diff_view(load_rules(first), load_rules(second)), as_json, as_csv)


@rules_verbs.verb("coverage", "dekking")
@_rules_argument("rulebook")
@read_options
def rules_coverage(rulebook: str, as_json: bool, as_csv: bool) -> None:
    """Show what is built of every clause; exit 1 while anything is left to build."""
    from projections.rules_views import coverage_view

    view, complete = coverage_view(load_rules(rulebook))
    show(view, as_json, as_csv)
    sys.exit(0 if complete else 1)


@rules_verbs.verb("check", "controleren")
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
def rules_check(file: str) -> None:
    """Read a rulebook FILE of yours; everything wrong is listed with its line."""
    rules = load_rules(file)
    click.echo(f"{file}: a rulebook, {rules.id} ({rules.hash[:12]})")


writes(
    rules_verbs, "change", "wijzigen",
    "Let RULEBOOK hold from the next round on; the rounds before keep theirs.",
    argument("rulebook"), RULES_OPTIONS[1], prepare=with_changes,
)  # fmt: skip

# --- prizes and replay ----------------------------------------------------------------------------

prizes_verbs = toernooi.section("prizes", "prijzen", "Declare prize money and see who gets it.")


@prizes_verbs.verb("declare", "vaststellen")
@click.argument("amounts", nargs=-1, required=True)
@click.option("--reason", help="Why, in words that name nobody.")
@json_option
@click.pass_obj
def prizes_declare(
    session: Session, /, amounts: Sequence[str], as_json: bool, reason: str | None
) -> None:
    """Announce the prizes of rank 1, 2, 3 ... as AMOUNTS: 500 300 99.95."""
    cents = [_cents(amount) for amount in amounts]
    write(session, [typed_command(command="prizes-declare", cents=cents, reason=reason)], as_json)


def _cents(amount: str) -> int:
    whole, _, part = amount.replace(",", ".").partition(".")
    if not whole.isdecimal() or not (part == "" or (part.isdecimal() and len(part) <= 2)):
        raise click.BadParameter(f"{amount!r} is no amount; write 500 or 99.95")
    return int(whole) * 100 + int(part.ljust(2, "0") or 0)


reads(prizes_verbs, "show", "tonen", "Show who gets which prize (F12.1).", "prizes")


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
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    metavar="N",
    help="With --all: into the mirror (or --duckdb FILE), by N processes; a rerun goes on.",
)
@read_options
@click.pass_obj
def replay(
    session: Session, names: Sequence[str], versions: Sequence[str], changes: Sequence[str],
    everything: bool, pairings: bool, only: str | None, duckdb: str | None, jobs: int | None,
    as_json: bool, as_csv: bool,
) -> None:  # fmt: skip
    """See the same facts under another rule version: who moves, by how much, by which clause."""
    from pairing.field import without_engine
    from pairing.replays import replay_view

    rulebooks = [load_rules(name, changes) for name in versions]
    if only is not None and only != "final" and not only.isdecimal():
        raise click.UsageError(f"--round {only}: write the number of a round, or final")
    if jobs is not None:
        if not everything or names or pairings or only:
            raise click.UsageError("--jobs goes with --all, and with --duckdb FILE")
        _replay_all(session, rulebooks, duckdb, jobs, as_json, as_csv)
    if pairings:
        refused = [refusal for rules in rulebooks if (refusal := without_engine(rules))]
        if refused:
            leave(tuple(refused))
    wanted: list[str | None] = [*names] or [session.tournament]
    if everything:
        wanted = [key for key, _ in session.desk().tournaments()]
    books = [session.book(tournament=name) for name in wanted]
    view = replay_view(books, rulebooks, pairings, only)
    if duckdb:
        from projections.replay_out import write_replay

        write_replay(Path(duckdb), books, rulebooks, view)
        click.echo(f"written: {duckdb}", err=True)
    show(view, as_json, as_csv)


def _replay_all(
    session: Session, rulebooks: Sequence[Any], duckdb: str | None, jobs: int, as_json: bool,
    as_csv: bool,
) -> NoReturn:  # fmt: skip
    """Replay the whole ledger into a mirror, and leave; 4 when a tournament could not be read."""
    from pairing.decisions import mirror_rows
    from projections.mirror_refresh import refresh
    from projections.mirror_views import cannot_replay_all, replayed_view

    refused = cannot_replay_all(rulebooks)
    if refused:
        leave(tuple(refused))
    done = refresh(
        ledger_path(session.ledger), file=Path(duckdb) if duckdb else None, versions=rulebooks,
        jobs=jobs, progress=progress_of, decide=mirror_rows,
    )  # fmt: skip
    show(replayed_view(done, rulebooks, done.seasons), as_json, as_csv)
    sys.exit(4 if done.refused else 0)


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


SEASON_RATES = (
    ("no-notice", 15, "In a season: absences without notice, an evening"),
    ("duty", 10, "In a season: members who do something for the club, an evening"),
    ("externals", 230, "In a season: matches of a team, an evening"),
    ("corrections", 15, "In a season: results and colours recorded wrong, then corrected"),
)
"""The rates of `pairing.made_season.SeasonRates` that a tournament does not have."""


def _season_options(function: F) -> F:
    for name, usual, text in reversed(SEASON_RATES):
        function = click.option(
            f"--{name}", type=click.IntRange(0, 1000), default=usual, show_default=True,
            metavar="N", help=f"{text}, per mille.",
        )(function)  # fmt: skip
    return function


@toernooi.verb("generate", "maken")
@click.option("--rules", default=RULES, show_default=True, help="Rulebook that pairs it.")
@_random_options
@_season_options
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="File; default the screen.")
def generate(
    rules: str, players: int, rounds: int, seed: str, changes: Sequence[str],
    ratings: tuple[int, int], output: str | None, **rates: int,
) -> None:  # fmt: skip
    """Make a random tournament as a TRF16 file, or a club season as a command file (apply).

    A season has usual rates of its own (draws 250, defaults 15, absences 90, withdrawals 3, late
    75), which hold where none is typed.
    """
    from ledger.trf_write import write
    from pairing.generate import ENDED, CannotGenerate
    from pairing.generate import generate as made

    book = _with_engine(load_rules(rules, changes))
    typed = {name: value for name, value in rates.items() if _is_typed(name)}
    try:
        if book.keizer is not None:
            save(_season(rules, changes, (players, rounds, seed), ratings, typed), output)
            return
        of_season = {name.replace("-", "_") for name, _, _ in SEASON_RATES}
        _refuse_rates(of_season & set(typed), "a club season")
        usual = {name: value for name, value in rates.items() if name not in of_season}
        file = made(players, rounds, book, seed, _rates(usual), ratings)
    except CannotGenerate as error:
        raise click.UsageError(str(error)) from error
    for kept in file.other:
        if kept.text.startswith(ENDED):
            click.echo(f"note: {kept.text.removeprefix('# ')}", err=True)
    save(write(file), output)


def _is_typed(name: str) -> bool:
    source = click.get_current_context().get_parameter_source(name)
    return source is not None and source.name != "DEFAULT"


def _refuse_rates(names: set[str], whose: str) -> None:
    if names:
        given = ", ".join(f"--{name.replace('_', '-')}" for name in sorted(names))
        raise click.UsageError(f"only {whose} has {given}")


def _season(
    rules: str, changes: Sequence[str], sizes: tuple[int, int, str], ratings: tuple[int, int],
    typed: dict[str, int],
) -> bytes:  # fmt: skip
    """Return a season with the rates that were typed, and its usual ones for the others."""
    from pairing.made_season import Recipe, SeasonRates, season_file

    _refuse_rates({"byes"} & set(typed), "a tournament")
    players, rounds, seed = sizes
    given: dict[str, Any] = {"ratings": ratings} if _is_typed("ratings") else {}
    recipe = Recipe(
        players, rounds, seed, rules, changed_keys(changes), SeasonRates(**typed), **given
    )
    return season_file(recipe, progress(rounds))


@toernooi.verb("simulate", "simuleren")
@click.option("--rules", multiple=True, required=True, metavar="RULEBOOK[+KEY=VALUE]",
              help="The first pairs the tournaments; each other is compared with it.")  # fmt: skip
@_random_options
@click.option("--tournaments", type=click.IntRange(1), default=100, show_default=True,
              help="Tournaments.")  # fmt: skip
@read_options
def simulate(
    rules: Sequence[str], players: int, rounds: int, tournaments: int, seed: str,
    changes: Sequence[str], ratings: tuple[int, int], as_json: bool, as_csv: bool, **rates: int,
) -> None:  # fmt: skip
    """Play random tournaments and tell how often, and how much, rule versions differ in them.

    --set changes a key of every rulebook, RULEBOOK+KEY=VALUE of that one only.
    """
    from pairing.generate import CannotGenerate
    from pairing.simulate import not_simulated
    from pairing.simulate import simulate as made
    from pairing.simulate_view import simulation_view

    books = [_variant(text, changes) for text in rules]
    refused = [refusal for book in books if (refusal := not_simulated(book))]
    if refused:
        leave(tuple(refused))
    _with_engine(books[0])
    try:
        result = made(
            books, players, rounds, tournaments, seed, _rates(rates), ratings,
            progress=progress(tournaments),
        )  # fmt: skip
    except CannotGenerate as error:
        raise click.UsageError(str(error)) from error
    form: Any = "json" if as_json else "csv" if as_csv else "table"
    show(simulation_view(result, form), as_json, as_csv)


def _variant(text: str, changes: Sequence[str]) -> Any:
    """Load "knsb-wp-2014+bye.points=0.5", as the id of a changed rulebook reads."""
    name, *own = text.split("+") if "=" in text else [text]
    return load_rules(name, [*changes, *own])


def _with_engine(rules: Any) -> Any:
    """Return the rulebook, or leave when no engine pairs it."""
    from pairing.field import without_engine

    refusal = without_engine(rules)
    return leave(refusal) if refusal else rules
