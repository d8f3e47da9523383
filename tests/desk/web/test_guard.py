"""What no browser can have recorded: commands beyond a role, and files of the laptop."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.access.roles import Role
from desk.commands.tournament import COMMANDS
from desk.web.routes import COMMANDS_OF, FOR_THE_CHIEF, may_do
from tests.helpers.browsing import Browsing, demo


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    return demo(tmp_path)


def sent(browsing: Browsing, role: Role, command: str, **fields: str) -> tuple[int, str]:
    answer = browsing.send(f"/{browsing.slug}/do/{command}", fields, role)
    return answer.status_code, answer.text


def test_every_command_of_the_tables_exists() -> None:
    named = FOR_THE_CHIEF.union(*COMMANDS_OF.values())
    assert named <= COMMANDS.keys()


def test_the_chief_may_give_every_command_and_the_public_none() -> None:
    for command in COMMANDS:
        assert may_do(Role.CHIEF, command)
        assert not may_do(Role.PUBLIC, command)
        assert may_do(Role.DEPUTY, command) == (command not in FOR_THE_CHIEF)
    assert frozenset({"rules-change", "finish", "forget"}) <= FOR_THE_CHIEF


@pytest.mark.parametrize("role", [Role.DEPUTY, Role.HELPER, Role.COMMITTEE])
def test_what_a_role_may_not_give_records_nothing(browsing: Browsing, role: Role) -> None:
    before = browsing.book.state.position
    for command in sorted(COMMANDS):
        if not may_do(role, command):
            status, _ = sent(
                browsing,
                role,
                command,
                player="3",
                reason="x",
                rulebook="mwkeizer",
                stake="3",
                rounds="9",
            )
            assert status in (403, 404), command
    assert browsing.book.state.position == before


def test_a_helper_records_results_of_the_current_round_alone(browsing: Browsing) -> None:
    current = len(browsing.book.state.rounds)
    board = str(len(browsing.book.state.rounds[-1].games))
    status, page = sent(
        browsing, Role.HELPER, "correct-result", round=str(current - 1), board="1", result="0-1"
    )
    assert status == 409
    assert f"alleen uitslagen van ronde {current}" in page
    status, _ = sent(
        browsing, Role.HELPER, "result", round=str(current), board=board, result="1-0", rated="yes"
    )
    assert status == 303


def test_a_helper_undoes_what_they_recorded_themselves_alone(browsing: Browsing) -> None:
    current = len(browsing.book.state.rounds)
    board = str(len(browsing.book.state.rounds[-1].games))
    assert sent(browsing, Role.HELPER, "undo")[0] == 409
    fields = {"round": str(current), "board": board, "result": "1-0", "rated": "yes"}
    assert sent(browsing, Role.HELPER, "result", **fields)[0] == 303
    mine = str(browsing.book.state.position)
    assert sent(browsing, Role.HELPER, "undo", fact=str(browsing.book.state.position - 1))[0] == 409
    assert sent(browsing, Role.HELPER, "undo", fact="x")[0] in (409, 422)
    assert sent(browsing, Role.HELPER, "undo", fact=mine)[0] == 303
    assert browsing.book.state.rounds[-1].games[-1].outcome is None


def test_a_browser_reads_no_file_of_the_laptop(browsing: Browsing, tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text('id = "very-secret"\n')
    before = browsing.book.state.position
    for command, fields in (
        ("rules-change", {"rulebook": str(secret), "reason": "x"}),
        ("rules-change", {"rulebook": "knsb-wp-2014", "set": f"tiebreaks={secret}", "reason": "x"}),
        ("evening", {"round": "1", "file": str(secret)}),
    ):
        status, page = sent(browsing, Role.CHIEF, command, **fields)
        assert status in (409, 422), command
        assert "very-secret" not in page
    new = browsing.send("/new", {"name": "X", "rules": str(secret)})
    assert new.status_code == 422
    assert "very-secret" not in new.text
    assert browsing.book.state.position == before
