"""Heads signed with Ed25519, which show who published them.

This is the only importer of cryptography, which is an extra. The signature covers the text of the
head in its QR code.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, ValidationError

from ledger.hash_tree import Head, KnownHead
from ledger.integrity.proofs import StrictModel, WrittenHead, unreadable, written_head
from ledger.messages import message
from ledger.refusals import Exit, Refusal

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


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
        from cryptography.exceptions import UnsupportedAlgorithm
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key
    except ImportError:
        return _missing()
    try:
        key: Ed25519PrivateKey | object = load_pem_private_key(private_pem, None)
    except (TypeError, ValueError, UnsupportedAlgorithm):
        return _no_key("private")
    if not isinstance(key, Ed25519PrivateKey):
        return _no_key("private")
    signature = key.sign(head.scanned(tournament).encode())
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
    try:
        from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        from cryptography.hazmat.primitives.serialization import load_pem_public_key
    except ImportError:
        return _missing()
    try:
        key = load_pem_public_key(public_pem)
    except (TypeError, ValueError, UnsupportedAlgorithm):
        return _no_key("public")
    if not isinstance(key, Ed25519PublicKey):
        return _no_key("public")
    text = signed.head.head.scanned(signed.tournament)
    try:
        key.verify(bytes.fromhex(signed.signature), text.encode())
    except InvalidSignature:
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
