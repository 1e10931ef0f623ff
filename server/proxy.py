"""Who asks, where proxies stand before the server that end TLS and tell whom they speak for."""

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware


def behind(proxies: int) -> Middleware:
    """Believe what the nearest so many proxies add to `X-Forwarded-For`, and nothing before it.

    The scheme and the host are those that the nearest proxy names.
    """

    @web.middleware
    async def told(request: web.Request, handler: Handler) -> web.StreamResponse:
        hops = [
            hop.strip()
            for header in request.headers.getall("X-Forwarded-For", [])
            for hop in header.split(",")
        ]
        remote = hops[-proxies] if len(hops) >= proxies else request.remote or ""
        scheme = request.headers.getall("X-Forwarded-Proto", [request.scheme])[-1]
        if scheme not in ("http", "https"):
            scheme = request.scheme
        host = request.headers.getall("X-Forwarded-Host", [request.host])[-1]
        return await handler(request.clone(remote=remote, scheme=scheme, host=host))

    return told
