"""The interface for programs and notebooks (docs/python.md), which `toernooiboek` hands out.

After the terminal, whose words it speaks.
"""
