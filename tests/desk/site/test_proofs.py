"""Results with their proofs: what the public gets of them, and heads as checkpoints."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from desk.site.proofs import checkpoint, heads_kept, leaves_script, proofs_script
from ledger.hash_tree import KnownHead, root_of_inclusion
from ledger.integrity.proofs import check_proof
from tests.helpers.proof_page import Club, made_club


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    return made_club(tmp_path_factory.mktemp("club"))


def test_a_result_is_proven_under_the_head_and_one_with_a_typed_reason_is_not(club: Club) -> None:
    results = club.results(1)
    assert [one.outcome for one in results] == ["1-0", "1/2-1/2", "0-1"]
    assert [one.proof is not None for one in results] == [True, True, False]
    head = club.head()
    for one in results[:2]:
        assert one.proof is not None
        assert not check_proof(one.proof, KnownHead(head.size, head.root))
        state = json.loads(one.proof.state)
        assert (state["white"], state["black"]) == (one.white_key, one.black_key)
        assert state["outcome"] == one.outcome
    assert "Sally" not in proofs_script(results)


def test_a_default_is_proven_and_an_open_board_has_no_proof(club: Club) -> None:
    outcomes = {one.outcome: one.proof for one in club.results(2)}
    assert outcomes.pop("0-1R") is not None
    assert outcomes == {None: None}


def test_a_result_that_was_turned_round_or_taken_back_has_no_proof(tmp_path: Path) -> None:
    club = made_club(tmp_path)
    club.terminal.run("correct", "colours", 1, 1, "--reason", "signed wrongly")
    assert club.results(1)[0].proof is None
    club.terminal.run("undo", "--confirm", "yes")
    assert club.results(1)[0].proof is not None
    club.terminal.run("correct", "result", 1, 2, "1-0", "--reason", "misread")
    assert club.results(1)[1].proof is None


def test_a_round_has_its_proofs_in_a_script_that_has_what_they_share_once(club: Club) -> None:
    results = club.results(1)
    script = proofs_script(results)
    data = json.loads(script.removeprefix("globalThis.toernooiProofs=").removesuffix(";\n"))
    assert len(data["parts"]) == len(set(data["parts"]))
    assert data["code"] == club.head().short
    assert sorted(data["facts"]) == ["1", "2"]
    for board, one in data["facts"].items():
        proof = results[int(board) - 1].proof
        assert proof is not None
        assert ",".join(data["parts"][at] for at in one["state"]) == proof.state
        assert one["position"] == proof.position
    none = proofs_script(club.results(2)[1:])
    assert '"facts":{}' in none


def test_the_hashes_of_all_facts_lead_to_every_head(club: Club) -> None:
    script = leaves_script(club.rows)
    data = json.loads(script.removeprefix("globalThis.toernooiLeaves=").removesuffix(";\n"))
    assert data["size"] == len(club.rows) == club.head().size
    hashes = base64.b64decode(data["leaves"])
    assert hashes[:32] == club.rows[0].own_hash
    assert root_of_inclusion(hashes[:32], 1, 1, []) == club.head(1).root


def test_a_checkpoint_is_origin_size_and_root(club: Club) -> None:
    head = club.head()
    origin, size, root, end = checkpoint(club.book.id, head).split("\n")
    assert (origin, size, end) == (f"toernooiboek/{club.book.id}", str(head.size), "")
    assert base64.b64decode(root) == head.root


def test_heads_are_appended_and_what_stands_there_stays() -> None:
    first, second = "a/1\n1\nAAAA\n", "a/1\n9\nBBBB\n"
    one = heads_kept("", [first])
    assert one == first
    both = heads_kept(one, [first, second])
    assert both == f"{first}\n{second}"
    assert heads_kept(both, [second]) == both


def test_a_website_has_the_heads_of_its_publications(club: Club, tmp_path: Path) -> None:
    club.written(tmp_path / "site")
    text = (tmp_path / "site" / "heads.txt").read_text()
    sizes = [one.split("\n")[1] for one in text.split("\n\n")]
    assert sizes == [str(one.changed_at) for one in club.book.state.rounds]
