"""A table: who sits at it, its clocks, the deals of its pulya: one stream."""
