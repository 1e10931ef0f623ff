"""The table: decisions, facts, and what a table does by itself."""
