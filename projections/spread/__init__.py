"""Work spread over processes, here or on a Dask cluster: one port. After projections."""
