"""The script that checks results in a browser: right pages, forged ones, wrong heads.

A browser is started for the module: some three seconds.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from desk.site.site import OWN
from tests.helpers.chromium import chromium
from tests.helpers.proof_page import Club, made_club

pytestmark = pytest.mark.desk

PROOFS = ".proven"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    return made_club(tmp_path_factory.mktemp("club"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def opened(browser: Browser, path: Path) -> Page:
    page = browser.new_page()
    page.goto(path.as_uri())
    to_check(page)
    return page


def to_check(page: Page) -> None:
    page.locator("#check > summary").click()
    page.locator("#check form").wait_for(state="visible")


def said(page: Page, head: str, key: str = "") -> tuple[str | None, list[str | None]]:
    """Return what the script says of a typed head: of all, and of each board."""
    page.evaluate(
        """([head, key]) => {
            const form = document.querySelector("#check form");
            form.elements.head.value = head;
            form.elements.key.value = key;
            document.querySelector("output").dataset.said = "";
            form.requestSubmit();
        }""",
        [head, key],
    )
    answer = page.locator("output:not([data-said=''])")
    answer.wait_for(state="attached")
    whole = answer.get_attribute("data-said")
    return whole, [cell.get_attribute("data-said") for cell in page.locator(PROOFS).all()]


def test_results_hold_under_a_head_that_is_typed_in_any_of_its_forms(
    browser: Browser, club: Club, tmp_path: Path
) -> None:
    page = opened(browser, club.written(tmp_path / "site"))
    head = club.head()
    holds = ("right", ["holds", "holds", "no-proof"])
    size, _, word = head.short.partition(":")
    as_digits = word.translate(str.maketrans("OIB", "018"))
    for text in (
        head.short,
        f" #{size}:{as_digits.lower().replace('-', ' ')} ",
        f"{size}:{head.root.hex()}",
        head.scanned(club.book.id),
    ):
        assert said(page, text) == holds, text
    assert page.locator(PROOFS).first.inner_text().startswith("holds: fact ")


def test_a_head_of_an_earlier_sheet_holds_for_what_was_recorded_before_it(
    browser: Browser, club: Club, tmp_path: Path
) -> None:
    page = opened(browser, club.written(tmp_path / "site"))
    first, second = (one.changed_at for one in club.book.state.rounds)
    assert said(page, club.head(second).short) == ("right", ["holds", "holds", "no-proof"])
    assert said(page, club.head(first).short) == ("right", ["later", "later", "no-proof"])
    (tmp_path / "site" / "data" / "cup" / "leaves.js").write_text("")
    page.reload()
    to_check(page)
    assert said(page, club.head().short) == ("wrong", ["fails", "fails", "no-proof"])


def test_a_wrong_head_is_told(browser: Browser, club: Club, tmp_path: Path) -> None:
    page = opened(browser, club.written(tmp_path / "site"))
    size = club.head().size
    other = f"{size}:{'A' * 16}"
    assert said(page, other) == ("wrong", ["other-head", "other-head", "no-proof"])
    assert said(page, f"{size + 7}:{'A' * 16}")[1][0] == "other-size"
    assert said(page, f"{size - 1}:{'A' * 16}")[1][0] == "other-head"
    assert said(page, club.head().scanned("another"))[1][0] == "other-tournament"
    for text in ("", "fact", f"{size}:ABCD", f"{size}:{'!' * 16}", '{"format": 1}'):
        assert said(page, text or " ")[0] == "no-head", text


def forged(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text, old
    file.write_text(text.replace(old, new, 1), "utf-8")


def test_a_forged_page_is_told_by_what_was_forged(
    browser: Browser, club: Club, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    page_file = club.written(site)
    proofs = site / "data" / "cup" / "proofs-1.js"
    leaves = proofs.with_name("leaves.js")
    true = {file: file.read_text("utf-8") for file in (page_file, proofs, leaves)}
    first = club.results(1)[0]
    assert first.proof is not None
    outcome, end = (json.dumps(part)[1:-1] for part in ('"outcome":"1-0"', '"rated":true}'))
    forgeries: list[tuple[str, Path, str, str]] = [
        ("page-differs", page_file, "<td>1–0", "<td>0–1"),
        ("page-differs", page_file, f"data-keys={first.white_key},", "data-keys=77,"),
        ("page-differs", page_file, "data-round=1", "data-round=2"),
        ("fails", proofs, outcome, outcome.replace("1-0", "0-1")),
        ("fails", proofs, club.head().root.hex(), "0" * 64),
        ("fails", leaves, '"leaves":"', '"leaves":"AAAA'),
        ("unreadable", proofs, end, end[:-1]),
    ]
    for expected, file, old, new in forgeries:
        forged(file, old, new)
        whole, boards = said(opened(browser, page_file), club.head().short)
        assert (whole, boards[0]) == ("wrong", expected), (expected, old[:40])
        file.write_text(true[file], "utf-8")


def test_a_proof_is_saved_as_a_file_that_verify_proof_reads(
    browser: Browser, club: Club, tmp_path: Path
) -> None:
    page = opened(browser, club.written(tmp_path / "site"))
    said(page, club.head().short)
    with page.expect_download() as download:
        page.locator(f"{PROOFS} a").first.click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert "proven: fact" in club.terminal.run("verify-proof", file, "--head", club.head().short)


def test_a_ledger_made_again_with_another_result_does_not_agree_with_the_sheet(
    browser: Browser, club: Club, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    other = made_club(tmp_path / "other", first="0-1")
    page = opened(browser, other.written(tmp_path / "site"))
    assert said(page, other.head().short)[0] == "right"
    assert said(page, club.head().short) == ("wrong", ["other-head", "other-head", "no-proof"])


VECTORS = [b"", b"abc", *(bytes(range(256))[:n] for n in (55, 56, 57, 63, 64, 65, 119, 120, 256))]


def test_the_own_sha256_is_that_of_hashlib(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page()
    page.set_content("<p>")
    page.add_script_tag(content=(OWN / "check.js").read_text("utf-8"))
    data = [*VECTORS, b"a" * 10_000]
    hashes = page.evaluate(
        """every => every.map(data =>
            Array.from(toernooiCheck.own_sha256(Uint8Array.from(data)))
                .map(byte => byte.toString(16).padStart(2, "0")).join(""))""",
        [list(one) for one in data],
    )
    assert hashes == [hashlib.sha256(one).hexdigest() for one in data]


def test_a_page_that_is_not_secure_is_checked_without_the_browsers_own_hashes(
    browser: Browser, club: Club, tmp_path: Path
) -> None:
    path = club.written(tmp_path / "site")
    page = browser.new_page()
    page.add_init_script("Object.defineProperty(globalThis, 'isSecureContext', {value: false})")
    page.goto(path.as_uri())
    to_check(page)
    assert not page.evaluate("isSecureContext")
    assert said(page, club.head().short) == ("right", ["holds", "holds", "no-proof"])
    signed = json.dumps({"format": "toernooiboek-signed-head", "version": 1})
    assert said(page, signed)[0] == "no-signatures"


def test_a_signed_head_counts_with_its_key_alone(
    browser: Browser, club: Club, tmp_path: Path
) -> None:
    ed25519 = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")
    serialization = pytest.importorskip("cryptography.hazmat.primitives.serialization")
    keys = [ed25519.Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in (1, 2)]
    own, other = (
        key.public_key()
        .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        .decode()
        for key in keys
    )
    head = club.head()
    signature = keys[0].sign(head.scanned(club.book.id).encode()).hex()
    signed = {
        "format": "toernooiboek-signed-head",
        "version": 1,
        "tournament": club.book.id,
        "head": {"size": head.size, "root": head.root.hex()},
        "signature": signature,
    }
    page = opened(browser, club.written(tmp_path / "site"))
    whole, boards = said(page, json.dumps(signed), own)
    if whole == "no-signatures":
        pytest.skip("this Chromium has no Ed25519")
    assert (whole, boards[0]) == ("right", "holds")
    assert said(page, json.dumps(signed), other)[0] == "signature-fails"
    assert said(page, json.dumps(signed), "none")[0] == "no-key"
