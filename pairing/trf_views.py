"""What `trf standings` and `trf check` show."""

from __future__ import annotations

from ledger.refusals import Exit, Refusal, Refusals
from ledger.rulebook import Rulebook
from ledger.trf_facts import points_disagree
from ledger.trf_model import TrfFile
from pairing.trf_rounds import Difference, check_file
from projections.standings import standing
from projections.trf_table import of_file, rounds_with_games
from projections.views import Column, Row, View, standings_view


def standings_of_file(
    file: TrfFile, rules: Rulebook, after: int | None, rounds: int | None
) -> View | Refusals:
    """Return the classification of a file after a round (None: the last with games)."""
    refusals = points_disagree(file, rules)
    if refusals:
        return refusals
    played = rounds_with_games(file)
    chosen = played if after is None else after
    if not 0 <= chosen <= played:
        what = f"the file has games in {played} rounds, not {chosen}"
        return (Refusal("round-not-published", what, f"--after 0 to {played}", exit=Exit.USAGE),)
    planned = file.rounds_planned or rounds
    table = of_file(file, rules, chosen)
    made = standing(table, rules, last_round_next=planned == chosen + 1)
    title = f"{file.name or 'file'}: standing after round {chosen} ({rules.id})"
    top = {"tournament": file.name, "rules": rules.id}
    return standings_view(made, lambda number: file.player(number).name, title, top)


COLUMNS = (
    Column("round", "round", "right"),
    Column("white", "white", "right"),
    Column("black", "black", "right"),
    Column("found_in", "found in"),
    Column("what", "what"),
)


def check_view(file: TrfFile, rules: Rulebook, rounds: int | None) -> tuple[View, bool]:
    """Return what differs between the played rounds and the engine's, and whether nothing does."""
    rows: list[Row] = []
    compared = same = 0
    for number, found in check_file(file, rules, rounds):
        compared += 1
        same += not found
        rows.extend(_row(number, item) for item in found)
    notes = [f"{same} of {compared} rounds are paired the same by {rules.id}"]
    if not (file.rounds_planned or rounds):
        notes.append("the file gives no number of rounds, so no round was the last; --rounds N")
    top = {"rules": rules.id, "rounds_compared": compared, "rounds_same": same}
    title = f"{file.name or 'file'}: pairings played against {rules.id}"
    return View(title, COLUMNS, tuple(rows), top, tuple(notes)), same == compared


def _row(number: int, found: Difference | Refusal) -> Row:
    if isinstance(found, Refusal):
        return {"round": number, "white": None, "black": None, "found_in": None, "what": found.what}
    white, black = found.board
    what = "bye" if black is None else "colours exchanged" if found.colours_only else "board"
    return {
        "round": number,
        "white": white,
        "black": black or 0,
        "found_in": found.found_in,
        "what": what,
    }
