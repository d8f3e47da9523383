"""The tables, views and macros of a database, with their comments; and the columns of one."""

from __future__ import annotations

from ledger.messages import do, message
from projections.sql.answers import QueryAnswer
from projections.sql.questions import Connection, ask, not_asked, quoted, statements

_TABLES = """
FROM (
    SELECT table_name AS name, 'table' AS kind, comment FROM duckdb_tables() WHERE NOT internal
    UNION ALL SELECT view_name, 'view', comment FROM duckdb_views() WHERE NOT internal
    UNION ALL SELECT format('{}({})', function_name, array_to_string(parameters, ', ')), 'macro',
        comment FROM duckdb_functions() WHERE NOT internal
) ORDER BY kind = 'macro', name
"""
_COLUMNS = """
SELECT column_name AS "column", data_type AS type, comment FROM duckdb_columns()
WHERE NOT internal AND lower(table_name) = lower({}) ORDER BY column_index
"""


def described(database: Connection, table: str = "") -> QueryAnswer:
    """Return the tables, views and macros with their comments, or the columns of one.

    Raise QuestionRefused when there is no table of that name.
    """
    text = _COLUMNS.format(quoted(table)) if table else _TABLES
    (statement,) = statements(text)
    answer = ask(database, statement)
    assert answer is not None
    if table and not answer.rows:
        what = message("sql.no-table", table=table)
        next_ = message("sql.lists-tables", command=do("sql", question="\\d"))
        raise not_asked("unknown-table", what, next_)
    return answer
