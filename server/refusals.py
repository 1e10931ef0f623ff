"""Refusals on their way out: over the socket and over HTTP."""

import logging

from aiohttp import web
from aiohttp.typedefs import Handler
from sqlalchemy.exc import SQLAlchemyError

from game.script import Refused
from server.failures import Seldom, reason
from server.messages import ErrorMessage

away = Seldom(logging.getLogger(__name__), 1.0)
STATUS = {
    "no_session": 401,
    "wrong_password": 403,
    "no_account": 403,
    "not_administrator": 403,
    "other_site": 403,
    "no_such_deal": 404,
    "no_such_link": 404,
    "no_such_person": 404,
    "no_such_table": 404,
    "table_stopped": 404,
    "contest_exists": 409,
    "contest_runs": 403,
    "has_account": 409,
    "last_administrator": 409,
    "name_taken": 409,
    "too_fast": 429,
    "try_again": 503,
}
"""Of a refusal over HTTP; 400 where nothing is said."""


def refusal(refused: Refused) -> ErrorMessage:
    return {"code": refused.code, "rule": refused.rule, "detail": refused.detail}


@web.middleware
async def with_refusals(request: web.Request, handler: Handler) -> web.StreamResponse:
    """What a handler refuses, as JSON; also where the store is away."""
    try:
        try:
            return await handler(request)
        except SQLAlchemyError as failure:
            away.warn(f"{request.method} {request.path}: {reason(failure)}")
            raise Refused("try_again") from failure
    except Refused as refused:
        status = STATUS.get(refused.code, 400)
        return web.json_response({"error": refusal(refused)}, status=status)
