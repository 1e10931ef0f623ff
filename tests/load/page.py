"""What a browser loads before it shows anything."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

DIST = Path(__file__).parent.parent.parent / "clients" / "web" / "dist"
ASSET = re.compile(r'(?:src|href)="/(assets/[^"]+)"')


def first_load() -> int | None:
    """Bytes of the page and of all that it names, gzipped; None if it is not built."""
    page = DIST / "index.html"
    if not page.is_file():
        return None
    files = [page, *(DIST / name for name in ASSET.findall(page.read_text("utf-8")))]
    return sum(len(gzip.compress(file.read_bytes(), 9)) for file in files)
