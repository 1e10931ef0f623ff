"""The page's types are those of the server."""

import runpy
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_the_generated_types_are_current() -> None:
    """To mend: python tools/page_types.py > clients/web/src/generated.ts"""
    printed = runpy.run_path(str(ROOT / "tools" / "page_types.py"))["printed"]()
    generated = ROOT / "clients" / "web" / "src" / "generated.ts"
    assert printed == generated.read_text(encoding="utf-8")
