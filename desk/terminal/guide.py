"""Orientation: `help`, its groups of verbs, and `toernooi` alone."""

from __future__ import annotations

from collections.abc import Sequence

import click

from desk.terminal.app import Session, Verbs, ledger_place
from desk.terminal.output import put, say
from desk.terminal.words import called, language, words

here = Verbs()

GROUPS: dict[str, tuple[str, ...]] = {
    "before": (
        "help",
        "demo",
        "serve",
        "examples",
        "init",
        "import",
        "details",
        "tournaments",
        "plan",
        "schedule",
        "enter",
        "remove",
        "lots",
        "players",
        "rating-list",
        "rating-lists",
        "start-rank",
        "numbers-exchange",
        "rating-periods",
    ),
    "round": (
        "status",
        "absent",
        "bye",
        "no-bye",
        "prohibit",
        "prohibited",
        "accelerate",
        "acceleration",
        "withdraw",
        "return",
        "check-in",
        "checked-in",
        "pair",
        "publish",
        "pairings",
        "sheet",
        "start",
        "by-hand-begin",
        "pairing-by-hand",
        "by-hand-end",
        "board",
        "amend",
        "rounds",
        "fixtures",
        "fide-mode-leave",
        "warnings",
    ),
    "results": (
        "results",
        "result",
        "forfeit",
        "adjourn",
        "correct",
        "undo",
        "boards",
        "claim",
        "claim-withdraw",
        "claims",
        "claims-agree",
        "close",
        "finish",
        "reopen",
        "standings",
        "crosstable",
        "player",
        "prizes",
    ),
    "doubt": (
        "why",
        "why-not",
        "why-bye",
        "why-colour",
        "check",
        "audit",
        "protest",
        "ruling",
        "protests",
        "log",
        "show",
        "blame",
        "diff",
        "beside",
        "integrity",
    ),
    "season": (
        "join",
        "leave",
        "present",
        "who-comes",
        "evening",
        "external",
        "catch-up",
        "period",
        "overview",
    ),
    "files": (
        "export",
        "apply",
        "import-folder",
        "backup",
        "restore",
        "copy",
        "verify",
        "head",
        "prove",
        "verify-proof",
        "bundle",
        "upgrade",
        "forget",
        "trf",
    ),
    "analysis": (
        "rules",
        "compare",
        "replay",
        "sql",
        "mirror",
        "lake",
        "generate",
        "generate-year",
        "simulate",
    ),
}
"""Every verb, in its group in help; the headings stand in the room `help`.

A command that no module of `desk.terminal.verbs` has a verb for is typed by its fields alone.
"""


def write_groups(program: Verbs, formatter: click.HelpFormatter) -> None:
    """List all verbs in their groups."""
    from ledger.messages import Blank, do, message

    for name, verbs in GROUPS.items():
        with formatter.section(words(message(f"help.group.{name}"))):
            formatter.write_dl(program.rows(verbs), col_max=34)
    formatter.write_paragraph()
    formatter.write_text(words(message("help.each", command=do("help", names=Blank("VERB")))))


@here.verb("help", "hulp")
@click.argument("names", metavar="[VERB]...", nargs=-1)
@click.pass_context
def show_help(ctx: click.Context, names: Sequence[str]) -> None:
    """Show all verbs in groups, or how a verb is used."""
    place = ctx.find_root()
    if not names:
        formatter = place.make_formatter()
        write_groups(_program(place), formatter)
        put(formatter.getvalue().strip("\n"))
        return
    for name in names:
        group = place.command
        command = group.get_command(place, name) if isinstance(group, click.Group) else None
        if command is None:
            raise click.exceptions.NoSuchCommand(name, ctx=place)
        assert isinstance(group, click.Group)
        title = called(group, str(command.name), language())
        place = click.Context(command, info_name=title, parent=place)
    put(place.command.get_help(place))


def _program(ctx: click.Context) -> Verbs:
    assert isinstance(ctx.command, Verbs)
    return ctx.command


def say_where(session: Session) -> None:
    """Show which ledger and tournament are open and the next step, or how to begin."""
    from ledger.messages import Blank, do, message
    from ledger.store.places import is_there

    place = ledger_place(session.ledger)
    if not is_there(place):
        say(message("help.no-ledger", file=place.name))
        for begin in (do("demo"), do("init", name=Blank("NAME")), do("import", file=Blank("FILE"))):
            say(message("help.begin", command=begin))
    elif len(names := session.desk().listed()[0]) != 1 and not session.tournament:
        _say_names(place.name, [name for _, name in names])
    else:
        from desk.reports.verbs import status
        from projections.views.status import StatusHead

        book = session.book()
        head = status(book).head
        assert isinstance(head, StatusHead)
        say(message("help.open", file=place.name, tournament=book.state.name))
        say(message("help.next", step=head.next))
    say(message("help.more", status=do("status"), help=do("help")))


_SHOWN = 6
"""The number of tournament names that are shown."""


def _say_names(file: str, names: Sequence[str]) -> None:
    from ledger.messages import Blank, Value, also, do, message

    if not names:
        say(message("help.none-open", file=file))
        say(message("help.begin", command=do("init", name=Blank("NAME"))))
        return
    listed: list[Value] = [*names[:_SHOWN]]
    if len(names) > _SHOWN:
        listed.append(message("help.several-more", n=len(names) - _SHOWN))
    say(message("help.several-open", n=len(names), file=file, names=tuple(listed)))
    say(message("terminal.choose-ledger", option=also(tournament=Blank("NAME"))))
