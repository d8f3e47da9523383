"""Signatures of Ed25519; this is the only importer of cryptography, which is an extra."""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_pem_public_key


def signature(text: bytes, private_pem: bytes) -> bytes | None:
    """Sign a text with a private key (PEM, PKCS #8, without a password); None: it is no such key."""
    try:
        key = load_pem_private_key(private_pem, None)
    except (TypeError, ValueError, UnsupportedAlgorithm):
        return None
    return key.sign(text) if isinstance(key, Ed25519PrivateKey) else None


def signs(signature: bytes, text: bytes, public_pem: bytes) -> bool | None:
    """Tell whether a signature under a text is of a public key (PEM); None: it is no such key."""
    try:
        key = load_pem_public_key(public_pem)
    except (TypeError, ValueError, UnsupportedAlgorithm):
        return None
    if not isinstance(key, Ed25519PublicKey):
        return None
    try:
        key.verify(signature, text)
    except InvalidSignature:
        return False
    return True
