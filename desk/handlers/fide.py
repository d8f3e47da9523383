"""Commands that only systems of FIDE know: who may not meet, virtual points, FIDE mode."""

from __future__ import annotations

from collections.abc import Sequence

from desk.commands.decision import Decision
from desk.commands.players import Accelerate, Prohibit
from desk.commands.tournament import LeaveFideMode
from desk.commands.warnings import warn
from desk.handlers.changes import asks_why
from desk.handlers.fide_mode.rules import not_of_fide, of_late_pairs, of_late_virtual_points
from desk.handlers.players import beyond_the_plan
from ledger.facts.fide import (
    AccelerationGroupFixed,
    FideModeLeft,
    PairsAllowed,
    PairsProhibited,
    VirtualPointsGiven,
)
from ledger.messages import Blank, also, do, message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.state.fide import LAST_ROUND
from ledger.state.tournament import Entrant
from ledger.values import Unnumbered
from pairing.systems.draft import Draft
from projections.games.acceleration import group_of


def prohibit(book: Book, command: Prohibit) -> Decision | Refusals:
    """Keep players from meeting each other in rounds to come, or let them meet again.

    Rule: fide-dutch-2026 C1.
    """
    refusals = list(
        not_of_fide(book, "handlers.prohibits-no-pairs", can=book.rules.prohibits_pairs)
    )
    players = _named(book, command.players, refusals)
    number = command.from_round or book.state.next_round
    refusals += _rounds(book, number, command.to_round)
    if not refusals and len(players) < 2:
        what = message("handlers.one-player-alone")
        step = message("handlers.name-two-players")
        refusals.append(Refusal("one-player-alone", what, step, exit=Exit.USAGE))
    if refusals:
        return tuple(refusals)
    in_force = [
        one
        for one in book.state.fide.prohibitions
        if one.apart.players == set(players) and one.last >= number
    ]
    called = book.called_some(players)
    if command.cancel:
        if not in_force:
            what = message("handlers.not-prohibited", players=called)
            return (Refusal("not-prohibited", what, do("prohibited")),)
        allowed = PairsAllowed(players=players, from_round=number, reason=command.reason)
        return Decision((allowed,), warnings=of_late_pairs(book))
    last = command.to_round or LAST_ROUND
    if any(one.first <= number and one.last >= last for one in in_force):
        what = message("handlers.prohibited-already", players=called)
        return (Refusal("already-prohibited", what, do("prohibited"), book.clause("C1")),)
    fact = PairsProhibited(
        players=players, from_round=number, to_round=command.to_round, reason=command.reason
    )
    return Decision((fact,), warnings=of_late_pairs(book))


def accelerate(book: Book, command: Accelerate) -> Decision | Refusals:
    """Give players virtual points in rounds to come, where the rulebook leaves it to the arbiter.

    Rule: fide-dutch-2026 ACC1.5.
    """
    refusals = list(
        not_of_fide(book, "handlers.accelerates-nothing", can=book.rules.can_accelerate)
    )
    if not refusals and book.rules.acceleration != "by_player":
        chosen = book.rules.acceleration
        what = message(f"handlers.acceleration-is-{chosen}", rules=book.rules.id)
        step = do("acceleration")
        if not book.state.rounds:
            option = "fide.acceleration=by_player"
            step = do("rules-change", set=option, reason=Blank("TEXT"))
        refusals.append(Refusal("acceleration-not-by-player", what, step, book.clause("GHR1")))
    players = _named(book, command.players, refusals)
    number = command.from_round or book.state.next_round
    last = command.to_round or number
    refusals += _rounds(book, number, last)
    if refusals:
        return tuple(refusals)
    virtual = book.state.fide.virtual
    rounds = range(number, last + 1)
    if all(virtual.get(p, {}).get(r, 0) == command.points for p in players for r in rounds):
        what = message("handlers.virtual-points-same")
        return (Refusal("nothing-to-change", what, do("acceleration")),)
    fact = VirtualPointsGiven(
        players=players,
        from_round=number,
        to_round=last,
        halves=command.points,
        reason=command.reason,
    )
    return Decision((fact,), warnings=of_late_virtual_points(book))


def group_fixed(book: Book, proposal: Draft | None = None) -> tuple[AccelerationGroupFixed, ...]:
    """Return the accelerated group as a round about to be published fixes it; () if it is fixed.

    That round is the first, but for rounds of a file that did not say how many there are. It is the
    group of the list of players that a draft was made from, None: of the list of now.

    Rule: fide-dutch-2026 ACC1.2.
    """
    state = book.state
    if book.rules.acceleration != "baku" or state.fide.group or state.rounds_planned is None:
        return ()
    now = {player: state.label(player) for player in state.players}
    numbers = now if proposal is None else proposal.table.numbers
    numbers = {p: number for p, number in numbers.items() if not isinstance(number, Unnumbered)}
    group = group_of(numbers, state.rounds_planned, book.rules.scores)
    return () if group is None else (group,)


def acceleration_kept(book: Book, rules: Rulebook) -> Refusals:
    """Return the refusal of rules with another acceleration once round 1 is published.

    Rule: fide-dutch-2026 GHR1.
    """
    old = book.rules.acceleration
    new = rules.acceleration
    if not book.state.rounds or old == new or not rules.can_accelerate:
        return ()
    what = message("handlers.acceleration-is-fixed", old=old, new=new)
    keep = also(set=f"fide.acceleration={old}")
    step = message("handlers.keep-acceleration", option=keep)
    return (Refusal("acceleration-is-fixed", what, step, book.clause("GHR1")),)


def leave_mode(book: Book, command: LeaveFideMode) -> Decision | Refusals:
    """Leave FIDE mode, which no command enters again."""
    fide = book.state.fide
    refusals: list[Refusal] = []
    if not fide.in_mode:
        left = () if fide.left_at is None else (fide.left_at,)
        what = message(f"handlers.{'fide-mode-left-already' if left else 'never-in-fide-mode'}")
        refusals.append(Refusal("not-in-fide-mode", what, do("status"), events=left))
    if command.reason is None:
        refusals.append(asks_why(message("handlers.asks-why-fide-mode")))
    if refusals:
        return tuple(refusals)
    what = message("handlers.fide-mode-ends", tournament=book.state.name)
    warnings = warn(book, "fide-mode-ends", what, book.state.name)
    return Decision((FideModeLeft(reason=command.reason),), warnings=warnings)


def _named(book: Book, references: Sequence[int | str], refusals: list[Refusal]) -> tuple[int, ...]:
    """Return the keys of players, each once; what is wrong with their names goes to refusals."""
    entrants = [book.find_player(reference) for reference in references]
    refusals += [item for item in entrants if isinstance(item, Refusal)]
    players = [item.player for item in entrants if isinstance(item, Entrant)]
    twice = sorted({player for player in players if players.count(player) > 1})
    if twice:
        what = message("handlers.several-times", n=len(twice), players=book.called_some(twice))
        step = message("handlers.name-each-once")
        refusals.append(Refusal("named-twice", what, step, exit=Exit.USAGE))
    return tuple(dict.fromkeys(players))


def _rounds(book: Book, first: int, last: int | None) -> list[Refusal]:
    """Return what is against rounds as those to come; `last` None: until the end."""
    refusals = []
    if first < book.state.next_round:
        what = message("handlers.pairing-is-past", round=first, next=book.state.next_round)
        refusals.append(Refusal("round-is-past", what, do("status")))
    if last is not None and last < first:
        what = message("handlers.rounds-reversed", first=first, last=last)
        step = message("handlers.lower-round-first")
        refusals.append(Refusal("rounds-reversed", what, step, exit=Exit.USAGE))
    return refusals + beyond_the_plan(book, max(first, last or first))
