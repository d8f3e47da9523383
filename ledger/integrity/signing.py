"""Heads signed with Ed25519, which show who published them.

The signature covers the text of the head in its QR code.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, ValidationError

from ledger.hash_tree import Head, KnownHead
from ledger.integrity.proofs import StrictModel, WrittenHead, unreadable, written_head
from ledger.later import Later
from ledger.messages import message
from ledger.refusals import Exit, Refusal

if TYPE_CHECKING:
    from ledger.integrity import ed25519
else:
    ed25519 = Later("ledger.integrity.ed25519")  # cryptography is an extra


class SignedHead(StrictModel):
    """A head, and the signature under it in hexadecimal."""

    format: Literal["toernooiboek-signed-head"]
    version: Literal[1]
    tournament: str
    head: WrittenHead
    signature: Annotated[str, Field(pattern="^[0-9a-f]{128}$")]


def sign(tournament: str, head: Head, private_pem: bytes) -> SignedHead | Refusal:
    """Sign a head with a private key (PEM, PKCS #8, without a password)."""
    try:
        signature = ed25519.signature(head.scanned(tournament).encode(), private_pem)
    except ImportError:
        return _missing()
    if signature is None:
        return _no_key("private")
    return SignedHead(
        format="toernooiboek-signed-head",
        version=1,
        tournament=tournament,
        head=written_head(head),
        signature=signature.hex(),
    )


def trusted(data: bytes, public_pem: bytes) -> KnownHead | Refusal:
    """Read a signed head and return it if it was signed with the private key of `public_pem`."""
    try:
        signed = SignedHead.model_validate_json(data)
    except ValidationError as error:
        return unreadable("signed-head", error)
    text = signed.head.head.scanned(signed.tournament)
    try:
        signs = ed25519.signs(bytes.fromhex(signed.signature), text.encode(), public_pem)
    except ImportError:
        return _missing()
    if signs is None:
        return _no_key("public")
    if not signs:
        what = message("integrity.not-signed")
        step = message("integrity.ask-both")
        return Refusal("signature-fails", what, step, exit=Exit.DAMAGED)
    return KnownHead(signed.head.size, signed.head.head.root, signed.tournament)


def _missing() -> Refusal:
    what = message("integrity.no-library")
    step = message("integrity.install", python=sys.executable)
    return Refusal("extra-missing", what, step, exit=Exit.USAGE)


def _no_key(kind: Literal["private", "public"]) -> Refusal:
    what = message(f"integrity.no-{kind}-key")
    step = message("integrity.make-keys")
    return Refusal("not-a-key", what, step, exit=Exit.USAGE)
