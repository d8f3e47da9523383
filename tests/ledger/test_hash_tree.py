"""The hash tree against known values and a literal twin of the RFC's text."""

from __future__ import annotations

import hashlib
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.hash_tree import (
    EMPTY_ROOT,
    Head,
    consistency_path,
    continues,
    head_of,
    inclusion_paths,
    leaf_hash,
    node_hash,
    parse_head,
    range_of,
    root_of_inclusion,
)
from tests.helpers.family import examples

# The test values of certificate transparency logs (RFC 6962 itself has no values).
KNOWN_INPUTS = [
    "",
    "00",
    "10",
    "2021",
    "3031",
    "40414243",
    "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
]
KNOWN_ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
KNOWN_LEAVES = [hashlib.sha256(b"\x00" + bytes.fromhex(text)).digest() for text in KNOWN_INPUTS]
LEAVES = [hashlib.sha256(b"\x00%d" % i).digest() for i in range(70)]


# A literal twin of RFC 6962, 2.1, 2.1.1 and 2.1.2; D[n] there is d here.


def mth(d: list[bytes]) -> bytes:
    if not d:
        return hashlib.sha256(b"").digest()
    if len(d) == 1:
        return d[0]
    k = largest_power_of_two_smaller_than(len(d))
    return hashlib.sha256(b"\x01" + mth(d[:k]) + mth(d[k:])).digest()


def largest_power_of_two_smaller_than(n: int) -> int:
    k = 1
    while k * 2 < n:
        k *= 2
    return k


def path(m: int, d: list[bytes]) -> list[bytes]:
    if len(d) == 1:
        return []
    k = largest_power_of_two_smaller_than(len(d))
    if m < k:
        return [*path(m, d[:k]), mth(d[k:])]
    return [*path(m - k, d[k:]), mth(d[:k])]


def proof(m: int, d: list[bytes], b: bool = True) -> list[bytes]:
    if m == len(d):
        return [] if b else [mth(d)]
    k = largest_power_of_two_smaller_than(len(d))
    if m <= k:
        return [*proof(m, d[:k], b), mth(d[k:])]
    return [*proof(m - k, d[k:], False), mth(d[:k])]


def test_the_roots_are_the_known_ones() -> None:
    assert mth([]) == range_of([]).root == EMPTY_ROOT
    assert [head_of(KNOWN_LEAVES, n).root.hex() for n in range(1, 9)] == KNOWN_ROOTS


def test_roots_and_proofs_are_those_of_the_text_at_every_size() -> None:
    for n in range(1, 41):
        d = LEAVES[:n]
        assert range_of(d).root == mth(d)
        assert len(range_of(d).peaks) == n.bit_count()
        for m in range(1, n + 1):
            assert list(inclusion_paths(d)(m)) == path(m - 1, d)
            assert list(consistency_path(d, m)) == proof(m, d)
            assert root_of_inclusion(d[m - 1], m, n, path(m - 1, d)) == mth(d)
            assert continues(Head(m, mth(d[:m])), Head(n, mth(d)), proof(m, d))


@examples(300)
@given(st.data())
def test_a_proof_that_is_changed_anywhere_proves_nothing(data: st.DataObject) -> None:
    n = data.draw(st.integers(2, 70))
    m = data.draw(st.integers(1, n - 1))
    d = LEAVES[:n]
    steps = proof(m, d) if data.draw(st.booleans(), "consistency") else None
    right = list(path(m - 1, d)) if steps is None else list(steps)
    wrong = list(right)
    how = data.draw(st.sampled_from(["drop", "add", "change", "swap"]))
    at = data.draw(st.integers(0, len(right) - 1))
    if how == "drop":
        del wrong[at]
    elif how == "add":
        wrong.insert(at, LEAVES[0])
    elif how == "change":
        wrong[at] = bytes([wrong[at][0] ^ 1]) + wrong[at][1:]
    else:
        wrong[at], wrong[at - 1] = wrong[at - 1], wrong[at]
    if wrong == right:
        return
    if steps is None:
        assert root_of_inclusion(d[m - 1], m, n, wrong) != mth(d)
    else:
        assert not continues(Head(m, mth(d[:m])), Head(n, mth(d)), wrong)


def test_a_proof_for_another_place_size_or_root_proves_nothing() -> None:
    for n in range(2, 20):
        d = LEAVES[:n]
        old = Head(n - 1, mth(d[:-1]))
        assert not continues(old, Head(n, mth(d[:-1])), proof(n - 1, d))
        assert not continues(Head(n - 1, mth(d)), Head(n, mth(d)), proof(n - 1, d))
        assert not continues(Head(0, EMPTY_ROOT), Head(n, mth(d)), [])
        assert not continues(Head(n, mth(d)), old, proof(n - 1, d))
        for m in range(1, n):
            assert root_of_inclusion(d[m - 1], m + 1, n, path(m - 1, d)) != mth(d)
        assert root_of_inclusion(d[0], 0, n, path(0, d)) is None
        assert root_of_inclusion(d[0], n + 1, n, path(0, d)) is None


def test_a_proof_of_another_length_leads_to_no_root_at_all() -> None:
    for n in range(1, 20):
        d = LEAVES[:n]
        for m in range(1, n + 1):
            right = path(m - 1, d)
            assert root_of_inclusion(d[m - 1], m, n, [*right, LEAVES[0]]) is None
            assert not right or root_of_inclusion(d[m - 1], m, n, right[:-1]) is None


def test_position_version_topic_and_bytes_all_count() -> None:
    states = [b'{"v":1,"a":1}', b'{"v":2,"a":1}', b'{"v":1,"a":2}', b"", b"{"]
    hashes = [
        leaf_hash(position, topic, state)
        for position in (1, 2, 2**40)
        for topic in ("a", "ab", "")
        for state in states
    ]
    assert len(set(hashes)) == len(hashes)
    # Bytes that move over the border between topic and state make another fact.
    assert leaf_hash(1, "ab", b"c") != leaf_hash(1, "a", b"bc")
    assert node_hash(hashes[0], hashes[1]) != node_hash(hashes[1], hashes[0])


def test_the_bytes_of_a_leaf_are_those_of_the_document() -> None:
    state = b'{"v":2,"x":1}'
    counted = (
        b"\x00"
        + (7).to_bytes(8, "big")
        + (2).to_bytes(4, "big")
        + (5).to_bytes(4, "big")
        + b"topic"
        + state
    )
    assert leaf_hash(7, "topic", state) == hashlib.sha256(counted).digest()


@given(st.binary(min_size=32, max_size=32), st.integers(1, 10**9))
def test_a_head_is_read_back_from_every_form_it_is_written_in(root: bytes, size: int) -> None:
    head = Head(size, root)
    for text in (head.short, head.short.lower(), head.short.replace("-", ""), f"#{head.short}"):
        parsed_head = parse_head(text)
        assert parsed_head is not None
        assert (parsed_head.size, parsed_head.root) == (size, root[:10])
        assert parsed_head.agrees_with(root)
    scanned = parse_head(head.scanned("id7"))
    assert scanned is not None
    assert (scanned.size, scanned.root, scanned.tournament) == (size, root, "id7")
    assert parse_head(f"{size}:{root.hex()}") == type(scanned)(size, root)


@pytest.mark.parametrize(
    "text", ["", "12", "12:", "12:ABCD", "x:ABCD-EFGH-IJKL-MNOP", "12:ABCD-EFGH-IJKL-MN0P", "-1:A"]
)
def test_what_is_no_head_is_not_taken_for_one(text: str) -> None:
    assert parse_head(text) is None


def test_neighbouring_sizes_have_other_roots() -> None:
    roots = [head_of(LEAVES, n).root for n in range(71)]
    assert all(one != other for one, other in pairwise(roots))
