"""DuckDB, which is loaded when it is first used: not for help, nor for what needs no database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.later import Later

if TYPE_CHECKING:
    import duckdb as duckdb
else:
    duckdb = Later("duckdb")
