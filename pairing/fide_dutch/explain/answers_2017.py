"""The answers of the Dutch System by the edition of 2017."""

from __future__ import annotations

from functools import partial
from typing import Final

from pairing.fide_dutch.editions import EDITION_2017
from pairing.fide_dutch.engine_2017 import RULES_2017
from pairing.fide_dutch.explain import decisions
from pairing.fide_dutch.explain.colouring import DutchColouring
from pairing.fide_dutch.explain.explainer import DutchExplainer
from pairing.fide_dutch.explain.writer import DutchWriter

explainer = partial(DutchExplainer, rules=RULES_2017)
colouring = partial(DutchColouring, edition=EDITION_2017)
writer = partial(DutchWriter, edition=EDITION_2017)
decide = partial(decisions.decide, rules=RULES_2017)
KEYS: Final = decisions.keys_of_dutch(EDITION_2017)
