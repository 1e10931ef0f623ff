"""Who a browser is: a signed cookie that scripts cannot read."""

from aiohttp import web
from itsdangerous import BadSignature, URLSafeSerializer

COOKIE = "pulya"
YEAR = 365 * 24 * 3600


class Sessions:
    """Signs and reads the cookie."""

    def __init__(self, key: bytes) -> None:
        self.signer = URLSafeSerializer(key, salt="session")

    def person(self, request: web.Request) -> str | None:
        """The person of this browser; None without a session or with a forged one."""
        try:
            person = self.signer.loads(request.cookies.get(COOKIE, ""))
        except BadSignature:
            return None
        return person if isinstance(person, str) else None

    def start(self, response: web.Response, person: str, secure: bool) -> None:
        """Make this browser that person."""
        response.set_cookie(
            COOKIE,
            str(self.signer.dumps(person)),
            max_age=YEAR,
            httponly=True,
            samesite="Lax",
            secure=secure,
        )
