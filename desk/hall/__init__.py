"""What people in the hall look at: the round, its boards and claims, who is there, the evening.

After reports.
"""
