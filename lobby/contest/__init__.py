"""A contest is a tournament as it is run, from the first entry to the podium: one stream."""
