"""Replay: the facts of tournaments under other rule versions, as rows for people and programs.

Two questions, kept apart. Standings: the pairings as played, and the standing after each round
under another version. Pairings: what another version would have paired before each round from what
was known then, next to what was played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ledger.facts.tournament import PairingMadeByHand, PairingPublished
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.state.tournament import replay
from ledger.wording import count_of
from pairing.norms.model import NoPairing
from pairing.systems.registry import pair_round
from pairing.systems.trf import differences
from projections.games.crosstable import of_tournament
from projections.games.rounds import rounds_done
from projections.season.other_rules import MOVE_COLUMNS as SEASON_COLUMNS
from projections.season.other_rules import season_rows
from projections.standings.other_rules import Move, RoundCause, UnderRules, compare
from projections.standings.prizes import prizes
from projections.standings.standing import final_standing
from projections.views.view import Column, Row, View, exact_number, money, number

MOVE_COLUMNS = (
    Column("rules", "under"),
    Column("round", "round", "right"),
    Column("number", "no", "right"),
    Column("name", "name"),
    Column("rank_before", "rank", "right"),
    Column("rank_now", "now", "right"),
    Column("decided_by", "by"),
    Column("clause", "clause"),
    Column("why", "why"),
)


def standings_rows(book: Book, rules: Rulebook) -> Iterator[Row]:
    """Yield a row for everybody whose rank or values differ, round by round, then at the end.

    round is the number of the round, or "final" for the final ranking, which is compared when all
    planned rounds are done.
    """
    done = rounds_done(book)
    for after in range(1, done + 1):
        own = book.rules_of(after)
        before = UnderRules(of_tournament(book.state, own, after), own)
        now = UnderRules(of_tournament(book.state, rules, after), rules)
        yield from (_row(book, rules, move, after) for move in compare(before, now, after))
    if done and done == (book.state.rounds_planned or done):
        own = book.rules_of(done)
        before = UnderRules(of_tournament(book.state, own, done), own)
        now = UnderRules(of_tournament(book.state, rules, done), rules)
        moves = compare(before, now, done, final=True, lots=book.state.final_lots)
        yield from (_row(book, rules, move, "final") for move in moves)


def _row(book: Book, rules: Rulebook, move: Move, when: int | str) -> Row:
    old, new = move.line_before.score, move.line_now.score
    label = book.state.label
    return {
        "tournament": book.state.name,
        "id": book.id,
        "rules": rules.id,
        "round": when,
        "number": label(move.player),
        "name": book.name(move.player),
        "rank_before": move.rank_before,
        "rank_now": move.rank_now,
        "moved": move.moved,
        "points_before": number(old.points_halves),
        "points_now": number(new.points_halves),
        "wp_before": number(old.wp_halves),
        "wp_now": number(new.wp_halves),
        "sb_before": number(old.sb_quarters, 4),
        "sb_now": number(new.sb_quarters, 4),
        "passed": [label(p) for p in move.passed],
        "passed_by": [label(p) for p in move.passed_by],
        "decided_by": move.decided_by,
        "clause": f"{rules.family} {move.clause}" if move.clause else None,
        "why": _why(book, move),
        "causes": [
            {
                "what": cause.what,
                "round": cause.round,
                "kind": cause.kind,
                "before": exact_number(cause.before),
                "now": exact_number(cause.now),
                "clause": cause.clause,
            }
            for cause in move.causes
        ],
    }


def _why(book: Book, move: Move) -> str:
    """Say in one line who changed places with him and which rounds count otherwise."""
    parts = []
    for verb, players in (("passed by", move.passed_by), ("passes", move.passed)):
        if players:
            shown = ", ".join(str(book.state.label(p)) for p in players[:4])
            parts.append(f"{verb} {shown}{' ...' if len(players) > 4 else ''}")
    texts = [_cause_text(cause) for cause in move.causes if cause.what != "sb"]
    texts = texts or [_cause_text(cause) for cause in move.causes]
    parts += texts[:3] + (
        [f"and {count_of(len(texts) - 3, 'round')} more"] if len(texts) > 3 else []
    )
    return "; ".join(parts)


def _cause_text(cause: RoundCause) -> str:
    clause = f" ({cause.clause})" if cause.clause else ""
    before, now = _shown(cause.before), _shown(cause.now)
    return f"round {cause.round}, {cause.kind}: {cause.what} {before} > {now}{clause}"


def _shown(points: Fraction) -> str:
    from desk.render.text import shown

    return shown(exact_number(points))


PAIRING_COLUMNS = (
    Column("rules", "under"),
    Column("round", "round", "right"),
    Column("white", "white", "right"),
    Column("black", "black", "right"),
    Column("found_in", "found in"),
    Column("what", "what"),
)


def pairings_rows(book: Book, rules: Rulebook) -> Iterator[Row]:
    """Yield the boards in which the played rounds and the other version's pairings differ.

    Each round is paired again from the facts at its basis, with the players it was published with.
    """
    label = book.state.label
    facts = book.facts
    for position, fact in enumerate(facts, 1):
        if not isinstance(fact, PairingPublished | PairingMadeByHand):
            continue
        basis = fact.basis if isinstance(fact, PairingPublished) else position - 1
        state = replay(facts[:basis])
        table = of_tournament(state, rules)
        there = {*fact.whites, *fact.blacks} | ({fact.bye} if fact.bye is not None else set())
        last = state.rounds_planned == fact.round
        top: Row = {
            "tournament": book.state.name,
            "id": book.id,
            "rules": rules.id,
            "round": fact.round,
        }
        pairing = pair_round(table, rules, there, last)
        if isinstance(pairing, NoPairing):
            what = f"no legal pairing: {pairing.why}"
            yield top | {"white": None, "black": None, "found_in": rules.id, "what": what}
            continue
        played: list[tuple[int, int | None]] = [*zip(fact.whites, fact.blacks, strict=True)]
        played += [(fact.bye, None)] if fact.bye is not None else []
        for found in differences(fact.round, played, pairing):
            white, black = found.board
            kind = "bye" if black is None else "board"
            yield top | {
                "white": label(white),
                "black": 0 if black is None else label(black),
                "found_in": "played" if found.found_in == "played" else rules.id,
                "what": "colours exchanged" if found.colours_only else kind,
            }


PRIZE_COLUMNS = (
    Column("rules", "under"),
    Column("number", "no", "right"),
    Column("name", "name"),
    Column("before", "prize", "right"),
    Column("now", "now", "right"),
)


def prize_rows(book: Book, rules: Rulebook) -> list[Row]:
    """Return the players whose prize differs, in cents; empty where no prizes are declared."""
    amounts = book.state.prizes_cents
    if not amounts:
        return []
    found: list[dict[int, int]] = []
    for version in (book.rules_of(len(book.state.rounds)), rules):
        table = of_tournament(book.state, version)
        made = final_standing(table, version, book.state.final_lots)
        given = prizes(made, amounts, version.prizes.method)
        found.append({prize.player: prize.cents for prize in given})
    before, now = found
    players = [p for p in {**before, **now} if before.get(p, 0) != now.get(p, 0)]
    return [
        {
            "tournament": book.state.name,
            "id": book.id,
            "rules": rules.id,
            "number": book.state.label(p),
            "name": book.name(p),
            "before": before.get(p, 0),
            "now": now.get(p, 0),
        }
        for p in players
    ]


def replay_view(
    books: Sequence[Book], versions: Sequence[Rulebook], pairings: bool, only: str | None = None
) -> View:
    """Return what differs in some tournaments under some rule versions, with a count a round.

    only is the round to be shown ("3", "final"), None: all of them. A season is compared with
    seasons only, unless it is the pairings that are asked for: the versions of another system are
    left out, and a note says so.
    """
    rows: list[Row] = []
    changed_prizes: list[Row] = []
    notes: list[str] = []
    for book in books:
        for rules in versions:
            if not pairings and (rules.keizer is None) != (book.rules.keizer is None):
                notes.append(
                    f"{book.state.name}, {rules.id}: left out, a season's standing is no Swiss's"
                )
                continue
            found = list(pairings_rows(book, rules) if pairings else _standings(book, rules))
            rows += [row for row in found if only in (None, str(row["round"]))]
            notes += _counts(book, rules, found, pairings)
            if not pairings and rules.keizer is None:
                changed_prizes += prize_rows(book, rules)
    for row in changed_prizes:
        notes.append(
            f"prize of {row['number']} {row['name']} under {row['rules']}:"
            f" {money(int(str(row['now'])))}, was {money(int(str(row['before'])))}"
        )
    several = [Column("tournament", "tournament")] if len(books) > 1 else []
    season = any(rules.keizer for rules in versions) and all(book.rules.keizer for book in books)
    columns = PAIRING_COLUMNS if pairings else SEASON_COLUMNS if season else MOVE_COLUMNS
    question = "pairings" if pairings else "standings"
    head = {
        "question": question,
        "rules": [rules.id for rules in versions],
        "tournaments": [book.state.name for book in books],
        "prizes": changed_prizes,
    }
    title = f"Replay of {', '.join(book.state.name for book in books)}: {question} that differ"
    return View(title, (*several, *columns), tuple(rows), head, tuple(notes))


def _standings(book: Book, rules: Rulebook) -> Iterator[Row]:
    if rules.keizer is None:
        return standings_rows(book, rules)
    return season_rows(book, rules, rounds_done(book))


def _counts(book: Book, rules: Rulebook, rows: Sequence[Row], pairings: bool) -> list[str]:
    """Say for each round how much differs, and that nothing does where nothing does."""
    own = book.rules.id
    top = f"{book.state.name}, {rules.id} against {own}: "
    rounds = list(dict.fromkeys(row["round"] for row in rows))
    if not rounds:
        what = "every round is paired the same" if pairings else "every standing is the same"
        return [top + what]
    said = []
    for number_ in rounds:
        here = [row for row in rows if row["round"] == number_]
        if pairings:
            boards = sum(row["found_in"] == "played" for row in here)
            said.append(f"round {number_}: {count_of(boards, 'board differs', 'boards differ')}")
        else:
            moved = [abs(int(str(row["moved"]))) for row in here if row["moved"]]
            place = number_ if number_ == "final" else f"round {number_}"
            most = f", at most {count_of(max(moved), 'place')}" if moved else ""
            said.append(f"{place}: {len(moved)} of {len(book.state.players)} move{most}")
    return [top + "; ".join(said)]
