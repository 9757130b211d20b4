"""The versions as constants: reading a distribution's metadata, or hashing the data, would cost more than a check."""

VERSION = "0.1.0"

DATA = "2026-11-30+54c10f28"
"""Of policies, changes and tables: the day of their last change and a hash; written by ``docs/generate.py``."""
