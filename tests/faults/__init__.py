"""Whatever fails: three nodes, PostgreSQL and Redis, links in between, and people who play on."""
