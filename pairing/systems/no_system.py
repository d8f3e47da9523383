"""The system of a tournament whose rulebook pairs no rounds: it was paired elsewhere."""

from __future__ import annotations

from ledger.messages import message
from pairing.norms.contestants import in_classification
from pairing.norms.legality import broken_norm
from pairing.norms.model import NoPairing
from pairing.system import System
from pairing.wp.system import colours, explainer, writer

SYSTEM = System(
    name="none",
    engine="none",
    version="0",
    contestants=in_classification,
    pair=lambda *_: NoPairing(message("norms.no-rounds"), (), ""),
    by_lot=lambda *_: None,
    explainer=explainer,
    colours=colours,
    writer=writer,
    history=(),
    norm_broken=lambda _, white, black: broken_norm(white, black),
)
