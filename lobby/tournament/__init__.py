"""The arithmetic of a tournament: tables, points, who advances, who sits with whom (§T1–§T6)."""
