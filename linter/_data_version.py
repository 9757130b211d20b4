"""The version of the data as a constant, written by ``docs/generate.py``: hashing it would cost every start."""

DATA = "2026-11-30+e32e4a24"
