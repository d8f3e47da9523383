"""Proof that nothing was changed: evidence, verification, proofs, bundles, signatures."""
