"""What happened: facts that are only ever added, the agreed rules, and the files that keep them.

Order: root, facts, rulebooks, trf, csv_files, state, store, integrity. No chess arithmetic.
"""
