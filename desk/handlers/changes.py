"""Manual changes of a published pairing: a board for latecomers, two players change places."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from desk.commands.decision import Decision, Warn
from desk.commands.rounds import Amend, BoardAdd, BoardSwap
from desk.commands.warnings import warn
from desk.handlers.games import same_player
from desk.handlers.manual.checks import beside_the_engine, warnings_of_boards
from desk.handlers.manual.session import not_begun
from desk.handlers.players import with_team_games
from ledger.facts import tournament as events
from ledger.messages import Blank, Sentence, also, do, message, run_on
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import Entrant, Round
from pairing.norms.model import Contestant, NoPairing
from pairing.review.advice import (
    NORM_AS_GROUND,
    Advice,
    Answer,
    advice_on,
    cited,
    everyone_of,
    marked,
    norms_as_grounds,
    norms_broken,
)
from pairing.systems.numbers import numbered_with, numbers_noted
from pairing.systems.registry import no_pairing, system_of
from projections.games.crosstable import of_tournament
from projections.games.gave_way import gave_way
from projections.views.changes import at_positions, ground_in_words


def add_board(book: Book, command: BoardAdd) -> Decision | Refusals:
    """Add a game to a published round, for players who are on no board of it.

    A player who had the bye loses it. B1 and B2 apply to this game too.

    Rule: knsb-wp-2014 B1; knsb-wp-2014 B2.
    """
    place = _two_players(book, command.round, command.white, command.black)
    if not isinstance(place, _Two):
        return place
    round_ = place.round
    first = place.first
    second = place.second
    refusals = [*not_begun(book, round_.number)]
    for entrant in (first, second):
        if round_.game_of(entrant.player) is not None:
            who = book.called(entrant.player)
            what = message("handlers.has-a-game", player=who, round=round_.number)
            step = message("handlers.changes-places", command=do("board-swap", round=round_.number))
            at = (round_.position,)
            refusals.append(Refusal("already-paired", what, step, book.clause("F6"), at))
    if round_.closed:
        what = message("handlers.round-closed", round=round_.number)
        step = message("handlers.next-round", command=do("pair"))
        refusals.append(Refusal("round-closed", what, step))
    if command.reason is None:
        refusals.append(asks_why(message("handlers.asks-why-added")))
    players = everyone_of(book, round_)
    boards = [(first.player, second.player)]
    refusals += _norms_broken(book, round_, players, boards)
    if refusals:
        return tuple(refusals)
    white, black = boards[0]
    fact = events.BoardAdded(round=round_.number, white=white, black=black, reason=command.reason)
    notes = conditions_broken(book, round_.number, boards, _published(round_))
    warnings = warnings_of_boards(book, number=round_.number, boards=boards, bye=None)
    warnings += with_team_games(book, round_.number, boards[0])
    numbers = numbered_with(book, round_.number, boards[0])
    facts = (fact,) if numbers is None else (numbers, fact)
    return Decision(facts, notes=notes + numbers_noted(book, numbers), warnings=warnings)


def swap(book: Book, command: BoardSwap) -> Decision | Refusals:
    """Let two players of a published round change places (or colours, on one board).

    It is refused if a board that would change has a result, or if the new boards break B1 or B2; in
    FIDE mode they are asked for. Once the round has begun, its number has to be typed. The fact
    cites B1 or B2 when it takes away a published board that breaks it, else "by hand", as no clause
    allows it: then that is told.

    Rule: knsb-wp-2014 F6; knsb-wp-2014 F7.
    """
    place = _two_players(book, command.round, command.first, command.second)
    if not isinstance(place, _Two):
        return place
    round_ = place.round
    first = place.first.player
    second = place.second.player
    seated = {p for game in round_.games for p in (game.white, game.black)} | {round_.bye}
    refusals = [
        Refusal(
            "not-paired",
            message("handlers.not-paired", player=book.called(player), round=round_.number),
            message("handlers.for-latecomers", command=do("board-add", round=round_.number)),
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
    players = everyone_of(book, round_)
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
    ground = _restores(book, round_, boards, bye)
    fact = events.PairingAmended(
        round=round_.number,
        whites=tuple(white for white, _ in boards),
        blacks=tuple(black for _, black in boards),
        bye=bye,
        clause=ground,
        reason=command.reason,
    )
    notes = conditions_broken(book, round_.number, boards, _published(round_))
    notes += _without_a_clause(book, round_) if ground == "by hand" else ()
    published = _published(round_)
    differs, same = beside_the_engine(book, round_.number, boards, bye)
    warnings = (
        *_after_the_beginning(book, round_),
        *differs,
        *warnings_of_boards(
            book,
            number=round_.number,
            boards=boards,
            bye=bye,
            published=published,
            bye_before=round_.bye,
        ),
    )
    return Decision((fact,), notes=same + notes, warnings=warnings)


def _without_a_clause(book: Book, round_: Round) -> tuple[Sentence, ...]:
    """Return the note on a change by hand that rests on no clause, and what a correction allows.

    A round that has begun has a warning instead.

    Rule: knsb-wp-2014 F6, F7.
    """
    if round_.begun_at is not None:
        return ()
    number = round_.number
    rules = book.rules_of(round_.number)
    mark = marked(rules, "no-ground")
    notes: tuple[Sentence, ...] = (message("handlers.no-clause", mark=mark),)
    if rules.arbiter.f7_may_amend and (
        waiting := book.state.corrections_since(round_.paired_from, number)
    ):
        facts = at_positions(waiting)
        mark = marked(rules, "correction")
        again = do("amend", round=number)
        notes += (
            message(
                "handlers.correction-waits",
                n=len(waiting),
                round=number,
                facts=facts,
                mark=mark,
                command=again,
            ),
        )
    return notes


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


def _by_hand(round_: Round) -> Sentence:
    """Return the remaining step when no clause allows another pairing."""
    return message("handlers.by-hand", command=do("board-swap", round=round_.number))


class _Two:
    """The round of a command and the two different players it names."""

    def __init__(self, round_: Round, first: Entrant, second: Entrant) -> None:
        self.round = round_
        self.first = first
        self.second = second


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


def _published(round_: Round) -> set[tuple[int, int]]:
    return {(game.white, game.black) for game in round_.games}


def _norms_broken(
    book: Book, round_: Round, players: dict[int, Contestant], boards: list[tuple[int, int]]
) -> list[Refusal]:
    rules = book.rules_of(round_.number)
    norm_broken = system_of(rules).norm_broken
    if norm_broken is None or book.state.fide.in_mode:  # there they are warnings
        return []
    published = _published(round_)
    refusals = []
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


def _restores(
    book: Book, round_: Round, boards: list[tuple[int, int]], bye: int | None
) -> events.Ground:
    """Return the norm that a change by hand restores, as it takes a board away that breaks it.

    Any other change by hand rests on no clause: by a correction (F7) the engine alone pairs again.

    Rule: knsb-wp-2014 F6, F7.
    """
    for one in norms_broken(book, round_):
        if one.players not in (boards if one.board is not None else [(bye,)]):
            return NORM_AS_GROUND[one.clause]
    return "by hand"


def amend(book: Book, command: Amend) -> Decision | Refusals:
    """Pair a published round again, where it breaks B1 or B2 or F7 lets the arbiter change it.

    The same players are paired again, from the facts known now. Anything else is a manual change,
    which `board swap` records as such.

    Rule: knsb-wp-2014 F6, F7; knsb-wp-1996 F6, F7.
    """
    if isinstance(round_ := book.find_round(command.round), Refusal):
        return (round_,)
    number = round_.number
    rules = book.rules_of(round_.number)
    advice = advice_on(book, round_)
    pairing = advice.pairing
    refusals = [] if advice.may else [_against(book, round_, advice, one) for one in advice.answers]
    if command.reason is None:
        refusals.append(asks_why(message("handlers.asks-why-changed")))
    if refusals or isinstance(pairing, NoPairing):
        return tuple(refusals)
    boards = [(board.white, board.black) for board in pairing.boards]
    system = system_of(rules)
    fact = events.PairingAmended(
        round=number,
        whites=tuple(white for white, _ in boards),
        blacks=tuple(black for _, black in boards),
        bye=pairing.bye,
        clause=advice.ground,
        basis=book.state.position,
        engine=system.engine,
        engine_version=system.version,
        reason=command.reason,
    )
    what = message(
        "handlers.would-change",
        round=number,
        n=len(set(boards) - set(round_.seats)),
        all=len(boards),
        ground=ground_in_words(advice.ground, rules, advice.corrections),
    )
    return Decision((fact,), warnings=warn(book, "public-pairing-changes", what, str(number)))


def _against(book: Book, round_: Round, advice: Advice, answer: Answer) -> Refusal:
    """Return the refusal to pair a round again for one of the answers against it.

    Rule: knsb-wp-2014 F6, F7; knsb-wp-1996 F6, F7.
    """
    number = round_.number
    rules = book.rules_of(round_.number)
    begun = advice.begun_at or 0
    clause = cited(rules, answer)
    match answer:
        case "begun" | "decided":
            what = message("handlers.pairing-stands", round=number, begun=begun)
            stands_from = begun if rules.arbiter.amend_until == "start" else round_.played or begun
            return Refusal(
                "round-has-begun" if stands_from == round_.started else "round-has-results",
                what,
                _by_hand(round_),
                clause,
                (stands_from,),
            )
        case "later-round":
            what = message("handlers.later-published", last=len(book.state.rounds), round=number)
            return Refusal("not-the-last-round", what, do("pairings"), clause)
        case "impossible":
            assert isinstance(advice.pairing, NoPairing)
            next_step = message("handlers.changes-by-hand", command=do("board-swap", round=number))
            return no_pairing(number, advice.pairing, rules, book.called, next_step)
        case "same" | "order":
            what = message(f"handlers.{answer}-again", round=number)
            return Refusal("nothing-to-change", what, do("check", round=number))
        case _:
            return _no_ground(book, round_, advice, answer)


def _no_ground(book: Book, round_: Round, advice: Advice, answer: Answer) -> Refusal:
    """Return the refusal to pair a round again that names the missing grounds.

    Rule: knsb-wp-2014 F6, F7; knsb-wp-1996 F6, F7.
    """
    number = round_.number
    at = advice.corrections
    norms = norms_as_grounds(system_of(book.rules_of(number)).bye_norm[0])
    key = {"too-late": "correction-too-late", "regulations": "correction-may-not"}.get(answer)
    what = message(
        f"handlers.{key or 'no-correction'}",
        round=number,
        norms=", ".join(norms),
        begun=advice.begun_at or 0,
        facts=at_positions(at),
    )
    if answer == "too-late":
        at = (advice.begun_at or 0, *at)
    clause = cited(book.rules_of(number), answer)
    return Refusal("no-ground-to-amend", what, _by_hand(round_), clause, at)


def asks_why(what: Sentence) -> Refusal:
    """Return the refusal of a manual change without a reason; `what` describes the command."""
    step = message("handlers.with-reason", option=also(reason=Blank("TEXT")))
    return Refusal("reason-required", what, step, exit=Exit.USAGE)
