"""Where a tournament stands, and what an arbiter would sensibly do next."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ledger.advice import Blank, Sentence, advice, do
from ledger.state.tournament import Entrant, Tournament
from projections.views.view import Column, NameOf, Row, View


def next_command(state: Tournament) -> Sentence:
    """Return the command that takes the tournament on from here."""
    if state.closed:
        return do("standings", final=True)
    if not state.players:
        return do("enter", name=Blank("NAME"))
    if any(entrant.number is None for entrant in state.players.values()):
        return do("lots")
    for round_ in state.rounds:
        if round_.open_games:
            board, _ = round_.open_games[0]
            return do("result", round=round_.number, board=board, result=Blank("RESULT"))
    if state.rounds_planned is None:
        return do("plan", rounds=Blank("ROUNDS"))
    if state.next_round <= state.rounds_planned:
        return advice(do("pair"), ", then ", do("publish"))
    for round_ in state.rounds:
        for board, game in enumerate(round_.games, 1):
            if game.outcome is None:
                return advice(
                    do("result", round=round_.number, board=board, result=Blank("RESULT")),
                    " (adjourned)",
                )
    return do("finish")


StatusLine = tuple[str, str, object]
"""A line of a status: its key for programs, its subject in words, its value."""


def status_view(
    state: Tournament,
    rules_id: str,
    head: dict[str, object],
    expected: Collection[int],
    of_season: Sequence[StatusLine] = (),
) -> View:
    """Return the tournament in a few lines: what is done, what is open, what comes next.

    expected are the players to be paired in the next round; of_season are lines of a club season.
    """
    open_boards = [(r.number, board) for r in state.rounds for board, _ in r.open_games]
    adjourned = [
        (r.number, board)
        for r in state.rounds
        for board, game in enumerate(r.games, 1)
        if game.adjourned and game.outcome is None
    ]
    away = [state.label(e.player) for e in state.in_number_order() if e.player not in expected]
    facts: list[StatusLine] = [
        ("rules", "rules", rules_id),
        ("players", "players", len(state.players)),
        ("rounds_planned", "rounds planned", state.rounds_planned),
        ("rounds_published", "rounds published", len(state.rounds)),
        ("open_boards", "games without result", [f"{r}.{b}" for r, b in open_boards]),
        ("adjourned_boards", "adjourned games", [f"{r}.{b}" for r, b in adjourned]),
        ("away_next_round", "not there next round", away),
        *of_season,
        ("finished", "finished", state.closed),
        ("last_position", "last fact", state.position),
        ("next", "next", next_command(state)),
    ]
    rows: list[Row] = [{"what": text, "value": _shown(value)} for _, text, value in facts]
    columns = (Column("what", "what"), Column("value", "value"))
    return View(state.name, columns, tuple(rows), head | {key: v for key, _, v in facts})


def _shown(value: object) -> object:
    if isinstance(value, list):
        text = ", ".join(str(item) for item in value[:12])
        return text + (f" and {len(value) - 12} more" if len(value) > 12 else "") or "none"
    return "not said" if value is None else "no" if value is False else value


PLAYER_COLUMNS = (
    Column("id", "no", "right"),
    Column("name", "name"),
    Column("rating", "rating", "right"),
    Column("title", "title"),
    Column("state", "state"),
)


def players_view(state: Tournament, name_of: NameOf, head: dict[str, object]) -> View:
    """Return all players by number with what is announced for the rounds to come."""
    rows: list[Row] = []
    for entrant in state.in_number_order():
        said = _announced(state, entrant)
        if entrant.rating_source == "estimated":
            said.append("rating estimated")
        rows.append(
            {
                "id": state.label(entrant.player),
                "entry": entrant.player,
                "name": name_of(entrant.player),
                "rating": entrant.rating,
                "rating_source": entrant.source_of_rating,
                "title": entrant.title,
                "state": ", ".join(said),
            }
        )
    return View(state.name, PLAYER_COLUMNS, tuple(rows), head)


def _announced(state: Tournament, entrant: Entrant) -> list[str]:
    """Return what is announced for a player's rounds to come."""
    player, season = entrant.player, state.season
    said = []
    for number in sorted({*entrant.away, *(r for p, r in season.coming if p == player)}):
        if number < state.next_round:
            continue
        key, taken = (player, number), entrant.away.get(number)
        kind = (
            "coming" if taken is None
            else "club duty" if key in season.duties
            else "bye½" if taken
            else "absent"
        )  # fmt: skip
        how = " (no notice)" if key in season.unannounced else ""
        said.append(f"{kind} round {number}{how}")
    if entrant.withdrawn_in(state.next_round):
        declared = season.left_values.get(player, {}).get(entrant.absences[-1][0])
        said.append("withdrawn" if declared is None else f"left, stays worth {declared}")
    if entrant.from_round > state.next_round:
        said.append(f"from round {entrant.from_round}")
    return said


ROUND_COLUMNS = (
    Column("round", "round", "right"),
    Column("date", "date"),
    Column("boards", "boards", "right"),
    Column("open", "open", "right"),
    Column("bye", "bye", "right"),
    Column("source", "paired by"),
    Column("basis", "from #", "right"),
    Column("state", "state"),
)


def rounds_view(state: Tournament, head: dict[str, object]) -> View:
    """Return the rounds, published and planned: date, boards, how it was paired, how far it is."""
    rows: list[Row] = []
    for number in range(1, max(len(state.rounds), state.rounds_planned or 0) + 1):
        date = state.dates.get(number)
        row: Row = {"round": number, "date": date.isoformat() if date else None}
        round_ = state.round(number)
        if round_ is None:
            rows.append(row | dict.fromkeys(("boards", "open", "bye", "source", "basis")))
            rows[-1]["state"] = "planned"
            continue
        still_open = len(round_.open_games)
        row |= {
            "boards": len(round_.games),
            "open": still_open,
            "bye": None if round_.bye is None else state.label(round_.bye),
            "source": round_.source,
            "basis": round_.basis,
            "state": "closed" if round_.closed else "played" if not still_open else "published",
        }
        rows.append(row)
    return View(state.name, ROUND_COLUMNS, tuple(rows), head)
