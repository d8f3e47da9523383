"""What is fixed once round 1 is published: points, tie-breaks, who may not meet, acceleration."""

from __future__ import annotations

from desk.commands.decision import Warn
from desk.commands.warnings import warn
from ledger.messages import do, message
from ledger.refusals import Refusal, Refusals
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book


def of_changed_rules(book: Book, rules: Rulebook) -> tuple[Warn, ...]:
    """Return the warnings of other points or tie-breaks once round 1 is published.

    The answer is the round from which they hold, as for another system.

    Rule: fide-2026 4.1.
    """
    if not book.state.rounds:
        return ()
    old = book.rules
    number = book.state.next_round
    warnings: tuple[Warn, ...] = ()
    if (old.scores, old.bye.points) != (rules.scores, rules.bye.points):
        warnings += warn(book, "points-change", message("fide-mode.points-change"))
    if (old.ranking, old.unplayed) != (rules.ranking, rules.unplayed):
        what = message(
            "fide-mode.tie-breaks-change",
            round=number,
            old=", ".join(old.ranking.final),
            new=", ".join(rules.ranking.final),
        )
        warnings += warn(book, "tie-breaks-change", what, str(number))
    return warnings


def of_late_pairs(book: Book) -> tuple[Warn, ...]:
    """Return the warning of another list of who may not meet, once round 1 is published."""
    if not book.state.rounds:
        return ()
    return warn(book, "pairs-prohibited-late", message("fide-mode.pairs-are-fixed"))


def of_late_virtual_points(book: Book) -> tuple[Warn, ...]:
    """Return the warning of other virtual points, once round 1 is published.

    Rule: fide-dutch-2026 GHR1.
    """
    if not book.state.rounds:
        return ()
    return warn(book, "virtual-points-late", message("fide-mode.acceleration-is-fixed"))


def not_of_fide(book: Book, key: str, *, can: bool) -> Refusals:
    """Return the refusal of what rules of FIDE alone have, unless the rulebook can do it."""
    if can:
        return ()
    what = message(key, rules=book.rules.id)
    return (Refusal("not-a-fide-system", what, do("rules-list")),)
