"""The chain of a stream: each entry's link covers it and all entries before it.

Whoever has kept a link can tell later whether anything up to there was changed.
"""

import hashlib

import msgspec

from server.store.log import Entry

START = bytes(32)
"""What the first link begins with."""


def link(before: bytes, entry: Entry) -> bytes:
    """SHA-256 of the link before, then a compact JSON list of its fields, a newline, its body."""
    fields = [entry.stream, entry.n, entry.at, entry.who, entry.command, entry.what]
    return hashlib.sha256(b"%b%b\n%b" % (before, msgspec.json.encode(fields), entry.body)).digest()
