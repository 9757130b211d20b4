"""A result as text for people and programs: each format is one module with a ``render`` that returns it."""
