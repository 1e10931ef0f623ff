"""Who a browser is: a signed cookie that scripts cannot read, of the generation that counts."""

from collections.abc import Callable, Iterable

from aiohttp import web
from itsdangerous import BadSignature, URLSafeSerializer

from game.script import Refused
from server.store.accounts import Accounts

COOKIE = "pulya"
YEAR = 365 * 24 * 3600


class Sessions:
    """Signs and reads the cookie: a person and a generation of his sessions."""

    def __init__(self, key: bytes, accounts: Accounts) -> None:
        self.signer = URLSafeSerializer(key, salt="session")
        self.accounts = accounts
        self.let_in: dict[str, int] = {}
        """Of people, the generation of the cookie that was good last."""
        self.on_revoked: Callable[[str], object] = lambda person: None
        """Told of each person whose earlier sessions are over: his sockets have to go."""

    async def person(self, request: web.Request) -> str | None:
        """The person of this browser; None without a session, with a forged or a revoked one.

        Between the answer of the database and the return nothing else happens: a caller who
        notes the person at once is found by `on_revoked`.
        """
        claimed = self.claimed(request)
        if claimed is None:
            return None
        person, generation = claimed
        standing = await self.accounts.standing(person)
        if not standing.known or standing.generation != generation:
            return None
        if self.let_in.setdefault(person, generation) != generation:
            self.revoke(person)  # another process has raised it
            self.let_in[person] = generation
        return person

    async def required(self, request: web.Request) -> str:
        """The person of this browser. Raises `Refused` (no_session)."""
        person = await self.person(request)
        if person is None:
            raise Refused("no_session")
        return person

    def claimed(self, request: web.Request) -> tuple[str, int] | None:
        """What the cookie says, if it is ours; the first ones had no generation."""
        try:
            cookie = self.signer.loads(request.cookies.get(COOKIE, ""))
        except BadSignature:
            return None
        match cookie:
            case str(person):
                return person, 0
            case [str(person), int(generation)]:
                return person, generation
            case _:
                return None

    def revoke(self, person: str) -> None:
        """The sessions that this person had are over."""
        self.let_in.pop(person, None)
        self.on_revoked(person)

    async def look_again(self, present: Iterable[str]) -> None:
        """Find those present whose sessions another process has ended."""
        people = {*present}
        self.let_in = {p: generation for p, generation in self.let_in.items() if p in people}
        for person, standing in (await self.accounts.standings(people)).items():
            generation = self.let_in.get(person)
            if generation is not None and (not standing.known or standing.generation != generation):
                self.revoke(person)

    def start(self, response: web.Response, person: str, generation: int, secure: bool) -> None:
        """Make this browser that person."""
        response.set_cookie(
            COOKIE,
            str(self.signer.dumps([person, generation])),
            max_age=YEAR,
            httponly=True,
            samesite="Lax",
            secure=secure,
        )

    def end(self, response: web.Response, secure: bool) -> None:
        """Make this browser nobody."""
        response.del_cookie(COOKIE, httponly=True, samesite="Lax", secure=secure)
