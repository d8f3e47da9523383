"""What a change of a published pairing rests on, in the words of every list and sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ledger.facts.tournament import Ground
from ledger.messages import Sentence, message, run_on
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.tournament import PairingChange


def ground_in_words(
    ground: Ground, rules: Rulebook | None, corrections: Sequence[int] = ()
) -> Sentence:
    """Return what another pairing by an engine rests on: its clause, and the corrections behind it.

    The clause stands there where the rulebook (None: any) has it.

    Rule: knsb-wp-2014 F7.
    """
    nowhere = ground == "F7" and rules is not None and not rules.cited(ground)
    clause = message(f"log.ground.{'correction' if nowhere else ground.replace(' ', '-')}")
    if not corrections:
        return clause
    key = "log.ground.after" if nowhere else "log.ground.corrections"
    return message(key, n=len(corrections), clause=clause, facts=at_positions(corrections))


def ground_of(change: PairingChange, rules: Rulebook | None) -> Sentence:
    """Return what a change rests on: see `ground_in_words`; or that it was made by hand.

    Boards by hand rest on no clause, unless they took the place of a board that broke a norm.
    """
    if change.by_engine:
        return ground_in_words(change.ground, rules, change.corrections)
    if change.ground == "by hand":
        return message("log.ground.by-hand")
    return message("log.ground.norm-by-hand", clause=change.ground)


def changes_in_words(
    changes: Sequence[PairingChange], rules: Rulebook | None, *, reasons: bool = False
) -> Iterator[Sentence]:
    """Yield "paired again, #18 (F7, correction #17, ...)", "changed by hand, #20, #21", in order.

    Each has its position, what it rests on, and whether the round had begun. `reasons`: also what
    the arbiter wrote.
    """
    for by_engine, some in groupby(changes, key=lambda change: change.by_engine):
        listed = run_on(*(_said(change, rules, reasons) for change in some), between=", ")
        yield message(f"views.{'paired-again' if by_engine else 'changed-by-hand'}", changes=listed)


def _said(change: PairingChange, rules: Rulebook | None, reasons: bool) -> Sentence:
    about: list[Sentence] = []
    if change.basis is not None:
        about.append(ground_of(change, rules))
        about.append(message("views.computed", basis=change.basis))
    elif change.ground != "by hand":
        about.append(message("views.broke", clause=change.ground))
    about += [] if change.begun_at is None else [message("views.begun")]
    position: Sentence = f"#{change.position}"
    if about:
        position = run_on(position, " (", run_on(*about, between=", "), ")")
    return run_on(position, ": ", change.reason) if reasons and change.reason else position


def at_positions(positions: Sequence[int]) -> str:
    """Return positions as people write them: #17, #19."""
    return ", ".join(f"#{position}" for position in positions)
