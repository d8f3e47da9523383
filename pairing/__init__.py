"""Pairing: engines, norms and explanations, with one folder for each system.

Order: graphs, norms, explain, then the systems wp, rating and keizer, then systems, review. After
projections.
"""
