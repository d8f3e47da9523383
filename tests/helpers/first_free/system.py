"""The system "first-free": its line of the registry leads here."""

from __future__ import annotations

from pairing.system import System
from tests.helpers.first_free.engine import contestants, pair
from tests.helpers.first_free.explain import (
    CLAIM_KEYS,
    CLAIM_KINDS,
    KEYS,
    FirstFreeExplainer,
    FirstFreeWriter,
    decide,
)
from tests.helpers.first_free.keys import FirstFreeKeys

SYSTEM = System(
    name="first-free",
    engine="first-free",
    version="3",
    keys=(FirstFreeKeys,),
    contestants=contestants,
    pair=pair,
    by_lot=lambda *_: None,
    explainer=FirstFreeExplainer,
    colours=FirstFreeExplainer,
    writer=FirstFreeWriter,
    claim_keys=lambda: CLAIM_KEYS,
    claim_kinds=lambda: CLAIM_KINDS,
    decide=decide,
    decision_keys=lambda: KEYS,
    no_pairing_clause="order",
    last_round_matters=False,
)
