"""`python -m tests.browser.roomy`: the server as it is, for more guests than come from one address.

All browsers of the tests come from one machine.
"""

import sys

from server import entrance
from server.__main__ import main

entrance.GUESTS_AT_ONCE = 10_000

if __name__ == "__main__":
    sys.exit(main([]))
