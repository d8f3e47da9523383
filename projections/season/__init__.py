"""The overviews of a club season. After log."""
