"""How texts mark their comments, by format."""

from __future__ import annotations

SLASHES = ("java", "kotlin", "script")
"""Formats with ``//`` up to the end of the line and ``/* */`` over several."""
SIGNS = {"properties": "#!"}
"""The characters that start a comment where these are not ``#`` alone."""
