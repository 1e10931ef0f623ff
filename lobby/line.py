"""A line that somebody writes for others to read: a title, a reason, an announcement."""

MOST = 200
"""Characters."""


def is_line(text: str, most: int = MOST) -> bool:
    """Whether it says something in one line of at most so many printable characters."""
    return 1 <= len(text) <= most and text.isprintable() and not text.isspace()
