"""The verbs that generate competitions: one to be played on, or many to be compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from desk.formats.registry import format_of
from desk.making.club_season import Recipe, SeasonRates, made_season
from desk.making.many_trf import TrfRecipe, as_bytes, made_many
from desk.making.random_trf import CannotGenerate, Rates
from desk.making.random_trf import generate as made
from desk.making.recipes import (
    ConfiguredRecipe,
    drawn,
    drawn_acceleration,
    drawn_list,
    list_of,
    recipe_of,
)
from desk.making.tournament import ArbitersRates, made_tournament
from desk.terminal.files import writing
from desk.terminal.random_options import (
    random_options,
    rate_options,
    with_engine,
)
from ledger.messages import message, run_on
from ledger.whole_files import make_folder

if TYPE_CHECKING:
    from desk.making.command_file import CommandFile
    from desk.making.random_trf import Model
    from ledger.messages import Sentence
    from ledger.rulebooks.tie_breaks import TieBreak
    from ledger.trf.profiles import Profile
from desk.terminal import options as opt
from desk.terminal.answers import NEW_FOLDER, OneOf, Whole
from desk.terminal.files import save, text_of
from desk.terminal.misuse import Misuse
from desk.terminal.options import changed_keys
from desk.terminal.output import or_leave, progress, say, say_notes
from desk.terminal.registry import Registry
from desk.terminal.rulebooks import load_rules
from desk.terminal.session import Session
from desk.terminal.workers import worker_options, workers

here = Registry()
trf = here.of_section("trf")


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
    random_options,
    click.option("--tie-breaks", metavar="LIST"),
    click.option("--model", type=MODEL),
    rate_options(SEASON_RATES | EVENING_RATES),
    click.option("--evenings", metavar="FOLDER", type=NEW_FOLDER),
    click.option("--tournaments", type=Whole(1), metavar="N"),
    click.option("--folder", metavar="FOLDER", type=NEW_FOLDER),
    worker_options,
    opt.profile_option,
    opt.output_option,
)


@here.verb("generate")
@_generate_options
@click.pass_obj
def generate(
    session: Session,
    /,
    *,
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
    _check_many(tournaments, folder, [evenings, output], [jobs, cluster])
    seed = seed or session.runtime.new_seed()
    typed = {name: value for name, value in rates.items() if _is_typed(name)}
    if at_random or config is not None:
        said = _typed_sizes(players, rounds, ratings) | typed
        wanted, changes, model = _recipe(
            seed,
            rules=rules,
            said=said,
            changes=changes,
            model=model,
            config=config,
            at_random=at_random,
        )
        players, rounds = wanted.pop("players", players), wanted.pop("rounds", rounds)
        ratings = (wanted.pop("lowest", ratings[0]), wanted.pop("highest", ratings[1]))
        rates, typed = rates | wanted, typed | wanted
    players, rounds = _whole_sizes(players, rounds)
    sizes = (players, rounds, seed)
    book = with_engine(load_rules(rules, changes))
    if evenings is not None and output is not None:
        raise Misuse(message("terminal.evenings-or-output"))
    evenings_only = format_of(book).plays_evenings
    if tournaments and evenings_only:
        raise Misuse(message("terminal.many-tournaments"))
    keys = _tie_breaks(seed, tie_breaks, at_random and book.speaks_trf26)
    if evenings_only or evenings is not None:
        _only_file(model=model, profile=profile, tie_breaks=tie_breaks)
    try:
        if evenings_only:
            _save_commands(_season(rules, changes, sizes, ratings, typed), evenings, output)
            return
        of_season = {name.replace("-", "_") for name in SEASON_RATES} - OF_EVENINGS
        _refuse_rates(of_season & set(typed), "terminal.only-season")
        usual = {name: value for name, value in rates.items() if name not in of_season}
        if evenings is not None:
            _refuse_rates(FILE_RATES & set(typed), "terminal.only-file")
            _save_commands(
                _played(
                    book, rules=rules, changes=changes, sizes=sizes, ratings=ratings, rates=usual
                ),
                evenings,
                None,
            )
            return
        recipe = TrfRecipe(
            players=players,
            rounds=rounds,
            seed=seed,
            rules=book,
            rates=Rates(**_of_a_file(usual, typed)),
            ratings=ratings,
            model=model,
            profile=profile,
            tie_breaks=keys,
        )
        if tournaments is not None and folder is not None:
            _save_many(recipe, tournaments, folder, jobs, cluster)
            return
        file = made(
            players,
            rounds,
            rules=book,
            seed=seed,
            rates=recipe.rates,
            ratings=ratings,
            model=model,
            tie_breaks=keys,
        )
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
        ctx = click.get_current_context()
        missing = "players" if players is None else "rounds"
        [option] = [param for param in ctx.command.params if param.name == missing]
        raise click.MissingParameter(ctx=ctx, param=option)
    return players, rounds


def _recipe(
    seed: str,
    *,
    rules: str,
    said: Mapping[str, int],
    changes: Sequence[str],
    model: Model | None,
    config: str | None,
    at_random: bool,
) -> tuple[dict[str, int], Sequence[str], Model | None]:
    """Return sizes and rates, changed keys and the model: of a file, or drawn; typed ones hold."""
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
    many = tournaments is not None
    if many != (folder is not None) or (many and any(each is not None for each in others)):
        raise Misuse(message("terminal.many-to"))
    if not many and any(each is not None for each in workers_typed):
        raise Misuse(message("terminal.with-many"))


def _save_many(
    recipe: TrfRecipe, tournaments: int, folder: str, jobs: int | None, cluster: str | None
) -> None:
    """Write tournaments 1 to N as files in a new folder."""
    place = Path(folder)
    _refuse_filled(place)
    with workers(jobs, cluster) as workforce, writing(folder):
        make_folder(place)
        for name, data in made_many(recipe, tournaments, workforce, progress(tournaments)):
            (place / name).write_bytes(data)
    say(message("terminal.written-files", n=tournaments, folder=folder))


def _refuse_filled(folder: Path) -> None:
    if folder.is_dir() and any(folder.iterdir()):
        raise Misuse(message("terminal.not-empty", folder=str(folder)))


@trf.verb("generate")
@_generate_options
def trf_generate(**typed: object) -> None:
    """Make a random tournament as a file: another name for generate."""
    assert generate.callback is not None
    generate.callback(**typed)


def _tell(notes: Iterable[Sentence]) -> None:
    for text in notes:
        say(run_on("note: ", text), err=True)


def _is_typed(name: str) -> bool:
    source = click.get_current_context().get_parameter_source(name)
    return source is not None and source.name != "DEFAULT"


def _refuse_rates(names: set[str], wrong: str) -> None:
    """Refuse rates that another kind of competition has; `wrong` is the key of the message."""
    if names:
        options = tuple(f"--{name.replace('_', '-')}" for name in sorted(names))
        raise Misuse(message(wrong, options=options))


def _save_commands(commands: CommandFile, evenings: str | None, output: str | None) -> None:
    """Write a competition as one command file, or as a folder of them."""
    if evenings is None:
        save(commands.whole(), output)
        return
    say_notes(commands.ended)
    folder = Path(evenings)
    _refuse_filled(folder)
    files = commands.evenings()
    with writing(evenings):
        make_folder(folder)
        for at, data in enumerate(files):
            (folder / f"{at:03}.ndjson").write_bytes(data)
    say(message("terminal.written-files", n=len(files), folder=evenings))


def _played(
    book: Any,
    *,
    rules: str,
    changes: Sequence[str],
    sizes: tuple[int, int, str],
    ratings: tuple[int, int],
    rates: dict[str, int],
) -> CommandFile:
    players, rounds, seed = sizes
    return made_tournament(
        players,
        rounds=rounds,
        rules=book,
        seed=seed,
        rates=ArbitersRates(**rates),
        ratings=ratings,
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
    _refuse_rates(NOT_IN_A_SEASON & set(typed), "terminal.only-tournament")
    players, rounds, seed = sizes
    more: dict[str, Any] = {"ratings": ratings} if _is_typed("ratings") else {}
    keys = changed_keys(changes)
    recipe = Recipe(
        members=players,
        rounds=rounds,
        seed=seed,
        rules=rules,
        changes=keys,
        rates=SeasonRates(**typed),
        **more,
    )
    return made_season(recipe, progress(rounds))
