"""The table of warnings: what a person must do before a command continues.

Neither the terminal nor the browser can switch a warning off, or lower its level.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from desk.commands.decision import Warn, WarnLevel
from ledger.messages import Sentence

if TYPE_CHECKING:
    from ledger.state.book import Book

_INFORM = WarnLevel.INFORM
_READ = WarnLevel.ACKNOWLEDGE
_CONFIRM = WarnLevel.CONFIRM
_TYPE = WarnLevel.TYPE
_REFUSE = WarnLevel.REFUSE


_BY_HAND = ("pairing-by-hand", "board-add", "board-swap")


class WarningRule(NamedTuple):
    """What becomes of an event under a condition.

    `commands` are the commands that can meet it. `level` is that outside FIDE mode and `in_mode`
    that in it, None: it is no matter there. `clause` is the name of its rule, "" for none; not
    every rulebook has it. The condition stands in the catalogue, `warnings.condition.CODE`; the
    consequences of level 4, which its second step states, in `warnings.consequence.CODE`.
    """

    commands: tuple[str, ...]
    level: WarnLevel | None
    in_mode: WarnLevel | None
    clause: str = ""


WARNINGS: Final[Mapping[str, WarningRule]] = {
    "correction-is-newer": WarningRule(("publish",), _CONFIRM, _CONFIRM, "F7"),
    "not-checked-in": WarningRule(("publish", "pairing-by-hand"), _CONFIRM, _CONFIRM),
    "later-round-published": WarningRule(("undo",), _CONFIRM, _CONFIRM, "F7"),
    "round-has-begun": WarningRule(("board-swap",), _TYPE, _TYPE, "F6"),
    "public-pairing-changes": WarningRule(("amend",), _TYPE, _TYPE, "F6"),
    "pairing-withdrawn": WarningRule(("un-publish",), _TYPE, _TYPE, "F6"),
    "system-changes": WarningRule(("rules-change",), _TYPE, _TYPE),
    "full-point-bye": WarningRule(("bye",), None, _READ),
    "second-half-point-bye": WarningRule(("bye",), None, _CONFIRM),
    "results-missing": WarningRule(("close",), None, _CONFIRM),
    "tie-breaks-change": WarningRule(("rules-change",), None, _TYPE),
    "points-change": WarningRule(("rules-change",), None, _REFUSE),
    "pairs-prohibited-late": WarningRule(("prohibit",), None, _REFUSE),
    "virtual-points-late": WarningRule(("accelerate",), None, _REFUSE, "GHR1"),
    "rules-leave-fide": WarningRule(("rules-change",), None, _REFUSE),
    "numbers-by-hand": WarningRule(("numbers-exchange",), None, _CONFIRM, "GHR2.3"),
    "list-of-another-month": WarningRule(("rating-list",), _INFORM, _READ),
    "hand-begins": WarningRule(("by-hand-begin",), None, _CONFIRM),
    "hand-differs": WarningRule(_BY_HAND, None, _CONFIRM),
    "hand-met-before": WarningRule(_BY_HAND, None, _CONFIRM, "C1"),
    "hand-prohibited": WarningRule(_BY_HAND, None, _CONFIRM, "C1"),
    "hand-bye-barred": WarningRule(_BY_HAND, None, _CONFIRM, "C2"),
    "hand-three-in-a-row": WarningRule(_BY_HAND, None, _CONFIRM, "C3"),
    "hand-imbalance": WarningRule(_BY_HAND, None, _CONFIRM, "C3"),
    "hand-both-wrong-colour": WarningRule(_BY_HAND, None, WarnLevel.ACKNOWLEDGE),
    "file-imported": WarningRule(("import",), None, _CONFIRM),
    "lots-drawn-again": WarningRule(("lots",), _READ, _CONFIRM),
    "numbers-not-drawn": WarningRule(("lots",), _READ, _READ, "D"),
    "numbers-change": WarningRule(("lots",), None, _CONFIRM),
    "older-result": WarningRule(("correct-result", "correct-colours"), None, _REFUSE),
    "result-corrected": WarningRule(("correct-result", "correct-colours"), None, _CONFIRM),
    "named-has-black": WarningRule(("result", "correct-result"), _CONFIRM, _CONFIRM),
    "colours-before-result": WarningRule(("correct-colours",), _CONFIRM, _CONFIRM),
    "game-adjourned": WarningRule(("adjourn",), None, _CONFIRM),
    "configuration-changes": WarningRule(("rules-change", "plan"), None, _CONFIRM),
    "import-taken-back": WarningRule(("undo",), _CONFIRM, _CONFIRM),
    "event-taken-back": WarningRule(("undo",), None, _CONFIRM),
    "file-paired-otherwise": WarningRule(("import",), _INFORM, _CONFIRM),
    "fide-mode-ends": WarningRule(("fide-mode-leave",), None, _TYPE),
    "second-game": WarningRule(
        ("external", "correct-external", "evening", "pairing-by-hand", "board-add", "import"),
        _CONFIRM,
        _CONFIRM,
    ),
    "likely-double": WarningRule(("enter", "join"), _CONFIRM, _CONFIRM),
    "tournament-ends": WarningRule(("finish",), _TYPE, _TYPE),
}
"""The rule of each warning, by its code."""


def warn(
    book: Book,
    code: str,
    what: Sentence,
    answer: str = "yes",
    *,
    opens_in_mode: bool = False,
    instead: Sentence | None = None,
) -> tuple[Warn, ...]:
    """Return the warning of a code as the table has it; () where it is no matter.

    `what` is what a person is told, `answer` what they type at level 4. `opens_in_mode`: the
    tournament is not open yet, and will be in FIDE mode. `instead`: see `Warn`.
    """
    rule = WARNINGS[code]
    level = rule.in_mode if book.state.fide.in_mode or opens_in_mode else rule.level
    if level is None:
        return ()
    clause = book.clause(rule.clause) if rule.clause else None
    typed = answer if level is _TYPE else "yes"
    return (Warn(code, what, level, typed, clause, instead=instead),)
