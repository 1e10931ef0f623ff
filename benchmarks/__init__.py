"""Measures that are looked at, not asserted."""
