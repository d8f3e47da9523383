"""FIDE's Burstein System, as a system; what a command does not need is not imported."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, cast

from ledger.messages import message
from ledger.rulebooks.fide_keys import FideKeys
from pairing.fide_burstein.keys import BursteinKeys
from pairing.norms.contestants import ToPair
from pairing.norms.model import Contestant, NoPairing, Pairing
from pairing.system import SWISS_HISTORY, System, later

if TYPE_CHECKING:
    from pairing.fide_burstein.ranking import BursteinPlayer
    from projections.games.crosstable import Crosstable


def _contestants(round_: ToPair) -> list[Contestant]:
    """Return the players of a round: of a seeding round as the Dutch System has them.

    Rule: fide-burstein-2026 1.6, 1.8.
    """
    from pairing.fide.contestants import contestants
    from pairing.fide_burstein.ranking import burstein_players, is_seeding

    return [*(contestants if is_seeding(round_.table) else burstein_players)(round_)]


def _pair(round_: ToPair, among: Sequence[Contestant] | None) -> Pairing | NoPairing:
    """Return the pairing of a round; a seeding round is one of the Dutch System.

    Where nobody said how many rounds there are, it has none. Where no initial colour was drawn it
    is white.

    Rule: fide-burstein-2026 1.6, 1.9, 5.1.
    """
    from pairing.fide.contestants import initial_colour
    from pairing.fide_burstein.engine import pair
    from pairing.fide_burstein.ranking import is_seeding
    from pairing.fide_dutch.system import SYSTEM as DUTCH

    if round_.table.planned is None:
        return NoPairing(message("systems.rounds-not-known"), (), "1.6")
    if is_seeding(round_.table):
        return DUTCH.pair(round_, among)
    players = cast("Sequence[BursteinPlayer]", _contestants(round_) if among is None else among)
    by_points = round_.rules.of(BursteinKeys).burstein_boards == "points"
    return pair(players, initial_colour(round_.table, round_.rules), by_points=by_points)


def _cites(table: Crosstable) -> str:
    """Return the rulebook whose clauses decide a seeding round, "" for any other round.

    Rule: fide-burstein-2026 1.6.
    """
    from pairing.fide_burstein.ranking import is_seeding

    return "fide-dutch-2026" if is_seeding(table) else ""


SYSTEM = System(
    name="fide-burstein",
    engine="fide-burstein",
    version="1",
    keys=(FideKeys, BursteinKeys),
    pair=_pair,
    contestants=_contestants,
    by_lot=lambda *_: None,
    explainer=later("pairing.fide_burstein.explain.explainer", "explainer"),
    colours=later("pairing.fide_burstein.explain.colouring", "colouring"),
    writer=later("pairing.fide_burstein.explain.writer", "writer"),
    claim_keys=lambda: tuple(
        import_module("pairing.fide_burstein.criteria").EDITION_BURSTEIN.named
    ),
    decide=later("pairing.fide_burstein.explain.decisions", "decide"),
    decision_keys=lambda: import_module("pairing.fide_burstein.explain.decisions").KEYS,
    cites=_cites,
    order_columns=("rating", "wp", "sb"),
    order_clause="1.8",
    history=(
        *SWISS_HISTORY,
        message("systems.history.floats"),
        message("systems.history.opposition"),
    ),
    norm_broken=later("pairing.fide.contestants", "norm_broken"),
    judges_by_hand=True,
    bye_norm="C2",
    no_pairing_clause="1.9",
    default_numbers="rating",
    numbers_clause="GHR2.2",
    first_colour_clause="5.1",
    draws_first_colour=lambda rules: rules.of(FideKeys).first_colour == "drawn",
    rounds_clause="1.6",
    last_round_matters=False,
)
