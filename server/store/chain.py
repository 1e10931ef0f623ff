"""The chain of a stream: each entry's link covers it and all entries before it.

Whoever has kept a link can tell later whether anything up to there was changed.
"""

import hashlib
import json

from server.store.log import Entry

START = bytes(32)
"""What the first link begins with."""


def link(before: bytes, entry: Entry) -> bytes:
    """SHA-256 of the link before, then a JSON list of the entry's fields, a newline, the body."""
    fields = [entry.stream, entry.n, entry.at, entry.who, entry.command, entry.what]
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(before + text.encode() + b"\n" + entry.body).digest()
