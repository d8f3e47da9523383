"""Every refusal is read in the source of the program: a code has one exit code, everywhere."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from desk.render.catalogue import room
from ledger.refusals import Exit
from tests.docs.make import DOCS, GENERATED
from tests.docs.refusal_examples import EXAMPLES, FILES, IN_WORDS, LEDGERS
from tests.docs.refusals import Bench, codes, pages
from tests.helpers.refusal_codes import ANYTHING, refusals


def test_a_code_of_a_refusal_has_one_exit_code_everywhere() -> None:
    all_refusals = list(refusals())
    exits: dict[str, dict[Exit, str]] = defaultdict(dict)
    for code, exit_, place in all_refusals:
        for pattern, other, elsewhere in all_refusals:
            if code == pattern or re.fullmatch(pattern, code):
                exits[code] |= {exit_: place, other: elsewhere}
    assert len(exits) > 100
    assert {code: places for code, places in exits.items() if len(places) > 1} == {}


def test_a_code_is_known_but_for_the_kind_of_error_in_a_file() -> None:
    open_ended = {code for code, _, _ in refusals() if ANYTHING in code}
    assert open_ended == {
        f"{kind}-{ANYTHING}"
        for kind in ("people", "members", "season", "evening", "trf", "foreign")
    }


def test_every_code_and_no_other_has_a_meaning() -> None:
    assert room("codes", "en").keys() == codes().keys()


def test_every_code_has_an_example_or_says_what_one_would_take() -> None:
    in_words = [code for listed in IN_WORDS.values() for code in listed]
    assert sorted([*EXAMPLES, *in_words]) == list(codes())


@pytest.mark.parametrize("code", ["trf-*", "half-point-bye-not-allowed"])
def test_an_example_that_is_not_refused_with_its_code_is_found(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(EXAMPLES, code, ("numbered", "absent Zacharias 1"))
    with pytest.raises(AssertionError, match="the example of"):
        Bench(tmp_path).shown(code)


def test_every_example_is_refused_with_its_code_and_the_gallery_shows_what_is_said() -> None:
    """Some seven seconds: more than 200 examples, each in both languages."""
    for name, text in pages(GENERATED).items():
        assert (DOCS / name).read_text("utf-8") == text, f"{name} is out of date: make docs"


def test_every_ledger_and_file_of_the_examples_is_used() -> None:
    used = {ledger for ledger, *_ in EXAMPLES.values()} | {of for of, _ in LEDGERS.values()}
    assert used - {""} == LEDGERS.keys()
    typed = [line for _, *lines in EXAMPLES.values() for line in lines]
    unused = {name for name in FILES if not any(name.split("/")[0] in line for line in typed)}
    assert not unused


@pytest.mark.parametrize("page", ["refusals.md", "weigeringen.md"])
def test_no_refusal_says_a_sentence_twice(page: str) -> None:
    text = (DOCS / page).read_text("utf-8")
    blocks = re.findall(r"^```console\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    told = [one for block in blocks for one in re.split(r"^(?=\S)", block, flags=re.MULTILINE)]
    refused = [one for one in told if re.match(r"\w+ \([a-z-]+\)  ", one)]
    assert len(refused) > 200
    for one in refused:
        said = [each.strip() for each in re.split(r"\n|[.;:]\s|\s\s", one) if " " in each.strip()]
        assert len(said) == len(set(said)), one
