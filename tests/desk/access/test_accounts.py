"""Accounts: permanent keys, roles per tournament, one answer to every wrong log-in."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.access.accounts import (
    EVERYWHERE,
    LONGEST_NAME,
    Account,
    account,
    accounts,
    give,
    rename,
    set_passphrase,
    who,
    with_passphrase,
)
from desk.access.file import AccessFile
from desk.access.invitations import accept, invite, open_invitations
from desk.access.roles import Role
from desk.access.sessions import begin, session
from ledger.refusals import Refusal
from tests.helpers.access import PHRASE, joined, opened
from tests.helpers.words import words


@pytest.fixture
def file(tmp_path: Path) -> AccessFile:
    return opened(tmp_path)


def code(outcome: object) -> str:
    assert isinstance(outcome, Refusal), outcome
    return outcome.code


def test_a_key_is_numbered_by_its_role_and_never_used_again(file: AccessFile) -> None:
    keys = [joined(file, role) for role in (Role.CHIEF, Role.HELPER, Role.HELPER)]
    assert keys == ["chief-1", "helper-1", "helper-2"]
    give(file, "helper-2", EVERYWHERE, None)
    assert account(file, "helper-2") is None
    assert joined(file, Role.HELPER) == "helper-3"


def test_an_account_without_a_name_is_called_by_its_key(file: AccessFile) -> None:
    joined(file, Role.HELPER)
    assert [one.shown for one in accounts(file)] == ["helper-1"]


def test_a_role_in_a_tournament_goes_before_that_for_the_whole_file() -> None:
    one = Account("helper-1", "Noor", True, {EVERYWHERE: Role.HELPER, "t1": Role.CHIEF})
    assert (one.role_in("t1"), one.role_in("t2")) == (Role.CHIEF, Role.HELPER)
    assert Account("helper-1", "Noor", True, {"t1": Role.HELPER}).role_in("t2") is None


def test_a_changed_role_keeps_the_key_and_ends_the_sessions(file: AccessFile) -> None:
    key = joined(file, Role.HELPER, "Noor")
    token = begin(file, key, "browser")
    give(file, key, EVERYWHERE, Role.DEPUTY)
    changed = account(file, key)
    assert changed is not None
    assert (changed.key, changed.role_in("any")) == ("helper-1", Role.DEPUTY)
    assert session(file, token) is None


def test_a_role_that_is_taken_away_in_one_tournament_leaves_the_others(file: AccessFile) -> None:
    key = joined(file, Role.HELPER, "Noor", "t1")
    give(file, key, "t2", Role.COMMITTEE)
    token = begin(file, key, "browser")
    give(file, key, "t1", None)
    left = account(file, key)
    assert left is not None
    assert left.roles == {"t2": Role.COMMITTEE}
    assert session(file, token) is None


def test_the_last_role_takes_name_passphrase_and_links_along(file: AccessFile) -> None:
    key = joined(file, Role.HELPER, "Noor")
    invite(file, Role.HELPER, account=key)
    give(file, key, EVERYWHERE, None)
    assert code(with_passphrase(file, "Noor", PHRASE)) == "log-in-wrong"
    assert open_invitations(file) == ()
    with file.reading() as connection:
        rows = connection.execute("SELECT shown, passphrase FROM accounts").fetchall()
    assert rows == [("", None)]


def test_the_last_chief_arbiter_of_the_file_stays(file: AccessFile) -> None:
    key = joined(file, Role.CHIEF)
    joined(file, Role.CHIEF, tournament="t1")
    for role in (None, Role.DEPUTY):
        assert code(give(file, key, EVERYWHERE, role)) == "last-chief"
    assert give(file, key, "t1", Role.HELPER) is None
    joined(file, Role.CHIEF)
    assert give(file, key, EVERYWHERE, None) is None


def test_somebody_logs_in_by_key_or_name_however_it_is_written(file: AccessFile) -> None:
    key = joined(file, Role.DEPUTY, "Noor van den Berg")
    for text in ("deputy-1", "DEPUTY-1", "noor van den berg", " Noor  van den Bérg "):
        meant = with_passphrase(file, text, PHRASE)
        assert isinstance(meant, Account)
        assert meant.key == key


@pytest.mark.parametrize(
    ("name", "phrase"),
    [("helper-1", "wrong phrase here"), ("helper-9", PHRASE), ("", ""), ("Noor", PHRASE.upper())],
)
def test_a_wrong_name_and_a_wrong_passphrase_have_one_answer(
    file: AccessFile, name: str, phrase: str
) -> None:
    joined(file, Role.HELPER, "Noor")
    answer = with_passphrase(file, name, phrase)
    assert isinstance(answer, Refusal)
    assert words(answer.what) == "no account has this name and this passphrase"
    assert words(answer.what, "nl") == "geen account heeft deze naam en deze wachtwoordzin"


def test_a_new_passphrase_replaces_the_old_one_and_ends_the_sessions(file: AccessFile) -> None:
    key = joined(file, Role.HELPER)
    token = begin(file, key, "browser")
    assert code(set_passphrase(file, key, "short")) == "passphrase-length"
    assert session(file, token) is not None
    assert set_passphrase(file, key, "another passphrase") is None
    assert session(file, token) is None
    assert code(with_passphrase(file, key, PHRASE)) == "log-in-wrong"
    assert isinstance(with_passphrase(file, key, "another passphrase"), Account)


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * (LONGEST_NAME + 1), "two\nlines", "turned \u202e round", "..."]
)
def test_a_name_is_one_line_that_can_be_read(file: AccessFile, name: str) -> None:
    key = joined(file, Role.HELPER)
    assert code(rename(file, key, name)) == "account-name"


def test_a_key_in_a_fact_that_came_from_another_copy_is_not_given_again(file: AccessFile) -> None:
    joined(file, Role.HELPER)
    of_others = ["helper-1", "helper-2"]
    assert accept(file, invite(file, Role.HELPER), PHRASE, actors=lambda: of_others) == "helper-3"


def test_two_accounts_never_have_one_name(file: AccessFile) -> None:
    joined(file, Role.HELPER, "Noor")
    key = joined(file, Role.HELPER, "helper, table 2")
    for name in ("noor", "Noór", "helper-1"):
        assert code(rename(file, key, name)) == "account-name-taken"
    assert rename(file, key, "Helper, table 2") is None
    assert who(file, "Helper, table 2") is not None


def test_a_file_that_was_lost_gives_no_key_that_stands_in_a_fact(file: AccessFile) -> None:
    actors = ["chief-1", "chief-12", "chief-x", "chief-²", "helper-3", "arbiter", "chief-1"]
    token = invite(file, Role.CHIEF)
    assert accept(file, token, PHRASE, actors=lambda: actors) == "chief-13"
    assert accept(file, invite(file, Role.CHIEF), PHRASE, actors=lambda: actors) == "chief-14"
    assert accept(file, invite(file, Role.HELPER), PHRASE, actors=lambda: actors) == "helper-4"
    assert accept(file, invite(file, Role.DEPUTY), PHRASE, actors=lambda: actors) == "deputy-1"
