"""The next round of one tournament under several rulebooks, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal, TypeAlias, get_type_hints

from ledger.facts.tournament import RulesChanged
from ledger.messages import Sentence, message, run_on
from ledger.records import Record
from ledger.refusals import Refusal, Refusals
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.trf.model import TrfFile
from pairing.norms.model import Pairing
from pairing.review.concessions import FIGURES, GivenUp, concessions, given_up_record
from pairing.systems.draft import Draft, draft
from pairing.systems.trf import TrfRound, pair_file, round_to_pair
from projections.games.crosstable import Crosstable
from projections.games.crosstable_of_trf import of_file
from projections.views import fields
from projections.views.columns import Column, Kind
from projections.views.view import NameOf, Row, View, number, with_number

CompareForm: TypeAlias = Literal["table", "csv", "json"]


class SystemRow(Record):
    """How a rulebook pairs the round; null where it cannot."""

    rules: fields.RulebookId
    bye: Annotated[int | None, "Number of the player with the pairing-allocated bye."]
    bye_points: Annotated[float | None, "Their points before the round."]
    gives_up: Annotated[GivenUp | None, "What its games give up."]
    why_not: Annotated[Sentence | None, "Why it cannot be paired."]


class CompareHead(Record):
    """One round as several rulebooks pair it; nothing is recorded."""

    tournament: Annotated[str, "Name of the tournament."]
    round: fields.NumberOfRound
    systems: Annotated[Sequence[SystemRow], "The rulebooks, in the order asked."]


class ComparedBoard(Record):
    """A board as one rulebook pairs it."""

    rules: fields.RulebookId
    board: fields.NumberOfBoard
    white: fields.WhiteNumber
    white_name: fields.WhiteName
    white_points: Annotated[float, "White's points before the round."]
    black: fields.BlackNumber
    black_name: fields.BlackName
    black_points: Annotated[float, "Black's points before the round."]


@dataclass(frozen=True, slots=True)
class _Paired:
    """A round under a rulebook: its table and pairing, or why there are none."""

    rules: Rulebook
    outcome: tuple[Crosstable, Pairing] | Refusals


@dataclass(frozen=True, slots=True)
class _Round:
    """The round to compare, its players in order of number, and what they are called."""

    tournament: str
    number: int
    players: Sequence[int]
    label: Callable[[int], int]
    name: NameOf
    paired: Sequence[_Paired]


def compare_file(
    file: TrfFile,
    rulebooks: Sequence[Rulebook],
    chosen: int | None,
    rounds: int | None,
    form: CompareForm,
) -> View | Refusals:
    """Return a round of a file (None: the first to be paired) under each rulebook.

    Each counts by its own points. `rounds` is the number planned where the file gives none.
    """
    # A rulebook may give other points for a result than the file was made with.
    file = replace(file, points=None)
    round_ = round_to_pair(file, chosen, rounds)
    if not isinstance(round_, TrfRound):
        return round_
    paired = []
    for rules in rulebooks:
        outcome = pair_file(file, rules, round_)
        if isinstance(outcome, Pairing):
            paired.append(_Paired(rules, (of_file(file, rules, round_.number - 1), outcome)))
        else:
            paired.append(_Paired(rules, outcome))
    of = _Round(
        tournament=file.name or "",
        number=round_.number,
        players=[player.number for player in file.players],
        label=lambda player: player,
        name=lambda player: file.player(player).name,
        paired=paired,
    )
    return _view(of, form, round_.notes)


def compare_book(book: Book, rulebooks: Sequence[Rulebook], form: CompareForm) -> View | Refusals:
    """Return the next round of a tournament under each rulebook, as if it held from there on."""
    paired = []
    for rules in rulebooks:
        outcome = draft(_under(book, rules))
        if isinstance(outcome, Draft):
            paired.append(_Paired(rules, (outcome.table, outcome.pairing)))
        else:
            paired.append(_Paired(rules, outcome))
    state = book.state
    players = sorted(state.players, key=state.label)
    of = _Round(
        tournament=state.name,
        number=state.next_round,
        players=players,
        label=state.label,
        name=book.name,
        paired=paired,
    )
    return _view(of, form, ())


def _under(book: Book, rules: Rulebook) -> Book:
    if rules.hash == book.rules.hash:
        return book
    changed = RulesChanged(
        from_round=book.state.next_round,
        rulebook=rules.id,
        rulebook_text=rules.canonical(),
        rulebook_hash=rules.hash,
    )
    trial = book.trial()
    trial.take((changed,))
    return trial


NAMES_ABOVE = 2
"""So many rulebooks have their names above the columns; more of them have numbers, explained."""


def _view(of: _Round, form: CompareForm, notes: tuple[Sentence, ...]) -> View | Refusals:
    """Return the rounds side by side; the refusals where no rulebook can pair it."""
    if all(not isinstance(one.outcome[0], Crosstable) for one in of.paired):
        refusals = [item for one in of.paired for item in one.outcome]
        return tuple(item for item in refusals if isinstance(item, Refusal))
    systems = [_system(of, one) for one in of.paired]
    head = CompareHead(of.tournament, of.number, systems)
    title = message("compare.title", tournament=of.tournament, round=of.number)
    if form != "table":
        columns = tuple(Column(key, Kind(heading=key)) for key in get_type_hints(ComparedBoard))
        boards = [row for one in of.paired for row in _boards(of, one)]
        return View(title, columns, boards, head, notes)
    names = [one.rules.id for one in of.paired]
    if len(names) > NAMES_ABOVE:
        legend = (f"{at}: {name}" for at, name in enumerate(names, 1))
        notes = (run_on(*legend, between="; "), *notes)
        names = [str(at) for at in range(1, len(names) + 1)]
    columns = (
        Column("what", heading=message("compare.what")),
        *(Column(f"of.{at}", Kind("right", name, letters=True)) for at, name in enumerate(names)),
    )
    rows: list[Row] = [*_figures(systems), *_players(of)]
    why = [
        message("compare.why-not", rules=one.rules, why=one.why_not)
        for one in systems
        if one.why_not is not None
    ]
    return View(title, columns, rows, head, (*notes, *_differences(of), *why))


def _system(of: _Round, one: _Paired) -> SystemRow:
    match one.outcome:
        case (Crosstable() as table, Pairing() as pairing):
            boards = [(board.white, board.black) for board in pairing.boards]
            gives = given_up_record(one.rules.id, concessions(table, boards))
            bye = pairing.bye
            if bye is None:
                return SystemRow(one.rules.id, None, None, gives, None)
            points = number(table.points_halves(bye))
            return SystemRow(one.rules.id, of.label(bye), points, gives, None)
        case refusals:
            why = [item.what for item in refusals if isinstance(item, Refusal)]
            return SystemRow(one.rules.id, None, None, None, run_on(*why, between="; "))


def _boards(of: _Round, one: _Paired) -> Iterator[ComparedBoard]:
    match one.outcome:
        case (Crosstable() as table, Pairing() as pairing):
            for at, board in enumerate(pairing.boards, 1):
                sides = [
                    (of.label(player), of.name(player), number(table.points_halves(player)))
                    for player in (board.white, board.black)
                ]
                yield ComparedBoard(one.rules.id, at, *sides[0], *sides[1])


def _figures(systems: Sequence[SystemRow]) -> Iterator[Row]:
    """Yield a row for each thing given up, and one for the points of the player with the bye."""
    for figure in FIGURES:
        values = [
            None if one.gives_up is None else getattr(one.gives_up, figure) for one in systems
        ]
        yield _row(message(f"compare.{figure.replace('_', '-')}"), values)
    if any(one.bye is not None for one in systems):
        yield _row(message("compare.bye-points"), [one.bye_points for one in systems])


def _players(of: _Round) -> Iterator[Row]:
    """Yield a row for each player with their colour and opponent under each rulebook."""
    seats = [_seats(of, one) for one in of.paired]
    yield _row(message("compare.opponents"), [None] * len(seats))
    for player in of.players:
        if any(player in one for one in seats):
            called = with_number(of.label(player), of.name(player))
            yield _row(called, [one.get(player) for one in seats])


def _seats(of: _Round, one: _Paired) -> dict[int, Sentence]:
    """Return for each player W 12, B 3 or the bye."""
    seats: dict[int, Sentence] = {}
    match one.outcome:
        case (Crosstable(), Pairing() as pairing):
            for board in pairing.boards:
                seats[board.white] = f"W {of.label(board.black)}"
                seats[board.black] = f"B {of.label(board.white)}"
            if pairing.bye is not None:
                seats[pairing.bye] = message("compare.bye")
    return seats


def _row(what: Sentence, values: Sequence[object]) -> Row:
    return {"what": what, "of": {str(at): value for at, value in enumerate(values)}}


def _differences(of: _Round) -> Iterator[Sentence]:
    """Yield how many players have another opponent than under the first rulebook."""
    first, *others = (_opponents(one) for one in of.paired)
    for one, opponents in zip(of.paired[1:], others, strict=True):
        if first and opponents:
            count = sum(first.get(player) != opponents.get(player) for player in of.players)
            yield message(
                "compare.others", rules=one.rules.id, first=of.paired[0].rules.id, n=count
            )


def _opponents(one: _Paired) -> Mapping[int, int | None]:
    match one.outcome:
        case (Crosstable(), Pairing() as pairing):
            both = {board.white: board.black for board in pairing.boards}
            return both | {black: white for white, black in both.items()}
    return {}
