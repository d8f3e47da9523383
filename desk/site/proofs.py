"""Results with their proofs of inclusion, for a page that a reader checks against a head on paper.

A proof holds the stored bytes of its fact whole: the result, the keys of the two players, who
recorded it (by role and number), when, and the ids of fact and command. So a result with a typed
reason has none on a page: the reason would be in it.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from ledger.facts import tournament as events
from ledger.hash_tree import Head
from ledger.integrity.proofs import InclusionProof, prove_facts
from ledger.state.book import Book
from ledger.state.parts import Game, Round
from ledger.store.tables.recorder import StoredFact
from ledger.values import Unnumbered

HEADS: Final = "heads.txt"
"""The file of a website with the heads that others can keep."""

_Decides = events.ResultRecorded | events.GameForfeited | events.ResultCorrected


class ProvenResult(NamedTuple):
    """The result of a board and its proof, None where it has none for the public.

    `white` and `black` are the players' numbers, with the keys that facts call them by.
    """

    board: int
    white: int | Unnumbered
    black: int | Unnumbered
    white_key: int
    black_key: int
    outcome: str | None
    proof: InclusionProof | None


def results_of(book: Book, rows: Sequence[StoredFact], number: int) -> tuple[ProvenResult, ...]:
    """Return the boards of a published round with their proofs, under the head over `rows`."""
    round_ = book.state.rounds[number - 1]
    decided = _decided(book, round_)
    at = {board: _public(decided, game, rows) for board, game in enumerate(round_.games, 1)}
    proofs = prove_facts(tuple(rows), [position for position in at.values() if position])
    return tuple(
        ProvenResult(
            board=board,
            white=book.state.label(game.white),
            black=book.state.label(game.black),
            white_key=game.white,
            black_key=game.black,
            outcome=game.outcome,
            proof=proofs.get(at[board] or 0),
        )
        for board, game in enumerate(round_.games, 1)
    )


def _decided(book: Book, round_: Round) -> dict[frozenset[int], int]:
    """Return the positions of the facts that last decided the games of a round, by the players."""
    return {
        frozenset((fact.white, fact.black)): position
        for position, fact in book.in_force
        if isinstance(fact, _Decides) and fact.round == round_.number
    }


def _public(
    decided: dict[frozenset[int], int], game: Game, rows: Sequence[StoredFact]
) -> int | None:
    """Return the fact that says how a game ended, None where it is not for the public.

    None also where the colours were corrected since: the fact says the result the other way round.
    """
    position = decided.get(frozenset((game.white, game.black)))
    if position is None or position > len(rows):
        return None
    state = json.loads(rows[position - 1].state)
    said = (state.get("white"), state.get("black"), state.get("outcome"))
    public = state.get("reason") is None and said == (game.white, game.black, game.outcome)
    return position if public else None


def proofs_script(results: Sequence[ProvenResult]) -> str:
    """Return a script with the proven facts of a round, by board, as pages load it without a network.

    What they share stands there once: the tournament, the head, and the parts of facts between
    commas with its topic, which each fact names by their places. Their paths in the tree follow from the hashes
    of all facts (`leaves_script`).
    """
    proven = {one.board: one.proof for one in results if one.proof is not None}
    every = [part for one in proven.values() for part in (one.topic, *one.state.split(","))]
    parts = {part: at for at, part in enumerate(dict.fromkeys(every))}
    first = next(iter(proven.values()), None)
    head = None if first is None else Head(first.head.size, bytes.fromhex(first.head.root))
    data = {
        "tournament": first.tournament if first else "",
        "head": first.head.model_dump() if first else None,
        "code": head.short if head else "",
        "parts": list(parts),
        "facts": {
            str(board): {
                "position": one.position,
                "topic": parts[one.topic],
                "state": [parts[part] for part in one.state.split(",")],
            }
            for board, one in proven.items()
        },
    }
    return f"globalThis.toernooiProofs={_json(data)};\n"


def _json(data: object) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def leaves_script(rows: Sequence[StoredFact]) -> str:
    """Return a script with the hashes of all facts, by which heads of any size are checked.

    A hash tells nothing about its fact: that has random ids in it.
    """
    hashes = b"".join(row.own_hash for row in rows)
    data = {"size": len(rows), "leaves": base64.b64encode(hashes).decode()}
    return f"globalThis.toernooiLeaves={_json(data)};\n"


def checkpoint(tournament: str, head: Head) -> str:
    """Return a head as the body of a checkpoint: origin, size and root, a line each.

    That is the text of C2SP's tlog-checkpoint without signatures. The tree is the one it is meant
    for, RFC 6962 with SHA-256.
    """
    root = base64.b64encode(head.root).decode()
    return f"toernooiboek/{tournament}\n{head.size}\n{root}\n"


def heads_in(folder: Path) -> str:
    """Return the file of heads of a website, "" for a new one."""
    path = folder / HEADS
    return path.read_text("utf-8") if path.is_file() else ""


def heads_kept(before: str, checkpoints: Iterable[str]) -> str:
    """Return the file of heads with those appended that it has not yet: what stands there stays."""
    kept = [one for one in before.split("\n\n") if one.strip()]
    known = {one.rstrip("\n") for one in kept}
    added = [one for one in checkpoints if one.rstrip("\n") not in known]
    return "\n".join(f"{one.rstrip(chr(10))}\n" for one in (*kept, *added))
