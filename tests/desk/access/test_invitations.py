"""Invitations: good once, for a while, for one role; a chief's replaces a lost passphrase."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.access.accounts import EVERYWHERE, Account, account, accounts, give, with_passphrase
from desk.access.file import AccessFile
from desk.access.invitations import (
    CHIEF_S,
    KEPT_S,
    OTHERS_S,
    Invitation,
    accept,
    invitation,
    invite,
    invite_chief,
    open_invitations,
    withdraw,
)
from desk.access.roles import Role
from desk.access.sessions import begin, session
from ledger.refusals import Refusal
from tests.helpers.access import PHRASE, HandClock, joined, opened
from tests.helpers.words import words


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def file(tmp_path: Path, clock: HandClock) -> AccessFile:
    return opened(tmp_path, clock)


def void(outcome: object) -> str:
    refusal = outcome[0] if isinstance(outcome, tuple) else outcome
    assert isinstance(refusal, Refusal), outcome
    assert refusal.code == "invitation-void"
    return words(refusal.what)


def test_an_invitation_makes_an_account_with_its_role_name_and_passphrase(file: AccessFile) -> None:
    token = invite(file, Role.DEPUTY, tournament="t1", shown="Noor")
    good = invitation(file, token)
    assert isinstance(good, Invitation)
    assert (good.role, good.tournament, good.shown) == (Role.DEPUTY, "t1", "Noor")
    key = accept(file, token, PHRASE)
    assert key == "deputy-1"
    one = account(file, key)
    assert one == Account("deputy-1", "Noor", True, {"t1": Role.DEPUTY})
    assert with_passphrase(file, "Noor", PHRASE) == one


def test_who_accepts_may_choose_another_name(file: AccessFile) -> None:
    accept(file, invite(file, Role.HELPER, shown="helper"), PHRASE, " Noor, table 1 ")
    assert [one.shown for one in accounts(file)] == ["Noor, table 1"]


def test_an_invitation_is_good_once(file: AccessFile) -> None:
    token = invite(file, Role.HELPER)
    accept(file, token, PHRASE)
    assert "was used already" in void(invitation(file, token))
    assert "was used already" in void(accept(file, token, PHRASE))
    assert len(accounts(file)) == 1


def test_an_invitation_expires_to_the_second(file: AccessFile, clock: HandClock) -> None:
    token = invite(file, Role.HELPER)
    clock.go_on(OTHERS_S - 1)
    assert len(open_invitations(file)) == 1
    clock.go_on(1)
    assert open_invitations(file) == ()
    assert "has expired" in void(accept(file, token, PHRASE))
    clock.go_on(KEPT_S)
    assert "has expired" in void(invitation(file, token))
    clock.go_on(1)
    invite(file, Role.HELPER)
    assert "not one of this desk" in void(invitation(file, token))


@pytest.mark.parametrize("token", ["", "token", "token-1 ", "TOKEN-1", "\ud800"])
def test_a_link_that_was_not_given_is_void(file: AccessFile, token: str) -> None:
    invite(file, Role.HELPER)
    assert "not one of this desk" in void(accept(file, token, PHRASE))


def test_an_invitation_that_was_taken_back_is_void(file: AccessFile) -> None:
    token = invite(file, Role.HELPER)
    (one,) = open_invitations(file)
    withdraw(file, one.id)
    withdraw(file, one.id)
    assert "not one of this desk" in void(accept(file, token, PHRASE))


def test_all_that_is_wrong_is_refused_at_once_and_the_invitation_stays_good(
    file: AccessFile,
) -> None:
    joined(file, Role.HELPER, "Noor")
    token = invite(file, Role.HELPER)
    refusals = accept(file, token, "short", "noor")
    assert isinstance(refusals, tuple)
    assert [one.code for one in refusals] == ["passphrase-length", "account-name-taken"]
    assert accept(file, token, PHRASE, "Sem") == "helper-2"


def test_the_first_chief_arbiter_comes_by_the_link_from_the_laptop(file: AccessFile) -> None:
    assert accept(file, invite_chief(file), PHRASE, "Noor") == "chief-1"
    chief = account(file, "chief-1")
    assert chief is not None
    assert chief.roles == {EVERYWHERE: Role.CHIEF}


def test_a_later_link_from_the_laptop_replaces_the_passphrase_and_ends_sessions(
    file: AccessFile,
) -> None:
    joined(file, Role.CHIEF, "Noor")
    token = begin(file, "chief-1", "browser")
    link = invite_chief(file)
    assert session(file, token) is not None
    assert accept(file, link, "a new passphrase", "Somebody") == "chief-1"
    assert session(file, token) is None
    assert isinstance(with_passphrase(file, "Noor", "a new passphrase"), Account)
    assert isinstance(with_passphrase(file, "Noor", PHRASE), Refusal)


def test_a_new_link_for_the_chief_makes_the_earlier_one_void(file: AccessFile) -> None:
    first, second = invite_chief(file), invite_chief(file)
    assert "not one of this desk" in void(accept(file, first, PHRASE))
    assert accept(file, second, PHRASE) == "chief-1"
    first, second = invite_chief(file), invite_chief(file)
    assert "not one of this desk" in void(accept(file, first, PHRASE))
    assert accept(file, second, PHRASE) == "chief-1"


def test_the_link_from_the_laptop_is_good_for_an_hour(file: AccessFile, clock: HandClock) -> None:
    token = invite_chief(file)
    clock.go_on(CHIEF_S)
    assert "has expired" in void(accept(file, token, PHRASE))


def test_a_chief_of_one_tournament_is_not_the_chief_of_the_file(file: AccessFile) -> None:
    joined(file, Role.CHIEF, tournament="t1")
    assert accept(file, invite_chief(file), PHRASE) == "chief-2"


def test_a_link_for_an_account_whose_role_is_gone_is_void(file: AccessFile) -> None:
    key = joined(file, Role.HELPER)
    token = invite(file, Role.HELPER, account=key)
    give(file, key, EVERYWHERE, None)
    assert "not one of this desk" in void(accept(file, token, PHRASE))
