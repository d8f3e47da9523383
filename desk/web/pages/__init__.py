"""The pages of arbiters, helpers and committees. After web."""
