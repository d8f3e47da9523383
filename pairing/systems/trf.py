"""Pairing a tournament file as it stands, without a ledger: `trf pair` and `trf check`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ledger.messages import Blank, Sentence, also, message, run_on
from ledger.refusals import Exit, Refusal, Refusals
from ledger.rulebooks.rulebook import Rulebook
from ledger.trf.meaning import not_carried_out, points_disagree, team_event
from ledger.trf.model import ADJOURNED, DEFAULT_CODES, GAME_CODES, OPEN, TrfCell, TrfFile
from ledger.trf.profiles import in_the_rounds
from pairing.norms.model import NoPairing, Pairing
from pairing.systems.registry import no_pairing, pair_round, system_of, without_engine
from projections.games.crosstable_of_trf import of_file, rounds_with_games


@dataclass(frozen=True, slots=True)
class TrfRound:
    """A round of a file to be paired: those present, and whether the last round's rules hold.

    `planned` is the number of rounds planned, None where nobody said it.
    """

    number: int
    present: tuple[int, ...]
    last_round: bool
    notes: tuple[Sentence, ...]
    planned: int | None = None


def round_to_pair(file: TrfFile, number: int | None, rounds: int | None) -> TrfRound | Refusals:
    """Return the round to pair: the given one, or the first in which nobody has a game.

    In a round without games a filled cell means not paired and a blank one to be paired. In a round
    with games, players with a game or a default, and the one with the pairing's bye, are paired
    again. `rounds` is the number planned where the file gives none.
    """
    if file.is_team_event:
        return (team_event(file),)
    file = in_the_rounds(file)
    played = rounds_with_games(file)
    planned = file.rounds_planned or rounds
    chosen = played + 1 if number is None else number
    if chosen < 1:
        what = message("systems.no-round", round=chosen)
        step = message("systems.rounds-from-1")
        return (Refusal("round-not-published", what, step, exit=Exit.USAGE),)
    if chosen > played + 1:
        what = message("systems.earlier-open", round=chosen, earlier=played + 1)
        return (Refusal("earlier-round-open", what, also(round=played + 1)),)
    if planned is not None and chosen > planned:
        what = message("systems.file-is-full", n=planned)
        step = message("systems.pair-again", option=also(round=1), last=planned)
        return (Refusal("no-round-left", what, step),)
    notes = () if planned else (_NO_LAST_ROUND,)
    keep = _was_to_be_paired if chosen <= played else lambda cell: cell is None
    absent_next = set(file.absent_next) if chosen == played + 1 else set()
    present = tuple(
        player.number
        for player in file.players
        if keep(player.cell(chosen)) and player.number not in absent_next
    )
    if len(present) < 2:
        what = message("systems.too-few-in-file", round=chosen)
        return (Refusal("too-few-players", what, message("systems.blank-cell")),)
    return TrfRound(chosen, present, planned == chosen, notes, planned)


_NO_LAST_ROUND = message("systems.no-last-round", option=also(rounds=Blank("N")))


def _was_to_be_paired(cell: TrfCell | None) -> bool:
    return cell is not None and (
        cell.code in GAME_CODES
        or cell.code in (OPEN, ADJOURNED)
        or (cell.code in DEFAULT_CODES and cell.opponent is not None)
        or cell.code == "U"
    )


def not_finished(file: TrfFile, rules: Rulebook, number: int) -> Refusals:
    """Return a refusal for each earlier round with games without a result, where it matters.

    Rule: knsb-wp-2014 F11.
    """
    if not system_of(rules).waits_for_results:
        return ()
    clause = f"{rules.family} F11" if "F11" in rules.clauses else None
    step = message("systems.results-into-file")
    return tuple(
        Refusal(
            "games-open",
            message("systems.file-games-open", round=open_, n=games, next=number),
            step,
            clause,
        )
        for open_, games in file.open_games().items()
        if open_ < number
    )


def rounds_not_known(file: TrfFile, rules: Rulebook, round_: TrfRound) -> Refusals:
    """Return the refusal of a round whose pairing goes by a number of rounds that nobody said."""
    clause = system_of(rules).rounds_clause
    if clause is None or file.rounds_planned or round_.planned:
        return ()
    what = message("systems.rounds-not-known")
    step = also(rounds=Blank("N"))
    return (Refusal("rounds-not-planned", what, step, f"{rules.family} {clause}"),)


def ratings_missing(file: TrfFile, rules: Rulebook) -> Refusals:
    """Return the refusal of players without a rating where pairings go by ratings.

    Rule: fide-dubov-2026 1.2.1.
    """
    clause = system_of(rules).ratings_clause
    players = [str(player.number) for player in file.players if player.rating is None]
    if clause is None or not players:
        return ()
    named = run_on(*players, between=", ")
    what = message("systems.ratings-missing", n=len(players), players=named)
    step = message("systems.ratings-into-file")
    return (Refusal("ratings-missing", what, step, f"{rules.family} {clause}"),)


def pair_file(file: TrfFile, rules: Rulebook, round_: TrfRound) -> Pairing | Refusals:
    """Pair a round of a file from the rounds before it; the start rank is the lot number."""
    unpairable = without_engine(rules)
    refusals = (unpairable,) if unpairable else points_disagree(file, rules)
    refusals += not_carried_out(file, rules, round_.number) + not_finished(
        file, rules, round_.number
    )
    refusals += rounds_not_known(file, rules, round_) + ratings_missing(file, rules)
    if refusals:
        return refusals
    system = system_of(rules)
    table = of_file(file, rules, round_.number - 1, round_.planned)
    if round_.number == 1 and system.draws_first_colour(rules) and table.first_colour is None:
        clause = system.first_colour_clause
        what = message("systems.file-colour", clause=clause or "")
        step = message("systems.draw-into-file")
        return (Refusal("first-colour-missing", what, step, f"{rules.family} {clause}"),)
    pairing = pair_round(table, rules, round_.present, round_.last_round)
    if isinstance(pairing, NoPairing):
        step = message("systems.sit-out-in-file")
        return (no_pairing(round_.number, pairing, rules, str, step),)
    return pairing


@dataclass(frozen=True, slots=True)
class Difference:
    """A board of one pairing that is not in the other.

    `board` is (white, black) or (player, None) for the bye; `found_in` is "played" or "engine";
    `colours_only` tells that the other pairing has the same game with reversed colours.
    """

    round: int
    board: tuple[int, int | None]
    found_in: str
    colours_only: bool


def differences(
    number: int, played: Iterable[tuple[int, int | None]], pairing: Pairing
) -> tuple[Difference, ...]:
    """Compare a played round with the engine's pairing of it; empty when they are the same."""
    boards: list[tuple[int, int | None]] = [(b.white, b.black) for b in pairing.boards]
    if pairing.bye is not None:
        boards.append((pairing.bye, None))
    return differences_of(number, played, boards)


def differences_of(
    number: int,
    played: Iterable[tuple[int, int | None]],
    paired: Iterable[tuple[int, int | None]],
) -> tuple[Difference, ...]:
    """Compare the boards of a played round with those of an engine's pairing of it."""
    engine = set(paired)
    by_file = set(played)
    both = ((by_file - engine, engine, "played"), (engine - by_file, by_file, "engine"))
    return tuple(
        Difference(number, board, name, (board[1], board[0]) in other)
        for boards, other, name in both
        for board in sorted(boards, key=lambda b: (b[0], b[1] or 0))
    )


def played_boards(file: TrfFile, number: int) -> list[tuple[int, int | None]]:
    """Return the games of a round as (white, black), and the pairing's bye as (player, None).

    A default without colours in the file takes the lower number as white.
    """
    boards: list[tuple[int, int | None]] = []
    for player in file.players:
        cell = player.cell(number)
        if cell is None:
            continue
        if cell.code == "U":
            boards.append((player.number, None))
        elif cell.opponent is not None and (
            cell.colour == "w" or (cell.colour == "-" and player.number < cell.opponent)
        ):
            boards.append((player.number, cell.opponent))
    return boards


def check_file(
    file: TrfFile, rules: Rulebook, rounds: int | None
) -> list[tuple[int, tuple[Difference, ...] | Refusals]]:
    """Pair every played round again from its facts; return the differences, round by round."""
    return [
        (number, check_round(file, rules, number, rounds))
        for number in range(1, rounds_with_games(file) + 1)
    ]


def check_round(
    file: TrfFile, rules: Rulebook, number: int, rounds: int | None
) -> tuple[Difference, ...] | Refusals:
    """Pair a played round again from those before it; return what differs, or why there is none."""
    pairing = pair_played(file, rules, number, rounds)
    if not isinstance(pairing, Pairing):
        return pairing
    return differences(number, played_boards(file, number), pairing)


def pair_played(
    file: TrfFile, rules: Rulebook, number: int, rounds: int | None
) -> Pairing | Refusals:
    """Pair a played round again from those before it."""
    round_ = round_to_pair(file, number, rounds)
    return pair_file(file, rules, round_) if isinstance(round_, TrfRound) else round_
