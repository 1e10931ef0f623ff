"""Other web sites must not act for a visitor of theirs: what changes something comes from here."""

from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler

from game.script import Refused

HARMLESS = ("GET", "HEAD", "OPTIONS")


@web.middleware
async def same_site(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse what a browser says another site has made it send."""
    if request.method not in HARMLESS:
        origin = request.headers.get("Origin")
        foreign = origin is not None and urlsplit(origin).netloc != request.host
        if foreign or request.headers.get("Sec-Fetch-Site") == "cross-site":
            raise Refused("other_site")
    return await handler(request)
