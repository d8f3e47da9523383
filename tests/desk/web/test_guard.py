"""What no browser can have recorded: commands beyond a role, and files of the laptop."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from desk.access.roles import CHIEF, STAFF, Role
from desk.commands.commands import COMMANDS, SPECS
from desk.commands.rounds import Undo
from desk.handlers.disputes import last_command
from desk.web.routes import may_do, may_take_back
from ledger.facts.tournament import BY_TOPIC
from tests.helpers.browsing import Browsing, demo

FOR_THE_CHIEF = {
    "init",
    "import",
    "rules-change",
    "fide-mode-leave",
    "finish",
    "reopen",
    "forget",
}
HELPERS = {
    "result",
    "forfeit",
    "adjourn",
    "correct-result",
    "check-in",
    "absent",
    "bye",
    "withdraw",
    "return",
    "present",
    "undo",
}


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    return demo(tmp_path)


def sent(browsing: Browsing, role: Role, command: str, **fields: str) -> tuple[int, str]:
    answer = browsing.send(f"/{browsing.slug}/do/{command}", fields, role)
    return answer.status_code, answer.text


def test_the_chief_may_give_every_command_and_the_public_none() -> None:
    for command in COMMANDS:
        assert may_do(Role.CHIEF, command)
        assert not may_do(Role.PUBLIC, command)


@pytest.mark.parametrize(
    ("role", "commands"),
    [
        (Role.HELPER, HELPERS),
        (Role.COMMITTEE, {"protest", "ruling"}),
        (Role.PLAYER, {"claim", "claim-withdraw", "absent", "present"}),
        (Role.DEPUTY, COMMANDS.keys() - FOR_THE_CHIEF),
    ],
)
def test_a_role_may_give_its_commands_and_no_others(role: Role, commands: set[str]) -> None:
    assert {name for name in COMMANDS if may_do(role, name)} == set(commands)


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
        ("edition", {"edition": str(secret)}),
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


def test_who_may_give_a_command_may_take_its_facts_back() -> None:
    topics = BY_TOPIC.keys()
    chief, helpers = (
        {topic for spec in SPECS.values() if role(spec.roles) for topic in spec.records}
        for role in (CHIEF.__eq__, STAFF.__le__)
    )
    assert topics >= chief | helpers
    assert not chief & helpers
    assert {"rules-changed", "tournament-closed"} <= chief
    assert {"result-recorded", "club-duty-assigned"} <= helpers
    for topic in topics:
        assert may_take_back(Role.CHIEF, topic)
        assert may_take_back(Role.DEPUTY, topic) == (topic not in chief)
        assert may_take_back(Role.HELPER, topic) == (topic in helpers)
        for role in (Role.COMMITTEE, Role.PLAYER, Role.PUBLIC):
            assert not may_take_back(role, topic)


def test_a_deputy_takes_back_no_command_that_is_for_the_chief(browsing: Browsing) -> None:
    browsing.do(
        {"command": "init", "name": "Young"},
        *({"command": "enter", "name": f"P {n}"} for n in "AB"),
    )
    changed = {"rulebook": "knsb-rating-2014", "reason": "as agreed"}
    assert sent(browsing, Role.CHIEF, "rules-change", **changed)[0] == 303
    position = browsing.book.state.position
    for at in ("", str(position)):
        status, page = sent(browsing, Role.DEPUTY, "undo", fact=at)
        assert status == 409
        assert f"#{position} is vastgelegd met een opdracht die niet voor uw rol is" in page
    button = browsing.client(Role.DEPUTY).get(f"/{browsing.slug}/log").text
    assert "Vraag de wedstrijdleider om het terug te nemen." in button
    assert browsing.send(f"/{browsing.slug}/undo", {"undo": str(position)}, Role.DEPUTY)
    assert browsing.book.state.position == position
    assert sent(browsing, Role.CHIEF, "undo", fact=str(position))[0] == 303


def test_an_import_is_taken_back_by_the_chief_alone(tmp_path: Path) -> None:
    there = Browsing(tmp_path / "imported.ledger")
    open_ = (resources.files("desk.making") / "examples" / "club-open.trf").read_bytes()
    there.do({"command": "import", "file": "o.trf", "content": open_, "rules": "knsb-wp-2014"})
    position = there.book.state.position
    assert sent(there, Role.DEPUTY, "undo", confirm="yes")[0] == 409
    assert there.book.state.position == position


def test_a_helper_who_undid_their_own_does_not_reach_what_stands_before_it(
    browsing: Browsing,
) -> None:
    board = str(len(browsing.book.state.rounds[-1].games))
    fields = {"round": str(len(browsing.book.state.rounds)), "board": board, "result": "1-0"}
    assert sent(browsing, Role.HELPER, "result", **fields, rated="yes")[0] == 303
    assert sent(browsing, Role.HELPER, "undo")[0] == 303
    position = browsing.book.state.position
    assert sent(browsing, Role.HELPER, "undo")[0] == 409
    assert browsing.book.state.position == position


def test_an_undo_from_a_browser_names_the_fact_that_was_judged(browsing: Browsing) -> None:
    client = browsing.client(Role.DEPUTY)
    seen: list[object] = []
    write = browsing.office.live.write

    def watched(tournament: object, commands: list[tuple[None, Undo]], *more: object) -> object:
        seen.append(commands[0][1].fact)
        return write(tournament, commands, *more)  # type: ignore[arg-type]

    browsing.office.live.write = watched  # type: ignore[method-assign, assignment]
    last = last_command(browsing.book)[-1].stamp.position
    client.post(f"/{browsing.slug}/do/undo", data={"csrf": browsing.csrf(client)})
    assert seen == [last]
