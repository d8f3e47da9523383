"""Whole files as facts: tournament files and seasons. After commands."""
