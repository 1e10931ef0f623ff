"""Whether a log is sound: `python -m server check`. Nothing here writes."""
