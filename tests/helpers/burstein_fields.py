"""A round of the Burstein System for tests: by the engine, and by the text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from ledger.rulebooks.rulebook import Rulebook
from ledger.trf.model import TrfFile
from ledger.trf.reader import parse
from pairing.fide_burstein.engine import pair, paired_round
from pairing.fide_burstein.field import BursteinField
from pairing.fide_burstein.ranking import BursteinPlayer, burstein_players
from pairing.norms.contestants import ToPair
from pairing.norms.model import Pairing
from pairing.systems.registry import load_rulebook
from pairing.systems.trf import TrfRound, round_to_pair
from projections.games.crosstable_of_trf import of_file
from tests.helpers.fide_fields import Found, initial_of
from tests.helpers.fide_rounds import AS_USUAL, Position, Worth
from tests.oracles.fide_burstein_text import BursteinText, ranked_people


def burstein_rules(changes: Mapping[str, str] | None = None) -> Rulebook:
    """Return the rulebook of the Burstein System, with changed keys."""
    rules = load_rulebook("fide-burstein-2026", changes)
    assert isinstance(rules, Rulebook), rules
    return rules


RULES = burstein_rules()


def after_seeding(position: Position) -> Position:
    """Return a position with as few rounds planned as make it one after the seeding rounds."""
    done = position.table.rounds
    planned = done + 1 if position.last_round else min(done + 2, 2 * done + 1)
    table = replace(position.table, planned=planned)
    return replace(position, table=table, last_round=planned == done + 1)


def worked_example() -> Position:
    """Return the round that the text of the rules works out: the third of four."""
    vector = Path(__file__).parents[1] / "vectors" / "burstein_example.trf"
    file = parse(vector.read_bytes())
    assert isinstance(file, TrfFile)
    round_ = round_to_pair(file, None, None)
    assert isinstance(round_, TrfRound)
    table = of_file(file, RULES, round_.number - 1)
    return Position(table, round_.present, round_.last_round, frozenset())


def players_of(position: Position, rules: Rulebook = RULES) -> list[BursteinPlayer]:
    """Return the players of a position as the engine is given them."""
    return burstein_players(ToPair(position.table, rules, position.present, position.last_round))


def by_engine(position: Position, rules: Rulebook = RULES) -> Found | None:
    """Return what the engine finds; None: no pairing."""
    players, initial = players_of(position, rules), initial_of(position)
    done, pairing = paired_round(BursteinField(players, initial)), pair(players, initial)
    if done is None or not isinstance(pairing, Pairing):
        assert done is None
        assert not isinstance(pairing, Pairing)
        return None
    _, field, brackets = done

    def ranks(places: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(field.ranks[i] for i in places))

    return Found(
        [
            (
                ranks(one.bracket.moved),
                ranks(one.bracket.residents),
                tuple(sorted(ranks(pair) for pair in one.pairs)),
                ranks(one.floaters),
            )
            for one in brackets
        ],
        frozenset((board.white, board.black) for board in pairing.boards),
        pairing.bye,
    )


def text_of(position: Position, values: Worth = AS_USUAL) -> BursteinText:
    """Return the literal program with the players of a position, not yet run."""
    here = ranked_people(
        position.table,
        position.present,
        prohibited=position.prohibited,
        points=(values.win, values.draw, values.loss),
    )
    return BursteinText(here, initial_of(position))


def by_text(position: Position, values: Worth = AS_USUAL) -> Found | None:
    """Return what the literal program finds; None: no pairing."""
    text = text_of(position, values)
    if not text.run():
        return None

    def ranks(places: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(i + 1 for i in places))

    return Found(
        [
            (
                ranks(one.moved),
                ranks(one.residents),
                tuple(sorted(ranks(pair) for pair in one.pairs)),
                ranks(one.floaters),
            )
            for one in text.done
        ],
        *text.boards(),
    )
