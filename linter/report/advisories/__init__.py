"""The advisories for others: as OSV records, as JSON and as a table."""
