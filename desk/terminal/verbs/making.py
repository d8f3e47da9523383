"""The verbs that generate competitions: one to be played on, or many to be compared."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from desk.making.command_file import CommandFile
    from desk.making.many_trf import TrfRecipe
    from desk.making.random_trf import Model
    from ledger.messages import Sentence
    from ledger.rulebooks.tie_breaks import TieBreak
    from ledger.trf.profiles import Profile
from desk.terminal import options as opt
from desk.terminal.answers import NEW_FOLDER, OneOf, Whole
from desk.terminal.app import Session, Verbs, place_of_typed
from desk.terminal.misuse import Misuse, NoFile
from desk.terminal.options import F, changed_keys, load_rules, load_variant, read_options
from desk.terminal.output import (
    leave,
    or_leave,
    progress,
    progress_of,
    save,
    say,
    say_notes,
    show,
    text_of,
)
from desk.terminal.verbs.trf import trf
from desk.terminal.workers import worker_options, workers

here = Verbs()

RATES = {
    "draws": 300,
    "defaults": 10,
    "double-defaults": 100,
    "byes": 20,
    "absences": 30,
    "withdrawals": 5,
    "returns": 100,
    "late": 20,
    "full-byes": 0,
    "short-games": 0,
    "double-losses": 0,
}
"""Name and usual value per mille of each rate of `desk.making.random_trf.Rates`."""


def _rate_options(rates: Mapping[str, int]) -> Callable[[F], F]:
    """Return the options of some rates; they arrive as one mapping."""
    return opt.together(
        *(
            click.option(
                f"--{name}", type=Whole(0, 1000), default=usual, show_default=True, metavar="N"
            )
            for name, usual in rates.items()
        )
    )


_sizes_options = opt.together(
    click.option("--players", type=Whole(2, 9999), required=True),
    click.option("--rounds", type=Whole(1, 99), required=True),
    click.option("--seed", default="1", show_default=True),
)

_random_options = opt.together(
    opt.set_option,
    click.option("--ratings", type=Whole(1, 9999), nargs=2, default=(1200, 2400), metavar="N N"),
    _rate_options(RATES),
)

SEASON_RATES = {
    "no-notice": 15,
    "duty": 10,
    "externals": 230,
    "corrections": 15,
    "check-ins": 0,
    "claims": 0,
    "protests": 0,
}
"""The rates of `desk.making.club_season.SeasonRates` that a tournament file does not have."""

OF_EVENINGS = {"corrections", "check_ins", "claims", "protests"}
"""Those of them that a tournament run evening by evening has too."""
EVENING_RATES = {"listed": 0, "prohibitions": 0}
"""The rates that only such a tournament has."""
FILE_RATES = {"full_byes", "short_games", "double_losses"}
"""The rates that only a tournament file has."""
NOT_IN_A_SEASON = {"byes"} | FILE_RATES | EVENING_RATES.keys()
MODEL = OneOf("result-model", ("expected", "fide"))

_generate_options = opt.together(
    click.option("--rules", default=opt.RULES, show_default=True),
    click.option("--players", type=Whole(2, 9999)),
    click.option("--rounds", type=Whole(1, 99)),
    click.option("--seed"),
    click.option("--random", "at_random", is_flag=True),
    click.option("--config", metavar="FILE"),
    _random_options,
    click.option("--tie-breaks", metavar="LIST"),
    click.option("--model", type=MODEL),
    _rate_options(SEASON_RATES | EVENING_RATES),
    click.option("--evenings", metavar="FOLDER", type=NEW_FOLDER),
    click.option("--tournaments", type=Whole(1), metavar="N"),
    click.option("--folder", metavar="FOLDER", type=NEW_FOLDER),
    worker_options,
    opt.profile_option,
    opt.output_option,
)


@here.verb("generate", "maken")
@_generate_options
@click.pass_obj
def generate(
    session: Session,
    /,
    rules: str,
    players: int | None,
    rounds: int | None,
    seed: str | None,
    at_random: bool,
    config: str | None,
    changes: Sequence[str],
    ratings: tuple[int, int],
    tie_breaks: str | None,
    model: Model | None,
    evenings: str | None,
    tournaments: int | None,
    folder: str | None,
    jobs: int | None,
    cluster: str | None,
    profile: Profile | None,
    output: str | None,
    **rates: int,
) -> None:
    """Make a random tournament as a TRF file, or a club season as a command file (apply).

    --evenings makes either as a folder of command files, slips and their corrections included.
    A season has usual rates of its own (draws 250, defaults 15, absences 90, withdrawals 3, late
    75), which hold where none is typed. Without --seed it is another tournament each time; the
    seed stands in the file.
    """
    from desk.making.many_trf import TrfRecipe, as_bytes
    from desk.making.random_trf import CannotGenerate, Rates
    from desk.making.random_trf import generate as made
    from ledger.messages import message

    _check_many(tournaments, folder, [evenings, output], [jobs, cluster])
    seed = seed or session.runtime.new_seed()
    typed = {name: value for name, value in rates.items() if _is_typed(name)}
    if at_random or config is not None:
        said = _typed_sizes(players, rounds, ratings) | typed
        wanted, changes, model = _recipe(seed, rules, said, changes, model, config, at_random)
        players, rounds = wanted.pop("players", players), wanted.pop("rounds", rounds)
        ratings = (wanted.pop("lowest", ratings[0]), wanted.pop("highest", ratings[1]))
        rates, typed = rates | wanted, typed | wanted
    sizes = (*_whole_sizes(players, rounds), seed)
    book = _with_engine(load_rules(rules, changes))
    if evenings is not None and output is not None:
        raise Misuse(message("terminal.evenings-or-output"))
    if tournaments and book.plays_season:
        raise Misuse(message("terminal.many-tournaments"))
    keys = _tie_breaks(seed, tie_breaks, at_random and book.fide is not None)
    if book.plays_season or evenings is not None:
        _only_file(model=model, profile=profile, tie_breaks=tie_breaks)
    try:
        if book.plays_season:
            _save_commands(_season(rules, changes, sizes, ratings, typed), evenings, output)
            return
        of_season = {name.replace("-", "_") for name in SEASON_RATES} - OF_EVENINGS
        _refuse_rates(of_season & set(typed), "terminal.only-season")
        usual = {name: value for name, value in rates.items() if name not in of_season}
        if evenings is not None:
            _refuse_rates(FILE_RATES & set(typed), "terminal.only-file")
            _save_commands(_played(book, rules, changes, sizes, ratings, usual), evenings, None)
            return
        recipe = TrfRecipe(
            *sizes, book, Rates(**_of_a_file(usual, typed)), ratings, model, profile, keys
        )
        if tournaments is not None and folder is not None:
            _save_many(recipe, tournaments, folder, jobs, cluster)
            return
        file = made(*sizes[:2], book, seed, recipe.rates, ratings, model, keys)
    except CannotGenerate as error:
        raise Misuse(error.why) from error
    say_notes([one.what for one in file.notes])
    save(as_bytes(file, book, profile), output)


def _of_a_file(rates: Mapping[str, int], typed: Mapping[str, int]) -> dict[str, int]:
    """Return the rates that a tournament file has; refuse the others that were typed."""
    _refuse_rates(EVENING_RATES.keys() & set(typed), "terminal.only-tournament-evenings")
    _refuse_rates(OF_EVENINGS & set(typed), "terminal.only-evenings")
    return {n: rate for n, rate in rates.items() if n not in OF_EVENINGS | EVENING_RATES.keys()}


def _only_file(**chosen: object) -> None:
    """Refuse options that only a tournament file has."""
    _refuse_rates({name for name, value in chosen.items() if value}, "terminal.only-file")


def _typed_sizes(
    players: int | None, rounds: int | None, ratings: tuple[int, int]
) -> dict[str, int]:
    """Return the sizes that were typed."""
    typed = {name: value for name, value in {"players": players, "rounds": rounds}.items() if value}
    return typed | ({"lowest": ratings[0], "highest": ratings[1]} if _is_typed("ratings") else {})


def _whole_sizes(players: int | None, rounds: int | None) -> tuple[int, int]:
    """Return players and rounds, or say that an option is missing."""
    if players is None or rounds is None:
        ctx, missing = click.get_current_context(), "players" if players is None else "rounds"
        [option] = [param for param in ctx.command.params if param.name == missing]
        raise click.MissingParameter(ctx=ctx, param=option)
    return players, rounds


def _recipe(
    seed: str,
    rules: str,
    said: Mapping[str, int],
    changes: Sequence[str],
    model: Model | None,
    config: str | None,
    at_random: bool,
) -> tuple[dict[str, int], Sequence[str], Model | None]:
    """Return sizes and rates, changed keys and the model: of a file, or drawn; typed ones hold."""
    from desk.making.recipes import ConfiguredRecipe, drawn, drawn_acceleration, recipe_of

    recipe = (
        or_leave(recipe_of(text_of(config))) if config is not None else ConfiguredRecipe({}, {})
    )
    keys = [f"{key}={value}" for key, value in recipe.keys.items()]
    accelerates = any(key.startswith("fide.acceleration=") for key in changes)
    if at_random and rules.startswith("fide-dutch") and not accelerates:
        keys.append(f"fide.acceleration={drawn_acceleration(seed)}")
    sizes = {**recipe.sizes, **said}
    if "draws" in recipe.sizes and model is None:
        model = "expected"
    return drawn(seed, sizes) if at_random else sizes, [*keys, *changes], model


def _tie_breaks(seed: str, text: str | None, drawn: bool) -> Sequence[TieBreak]:
    from desk.making.recipes import drawn_list, list_of

    if text is not None:
        return or_leave(list_of(text))
    return drawn_list(seed) if drawn else ()


def _check_many(
    tournaments: int | None,
    folder: str | None,
    others: Sequence[object],
    workers_typed: Sequence[object],
) -> None:
    """Refuse options of many tournaments beside those of one."""
    from ledger.messages import message

    many = tournaments is not None
    if many != (folder is not None) or (many and any(each is not None for each in others)):
        raise Misuse(message("terminal.many-to"))
    if not many and any(each is not None for each in workers_typed):
        raise Misuse(message("terminal.with-many"))


def _save_many(
    recipe: TrfRecipe, tournaments: int, folder: str, jobs: int | None, cluster: str | None
) -> None:
    """Write tournaments 1 to N as files in a new folder."""
    from desk.making.many_trf import made_many
    from ledger.messages import message
    from ledger.whole_files import make_folder

    place = Path(folder)
    _refuse_filled(place)
    with workers(jobs, cluster) as workforce:
        try:
            make_folder(place)
            for name, data in made_many(recipe, tournaments, workforce, progress(tournaments)):
                (place / name).write_bytes(data)
        except OSError as error:
            raise NoFile(folder, error) from error
    say(message("terminal.written-files", n=tournaments, folder=folder))


def _refuse_filled(folder: Path) -> None:
    from ledger.messages import message

    if folder.is_dir() and any(folder.iterdir()):
        raise Misuse(message("terminal.not-empty", folder=str(folder)))


@trf.verb("generate", "maken")
@_generate_options
@click.pass_context
def trf_generate(ctx: click.Context, /, **_: object) -> None:
    """Make a random tournament as a file: another name for generate."""
    ctx.forward(generate)


def _tell(notes: Iterable[Sentence]) -> None:
    from ledger.messages import run_on

    for text in notes:
        say(run_on("note: ", text), err=True)


def _is_typed(name: str) -> bool:
    source = click.get_current_context().get_parameter_source(name)
    return source is not None and source.name != "DEFAULT"


def _refuse_rates(names: set[str], wrong: str) -> None:
    """Refuse rates that another kind of competition has; `wrong` is the key of the message."""
    if names:
        from ledger.messages import message

        options = tuple(f"--{name.replace('_', '-')}" for name in sorted(names))
        raise Misuse(message(wrong, options=options))


def _save_commands(commands: CommandFile, evenings: str | None, output: str | None) -> None:
    """Write a competition as one command file, or as a folder of them."""
    from ledger.messages import message
    from ledger.whole_files import make_folder

    if evenings is None:
        save(commands.whole(), output)
        return
    say_notes(commands.ended)
    folder = Path(evenings)
    _refuse_filled(folder)
    files = commands.evenings()
    try:
        make_folder(folder)
        for at, data in enumerate(files):
            (folder / f"{at:03}.ndjson").write_bytes(data)
    except OSError as error:
        raise NoFile(evenings, error) from error
    say(message("terminal.written-files", n=len(files), folder=evenings))


def _played(
    book: Any,
    rules: str,
    changes: Sequence[str],
    sizes: tuple[int, int, str],
    ratings: tuple[int, int],
    rates: dict[str, int],
) -> CommandFile:
    from desk.making.tournament import ArbitersRates, made_tournament

    players, rounds, seed = sizes
    return made_tournament(
        players,
        rounds,
        book,
        seed,
        ArbitersRates(**rates),
        ratings,
        named=rules,
        changes=changed_keys(changes),
        progress=progress(rounds),
    )


def _season(
    rules: str,
    changes: Sequence[str],
    sizes: tuple[int, int, str],
    ratings: tuple[int, int],
    typed: dict[str, int],
) -> CommandFile:
    """Return a season with the typed rates, and its usual ones for the others."""
    from desk.making.club_season import Recipe, SeasonRates, made_season

    _refuse_rates(NOT_IN_A_SEASON & set(typed), "terminal.only-tournament")
    players, rounds, seed = sizes
    more: dict[str, Any] = {"ratings": ratings} if _is_typed("ratings") else {}
    keys = changed_keys(changes)
    recipe = Recipe(players, rounds, seed, rules, keys, SeasonRates(**typed), **more)
    return made_season(recipe, progress(rounds))


@here.verb("generate-year", "jaar-maken")
@click.option("--size", type=Whole(15, 100_000), default=30, show_default=True, metavar="N")
@click.option("--seed", default="")
@click.option("--jobs", type=Whole(1, 64), metavar="N")
@read_options
@click.pass_obj
def generate_year(
    session: Session, size: int, seed: str, jobs: int | None, as_json: bool, as_csv: bool
) -> None:
    """Make a ledger with a year of a federation, and its mirror, to ask questions (docs/year.md).

    The file is that of --ledger, or year.ledger; it must be new. The same size and seed give the
    same ledger.
    """
    from desk.making.random_trf import CannotGenerate
    from desk.making.year import make_year, year_view
    from desk.render.english import english
    from ledger.messages import do, message

    ledger = place_of_typed(session.ledger or "year.ledger")
    if not isinstance(ledger, Path):
        raise Misuse(message("making.year-file", command=do("copy")))
    try:
        year = make_year(
            ledger,
            size,
            seed,
            says=english,
            jobs=jobs,
            tell=lambda what: say(what, err=True),
            progress=progress_of,
        )
    except CannotGenerate as error:
        raise Misuse(error.why) from error
    except KeyboardInterrupt:
        say(message("making.year-stopped"), err=True)
        sys.exit(130)
    ask = f"toernooi --ledger {shlex.quote(year.ledger)} sql"
    show(year_view(year, ask), as_json, as_csv)


@here.verb("simulate", "simuleren")
@click.option("--rules", multiple=True, required=True, metavar="RULEBOOK[+KEY=VALUE]")
@_sizes_options
@_random_options
@click.option("--tournaments", type=Whole(1), default=100, show_default=True)
@worker_options
@read_options
def simulate(
    rules: Sequence[str],
    players: int,
    rounds: int,
    tournaments: int,
    seed: str,
    changes: Sequence[str],
    ratings: tuple[int, int],
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
    as_csv: bool,
    **rates: int,
) -> None:
    """Play random tournaments and report how often, and how much, rule versions differ in them.

    --set changes a key of every rulebook, RULEBOOK+KEY=VALUE of that one only.
    """
    from desk.making.random_trf import CannotGenerate, Rates
    from desk.making.simulation import not_simulated
    from desk.making.simulation import simulate as made
    from desk.making.simulation_view import simulation_view

    books = [load_variant(text, changes) for text in rules]
    refused = [refusal for book in books if (refusal := not_simulated(book))]
    if refused:
        leave(tuple(refused))
    _with_engine(books[0])
    try:
        with workers(jobs, cluster) as workforce:
            result = made(
                books,
                players,
                rounds,
                tournaments,
                seed,
                Rates(**rates),
                ratings,
                workforce=workforce,
                progress=progress(tournaments),
            )
    except CannotGenerate as error:
        raise Misuse(error.why) from error
    form: Any = "json" if as_json else "csv" if as_csv else "table"
    show(simulation_view(result, form), as_json, as_csv)


def _with_engine(rules: Any) -> Any:
    """Return the rulebook, or exit when it has no engine."""
    from pairing.systems.registry import without_engine

    refusal = without_engine(rules)
    return leave(refusal) if refusal else rules
