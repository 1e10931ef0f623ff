"""The arithmetic of tournaments."""
