"""A lake: many ledgers as one set of Parquet files, made part by part. After mirror."""
