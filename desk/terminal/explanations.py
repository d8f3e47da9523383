"""Explanations shown: lines for people, claims for programs."""

from __future__ import annotations

import sys
from typing import Any, NoReturn

from desk.answers.why import Explanation
from desk.terminal.output import asked_form, kept_notes, noted
from desk.terminal.tables import put_text, show


def explain(answer: Any) -> None:
    """Show an explanation: its lines for people, its claims for programs."""
    if isinstance(answer, Explanation) and asked_form() == "table":
        put_text(*answer.lines, *map(noted, kept_notes()))
        return
    show(answer.view if isinstance(answer, Explanation) else answer)


def say_check(answer: Any) -> NoReturn:
    """Show a check and exit: with 1 when anything differs."""
    explain(answer)
    sys.exit(0 if answer.all_the_same else 1)
