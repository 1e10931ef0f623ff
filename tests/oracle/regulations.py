"""The terms of the three conventions, as the oracles want them."""

from tests.oracle import auctions
from tests.oracle.accounting import FESTIVAL_2011, FSPR_2006, FSPR_CODE_6

ACCOUNTS = {"festival-2011": FESTIVAL_2011, "fspr-2006": FSPR_2006, "fspr-code-6": FSPR_CODE_6}
HOLD_MANDATORY = {"festival-2011": False, "fspr-2006": True, "fspr-code-6": True}
HALF_MISERE = {"festival-2011": True, "fspr-2006": True, "fspr-code-6": False}
PASS_PASS_RETURN_67 = {"festival-2011": False, "fspr-2006": True, "fspr-code-6": True}


def bidding(rules: str, players: int, streak: int, **more: bool) -> auctions.Terms:
    return auctions.Terms(
        players=players,
        streak=streak,
        hold_mandatory=HOLD_MANDATORY[rules],
        half_misere=more.pop("half_misere", HALF_MISERE[rules]),
        **more,
    )
