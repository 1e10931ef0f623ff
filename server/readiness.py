"""Whether this node takes work: what a proxy asks before it sends somebody here."""

import asyncio

from aiohttp import web
from aiohttp.typedefs import Handler
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from server.node import LOST_SECONDS, Node
from server.store.database import Database

STORE_SECONDS = 2
"""How long the store may take to answer."""
STARTING, DRAINING, STORE = "starting", "draining", "store"
"""Why a node takes no work."""


class Readiness:
    """`/readyz`: 200 if the node takes work, else 503 and the reason.

    A node that ends takes no new sockets; those that it has are told to move.
    """

    def __init__(self, database: Database, node: Node) -> None:
        self.database, self.node = database, node
        self.reason = STARTING
        """Empty once it has started."""

    def add_to(self, app: web.Application) -> None:
        app.router.add_get("/readyz", self.ready)

    async def ready(self, _request: web.Request) -> web.Response:
        reason = self.reason or await self.store()
        answer = {"ready": not reason, "reason": reason}
        return web.json_response(answer, status=503 if reason else 200)

    async def store(self) -> str:
        """Empty if the store answers, and what is written is taken: a full one still answers."""
        if self.node.silence > LOST_SECONDS:
            return STORE
        try:
            async with asyncio.timeout(STORE_SECONDS), self.database.read.connect() as connection:
                await connection.execute(text("select 1"))
        except (SQLAlchemyError, OSError):
            return STORE
        return ""

    @web.middleware
    async def no_new_sockets(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """The page tries again by itself, and finds another node."""
        if self.reason and request.path.startswith("/socket.io/"):
            return web.Response(status=503, headers={"Retry-After": "1"})
        return await handler(request)
