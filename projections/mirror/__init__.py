"""The DuckDB mirror of a ledger: tables, rows, parts, refresh. After sql."""
