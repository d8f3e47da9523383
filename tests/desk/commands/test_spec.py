"""What a command says of itself: who judges it, who may give it, when, and where it stands."""

from __future__ import annotations

import subprocess
import sys

import pytest

from desk.access.roles import ARBITERS
from desk.commands.commands import COMMANDS, SPECS
from desk.commands.players import Enter
from desk.commands.spec import ALWAYS, Of, Phase, Spec
from desk.web.contents import ROUTES
from desk.web.pages.more import GROUPS
from ledger.values import Format
from tests.helpers.places import ROOT


@pytest.mark.parametrize("command", SPECS)
def test_every_command_has_a_function_that_judges_it(command: str) -> None:
    assert callable(SPECS[command].judge())


@pytest.mark.parametrize("command", SPECS)
def test_the_group_and_the_next_page_of_a_command_exist(command: str) -> None:
    assert SPECS[command].group in ("", *GROUPS)
    assert SPECS[command].next_page in {route.name for route in ROUTES}


def test_a_spec_of_nothing_but_a_handler_is_that_of_most_commands() -> None:
    plain = Spec("players:enter")
    assert plain.roles == ARBITERS
    assert plain.formats == set(Format)
    assert Phase.ENDED not in plain.phases
    assert Phase.ENDED in ALWAYS
    assert plain.round is Of.COMING


def test_a_command_made_from_another_has_a_spec_of_its_own() -> None:
    others = [kind for kind in COMMANDS.values() if issubclass(kind, Enter) and kind is not Enter]
    assert [kind.__name__ for kind in others] == ["Join"]
    assert all(kind.spec is not Enter.spec for kind in others)


def test_a_spec_is_read_without_pydantic() -> None:
    script = "import sys, desk.commands.spec; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=True)
    assert b"pydantic" not in run.stdout
