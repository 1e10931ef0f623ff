"""The server: the only room with asyncio, a clock, entropy, a disk and a network."""
