"""CSV files of people and of seasons, read with all their errors. After trf."""
