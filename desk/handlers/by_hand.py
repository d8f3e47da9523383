"""A whole round paired by hand: an arbiter's boards in place of an engine's."""

from __future__ import annotations

import re
from collections.abc import Sequence

from desk.commands.decision import Decision
from desk.commands.rounds import PairingByHand
from desk.handlers.changes import asks_why, conditions_broken
from desk.handlers.fide import group_fixed
from desk.handlers.games import same_player
from desk.handlers.manual.checks import beside_the_engine, warnings_of_boards
from desk.handlers.manual.session import not_begun
from desk.handlers.players import beyond_the_plan, not_checked_in, with_team_games
from desk.handlers.round_robin import defaults
from desk.handlers.rounds import closings, out_of_turn
from ledger.characters import first_hidden, normal_form
from ledger.facts.tournament import PairingMadeByHand
from ledger.messages import Sentence, do, message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.state.numbers import numbers_missing
from ledger.state.tournament import Entrant
from ledger.text_files import quoted, split_lines
from ledger.values import LONGEST_NAME
from pairing.systems.draft import not_planned, still_open
from pairing.systems.numbers import as_numbered, numbered_with, numbers_noted
from pairing.systems.registry import contestants, system_of
from projections.games.crosstable import of_tournament


def pair_by_hand(book: Book, command: PairingByHand) -> Decision | Refusals:
    """Publish the next round with the arbiter's own boards; rounds with nothing open are closed.

    The structure is judged: each player once, and present. Broken norms and conditions become
    notes, as the arbiter decides. Most systems require a reason.

    Rule: knsb-wp-2014 B1a; knsb-wp-2014 B1b; knsb-wp-2014 B2; knsb-wp-2014 F6; mwkeizer a, b.
    """
    refusals = [*not_the_next(book, command.round), *not_begun(book, command.round)]
    if command.reason is None and system_of(book.rules).asks_why_by_hand:
        refusals.append(asks_why(message("handlers.asks-why-paired")))
    entrants = [[book.find_player(reference) for reference in board] for board in command.boards]
    free = None if command.bye is None else book.find_player(command.bye)
    refusals += [
        item for item in [*(p for row in entrants for p in row), free] if isinstance(item, Refusal)
    ]
    rows = [[p.player for p in row if isinstance(p, Entrant)] for row in entrants]
    if isinstance(free, Entrant):
        rows.append([free.player])
    if not refusals:
        refusals += [refusal for _, refusal in against_boards(book, command.round, rows)]
    if refusals:
        return tuple(refusals)
    whole = [(row[0], row[1]) for row in rows if len(row) == 2]
    bye = free.player if isinstance(free, Entrant) else None
    paired = [player for row in rows for player in row]
    numbers = numbered_with(book, command.round, paired)
    facts = [*closings(book.state), *([] if numbers is None else [numbers])]
    facts.append(
        PairingMadeByHand(
            round=command.round,
            whites=tuple(white for white, _ in whole),
            blacks=tuple(black for _, black in whole),
            bye=bye,
            source="arbiter",
            reason=command.reason,
        )
    )
    facts += (*group_fixed(as_numbered(book, numbers)), *defaults(book, command.round, whole))
    differs, same = beside_the_engine(book, command.round, whole, bye)
    warnings = (
        *not_checked_in(book, command.round, paired),
        *with_team_games(book, command.round, paired),
        *differs,
        *warnings_of_boards(book, number=command.round, boards=whole, bye=bye),
    )
    notes = same + _notes(book, command.round, whole, bye) + numbers_noted(book, numbers)
    return Decision(tuple(facts), notes=notes, warnings=warnings)


def read_boards(text: str) -> PairingByHand | Refusals:
    """Return boards, one per line, as a pairing of round 1, or all errors with their lines.

    A line is `5-9`, `5 9`, `Dekker - Prins` or `Dekker; Prins`, white first; `bye 7` (`vrij 7`) is
    the player without opponent. # begins a comment.
    """
    boards: list[tuple[str, str]] = []
    bye: str | None = None
    problems: list[Refusal] = []
    for number, line in enumerate(split_lines(text), 1):
        words = normal_form("NFC", line.split("#")[0].strip())
        if not words:
            continue
        free = re.fullmatch(r"(?:bye|vrij)\s+([^\s][^\t]*)", words, re.IGNORECASE)
        numbers = re.fullmatch(r"(\d+)(?:\s*[-;,]\s*|\s+)(\d+)", words)
        pair = numbers.groups() if numbers else _named(words)
        hidden = first_hidden(words, "\t") or first_hidden("".join(pair))
        if hidden:
            what = message("handlers.board-holds", line=quoted(words), sign=hidden[1])
            step = message("handlers.leave-sign-out")
            problems.append(Refusal("bad-board", what, step, exit=Exit.USAGE, line=number))
        elif (length := max(map(len, free.groups() if free else pair), default=0)) > LONGEST_NAME:
            what = message("values.too-long", length=length, most=LONGEST_NAME)
            step = message("handlers.write-board-or-bye")
            problems.append(Refusal("bad-board", what, step, exit=Exit.USAGE, line=number))
        elif free and bye is None:
            bye = free[1]
        elif pair and not free:
            boards.append((pair[0], pair[1]))
        else:
            what = message("handlers.no-board", line=quoted(words))
            what = message("handlers.second-bye") if free else what
            step = message("handlers.write-board-or-bye")
            problems.append(Refusal("bad-board", what, step, exit=Exit.USAGE, line=number))
    if not boards and not problems:
        what = message("handlers.file-without-boards")
        step = message("handlers.write-boards")
        problems.append(Refusal("no-boards", what, step, exit=Exit.USAGE))
    return tuple(problems) or PairingByHand(round=1, boards=tuple(boards), bye=bye)


_BETWEEN = re.compile(r";|\t|\s-\s")


def _named(line: str) -> tuple[str, ...]:
    """Return the names of white and black in a line, () where it does not have both."""
    between = _BETWEEN.search(line, 1)
    black = line[between.end() :].strip() if between else ""
    return (line[: between.start()].strip(), black) if between and black else ()


def not_the_next(book: Book, number: int) -> Refusals:
    """Return what prevents a round from being paired now by anybody; () when nothing does."""
    state = book.state
    refusals = list(out_of_turn(book, number))
    if state.round(number) is not None:
        return tuple(refusals)
    refusals += [*beyond_the_plan(book, number), *not_planned(book)]
    if numbers_missing(state.players):
        what = message("handlers.numbers-missing")
        refusals.append(Refusal("numbers-missing", what, do("lots"), clause=book.clause("D")))
    for round_ in state.rounds:
        refusals.extend(still_open(book, round_))
    return tuple(refusals)


def against_boards(
    book: Book, number: int, rows: Sequence[Sequence[int]]
) -> list[tuple[int, Refusal]]:
    """Return the faults of boards and a bye, each with the index of its row.

    A row holds white and black, or the one player without opponent.
    """
    refusals: list[tuple[int, Refusal]] = []
    seen: set[int] = set()
    everybody = system_of(book.rules).takes_everybody
    for at, row in enumerate(rows):
        if len(set(row)) < len(row):
            refusals.append((at, same_player(book.called(row[0]))))
        for player in dict.fromkeys(row):
            entrant = book.state.players[player]
            name = book.called(player)
            if player in seen:
                what = message("handlers.paired-twice", round=number, player=name)
                once = message("handlers.name-each-once")
                refusals.append((at, Refusal("paired-twice", what, once, exit=Exit.USAGE)))
            elif everybody:
                pass  # an absent player loses by default
            elif not entrant.there_in(number):
                what = message("handlers.not-in-tournament", player=name, round=number)
                back = do("return", player=book.state.label(player))
                step = message("handlers.if-left", command=back)
                refusals.append((at, Refusal("not-a-member", what, step)))
            elif number in entrant.away:
                what = message("handlers.is-absent", player=name, round=number)
                step = do("absent", player=book.state.label(player), round=number, cancel=True)
                refusals.append((at, Refusal("is-absent", what, step)))
            seen.add(player)
    if all(len(row) < 2 for row in rows):
        what = message("handlers.round-without-boards", round=number)
        step = message("handlers.name-white-and-black")
        refusals.append((0, Refusal("no-boards", what, step, exit=Exit.USAGE)))
    return refusals


def _notes(
    book: Book, number: int, whole: Sequence[tuple[int, int]], bye: int | None
) -> tuple[Sentence, ...]:
    """Return the norms or conditions that the boards break, and those present without a board."""
    rules = book.rules
    state = book.state
    notes = list(conditions_broken(book, number, whole))
    norm_broken = system_of(rules).norm_broken
    judges = system_of(rules).judges_by_hand and not state.fide.in_mode  # there they are warnings
    if norm_broken is not None and judges:
        table = of_tournament(state, rules)
        last_round = state.rounds_planned == number
        everyone = {c.key: c for c in contestants(table, rules, set(table.cells), last_round)}
        for white, black in whole:
            clause = norm_broken(rules, everyone[white], everyone[black])
            if clause is not None:
                notes.append(
                    message(
                        "handlers.breaks",
                        white=book.called(white),
                        black=book.called(black),
                        clause=clause,
                        source=book.clause(clause) or rules.id,
                    )
                )
        if bye is not None and not everyone[bye].may_have_bye:
            norm = system_of(rules).bye_norm
            notes.append(message("handlers.bye-breaks", player=book.called(bye), clause=norm))
    seated = {p for board in whole for p in board} | {bye}
    left_out = [p for p, e in state.players.items() if book.attends(e, number) and p not in seated]
    if left_out:
        notes.append(message("handlers.left-out", players=book.called_some(left_out)))
    return tuple(notes)
