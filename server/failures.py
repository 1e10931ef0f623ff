"""How a failure is told: in one line, and not again with every click while it lasts."""

import asyncio
import logging

from sqlalchemy.exc import DBAPIError


def reason(failure: BaseException) -> str:
    """What the database or the system said, in one line, without a statement and its values."""
    said = failure
    if isinstance(failure, DBAPIError) and failure.orig is not None:
        said = failure.orig.__cause__ or failure.orig
    if isinstance(said, OSError) and said.strerror:
        return said.strerror
    return str(said).split("\n")[0] or type(said).__name__


class Seldom:
    """Warnings; of those that are alike one in so many seconds, which counts the others."""

    def __init__(self, logger: logging.Logger, seconds: float) -> None:
        self.logger, self.seconds = logger, seconds
        self.more: dict[str, int] = {}
        """By the line: how often it was not written since it was."""

    def warn(self, line: str) -> None:
        if line in self.more:
            self.more[line] += 1
        else:
            self.write(line, line)

    def write(self, line: str, told: str) -> None:
        self.logger.warning("%s", told)
        self.more[line] = 0
        asyncio.get_running_loop().call_later(self.seconds, self.again, line)

    def again(self, line: str) -> None:
        if more := self.more.pop(line):
            self.write(line, f"{line} ({more} times more)")
