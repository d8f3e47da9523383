"""What keeps a lake from being made or read."""

from __future__ import annotations

from ledger.messages import Sentence
from ledger.refusals import Exit, Refusal


class LakeError(Exception):
    """Obstacles that a person can remove; `refusal` is the first of the `refusals`."""

    def __init__(self, *refusals: Refusal) -> None:
        super().__init__(refusals[0].code)
        self.refusals = refusals
        self.refusal = refusals[0]


def lake_error(code: str, what: Sentence, step: Sentence) -> LakeError:
    """Make the error for one obstacle."""
    return LakeError(Refusal(code, what, step, exit=Exit.USAGE))
