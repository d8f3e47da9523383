"""Files for others: TRF, CSV of a season, Parquet, replays. Last of the projections."""
