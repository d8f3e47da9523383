"""`help` leads to the manual: a page, a part of one, a refusal, a word of a heading."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.terminal import Terminal, with_round_1


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path / "x.ledger")


def test_help_with_a_page_of_the_manual_shows_its_text(terminal: Terminal) -> None:
    said = terminal.run("help", "arbiter.md")
    assert said.startswith("# ")
    assert "a browser is desk.md" in said
    assert terminal.run("help", "arbiter") == said


def test_help_with_the_address_of_a_part_shows_that_part(terminal: Terminal) -> None:
    said = terminal.run("help", "arbiter.md#an-evening-in-twenty-keys")
    assert said.startswith("## An evening in twenty keys")


def test_help_with_the_code_of_a_refusal_shows_what_it_means_in_the_readers_language(
    terminal: Terminal,
) -> None:
    assert "more than one" in terminal.run("help", "ambiguous-player")
    assert "meer dan" in terminal.run("--lang", "nl", "help", "ambiguous-player")


def test_help_with_a_word_names_the_parts_of_the_manual_with_it_in_their_heading(
    terminal: Terminal,
) -> None:
    said = terminal.run("help", "twenty", "keys")
    assert "help arbiter.md#an-evening-in-twenty-keys" in said
    assert "help arbiter.md#" not in terminal.run("--lang", "nl", "help", "uitslag")


def test_a_verb_is_shown_as_before_where_a_page_has_its_name(terminal: Terminal) -> None:
    assert terminal.run("help", "prizes").startswith("Usage:")
    assert terminal.run("help", "prizes.md").startswith("# Prizes")


def test_an_unknown_part_of_a_page_is_refused_as_an_unknown_verb(terminal: Terminal) -> None:
    assert "no-such-part" in terminal.refused("help", "arbiter.md#no-such-part", code=2)


def test_help_with_a_clause_says_it_in_words_of_each_rulebook_or_of_one(terminal: Terminal) -> None:
    assert "knsb-wp-1996 B1b" in terminal.run("help", "b1b")
    said = terminal.run("help", "knsb-wp-2014", "B1b")
    assert "may not have the bye" in " ".join(said.split())
    assert "knsb-wp-1996" not in said
    assert "knsb-wp-2014 A1d-A" in terminal.run("help", "knsb-wp-2014", "A1d")
    assert "unknown-clause" in terminal.refused("help", "knsb-wp-2014", "Z9", code=2)


def test_a_refusal_names_how_its_clause_is_read_in_words_once(tmp_path: Path) -> None:
    terminal = with_round_1(tmp_path / "x.ledger")
    said = terminal.refused("publish")
    assert said.count("in words: toernooi help knsb-wp-2014 F11") == 1
    assert "F11" in terminal.run("help", "knsb-wp-2014", "F11")
