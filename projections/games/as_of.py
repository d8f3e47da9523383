"""The facts known at a position, at a moment, or at the publication of a round."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, tzinfo

from ledger.facts.stamps import Recorded
from ledger.facts.tournament import PairingMadeByHand, PairingPublished
from ledger.messages import Sentence, do, message
from ledger.refusals import Exit, Refusal
from ledger.text_files import quoted
from ledger.values import whole_number
from ledger.zones import moment_of


def known(
    facts: Sequence[Recorded], as_of: str | None, zone: tzinfo | None = None
) -> tuple[Recorded, ...] | Refusal:
    """Return the facts known at a moment, in order; all of them for None.

    `as_of` is a position ("140" or "#140"), "published:N" (the basis of the pairing of round N), or
    a time ("2026-11-20 19:30", in `zone` (None: local) unless it names an offset), which stands for
    the last fact not later.
    """
    if as_of is None:
        return tuple(facts)
    position = position_of(facts, as_of, zone)
    return position if isinstance(position, Refusal) else tuple(facts[:position])


def position_of(
    facts: Sequence[Recorded], as_of: str, zone: tzinfo | None = None, *, public: bool = False
) -> int | Refusal:
    """Return the position that a moment stands for; see `known`.

    `public`: "published:N" is the moment of the publication, with its boards, not its basis.
    """
    text = as_of.strip().removeprefix("#")
    if text.startswith("published:"):
        return _publication(facts, text.removeprefix("published:"), public)
    position = whole_number(text)
    if position is not None:
        if 1 <= position <= len(facts):
            return position
        return _unknown(as_of, message("moments.last", last=len(facts)))
    try:
        moment = moment_of(text, zone).astimezone(UTC)
    except (ValueError, OverflowError):
        return _unknown(as_of, message("moments.spelling"))
    known_then = sum(1 for _, stamp in facts if stamp.recorded_at <= moment)
    return known_then or _unknown(as_of, message("moments.too-early"))


def _publication(facts: Sequence[Recorded], number: str, public: bool) -> int | Refusal:
    for fact, stamp in facts:
        if not isinstance(fact, PairingPublished | PairingMadeByHand) or str(fact.round) != number:
            continue
        if public:
            return stamp.position
        return fact.basis if isinstance(fact, PairingPublished) else stamp.position - 1
    return _unknown(f"published:{number}", message("moments.not-published"))


def _unknown(as_of: str, why: Sentence) -> Refusal:
    what = message("moments.unknown", moment=quoted(as_of), why=why)
    return Refusal("unknown-moment", what, do("log"), exit=Exit.USAGE)
