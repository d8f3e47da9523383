"""A club evening at the terminal, step by step: each answer is an ordinary command, and a fact at once.

It stands where `desk.answers.tonight` says, and can be left at any key.
"""
