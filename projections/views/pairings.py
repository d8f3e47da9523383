"""A published round as it is shown: boards in order, or every player by name for the wall."""

from __future__ import annotations

from ledger.state.tournament import Tournament
from projections.views.view import Column, NameOf, Row, View


def pairings_view(
    state: Tournament, round_number: int, name_of: NameOf, by_name: bool, alone: str = "bye"
) -> View:
    """Return a published round: boards with results, the bye, and who is not paired.

    by_name lists every player by name instead, with board and colour, as a hall wants it.
    """
    round_ = state.rounds[round_number - 1]
    label = state.label
    rows: list[Row] = []
    for board, game in enumerate(round_.games, 1):
        result = "adjourned" if game.adjourned and game.outcome is None else game.outcome
        rows.append(
            {
                "board": board,
                "white": label(game.white),
                "white_name": name_of(game.white),
                "black": label(game.black),
                "black_name": name_of(game.black),
                "result": result,
                "corrected": bool(game.earlier),
                "added_by_hand": game.added_by_hand,
            }
        )
    bye = None if round_.bye is None else label(round_.bye)
    head = {
        "round": round_number,
        "bye": bye,
        "source": round_.source,
        "basis": round_.basis,
        "published_at": round_.position,
        "closed": round_.closed,
        "not_paired": [label(p) for p in _not_paired(state, round_number)],
    }
    notes = []
    if round_.bye is not None:
        notes.append(f"{alone}: {bye} {name_of(round_.bye)}")
    for player in _not_paired(state, round_number):
        notes.append(f"not paired: {label(player)} {name_of(player)}")
    how = "from a file" if round_.source == "import" else f"by {round_.source}"
    title = f"Round {round_number} ({how}, computed from #{round_.basis})"
    if by_name:
        return View(title, _BY_NAME, _rows_by_name(rows), head, tuple(notes))
    return View(title, PAIRING_COLUMNS, tuple(rows), head, tuple(notes))


PAIRING_COLUMNS = (
    Column("board", "board", "right"),
    Column("white", "no", "right"),
    Column("white_name", "white"),
    Column("black", "no", "right"),
    Column("black_name", "black"),
    Column("result", "result", "center"),
)

_BY_NAME = (
    Column("name", "name"),
    Column("id", "no", "right"),
    Column("board", "board", "right"),
    Column("colour", "colour"),
    Column("opponent_name", "opponent"),
)


def _rows_by_name(rows: list[Row]) -> tuple[Row, ...]:
    found = []
    for row in rows:
        for mine, his, colour in (("white", "black", "white"), ("black", "white", "black")):
            found.append(
                {
                    "name": row[f"{mine}_name"],
                    "id": row[mine],
                    "board": row["board"],
                    "colour": colour,
                    "opponent": row[his],
                    "opponent_name": row[f"{his}_name"],
                }
            )
    return tuple(sorted(found, key=lambda row: (str(row["name"]).casefold(), str(row["id"]))))


def _not_paired(state: Tournament, round_number: int) -> list[int]:
    round_ = state.rounds[round_number - 1]
    return [
        e.player
        for e in state.in_number_order()
        if round_.game_of(e.player) is None
        and round_.bye != e.player
        and e.from_round <= round_number
        and not e.withdrawn_in(round_number)
    ]
