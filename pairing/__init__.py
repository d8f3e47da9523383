"""Who meets whom, and why: engines, norms, explanations; one folder a system.

Order: graphs, norms, explain, then the systems wp, rating and keizer, then systems, review.
After projections.
"""
