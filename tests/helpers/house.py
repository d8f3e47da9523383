"""The rooms of the house, and their order."""

from __future__ import annotations

RANKS = (
    "ledger", "ledger/facts", "ledger/rulebooks", "ledger/trf", "ledger/csv_files", "ledger/state",
    "ledger/store/tables", "ledger/store/file", "ledger/store/server", "ledger/store",
    "ledger/integrity",
    "projections", "projections/spread", "projections/games", "projections/standings",
    "projections/views", "projections/log", "projections/season", "projections/sql",
    "projections/mirror/schema", "projections/mirror",
    "projections/counterfactuals", "projections/lake", "projections/exports",
    "pairing/graphs", "pairing/norms", "pairing/explain", "pairing",
    "pairing/wp/groups", "pairing/wp", "pairing/rating/brackets", "pairing/rating",
    "pairing/keizer", "pairing/fide", "pairing/fide_dutch", "pairing/fide_dutch/explain",
    "pairing/fide_burstein", "pairing/fide_burstein/explain",
    "pairing/fide_dubov", "pairing/fide_dubov/explain",
    "pairing/systems", "pairing/review",
    "desk/commands", "desk/imports", "desk/handlers/fide_mode", "desk/handlers/manual",
    "desk/handlers", "desk/handlers/hall", "desk/handlers/ratings", "desk/access", "desk",
    "desk/live", "desk/making", "desk/render",
    "desk/reports", "desk/reports/bulk", "desk/hall", "desk/web", "desk/web/forms",
    "desk/web/round", "desk/web/pages", "desk/web/public",
    "desk/terminal", "desk/terminal/verbs",
    ".",
)  # fmt: skip
"""Every folder of the program. Each may import itself and those before it."""
