"""Commands as data: the changes a person can ask for. First of the desk."""
