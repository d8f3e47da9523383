"""What may be done with a published pairing: one judgement for commands, reports and pages.

`judged` is the whole rule, as a function of seven plain values; `advice_on` finds these values of a
round in a book. `amend`, `board swap`, the audit and the inquiry in the browser say what it says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from ledger.facts.tournament import Ground
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.state.tournament import Round
from pairing.norms.model import Contestant, NoPairing, Pairing
from pairing.review.inputs import to_pair
from pairing.systems.registry import contestants, paired_again, system_of
from projections.games.crosstable import of_tournament

Begun: TypeAlias = Literal["no", "started", "decided"]
"""Whether the round has begun; decided: a game of it was, by a result, a default, an adjournment or
an exchange of colours.
"""

Again: TypeAlias = Literal["same", "order", "other", "impossible"]
"""The round as an engine pairs it from what is known now, beside the boards that stand; order: only
the order of the boards is another.
"""

Answer: TypeAlias = Literal[
    "norm",
    "correction",
    "begun",
    "decided",
    "later-round",
    "impossible",
    "same",
    "order",
    "too-late",
    "regulations",
    "no-ground",
]
"""The first two allow another pairing, the others are each a reason against it."""

_STANDS: Final = ("F6", "GHR4", "GHR-A")
_BY_A_CORRECTION: Final = ("F7", "GHR4", "GHR-A")
_CLAUSES: Final[Mapping[Answer, tuple[str, ...]]] = {
    "norm": _STANDS,
    "correction": _BY_A_CORRECTION,
    "begun": _STANDS,
    "decided": _STANDS,
    "later-round": _STANDS,
    "too-late": _BY_A_CORRECTION,
    "regulations": _BY_A_CORRECTION,
    "no-ground": _STANDS,
}
"""The clause of the KNSB, or of FIDE, that an answer rests on; Keizer has none of them."""


def clause_of(rules: Rulebook, answer: Answer) -> str | None:
    """Return the clause of a rulebook that an answer rests on, None for none."""
    return next((name for name in _CLAUSES.get(answer, ()) if rules.cited(name)), None)


def cited(rules: Rulebook, answer: Answer) -> str | None:
    """Return that clause as refusals cite it, with its rulebook."""
    name = clause_of(rules, answer)
    return name and f"{rules.family} {name}"


def marked(rules: Rulebook, answer: Answer) -> str:
    """Return that clause in brackets for the end of a note, "" for none."""
    return rules.mark(*_CLAUSES.get(answer, ()))


class Case(NamedTuple):
    """All that the answer depends on.

    `latest`: no later round is published. `until` is how long a pairing that breaks a norm may be
    changed. `norm`: a published board, or the bye, breaks one now. `corrected`: a correction came
    that the last pairing by an engine did not know. `f7`: the regulations let the published pairing
    of a round that has not begun be changed by it.
    """

    latest: bool
    begun: Begun
    until: Literal["first_result", "start"]
    norm: bool
    corrected: bool
    f7: bool
    again: Again


def judged(case: Case) -> tuple[Answer, ...]:
    """Return the answer, or all that are against another pairing, the weightiest first.

    A pairing that breaks a norm does not stand, until its games are decided; a correction counts
    for rounds not begun. A system without norms, as Keizer, has no case with one.

    Rule: knsb-wp-2014 F6, F7; knsb-wp-1996 F6, F7; knsb-rating-2014 F6, F7.
    """
    against: list[Answer] = []
    if case.begun == "decided":
        against.append("decided")
    elif case.begun == "started" and case.until == "start":
        against.append("begun")
    if not case.latest:
        against.append("later-round")
    if case.again == "impossible":
        against.append("impossible")
    if against:
        return tuple(against)
    if case.again == "same" or case.again == "order":
        return (case.again,)
    if case.norm:
        return ("norm",)
    if not case.corrected:
        return ("no-ground",)
    if not case.f7:
        return ("regulations",)
    return ("correction",) if case.begun == "no" else ("too-late",)


class Broken(NamedTuple):
    """A published board that breaks a norm now; of the bye: no `board`, and one player.

    `since` is the correction with which it came to break it, None: it did as it was made.
    """

    board: int | None
    players: tuple[int, ...]
    clause: str
    since: int | None


class Advice(NamedTuple):
    """What may be done with a round, and all that it rests on.

    `answers` are those of `judged`. `pairing` is the round as paired again from what is known now.
    """

    answers: tuple[Answer, ...]
    begun_at: int | None
    broken: tuple[Broken, ...]
    corrections: tuple[int, ...]
    f7: bool
    pairing: Pairing | NoPairing

    @property
    def may(self) -> bool:
        """Tell whether the arbiter may pair the round again."""
        return self.answers[0] in ("norm", "correction")

    @property
    def ground(self) -> Ground:
        """Return what another pairing by the engine would rest on; "by hand": on nothing."""
        if self.answers == ("norm",):
            return NORM_AS_GROUND[self.broken[0].clause]
        return "F7" if self.answers == ("correction",) else "by hand"


def advice_on(book: Book, round_: Round) -> Advice:
    """Return what may be done with a published round by what is known now.

    Rule: knsb-wp-2014 B1, B2, F6, F7; knsb-wp-1996 F6, F7; knsb-rating-2014 F6, F7.
    """
    rules = book.rules_of(round_.number).arbiter
    pairing = paired_again(to_pair(book, round_)).pairing
    broken = tuple(norms_broken(book, round_))
    waiting = book.state.corrections_since(round_.paired_from, round_.number)
    case = Case(
        latest=round_.number == len(book.state.rounds),
        begun=_begun(round_),
        until=rules.amend_until,
        norm=bool(broken),
        corrected=bool(waiting),
        f7=rules.f7_may_amend,
        again=_beside(round_, pairing),
    )
    return Advice(
        answers=judged(case),
        begun_at=round_.begun_at,
        broken=broken,
        corrections=waiting,
        f7=rules.f7_may_amend,
        pairing=pairing,
    )


def _begun(round_: Round) -> Begun:
    if round_.played is not None:
        return "decided"
    return "no" if round_.started is None else "started"


def _beside(round_: Round, pairing: Pairing | NoPairing) -> Again:
    if isinstance(pairing, NoPairing):
        return "impossible"
    boards = tuple((board.white, board.black) for board in pairing.boards)
    if pairing.bye != round_.bye or {*boards} != {*round_.seats}:
        return "other"
    return "same" if boards == round_.seats else "order"


NORM_AS_GROUND: Final[Mapping[str, Ground]] = {
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


def norms_as_grounds(first: str) -> list[Ground]:
    """Return the norms that are grounds, of the systems whose norms begin with this letter."""
    return sorted({ground for ground in NORM_AS_GROUND.values() if ground[0] == first})


def everyone_of(book: Book, round_: Round) -> dict[int, Contestant]:
    """Return everybody as now known before that round, by key; the last round's rules stay."""
    rules = book.rules_of(round_.number)
    table = of_tournament(book.state, rules, after=round_.number - 1)
    last_round = book.state.is_last(round_)
    everyone = contestants(table, rules, set(table.cells), last_round)
    return {contestant.key: contestant for contestant in everyone}


def norms_broken(book: Book, round_: Round) -> Iterator[Broken]:
    """Yield the published boards, and the bye, that break a norm by what is known now.

    A season has no norms that make a game illegal.

    Rule: knsb-wp-2014 B1a, B1b, B2; knsb-rating-2014 B1a, B1b, B2; fide-dutch-2026 C1, C2, C3.
    """
    for board, players, clause in _broken(book, round_):
        since = None
        for position in book.state.corrections_since(_made_at(round_, players), round_.number):
            if any(seat == players for _, seat, _ in _broken(book.at(position), round_)):
                since = position
                break
        yield Broken(board, players, clause, since)


def _made_at(round_: Round, players: tuple[int, ...]) -> int:
    """Return what was known when a board or a bye was made: the basis of its pairing."""
    made = round_.basis
    for change in round_.changes:
        before = {*change.before, (change.bye_before,)}
        if players in {*change.after, (change.bye_after,)} - before:
            made = change.position if change.basis is None else change.basis
    return made


def _broken(book: Book, round_: Round) -> Iterator[tuple[int | None, tuple[int, ...], str]]:
    system = system_of(book.rules_of(round_.number))
    norm_broken = system.norm_broken
    rules = book.rules_of(round_.number)
    if norm_broken is None:
        return
    everyone = everyone_of(book, round_)
    for number, (white, black) in enumerate(round_.public, 1):
        if {white, black} <= everyone.keys():
            clause = norm_broken(rules, everyone[white], everyone[black])
            if clause is not None:
                yield number, (white, black), clause
    free = round_.public_bye
    if free is not None and free in everyone and not everyone[free].may_have_bye:
        yield None, (free,), system.bye_norm
