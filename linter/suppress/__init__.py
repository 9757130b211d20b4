"""Findings that their owners decided to live with: comments, settings and the baseline keep them out of the report."""
