"""Ledgers of any size for the benchmark of the mirror: a few tournaments, copied under new ids."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count, cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from ledger.facts.codec import encode
from ledger.facts.stamps import Recorded, stamped
from ledger.facts.tournament import (
    AnyFact,
    NumbersAssigned,
    PairingMadeByHand,
    PlayerRegistered,
    ResultCorrected,
    ResultRecorded,
    RoundClosed,
    TournamentOpened,
)
from ledger.rulebooks.rulebook import Rulebook
from ledger.runtime import Runtime
from ledger.store.store import Store
from ledger.store.tables.people import PersonRecord, StoredPerson
from ledger.store.tables.recorder import StoredFact
from pairing.systems.registry import load_rulebook
from tests.helpers.bad_luck import simulate
from tests.helpers.console import Console
from tests.helpers.scripts import run_script
from tests.helpers.year import made_year

PLAYERS, ROUNDS = 40, 9
RESULTS = ("1-0", "0-1", "1/2-1/2")
_UNLUCKY = (9, 5, 7001, 7004)

Copied = tuple[Sequence[Recorded], Sequence[PersonRecord]]
"""A tournament to be copied: its facts, and the records beside them."""


def generate(path: Path, wanted: int, kind: str = "swiss") -> int:
    """Make a ledger of at least `wanted` facts, of a kind of `KINDS`; return how many."""
    total = 0
    with Store(path, create=True) as store:
        for at, (facts, people) in enumerate(KINDS[kind]()):
            id_ = f"t{at:05}"
            rows = [
                StoredFact(
                    0,
                    id_,
                    one.stamp.position,
                    one.fact.TOPIC,
                    encode(Recorded(one.fact, one.stamp._replace(tournament=id_))),
                )
                for one in facts
            ]
            store.restore(id_, rows, people, names=True)
            total += len(rows)
            if total >= wanted:
                return total
    raise AssertionError("the kinds never end")


def swiss(rulebook: str = "knsb-wp-2014") -> Iterator[Copied]:
    """Yield tournaments of forty players in nine rounds, a command a round, a slip now and then."""
    rules = load_rulebook(rulebook)
    assert isinstance(rules, Rulebook)
    for at in count():
        runtime, recorded = Runtime(), list[Recorded]()
        for facts in _swiss(at, rules):
            recorded += stamped(
                "",
                last=len(recorded),
                facts=facts,
                previous=None,
                runtime=runtime,
                correlation_id=None,
            )
        yield recorded, _people(at)


def _people(at: int) -> list[PersonRecord]:
    return [
        PersonRecord(
            f"p{p}", (("name", f"Player {at}-{p}"), ("club", f"Club {p % 7}")), f"s{at}-{p}"
        )
        for p in range(1, PLAYERS + 1)
    ]


def _swiss(at: int, rules: Rulebook) -> Iterator[list[AnyFact]]:
    everybody = tuple(range(1, PLAYERS + 1))
    yield [
        TournamentOpened(
            name=f"Bench {at}",
            rulebook=rules.id,
            rulebook_text=rules.canonical(),
            rulebook_hash=rules.hash,
        ),
        *(
            PlayerRegistered(player=p, person=one.key, person_hash=one.hash, rating=2400 - 20 * p)
            for p, one in enumerate(_people(at), 1)
        ),
        NumbersAssigned(players=everybody, numbers=everybody, method="entry"),
    ]
    position = PLAYERS + 2
    circle = list(everybody)
    for number in range(1, ROUNDS + 1):
        half = PLAYERS // 2
        boards = list(zip(circle[:half], reversed(circle[half:]), strict=True))
        whites, blacks = (tuple(side) for side in zip(*boards, strict=True))
        yield [
            PairingMadeByHand(
                round=number, whites=whites, blacks=blacks, bye=None, source="arbiter"
            ),
            *(
                ResultRecorded(
                    round=number,
                    white=white,
                    black=black,
                    outcome=RESULTS[(at * 7 + white * number + black) % 3],
                )
                for white, black in boards
            ),
            RoundClosed(round=number),
        ]
        first = position + 2
        position += half + 2
        if (at + number) % 9 == 0:
            white, black = boards[0]
            now = RESULTS[(at * 7 + white * number + black + 1) % 3]
            yield [
                ResultCorrected(
                    round=number,
                    white=white,
                    black=black,
                    outcome=now,
                    corrects=first,
                    reason="misread",
                )
            ]
            position += 1
        circle = [circle[0], circle[-1], *circle[1:-1]]


def seasons() -> Iterator[Copied]:
    """Yield Keizer seasons of forty members and thirty rounds, with slips and their corrections."""
    yield from cycle(_made_by(_SEASONS))


def evenings() -> Iterator[Copied]:
    """Yield Swiss tournaments that were paired here round by round, with slips and corrections."""
    yield from cycle(_made_by(_EVENINGS))


def imported() -> Iterator[Copied]:
    """Yield tournaments of whole files, each recorded at once."""
    yield from cycle(_made_by(_IMPORTED))


def _made_by(script: str) -> list[Copied]:
    with TemporaryDirectory() as folder:
        run_script(script, Console(Path(folder)))
        return _of_file(Path(folder, "toernooi.ledger"))


_SEASONS = """
for n in 1 2; do
  toernooi generate --rules mwkeizer --players 40 --rounds 30 --corrections 30 --seed "$n" \\
    --evenings "season $n"
  for evening in "season $n"/*; do
    toernooi -t "Generated season $n" apply "$evening"
  done
done
"""


_EVENINGS = """
for rules in knsb-wp-2014 knsb-rating-2014 fide-dutch-2026; do
  toernooi generate --rules "$rules" --players 40 --rounds 9 --corrections 30 --seed "$rules" \\
    --evenings "$rules"
  for evening in "$rules"/*; do
    toernooi -t "Generated tournament $rules" apply "$evening"
  done
done
"""

_IMPORTED = """
toernooi generate --tournaments 8 --players 40 --rounds 9 --folder files
toernooi import-folder files --rules knsb-wp-2014
"""


def mixed() -> Iterator[Copied]:
    """Yield the year of the docs, and among it ledgers under bad luck, with undo and amendments."""
    with TemporaryDirectory() as folder:
        made_year(Path(folder), 15)
        ledgers = _of_file(Path(folder, "year.ledger"))
        for seed in _UNLUCKY:
            simulate(seed, 45, Path(folder))
            ledgers += _of_file(Path(folder, f"{seed}.ledger"))
    Random(1).shuffle(ledgers)
    yield from cycle(ledgers)


def _of_file(ledger: Path) -> list[Copied]:
    with Store(ledger) as store:
        there = [id_ for id_, _ in store.tournaments()]
        return [(store.facts(id_), _records(store.people(id_))) for id_ in there]


def _records(people: Mapping[str, StoredPerson]) -> list[PersonRecord]:
    return [PersonRecord(key, tuple(one.record.items()), one.salt) for key, one in people.items()]


KINDS: dict[str, Callable[[], Iterator[Copied]]] = {
    "swiss": swiss,
    "fide": partial(swiss, "fide-dutch-2026"),
    "evenings": evenings,
    "imported": imported,
    "seasons": seasons,
    "mixed": mixed,
}
"""What a ledger consists of, by name."""
