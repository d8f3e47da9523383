"""A module that is imported when it is first used."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from ledger.later import Later
from tests.helpers.places import ROOT

SCRIPT = """
import sys
from ledger.later import Later
colorsys = Later("colorsys")
print("colorsys" in sys.modules)
print(colorsys.rgb_to_hsv(0, 0, 0))
print("colorsys" in sys.modules)
"""


def test_a_later_module_is_imported_with_the_first_use_of_a_name_in_it() -> None:
    """In a process of its own: a module is loaded once."""
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.splitlines() == ["False", "(0.0, 0.0, 0)", "True"]


def test_a_later_module_that_is_not_there_is_an_import_error_when_it_is_used() -> None:
    missing = Later("no_such_module")
    with pytest.raises(ModuleNotFoundError):
        missing.anything  # noqa: B018


def test_a_later_module_has_the_names_of_the_module_and_no_others() -> None:
    words = Later("string")
    assert words.digits == "0123456789"
    with pytest.raises(AttributeError):
        words.no_such_name  # noqa: B018
