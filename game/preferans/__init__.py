"""Sport preferans, the Leningrad system, for three and four at the table (docs/rules)."""
