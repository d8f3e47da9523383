"""A tournament after a round, as known at a moment: pure folds; DuckDB and exports.

Order: games, standings, views, log, season, formats, sql, mirror, exports. After ledger.
"""
