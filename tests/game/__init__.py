"""The proof of `game`."""
