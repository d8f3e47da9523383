"""The FIDE (Dutch) System, C.04.3: brackets from the top, each as its best candidate has it."""
