"""The language of policies: a subset of CEL over facts, with durations, versions and unknown values."""
