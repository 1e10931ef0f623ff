"""A contest as it is run."""
