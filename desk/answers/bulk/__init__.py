"""The answers of verbs over many tournaments: mirror, lake, check of all. After answers."""
