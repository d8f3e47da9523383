"""FIDE's Burstein System: Dutch seeding rounds, then pairings that even out the opposition."""
