"""What is made of the program for others: the manual, packages, and a release of all of them."""
