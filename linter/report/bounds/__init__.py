"""Releases that should not be used, as rules for tools that systems do not know."""
