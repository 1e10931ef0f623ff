"""What the operator's commands do with a database."""
