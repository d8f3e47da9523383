"""Commands as data: what a person can ask to be recorded. First of the desk."""
