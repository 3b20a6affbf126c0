"""Races of `structured.py`, a file for each family; each has `run(rounds)`."""
