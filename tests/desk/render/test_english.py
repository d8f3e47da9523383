"""The content of a mirror is English, whatever the language of its reader."""

from __future__ import annotations

import pickle

from desk.render.english import english
from ledger.messages import do, message


def test_a_sentence_is_english_and_names_a_command_by_its_name() -> None:
    sentence = message("integrity.not-around", command=do("verify"))
    assert english(sentence) == "the file around it was not checked: verify does that"
    assert english("as it is") == "as it is"


def test_other_processes_find_it() -> None:
    assert pickle.loads(pickle.dumps(english)) is english
