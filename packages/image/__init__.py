"""The image: its steps, and what carries them out where there is no base image."""
