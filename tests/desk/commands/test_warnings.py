"""The table of warnings, and the report that shows it."""

from __future__ import annotations

import ast
import re

import pytest

from desk.commands.commands import COMMANDS
from desk.commands.decision import WarnLevel
from desk.commands.warnings import WARNINGS, warn
from desk.commands.warnings_view import warnings_view
from ledger.messages import message
from ledger.values import Language
from tests.helpers.hall import Hall
from tests.helpers.parsed import calls
from tests.helpers.places import PROGRAM, name_of
from tests.helpers.words import words


def test_every_warning_is_of_commands_that_there_are() -> None:
    assert {name for rule in WARNINGS.values() for name in rule.commands} <= set(COMMANDS)


@pytest.mark.parametrize("language", ["en", "nl"])
def test_every_condition_and_every_gravest_consequence_has_words(language: Language) -> None:
    for code, rule in WARNINGS.items():
        assert words(message(f"warnings.condition.{code}"), language)
        if WarnLevel.TYPE in (rule.level, rule.in_mode):
            assert words(message(f"warnings.consequence.{code}"), language)


def test_a_warning_is_made_by_the_table_alone() -> None:
    makers = {
        name_of(path)
        for path, node in calls()
        if isinstance(node.func, ast.Name) and node.func.id == "Warn"
    }
    assert makers == {"desk/commands/warnings.py"}


def test_every_warning_of_the_table_is_given_somewhere() -> None:
    """A module that warns by codes of the table names them, and names no other."""
    texts = [path.read_text("utf-8") for path in PROGRAM if "commands/warnings" not in str(path)]
    warning = [text for text in texts if re.search(r"\bwarn\(", text)]
    named = {code for text in warning for code in re.findall(r'"([a-z-]+)"', text)}
    called = {code for text in warning for code in re.findall(r'\bwarn\(\s*book,\s*"(.+?)"', text)}
    assert called <= set(WARNINGS) <= named


def test_what_has_no_level_outside_fide_mode_is_no_matter_there() -> None:
    club, fide = Hall(4, 3), Hall(4, 3, rules="fide-dutch-2026")
    what = message("handlers.fide-mode-ends", tournament="Open")
    assert warn(club.book, "fide-mode-ends", what, "Open") == ()
    [warning] = warn(fide.book, "fide-mode-ends", what, "Open")
    assert (warning.level, warning.answer) == (WarnLevel.TYPE, "Open")


def test_the_report_has_every_warning_the_gravest_last() -> None:
    rows = warnings_view().cells
    assert {row["code"] for row in rows} == set(WARNINGS)
    gravest = [max(row["level"] or 0, row["in_fide_mode"] or 0) for row in rows]  # type: ignore[call-overload]
    assert gravest == sorted(gravest)
