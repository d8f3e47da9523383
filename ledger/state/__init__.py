"""What the facts add up to: tournaments, seasons, protests, the book. After csv_files."""
