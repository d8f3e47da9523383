"""The program that people type: the options before the verb, and the list of all verbs."""

from __future__ import annotations

from collections.abc import Sequence

import click

from desk.terminal.app import VERSION, Session, Verbs
from desk.terminal.verbs import (
    disputes,
    files,
    integrity,
    making,
    mirror,
    players,
    reading,
    results,
    rounds,
    rules,
    season,
    sql,
    trf,
    why,
)
from desk.terminal.words import LANGUAGE

ROOMS = (
    players.here, rounds.here, results.here, reading.here, files.here, sql.here, disputes.here,
    why.here, trf.here, integrity.here, making.here, mirror.here, season.here,
    rules.here,
)  # fmt: skip
"""All verbs, in the order in which help lists them."""


def _on_one_line(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Return a text without control characters, as those of commands are."""
    from desk.terminal.words import words
    from ledger.characters import first_hidden

    if hidden := first_hidden(value):
        raise click.BadParameter(f"it holds {words(hidden[1])} at place {hidden[0]}: leave it out")
    return value


class Program(Verbs):
    """All verbs; the options of the program may stand before or after the verb."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options of the program wherever they stand; those of verbs are left."""
        return super().parse_args(ctx, self._options_first(args))

    def _options_first(self, args: Sequence[str]) -> list[str]:
        """Return the words with the options of the program, and their values, before the others."""
        own = {name for param in self.params if param.nargs for name in param.opts} - {"--version"}
        rest, first = list(args), list[str]()
        at = 0
        while at < len(rest) and rest[at] != "--":
            name, equals, _ = rest[at].partition("=")
            if name in own:
                words = 1 if equals else 2
                first += rest[at : at + words]
                del rest[at : at + words]
            else:
                at += 1
        return first + rest


def _keep_language(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    ctx.meta[LANGUAGE] = value


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--ledger", envvar="TOERNOOI_LEDGER", metavar="FILE", help="The ledger file.")
@click.option("-t", "--tournament", envvar="TOERNOOI_TOURNAMENT", help="Name or id, of several.")
@click.option("--actor", envvar="TOERNOOI_ACTOR", default="arbiter", help="Key of who acts.",
              callback=_on_one_line)  # fmt: skip
@click.option("--lang", type=click.Choice(["nl", "en"]), expose_value=False, is_eager=True,
              callback=_keep_language,
              help="Language; default TOERNOOI_LANG, then that of the system.")  # fmt: skip
@click.version_option(VERSION, prog_name="toernooi")
@click.pass_context
def toernooi(ctx: click.Context, ledger: str | None, tournament: str | None, actor: str) -> None:
    """Run a chess tournament as a ledger: every result, pairing and correction stays visible."""
    if isinstance(ctx.obj, Session):
        return
    from ledger.runtime import Runtime

    runtime = ctx.obj if isinstance(ctx.obj, Runtime) else Runtime(actor=actor)
    ctx.obj = Session(ledger, tournament, runtime)


for room in ROOMS:
    toernooi.add_all(room)
