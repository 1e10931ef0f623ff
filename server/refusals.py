"""Refusals on their way out: over the socket and over HTTP."""

from aiohttp import web

from game.script import Refused
from server.messages import ErrorMessage


def refusal(refused: Refused) -> ErrorMessage:
    return {"code": refused.code, "rule": refused.rule, "detail": refused.detail}


def response(refused: Refused, status: int) -> web.Response:
    return web.json_response({"error": refusal(refused)}, status=status)
