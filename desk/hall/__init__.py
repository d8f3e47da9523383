"""What the screens of a hall show: who is in, the boards of a round, and claims. After reports."""
