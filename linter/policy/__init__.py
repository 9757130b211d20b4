"""Policies: their model, loading, judgement, examples and documentation."""
