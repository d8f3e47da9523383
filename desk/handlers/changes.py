"""Manual changes of a published pairing: a board for latecomers, two players change places."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from desk.commands.decision import Decision, Warn
from desk.commands.disputes import Amend
from desk.commands.tournament import BoardAdd, BoardSwap
from desk.commands.warnings import warn
from desk.handlers.games import same_player
from desk.handlers.manual.checks import beside_the_engine, warnings_of_boards
from desk.handlers.manual.session import not_begun
from ledger.facts import tournament as events
from ledger.facts.disputes import CommandUndone
from ledger.facts.season import ExternalGameCorrected
from ledger.messages import Blank, Sentence, also, do, message, run_on
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import Entrant, Round
from pairing.norms.model import Contestant, NoPairing
from pairing.review.inputs import to_pair
from pairing.systems.numbers import numbered_with, numbers_noted
from pairing.systems.registry import contestants, no_pairing, paired_again, system_of
from projections.games.crosstable import of_tournament
from projections.games.gave_way import gave_way
from projections.views.rules import ground_in_words

_CorrectedGame: TypeAlias = events.ResultCorrected | events.ColoursCorrected | ExternalGameCorrected


def add_board(book: Book, command: BoardAdd) -> Decision | Refusals:
    """Add a game to a published round, for players who are on no board of it.

    A player who had the bye loses it. B1 and B2 apply to this game too.

    Rule: knsb-wp-2014 B1; knsb-wp-2014 B2.
    """
    place = _two_players(book, command.round, command.white, command.black)
    if not isinstance(place, _Two):
        return place
    round_, first, second = place.round, place.first, place.second
    refusals = [*not_begun(book, round_.number)]
    for entrant in (first, second):
        if round_.game_of(entrant.player) is not None:
            who = book.called(entrant.player)
            what = message("handlers.has-a-game", player=who, round=round_.number)
            step = message("handlers.changes-places", command=do("board-swap"))
            at = (round_.position,)
            refusals.append(Refusal("already-paired", what, step, book.clause("F6"), at))
    if round_.closed:
        what = message("handlers.round-closed", round=round_.number)
        step = message("handlers.next-round", command=do("pair"))
        refusals.append(Refusal("round-closed", what, step))
    if command.reason is None:
        refusals.append(asks_why(message("handlers.asks-why-added")))
    players = _contestants(book, round_)
    boards = [(first.player, second.player)]
    refusals += _norms_broken(book, round_, players, boards)
    if refusals:
        return tuple(refusals)
    white, black = boards[0]
    fact = events.BoardAdded(round=round_.number, white=white, black=black, reason=command.reason)
    notes = conditions_broken(book, round_.number, boards, _published(round_))
    warnings = warnings_of_boards(book, round_.number, boards, None)
    numbers = numbered_with(book, round_.number, boards[0])
    facts = (fact,) if numbers is None else (numbers, fact)
    return Decision(facts, notes=notes + numbers_noted(book, numbers), warnings=warnings)


def swap(book: Book, command: BoardSwap) -> Decision | Refusals:
    """Let two players of a published round change places (or colours, on one board).

    It is refused if a board that would change has a result, or if the new boards break B1 or B2; in
    FIDE mode they are asked for. No clause allows it once the round has begun: then its number has
    to be typed. The fact cites its grounds: B1 or B2 when a published board breaks it, F7 when a
    correction is newer than the pairing and the round has not begun, else "by hand".

    Rule: knsb-wp-2014 F6; knsb-wp-2014 F7.
    """
    place = _two_players(book, command.round, command.first, command.second)
    if not isinstance(place, _Two):
        return place
    round_, first, second = place.round, place.first.player, place.second.player
    seated = {p for game in round_.games for p in (game.white, game.black)} | {round_.bye}
    refusals = [
        Refusal(
            "not-paired",
            message("handlers.not-paired", player=book.called(player), round=round_.number),
            message("handlers.for-latecomers", command=do("board-add")),
            exit=Exit.USAGE,
        )
        for player in (first, second)
        if player not in seated
    ]
    if command.reason is None:
        refusals.append(asks_why(message("handlers.asks-why-changed")))
    refusals += not_begun(book, round_.number)
    exchange = {first: second, second: first}
    boards = [
        (exchange.get(game.white, game.white), exchange.get(game.black, game.black))
        for game in round_.games
    ]
    refusals += _decided(book, round_, boards)
    bye = exchange.get(round_.bye, round_.bye) if round_.bye is not None else None
    players = _contestants(book, round_)
    refusals += _norms_broken(book, round_, players, boards)
    # A member who joined after this round is not among the players of a season's evening.
    in_mode = book.state.fide.in_mode
    if not in_mode and bye != round_.bye and bye in players and not players[bye].may_have_bye:
        what = message("handlers.no-bye", player=book.called(bye))
        next_step = message("handlers.another-player")
        clause = book.clause(system_of(book.rules_of(round_.number)).bye_norm)
        refusals.append(Refusal("bye-not-allowed", what, next_step, clause))
    if refusals:
        return tuple(refusals)
    fact = events.PairingAmended(
        round=round_.number,
        whites=tuple(white for white, _ in boards),
        blacks=tuple(black for _, black in boards),
        bye=bye,
        clause=_rests_on(book, round_, players, boards, bye),
        reason=command.reason,
    )
    notes = conditions_broken(book, round_.number, boards, _published(round_))
    published = _published(round_)
    differs, same = beside_the_engine(book, round_.number, boards, bye)
    warnings = (
        *_after_the_beginning(book, round_),
        *differs,
        *warnings_of_boards(book, round_.number, boards, bye, published, round_.bye),
    )
    return Decision((fact,), notes=same + notes, warnings=warnings)


def _after_the_beginning(book: Book, round_: Round) -> tuple[Warn, ...]:
    """Return the warning before a manual change of a round that has begun, () before that.

    Rule: knsb-wp-2014 F6, F7.
    """
    if round_.begun_at is None:
        return ()
    what = message("handlers.changed-after-start", round=round_.number, begun=round_.begun_at)
    return warn(book, "round-has-begun", what, str(round_.number))


def _decided(book: Book, round_: Round, boards: Sequence[tuple[int, int]]) -> list[Refusal]:
    """Return what prevents a change of boards: a result, a default, an adjournment."""
    changed = [
        (number, game)
        for number, (game, board) in enumerate(zip(round_.games, boards, strict=True), 1)
        if (game.white, game.black) != board and not game.open
    ]
    return [
        Refusal(
            "board-has-result",
            message("handlers.board-has-result", round=round_.number, board=number),
            do("audit", round=round_.number),
            book.clause("F6"),
            (game.set_by,),
        )
        for number, game in changed
    ]


def _too_late(book: Book, round_: Round) -> list[Refusal]:
    """Return what prevents another pairing of a published round, whatever it breaks.

    Rule: knsb-wp-2014 F6.
    """
    until_start = book.rules_of(round_.number).arbiter.amend_until == "start"
    begun = round_.begun_at if until_start else round_.played
    if begun is None:
        return []
    what = message("handlers.pairing-stands", round=round_.number, begun=round_.begun_at or 0)
    return [
        Refusal(
            "round-has-begun" if begun == round_.started else "round-has-results",
            what,
            _by_hand(round_),
            book.clause("F6"),
            (begun,),
        )
    ]


def _by_hand(round_: Round) -> Sentence:
    """Return the remaining step when no clause allows another pairing."""
    return message("handlers.by-hand", command=do("board-swap", round=round_.number))


class _Two:
    """The round of a command and the two different players it names."""

    def __init__(self, round_: Round, first: Entrant, second: Entrant) -> None:
        self.round, self.first, self.second = round_, first, second


def _two_players(book: Book, number: int, one: int | str, other: int | str) -> _Two | Refusals:
    round_ = book.find_round(number)
    entrants = [book.find_player(one), book.find_player(other)]
    if refusals := [item for item in (round_, *entrants) if isinstance(item, Refusal)]:
        return tuple(refusals)
    first, second = entrants
    assert isinstance(round_, Round)
    assert isinstance(first, Entrant)
    assert isinstance(second, Entrant)
    if first is second:
        return (same_player(book.called(first.player)),)
    return _Two(round_, first, second)


def _contestants(book: Book, round_: Round) -> dict[int, Contestant]:
    """Return everybody as now known before that round, by key; the last round's rules stay."""
    rules = book.rules_of(round_.number)
    table = of_tournament(book.state, rules, after=round_.number - 1)
    last_round = book.state.is_last(round_)
    everyone = contestants(table, rules, set(table.cells), last_round)
    return {contestant.key: contestant for contestant in everyone}


def _published(round_: Round) -> set[tuple[int, int]]:
    return {(game.white, game.black) for game in round_.games}


def _norms_broken(
    book: Book, round_: Round, players: dict[int, Contestant], boards: list[tuple[int, int]]
) -> list[Refusal]:
    rules = book.rules_of(round_.number)
    norm_broken = system_of(rules).norm_broken
    if norm_broken is None or book.state.fide.in_mode:  # there they are warnings
        return []
    published, refusals = _published(round_), []
    for white, black in boards:
        clause = norm_broken(rules, players[white], players[black])
        if clause is not None and (white, black) not in published:
            what = message(
                "handlers.norm-broken",
                round=round_.number,
                white=book.called(white),
                black=book.called(black),
                clause=clause,
            )
            next_step = message("handlers.other-opponent-or-colours")
            refusals.append(Refusal("norm-broken", what, next_step, book.clause(clause)))
    return refusals


def conditions_broken(
    book: Book,
    number: int,
    boards: Sequence[tuple[int, int]],
    published: Collection[tuple[int, int]] = (),
) -> tuple[Sentence, ...]:
    """Return the conditions that manual boards break and that may give way.

    Boards that were published in this form are left out.

    Rule: mwkeizer a, b.
    """
    rules = book.rules_of(number)
    broken = system_of(rules).conditions_broken
    if broken is None:
        return ()
    table = of_tournament(book.state, rules, after=number - 1)
    changed = [board for board in boards if board not in published]
    return tuple(
        run_on(book.called(white), " - ", book.called(black), ": ", gave_way(why))
        for (white, black), why in broken(table, rules, changed)
    )


_GROUNDS: Final[Mapping[str, events.Ground]] = {
    "B1a": "B1",
    "B1b": "B1",
    "B2": "B2",
    "C1": "C1",
    "C2": "C2",
    "C3": "C3",
    "BR6": "C3",
    "BR7": "C3",
    "BRf": "C3",
    "BRg": "C3",
}
"""What a change rests on that restores a norm; the basic rules on colours are those behind C3."""


def _rests_on(
    book: Book,
    round_: Round,
    players: dict[int, Contestant],
    boards: list[tuple[int, int]],
    bye: int | None,
) -> events.Ground:
    """Return the clause that allows the change: a norm that it restores, F7, or none of them."""
    reasons = grounds(book, round_, players)
    for number, clause in reasons.norms:
        if round_.public[number - 1] not in boards:
            return _GROUNDS[clause]
    free = None if bye == round_.bye else players.get(round_.bye or 0)
    if free is not None and not free.may_have_bye:
        return _GROUNDS[system_of(book.rules_of(round_.number)).bye_norm]
    if reasons.corrections and reasons.f7 and round_.begun_at is None:
        return "F7"
    return "by hand"


class Grounds(NamedTuple):
    """The possible grounds to change a published pairing.

    `norms` are the boards that break a norm, by number, with the clause. `corrections` are the
    positions of those after its basis, and `f7` tells whether the rulebook lets them change it.
    """

    norms: tuple[tuple[int, str], ...]
    corrections: tuple[int, ...]
    f7: bool


def grounds(book: Book, round_: Round, players: Mapping[int, Contestant] | None = None) -> Grounds:
    """Return the grounds known now. A season has no norms that make a game illegal.

    Rule: knsb-wp-2014 B1, B2, F6, F7; knsb-wp-1996 F6, F7.
    """
    rules = book.rules_of(round_.number)
    norms: list[tuple[int, str]] = []
    norm_broken = system_of(rules).norm_broken
    if norm_broken is not None:
        everyone = players or _contestants(book, round_)
        for number, (white, black) in enumerate(round_.public, 1):
            clause = norm_broken(rules, everyone[white], everyone[black])
            if clause is not None:
                norms.append((number, clause))
    # A correction that an amendment took into account is no ground for another.
    since = max((round_.basis, *(change.position for change in round_.changes)))
    after = tuple(corrections(book, since, round_.number))
    return Grounds(tuple(norms), after, rules.arbiter.f7_may_amend)


def corrections(book: Book, basis: int, number: int) -> list[int]:
    """Return the corrections after a position that affect the pairing of a round, by position.

    Rule: knsb-wp-1996 F7; knsb-wp-2014 F7; knsb-rating-2014 F7.
    """
    return [
        position
        for position, fact in book.in_force
        if position > basis
        and (
            isinstance(fact, events.RatingCorrected)
            or (isinstance(fact, _CorrectedGame) and fact.round < number)
            or (isinstance(fact, CommandUndone) and min(fact.facts) <= basis)
        )
    ]


def amend(book: Book, command: Amend) -> Decision | Refusals:
    """Pair a published round again, where it breaks B1 or B2 or F7 lets the arbiter change it.

    The same players are paired again, from the facts known now. Anything else is a manual change,
    which `board swap` records as such.

    Rule: knsb-wp-2014 F6, F7; knsb-wp-1996 F6, F7.
    """
    if isinstance(round_ := book.find_round(command.round), Refusal):
        return (round_,)
    number, rules = round_.number, book.rules_of(round_.number)
    refusals = _too_late(book, round_)
    if command.reason is None:
        refusals.append(asks_why(message("handlers.asks-why-changed")))
    if number != len(book.state.rounds):
        what = message("handlers.later-published", last=len(book.state.rounds), round=number)
        refusals.append(Refusal("not-the-last-round", what, do("pairings")))
    pairing = paired_again(to_pair(book, round_)).pairing
    if isinstance(pairing, NoPairing):
        next_step = message("handlers.changes-by-hand", command=do("board-swap"))
        refusals.append(no_pairing(number, pairing, rules, book.called, next_step))
    if refusals or isinstance(pairing, NoPairing):
        return tuple(refusals)
    boards = [(board.white, board.black) for board in pairing.boards]
    clause = _rests_on(book, round_, _contestants(book, round_), boards, pairing.bye)
    published = [(game.white, game.black) for game in round_.games]
    if (boards, pairing.bye) == (published, round_.bye):
        what = message("handlers.same-again", round=number)
        return (Refusal("nothing-to-change", what, do("check", round=number)),)
    if clause == "by hand":
        return (_no_ground(book, round_),)
    system = system_of(rules)
    fact = events.PairingAmended(
        round=number,
        whites=tuple(white for white, _ in boards),
        blacks=tuple(black for _, black in boards),
        bye=pairing.bye,
        clause=clause,
        basis=book.state.position,
        engine=system.engine,
        engine_version=system.version,
        reason=command.reason,
    )
    changed = len(set(boards) - set(published))
    what = message(
        "handlers.would-change",
        round=number,
        changed=changed,
        n=len(boards),
        ground=ground_in_words(clause, rules),
    )
    return Decision((fact,), warnings=warn(book, "public-pairing-changes", what, str(number)))


def _no_ground(book: Book, round_: Round) -> Refusal:
    """Return the refusal to pair a round again that names the missing grounds.

    Rule: knsb-wp-2014 F6, F7; knsb-wp-1996 F6, F7.
    """
    number, reasons = round_.number, grounds(book, round_)
    at = reasons.corrections
    listed = ", ".join(f"#{position}" for position in at)
    of_system = system_of(book.rules_of(number)).bye_norm[0]
    norms = ", ".join(sorted({ground for ground in _GROUNDS.values() if ground[0] == of_system}))
    key, begun = "handlers.no-correction", round_.begun_at or round_.position
    if at:
        key = f"handlers.correction-{'too-late' if reasons.f7 else 'may-not'}"
    what = message(key, round=number, norms=norms, begun=begun, facts=listed)
    if at and reasons.f7:
        at = (begun, *at)
    clause = book.clause("F7" if at else "F6")
    return Refusal("no-ground-to-amend", what, _by_hand(round_), clause, at)


def asks_why(what: Sentence) -> Refusal:
    """Return the refusal of a manual change without a reason; `what` describes the command."""
    step = message("handlers.with-reason", option=also(reason=Blank("TEXT")))
    return Refusal("reason-required", what, step, exit=Exit.USAGE)
