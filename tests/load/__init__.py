"""The measures: `make bench`."""
